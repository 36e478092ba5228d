"""Engines in the space of the data.

Epoch after epoch what the rule adds is an update, and the rest changes nothing; or every example moves w, as by the
online SVM's rule of Yuille 004 §2.7, and each example seen is an update.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.compiled import loops
from core.datasets.arithmetic import BiasFeature, activations, bias_feature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.engine import Engine, EpochEngine, IndexArray, Limits, keyframe_interval, starting_weights
from core.engine.scan import PIECE, ScannedUpdates, Stream, can_scan, scan_blocks, scan_compiled, scan_loop
from core.orders import Passes, Pick
from core.rules import Rule
from core.spec import RunSpec

_COMPILED_PIECE, _EXAMPLE = 1 << 21, 6
"""Features read in one call, which takes a millisecond or two, and the cost of one example in features."""
_SPARSE = 1 / 64
"""Below this share of updates a block of numpy beats a plain loop."""


class LinearEngine(EpochEngine):
    """Where y·a is within the threshold of `rule`: w ← w + τy·x, b ← b + τy·B² (notes Perceptron 000, Huang 001).

    Scans in C where that was built; else in blocks where updates are rare and in a plain loop where they are dense: the
    same updates bit for bit.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Passes, rule: Rule) -> None:
        super().__init__(dataset.n, Limits.of(spec, dataset.n), keyframe_interval(dataset.d))
        self._dataset = dataset
        self._rule = rule
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._weights = starting_weights(dataset, spec)
        self._sparse = False
        self._compiled = can_scan(rule)

    def _work(self, most: int) -> None:
        """Scan one piece of the stream, by whichever way suits it."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile = self._stream.tile(number)
        offset = self._examples - start
        scan: Callable[..., ScannedUpdates] = scan_blocks if self._sparse else scan_loop
        piece = 1 << 17 if self._sparse else PIECE
        if self._compiled:
            scan, piece = scan_compiled, _COMPILED_PIECE // (self._dataset.d + _EXAMPLE) + 1
        # With this many updates, a block scan looks the examples up again and reconsiders.
        limit = min(most, 256) if scan is scan_blocks else most
        stop = min((start // piece + 1) * piece, len(tile), self._limits.examples - offset)
        found = scan(tile, start, stop, self._weights, self._bias.squared, limit, self._rule)
        places, self._weights = found.places, found.weights
        reached = int(places[-1]) + 1 if len(places) == limit else stop
        self._sparse = len(places) < _SPARSE * (reached - start)
        self._examples = offset + reached
        if len(places):
            self._last_update = offset + int(places[-1]) + 1
        index = tile.index[places].astype(np.int32)
        self._take(index, places + (offset + 1), self._weights, found.activation)


_AHEAD = 4096
"""Rows of the stream looked up at a time."""


@dataclass(frozen=True)
class Steps:
    """The step of `rule` on each example of `dataset`: w ← s·w, and where it adds also w ← … + (τy)·x, b ← b + (τy)·B².

    a = w·x + b is that of the vector that meets the example. s, τy and each product and sum are rounded once.
    """

    dataset: Dataset
    bias: BiasFeature
    rule: Rule

    def walk(self, index: IndexArray, start: FloatArray) -> FloatArray:
        """Return (w, b) before and after each step on rows `index` (m,), one after another; (m + 1, d + 1)."""
        # The bar is the same for both labels: such a rule has a threshold above every tie.
        below, shrink, size = self.rule.bars[0], self.rule.shrink(self.dataset.n), self.rule.size(0.0, 1.0)
        if (library := loops()) is not None:
            weights, w = np.empty((len(index) + 1, len(start))), start.copy()
            weights[0] = start
            given = (self.dataset.X, self.dataset.n, self.dataset.d, self.dataset.y)
            rows = np.ascontiguousarray(index, np.int32)
            library.walk(*given, rows, len(rows), w, self.bias.squared, below, shrink, size, weights[1:])
            return weights
        augmented = np.column_stack([self.dataset.X[index], np.ones(len(index))])
        y = self.dataset.y[index].astype(np.float64)
        change = (size * y)[:, None] * augmented
        change[:, -1] = size * y * self.bias.squared
        factors = np.append(np.full(self.dataset.d, shrink), 1.0)
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
        self._n = dataset.n
        self._steps = Steps(dataset, bias_feature(dataset, spec.bias), rule)
        self._source = _Source(order, dataset)
        self._weights = starting_weights(dataset, spec)

    def _converged(self) -> bool:
        """End a run without examples at once, as every learner does."""
        return not self._n

    def _work(self, most: int) -> None:
        rows = self._source.take(min(most, self._limits.examples - self._examples, self._to_keyframe), self._weights)
        self._weights = self._steps.walk(rows, self._weights)[-1].copy()
        example = np.arange(self._examples + 1, self._examples + len(rows) + 1)
        self._examples += len(rows)
        self._take(rows, example, self._weights)


class _Source:
    """The rows of the examples in the order they are seen; looked up ahead where the order does not look at w."""

    def __init__(self, order: Passes | Pick, dataset: Dataset) -> None:
        self._order = order
        self._dataset = dataset
        self._epochs = 0
        self._ahead: IntArray = np.empty(0, np.int64)

    def take(self, most: int, weights: FloatArray) -> IndexArray:
        """Return 1 to `most` updates; `weights` (w, b) (d + 1,) are those that the first one meets."""
        if not len(self._ahead):
            self._ahead = self._look_ahead(weights)
        taken, self._ahead = self._ahead[:most], self._ahead[most:]
        return taken.astype(np.int32)

    def _look_ahead(self, weights: FloatArray) -> IntArray:
        n = self._dataset.n
        if isinstance(self._order, Pick):
            if (drawn := self._order.ahead(n, _AHEAD)) is not None:
                return drawn
            # Every example moves w, so all are candidates.
            scores = activations(self._dataset.X, weights[:-1], float(weights[-1])) * self._dataset.y
            return np.array([self._order.pick(np.arange(n), scores)])
        first = self._epochs + 1
        self._epochs += max(1, _AHEAD // n)
        return np.concatenate([self._order.epoch(number) for number in range(first, self._epochs + 1)])
