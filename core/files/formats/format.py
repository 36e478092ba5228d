"""What a format of files offers, and what all of them make of a table: a dataset, or a survey of what there is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.files.rows.reader import RowBlocks, Rows
from core.files.table.columns import Columns
from core.files.table.labels import Labels
from core.files.table.loaded import Loaded, Questions, SampleRows, Survey

WriteRow = Callable[[list[float], int], str]
"""The numbers and the sign of an example to its line."""

_ROWS_AT_ONCE = 10_000
_SAMPLE_ROWS, _SAMPLE_CELLS = 1_000, 30_000
_TWO = 2


class Table(ABC):
    """A file whose columns are known; its rows are read once. Everything raises InputError for what is wrong there."""

    delimiter = ","
    label_is_fixed = False
    """Whether no other column can hold the labels."""

    def __init__(self, columns: Columns, remarks: tuple[str, ...], labels: Labels | None = None) -> None:
        self.columns = columns
        self.remarks = remarks
        self.labels = labels or Labels(columns.classes)

    @abstractmethod
    def read(self, features: Sequence[int], sample: int = 0) -> Rows:
        """The columns at these positions and the labels, and so many of the first rows as a sample."""

    def doubts(self, _features: Sequence[int], _X: FloatArray) -> tuple[str, ...]:
        """What else was decided, once the features at these positions are read."""
        return ()

    def possible(self) -> list[int]:
        """The positions of the columns that can be features."""
        return self.columns.features

    def chosen(self, columns: Sequence[str | int] | None) -> list[int]:
        """The positions of the features asked for by name, else by number from 1; None asks for all."""
        return self.columns.chosen(columns)

    def loaded(self, features: Sequence[int], positive: str | None = None) -> Loaded:
        """The dataset of the features at these positions; `positive` is the class that is +1 against all the others."""
        X, codes, _ = self.read(features)
        classes = self.labels.classes(positive)
        signs = np.array([classes.signs[text] for text in self.labels.codes], np.int8)
        names = [self.columns.names[j] for j in features]
        dataset = Dataset(X, signs[codes], names, classes.names, self.columns.target)
        return Loaded(dataset, (*self.remarks, *self.doubts(features, X), *self.labels.remarks()))

    def survey(self) -> Survey:
        _, codes, first = self.read((), max(3, min(_SAMPLE_ROWS, _SAMPLE_CELLS // len(self.columns.names))))
        by_code = self.labels.kinds_by_code()
        counts = dict.fromkeys(by_code, 0)
        for kind, count in zip(by_code, np.bincount(codes, minlength=len(by_code)).tolist(), strict=True):
            counts[kind] += count
        called, possible = self.columns.called(), self.possible()
        kinds = tuple(by_code[code] for code in codes[: len(first)].tolist())
        sample = SampleRows(called, tuple(map(tuple, first)), kinds, self.delimiter)
        return Survey(
            tuple(called[j] for j in possible),
            tuple(counts),
            (*self.remarks, *self.labels.remarks()),
            tuple(counts.values()),
            self._positive(by_code) if len(counts) <= _TWO else None,
            self.columns.label + 1,
            self.label_is_fixed,
            frozenset(called[j] for j in possible if np.isnan(sample.column(j)).any()),
            sample,
        )

    def _positive(self, by_code: Sequence[str]) -> str | None:
        signs = self.labels.classes(None).signs.values()
        return next((kind for kind, sign in zip(by_code, signs, strict=True) if sign > 0), None)


class RowTable(Table):
    """A table that is read row by row."""

    def __init__(self, columns: Columns, remarks: tuple[str, ...], rows: RowBlocks) -> None:
        super().__init__(columns, remarks)
        self.rows = rows

    @abstractmethod
    def check(self) -> None:
        """Raises InputError where labels that were read show that something else is wrong."""

    def read(self, features: Sequence[int], sample: int = 0) -> Rows:
        found = self.rows.read(features, self.columns.label, self.labels, sample)
        self.check()
        return found


class Format(ABC):
    """How files of one kind are read and written: a new one is one file, and a line in FORMATS for each suffix.

    `blocks` are the bytes of a file as UTF-8, cut where lines end. Everything raises InputError naming line and column
    of the first fault.
    """

    def recognised(self, head: str) -> bool:
        """Whether a file that begins like this can be nothing else."""
        del head
        return False

    @abstractmethod
    def table(self, blocks: Iterator[bytes], label_column: int | None = None) -> Table:
        """The table in a file; `label_column` is the number of the one with the labels, where the user says it."""

    @abstractmethod
    def questions(
        self, blocks: Iterator[bytes], features: Sequence[str], columns: Sequence[str | int] | None
    ) -> Questions:
        """Examples to classify, (m, d), the columns in the order of `features`; labels are not looked at.

        `columns` are those that were chosen of the training data, where they were.
        """

    @abstractmethod
    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """What stands before the rows, and how each is written, so that the dataset is read back bit for bit."""

    def written(self, dataset: Dataset) -> Iterator[str]:
        """The text of the file for a dataset, some thousand lines at a time."""
        head, row = self.beginning(dataset)
        yield head
        for i in range(0, dataset.n, _ROWS_AT_ONCE):
            X, y = (part[i : i + _ROWS_AT_ONCE].tolist() for part in (dataset.X, dataset.y))
            yield "".join(map(row, X, y))
