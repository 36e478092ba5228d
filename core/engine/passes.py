"""Engines that pass over the examples in tiles of whole epochs; an update is what the rule adds, or every example."""

from __future__ import annotations

import numpy as np

from core.compiled import loops
from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.engine import Engine, IndexArray
from core.engine.picks import DualVector, LinearVector, Tile
from core.orders import Passes, Pick
from core.rules import Rule
from core.spec import RunSpec


class PassEngine(Engine):
    """Passes over n examples until one has no update; that is seen at the end of a piece, which may lie beyond it.

    Short epochs are strung together so that a tile is worth a scan.
    """

    def __init__(self, vector: LinearVector | DualVector, spec: RunSpec, order: Passes) -> None:
        super().__init__(vector, spec)
        self._vector, self._order, self._n, self._last_update = vector, order, vector.dataset.n, 0
        self._epochs = max(1, vector.tile // max(self._n, 1))
        self._number = -1
        self._tile: Tile | None = None
        self.tile_length = self._epochs * self._n

    def tile(self, number: int) -> Tile:
        """Return tile `number` (from 0), which begins with example `number · tile_length + 1`."""
        if self._tile is None or (number != self._number and not self._order.repeats):
            index = np.ascontiguousarray(self._order.epochs(number * self._epochs + 1, self._epochs))
            as_is = self._order.as_in_file and len(index) == self._n
            self._tile = Tile(self._vector.dataset, index, as_is=as_is)
        self._number = number
        return self._tile

    def _converged(self) -> bool:
        clean = -(-self._last_update // self._n) * self._n + self._n if self._n else 0
        self._examples = min(self._examples, clean)
        return self._examples == clean

    def _work(self, most: int) -> None:
        number, start = divmod(self._examples, self.tile_length)
        tile, offset, piece = self.tile(number), self._examples - start, self._vector.piece
        stop = min((start // piece + 1) * piece, len(tile), self.most_examples - offset)
        found = self._vector.scan(tile, start, stop, min(most, self._vector.most))
        self._examples = offset + found.reached
        example = found.places + (offset + 1)
        self._last_update = int(example.max(initial=self._last_update))
        self._take(tile.index[found.places].astype(np.int32), example, found.activation)


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
        super().__init__(vector, spec)
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
        self._take(rows, example)
