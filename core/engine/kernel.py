"""Epoch after epoch in a kernel's feature space: what the rule adds is an update (004 §2.5)."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset, IntArray
from core.engine.batch import Batch, Keyframe, Stop
from core.engine.dual_vector import DualVector
from core.engine.engine import EpochEngine
from core.engine.limits import Limits
from core.kernels import Kernel
from core.orders import Passes
from core.rules import Rule
from core.spec import RunSpec

_FIRST_BLOCK, _GROWTH = 256, 4
_AT_ONCE = 1 << 21
"""Values changed in one call of the compiled loop: a millisecond or so."""


class KernelEngine(EpochEngine):
    """Where yᵢf(xᵢ) is within the threshold of `rule`: f ← f + τyᵢk̃(xᵢ, ·), which is αᵢ ← αᵢ + τ, b ← b + τyᵢB²."""

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Passes, rule: Rule) -> None:
        super().__init__(dataset.n, Limits.of(spec, dataset.n))
        self._order, self._rule, self._y = order, rule, dataset.y.astype(np.float64)
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias), rule)
        self._epoch = 0
        self._forget()

    def _work(self, most: int) -> None:
        """To the next update in this epoch, or some; or to the end of the epoch."""
        passed, place = divmod(self._examples, self._n)
        if self._epoch != passed + 1:
            self._epoch = passed + 1
            self._order_now = np.ascontiguousarray(self._order.epoch(self._epoch))  # the loop in C steps row by row
            self._labels = self._y.take(self._order_now)
        before = passed * self._n
        rows = self._order_now[: self._limits.examples - before]
        if self._vector.loop is None:
            self._examples = before + self._learn_next(rows, place, before)
        else:
            to_keyframe = self._vector.interval - self._updates % self._vector.interval
            scanned = self._vector.loop.scan(rows, place, min(most, to_keyframe, max(_AT_ONCE // self._n, 1)))
            examples, activation = scanned.places + (before + 1), scanned.activation + 0.0
            self._take(rows[scanned.places].tolist(), examples.tolist(), activation.tolist())
            self._examples = before + scanned.reached

    def _learn_next(self, rows: IntArray, place: int, before: int) -> int:
        """To the next update from `place` on, or to the end of `rows`; the place after that."""
        found = self._first_added(rows, place)
        if found is None:
            return len(rows)
        row = int(rows[found])
        activation = float(self._vector.values[row])
        self._vector.learn(row, activation * float(self._y[row]))
        self._take([row], [before + found + 1], [activation])
        return found + 1

    def _first_added(self, rows: IntArray, place: int) -> int | None:
        """The first place in the epoch, from `place` on, whose example is added."""
        block = _FIRST_BLOCK
        while place < len(rows):
            part = slice(place, min(place + block, len(rows)))
            added = self._rule.adds(self._vector.values.take(rows[part]) * self._labels[part])
            first = int(added.argmax())
            if added[first]:
                return place + first
            place, block = place + block, block * _GROWTH
        return None

    def _take(self, index: list[int], examples: list[int], activation: list[float]) -> None:
        self._index += index
        self._example += examples
        self._activation += activation
        self._updates += len(index)
        if index:
            self._last_update = self._example[-1]
            if self._updates % self._vector.interval == 0:
                self._keyframes.append(Keyframe(self._updates, self._vector.values.copy()))

    def _batch(self, stopped: Stop | None) -> Batch:
        batch = Batch(
            np.array(self._index, np.int32),
            np.array(self._example, np.int64),
            tuple(self._keyframes),
            self._examples,
            stopped,
            np.array(self._activation),
        )
        self._forget()
        return batch

    def _forget(self) -> None:
        self._index: list[int] = []
        self._example: list[int] = []
        self._activation: list[float] = []
        self._keyframes: list[Keyframe] = []
