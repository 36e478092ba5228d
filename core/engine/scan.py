"""The stream of examples in tiles of whole epochs, and three ways to find the next examples to learn from in a tile.

All three always find the same examples.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.datasets.arithmetic import activations
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
PIECE = 1 << 13
"""How many examples a plain loop takes at a time."""


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
        examples = min(_TILE, _TILE_FEATURES // (dataset.d + 1))
        self._epochs = max(1, examples // max(dataset.n, 1))
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


_SMALLEST_BLOCK, _LARGEST_BLOCK = 64, 1 << 13


@dataclass(frozen=True, eq=False)
class ScannedUpdates:
    """`places` in the tile (m,), `weights` after them (d + 1,), and `activation` before each (m,) unless it follows."""

    places: IntArray
    weights: FloatArray
    activation: FloatArray | None


def scan_loop(
    tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int, rule: Rule
) -> ScannedUpdates:
    """Return the first `limit` updates in start … stop, each made at once: a plain loop, for where they are dense."""
    places, activation = [], []
    *w, b = weights.tolist()
    negative, positive = rule.bars
    examples = zip(range(start, stop), tile.X[start:stop].tolist(), tile.y[start:stop].tolist(), strict=True)
    for place, x, y in examples:
        total = w[0] * x[0]
        for j in range(1, len(w)):
            total += w[j] * x[j]
        a = total + b
        if y * a < (positive if y > 0 else negative):
            push = y * rule.size(y * a, _squared(x, bias_squared))
            places.append(place)
            activation.append(a)
            w = [v + push * u for v, u in zip(w, x, strict=True)]
            b += push * bias_squared
            if len(places) == limit:
                break
    return ScannedUpdates(np.array(places, np.int64), np.array([*w, b]), _kept(activation, rule))


def _squared(x: list[float], bias_squared: float) -> float:
    total = x[0] * x[0]
    for j in range(1, len(x)):
        total += x[j] * x[j]
    return total + bias_squared


def scan_blocks(
    tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int, rule: Rule
) -> ScannedUpdates:
    """Return the same updates: whole blocks at a time, growing while nothing is found, for where updates are rare."""
    weights = weights.copy()
    places: list[int] = []
    activation: list[float] = []
    block = _SMALLEST_BLOCK
    while start < stop and len(places) < limit:
        end = min(start + block, stop)
        place, a = _first(tile, start, end, weights, rule)
        if place is None:
            start, block = end, min(2 * block, _LARGEST_BLOCK)
            continue
        places.append(place)
        activation.append(a)
        x, y = tile.X[place], float(tile.y[place])
        if rule.sized:
            y *= rule.size(y * a, _squared(x.tolist(), bias_squared))
        weights[:-1] += y * x
        weights[-1] += y * bias_squared
        block = min(max(2 * (place - start), _SMALLEST_BLOCK), _LARGEST_BLOCK)
        start = place + 1
    return ScannedUpdates(np.array(places, np.int64), weights, _kept(activation, rule))


def _first(tile: Tile, start: int, stop: int, weights: FloatArray, rule: Rule) -> tuple[int | None, float]:
    """Return the first place whose example is added, and its activation."""
    activation = activations(tile.X[start:stop], weights[:-1], weights[-1])
    added = rule.adds(activation * tile.y[start:stop], tile.y[start:stop])
    first = int(added.argmax())
    return (start + first, float(activation[first])) if added[first] else (None, 0.0)


def _kept(activation: list[float], rule: Rule) -> FloatArray | None:
    """Return the value with a positive zero, because the sign of a zero depends on the way to it."""
    return np.array(activation) + 0.0 if rule.sized else None


def can_scan(rule: Rule) -> bool:
    """Return whether the C library is there and knows the rule."""
    return loops() is not None and knows(rule)


def knows(rule: Rule) -> bool:
    """Return whether the C code can decide for `rule`."""
    return not rule.every_example and (not rule.sized or rule.target is not None)


def target_of(rule: Rule) -> float:
    """Return the y·a to which a sized update brings its example, for the C code: NaN if all updates are alike."""
    return rule.target if rule.sized and rule.target is not None else nan


def library() -> ctypes.CDLL:
    """Return the library where `loops` is known to have one."""
    found = loops()
    if found is None:
        raise RuntimeError("the compiled loops are not there")
    return found


def scan_compiled(
    tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int, rule: Rule
) -> ScannedUpdates:
    """Return the first `limit` updates in start … stop, each made at once; see `core.engine.scan`."""
    most = min(limit, stop - start)
    places, weights = np.empty(most, np.int64), weights.copy()
    examples, d = (start, stop), tile.X.shape[1]
    if d == 2 and not rule.sized:
        numbers = (bias_squared, *rule.bars)
        found = library().scan_2(tile.X, len(tile), tile.y, *examples, weights, *numbers, most, places)
        return ScannedUpdates(places[:found], weights, None)
    activation = np.empty(most)
    sized = (bias_squared, *rule.bars, target_of(rule))
    found = library().scan(tile.blocks, d, *examples, weights, *sized, most, places, activation)
    return ScannedUpdates(places[:found], weights, activation[:found] + 0.0 if rule.sized else None)
