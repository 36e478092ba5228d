"""The columns of a file by name: what the file says of them, and which of them are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.datasets.dataset import Names
from core.errors import InputError, listed_names, shown, some_names
from core.files.table.labels import LONGEST_NAME, declared

LABEL_NAMES = frozenset(
    ("label", "class", "target", "species", "variety", "diagnosis", "survived", "outcome", "churn", "purchased", "spam")
)
"""Names of columns that hold the labels, in small letters; `y` is one in the last column only."""
SURE_NAMES = frozenset(("label", "class", "target"))
"""Those of them that are no values of such a column, so that a row with one of them is a header."""


@dataclass(frozen=True)
class Columns:
    """The columns of a file as it describes them; positions count from 0."""

    names: tuple[str, ...]
    """The name of every column, from the file or x1, x2, …"""
    header: bool = False
    called_labels: tuple[int, ...] = ()
    """The columns that are called as labels are, or declared to hold them. The last of them does."""
    classes: Names | None = None
    """The names of the negative and the positive class, where the file declares them."""
    passed_over: Mapping[int, str] = field(default_factory=dict)
    """The columns that are no features because the file says so, and what they are."""
    values: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The words that a column may hold, where the file declares them."""
    plain: bool = False
    """True if every column but the label's is a feature of numbers, as in the files that this program writes."""
    label_is_fixed: bool = False

    @classmethod
    def under(cls, header: Sequence[str]) -> Columns:
        """Return those under a header. The cell of the label's column may declare the classes."""
        names, last = tuple(header), len(header) - 1
        if declaring := {j: found for j, cell in enumerate(header) if (found := declared(cell))}:
            place, (target, classes) = declaring.popitem()
            names = (*header[:place], target, *header[place + 1 :])
            return cls(names, True, (place,), classes, plain=True)
        return cls(names, True, tuple(j for j, cell in enumerate(names) if is_called_label(cell, last=j == last)))

    @classmethod
    def numbered(cls, width: int) -> Columns:
        return cls(tuple(f"x{j + 1}" for j in range(width)))

    @property
    def width(self) -> int:
        return len(self.names)

    def said(self, j: int) -> str:
        """Return how a message calls a column: by its header, else by its number."""
        return shown(self.names[j]) if self.header and self.names[j] else f"column {j + 1}"

    def named(self, places: Collection[int]) -> str:
        """Return how a note calls several columns, of which it names the first few."""
        return some_names([self.names[j] if self.header and self.names[j] else f"column {j + 1}" for j in places])

    def called(self) -> tuple[str, ...]:
        """Return the name of every column, or its number where there is none or it is there twice."""
        return tuple(name if name and self._counts[name] == 1 else str(j) for j, name in enumerate(self.names, 1))

    def label_at(self, column: str | int) -> int:
        """Return the position of the column that is chosen to hold the labels. Raises InputError if there is none."""
        text = str(column)
        if self.label_is_fixed:
            raise InputError("the first word of a line is its label; choose no other column for the labels")
        if isinstance(column, str) and self._counts[text] == 1:
            return self.places[text]
        if text.isdecimal() and len(text) < 10:
            if 1 <= int(text) <= self.width:
                return int(text) - 1
            raise InputError(f"there is no column {text} for the labels; write a number from 1 to {self.width}")
        there = f"{self._counts[text]} columns are" if self._counts[text] else "no column is"
        raise InputError(f"{there} called {shown(text)}; {listed_names(self.names)} are there, or a number from 1")

    def position(self, column: str, label: int) -> int:
        """Return the position of a feature asked for by name, else by number from 1. Raises InputError."""
        if (count := self._counts[column]) > 1:
            raise InputError(f"{count} columns are called {shown(column)}; write a number from 1 instead")
        if count:
            found = self.places[column]
        elif len(column) < 10 and column.isdecimal() and 1 <= int(column) <= self.width:
            found = int(column) - 1
        else:
            there = listed_names(name for j, name in enumerate(self.names) if j not in (label, *self.passed_over))
            raise InputError(f"there is no column {shown(column)}; the features are {there}")
        if found == label:
            raise InputError(f"column {shown(column)} holds the labels; choose a feature")
        return found

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The position of the first column of each name."""
        return {name: self.width - j for j, name in enumerate(reversed(self.names), 1)}

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(self.names)


def is_called_label(name: str, *, last: bool) -> bool:
    """Return whether a column of this name holds the labels."""
    plain = name.strip().casefold()
    return plain in LABEL_NAMES or (last and plain == "y")


def check_names(names: Iterable[str]) -> None:
    """Raise InputError for a name that is longer than a window, or a line of text, has room for."""
    for j, name in enumerate(names):
        if len(name) > LONGEST_NAME:
            raise InputError(f"{shown(name)} is longer than {LONGEST_NAME:,} characters; write a name", column=j + 1)


def by_name(names: Sequence[str], features: Sequence[str]) -> list[int]:
    """Return the positions of the features; of equal names the first goes with the first. Raises InputError."""
    places: dict[str, list[int]] = {}
    for j in reversed(range(len(names))):
        places.setdefault(names[j], []).append(j)
    positions = []
    for name in features:
        if not places.get(name):
            there = f"{listed_names(names)} are there"
            raise InputError(f"there is no column {shown(name)}; {there}", column=len(names) + 1)
        positions.append(places[name].pop())
    return positions
