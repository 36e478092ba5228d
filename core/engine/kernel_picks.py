"""Example after example in a kernel's feature space, each picked among those the rule would add (002, 004 §2.5)."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.engine.batch import Batch, Stop
from core.engine.dual_vector import DualVector
from core.engine.picks_compiled import can_pick
from core.kernels import Kernel
from core.orders import Pick
from core.rules import Rule
from core.spec import RunSpec


class KernelPickEngine:
    """The order picks one of all examples that are within the rule's threshold now; it stops when there is none.

    Every example seen is an update, so t = k and there are no epochs: only the limit on updates holds.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, kernel: Kernel, order: Pick, rule: Rule) -> None:
        self._order = order
        self._rule = rule
        self._limit = spec.max_updates
        self._vector = DualVector(dataset, kernel, bias_feature(dataset, spec.bias), rule)
        loop = self._vector.loop
        self._picks = loop.picks(order) if loop is not None and can_pick(order, rule) else None
        self._look()

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = self._vector.updates + max_updates
        errors: list[int] = []
        while self._stop() is None and self._vector.updates < target:
            errors += self._learn(min(target, self._limit) - self._vector.updates)
            if perf_counter() >= deadline:
                break
        batch = self._vector.batch(self._vector.updates, self._stop())
        return replace(batch, errors=np.array(errors, np.int64))

    def _learn(self, most: int) -> list[int]:
        """The next update, or some, at most so many; the mistakes on all of the data after each."""
        if self._picks is not None:
            return list(map(int, self._vector.pick(self._picks, most)))
        self._vector.learn(self._order.pick(self._rows, self._scores), self._vector.updates + 1)
        self._look()
        return [int(np.count_nonzero(self._scores <= 0))]

    def _look(self) -> None:
        """Which examples are up for an update now."""
        self._scores = self._vector.scores()
        self._rows = np.flatnonzero(self._rule.adds(self._scores))

    def _stop(self) -> Stop | None:
        if not (len(self._rows) if self._picks is None else self._picks.up):
            return Stop.CONVERGED
        return Stop.MAX_UPDATES if self._vector.updates >= self._limit else None
