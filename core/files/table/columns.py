"""The columns of a file by name: which holds the labels, which are features, and which of these are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.errors import InputError, listed_names, shown
from core.files.table.labels import LONGEST_NAME, Names, declared

LABEL_NAMES = ("label", "class", "target")


@dataclass(frozen=True)
class Columns:
    """The columns of a table; positions count from 0."""

    names: tuple[str, ...]
    """Of every column: as the file has them, or x1, x2, …"""
    label: int
    target: str
    """The name of the label column."""
    classes: Names | None = None
    """The names of the negative and the positive class, where the file declares them."""
    row_names: bool = False
    """Whether the first column only names the rows."""

    @classmethod
    def under(cls, header: Sequence[str], label: int) -> Columns:
        """Those under a header; the cell at `label` has the labels' name, and may declare the classes."""
        target, classes = declared(header[label]) or (header[label], None)
        return cls((*header[:label], target, *header[label + 1 :]), label, target, classes)

    @property
    def features(self) -> list[int]:
        """The positions of all features."""
        return [j for j in range(int(self.row_names), len(self.names)) if j != self.label]

    def chosen(self, columns: Sequence[str | int] | None) -> list[int]:
        """Positions of the columns asked for by name, else by number from 1, in that order; None asks for all."""
        if columns is None:
            return self.features
        if not columns:
            raise InputError("no column is chosen; at least one feature is expected")
        return [self._position(str(column)) for column in columns]

    def called(self) -> tuple[str, ...]:
        """The name of every column, or its number where there is none or it is there twice.

        Features are `chosen` by these.
        """
        return tuple(name if name and self._counts[name] == 1 else str(j) for j, name in enumerate(self.names, 1))

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(self.names)

    def _position(self, column: str) -> int:
        if (count := self._counts[column]) > 1:
            raise InputError(f"{count} columns are called {shown(column)}; a number from 1 is expected instead")
        if count:
            found = self.names.index(column)
        elif len(column) < 10 and column.isdecimal() and 1 <= int(column) <= len(self.names):
            found = int(column) - 1
        else:
            there = listed_names(self.names[j] for j in self.features)
            raise InputError(f"there is no column {shown(column)}; the features are {there}")
        if found == self.label:
            raise InputError(f"column {shown(column)} holds the labels; a feature is expected")
        return found


def label_place(number: int, width: int) -> int:
    """The position of the label column of this number from 1. Raises InputError where there are not so many."""
    if not 1 <= number <= width:
        raise InputError(f"there is no column {number} for the labels; a number from 1 to {width} is expected")
    return number - 1


def check_names(names: Iterable[str]) -> None:
    """Raises InputError for a name that is longer than a window, or a line of text, has room for."""
    for j, name in enumerate(names):
        if len(name) > LONGEST_NAME:
            raise InputError(
                f"{shown(name)} is longer than {LONGEST_NAME:,} characters; a name is expected", column=j + 1
            )


def by_name(names: Sequence[str], features: Sequence[str]) -> list[int]:
    """Positions of the features; of equally named columns the first goes with the first such feature, and so on."""
    places: dict[str, list[int]] = {}
    for j in reversed(range(len(names))):
        places.setdefault(names[j], []).append(j)
    positions = []
    for name in features:
        if not places.get(name):
            raise InputError(
                f"there is no column {shown(name)}; {listed_names(names)} are there", column=len(names) + 1
            )
        positions.append(places[name].pop())
    return positions
