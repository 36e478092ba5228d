"""Epoch after epoch in a kernel's feature space: what the rule adds is an update (004 §2.5)."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.engine.batch import Batch, Stop
from core.engine.dual_vector import DualVector
from core.engine.limits import Limits
from core.kernels import Kernel
from core.orders import Passes
from core.rules import Rule
from core.spec import RunSpec

_FIRST_BLOCK, _GROWTH = 256, 4
_AT_ONCE = 1 << 21
"""Values changed in one call of the compiled loop: a millisecond or so."""


class KernelEngine:
    """Where yᵢf(xᵢ) is within the threshold of `rule`: f ← f + τyᵢk̃(xᵢ, ·), which is αᵢ ← αᵢ + τ, b ← b + τyᵢB²."""

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Passes, rule: Rule) -> None:
        self._dataset = dataset
        self._order = order
        self._rule = rule
        self._limits = Limits.of(spec, dataset.n)
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias), rule)
        self._examples = self._last_update = self._epoch = 0

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = self._vector.updates + max_updates
        while self._stop() is None and self._vector.updates < target:
            self._go_on(target - self._vector.updates)
            if perf_counter() >= deadline:
                break
        return self._vector.batch(self._examples, self._stop())

    def _go_on(self, updates: int) -> None:
        """To the next update in this epoch, or some, at most so many; or to the end of the epoch."""
        passed, place = divmod(self._examples, self._dataset.n)
        if self._epoch != passed + 1:
            self._epoch = passed + 1
            self._rows = self._order.epoch(self._epoch)
            self._labels = self._dataset.y.take(self._rows).astype(np.float64)
        if self._vector.loop is not None:
            self._scan(place, passed * self._dataset.n, updates)
            return
        found = self._first_added(place)
        if found is None:
            self._examples += self._dataset.n - place
            return
        self._examples += found - place + 1
        self._last_update = self._examples
        self._vector.learn(int(self._rows[found]), self._examples)

    def _scan(self, place: int, before: int, updates: int) -> None:
        made = self._vector.updates
        limit = min(updates, self._limits.updates - made, max(_AT_ONCE // self._dataset.n, 1))
        self._examples = before + self._vector.scan(self._rows, place, limit, before)
        if self._vector.updates > made:
            self._last_update = self._vector.last_example

    def _first_added(self, place: int) -> int | None:
        """The first place in the epoch, from `place` on, whose example is added."""
        block = _FIRST_BLOCK
        while place < self._dataset.n:
            part = slice(place, place + block)
            added = self._rule.adds(self._vector.values.take(self._rows[part]) * self._labels[part])
            first = int(added.argmax())
            if added[first]:
                return place + first
            place, block = place + block, block * _GROWTH
        return None

    def _stop(self) -> Stop | None:
        return self._limits.reached(self._examples, self._last_update, self._vector.updates)
