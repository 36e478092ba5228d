"""The perceptron in a kernel's feature space that picks a mistake at random (002, 004 §2.5)."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.arithmetic import bias_feature
from core.dataset import Dataset, IntArray
from core.engine.batch import Batch, Stop
from core.engine.dual_vector import DualVector
from core.kernels import Kernel
from core.orders import Random
from core.spec import RunSpec


class RandomKernelEngine:
    """A mistake drawn uniformly from all current ones is the next example; it stops when there is none (002).

    Every example seen is a mistake, so t = k and there are no epochs: only the limit on updates holds.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Random) -> None:
        self._labels = dataset.y.astype(np.float64)
        self._order = order
        self._limit = spec.max_updates
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias))
        self._mistakes = self._find_mistakes()

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = self._vector.updates + max_updates
        while self._stop() is None and self._vector.updates < target:
            row = int(self._mistakes[self._order.draw(len(self._mistakes))])
            self._vector.learn(row, self._vector.updates + 1)
            self._mistakes = self._find_mistakes()
            if perf_counter() >= deadline:
                break
        return self._vector.batch(self._vector.updates, self._stop())

    def _find_mistakes(self) -> IntArray:
        return np.flatnonzero(self._vector.values * self._labels <= 0)

    def _stop(self) -> Stop | None:
        if not len(self._mistakes):
            return Stop.CONVERGED
        return Stop.MAX_UPDATES if self._vector.updates >= self._limit else None
