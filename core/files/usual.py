"""Usual rows of a block to numbers and labels, at once in numpy; what is unusual in them is left for cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.files.decimals import FRONT, ByteBlock, Positions, block_decimals

Codes = NDArray[np.int32]

_SPACES = 8
"""More of them around a cell are left to be stripped cell by cell."""
_WORD = 8
_KNOWN_BYTES = 2 * _WORD
"""Of a longer label the first and the last eight bytes do not say which it is."""


@dataclass(frozen=True)
class Shape:
    """What every row looks like: so many cells, and at which positions those that are wanted are."""

    delimiter: str
    width: int
    features: Sequence[int]
    label: int | None = None

    @cached_property
    def distinct(self) -> IntArray:
        """The positions of the features, each once, in order."""
        return np.unique(np.array(self.features, np.int64))

    @cached_property
    def order(self) -> slice | IntArray:
        """Where each feature is among the distinct; a slice where that is where it is."""
        order = np.searchsorted(self.distinct, np.array(self.features, np.int64))
        return slice(None) if np.array_equal(order, np.arange(len(self.distinct))) else order

    @cached_property
    def places(self) -> IntArray:
        """What each cell of a row is (width,): one of the distinct features, their number for the label, else −1."""
        places = np.full(self.width, -1, np.int64)
        places[self.distinct] = np.arange(len(self.distinct))
        if self.label is not None:
            places[self.label] = len(self.distinct)
        return places


@dataclass(frozen=True, eq=False)
class Usual:
    """What was read of m rows: their numbers (m, distinct features), and the codes (m,) of their labels.

    `left` are the cells that were not: (row, place, first byte, end) of each (·, 4). `marked`: whether a number has a
    decimal mark.
    """

    numbers: FloatArray
    codes: Codes
    marked: bool
    left: IntArray


def read_usual(data: bytes, shape: Shape, mark: bytes, known: Sequence[bytes]) -> Usual | None:
    """The rows of a block, each ended by a line feed; None unless every row has as many cells as it should.

    `known` are labels: the code of each is its place.
    """
    block = ByteBlock(data)
    cells = _cells(block, shape, spaces=b" " in data)
    if cells is None:
        return None
    starts, ends = cells
    rows, d = len(starts), len(shape.distinct)
    at = _neighbours(shape.distinct)
    first, last = starts[:, at].T.ravel(), ends[:, at].T.ravel()
    values, usual = block_decimals(block, first, last, mark)
    odd = np.flatnonzero(~usual)
    left = [np.column_stack([odd % max(rows, 1), odd // max(rows, 1), first[odd], last[odd]])]
    codes = np.empty(0, np.int32)
    if shape.label is not None:
        first, last = starts[:, shape.label].copy(), ends[:, shape.label].copy()
        codes = _codes(block, first, last, known)
        odd = np.flatnonzero(codes < 0)
        left.append(np.column_stack([odd, np.full(len(odd), d), first[odd], last[odd]]))
    found = np.concatenate(left)
    found[:, 2:] -= FRONT
    marked = d > 0 and _is_marked(block, ends, shape, mark)
    return Usual(values.reshape(d, rows).T, codes, marked, found)


def _cells(block: ByteBlock, shape: Shape, *, spaces: bool) -> tuple[Positions, Positions] | None:
    """Where each cell begins and ends, (m, width) each; None unless every row has as many cells as it should."""
    ends = block.positions(shape.delimiter.encode(), b"\n")
    if len(ends) % shape.width:
        return None
    starts = np.empty_like(ends)
    starts[0] = FRONT
    np.add(ends[:-1], 1, out=starts[1:])
    rows = ends.reshape(-1, shape.width)
    if np.count_nonzero(block.bytes == ord("\n")) != len(rows):
        return None
    if (block.bytes.take(rows[:, -1]) != ord("\n")).any():
        return None
    if spaces:
        _trim(block, starts, ends)
    if shape.width == 1 and (starts == ends).any():
        return None
    return starts.reshape(rows.shape), ends.reshape(rows.shape)


def _trim(block: ByteBlock, starts: Positions, ends: Positions) -> None:
    """Move the ends of cells over the spaces around what they hold."""
    for _ in range(_SPACES):
        leading = (block.bytes.take(starts) == ord(" ")) & (starts < ends)
        starts += leading
        trailing = (block.bytes.take(ends - 1) == ord(" ")) & (starts < ends)
        ends -= trailing
        if not leading.any() and not trailing.any():
            return


def _is_marked(block: ByteBlock, ends: Positions, shape: Shape, mark: bytes) -> bool:
    """Whether the mark stands in a cell of a feature."""
    if mark == b"." and shape.delimiter == ",":
        return False  # there is no other
    column = np.searchsorted(ends.ravel(), block.positions(mark)) % shape.width
    return bool(np.isin(column, shape.distinct).any())


def _codes(block: ByteBlock, starts: Positions, ends: Positions, known: Sequence[bytes]) -> Codes:
    """A label of up to sixteen bytes is known by its length, its first eight bytes and its last; −1 for any other."""
    length = ends - starts
    first, last = block.outlines(starts, ends)
    codes = np.full(len(starts), -1, np.int32)
    for code, text in enumerate(known):
        if len(text) > _KNOWN_BYTES:
            continue
        same = (first == int.from_bytes(text[:8], "little")) & (length == len(text))
        if last is not None and len(text) > _WORD:
            same &= last == int.from_bytes(text[-8:], "little")
        codes += same.astype(np.int32) * np.int32(code + 1)
    return codes


def _neighbours(places: IntArray) -> slice | IntArray:
    """The positions as a slice where they are neighbours: numpy then need not look them up one by one."""
    if len(places) == 0 or places[-1] - places[0] != len(places) - 1:
        return places
    return slice(int(places[0]), int(places[-1]) + 1)
