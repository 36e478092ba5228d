"""The stream of examples in tiles of whole epochs, and two ways to find the next examples to learn from in a tile."""

from __future__ import annotations

import ctypes
from functools import cached_property
from math import isnan

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.datasets.arithmetic import activations, squared_norms
from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.engine.engine import Scalar
from core.orders import Passes
from core.rules import Rule

BLOCK = 16
"""Examples that the compiled scan looks at together."""
_LINE = 64
"""Bytes of a line of the cache: wide loads that lie across two take twice as long."""
_TILE, _TILE_FEATURES = 4096, 1 << 20
"""Examples of a tile that is worth a scan; fewer where examples are so long that their copies would fill the memory."""


def signed_blocks(X: FloatArray, y: LabelArray, size: int, kind: type[Scalar]) -> NDArray[Scalar]:
    """Return examples y·(x, 1), `size` at a time, feature by feature; shape (⌈m/size⌉, d + 1, size).

    X is (m, d), y (m,). The last block is filled with zeros whose y is NaN. Blocks begin at a line of the processor's
    cache. Values too large for numbers of a `kind` are infinite.
    """
    m, d = X.shape
    full, rest = divmod(m, size)
    count = -(-m // size) * (d + 1) * size * np.dtype(kind).itemsize
    space = np.zeros(count + _LINE, np.uint8)
    begin = -space.ctypes.data % _LINE
    blocks = space[begin : begin + count].view(kind).reshape(-1, d + 1, size)
    signs = y.astype(np.float64)
    blocks[full:, d] = np.nan
    with np.errstate(over="ignore"):
        np.multiply(
            X.T[:, : m - rest].reshape(d, full, size).transpose(1, 0, 2),
            signs[: m - rest].reshape(full, 1, size),
            out=blocks[:full, :d],
            dtype=np.float64,
            casting="same_kind",
        )
        blocks[:full, d] = signs[: m - rest].reshape(full, size)
        if rest:
            blocks[full, :d, :rest] = X.T[:, m - rest :] * signs[m - rest :]
            blocks[full, d, :rest] = signs[m - rest :]
    return blocks


def reach(X: FloatArray) -> FloatArray:
    """Return the largest |xⱼ| of all examples X (m, d), and 1 for the bias; shape (d + 1,)."""
    return np.append(np.maximum(X.max(axis=0, initial=0.0), -X.min(axis=0, initial=0.0)), 1.0)


class Tile:
    """Some whole epochs as the run sees them: examples `X` (m, d), labels `y` (m,), and `index` (m,), their rows."""

    def __init__(self, index: IntArray, X: FloatArray, y: LabelArray) -> None:
        self.index, self.X, self.y = index, X, y

    def __len__(self) -> int:
        return len(self.index)

    @cached_property
    def blocks(self) -> FloatArray:
        """The examples in blocks of 16, as `signed_blocks` has them."""
        return signed_blocks(self.X, self.y, BLOCK, np.float64)


class Stream:
    """The examples in the order the run sees them; short epochs are strung together so that a tile is worth a scan."""

    def __init__(self, dataset: Dataset, order: Passes) -> None:
        self._dataset = dataset
        self._order = order
        self._epochs = max(1, min(_TILE, _TILE_FEATURES // (dataset.d + 1)) // max(dataset.n, 1))
        self._number = -1
        self._tile: Tile | None = None
        self.tile_length = self._epochs * dataset.n

    def tile(self, number: int) -> Tile:
        """Tile `number` (from 0), which begins with example `number · tile_length + 1` of the stream."""
        if self._tile is None or (number != self._number and not self._order.repeats):
            index = self._order.epochs(number * self._epochs + 1, self._epochs)
            X, y = self._dataset.X, self._dataset.y
            if not (self._order.as_in_file and len(index) == len(y)):
                X, y = np.empty((len(index), self._dataset.d), order="F"), y.take(index)
                for column, source in zip(X.T, self._dataset.X.T, strict=True):
                    column[:] = source.take(index)
            self._tile = Tile(index, X, y)
        self._number = number
        return self._tile


_SMALLEST_BLOCK, _LARGEST_BLOCK = 16, 1 << 13


def scan_blocks(
    tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int, rule: Rule
) -> tuple[IntArray, FloatArray | None]:
    """Do the same without the library: whole blocks at a time, which grow while nothing is found."""
    places: list[int] = []
    activation: list[float] = []
    block = _SMALLEST_BLOCK
    while start < stop and len(places) < limit:
        x, y = tile.X[start : min(start + block, stop)], tile.y[start : min(start + block, stop)]
        a = activations(x, weights[:-1], weights[-1])
        added = rule.adds(a * y, y)
        first = int(added.argmax())
        if not added[first]:
            start, block = start + len(y), min(2 * block, _LARGEST_BLOCK)
            continue
        places.append(start + first)
        activation.append(float(a[first]))
        push = float(y[first])
        if rule.sized:
            push *= rule.size(push * activation[-1], float(squared_norms(x[first : first + 1])[0]) + bias_squared)
        weights[:-1] += push * x[first]
        weights[-1] += push * bias_squared
        start, block = start + first + 1, min(max(2 * first, _SMALLEST_BLOCK), _LARGEST_BLOCK)
    return np.array(places, np.int64), _kept(activation, rule)


def _kept(activation: list[float] | FloatArray, rule: Rule) -> FloatArray | None:
    """Return the value with a positive zero, because the sign of a zero depends on the way to it."""
    return np.asarray(activation) + 0.0 if rule.sized else None


def can_scan(rule: Rule) -> bool:
    """Return whether the C library is there and can decide for `rule`."""
    return loops() is not None and not rule.every_example and not (rule.sized and isnan(rule.target))


def library() -> ctypes.CDLL:
    """Return the library where `loops` is known to have one."""
    found = loops()
    if found is None:
        raise RuntimeError("the compiled loops are not there")
    return found


def scan_compiled(
    tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int, rule: Rule
) -> tuple[IntArray, FloatArray | None]:
    """Make the first `limit` updates in start … stop, each at once, in `weights` (d + 1,), which are changed.

    Returns their places in the tile (m,), and the activation before each (m,) unless it follows.
    """
    most, d = min(limit, stop - start), tile.X.shape[1]
    places, activation, numbers = np.empty(most, np.int64), np.empty(most), (bias_squared, *rule.bars)
    if d == 2 and not rule.sized:
        found = library().scan_2(tile.X, len(tile), tile.y, start, stop, weights, *numbers, most, places)
    else:
        found = library().scan(tile.blocks, d, start, stop, weights, *numbers, rule.target, most, places, activation)
    return places[:found], _kept(activation[:found], rule)
