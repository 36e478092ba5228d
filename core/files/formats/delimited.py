"""Tables with a comma, semicolon or tab between cells: .csv, .tsv, .txt, as spreadsheets and scripts write them.

A header or none; the labels in the column called label, class or target, else in the last; decimal comma where the
comma is no delimiter. Blank lines are skipped, and nothing else is. Text that is copied or pasted is such a table too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, Rows
from core.errors import InputError, listed_names, shown
from core.files.disk.blocks import decoded, line_breaks
from core.files.formats.format import Format, RowTable, WriteRow
from core.files.rows.reader import RowBlocks
from core.files.rows.records import Record, check_writable, delimiter_of, quoted, split_records
from core.files.table.columns import LABEL_NAMES, Columns, by_name, check_names, label_place
from core.files.table.labels import Labels, declaration, declared, is_class_number, is_missing, kinds_of, tell_signs
from core.files.table.loaded import Questions
from core.files.table.numbers import is_number
from core.numbers.numerals import plural

_DOUBTFUL = re.compile(rb"(?<![0-9.,])([1-9][0-9]{0,2})([.,])([0-9]{3})(?![0-9.,])")
_CLEAR = re.compile(rb"[0-9][.,](?![0-9]{3}(?![0-9]))|(?<![0-9])0?[.,][0-9]|[0-9]{4}[.,][0-9]")
_MARKS = {b",": "comma", b".": "point"}

_WHERE = "Pasted text"


@dataclass(frozen=True)
class Delimited(Format):
    """What is written has this `delimiter` and this decimal `mark`, which must differ; what is read shows its own."""

    delimiter: str = ","
    mark: str = "."

    def table(self, blocks: Iterator[bytes], label_column: int | None = None) -> DelimitedTable:
        return DelimitedTable(_Start.of(blocks), label_column)

    def table_in(self, text: str) -> DelimitedTable:
        """The table that a text is, such as one from a spreadsheet."""
        return self.table(iter([text.removeprefix("\ufeff").encode(errors="replace")]))

    def questions(
        self, blocks: Iterator[bytes], features: Sequence[str], columns: Sequence[str | int] | None
    ) -> Questions:
        """With a header the features are found by name. Without one they are the first d columns, or, where there are
        more, those whose numbers (from 1) `columns` gives.
        """
        start = _Start.of(blocks, "rows of features")
        header, positions = question_columns(start.first, start.delimiter, features, columns)
        thousands = _Thousands(start.delimiter)
        width = max(len(start.first.cells), max(positions) + 1)
        rows = start.rows(thousands, width, header=header).read(positions)
        return Questions(rows.X, thousands.remarks())

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

    def __init__(self, start: _Start, label_column: int | None) -> None:
        self.delimiter = start.delimiter
        self.first = start.first
        self._layout = layout_of(start.first, start.delimiter, label_column)
        self._guessed = label_column is None
        self._thousands = _Thousands(start.delimiter)
        rows = start.rows(self._thousands, len(start.first.cells), header=self._layout.header)
        super().__init__(self._layout.columns, self._layout.remarks, rows)

    def loaded_onto(self, onto: Dataset) -> Dataset:
        """The table with the features and classes of `onto`: by name where a header has them all, else in order."""
        self.labels = Labels(onto.labels)
        return self.loaded(self._features_of(onto)).dataset

    def _features_of(self, onto: Dataset) -> list[int]:
        features = self.columns.features
        names = [self.columns.names[j] for j in features]
        if Counter(onto.features) <= Counter(names):
            features = [features[place] for place in by_name(names, onto.features)]
        if len(features) != onto.d:
            raise self.first.error(f"the row has {_counted(len(features))}; {_counted(onto.d)} are expected", 0)
        return features

    def check(self) -> None:
        check_no_row_is_lost(self._layout, self.first, self.labels)

    def doubts(self, features: Sequence[int], X: FloatArray) -> tuple[str, ...]:
        return (*self._thousands.remarks(), *(self._other_labels(features, X) if self._guessed else ()))

    def _other_labels(self, features: Sequence[int], X: FloatArray) -> tuple[str, ...]:
        """A remark where the label column is not named and other columns hold nothing but two whole numbers either."""
        if self._layout.certain or len(X) < 3 or not all(map(is_class_number, self.labels.codes)):
            return ()
        others = [j for place, j in enumerate(features) if _could_be_labels(X[:, place])]
        if not others:
            return ()
        columns = listed_names(shown(self.columns.names[j]) if self._layout.header else str(j + 1) for j in others)
        return (f"the last column was taken for the labels; {columns} could hold them too",)


@dataclass(frozen=True)
class _Start:
    """A file whose first row is known."""

    first: Record
    delimiter: str
    data: bytes
    """The block that the first row is in, from it on."""
    after: int
    """Where in `data` the second row begins, and on which line."""
    line: int
    rest: Iterator[bytes]

    @classmethod
    def of(cls, blocks: Iterator[bytes], expected: str = "rows of features and a label") -> _Start:
        """Raises InputError where there is no row at all."""
        rest = _whole_records(blocks)
        line = 1
        for data in rest:
            text = decoded(data, line)
            delimiter = delimiter_of(text)
            for first in split_records(text, delimiter, line):
                blank = text[: len(text) - len(text.lstrip(" \r\n"))]
                begin = max(blank.rfind("\n"), blank.rfind("\r")) + 1
                after = len(text[begin : first.end].encode())
                return cls(first, delimiter, data[begin:], after, line + line_breaks(text[: first.end]), rest)
            line += line_breaks(text)
        raise InputError(f"the file is empty; {expected} are expected")

    def rows(self, thousands: _Thousands, width: int, *, header: bool) -> RowBlocks:
        """The rows of so many cells, after the header if there is one."""
        blocks = chain([self.data[self.after :] if header else self.data], self.rest)
        line = self.line if header else self.first.line
        return RowBlocks(map(thousands.seen, blocks), line, width, self.delimiter)


def _whole_records(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The blocks, those put together between which a quoted cell may go on."""
    parts: list[bytes] = []
    quotes = 0
    for piece in pieces:
        parts.append(piece)
        quotes += piece.count(b'"') if b'"' in piece else 0
        if quotes % 2 == 0:
            yield b"".join(parts)
            parts.clear()
    if parts:
        yield b"".join(parts)


class _Thousands:
    """Whether 1,000 or 1.000 could be a thousand: every number with a mark is of this shape."""

    def __init__(self, delimiter: str) -> None:
        self._open = delimiter != ","
        self._marks = b"," if delimiter == "\t" else b",."
        self._example: tuple[bytes, ...] | None = None

    def seen(self, block: bytes) -> bytes:
        """The same block, looked at, unless a number was seen that makes it clear."""
        if self._open and any(bytes([mark]) in block for mark in self._marks):
            self._open = not _CLEAR.search(block)
            match = _DOUBTFUL.search(block) if self._open and self._example is None else None
            if match and match[2] in self._marks:
                self._example = match.groups()
        return block

    def remarks(self) -> tuple[str, ...]:
        if not self._open or self._example is None:
            return ()
        whole, mark, rest = (part.decode() for part in self._example)
        name = _MARKS[mark.encode()]
        return (
            f"the {name} was taken for the decimal mark: {whole}{mark}{rest} was read as {float(f'{whole}.{rest}')}",
        )


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


def layout_of(first: Record, delimiter: str, label_column: int | None = None) -> Layout:
    """The layout that the first row shows; `label_column` (from 1) is chosen to hold the labels, if it is given.

    Raises InputError where there is one column, no such column, or half a header.
    """
    cells = first.cells
    if len(cells) == 1:
        raise first.error("there is only one column; features and a label are expected", 1)
    named = _label_columns(first)
    label = named[-1] if named else len(cells) - 1
    if label_column is not None:
        label = label_place(label_column, len(cells))
    columns = Columns.under(cells, label)
    is_header = columns.classes or _are_names(first, columns.features, delimiter, certain=bool(named)) or named
    if not is_header:
        return Layout(False, False, Columns(tuple(f"x{j + 1}" for j in range(len(cells))), label, "label"))
    try:
        check_names(columns.names)
    except InputError as error:
        raise first.placed(error, (error.column or 1) - 1) from None
    several = columns.classes is None and len(named) > 1 and label_column is None
    could = listed_names(cells[j] for j in named)
    remark = f"the columns {could} could all hold the labels; {shown(columns.target)} was taken"
    return Layout(True, bool(named), columns, (remark,) if several else ())


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


def _label_columns(first: Record) -> list[int]:
    """The positions that the header names as the labels', those that declare the classes alone where there are any."""
    declaring = [j for j, cell in enumerate(first.cells) if declared(cell)]
    return declaring[-1:] or [j for j, cell in enumerate(first.cells) if cell.lower() in LABEL_NAMES]


def _are_names(first: Record, features: Sequence[int], delimiter: str, *, certain: bool) -> bool:
    """Whether the feature cells of the first row are names, not numbers; raises InputError where they are both.

    Unless the row is `certain` to be a header, one of the names has to have a letter: `$5` and `NA` are numbers that
    cannot be read.
    """
    names = [j for j in features if not is_number(first.cells[j], delimiter)]
    if names and len(names) < len(features):
        raise first.error(
            f"{shown(first.cells[names[0]])} is not a number, but another cell of this row is; "
            "names or numbers are expected",
            names[0],
        )
    if names and not certain and not any(_is_name(first.cells[j]) for j in names):
        cell = first.cells[names[0]]
        what = f"{shown(cell)} is not a number" if cell else "the cell is empty"
        raise first.error(f"{what}; a number is expected, or a name", names[0])
    return bool(names)


def _is_name(cell: str) -> bool:
    return not is_missing(cell) and any(character.isalpha() for character in cell)


def _same_class(label: str, labels: Labels) -> bool:
    try:
        kinds = kinds_of([label])
    except InputError:
        return False
    return bool({kinds[label]}.intersection(kinds_of(labels.codes, labels.names).values()))


def as_text(dataset: Dataset, rows: Rows, mark: str = ".") -> str:
    """The examples at `rows`, with `mark` as the decimal mark. Raises InputError for a name that no text can hold."""
    return "".join(Delimited("\t", mark).written(dataset.with_rows(dataset.X[rows], dataset.y[rows])))


def from_text(text: str, onto: Dataset) -> Dataset:
    """The examples that `text` holds, to be added to `onto`: with its features and classes, unless it has no examples.

    A header may be there or not; the numbers may have a decimal comma. Raises InputError.
    """
    if not text.strip():
        raise InputError("there is no text to paste; rows of features and a label are expected")
    try:
        table = Delimited().table_in(text)
        if not onto.n:
            return table.loaded(table.columns.features).dataset
        more = table.loaded_onto(onto)
    except InputError as error:
        error.path = _WHERE
        raise
    return onto.with_rows(more.X, more.y)
