"""The choice of class +1: from texts of the label column to signs and two names, and from a header that declares it.

Numbers are one class if they are equal, however they are written. Two classes are sorted, numbers by size and names by
code point; the second is +1 (as in scikit-learn). One class alone is −1 if it is −1 or 0, else +1. A sign without a
number means −1 or +1. A header `species (-1 = setosa, +1 = virginica)` overrides this. A mark for a missing label is no
class, and neither is a label with a comment. Three or more spellings of two words are two classes.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import IntArray, Names
from core.errors import InputError, listed_names, shown, some_names
from core.files.table.numbers import WRITTEN_NUMBER

Codes = NDArray[np.integer[Any]]

# A plain name holds none of the marks of the grammar; any other is a JSON string, with "(" escaped, so that the last
# " (-1 = " of a header is always the one that counts, whatever the names.
_PLAIN = r"[^\s\"(),=](?:[^\n\r\t\"(),=]*[^\s\"(),=])?"
_NAME = rf'({_PLAIN}|"(?:[^"\\(]|\\.)*")'
_DECLARED = re.compile(rf"(.*) \(-1 = {_NAME}, \+1 = {_NAME}\)", re.DOTALL)

LONGEST_NAME = 1000
"""Characters of a label, and of the name of a column."""
MOST_LABELS = 10_000
"""A column with more different texts holds no classes."""

_MISSING = frozenset(("", "?", ".", "na", "n/a", "#n/a", "<na>", "nan", "null"))
_SIGNS = {"+": Decimal(1), "-": Decimal(-1), "−": Decimal(-1)}

Choice = str | Sequence[str]
"""Some classes of a file: a label, several with commas between them or as a sequence, or a bound as in >=7."""

_BOUND = re.compile(r"([<>]=?)\s*(.+)", re.DOTALL)
_SIDES = {">=": (operator.ge, "<"), ">": (operator.gt, "<="), "<=": (operator.le, ">"), "<": (operator.lt, ">=")}
"""Sign of a bound → the comparison, and the sign for all others."""
_PARTS = re.compile(r'\s*("(?:[^"]|"")*"|[^,]*?)\s*(?:,|$)')


@dataclass(frozen=True, eq=False)
class Labels:
    """The texts of a label column: each once, in the order in which they come, and its code (n,) in each row."""

    texts: Sequence[str]
    codes: Codes
    names: Names | None = None
    listed: bool = False
    """True if the format lists the classes: then two spellings are two of them."""

    def __post_init__(self) -> None:
        """Raise LabelError for the first text that cannot be a label."""
        for text in self.present:
            _check(text, self.names)
        if len(self.texts) > MOST_LABELS:
            sentence = f"there are more than {MOST_LABELS:,} different labels; choose a column of classes"
            raise LabelError(sentence, self.texts[MOST_LABELS])

    @cached_property
    def present(self) -> tuple[str, ...]:
        """The texts that are labels, of at most `MOST_LABELS`."""
        return tuple(t for t in self.texts[:MOST_LABELS] if t in (self.names or ()) or not is_missing(t))

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The class that each label means. Raises LabelError."""
        return kinds_of(self.present, self.names, listed=self.listed)

    @cached_property
    def gaps(self) -> IntArray:
        there = set(self.present)
        missing = np.array([text not in there for text in self.texts], np.bool_)
        return np.flatnonzero(missing[self.codes]) if missing.any() else np.empty(0, np.int64)

    def of_each(self, values: Mapping[str, int], otherwise: int = 0) -> Codes:
        """Return the value of the label in each row, (n,), `otherwise` where it is missing."""
        return np.array([*(values.get(text, otherwise) for text in self.texts), 0], np.int32)[self.codes]

    def notes(self) -> tuple[str, ...]:
        """Return what was decided about labels that could be read in another way."""
        other = [
            (text, kind) for text, kind in self.kinds.items() if text != kind and text.casefold() == kind.casefold()
        ]
        if spelled := [f"{shown(text)} is {shown(kind)}" for text, kind in other if not is_class_number(text)]:
            return (f"labels that differ only by case are one class: {some_names(spelled)}",)
        doubtful = [text for text in self.present if "," in text and is_class_number(text)]
        if doubtful and all(re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", text) for text in doubtful):
            return (f"the comma in the label {shown(doubtful[0])} was taken for the decimal mark",)
        return ()


class Classes(NamedTuple):
    """The names of the two classes, and the sign of every text that the label column holds; 0 of any other class."""

    names: Names
    signs: dict[str, int]
    note: str = ""
    """The classes of the file that each of the two is made of, where several were chosen for one."""


class Picked(NamedTuple):
    """The classes of a file that a choice takes, and the name that they have together."""

    name: str
    kinds: Sequence[str]
    rest: str = ""
    """The name of all others, where it does not depend on them."""


class LabelError(InputError):
    """A text that cannot be a label; `cell` is that text."""

    def __init__(self, sentence: str, cell: str) -> None:
        super().__init__(sentence)
        self.cell = cell


def declared(header: str) -> tuple[str, Names] | None:
    """Return the column's own name and the classes' names, if the header of the label column declares them."""
    match = _DECLARED.fullmatch(header)
    if match is None:
        return None
    try:
        negative, positive = (json.loads(name) if name.startswith('"') else name for name in match.groups()[1:])
    except ValueError:
        # Quotes that are no JSON are part of no declaration.
        return None
    return None if negative == positive else (match[1], (negative, positive))


def declaration(target: str, names: Names) -> str:
    """Return the header that `declared` takes apart into `target` and `names`, whatever they are."""
    negative, positive = (
        name if re.fullmatch(_PLAIN, name) else json.dumps(name, ensure_ascii=False).replace("(", "\\u0028")
        for name in names
    )
    return f"{target} (-1 = {negative}, +1 = {positive})"


def two_classes(
    kinds: Mapping[str, str], names: Names | None = None, positive: Choice | None = None, negative: Choice | None = None
) -> Classes:
    """Return the two classes of a label column, given the class that each of its texts means (in order of appearance).

    `names` are those the header declares; `positive` are the classes chosen as +1 against all the others, or against
    `negative` alone. Raises InputError where there are more than two classes, or not those that were chosen.
    """
    known = {**{name: name for name in names or ()}, **kinds}
    if positive is not None:
        minus, plus = _chosen(positive, negative, known)
    elif negative is None:
        minus, plus = (Picked(name, (name,)) for name in names or _pair(kinds))
    else:
        said = shown(negative if isinstance(negative, str) else ", ".join(negative))
        raise InputError(f"{said} is to be −1, but no class is chosen as +1; choose one")
    note, pair = "", (minus.name, plus.name)
    if any(side.name not in side.kinds for side in ((plus,) if negative is None else (minus, plus))):
        told = [listed_names(side.kinds) or "none" for side in (plus, minus)]
        note = f"+1 is made of {told[0]} and −1 of {told[1]}"
    usual = {("-1", "1"): ("-1", "+1"), ("1", "-1"): ("+1", "-1")}
    signs = {**dict.fromkeys(minus.kinds, -1), **dict.fromkeys(plus.kinds, 1)}
    of_cells = {cell: signs.get(kind, 0) for cell, kind in kinds.items()}
    return Classes(pair if names else usual.get(pair, pair), of_cells, note)


def picked(choice: Choice, known: Mapping[str, str]) -> Picked:
    """Return the classes that a choice takes of those `known`, by every text that means one; a label wins over a bound.

    Raises InputError where there is no such class.
    """
    if isinstance(choice, str):
        if (found := _found(choice, known)) is not None:
            return Picked(found, (found,))
        bound = _BOUND.fullmatch(choice.strip().replace("≥", ">=").replace("≤", "<="))
        if bound is not None and (value := _value(bound[2])) is not None:
            return _within(bound[1], bound[2], value, known)
        parts = [part[1] for part in _PARTS.finditer(choice) if part[1]] or [choice]
        choice = [part[1:-1].replace('""', '"') if part.startswith('"') else part for part in parts]
    chosen = []
    for label in choice:
        if (found := _found(label, known)) is None:
            raise InputError(f"no example is labelled {shown(label)}; the labels are {_told(known)}")
        chosen.append(found)
    if not chosen:
        raise InputError(f"no class is chosen; choose one or more of {_told(known)}")
    kinds = classes_in_order(dict.fromkeys(chosen))
    quoted = ['"' + kind.replace('"', '""') + '"' if re.search('[",]', kind) else kind for kind in kinds]
    return Picked(", ".join(quoted) if len(kinds) > 1 else kinds[0], kinds)


def classes_in_order(kinds: Iterable[str]) -> list[str]:
    """Return classes by their size if all are numbers, else as they are."""
    values = {kind: _value(kind) for kind in kinds}
    numbers = [(value, kind) for kind, value in values.items() if value is not None]
    return [kind for _, kind in sorted(numbers)] if len(numbers) == len(values) else [*values]


def kinds_of(cells: Iterable[str], names: Names | None = None, *, listed: bool = False) -> dict[str, str]:
    """Return the class that each text means: one spelling for all ways of writing a number. Raises LabelError.

    Where the classes are not `listed`, and those that differ only by case leave exactly two, these have one spelling.
    """
    for cell in (texts := list(cells)):
        _check(cell, names)
    spelled: dict[Decimal, str] = {}
    kinds = {cell: _kind(cell, names, spelled) for cell in texts}
    bare = next((cell for cell in kinds if cell.strip() in _SIGNS and cell not in (names or ())), None)
    if bare is not None and not {"-1", "1", *(names or ())}.issuperset(kinds.values()):
        raise LabelError(f"{shown(bare)} is a sign beside labels that are none; write a label", bare)
    first: dict[str, str] = {}
    for kind in kinds.values():
        first.setdefault(kind.casefold(), kind)
    if names is None and not listed and len(first) == 2 and len({*kinds.values()}) > 2:
        return {cell: first[kind.casefold()] for cell, kind in kinds.items()}
    return kinds


def is_missing(cell: str) -> bool:
    """Return whether the text says that there is none."""
    return cell.strip().casefold() in _MISSING


def is_name(cell: str) -> bool:
    """Return whether the text can be the name of a column: it has a letter, and is not missing."""
    return not is_missing(cell) and any(character.isalpha() for character in cell)


def is_class_number(cell: str) -> bool:
    """Return whether a class of this name is put in order by its size."""
    return _value(cell) is not None


def label_fault(cell: str) -> str:
    """Return what is wrong with a text that can be no label, whatever the others are; else nothing."""
    if len(cell) > LONGEST_NAME:
        return f"{shown(cell)} is longer than {LONGEST_NAME:,} characters; write a label"
    if not cell:
        return "the cell is empty; write a label"
    if is_missing(cell):
        return f"{shown(cell)} stands for a missing label; write a label"
    return f"{shown(cell)} holds a comment; write a label" if re.search(r"(?:^|\s)(?:#|//)", cell) else ""


def _check(cell: str, names: Names | None) -> None:
    if cell not in (names or ()) and (fault := label_fault(cell)):
        raise LabelError(fault, cell)


def _kind(cell: str, names: Names | None, spelled: dict[Decimal, str]) -> str:
    if names is None:
        return _canonical(cell, spelled)
    if cell in names:
        return cell
    meant = {"-1": names[0], "1": names[1], **{_canonical(name, {}): name for name in reversed(names)}}
    if (canonical := _canonical(cell, {})) in meant:
        return meant[canonical]
    raise LabelError(f"{shown(cell)} is not a label; write {shown(names[0])} or {shown(names[1])}", cell)


def _canonical(cell: str, spelled: dict[Decimal, str]) -> str:
    """Return the one spelling of a number, which is kept in `spelled` by its size; any other text as it is."""
    value = _value(cell)
    if value is None:
        return cell
    text = cell.strip()
    if -6 <= value.adjusted() < 16 and len(value.as_tuple().digits) <= 40:
        text = f"{value:f}".rstrip("0").rstrip(".") if value != value.to_integral() else f"{value:.0f}"
    return spelled.setdefault(value, text if value else "0")


def _value(cell: str) -> Decimal | None:
    """Return the number in a text, exactly: two long numbers may round to one float. A comma is a decimal mark."""
    if (text := cell.strip()) in _SIGNS:
        return _SIGNS[text]
    text = text.replace("−", "-").replace(",", ".")
    try:
        return Decimal(text) if WRITTEN_NUMBER.fullmatch(text) else None
    except InvalidOperation:
        # An exponent beyond all decimals is a name, not a number.
        return None


def _told(known: Mapping[str, str]) -> str:
    return listed_names(map(shown, classes_in_order(known.values())))


def _found(chosen: str, known: Mapping[str, str]) -> str | None:
    if chosen in known or (value := _value(chosen)) is None:
        return known.get(chosen)
    # The same number may be written in another way.
    return next((kind for kind in known.values() if _value(kind) == value), None)


def _within(sign: str, written: str, bound: Decimal, known: Mapping[str, str]) -> Picked:
    """Return the classes on one side of a bound. Raises InputError where one is no number, or none is on that side."""
    (compare, others), name = _SIDES[sign], f"{sign}{written}"
    values = {kind: _value(kind) for kind in classes_in_order(known.values())}
    for kind, value in values.items():
        if value is None:
            raise InputError(f"{name} is for classes that are numbers, and {shown(kind)} is none; choose labels")
    kept = [kind for kind, value in values.items() if value is not None and compare(value, bound)]
    if not kept:
        raise InputError(f"no example is labelled {name}; the labels are {_told(known)}")
    return Picked(name, kept, f"{others}{written}")


def _chosen(positive: Choice, negative: Choice | None, known: Mapping[str, str]) -> tuple[Picked, Picked]:
    """Return the negative and the positive class that were chosen. Raises InputError."""
    plus = picked(positive, known)
    if negative is not None:
        minus = picked(negative, known)
        for kind in minus.kinds:
            if kind in plus.kinds:
                raise InputError(f"{shown(kind)} is chosen for both classes; choose two different ones")
        return minus, plus
    taken = {*plus.kinds}
    others = classes_in_order(kind for kind in known.values() if kind not in taken)
    return Picked(plus.rest or (others[0] if len(others) == 1 else f"not {plus.name}"), others), plus


def _pair(kinds: Mapping[str, str]) -> Names:
    present = [*dict.fromkeys(kinds.values())]
    if len(present) > 2:
        cell = next(cell for cell, kind in kinds.items() if kind == present[2])
        told = f"{shown(cell)} is a third class after {shown(present[0])} and {shown(present[1])}"
        raise LabelError(f"{told}; choose two of them, or one as +1, and the others become −1", cell)
    if len(present) == 2:
        first, second = classes_in_order(sorted(present))
        return first, second
    alone = present[0] if present else "1"
    return {"-1": ("-1", "1"), "1": ("-1", "1"), "0": ("0", "1")}.get(alone, (f"not {alone}", alone))
