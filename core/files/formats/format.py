"""What a format of files offers, and what all of them make of a table: a dataset, or a survey of what there is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.files.rows.reader import RowBlocks, Rows, Scan
from core.files.table.choices import AS_IT_IS, Choices
from core.files.table.columns import Columns
from core.files.table.gaps import skipped
from core.files.table.labels import Classes, Labels
from core.files.table.loaded import Loaded, Questions, SampleRows, Survey
from core.numbers.numerals import counted

WriteRow = Callable[[list[float], int], str]
"""The numbers and the sign of an example to its line."""

_ROWS_AT_ONCE = 10_000
_SAMPLE_ROWS, _SAMPLE_CELLS = 1_000, 30_000
COUNTS = "the first column has no name and counts the rows"
"""What is said of such a column."""


class Table(ABC):
    """A file whose columns are known. Everything raises InputError for what is wrong there."""

    label_is_fixed = False
    """Whether no other column can hold the labels."""

    def __init__(self, columns: Columns, remarks: tuple[str, ...], labels: Labels | None = None) -> None:
        self.columns = columns
        self.remarks = remarks
        self.labels = labels or Labels(columns.classes)

    @abstractmethod
    def read(self, features: Sequence[int]) -> Rows:
        """The columns at these positions and the labels."""

    @abstractmethod
    def scan(self, features: Sequence[int], sample: int, *, labelled: bool) -> Scan:
        """A look at the columns at these positions and, where they are `labelled`, at the labels."""

    def notes(self) -> tuple[str, ...]:
        """What else was decided, once the rows are read."""
        return ()

    def doubts(self, _features: Sequence[int], _X: FloatArray) -> tuple[str, ...]:
        """The same of the features at these positions."""
        return ()

    def doubtful(self) -> str:
        """A number of which a look has shown that it may mean two things."""
        return ""

    def possible(self) -> list[int]:
        """The positions of the columns that can be features."""
        return self.columns.features

    def chosen(self, columns: Sequence[str | int] | None) -> list[int]:
        """The positions of the features asked for by name, else by number from 1; None asks for all."""
        return self.columns.chosen(columns)

    def loaded(self, choices: Choices = AS_IT_IS) -> Loaded:
        """The dataset, as a person chose it. Raises GapError for what is missing in it, unless that is skipped."""
        return self.taken(self.chosen(choices.columns), choices)

    def taken(self, features: Sequence[int], choices: Choices = AS_IT_IS) -> Loaded:
        """The same of the features at these positions."""
        rows = self.read(features)
        classes = self.labels.classes(choices.positive, choices.negative)
        # A row without a label, whose code is −1, is left out or refused; 0 would be the sign of another class.
        signs = np.array([*(classes.signs[text] for text in self.labels.codes), 1], np.int8)[rows.codes]
        gaps = [gap for gap in rows.gaps if signs[gap.row]]
        if gaps and not choices.skip_incomplete:
            raise gaps[0].error()
        X, y, others = rows.X, signs, 0
        if gaps or 0 in classes.signs.values():
            others, kept = int((signs == 0).sum()), signs != 0
            kept[[gap.row for gap in gaps]] = False
            X, y = np.asfortranarray(X[kept]), signs[kept]
        names = [self.columns.names[j] for j in features]
        dataset = Dataset(X, y, names, classes.names, self.columns.target)
        remarks = (*self.remarks, *self.notes(), *self.doubts(features, X), *self.labels.remarks())
        left_out = [_others(others, classes)] if others else []
        lines = sorted({gap.row: gap.line for gap in reversed(gaps)}.values())
        return Loaded(dataset, remarks, (*left_out, *([skipped(lines)] if lines else [])))

    def survey(self, *, labelled: bool = True) -> Survey:
        """What there is to choose from; without the classes where the column is not taken to be `labelled`."""
        possible, called = self.possible(), self.columns.called()
        rows = self.scan(possible, max(3, min(_SAMPLE_ROWS, _SAMPLE_CELLS // len(called))), labelled=labelled)
        by_code = self.labels.kinds_by_code()
        counts = dict.fromkeys(by_code, 0)
        known = np.bincount(rows.codes[rows.codes >= 0], minlength=len(by_code)).tolist()
        for kind, count in zip(by_code, known, strict=True):
            counts[kind] += count
        kinds = tuple((*by_code, "")[code] for code in rows.codes[: len(rows.first)].tolist())
        values = {called[j]: column for j, column in zip(possible, rows.X.T, strict=True)}
        sample = SampleRows(called, tuple(map(tuple, rows.first)), kinds or ("",) * len(rows.first), values)
        gaps: dict[str, dict[int, str]] = {}
        for gap in rows.gaps:
            kind = (*by_code, "")[rows.codes[gap.row]] if labelled else ""
            gaps.setdefault(called[gap.column], {})[gap.line] = kind
        no_number = [called[j] for j in possible if len(gaps.get(called[j], ())) == rows.n > 0]
        empty = dict.fromkeys(no_number, "no row has a number there")
        first = possible[:1] == [0] and counts_rows(self.columns.names[0], rows.X[:, 0])
        return Survey(
            tuple(called[j] for j in possible),
            tuple(counts),
            (*self.remarks, *self.notes(), *self.labels.remarks(), *((COUNTS,) if first else ())),
            tuple(counts.values()),
            self._positive(by_code) if len(counts) <= 2 else None,
            self.columns.label + 1,
            self.label_is_fixed,
            {**{called[j]: str(error) for j, error in rows.faults.items()}, **empty},
            {name: kinds for name, kinds in gaps.items() if name not in empty},
            self.doubtful(),
            called[0] if first else "",
            sample=sample,
        )

    def _positive(self, by_code: Sequence[str]) -> str | None:
        signs = self.labels.classes().signs.values()
        return next((kind for kind, sign in zip(by_code, signs, strict=True) if sign > 0), None)


def counts_rows(name: str, column: FloatArray) -> bool:
    """Whether a column without a name holds 0, 1, 2 and so on, or the same from 1."""
    counts = np.arange(len(column))
    return not name and len(column) > 1 and column[0] in (0, 1) and bool((column - counts == column[0]).all())


def _others(count: int, classes: Classes) -> str:
    """The remark that the examples of other classes were left out."""
    negative, positive = classes.names
    were = "was" if count == 1 else "were"
    return f"only {positive} (+1) and {negative} (−1) are used: {counted(count, 'example')} of others {were} left out"


class RowTable(Table):
    """A table that is read row by row."""

    @abstractmethod
    def rows(self) -> RowBlocks:
        """All rows, from the first on."""

    @abstractmethod
    def check(self) -> None:
        """Raises InputError where labels that were read show that something else is wrong."""

    def read(self, features: Sequence[int]) -> Rows:
        found = self.rows().read(features, self.columns.label, self.labels)
        self.check()
        return found

    def scan(self, features: Sequence[int], sample: int, *, labelled: bool) -> Scan:
        if not labelled:
            return self.rows().scan(features, None, None, sample)
        found = self.rows().scan(features, self.columns.label, self.labels, sample)
        self.check()
        return found


class Format(ABC):
    """How files of one kind are read and written: a new one is one file, and a line in FORMATS for each suffix.

    `blocks` are the bytes of a file as UTF-8, cut where lines end, as often as they are asked for. Everything raises
    InputError naming line and column of the first fault.
    """

    def recognised(self, head: str) -> bool:
        """Whether a file that begins like this can be nothing else."""
        del head
        return False

    @abstractmethod
    def table(self, blocks: Iterable[bytes], choices: Choices = AS_IT_IS) -> Table:
        """The table in a file, of which a person may have chosen the column of the labels and what signs mean."""

    @abstractmethod
    def questions(
        self, blocks: Iterable[bytes], features: Sequence[str], columns: Sequence[str | int] | None
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
