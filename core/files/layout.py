"""What the columns of a table are: a header or none, which column holds the labels, which are features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.files.labels import Names, declared
from core.files.numbers import is_number
from core.files.records import Records, Row, shown

LABEL_NAMES = ("label", "class", "target")


@dataclass(frozen=True)
class Survey:
    """What a file holds that one may have to choose from, each in file order and as `read` takes it."""

    features: tuple[str, ...]
    """Names; a number from 1 in place of one that is there twice."""
    classes: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """The columns of a table; positions count from 0."""

    header: bool
    names: tuple[str, ...]
    """Of every column: as the header has them, or x1, x2, …"""
    label: int
    target: str
    """The name of the label column."""
    classes: Names | None
    """The names of the negative and the positive class, where the header declares them."""

    def features(self, columns: Sequence[str | int] | None) -> list[int]:
        """Positions of the columns asked for by name, else by number from 1, in that order; None asks for all."""
        if columns is None:
            return [j for j in range(len(self.names)) if j != self.label]
        if not columns:
            raise InputError("no column is chosen; at least one feature is expected")
        return [self._position(str(column)) for column in columns]

    def choices(self) -> tuple[str, ...]:
        """What `features` takes for each feature: its name, or its number where the name is there twice."""
        return tuple(
            name if self.names.count(name) == 1 else str(j + 1) for j, name in enumerate(self.names) if j != self.label
        )

    def _position(self, column: str) -> int:
        found = [j for j, name in enumerate(self.names) if name == column]
        if len(found) > 1:
            raise InputError(f"{len(found)} columns are called {shown(column)}; a number from 1 is expected instead")
        if not found and column.isdecimal() and 1 <= int(column) <= len(self.names):
            found = [int(column) - 1]
        if not found:
            there = ", ".join(name for j, name in enumerate(self.names) if j != self.label)
            raise InputError(f"there is no column {shown(column)}; the features are {there}")
        if found[0] == self.label:
            raise InputError(f"column {shown(column)} holds the labels; a feature is expected")
        return found[0]


def layout_of(records: Records) -> Layout:
    """The layout that the first row shows. Raises InputError where there are no rows, one column, or half a header."""
    if not records.cells:
        raise InputError("the file is empty; rows of features and a label are expected")
    first = records.cells[0]
    if len(first) == 1:
        raise records.error("there is only one column; features and a label are expected", 0, 1)
    named = _label_column(first)
    label = len(first) - 1 if named is None else named
    target, classes = declared(first[label]) or (first[label], None)
    features = [j for j in range(len(first)) if j != label]
    if classes or _is_header(records, features) or named is not None:
        names = (*first[:label], target, *first[label + 1 :])
        return Layout(True, names, label, target, classes)
    return Layout(False, tuple(f"x{j + 1}" for j in range(len(first))), label, "label", None)


def question_columns(
    records: Records, features: Sequence[str], columns: Sequence[str | int] | None
) -> tuple[bool, list[int]]:
    """Whether there is a header, and where the features stand in a table that may have a label column or not.

    With a header the features are found by their names. Without one they are the first columns, or, where there are
    more columns than features, those whose numbers `columns` gives.
    """
    if not records.cells:
        raise InputError("the file is empty; rows of features are expected")
    first, d = records.cells[0], len(features)
    if all(name in first for name in features) or _is_header(records, range(min(d, len(first)))):
        return True, _by_name(records, features)
    chosen = [str(column) for column in columns or ()]
    if len(first) > d and chosen and all(column.isdecimal() for column in chosen):
        return False, [int(column) - 1 for column in chosen]
    return False, list(range(d))


def _label_column(first: Row) -> int | None:
    """The position that the header names as the labels'; None where it does not."""
    declaring = [j for j, cell in enumerate(first) if declared(cell)]
    if declaring:
        return declaring[-1]
    named = [j for j, cell in enumerate(first) if cell.lower() in LABEL_NAMES]
    return named[0] if len(named) == 1 else None


def _is_header(records: Records, features: Sequence[int]) -> bool:
    """Whether the feature cells of the first row are names, not numbers; raises InputError where they are both."""
    first = records.cells[0]
    names = [j for j in features if not is_number(first[j], records.delimiter)]
    if names and len(names) < len(features):
        raise records.error(
            f"{shown(first[names[0]])} is not a number, but another cell of this row is; names or numbers are expected",
            0,
            names[0],
        )
    return bool(names)


def _by_name(records: Records, features: Sequence[str]) -> list[int]:
    """Positions of the features; of equally named columns the first goes with the first such feature, and so on."""
    left: list[str | None] = list(records.cells[0])
    positions = []
    for name in features:
        if name not in left:
            there = ", ".join(records.cells[0])
            raise records.error(f"there is no column {shown(name)}; {there} are there", 0, len(left))
        positions.append(left.index(name))
        left[positions[-1]] = None
    return positions
