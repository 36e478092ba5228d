"""Rows of delimited text to numbers and labels: a whole block at once where all is usual, else cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.dataset import FloatArray
from core.errors import InputError
from core.files.decimals import FRONT, Block, Positions, decimals
from core.files.labels import Labels
from core.files.numbers import number_of, same_mark
from core.files.records import Record
from core.files.source import decoded, line_breaks

Codes = NDArray[np.int32]
Split = Callable[[str, str, int], Iterator[Record]]
"""Text, delimiter and the line the text begins on to rows."""

_FEW_LABELS = 16
_SPACES = 8
"""More of them around a cell are left to be stripped cell by cell."""


class Rows:
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
        self._delimiter = delimiter
        self._width = width
        self._features = list(features)
        self._place = _place(self._features)
        self._label = label
        self._labels = Labels() if labels is None else labels
        self._known: dict[tuple[int, int, int], int] = {}
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
        mark = self._mark_in(data)
        block = Block(data if data.endswith(b"\n") else data + b"\n")
        cells = self._cells(block, spaces=b" " in data)
        if mark is None or cells is None:
            return None
        starts, ends = cells
        if not self._settle(block, starts, ends, mark):
            return None
        try:
            numbers = self._numbers(block, starts[:, self._place], ends[:, self._place], mark)
            codes = np.empty(0, np.int32)
            if self._label is not None:
                codes = self._codes(block, starts[:, self._label].copy(), ends[:, self._label].copy())
        except InputError:
            return None  # row by row the first fault comes first
        self._line += len(starts)
        return numbers, codes

    def _mark_in(self, data: bytes) -> bytes | None:
        """The decimal mark that a block may have, where it is one alone."""
        if self._delimiter == ",":
            return b"."
        if b"," not in data:
            return b"."
        return None if b"." in data else b","

    def _cells(self, block: Block, *, spaces: bool) -> tuple[Positions, Positions] | None:
        """Where each cell begins and ends, (m, width) each; None unless every row has as many cells as it should."""
        delimiter = self._delimiter.encode()
        ends = block.positions(delimiter, b"\n")
        if len(ends) % self._width:
            return None
        starts = np.empty_like(ends)
        starts[0] = FRONT
        np.add(ends[:-1], 1, out=starts[1:])
        shape = (-1, self._width)
        rows = ends.reshape(shape)
        if np.count_nonzero(block.bytes == ord("\n")) != len(rows):
            return None
        if (block.bytes.take(rows[:, -1]) != ord("\n")).any():
            return None
        if spaces:
            _trim(block, starts, ends)
        if self._width == 1 and (starts == ends).any():
            return None
        return starts.reshape(shape), ends.reshape(shape)

    def _settle(self, block: Block, starts: Positions, ends: Positions, mark: bytes) -> bool:
        """Note the decimal mark of the file, once a number has one; False where this block may have another."""
        if self._delimiter == "," or not self._features:
            return True
        if self._mark:
            return self._mark == mark.decode() or not (block.bytes == mark[0]).any()
        marks = block.positions(mark)
        column = np.searchsorted(ends.ravel(), marks) % self._width
        if np.isin(column, self._features).any():
            self._mark = mark.decode()
        return True

    def _numbers(self, block: Block, starts: Positions, ends: Positions, mark: bytes) -> FloatArray:
        rows, columns = starts.shape
        starts, ends = starts.T.ravel(), ends.T.ravel()
        values, usual = decimals(block, starts, ends, mark)
        for i in np.flatnonzero(~usual).tolist():
            values[i] = self._number(block.text(int(starts[i]), int(ends[i])))
        return values.reshape(columns, rows).T

    def _codes(self, block: Block, starts: Positions, ends: Positions) -> Codes:
        """A label of up to sixteen bytes is known by its length, its first eight bytes and its last."""
        length = ends - starts
        first, last = block.outlines(starts, ends)
        codes = np.full(len(starts), -1, np.int32)

        def put(size: int, head: int, tail: int, code: int) -> None:
            same = (first == head) & (length == size)
            if last is not None and size > 8:
                same &= last == tail
            codes[:] += same.astype(np.int32) * np.int32(code + 1)

        for key, code in self._known.items():
            put(*key, code)
        for i in np.flatnonzero(codes < 0).tolist():
            if codes[i] >= 0:
                continue
            text = block.text(int(starts[i]), int(ends[i])).strip(" ")
            code = self._labels.code(text, self._line + i, (self._label or 0) + 1)
            key = (int(length[i]), int(first[i]), 0 if last is None or length[i] <= 8 else int(last[i]))
            if len(self._known) < _FEW_LABELS and length[i] <= 16:
                self._known[key] = code
                put(*key, code)
            else:
                codes[i] = code
        return codes

    def _row_by_row(self, data: bytes) -> tuple[FloatArray, Codes]:
        text = decoded(data, self._line)
        numbers: list[list[float]] = []
        codes: list[int] = []
        for record in self._split(text, self._delimiter, self._line):
            if len(record.cells) != self._width:
                raise _ragged(record, self._width)
            numbers.append([self._number_in(record, j) for j in self._features])
            if self._label is not None:
                cell = record.cells[self._label]
                codes.append(self._labels.code(cell, record.line_of(self._label), self._label + 1))
        self._line += line_breaks(text)
        return np.array(numbers, float).reshape(len(numbers), len(self._features)), np.array(codes, np.int32)

    def _number_in(self, record: Record, column: int) -> float:
        try:
            return self._number(record.cells[column])
        except InputError as error:
            raise record.placed(error, column) from None

    def _number(self, cell: str) -> float:
        value = number_of(cell, self._delimiter)
        self._mark = same_mark(self._mark, cell)
        return value


def _place(features: list[int]) -> slice | list[int]:
    """The positions as a slice where they are neighbours: numpy then need not look them up one by one."""
    if not features or features != list(range(features[0], features[-1] + 1)):
        return features
    return slice(features[0], features[-1] + 1)


def _trim(block: Block, starts: Positions, ends: Positions) -> None:
    """Move the ends of cells over the spaces around what they hold."""
    for _ in range(_SPACES):
        leading = (block.bytes.take(starts) == ord(" ")) & (starts < ends)
        starts += leading
        trailing = (block.bytes.take(ends - 1) == ord(" ")) & (starts < ends)
        ends -= trailing
        if not leading.any() and not trailing.any():
            return


def _ragged(record: Record, width: int) -> InputError:
    count = len(record.cells)
    columns = "1 column" if count == 1 else f"{count} columns"
    return record.error(f"the row has {columns}; {width} are expected", min(count, width))
