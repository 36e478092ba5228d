"""The usual rows of a block to numbers and labels, at once: in C where it was built, else column by column."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import LARGEST, FloatArray, IntArray

Codes = NDArray[np.int32]

_OUTLINE = 4
"""What C says of a cell that is left."""
_OF_NUMBERS = b"0123456789+-eE \n"
"""What `float` reads of these and a decimal point is a number as this program has it."""


@dataclass(frozen=True, eq=False)
class RowShape:
    """What every row looks like: so many cells, and where those that are wanted are, the features in order."""

    delimiter: str
    width: int
    features: IntArray
    label: int | None = None

    @cached_property
    def places(self) -> IntArray:
        """What each cell of a row is (width,): one of the features, their number for the label, else −1."""
        places = np.full(self.width, -1, np.int64)
        places[self.features] = np.arange(len(self.features))
        if self.label is not None:
            places[self.label] = len(self.features)
        return places


@dataclass(frozen=True, eq=False)
class RowsAtOnce:
    """What was read of m rows: their numbers (features, m), and the codes (m,) of their labels.

    `left` are the cells that were not: the row, the place and what is in it. `marked`: whether a number has a decimal
    mark.
    """

    numbers: FloatArray
    codes: Codes
    marked: bool
    left: list[tuple[int, int, bytes]]


def read_compiled(
    library: ctypes.CDLL, data: bytes, shape: RowShape, mark: bytes, known: Sequence[bytes]
) -> RowsAtOnce | None:
    """The rows of a block, each ended by a line feed; None unless every row has as many cells as it should.

    `known` are labels: the code of each is its place.
    """
    # A quarter of the time of bytes.count where lines are short.
    rows, d = np.count_nonzero(np.frombuffer(data, np.uint8) == ord("\n")), len(shape.features)
    labels = shape.label is not None
    numbers, codes = np.empty((d, rows)), np.empty(rows if labels else 0, np.int32)
    left = np.empty((rows * (d + labels), _OUTLINE), np.int64)
    ends, marked = np.cumsum([len(text) for text in known], dtype=np.int64), ctypes.c_int32(0)
    count = library.read_rows(
        *(data, len(data), rows, shape.delimiter.encode(), mark),
        *(shape.places.ctypes.data, shape.width, d, numbers.ctypes.data),
        *(b"".join(known), ends.ctypes.data, len(known)),
        *(codes.ctypes.data, left.ctypes.data, ctypes.byref(marked)),
    )
    if count < 0:
        return None
    cells = [(row, place, data[start:end]) for row, place, start, end in left[:count].tolist()]
    return RowsAtOnce(numbers, codes, bool(marked.value), cells)


def read_in_columns(data: bytes, shape: RowShape, mark: bytes, known: Sequence[bytes]) -> RowsAtOnce | None:
    """The same without C; None also where a cell of a feature is no number."""
    delimiter, d = shape.delimiter.encode(), len(shape.features)
    cells = data.replace(b"\n", b"\n" + delimiter).split(delimiter)[:-1]
    last = cells[shape.width - 1 :: shape.width]
    rows = len(last)
    # Of each row the last cell has its line feed, and so no other has one.
    if len(cells) != rows * shape.width or not rows == b"".join(last).count(b"\n") == data.count(b"\n"):
        return None
    if shape.width == 1 and any(cell.isspace() for cell in cells):
        return None
    columns = [delimiter.join(cells[j :: shape.width]) for j in shape.features.tolist()]
    numbers = np.empty((d, rows))
    for place, column in enumerate(columns):
        if column.translate(None, _OF_NUMBERS + mark + delimiter):
            return None
        try:
            numbers[place] = list(map(float, column.replace(mark, b".").split(delimiter)))
        except ValueError:
            return None
    if np.abs(numbers).max(initial=0.0) > LARGEST:
        return None
    texts = [] if shape.label is None else [cell.strip(b" \n") for cell in cells[shape.label :: shape.width]]
    places = {text: code for code, text in enumerate(known)}
    codes = np.array([places.get(text, -1) for text in texts], np.int32)
    left = [(row, d, texts[row]) for row in np.flatnonzero(codes < 0).tolist()]
    return RowsAtOnce(numbers, codes, any(mark in column for column in columns), left)
