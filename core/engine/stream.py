"""The stream of examples an epoch-by-epoch run sees, cut into tiles of whole epochs that the scans can work on."""

from __future__ import annotations

import gc
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.engine.batch import Scalar
from core.orders import Passes

BLOCK = 16
"""Examples that the compiled scan looks at together."""
_LINE = 64
"""Bytes of a line of the cache: wide loads that lie across two take twice as long."""
PIECE = 1 << 13
"""How many examples a plain loop takes at a time; their tuples are kept for the next epoch."""

Row = tuple[Any, ...]
"""Place in the tile (int), then the floats y·x₁ … y·x_d, y."""


def signed_blocks(X: FloatArray, y: LabelArray, size: int, kind: type[Scalar]) -> NDArray[Scalar]:
    """Examples y·(x, 1), `size` at a time feature by feature, for X (m, d) and y (m,); shape (⌈m/size⌉, d + 1, size).

    The last block is filled up with zeros whose y is NaN. They begin with a line of the processor's cache. What is
    too large for numbers of a `kind` is infinite.
    """
    m, d = X.shape
    full, rest = divmod(m, size)
    blocks = _on_a_line((-(-m // size), d + 1, size), kind)
    signs = y.astype(np.float64)
    blocks[full:, d] = np.nan
    with np.errstate(over="ignore"):
        for j in range(d + 1):
            signed = (X[:, j] * signs if j < d else signs).astype(kind, copy=False)
            blocks[:full, j] = signed[: m - rest].reshape(full, size)
            blocks[full:, j, :rest] = signed[m - rest :]
    return blocks


def reach(X: FloatArray) -> FloatArray:
    """The largest |xⱼ| of all examples X (m, d), and 1 for the bias; shape (d + 1,)."""
    return np.append(np.maximum(X.max(axis=0, initial=0.0), -X.min(axis=0, initial=0.0)), 1.0)


def _on_a_line(shape: tuple[int, ...], kind: type[Scalar]) -> NDArray[Scalar]:
    """Zeros that begin with a line of the processor's cache."""
    size = prod(shape) * np.dtype(kind).itemsize
    space = np.zeros(size + _LINE, np.uint8)
    start = -space.ctypes.data % _LINE
    return space[start : start + size].view(kind).reshape(shape)


class Tile:
    """Some whole epochs as the run sees them: examples `X` (m, d), labels `y` (m,), and `index` (m,), their rows."""

    def __init__(self, index: IntArray, X: FloatArray, y: LabelArray) -> None:
        self.index, self.X, self.y = index, X, y
        self._pieces: dict[int, list[Row]] = {}

    def __len__(self) -> int:
        return len(self.index)

    @cached_property
    def positive(self) -> NDArray[np.bool_]:
        return self.y > 0

    @cached_property
    def blocks(self) -> FloatArray:
        """The examples in blocks of 16, as `signed_blocks` has them."""
        return signed_blocks(self.X, self.y, BLOCK, np.float64)

    def rows(self, start: int, stop: int) -> list[Row]:
        """The examples at start … stop, within one piece, as plain tuples: what a plain loop is fastest on."""
        number, offset = divmod(start, PIECE)
        if number not in self._pieces:
            if len(self._pieces) == 16:
                self._pieces.clear()
            self._pieces[number] = self._piece(number * PIECE, min((number + 1) * PIECE, len(self)))
        piece = self._pieces[number]
        wanted = slice(offset, offset + stop - start)
        return piece if wanted == slice(0, len(piece)) else piece[wanted]

    def _piece(self, start: int, stop: int) -> list[Row]:
        y = self.y[start:stop].astype(np.float64)
        signed = [(column[start:stop] * y).tolist() for column in self.X.T]
        # The garbage collector would walk the growing heap of tuples again and again, and free nothing.
        enabled = gc.isenabled()
        gc.disable()
        try:
            return list(zip(range(start, stop), *signed, y.tolist(), strict=True))
        finally:
            if enabled:
                gc.enable()


class Stream:
    """The examples in the order the run sees them; short epochs are strung together so that a tile is worth a scan."""

    def __init__(self, dataset: Dataset, order: Passes) -> None:
        self._dataset = dataset
        self._order = order
        self._epochs = max(1, 4096 // max(dataset.n, 1))
        self._number = -1
        self._tile: Tile | None = None
        self.tile_length = self._epochs * dataset.n

    def tile(self, number: int) -> Tile:
        """Tile `number` (from 0), which begins with example `number · tile_length + 1` of the stream."""
        if self._tile is None or (number != self._number and not self._order.repeats):
            first = number * self._epochs + 1
            self._tile = self._strung(self._order.epochs(first, self._epochs))
        self._number = number
        return self._tile

    def _strung(self, index: IntArray) -> Tile:
        X, y = self._dataset.X, self._dataset.y
        if self._order.as_in_file and len(index) == len(y):
            return Tile(index, X, y)
        gathered = np.empty((len(index), self._dataset.d), order="F")
        for column, source in zip(gathered.T, X.T, strict=True):
            column[:] = source.take(index)
        return Tile(index, gathered, y.take(index))
