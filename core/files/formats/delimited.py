"""Tables with a comma, semicolon, tab or spaces between cells: .csv, .tsv, .txt, as spreadsheets and scripts have them.

A header or none; the labels in the column called label, class or target, else in the last; decimal comma where the
comma is no delimiter. A first line `sep=;` says what the delimiter is. Blank lines are skipped, and lines that begin
with #. Text that is copied or pasted is such a table too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.datasets.dataset import Rows as RowNumbers
from core.errors import InputError, listed_names, shown
from core.files.formats.format import COUNTS, Format, RowTable, WriteRow, counts_rows
from core.files.rows.reader import RowBlocks, Rows, Scan
from core.files.rows.records import Record, check_writable, quoted
from core.files.rows.source import Source
from core.files.table.choices import AS_IT_IS, Choices
from core.files.table.columns import LABEL_NAMES, Columns, by_name, check_names, label_place
from core.files.table.labels import Labels, declaration, declared, is_class_number, is_name, kinds_of, tell_signs
from core.files.table.loaded import Questions
from core.files.table.numbers import MarksError, is_meant_as_number
from core.numbers.numerals import plural


@dataclass(frozen=True)
class Delimited(Format):
    """What is written has this `delimiter` and this decimal `mark`, which must differ; what is read shows its own."""

    delimiter: str = ","
    mark: str = "."

    def table(self, blocks: Iterable[bytes], choices: Choices = AS_IT_IS) -> DelimitedTable:
        return DelimitedTable(Source(blocks), choices)

    def questions(
        self, blocks: Iterable[bytes], features: Sequence[str], columns: Sequence[str | int] | None
    ) -> Questions:
        """With a header the features are found by name. Without one they are the first d columns, or, where there are
        more, those whose numbers (from 1) `columns` gives.
        """
        source = Source(blocks, "rows of features")
        first = source.start.names or source.start.first
        header, positions = question_columns(first, source.start.delimiter, features, columns)
        source.header = header and source.start.names is None
        source.width = max(len(first.cells), max(positions) + 1)
        try:
            rows = source.rows().read(positions)
        except MarksError:
            source.decide(positions)
            rows = source.rows().read(positions)
        return Questions(rows.complete(), source.remarks())

    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """The header of the label column declares the classes' signs where the names alone would not tell them."""
        names = [*dataset.features, dataset.target]
        if not _says_enough(names, dataset, self.delimiter):
            names[-1] = declaration(dataset.target, dataset.labels)
        check_writable(*names, *dataset.labels)
        ends = {sign: f"{self.delimiter}{quoted(name)}\n" for sign, name in zip((-1, 1), dataset.labels, strict=True)}

        def row(numbers: list[float], sign: int) -> str:
            return self.delimiter.join(map(repr, numbers)).replace(".", self.mark) + ends[sign]

        return f"{self.delimiter.join(map(quoted, names))}\n", row


class DelimitedTable(RowTable):
    """A table whose layout its first row has shown."""

    def __init__(self, source: Source, choices: Choices) -> None:
        start = source.start
        self._layout = layout_of(start.first, start.delimiter, choices.label, start.names, start.following)
        self.first = _with_row_names(start.first) if self._layout.columns.row_names else start.first
        self._guessed = choices.label is None
        self._grouped = choices.grouped
        self._source = source
        source.header, source.width = self._layout.header, len(self._layout.columns.names)
        super().__init__(self._layout.columns, self._layout.remarks)

    def rows(self) -> RowBlocks:
        return self._source.rows()

    def read(self, features: Sequence[int]) -> Rows:
        """The second look is at columns in which signs may mean two things."""
        try:
            return super().read(features)
        except MarksError:
            self._source.decide(features, self._grouped)
            return super().read(features)

    def scan(self, features: Sequence[int], sample: int, *, labelled: bool) -> Scan:
        try:
            return super().scan(features, sample, labelled=labelled)
        except MarksError:
            undecided = self._source.look(features, self._grouped).undecided
            found = super().scan(features, sample, labelled=labelled)
            return found._replace(faults={**found.faults, **undecided})

    def doubtful(self) -> str:
        return self._source.decision.asked

    def loaded_onto(self, onto: Dataset) -> Dataset:
        """The table with the features and classes of `onto`: by name where a header has them all, else in order."""
        self.labels = Labels(onto.labels)
        features = self.columns.features
        names = [self.columns.names[j] for j in features]
        if Counter(onto.features) <= Counter(names):
            features = [features[place] for place in by_name(names, onto.features)]
        if len(features) != onto.d:
            raise self.first.error(f"the row has {_counted(len(features))}; {_counted(onto.d)} are expected", 0)
        return self.taken(features).dataset

    def check(self) -> None:
        check_no_row_is_lost(self._layout, self.first, self.labels)

    def notes(self) -> tuple[str, ...]:
        return self._source.remarks()

    def doubts(self, features: Sequence[int], X: FloatArray) -> tuple[str, ...]:
        counting = self._layout.header and 0 in features and counts_rows(self.first.cells[0], X[:, features.index(0)])
        counted = (f"{COUNTS}; it was taken for a feature",) if counting else ()
        return (*counted, *(self._other_labels(features, X) if self._guessed else ()))

    def _other_labels(self, features: Sequence[int], X: FloatArray) -> tuple[str, ...]:
        """A remark where the label column is not named and other columns hold nothing but two whole numbers either."""
        if self._layout.certain or len(X) < 3 or not all(map(is_class_number, self.labels.codes)):
            return ()
        others = [j for place, j in enumerate(features) if _could_be_labels(X[:, place])]
        if not others:
            return ()
        columns = listed_names(shown(self.columns.names[j]) if self._layout.header else str(j + 1) for j in others)
        return (f"the last column was taken for the labels; {columns} could hold them too",)


def _counted(features: int) -> str:
    return f"{features} {plural('feature', features)} and a label"


def _could_be_labels(column: FloatArray) -> bool:
    few = set(column[:100].tolist())
    return few in ({0.0, 1.0}, {-1.0, 1.0}, {1.0, 2.0}) and bool(np.isin(column, list(few)).all())


def _says_enough(header: list[str], dataset: Dataset, delimiter: str) -> bool:
    """Whether a plain header would be taken as one, and the classes' names alone would give these signs."""
    counts = zip(dataset.labels, (dataset.negatives, dataset.positives), strict=True)
    present = Labels(codes={name: code for code, (name, count) in enumerate(counts) if count})
    first = Record(header, 1, 0)
    try:
        layout = layout_of(first, delimiter)
        check_no_row_is_lost(layout, first, present)
    except InputError:
        return False
    expected = Columns(tuple(header), dataset.d, dataset.target)
    return layout.header and layout.columns == expected and not layout.remarks and tell_signs(dataset)


@dataclass(frozen=True)
class Layout:
    """What the first row says."""

    header: bool
    certain: bool
    """Whether a header names the label column as such."""
    columns: Columns
    remarks: tuple[str, ...] = ()


def layout_of(
    first: Record,
    delimiter: str,
    label_column: int | None = None,
    names: Record | None = None,
    following: Sequence[Record] = (),
) -> Layout:
    """The layout that the first row shows; `label_column` (from 1) is chosen to hold the labels, if it is given.

    `names` stand above a first row that is no header; the rows `following` a header may have one cell more, the name of
    the row as R writes it. Raises InputError where there is one column, no such column, or half a header.
    """
    if _names_rows(first, following, delimiter):
        found = layout_of(_with_row_names(first), delimiter, label_column)
        remark = "the first cell of each row has no name above it and was taken for the name of the row"
        return replace(found, columns=replace(found.columns, row_names=True), remarks=(*found.remarks, remark))
    cells = (names or first).cells
    if len(cells) == 1:
        raise first.error("there is only one column; features and a label are expected", 1)
    # What declares the classes comes before what is called as labels are.
    declaring = [j for j, cell in enumerate(cells) if declared(cell)]
    named = declaring[-1:] or [j for j, cell in enumerate(cells) if cell.lower() in LABEL_NAMES]
    label = named[-1] if named else len(cells) - 1
    if label_column is not None:
        label = label_place(label_column, len(cells))
    columns = Columns.under(cells, label)
    is_header = columns.classes or _are_names(names or first, columns.features, delimiter, certain=bool(named)) or named
    if not is_header:
        return Layout(False, False, Columns(tuple(f"x{j + 1}" for j in range(len(cells))), label, "label"))
    try:
        check_names(columns.names)
    except InputError as error:
        raise (names or first).placed(error, (error.column or 1) - 1) from None
    several = columns.classes is None and len(named) > 1 and label_column is None
    could = listed_names(cells[j] for j in named)
    remark = f"the columns {could} could all hold the labels; {shown(columns.target)} was taken"
    return Layout(names is None, bool(named), columns, (remark,) if several else ())


def _with_row_names(header: Record) -> Record:
    """The header with a place for what names the rows."""
    return Record(["", *header.cells], header.line, header.end)


def _names_rows(first: Record, following: Sequence[Record], delimiter: str) -> bool:
    """Whether two rows have a cell more than the header above them, which has no name for the names of rows."""
    width = len(first.cells) + 1
    named = [row for row in following if len(row.cells) == width and row.cells[0] and row.cells[-1]]
    return len(named) > 1 and not any(is_meant_as_number(cell, delimiter) for cell in first.cells)


def check_no_row_is_lost(layout: Layout, first: Record, labels: Labels) -> None:
    """Raises InputError where the header may be an example whose features cannot be read."""
    if not layout.header or layout.certain:
        return
    column, label = layout.columns.features[0], first.cells[layout.columns.label]
    if is_class_number(label) or (label in labels.codes) or _same_class(label, labels):
        raise first.error(
            f"{shown(first.cells[column])} is not a number, but {shown(label)} is a label; "
            "a number is expected, or a header whose last name is no label",
            column,
        )


def question_columns(
    first: Record, delimiter: str, features: Sequence[str], columns: Sequence[str | int] | None
) -> tuple[bool, list[int]]:
    """Whether there is a header, and where the features stand in a table that may have a label column or not.

    With a header the features are found by their names. Without one they are the first columns, or, where there are
    more columns than features, those whose numbers `columns` gives.
    """
    cells, d = first.cells, len(features)
    there = set(cells)
    if all(name in there for name in features) or _are_names(first, range(min(d, len(cells))), delimiter, certain=True):
        try:
            return True, by_name(cells, features)
        except InputError as error:
            raise first.placed(error, len(cells)) from None
    chosen = [str(column) for column in columns or ()]
    if len(cells) > d and chosen and all(column.isdecimal() for column in chosen):
        return False, [int(column) - 1 for column in chosen]
    return False, list(range(d))


def _are_names(first: Record, features: Sequence[int], delimiter: str, *, certain: bool) -> bool:
    """Whether the feature cells of the first row are names, not numbers; raises InputError where they are both.

    Unless the row is `certain` to be a header, one of the names has to have a letter: `$5` and `NA` are numbers that
    cannot be read.
    """
    names = [j for j in features if not is_meant_as_number(first.cells[j], delimiter)]
    if names and len(names) < len(features):
        raise first.error(
            f"{shown(first.cells[names[0]])} is not a number, but another cell of this row is; "
            "names or numbers are expected",
            names[0],
        )
    if names and not certain and not any(is_name(first.cells[j]) for j in names):
        cell = first.cells[names[0]]
        what = f"{shown(cell)} is not a number" if cell else "the cell is empty"
        raise first.error(f"{what}; a number is expected, or a name", names[0])
    return bool(names)


def _same_class(label: str, labels: Labels) -> bool:
    try:
        kinds = kinds_of([label])
    except InputError:
        return False
    return bool({kinds[label]}.intersection(kinds_of(labels.codes, labels.names).values()))


def as_text(dataset: Dataset, rows: RowNumbers, mark: str = ".") -> str:
    """The examples at `rows`, with `mark` as the decimal mark. Raises InputError for a name that no text can hold."""
    return "".join(Delimited("\t", mark).written(dataset.with_rows(dataset.X[rows], dataset.y[rows])))


def from_text(text: str, onto: Dataset) -> Dataset:
    """The examples that `text` holds, to be added to `onto`: with its features and classes, unless it has no examples.

    A header may be there or not; the numbers may have a decimal comma. Raises InputError.
    """
    if not text.strip():
        raise InputError("there is no text to paste; rows of features and a label are expected")
    try:
        table = Delimited().table([text.removeprefix("\ufeff").encode(errors="replace")])
        if not onto.n:
            return table.loaded().dataset
        more = table.loaded_onto(onto)
    except InputError as error:
        error.path = "Pasted text"
        raise
    return onto.with_rows(more.X, more.y)
