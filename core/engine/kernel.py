"""Epoch after epoch in a kernel's feature space: what the rule adds is an update (Yuille 004 §2.5)."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset, IntArray
from core.engine.dual_vector import DualVector, Scanned
from core.engine.engine import EpochEngine, Limits
from core.kernels import Kernel
from core.orders import Passes
from core.rules import Rule
from core.spec import RunSpec

_FIRST_BLOCK, _GROWTH = 256, 4


class KernelEngine(EpochEngine):
    """Where yᵢf(xᵢ) is within the threshold of `rule`: f ← f + τyᵢk̃(xᵢ, ·), which is αᵢ ← αᵢ + τ, b ← b + τyᵢB²."""

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Passes, rule: Rule) -> None:
        self._order, self._rule, self._y = order, rule, dataset.y.astype(np.float64)
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias), rule)
        super().__init__(dataset.n, Limits.of(spec, dataset.n), self._vector.interval)
        # Short epochs are strung together, so that there are so many places to look at.
        self._epochs = max((1 << 13) // max(dataset.n, 1), 1)
        self._stretch = -1

    def _work(self, most: int) -> None:
        """To the next update in this stretch of epochs, or some; or to the end of the stretch."""
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
        """To the next update from `place` on, or to the end of `rows`."""
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
