"""Rows of delimited text to numbers and labels: a whole block at once where all is usual, else cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

import numpy as np

from core.compiled import loops
from core.datasets.dataset import FloatArray
from core.errors import InputError
from core.files.labels import Labels
from core.files.numbers import number_of, same_mark
from core.files.records import Record
from core.files.source import decoded, line_breaks
from core.files.usual import Codes, Shape, Usual, read_usual
from core.files.usual_compiled import read_compiled

Split = Callable[[str, str, int], Iterator[Record]]
"""Text, delimiter and the line the text begins on to rows."""

_FEW_LABELS = 16
"""As many as are looked for at once."""


class RowReader:
    """Reads the columns that are wanted of one block after the other, beginning on `line`.

    Every row has to have `width` cells. `special` are bytes that make a block one to be `split` cell by cell.
    Raises InputError at the first row or cell that is wrong.
    """

    def __init__(
        self,
        split: Split,
        special: bytes,
        delimiter: str,
        width: int,
        features: Sequence[int],
        label: int | None = None,
        labels: Labels | None = None,
        line: int = 1,
    ) -> None:
        self._split = split
        self._special = [bytes([byte]) for byte in special + b"\0"]
        self._shape = Shape(delimiter, width, list(features), label)
        library = loops()
        self._read = read_usual if library is None else partial(read_compiled, library)
        self._labels = Labels() if labels is None else labels
        self._line = line
        self._mark = ""

    def take(self, data: bytes) -> tuple[FloatArray, Codes]:
        """The numbers (m, d) of the rows of a block, and the codes (m,) of their labels; none where none are wanted."""
        return self._at_once(data) or self._row_by_row(data)

    def _at_once(self, data: bytes) -> tuple[FloatArray, Codes] | None:
        """All the rows, or None where anything but a number is unusual."""
        if any(mark in data for mark in self._special) or not data:
            return None
        if not data.isascii():
            decoded(data, self._line)
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if not data.endswith(b"\n"):
            data += b"\n"
        mark = self._mark or self._mark_in(data)
        known = [text.encode() for text in islice(self._labels.codes, _FEW_LABELS)]
        found = self._read(data, self._shape, mark.encode(), known) if mark else None
        if found is None:
            return None
        try:
            if found.marked:
                self._mark = mark
            self._read_left(data, found)
        except InputError:
            return None  # row by row the first fault comes first
        self._line += len(found.numbers)
        return found.numbers[:, self._shape.order], found.codes

    def _mark_in(self, data: bytes) -> str:
        """The decimal mark that a block may have, where it is one alone."""
        if self._shape.delimiter == "," or b"," not in data:
            return "."
        return "" if b"." in data else ","

    def _read_left(self, data: bytes, found: Usual) -> None:
        """Read what was left, cell by cell."""
        for row, place, start, end in found.left.tolist():
            text = data[start:end].decode()
            if place < len(self._shape.distinct):
                found.numbers[row, place] = self._number(text)
            else:
                column = (self._shape.label or 0) + 1
                found.codes[row] = self._labels.code(text.strip(" "), self._line + row, column)

    def _row_by_row(self, data: bytes) -> tuple[FloatArray, Codes]:
        text = decoded(data, self._line)
        numbers: list[list[float]] = []
        codes: list[int] = []
        shape = self._shape
        for record in self._split(text, shape.delimiter, self._line):
            if len(record.cells) != shape.width:
                raise _ragged(record, shape.width)
            numbers.append([self._number_in(record, j) for j in shape.features])
            if shape.label is not None:
                cell = record.cells[shape.label]
                codes.append(self._labels.code(cell, record.line_of(shape.label), shape.label + 1))
        self._line += line_breaks(text)
        return np.array(numbers, float).reshape(len(numbers), len(shape.features)), np.array(codes, np.int32)

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
