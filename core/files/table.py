"""What every format makes of a file, and what becomes of it: a dataset, and what was decided on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError
from core.files.columns import Columns
from core.files.labels import Labels
from core.files.numbers import number_of
from core.files.records import Record

_FIRST_ROOM = 1000
_SAMPLE_ROWS, _SAMPLE_CELLS = 1_000, 30_000
_TWO = 2


@dataclass(frozen=True)
class Loaded:
    """A dataset, and what was ambiguous in its file: a sentence for each thing that was decided."""

    dataset: Dataset
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Questions:
    """Examples to classify, X (m, d), and what was ambiguous in their file."""

    X: FloatArray
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SampleRows:
    """The first rows of a file."""

    columns: tuple[str, ...] = ()
    """The names of all columns, as `Survey.features` has them."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Cell by cell, as they stand there."""
    kinds: tuple[str, ...] = ()
    """The class of each row."""
    delimiter: str = ","

    def numbers(self, feature: str) -> FloatArray:
        """The column of a feature, (m,); NaN for a cell that is no number. KeyError where there is none."""
        place = {name: j for j, name in enumerate(self.columns)}[feature]
        return np.array([_number(row[place], self.delimiter) for row in self.rows])


@dataclass(frozen=True)
class Survey:
    """What a file holds that one may have to choose from, each in file order and as `read` takes it."""

    features: tuple[str, ...]
    """Names; a number from 1 in place of one that is there twice."""
    classes: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    """How many examples each class has."""
    positive: str | None = None
    """The class that is +1 unless another is chosen; None where there are more than two, or no example of it."""
    label: int = 0
    """The number from 1 of the column that holds the labels."""
    label_is_fixed: bool = False
    """Whether the format lets no other column hold them."""
    unreadable: frozenset[str] = frozenset()
    """Features with a cell among the first rows that is no number."""
    sample: SampleRows = field(default=SampleRows(), repr=False)

    @property
    def n(self) -> int:
        """How many examples there are."""
        return sum(self.counts)


@dataclass(frozen=True, eq=False)
class FoundColumns:
    """What a format found in a file: its columns, and the label of every example as a code (n,)."""

    columns: Columns
    labels: Labels
    codes: NDArray[np.int32]
    remarks: tuple[str, ...]
    delimiter: str = ","
    label_is_fixed: bool = False
    numeric: Sequence[int] | None = None
    """The positions of the columns that can be features; None for all but the label's."""

    def surveyed(self, rows: Iterable[Sequence[str]]) -> Survey:
        """What there is to choose from; `rows` are the first ones. Raises InputError for labels that are none."""
        classes, names = self.labels.kinds(), self.columns.names
        by_code = self.labels.kinds_by_code()
        per_code = np.bincount(self.codes, minlength=len(by_code)).tolist()
        counts = dict.fromkeys(classes, 0)
        for kind, count in zip(by_code, per_code, strict=True):
            counts[kind] += count
        called = tuple(self.columns.called(j) for j in range(len(names)))
        first = tuple(tuple(row) for row in islice(rows, rows_of_sample(len(names))))
        kinds = tuple(by_code[code] for code in self.codes[: len(first)].tolist())
        sample = SampleRows(called, first, kinds, self.delimiter)
        numeric = self.columns.features if self.numeric is None else self.numeric
        return Survey(
            tuple(called[j] for j in numeric),
            classes,
            (*self.remarks, *self.labels.remarks()),
            tuple(counts.values()),
            self._positive(by_code) if len(classes) <= _TWO else None,
            self.columns.label + 1,
            self.label_is_fixed,
            frozenset(called[j] for j in numeric if any(_is_unreadable(row[j], self.delimiter) for row in first)),
            sample,
        )

    def _positive(self, by_code: Sequence[str]) -> str | None:
        signs = self.labels.classes(None).signs
        return next((kind for kind, sign in zip(by_code, signs.values(), strict=True) if sign > 0), None)


class FirstRows:
    """The first rows of a file, as texts, from blocks that come one after the other.

    `split` takes text to rows; each of these has `width` cells.
    """

    def __init__(self, split: Callable[[str], Iterator[Record]], width: int) -> None:
        self._split = split
        self._most = rows_of_sample(width)
        self.rows: list[list[str]] = []

    def look(self, block: bytes) -> None:
        """Look at a block that was read without a fault."""
        if missing := self._most - len(self.rows):
            self.rows += [record.cells for record in islice(self._split(block.decode()), missing)]


def rows_of_sample(width: int) -> int:
    """How many rows of so many cells a sample has."""
    return max(3, min(_SAMPLE_ROWS, _SAMPLE_CELLS // width))


def _number(cell: str, delimiter: str) -> float:
    try:
        return number_of(cell, delimiter)
    except InputError:
        return np.nan


def _is_unreadable(cell: str, delimiter: str) -> bool:
    return bool(np.isnan(_number(cell, delimiter)))


@dataclass(frozen=True, eq=False)
class Table:
    """The features that were asked for, X (n, d), and the label column: `codes` (n,) are the places of its texts."""

    features: tuple[str, ...]
    X: FloatArray
    labels: Labels
    codes: NDArray[np.int32]
    target: str
    remarks: tuple[str, ...] = ()

    def loaded(self, positive: str | None) -> Loaded:
        """The dataset; `positive` is the class that is +1 against all the others. Raises InputError."""
        classes = self.labels.classes(positive)
        signs = np.array([classes.signs[text] for text in self.labels.codes], np.int8)
        dataset = Dataset(self.X, signs[self.codes], self.features, classes.names, self.target)
        return Loaded(dataset, (*self.remarks, *self.labels.remarks()))


class GrowingExamples:
    """Rows that come piece by piece, kept as one array, column by column as a Dataset keeps them."""

    def __init__(self, d: int) -> None:
        self._room = np.empty((_FIRST_ROOM, d), order="F")
        self._n = 0

    def add(self, piece: FloatArray) -> None:
        """More rows (m, d), after those that are there."""
        end = self._n + len(piece)
        if end > len(self._room):
            # What is not written to takes no memory yet; the array before goes at once.
            wider = np.empty((2 * end, self._room.shape[1]), order="F")
            wider[: self._n] = self._room[: self._n]
            self._room = wider
        self._room[self._n : end] = piece
        self._n = end

    @property
    def X(self) -> FloatArray:
        """All the rows (n, d)."""
        return self._room[: self._n]
