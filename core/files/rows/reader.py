"""Rows of delimited text to numbers and labels: a whole block at once where all is usual, else cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from core.compiled import loops
from core.datasets.dataset import FloatArray
from core.errors import InputError
from core.files.disk.blocks import decoded, line_breaks
from core.files.rows.at_once import Codes, RowShape, read_compiled, read_in_columns
from core.files.rows.records import Record, split_records
from core.files.table.labels import Labels
from core.files.table.numbers import number_of, same_mark

Split = Callable[[str, str, int], Iterator[Record]]
"""Text, delimiter and the line the text begins on to rows."""

_FEW_LABELS = 16
"""As many as are looked for at once."""


class Rows(NamedTuple):
    """What was read: the columns X (n, d) that are wanted, stored one after the other, and codes (n,) of the labels."""

    X: FloatArray
    codes: Codes
    first: list[list[str]]
    """The first rows, cell by cell, as they stand there."""


@dataclass(frozen=True)
class RowBlocks:
    """The rows of a file, to be read once: blocks of whole rows, the first of which begins on `line`.

    Every row has to have `width` cells. `special` are bytes that make a block one to be `split` cell by cell.
    All raise InputError at the first row or cell that is wrong.
    """

    blocks: Iterator[bytes]
    line: int
    width: int
    delimiter: str = ","
    split: Split = split_records
    special: bytes = b'"'

    def read(
        self, features: Sequence[int], label: int | None = None, labels: Labels | None = None, sample: int = 0
    ) -> Rows:
        """All of them: the columns that are wanted, and so many of the first as a sample."""
        reader = RowReader(self, features, label, labels)
        numbers: list[FloatArray] = []
        codes: list[Codes] = [np.empty(0, np.int32)]
        first: list[list[str]] = []
        for block in self.blocks:
            piece = reader.take(block)
            numbers.append(piece[0])
            codes.append(piece[1])
            if len(first) < sample:
                records = self.split(block.decode(), self.delimiter, 1)
                first += [record.cells for record in islice(records, sample - len(first))]
        X = np.empty((sum(map(len, numbers)), len(features)), order="F")
        start = 0
        for part in numbers:  # not at once: a million rows would keep the window waiting
            X[start : start + len(part)] = part
            start += len(part)
        return Rows(X, np.concatenate(codes), first)


class RowReader:
    """Reads the columns that are wanted of one block after the other. Raises InputError as RowBlocks says."""

    def __init__(
        self, rows: RowBlocks, features: Sequence[int], label: int | None = None, labels: Labels | None = None
    ) -> None:
        self._split = rows.split
        self._special = [bytes([byte]) for byte in rows.special + b"\0"]
        self._features = list(features)
        distinct, self._order = np.unique(np.array(features, np.int64), return_inverse=True)
        self._shape = RowShape(rows.delimiter, rows.width, distinct, label)
        library = loops()
        self._read = read_in_columns if library is None else partial(read_compiled, library)
        self._labels = Labels() if labels is None else labels
        self._line = rows.line
        self._mark = ""

    def take(self, data: bytes) -> tuple[FloatArray, Codes]:
        """The numbers (m, d) of the rows of a block, and the codes (m,) of their labels; none where none are wanted."""
        return self._at_once(data) or self._row_by_row(data)

    def _at_once(self, data: bytes) -> tuple[FloatArray, Codes] | None:
        """All the rows, or None where anything but a number is unusual."""
        if any(mark in data for mark in self._special) or not data:
            return None
        data = self._with_line_feeds(data)
        mark = self._mark or self._mark_in(data)
        known = [text.encode() for text in islice(self._labels.codes, _FEW_LABELS)]
        found = self._read(data, self._shape, mark.encode(), known) if mark else None
        if found is None:
            return None
        if found.marked:
            self._mark = mark
        try:
            for row, place, cell in found.left:
                text = cell.decode()
                if place < len(self._shape.features):
                    found.numbers[place, row] = self._number(text)
                else:
                    column = (self._shape.label or 0) + 1
                    found.codes[row] = self._labels.code(text.strip(" "), self._line + row, column)
        except InputError:
            return None  # row by row the first fault comes first
        self._line += found.numbers.shape[1]
        return found.numbers[self._order].T, found.codes

    def _with_line_feeds(self, data: bytes) -> bytes:
        """The same lines, each ended by a line feed."""
        if not data.isascii():
            decoded(data, self._line)
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return data if data.endswith(b"\n") else data + b"\n"

    def _mark_in(self, data: bytes) -> str:
        """The decimal mark that a block may have, where it is one alone."""
        if self._shape.delimiter == "," or b"," not in data:
            return "."
        return "" if b"." in data else ","

    def _row_by_row(self, data: bytes) -> tuple[FloatArray, Codes]:
        text = decoded(data, self._line)
        numbers: list[list[float]] = []
        codes: list[int] = []
        shape = self._shape
        for record in self._split(text, shape.delimiter, self._line):
            if len(record.cells) != shape.width:
                raise _ragged(record, shape.width)
            numbers.append([self._number_in(record, j) for j in self._features])
            if shape.label is not None:
                cell = record.cells[shape.label]
                codes.append(self._labels.code(cell, record.line_of(shape.label), shape.label + 1))
        self._line += line_breaks(text)
        return np.array(numbers, float).reshape(len(numbers), len(self._features)), np.array(codes, np.int32)

    def _number_in(self, record: Record, column: int) -> float:
        try:
            return self._number(record.cells[column])
        except InputError as error:
            raise record.placed(error, column) from None

    def _number(self, cell: str) -> float:
        value = number_of(cell, self._shape.delimiter)
        self._mark = same_mark(self._mark, cell)
        return value


def _ragged(record: Record, width: int) -> InputError:
    count = len(record.cells)
    columns = "1 column" if count == 1 else f"{count} columns"
    return record.error(f"the row has {columns}; {width} are expected", min(count, width))
