"""Engines that pass over the examples in tiles of whole epochs; an update is what the rule adds, or every example."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from core.compiled import library, loops
from core.datasets.arithmetic import BiasFeature, activations
from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.engine.engine import Engine, EpochEngine, IndexArray
from core.engine.picks import DualVector, LinearVector, SparseVector, can_scan, signed_blocks
from core.orders import Passes, Pick
from core.rules import Rule
from core.spec import RunSpec

BLOCK = 16
"""Examples that the compiled scan looks at together."""
_TILE, _TILE_FEATURES = 4096, 1 << 20
"""Examples of a tile that is worth a scan; fewer where examples are so long that their copies would fill the memory."""


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
        self._dataset, self._order = dataset, order
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


def scan_blocks(tile: Tile, start: int, stop: int, vector: LinearVector, limit: int) -> tuple[IntArray, FloatArray]:
    """Do the same without the library: whole blocks at a time, which grow while nothing is found."""
    places: list[int] = []
    activation: list[float] = []
    block = _SMALLEST_BLOCK
    while start < stop and len(places) < limit:
        x, y = tile.X[start : min(start + block, stop)], tile.y[start : min(start + block, stop)]
        a = activations(x, vector.values[:-1], vector.values[-1])
        added = vector.rule.adds(a * y, y)
        first = int(added.argmax())
        if not added[first]:
            start, block = start + len(y), min(2 * block, _LARGEST_BLOCK)
            continue
        places.append(start + first)
        activation.append(float(a[first]))
        vector.learn(int(tile.index[places[-1]]), activation[-1] * float(y[first]))
        start, block = start + first + 1, min(max(2 * first, _SMALLEST_BLOCK), _LARGEST_BLOCK)
    return np.array(places, np.int64), np.array(activation)


def scan_compiled(tile: Tile, start: int, stop: int, vector: LinearVector, limit: int) -> tuple[IntArray, FloatArray]:
    """Make the first `limit` updates in start … stop, each at once, in `vector`, which is changed.

    Returns their places in the tile (m,), and the activation before each (m,), which says something only where the
    vector keeps it.
    """
    most, d, weights, rule = min(limit, stop - start), tile.X.shape[1], vector.values, vector.rule
    places, activation, numbers = np.empty(most, np.int64), np.empty(most), (vector.bias.squared, *rule.bars)
    if d == 2 and not rule.sized:
        found = library().scan_2(tile.X, len(tile), tile.y, start, stop, weights, *numbers, most, places)
    else:
        found = library().scan(tile.blocks, d, start, stop, weights, *numbers, rule.target, most, places, activation)
    return places[:found], activation[:found]


_COMPILED_PIECE, _EXAMPLE = 1 << 21, 6
"""Features read in one call, which takes a millisecond or two, and the cost of one example in features."""


class LinearEngine(EpochEngine):
    """Where y·a is within the threshold of `rule`: w ← w + τy·x, b ← b + τy·B² (notes Perceptron 000, Huang 001)."""

    def __init__(self, vector: LinearVector, spec: RunSpec, order: Passes) -> None:
        super().__init__(spec, vector.dataset.n, vector.interval)
        self._vector, self._stream = vector, Stream(vector.dataset, order)
        compiled = can_scan(vector.rule)
        self._scan = scan_compiled if compiled else scan_blocks
        self._piece = _COMPILED_PIECE // (vector.dataset.d + _EXAMPLE) + 1 if compiled else 1 << 17
        self._most = self._piece if compiled else 256

    def _work(self, most: int) -> None:
        number, start = divmod(self._examples, self._stream.tile_length)
        tile, offset, limit = self._stream.tile(number), self._examples - start, min(most, self._most)
        stop = min((start // self._piece + 1) * self._piece, len(tile), self.most_examples - offset)
        places, activation = self._scan(tile, start, stop, self._vector, limit)
        self._examples = offset + (int(places[-1]) + 1 if len(places) == limit else stop)
        if len(places):
            self._last_update = offset + int(places[-1]) + 1
        index, example = tile.index[places].astype(np.int32), places + (offset + 1)
        # A positive zero, because the sign of a zero depends on the way to it.
        kept = activation + 0.0 if self._vector.keeps_activation else None
        self._take(self._vector.values, index=index, example=example, activation=kept)


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

    def __init__(self, vector: LinearVector, spec: RunSpec, order: Passes | Pick) -> None:
        super().__init__(spec, vector.dataset.n, vector.interval)
        self._vector, self._order = vector, order
        self._ahead: IntArray = np.empty(0, np.int64)

    def _converged(self) -> bool:
        """End a run without examples at once, as every learner does."""
        return not self._vector.dataset.n

    def _work(self, most: int) -> None:
        if not len(self._ahead):
            # The rows of the next examples: many where the order does not look at w, else one.
            n, order = self._vector.dataset.n, self._order
            if isinstance(order, Passes):
                self._ahead = order.epochs(self._examples // n + 1, max(1, _AHEAD // n))
            elif (drawn := order.ahead(n, _AHEAD)) is not None:
                self._ahead = drawn
            else:
                # Every example moves w, so all are candidates.
                self._ahead = np.array([order.pick(np.arange(n), self._vector.scores())])
        count = min(most, self.most_examples - self._examples, self._to_keyframe)
        rows, self._ahead = self._ahead[:count].astype(np.int32), self._ahead[count:]
        vector = self._vector
        vector.values = walk_through(vector.dataset, vector.bias, vector.rule, rows, vector.values)[-1].copy()
        example = np.arange(self._examples + 1, self._examples + len(rows) + 1)
        self._examples += len(rows)
        self._take(vector.values, index=rows, example=example)


class ScanEngine(EpochEngine):
    """Passes of a vector that looks for its own updates: where yᵢf(xᵢ) is within the threshold of its rule."""

    def __init__(self, vector: DualVector | SparseVector, spec: RunSpec, order: Passes) -> None:
        super().__init__(spec, vector.dataset.n, vector.interval)
        self._vector, self._order = vector, order
        # Short epochs are joined, so that one scan has enough places to look at.
        self._epochs = max((1 << 13) // max(self._n, 1), 1)
        self._stretch = -1

    def _work(self, most: int) -> None:
        """Scan to the next update, or some, in this stretch of epochs, or to its end."""
        stretch, place = divmod(self._examples, self._epochs * self._n)
        if self._stretch != stretch:
            self._stretch = stretch
            self._rows = np.ascontiguousarray(self._order.epochs(stretch * self._epochs + 1, self._epochs))
        before = self._examples - place
        rows = self._rows[: self.most_examples - before]
        scanned = self._vector.scan(rows, place, min(most, self._to_keyframe))
        self._examples = before + scanned.reached
        if len(scanned.places):
            example = scanned.places + (before + 1)
            self._last_update = int(example[-1])
            index = rows[scanned.places].astype(np.int32)
            self._vector.measure(index, scanned.activation)
            self._take(self._vector.values, index=index, example=example, activation=scanned.activation + 0.0)
