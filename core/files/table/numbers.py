"""One cell to a float, or what is wrong with it; the decimal mark that a file is true to, and what groups thousands.

A point or a comma between groups of three digits may mean either. It groups thousands where one number of its column
has both signs, as 1.234,5 has; where none has, `UndecidedError` asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.datasets.dataset import LARGEST
from core.errors import InputError, shown

# Possessive: a cell that is no number after all is given up at once, however many digits it has.
NUMBER = r"[+-]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_NUMBER = re.compile(NUMBER)
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_MARKS = {".": "a decimal point", ",": "a decimal comma"}
SIGNS = {".": "point", ",": "comma"}
_OTHER = {".": ",", ",": "."}
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})++(,[0-9]*+)?|(?:,[0-9]{3})++(\.[0-9]*+)?)")

Replacements = Mapping[int, tuple[str, str]]
"""Of these columns the numbers in groups of three digits have the first sign replaced by the second."""


class MarksError(InputError):
    """A point or comma that may be a decimal mark or group thousands: the whole of its column has to be seen."""


class UndecidedError(InputError):
    """The same, where the whole column does not tell: a person has to."""

    def __init__(self, line: int, cell: str, column: int, mark: str) -> None:
        whole, point = readings(cell)
        plain = point.replace(".", mark)
        may_be, expected = (f"{whole} or {point}", f"{whole} or {plain}") if point else (whole, whole)
        why = "no number of its column has both signs"
        super().__init__(
            f"{shown(cell)} may be {may_be}, but {why}; {expected} is expected", line=line, column=column + 1
        )


def is_number(cell: str, delimiter: str) -> bool:
    """Whether a cell is a number, finite or not; a decimal comma counts where it is not the delimiter."""
    text = with_plain_signs(cell, delimiter)
    return bool(_NUMBER.fullmatch(text) or _NOT_FINITE.fullmatch(text))


def is_meant_as_number(cell: str, delimiter: str) -> bool:
    """The same, also where thousands are grouped."""
    return is_number(cell, delimiter) or is_grouped(cell)


def number_of(cell: str, delimiter: str = ",") -> float:
    """The cell as a finite float of at most LARGEST in size; raises InputError, without a place, for anything else."""
    text = with_plain_signs(cell, delimiter)
    if not _NUMBER.fullmatch(text):
        kind = MarksError if is_grouped(cell) else InputError
        if not text:
            raise kind("the cell is empty; a number is expected")
        what = "is not finite; a finite number" if _NOT_FINITE.fullmatch(text) else "is not a number; a number"
        raise kind(f"{shown(cell)} {what} is expected")
    value = float(text)
    if abs(value) > LARGEST:
        raise InputError(f"{shown(cell)} is too large; a number of at most {LARGEST:g} in size is expected")
    return value


def with_plain_signs(cell: str, delimiter: str) -> str:
    """The cell with the signs that `float` knows."""
    text = cell.strip().replace("−", "-")
    return text if delimiter == "," else text.replace(",", ".")


def same_mark(mark: str, cell: str) -> str:
    """The decimal mark used so far, this cell included; raises InputError where both are used."""
    here = "," if "," in cell else "." if "." in cell else mark
    if mark and here != mark:
        raise MarksError(
            f"{shown(cell)} has {_MARKS[here]} where a number before has {_MARKS[mark]}; one of the two is expected"
        )
    return here


def is_grouped(cell: str) -> bool:
    """Whether the digits stand in groups of three, as those of thousands do."""
    return _GROUPED.fullmatch(_plain(cell)) is not None


def replaced(cell: str, signs: tuple[str, str]) -> str:
    """The cell with the first sign replaced, where it stands between groups of three digits."""
    sign, by = signs
    return cell.replace(sign, by) if is_grouped(cell) and _first_sign(cell) == sign else cell


@dataclass
class ColumnMarks:
    """What the numbers of a column show of their marks."""

    mark: str = ""
    """Of the first number that can mean one thing only."""
    both: str = ""
    """The first number that has both signs."""
    lone: tuple[int, str] | None = None
    """The line of the first number that has one of them, between groups of three digits, and the cell."""

    def see(self, cell: str, line: int) -> None:
        plain = _plain(cell)
        match = _GROUPED.fullmatch(plain)
        if match is None:
            number = _NUMBER.fullmatch(plain.replace(",", ".", 1))
            self.mark = self.mark or (_first_sign(plain) if number else "")
        elif match[1] is not None or match[2] is not None:
            self.mark, self.both = self.mark or _OTHER[_first_sign(plain)], self.both or plain
        else:
            several = plain.count(_first_sign(plain)) > 1
            self.mark = self.mark or (_OTHER[_first_sign(plain)] if several else "")
            self.lone = self.lone or (line, plain)


@dataclass(frozen=True)
class SignsDecided:
    """What the signs in some columns mean."""

    replacements: Replacements
    undecided: Mapping[int, UndecidedError]
    """Where a person has to say it."""
    examples: Sequence[str] = ()
    """A number with thousands that are grouped, of each column that has some."""
    asked: str = ""
    """The first number of a column that does not tell, whether a person has said it or not."""

    def remarks(self) -> tuple[str, ...]:
        """What was read as thousands."""
        if not self.examples:
            return ()
        cell = self.examples[0]
        sign = _first_sign(cell)
        read = cell.replace(sign, "").replace(",", ".")
        return (f"the {SIGNS[sign]} was taken to group thousands: {cell} was read as {read}",)

    def first(self) -> UndecidedError | None:
        """What comes first in the file of all that is undecided."""
        return min(self.undecided.values(), key=lambda error: (error.line or 0, error.column or 0), default=None)


def decided(columns: Mapping[int, ColumnMarks], usual: str, grouped: bool | None) -> SignsDecided:
    """What the signs mean in the columns at these positions.

    `usual` is the decimal mark where the delimiter is a comma; `grouped` whether the person said that signs which tell
    nothing group thousands, or are decimal marks. Nothing is replaced where no number can mean one thing only.
    """
    mark = usual or next((found.mark for found in columns.values() if found.mark), "")
    replacements: dict[int, tuple[str, str]] = {}
    undecided: dict[int, UndecidedError] = {}
    examples, asked = [], ""
    for j, found in columns.items():
        lone = found.lone if found.lone is not None and _first_sign(found.lone[1]) != mark else None
        if not mark or not (found.both or lone):
            continue
        if lone and not found.both:
            asked = asked or lone[1]
        if found.both or grouped:
            replacements[j] = (_OTHER[mark], "")
            examples.append(lone[1] if lone else found.both)
        elif grouped is not None:
            replacements[j] = (_OTHER[mark], mark)
        elif lone is not None:
            undecided[j] = UndecidedError(*lone, j, mark)
    return SignsDecided(replacements, undecided, examples, asked)


def readings(cell: str) -> tuple[str, str]:
    """What a number with one sign between groups of three digits may be: with grouped thousands, and with a fraction.

    Two such signs are no decimal marks: the second is empty then.
    """
    sign = _first_sign(cell)
    return cell.replace(sign, ""), cell.replace(sign, ".") if cell.count(sign) == 1 else ""


def _plain(cell: str) -> str:
    return cell.strip().replace("−", "-")


def _first_sign(cell: str) -> str:
    return next((character for character in cell if character in _OTHER), "")
