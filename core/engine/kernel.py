"""The perceptron in a kernel's feature space: epoch after epoch, every mistake an update (004 §2.5)."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.arithmetic import bias_feature
from core.dataset import Dataset
from core.engine.batch import Batch, Stop
from core.engine.dual_vector import DualVector
from core.engine.limits import Limits
from core.kernels import Kernel
from core.orders import Passes
from core.spec import RunSpec

_FIRST_BLOCK, _GROWTH = 256, 4


class KernelEngine:
    """Mistake yᵢf(xᵢ) ≤ 0: f ← f + yᵢk̃(xᵢ, ·), which is αᵢ ← αᵢ + 1, b ← b + yᵢB² (a tie is a mistake)."""

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Passes) -> None:
        self._dataset = dataset
        self._order = order
        self._limits = Limits.of(spec, dataset.n)
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias))
        self._examples = self._last_mistake = self._epoch = 0

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = self._vector.updates + max_updates
        while self._stop() is None and self._vector.updates < target:
            self._go_on()
            if perf_counter() >= deadline:
                break
        return self._vector.batch(self._examples, self._stop())

    def _go_on(self) -> None:
        """To the next mistake in this epoch and the update on it, or to the end of the epoch."""
        passed, place = divmod(self._examples, self._dataset.n)
        if self._epoch != passed + 1:
            self._epoch = passed + 1
            self._rows = self._order.epoch(self._epoch)
            self._labels = self._dataset.y.take(self._rows).astype(np.float64)
        found = self._first_mistake(place)
        if found is None:
            self._examples += self._dataset.n - place
            return
        self._examples += found - place + 1
        self._last_mistake = self._examples
        self._vector.learn(int(self._rows[found]), self._examples)

    def _first_mistake(self, place: int) -> int | None:
        """The first place in the epoch, from `place` on, that holds a mistake."""
        block = _FIRST_BLOCK
        while place < self._dataset.n:
            part = slice(place, place + block)
            wrong = self._vector.values.take(self._rows[part]) * self._labels[part] <= 0
            first = int(wrong.argmax())
            if wrong[first]:
                return place + first
            place, block = place + block, block * _GROWTH
        return None

    def _stop(self) -> Stop | None:
        return self._limits.reached(self._examples, self._last_mistake, self._vector.updates)
