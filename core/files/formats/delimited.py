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

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError, listed_names, shown
from core.files.disk.blocks import decoded, line_breaks
from core.files.formats.format import Format, RowTable, WriteRow
from core.files.formats.layout import check_no_row_is_lost, layout_of, question_columns
from core.files.rows.reader import RowBlocks
from core.files.rows.records import Record, check_writable, delimiter_of, quoted, split_records
from core.files.table.columns import Columns, by_name
from core.files.table.labels import Labels, declaration, is_class_number, tell_signs
from core.files.table.loaded import Questions
from core.numbers.plurals import plural

_DOUBTFUL = re.compile(rb"(?<![0-9.,])([1-9][0-9]{0,2})([.,])([0-9]{3})(?![0-9.,])")
_CLEAR = re.compile(rb"[0-9][.,](?![0-9]{3}(?![0-9]))|(?<![0-9])0?[.,][0-9]|[0-9]{4}[.,][0-9]")
_MARKS = {b",": "comma", b".": "point"}


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
        """What was decided."""
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
