"""One cell to a float, its unit, or what is wrong with it; and what a point or a comma means in numbers of a column.

A point or a comma between groups of three digits may mean either. It groups thousands if one number of its column can
be read in no other way, as 1.234,5 and 1,234,567 can; `UndecidedError` asks if none does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from typing import NamedTuple

from core.datasets.dataset import LARGEST
from core.errors import InputError, shown

# Possessive: a cell that is no number after all is given up at once, however many digits it has.
NUMBER = r"[+-]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
WRITTEN_NUMBER = re.compile(NUMBER)
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
SIGNS = {".": "point", ",": "comma"}
OTHER = {".": ",", ",": "."}
THOUSANDS = (".", ",", " ", "'")
"""Signs that can group thousands; a space includes the narrow and the non-breaking ones."""
_SPACES = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]")
# In India a number is grouped as 12,34,567.
_BY_THREE = (
    r"[+-]?[1-9](?:[0-9]{{0,2}}(?:{0}[0-9]{{3}})++|[0-9]?(?:{0}[0-9]{{2}}(?![0-9]))++{0}[0-9]{{3}})({1}[0-9]*+)?"
)
_DECIMAL = {".": ",", ",": r"\."}
_GROUPED = {sign: re.compile(_BY_THREE.format(re.escape(sign), _DECIMAL.get(sign, "[.,]"))) for sign in THOUSANDS}


class Signs(NamedTuple):
    """The signs that numbers are written with."""

    marks: str = "."
    """The decimal marks: one of them or both."""
    group: str = ""
    seen: bool = False
    """True if a number before showed the mark, so that another one contradicts it."""

    def value(self, cell: str) -> float | None:
        """Return the number in a cell; None if there is none, or it is too large."""
        text = self._plain(cell)
        if text is None or not WRITTEN_NUMBER.fullmatch(text):
            return None
        value = float(text)
        return value if abs(value) <= LARGEST else None

    def error(self, cell: str) -> InputError:
        """Return what is wrong with a cell that has no value, without a place."""
        text, plain = trimmed(cell), self._plain(cell)
        if not text:
            return InputError("the cell is empty; write a number")
        if plain is not None and WRITTEN_NUMBER.fullmatch(plain):
            return InputError(f"{shown(cell)} is too large; write a number of at most {LARGEST:g} in size")
        if self.seen and self.marks in OTHER and WRITTEN_NUMBER.fullmatch(text.replace(",", ".")):
            here, before = (f"a decimal {SIGNS[mark]}" for mark in (OTHER[self.marks], self.marks))
            return InputError(f"{shown(cell)} has {here} where a number before has {before}; write one of the two")
        wanted, written = ("finite", "a finite number") if _NOT_FINITE.fullmatch(text) else ("a number", "a number")
        return InputError(f"{shown(cell)} is not {wanted}; write {written}")

    def _plain(self, cell: str) -> str | None:
        """Return the cell with the signs that `float` knows; None if it has a point that is no decimal mark."""
        text = trimmed(cell)
        if self.group and is_grouped(text, self.group):
            text = text.replace(self.group, "")
        if "." not in self.marks and "." in text:
            return None
        return text.replace(",", ".") if "," in self.marks else text


def is_number(cell: str, delimiter: str) -> bool:
    """Return whether a cell is a number, finite or not; a decimal comma counts where it is not the delimiter."""
    text = trimmed(cell)
    text = text if delimiter == "," else text.replace(",", ".")
    return bool(WRITTEN_NUMBER.fullmatch(text) or _NOT_FINITE.fullmatch(text))


def is_meant_as_number(cell: str, delimiter: str) -> bool:
    """Return the same, also where thousands are grouped."""
    return is_number(cell, delimiter) or any(is_grouped(trimmed(cell), sign) for sign in OTHER)


def is_grouped(text: str, sign: str) -> bool:
    """Return whether this sign stands between groups of three digits, as those of thousands do."""
    return sign in text and _GROUPED[sign].fullmatch(text) is not None


class UndecidedError(InputError):
    """A point or comma that may be a decimal mark or group thousands, and its column does not tell."""

    def __init__(self, line: int, cell: str, column: int, mark: str) -> None:
        whole, point = readings(cell)
        plain = point.replace(".", mark)
        may_be, expected = (f"{whole} or {point}", f"{whole} or {plain}") if point else (whole, whole)
        why = "no number of its column has both signs"
        super().__init__(f"{shown(cell)} may be {may_be}, but {why}; write {expected}", line=line, column=column + 1)


@dataclass
class _ColumnMarks:
    """The evidence that the numbers among the `cells` of a column give of their marks; rows count from 0."""

    cells: InitVar[Iterable[str]]
    mark: str = ""
    """The decimal mark of the first number that can mean one thing only."""
    row: int = 0
    grouped: str = ""
    """The first number that can only be grouped."""
    lone: tuple[int, str] | None = None
    """The row and text of the first number that has one of the signs, between groups of three digits."""

    def __post_init__(self, cells: Iterable[str]) -> None:
        for row, plain in enumerate(map(trimmed, cells)):
            sign = _first_sign(plain)
            match = _GROUPED[sign].fullmatch(plain) if sign else None
            mark = ""
            if match is None:
                mark = sign if WRITTEN_NUMBER.fullmatch(plain.replace(",", ".", 1)) else ""
            elif match[1] is not None or plain.count(sign) > 1:
                mark, self.grouped = OTHER[sign], self.grouped or plain
            else:
                self.lone = self.lone or (row, plain)
            if mark and not self.mark:
                self.mark, self.row = mark, row


@dataclass(frozen=True)
class NumberSigns:
    """The meaning of the signs in the numbers of a table."""

    signs: Mapping[int, Signs] = field(default_factory=dict)
    """By column, for those whose numbers have to be read from their texts."""
    undecided: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    """The row and the text of a number in each column for which a person has to say it."""
    mark: str = "."
    example: str = ""
    """The first number with grouped thousands."""
    asked: str = ""
    """The first number of a column that does not tell, whether a person has said it or not."""

    def notes(self) -> tuple[str, ...]:
        if not self.example:
            return ()
        sign = _first_sign(self.example)
        read = self.example.replace(sign, "").replace(",", ".")
        return (f"the {SIGNS[sign]} was taken to group thousands: {self.example} was read as {read}",)


def decided(texts: Mapping[int, Iterable[str]], usual: str, grouped: bool | None) -> NumberSigns:
    """Return what the signs mean in the columns at these positions, given the texts of all their cells.

    `usual` is the decimal mark where the delimiter is a comma; `grouped` says whether signs that tell nothing group
    thousands, or are decimal marks, if a person has said it.
    """
    columns = {j: _ColumnMarks(cells) for j, cells in texts.items()}
    first = min((found for found in columns.values() if found.mark), key=lambda found: found.row, default=None)
    mark = usual or (first.mark if first else "")
    signs: dict[int, Signs] = {}
    undecided: dict[int, tuple[int, str]] = {}
    example = asked = ""
    for j, found in columns.items():
        lone = found.lone if found.lone is not None and mark and _first_sign(found.lone[1]) != mark else None
        signs[j] = Signs(mark or ".,", seen=not usual)
        if lone and not found.grouped:
            asked = asked or lone[1]
        if mark and (found.grouped or (lone and grouped)):
            signs[j] = Signs(mark, OTHER[mark], seen=not usual)
            example = example or (lone[1] if lone else found.grouped)
        elif lone and grouped is not None:
            signs[j] = Signs(".,")
        elif lone:
            undecided[j] = lone
    return NumberSigns(signs, undecided, mark or ".", example, asked)


def readings(cell: str) -> tuple[str, str]:
    """Return what 1.234 may be, 1234 and 1.234; the second is empty for 1.234.567, whose signs are no decimal marks."""
    sign = _first_sign(cell)
    return cell.replace(sign, ""), cell.replace(sign, ".") if cell.count(sign) == 1 else ""


def _first_sign(cell: str) -> str:
    return next((character for character in cell if character in OTHER), "")


def trimmed(cell: str) -> str:
    """Return a cell with ASCII for its signs and spaces, and none around it."""
    text = cell.strip().replace("−", "-")
    return text if text.isascii() else _SPACES.sub(" ", text)


SIGNS_OF_UNITS = "%$€£¥"
_WITH_UNIT = re.compile(
    rf"([+-]?+)(?:([$€£¥]) ?+)?([+-]?+[0-9.](?:[0-9.,' ]*[0-9.])?) ?+([{SIGNS_OF_UNITS}]|(?:[^\W\d_]|°)*)"
)
_ENDING = re.compile(r"\A[+-]?+[0-9][0-9.,]*+\s*+(.*)", re.DOTALL)


def parted(cell: str) -> tuple[str, str] | None:
    """Return the number in a cell and its unit; None unless the cell is a number with one unit before or behind it."""
    match = _WITH_UNIT.fullmatch(trimmed(cell))
    if match is None or bool(match[2]) == bool(match[4]) or (match[1] and match[3][0] in "+-"):
        return None
    number = match[1] + match[3]
    for sign in THOUSANDS[2:]:  # spaces and apostrophes, which can mean nothing else
        number = number.replace(sign, "") if is_grouped(number, sign) else number
    return (number, match[2] or match[4]) if is_meant_as_number(number, ";") else None


def unit_of(cells: Iterable[str]) -> str:
    """Return the unit that is the same in each of these cells; nothing if there is none."""
    units = {"" if parts is None else parts[1] for parts in map(parted, cells)}
    return units.pop() if len(units) == 1 else ""


def mixed_error(cell: str) -> InputError | None:
    """Return what is wrong with a percentage or an amount among plain numbers, without a place; None for others."""
    if (parts := parted(cell)) is None or parts[1] not in SIGNS_OF_UNITS:
        return None
    told = f"{shown(cell)} has {parts[1]}, and other numbers of its column do not"
    return InputError(f"{told}; write all of them in one way")


def endings_of(cells: Iterable[str]) -> tuple[str, str] | None:
    """Return two different endings of numbers, if each of these cells begins with a number; else None."""
    found = [(parted(cell) or ())[1:] or _ENDING.findall(trimmed(cell)) for cell in cells]
    endings = [*dict.fromkeys(ending for each in found for ending in each)]
    return (endings[0], endings[1]) if all(found) and len(endings) > 1 else None
