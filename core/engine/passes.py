"""Engines that pass over the examples: what the rule adds is an update; or every example is (Yuille 004 §2.7).

In a kernel's feature space the vector is known by its decision values at the examples (Yuille 004 §2.5).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.compiled import loops
from core.datasets.arithmetic import BiasFeature, activations, bias_feature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.engine import Engine, EpochEngine, IndexArray, Limits, keyframe_interval, starting_weights
from core.engine.picks import CompiledPicks, PickedVector
from core.engine.scan import Stream, can_scan, library, scan_blocks, scan_compiled
from core.errors import InputError
from core.kernels import GramColumns, Kernel
from core.orders import Passes, Pick
from core.rules import Rule
from core.spec import RunSpec

_COMPILED_PIECE, _EXAMPLE = 1 << 21, 6
"""Features read in one call, which takes a millisecond or two, and the cost of one example in features."""


class LinearEngine(EpochEngine):
    """Where y·a is within the threshold of `rule`: w ← w + τy·x, b ← b + τy·B² (notes Perceptron 000, Huang 001)."""

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Passes, rule: Rule) -> None:
        super().__init__(dataset.n, Limits.of(spec, dataset.n), keyframe_interval(dataset.d))
        self._dataset = dataset
        self._rule = rule
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._weights = starting_weights(dataset, spec)
        compiled = can_scan(rule)
        self._scan = scan_compiled if compiled else scan_blocks
        self._piece = _COMPILED_PIECE // (dataset.d + _EXAMPLE) + 1 if compiled else 1 << 17
        self._most = self._piece if compiled else 256

    def _work(self, most: int) -> None:
        """Scan one piece of the stream."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile, offset, limit = self._stream.tile(number), self._examples - start, min(most, self._most)
        stop = min((start // self._piece + 1) * self._piece, len(tile), self._limits.examples - offset)
        places, activation = self._scan(tile, start, stop, self._weights, self._bias.squared, limit, self._rule)
        self._examples = offset + (int(places[-1]) + 1 if len(places) == limit else stop)
        if len(places):
            self._last_update = offset + int(places[-1]) + 1
        self._take(tile.index[places].astype(np.int32), places + (offset + 1), self._weights, activation)


_AHEAD = 4096
"""Rows of the stream looked up at a time."""


def walk_through(dataset: Dataset, bias: BiasFeature, rule: Rule, index: IndexArray, start: FloatArray) -> FloatArray:
    """Return (w, b) before and after a step on each of rows `index` (m,), one after another; (m + 1, d + 1).

    The step is w ← s·w, and where `rule` adds also w ← … + (τy)·x, b ← b + (τy)·B². a = w·x + b is that of the vector
    that meets the example. s, τy and each product and sum are rounded once.
    """
    # The bar is the same for both labels: such a rule has a threshold above every tie.
    below, shrink, size = rule.bars[0], rule.shrink(dataset.n), rule.size(0.0, 1.0)
    if (library := loops()) is not None:
        weights, w = np.empty((len(index) + 1, len(start))), start.copy()
        weights[0] = start
        given, rows = (dataset.X, dataset.n, dataset.d, dataset.y), np.ascontiguousarray(index, np.int32)
        library.walk(*given, rows, len(rows), w, bias.squared, below, shrink, size, weights[1:])
        return weights
    augmented = np.column_stack([dataset.X[index], np.ones(len(index))])
    y = dataset.y[index].astype(np.float64)
    change = (size * y)[:, None] * augmented
    change[:, -1] = size * y * bias.squared
    factors = np.append(np.full(dataset.d, shrink), 1.0)
    walk = [start]
    for x, label, more in zip(augmented, y.tolist(), change, strict=True):
        w = walk[-1]
        learns = label * np.add.accumulate(w * x)[-1] < below
        walk.append(w * factors + more if learns else w * factors)
    return np.array(walk)


class EveryExampleEngine(Engine):
    """An update at every example seen, so t = k, and only the limits end the run (Yuille 004 §2.7)."""

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Passes | Pick, rule: Rule) -> None:
        super().__init__(Limits.of(spec, dataset.n), keyframe_interval(dataset.d))
        self._dataset, self._order, self._rule = dataset, order, rule
        self._bias, self._weights = bias_feature(dataset, spec.bias), starting_weights(dataset, spec)
        self._ahead: IntArray = np.empty(0, np.int64)

    def _converged(self) -> bool:
        """End a run without examples at once, as every learner does."""
        return not self._dataset.n

    def _work(self, most: int) -> None:
        if not len(self._ahead):
            self._ahead = self._rows_ahead()
        count = min(most, self._limits.examples - self._examples, self._to_keyframe)
        rows, self._ahead = self._ahead[:count].astype(np.int32), self._ahead[count:]
        self._weights = walk_through(self._dataset, self._bias, self._rule, rows, self._weights)[-1].copy()
        example = np.arange(self._examples + 1, self._examples + len(rows) + 1)
        self._examples += len(rows)
        self._take(rows, example, self._weights)

    def _rows_ahead(self) -> IntArray:
        """Return the rows of the next examples: many where the order does not look at w, else one."""
        n = self._dataset.n
        if isinstance(self._order, Pick):
            if (drawn := self._order.ahead(n, _AHEAD)) is not None:
                return drawn
            # Every example moves w, so all are candidates.
            scores = activations(self._dataset.X, self._weights[:-1], float(self._weights[-1])) * self._dataset.y
            return np.array([self._order.pick(np.arange(n), scores)])
        return self._order.epochs(self._examples // n + 1, max(1, _AHEAD // n))


_TOGETHER, _VALUES = 8, 1 << 16
"""Columns computed at a time, and the most values in them: short columns cost hardly more together than one alone."""
_MOST, _MADE = 1 << 12, 1 << 19
"""The most updates of a scan, and the most values of its new columns except the last: a millisecond or two."""


@dataclass(frozen=True, eq=False)
class Scanned:
    """Updates at `places` (m,) of an epoch, the activations before them, and the place where the scan continues."""

    places: IntArray
    activation: FloatArray
    reached: int


class DualVector(PickedVector):
    """`values` f(xᵢ) = Σ τyⱼk̃(xⱼ, xᵢ) (n,), summed over the updates in their order, and changed in place."""

    keeps_activation = True

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, rule: Rule) -> None:
        n = dataset.n
        self.dataset, self.rule, self.compiled = dataset, rule, can_scan(rule)
        self.values: FloatArray = np.zeros(n)
        self.interval = max(4096, 4 * n)  # two bytes an update at most
        self._labels = dataset.y.astype(np.float64)
        self._norms = kernel.diagonal(dataset.X) + bias.squared
        self._name, self._updates, self._length, self._moved = kernel.name, 0, 0.0, 0.0
        self._columns = GramColumns(dataset, kernel, bias, dataset.X)
        self._together = min(_TOGETHER, max(_VALUES // max(n, 1), 1), self._columns.room)
        self._places, self._activation = np.empty(_MOST, np.int64), np.empty(_MOST)
        self._missing, self._wanted = np.empty(2, np.int64), np.empty(self._together, np.int64)
        self._start = (self._columns.places.ctypes.data, n, self._labels.ctypes.data, self._norms.ctypes.data)
        self._middle = (self.values.ctypes.data, *rule.bars, rule.target)
        self._found = (self._places.ctypes.data, self._activation.ctypes.data)
        self._end = (self._missing.ctypes.data, self._wanted.ctypes.data, self._together)

    def scores(self) -> FloatArray:
        return self.values * self._labels

    def learn(self, row: int, score: float) -> None:
        """Learn example j = `row`: f ← f + τyⱼk̃(xⱼ, ·), with yⱼf(xⱼ) = `score`."""
        column = self._columns.column(row)
        self.values += self.rule.size(score, float(self._norms[row])) * column if self.rule.sized else column

    def measure(self, index: IndexArray, activation: FloatArray) -> None:
        """Add updates (m,) to ‖w‖². Raises InputError if it falls below 0: then the kernel is no inner product."""
        if not len(index):
            return
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

    def scan(self, rows: IntArray, start: int, limit: int) -> Scanned:
        """Return at most `limit` updates from place `start` of epochs over `rows`; fewer if many columns were made."""
        most, found, reached, room = min(limit, len(rows) - start, _MOST), 0, start, _MADE
        scan, stream = library().dual_scan, (rows.ctypes.data, len(rows))
        while room > 0:
            ends = (address + found * self._places.itemsize for address in self._found)
            found += scan(*self._start, stream[0], reached, stream[1], *self._middle, most - found, *ends, *self._end)
            place, wanted = self._missing.tolist()
            if not wanted:
                reached = int(self._places[found - 1]) + 1 if found == most else len(rows)
                break
            reached = place
            self._columns.make(self._wanted[:wanted])
            room -= wanted * len(self.values)
        return Scanned(self._places[:found].copy(), self._activation[:found].copy(), reached)

    def picks(self, order: Pick) -> CompiledPicks:
        arrays = (self._columns.places, self._norms, self._labels, self.values)
        return CompiledPicks.dual(order, self.rule, arrays, self._make_for)

    def _make_for(self, row: int) -> None:
        """Compute the column of `row`, and those of examples that would be added now: they are needed soon."""
        likely = self.rule.adds(self.scores(), self._labels) & (self._columns.places == 0)
        likely[row] = False
        self._columns.make(np.append(row, likely.nonzero()[0][: self._together - 1]))


_FIRST_BLOCK, _GROWTH = 256, 4


class KernelEngine(EpochEngine):
    """The engine of f ← f + τyᵢk̃(xᵢ, ·), which is αᵢ ← αᵢ + τ, b ← b + τyᵢB², for yᵢf(xᵢ) within the threshold."""

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Passes, rule: Rule) -> None:
        self._order, self._rule, self._y = order, rule, dataset.y.astype(np.float64)
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias), rule)
        super().__init__(dataset.n, Limits.of(spec, dataset.n), self._vector.interval)
        # Short epochs are joined, so that one scan has enough places to look at.
        self._epochs = max((1 << 13) // max(dataset.n, 1), 1)
        self._stretch = -1

    def _work(self, most: int) -> None:
        """Scan to the next update, or some, in this stretch of epochs, or to its end."""
        stretch, place = divmod(self._examples, self._epochs * self._n)
        if self._stretch != stretch:
            self._stretch = stretch
            self._rows = np.ascontiguousarray(self._order.epochs(stretch * self._epochs + 1, self._epochs))
            self._labels = self._y.take(self._rows)
        before = self._examples - place
        rows = self._rows[: self._limits.examples - before]
        if self._vector.compiled:
            # Values changed in one call of the compiled loop take a millisecond or so.
            scanned = self._vector.scan(rows, place, min(most, self._to_keyframe, max((1 << 21) // self._n, 1)))
        else:
            scanned = self._learn_next(rows, place)
        self._examples = before + scanned.reached
        if len(scanned.places):
            example = scanned.places + (before + 1)
            self._last_update = int(example[-1])
            index = rows[scanned.places].astype(np.int32)
            self._vector.measure(index, scanned.activation)
            self._take(index, example, self._vector.values, scanned.activation + 0.0)

    def _learn_next(self, rows: IntArray, place: int) -> Scanned:
        """Go to the next update from `place`, or to the end of `rows`."""
        block = _FIRST_BLOCK
        while place < len(rows):
            part = slice(place, min(place + block, len(rows)))
            labels = self._labels[part]
            added = self._rule.adds(self._vector.values.take(rows[part]) * labels, labels)
            first = int(added.argmax())
            if added[first]:
                row = int(rows[place + first])
                activation = float(self._vector.values[row])
                self._vector.learn(row, activation * float(self._y[row]))
                return Scanned(np.array([place + first]), np.array([activation]), place + first + 1)
            place, block = place + block, block * _GROWTH
        return Scanned(np.empty(0, np.int64), np.empty(0), len(rows))
