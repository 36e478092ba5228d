"""Tables with a comma, semicolon or tab between cells: .csv, .tsv, .txt, as spreadsheets and scripts write them.

A header or none; the labels in the column called label, class or target, else in the last; decimal comma where the
comma is no delimiter. Blank lines are skipped, and nothing else is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled, InputError, never
from core.files.atomic import atomic_file
from core.files.columns import Columns, by_name
from core.files.labels import Labels, classes_of, declaration, is_class_number
from core.files.layout import Layout, check_no_row_is_lost, layout_of, question_columns
from core.files.records import (
    Record,
    check_writable,
    delimiter_of,
    joined_row,
    listed_names,
    quoted,
    shown,
    split_records,
)
from core.files.rows import RowReader
from core.files.source import decoded, line_breaks, text_blocks
from core.files.table import FirstRows, FoundColumns, GrowingExamples, Questions, Survey, Table
from core.numbers.plurals import plural

_ROWS_AT_ONCE = 10_000
_DOUBTFUL = re.compile(rb"(?<![0-9.,])([1-9][0-9]{0,2})([.,])([0-9]{3})(?![0-9.,])")
_CLEAR = re.compile(rb"[0-9][.,](?![0-9]{3}(?![0-9]))|(?<![0-9])0?[.,][0-9]|[0-9]{4}[.,][0-9]")
_MARKS = {b",": "comma", b".": "point"}


def recognised(head: str) -> bool:
    """Never: any text may be a table, so this is what a file is if it is nothing else."""
    del head
    return False


def read(
    path: Path,
    columns: Sequence[str | int] | None,
    cancelled: Cancelled = never,
    label_column: int | None = None,
) -> Table:
    """The table in `path`; raises InputError naming the line and column of the first fault.

    `columns` are the features, by name or number from 1; `label_column` is the number of the one with the labels.
    """
    start = _start(text_blocks(path, cancelled))
    layout = layout_of(start.first, start.delimiter, label_column)
    labels = Labels(layout.columns.classes)
    return _table(start, layout, layout.columns.chosen(columns), labels, guessed=label_column is None)


def read_text(text: str) -> Table:
    """The table that a text is, such as one from a spreadsheet. Raises InputError as `read` does."""
    start = _start(_block_of(text))
    layout = layout_of(start.first, start.delimiter)
    return _table(start, layout, layout.columns.chosen(None), Labels(layout.columns.classes))


def read_more(text: str, onto: Dataset) -> Table:
    """The table that a text is, its features and classes those of `onto`: by name where a header has them all.

    Raises InputError as `read` does, and where features or classes are others.
    """
    start = _start(_block_of(text))
    layout = layout_of(start.first, start.delimiter)
    features = layout.columns.features
    names = [layout.columns.names[j] for j in features]
    if Counter(onto.features) <= Counter(names):
        features = [features[place] for place in by_name(names, onto.features)]
    if len(features) != onto.d:
        raise start.first.error(f"the row has {_counted(len(features))}; {_counted(onto.d)} are expected", 0)
    return _table(start, layout, features, Labels(onto.labels))


def _counted(features: int) -> str:
    return f"{features} {plural('feature', features)} and a label"


def _block_of(text: str) -> Iterator[bytes]:
    return iter([text.removeprefix("\ufeff").encode(errors="replace")])


def _table(start: _Start, layout: Layout, features: Sequence[int], labels: Labels, *, guessed: bool = True) -> Table:
    """`guessed`: nobody has said which column holds the labels."""
    thousands = _Thousands(start.delimiter)
    rows = start.rows(len(layout.columns.names), features, layout.columns.label, labels, header=layout.header)
    examples, codes = GrowingExamples(len(features)), [np.empty(0, np.int32)]
    for block in start.body(header=layout.header):
        thousands.look(block)
        piece = rows.take(block)
        examples.add(piece[0])
        codes.append(piece[1])
    check_no_row_is_lost(layout, start.first, labels)
    others = _other_labels(layout, features, examples.X, labels) if guessed else ()
    remarks = (*layout.remarks, *thousands.remarks(), *others)
    names = tuple(layout.columns.names[j] for j in features)
    return Table(names, examples.X, labels, np.concatenate(codes), layout.columns.target, remarks)


def survey(path: Path, cancelled: Cancelled = never, label_column: int | None = None) -> Survey:
    """What there is to choose from; the numbers are not looked at but in the first rows. Raises InputError."""
    start = _start(text_blocks(path, cancelled))
    layout = layout_of(start.first, start.delimiter, label_column)
    labels = Labels(layout.columns.classes)
    rows = start.rows(len(layout.columns.names), (), layout.columns.label, labels, header=layout.header)
    first = FirstRows(lambda text: split_records(text, start.delimiter), len(layout.columns.names))
    codes = [np.empty(0, np.int32)]
    for block in start.body(header=layout.header):
        codes.append(rows.take(block)[1])
        first.look(block)
    check_no_row_is_lost(layout, start.first, labels)
    found = FoundColumns(layout.columns, labels, np.concatenate(codes), layout.remarks, start.delimiter)
    return found.surveyed(first.rows)


def read_questions(
    path: Path, features: Sequence[str], columns: Sequence[str | int] | None, cancelled: Cancelled = never
) -> Questions:
    """Examples to classify, (m, d), the columns in the order of `features`; a label column is not looked at.

    With a header the features are found by name. Without one they are the first d columns, or, where there are more,
    those whose numbers (from 1) `columns` gives. Raises InputError as `read` does.
    """
    start = _start(text_blocks(path, cancelled), "rows of features")
    header, positions = question_columns(start.first, start.delimiter, features, columns)
    rows = start.rows(max(len(start.first.cells), max(positions) + 1), positions, header=header)
    thousands = _Thousands(start.delimiter)
    examples = GrowingExamples(len(positions))
    for block in start.body(header=header):
        thousands.look(block)
        examples.add(rows.take(block)[0])
    return Questions(examples.X, thousands.remarks())


def write(dataset: Dataset, path: Path) -> None:
    """A header and one row an example, so that `read` gives back the same dataset bit for bit; tabs in a .tsv.

    The header of the label column declares the classes' signs where the names alone would not tell them.
    Raises InputError where the file cannot be written or a name cannot be part of a text file.
    """
    with atomic_file(path) as stream:
        stream.writelines(piece.encode() for piece in lines(dataset, "\t" if path.suffix.lower() == ".tsv" else ","))


def lines(dataset: Dataset, delimiter: str, mark: str = ".") -> Iterator[str]:
    """The text of the file that `write` makes, some thousand lines at a time. Raises InputError for such a name.

    `mark` is the decimal mark, which must not be the delimiter.
    """
    header = joined_row(_header(dataset, delimiter), delimiter)
    ends = {sign: f"{delimiter}{quoted(name)}\n" for sign, name in zip((-1, 1), dataset.labels, strict=True)}
    check_writable(header, *ends.values())
    yield f"{header}\n"
    for i in range(0, dataset.n, _ROWS_AT_ONCE):
        X, y = (part[i : i + _ROWS_AT_ONCE].tolist() for part in (dataset.X, dataset.y))
        numbers = (delimiter.join(map(repr, row)) for row in X)
        yield "".join(row.replace(".", mark) + ends[sign] for row, sign in zip(numbers, y, strict=True))


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

    def body(self, *, header: bool) -> Iterator[bytes]:
        return chain([self.data[self.after :] if header else self.data], self.rest)

    def rows(
        self,
        width: int,
        features: Sequence[int],
        label: int | None = None,
        labels: Labels | None = None,
        *,
        header: bool,
    ) -> RowReader:
        line = self.line if header else self.first.line
        return RowReader(split_records, b'"', self.delimiter, width, features, label, labels, line)


def _start(pieces: Iterator[bytes], expected: str = "rows of features and a label") -> _Start:
    rest = _whole_records(pieces)
    line = 1
    for data in rest:
        text = decoded(data, line)
        delimiter = delimiter_of(text)
        for first in split_records(text, delimiter, line):
            blank = len(text) - len(text.lstrip(" \r\n"))
            before = text[:blank]
            skipped = before[: max(before.rfind("\n"), before.rfind("\r")) + 1]
            begin = len(skipped.encode())
            after = len(text[: first.end].encode()) - begin
            return _Start(first, delimiter, data[begin:], after, line + line_breaks(text[: first.end]), rest)
        line += line_breaks(text)
    raise InputError(f"the file is empty; {expected} are expected")


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

    def look(self, block: bytes) -> None:
        """Look at a block until a number is seen that makes it clear."""
        if not self._open or not any(bytes([mark]) in block for mark in self._marks):
            return
        self._open = not _CLEAR.search(block)
        match = _DOUBTFUL.search(block) if self._open and self._example is None else None
        if match and match[2] in self._marks:
            self._example = match.groups()

    def remarks(self) -> tuple[str, ...]:
        """What was decided."""
        if not self._open or self._example is None:
            return ()
        whole, mark, rest = (part.decode() for part in self._example)
        name = _MARKS[mark.encode()]
        return (
            f"the {name} was taken for the decimal mark: {whole}{mark}{rest} was read as {float(f'{whole}.{rest}')}",
        )


def _other_labels(layout: Layout, features: Sequence[int], X: FloatArray, labels: Labels) -> tuple[str, ...]:
    """A remark where the label column is not named and other columns hold nothing but two whole numbers either."""
    if layout.certain or len(X) < 3 or not all(map(is_class_number, labels.codes)):
        return ()
    others = [j for place, j in enumerate(features) if _could_be_labels(X[:, place])]
    if not others:
        return ()
    columns = listed_names(shown(layout.columns.names[j]) if layout.header else str(j + 1) for j in others)
    return (f"the last column was taken for the labels; {columns} could hold them too",)


def _could_be_labels(column: FloatArray) -> bool:
    few = set(column[:100].tolist())
    return few in ({0.0, 1.0}, {-1.0, 1.0}, {1.0, 2.0}) and bool(np.isin(column, list(few)).all())


def _header(dataset: Dataset, delimiter: str) -> list[str]:
    plain = [*dataset.features, dataset.target]
    if _says_enough(plain, dataset, delimiter):
        return plain
    return [*dataset.features, declaration(dataset.target, dataset.labels)]


def _says_enough(header: list[str], dataset: Dataset, delimiter: str) -> bool:
    """Whether a plain header would be taken as one, and the classes' names alone would give these signs."""
    counts = zip(dataset.labels, (dataset.negatives, dataset.positives), strict=True)
    present = [name for name, count in counts if count]
    first = Record(header, 1, 0)
    try:
        layout = layout_of(first, delimiter)
        classes = classes_of(present)
        check_no_row_is_lost(layout, first, Labels(codes={name: code for code, name in enumerate(present)}))
    except InputError:
        return False
    expected = Columns(tuple(header), dataset.d, dataset.target)
    return layout.header and layout.columns == expected and not layout.remarks and classes.names == dataset.labels
