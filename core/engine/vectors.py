"""The vector of a run in either space, and how it is moved by passes and by picks (Pocket 002, Yuille 004 §2.5)."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import Picks, library, loops
from core.datasets.arithmetic import BiasFeature, activations, augmented_norms, largest, sparse_dot
from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.engine.engine import IndexArray, Scalar
from core.errors import InputError
from core.kernels import GramColumns, Kernel
from core.orders import Pick
from core.rules import Rule

_STRETCH, _GROUP = 64, 256
"""Examples that the loop looks at together, and that it counts together."""
_LOOKED_AT = 1 << 22
"""Features, or values, looked at in one call: a millisecond or so."""
_LINE = 64
"""Bytes of a line of the cache: wide loads that lie across two take twice as long."""


def can_scan(rule: Rule) -> bool:
    """Return whether the C library is there and can decide for `rule`."""
    return loops() is not None and not rule.every_example and not (rule.sized and isnan(rule.target))


def signed_blocks(X: FloatArray, y: LabelArray, size: int, kind: type[Scalar]) -> NDArray[Scalar]:
    """Return examples y·(x, 1), `size` at a time, feature by feature; shape (⌈m/size⌉, d + 1, size).

    X is (m, d), y (m,). The last block is filled with zeros whose y is NaN. Blocks begin at a line of the processor's
    cache. Values too large for numbers of a `kind` are infinite.
    """
    (m, d), count = X.shape, -(-len(X) // size)
    nbytes = count * (d + 1) * size * np.dtype(kind).itemsize
    space = np.zeros(nbytes + _LINE, np.uint8)
    begin = -space.ctypes.data % _LINE
    blocks = space[begin : begin + nbytes].view(kind).reshape(-1, d + 1, size)
    signs, column = np.full(count * size, np.nan), np.zeros(count * size)
    signs[:m] = y
    blocks[:, d] = signs.reshape(count, size)
    with np.errstate(over="ignore"):
        for j in range(d):
            np.multiply(X[:, j], signs[:m], out=column[:m])
            blocks[:, j] = column.reshape(count, size)
    return blocks


def reach(X: FloatArray) -> FloatArray:
    """Return the largest |xⱼ| of all examples X (m, d), and 1 for the bias; shape (d + 1,)."""
    return np.append(largest(X), 1.0)


@dataclass(frozen=True, eq=False)
class Made:
    """Updates on rows `index` (m,), the activations before them, and the mistakes on all of the data after each."""

    index: IndexArray
    activation: FloatArray
    errors: IntArray


class CompiledPicks:
    """`order` picks among the examples that `rule` would add, if C knows both; the vector is changed in place.

    The vector is given by its arrays and `numbers`, called as in C. In a feature space these are the addresses of
    y·k̃(xᵢ, ·) or 0, the `norms` k̃(xᵢ, xᵢ), y and f(xᵢ), all (n,).
    """

    def __init__(
        self,
        order: Pick,
        rule: Rule,
        arrays: Mapping[str, NDArray[Any]],
        make: Callable[[int], None] | None = None,
        **numbers: float,
    ) -> None:
        struct = Picks(**numbers, **{name: array.ctypes.data for name, array in arrays.items()})
        self._up = np.zeros(-(-struct.n // _GROUP), np.uint32)
        self._kept = (order, arrays)
        self._make = make
        self._most = max(_LOOKED_AT // (struct.n * max(struct.d, 1) + _STRETCH), 1)
        struct.up, struct.awaited = self._up.ctypes.data, -1
        struct.below, struct.wrong, struct.target = rule.bars, rule.tie.bars, rule.target
        struct.draw, struct.state = order.bits() or (None, None)
        self._struct = struct
        self._learn(0)

    @property
    def up(self) -> int:
        """The number of examples that the rule would add."""
        return int(self._struct.ups)

    def learn(self, most: int) -> Made:
        """Return at most `most` updates; none if there is none, or if the picked row's column was made first."""
        made = self._learn(min(most, self._most))
        if self._make is not None and self._struct.awaited >= 0:
            self._make(self._struct.awaited)
        return made

    def _learn(self, most: int) -> Made:
        index, activation, errors = np.empty(most, np.int32), np.empty(most), np.empty(most, np.int64)
        made = library().pick(ctypes.byref(self._struct), most, index, activation, errors)
        return Made(index[:made], activation[:made], errors[:made])


BLOCK = 16
"""Examples that the compiled scan looks at together."""


class Tile:
    """Some whole epochs as the run sees them: `index` (m,), the rows of the data, which may be all of them `as_is`."""

    def __init__(self, dataset: Dataset, index: IntArray, *, as_is: bool) -> None:
        self._dataset, self.index, self._as_is = dataset, index, as_is

    def __len__(self) -> int:
        return len(self.index)

    @cached_property
    def y(self) -> LabelArray:
        """The labels, (m,)."""
        return self._dataset.y if self._as_is else self._dataset.y.take(self.index)

    @cached_property
    def X(self) -> FloatArray:
        """The examples, (m, d)."""
        if self._as_is:
            return self._dataset.X
        X = np.empty((len(self), self._dataset.d), order="F")
        for column, source in zip(X.T, self._dataset.X.T, strict=True):
            column[:] = source.take(self.index)
        return X

    @cached_property
    def blocks(self) -> FloatArray:
        """The examples in blocks of 16, as `signed_blocks` has them."""
        return signed_blocks(self.X, self.y, BLOCK, np.float64)


class Scanned(NamedTuple):
    """Updates at `places` (m,) of a tile, the activations before them, and the place where the scan continues.

    An activation says something only where the vector keeps it.
    """

    places: IntArray
    activation: FloatArray
    reached: int


_SMALLEST_BLOCK, _LARGEST_BLOCK = 16, 1 << 13


def scan_blocks(vector: Vector, tile: Tile, start: int, stop: int, limit: int) -> Scanned:
    """Do the same as `vector.scan` without the library: whole blocks at a time, which grow while nothing is found."""
    places: list[int] = []
    activation: list[float] = []
    block = _SMALLEST_BLOCK
    while start < stop and len(places) < limit:
        part = slice(start, min(start + block, stop))
        a, y = vector.look(tile, part), tile.y[part]
        added = vector.rule.adds(a * y, y)
        first = int(added.argmax())
        if not added[first]:
            start, block = part.stop, min(2 * block, _LARGEST_BLOCK)
            continue
        places.append(start + first)
        activation.append(float(a[first]))
        vector.learn(int(tile.index[places[-1]]), activation[-1] * float(y[first]))
        start, block = start + first + 1, min(max(2 * first, _SMALLEST_BLOCK), _LARGEST_BLOCK)
    return Scanned(np.array(places, np.int64), np.array(activation), start)


_TILE, _TILE_FEATURES = 4096, 1 << 20
"""Examples of a tile that is worth a scan; fewer where examples are so long that their copies would fill the memory."""
_COMPILED_PIECE, _EXAMPLE = 1 << 21, 6
"""Features read in one call, which takes a millisecond or two, and the cost of one example in features."""
_PLAIN_PIECE, _PLAIN_MOST = 1 << 17, 256
"""Examples read, and updates made, in one call without the library."""


class LinearVector:
    """`values` (w, b) (d + 1,): `w ← w + (τy)·x`, `b ← b + (τy)·B²`; τy and each product and sum rounded once."""

    def __init__(self, dataset: Dataset, bias: BiasFeature, rule: Rule, start: FloatArray) -> None:
        self.dataset, self.rule, self.values, self.bias = dataset, rule, start, bias
        self._dense = isinstance(dataset.X, np.ndarray)
        # Few updates for a quick seek, and enough for 24 bytes an update.
        self.interval, self.keeps_activation = max(1024, 2 * (dataset.d + 1)), rule.sized
        numbers, self.compiled = dataset.X.size // max(dataset.n, 1), can_scan(rule)
        self.tile = min(_TILE, _TILE_FEATURES // (numbers + 1))
        self.piece = _COMPILED_PIECE // (numbers + _EXAMPLE) + 1 if self.compiled else _PLAIN_PIECE
        self.most = self.piece if self.compiled else _PLAIN_MOST

    def look(self, tile: Tile, part: slice) -> FloatArray:
        """Return the activations of a part of a tile."""
        if not self._dense:
            return sparse_dot(self.dataset.X, self.values[:-1], tile.index[part]) + float(self.values[-1])
        return activations(tile.X[part], self.values[:-1], self.values[-1])

    def scan(self, tile: Tile, start: int, stop: int, limit: int) -> Scanned:
        """Make the first `limit` updates in start … stop of a tile, each at once."""
        if not self.compiled:
            return scan_blocks(self, tile, start, stop, limit)
        most, rule = min(limit, stop - start), self.rule
        places, activation, numbers = np.empty(most, np.int64), np.empty(most), (self.bias.squared, *rule.bars)
        X: Any = self.dataset.X
        d, ends = self.dataset.d, (rule.target, most, places, activation)
        if not self._dense:
            examples = X.indptr, X.indices, X.data, self.dataset.y
            found = library().scan_sparse(*examples, tile.index, start, stop, self.values, d, *numbers, *ends)
        elif d == 2 and not rule.sized:
            found = library().scan_2(tile.X, len(tile), tile.y, start, stop, self.values, *numbers, most, places)
        else:
            found = library().scan(tile.blocks, d, start, stop, self.values, *numbers, *ends)
        reached = int(places[-1]) + 1 if 0 < found == most else stop
        return Scanned(places[:found], activation[:found], reached)

    def scores(self) -> FloatArray:
        return activations(self.dataset.X, self.values[:-1], float(self.values[-1])) * self.dataset.y

    def learn(self, row: int, score: float) -> None:
        (where, x), y = self.dataset.row(row), float(self.dataset.y[row])
        if self.rule.sized:
            y *= self.rule.size(score, float(augmented_norms(x[None, :], self.bias)[0]))
        self.values[:-1][where] += y * x
        self.values[-1] += y * self.bias.squared

    def measure(self, index: IndexArray, activation: FloatArray) -> None:
        """Do nothing: w is written down here, so ‖w‖² cannot be below 0."""

    def picks(self, order: Pick) -> CompiledPicks:
        X, y, n, d = self.dataset.X, self.dataset.y, self.dataset.n, self.dataset.d
        blocks, rough = signed_blocks(X, y, _STRETCH, np.float64), signed_blocks(X, y, _GROUP, np.float32)
        arrays: dict[str, NDArray[Any]] = {"Z": blocks, "rough": rough, "reach": reach(X), "w": self.values}
        return CompiledPicks(order, self.rule, arrays, n=n, d=d, bias_squared=self.bias.squared)


_TOGETHER, _VALUES = 8, 1 << 16
"""Columns computed at a time, and the most values in them: short columns cost hardly more together than one alone."""
_MOST, _MADE = 1 << 12, 1 << 19
"""The most updates of a scan, and the most values of its new columns except the last: a millisecond or two."""


class DualVector:
    """`values` f(xᵢ) = Σ τyⱼk̃(xⱼ, xᵢ) (n,), summed over the updates in their order, and changed in place."""

    keeps_activation = True

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, rule: Rule) -> None:
        n = dataset.n
        self.dataset, self.rule, self.compiled = dataset, rule, can_scan(rule)
        self.values: FloatArray = np.zeros(n)
        self.interval = max(4096, 4 * n)  # two bytes an update at most
        # Short epochs are joined, so that one scan has enough places to look at.
        self.tile, self.piece = 1 << 13, sys.maxsize
        # Values changed in one call take a millisecond or so.
        self.most = max((1 << 21 if self.compiled else 1 << 17) // max(n, 1), 1)
        self._labels = dataset.y.astype(np.float64)
        self._norms = kernel.diagonal(dataset.X) + bias.squared
        self._name, self._updates, self._length, self._moved = kernel.name, 0, 0.0, 0.0
        self._columns = GramColumns(dataset, kernel, bias, dataset.X)
        self._together = min(_TOGETHER, max(_VALUES // max(n, 1), 1), self._columns.room)
        self._places, self._activation = np.empty(_MOST, np.int64), np.empty(_MOST)
        self._missing, self._wanted = np.empty(2, np.int64), np.empty(self._together, np.int64)

    def scores(self) -> FloatArray:
        return self.values * self._labels

    def learn(self, row: int, score: float) -> None:
        """Learn example j = `row`: f ← f + τyⱼk̃(xⱼ, ·), with yⱼf(xⱼ) = `score`."""
        column = self._columns.column(row)
        self.values += self.rule.size(score, float(self._norms[row])) * column if self.rule.sized else column

    def measure(self, index: IndexArray, activation: FloatArray) -> None:
        """Add updates (m,) to ‖w‖². Raises InputError if it falls below 0: then the kernel is no inner product."""
        scores, norms = activation * self._labels[index], self._norms[index]
        with np.errstate(over="ignore", invalid="ignore"):
            sizes = self.rule.sizes(scores, norms)
            growth = sizes * (2.0 * scores + sizes * norms)
            lengths = self._length + np.cumsum(growth)
            moved = self._moved + np.cumsum(np.abs(growth))
            # Through rounding alone ‖w‖² may fall below 0 by this part of the summed growth.
            below = lengths < -(2.0**-30) * moved
        if below.any():
            update = self._updates + int(below.argmax()) + 1
            raise InputError(
                f"the kernel {self._name} is not positive semidefinite on these examples: ‖w‖² falls below 0 at "
                f"update {update:,}; choose another kernel"
            )
        self._updates += len(index)
        self._length, self._moved = float(lengths[-1]), float(moved[-1])

    def look(self, tile: Tile, part: slice) -> FloatArray:
        """Return the activations of a part of a tile."""
        return self.values.take(tile.index[part])

    def scan(self, tile: Tile, start: int, stop: int, limit: int) -> Scanned:
        """Make the first `limit` updates in start … stop of a tile, each at once; fewer if many columns were made."""
        if not self.compiled:
            return scan_blocks(self, tile, start, stop, limit)
        most, found, reached, room = min(limit, stop - start, _MOST), 0, start, _MADE
        examples = (self._columns.places, len(self.values), self._labels, self._norms)
        asked = (self._missing, self._wanted, self._together)
        while room > 0:
            vector = (self.values, *self.rule.bars, self.rule.target)
            ends = (self._places[found:], self._activation[found:])
            found += library().dual_scan(*examples, tile.index, reached, stop, *vector, most - found, *ends, *asked)
            place, wanted = self._missing.tolist()
            if not wanted:
                reached = int(self._places[found - 1]) + 1 if found == most else stop
                break
            reached = place
            self._columns.make(self._wanted[:wanted])
            room -= wanted * len(self.values)
        return Scanned(self._places[:found].copy(), self._activation[:found].copy(), reached)

    def picks(self, order: Pick) -> CompiledPicks:
        columns, norms = self._columns.places, self._norms
        arrays: dict[str, NDArray[Any]] = {"columns": columns, "norms": norms, "y": self._labels, "f": self.values}
        return CompiledPicks(order, self.rule, arrays, self._make_for, n=len(self.values))

    def _make_for(self, row: int) -> None:
        """Compute the column of `row`, and those of examples that would be added now: they are needed soon."""
        likely = self.rule.adds(self.scores(), self._labels) & (self._columns.places == 0)
        likely[row] = False
        self._columns.make(np.append(row, likely.nonzero()[0][: self._together - 1]))


Vector = LinearVector | DualVector
