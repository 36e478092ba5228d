"""Example after example in the space of the data, each picked among those that the rule would add (002)."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.arithmetic import bias_feature
from core.dataset import Dataset
from core.engine.batch import Batch, Keyframe, Stop, keyframe_interval
from core.engine.single_step import Update
from core.orders import Pick
from core.rules import Rule
from core.spec import RunSpec
from core.start import starting_weights


class PickEngine:
    """The order picks one of all examples that are within the rule's threshold now; it stops when there is none.

    Every example seen is an update, so t = k and there are no epochs: only the limit on updates holds.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Pick, rule: Rule) -> None:
        self._order = order
        self._rule = rule
        self._update = Update(dataset, bias_feature(dataset, spec.bias), rule)
        self._limit = spec.max_updates
        self._interval = keyframe_interval(dataset.d)
        self._weights = starting_weights(dataset, spec)
        self._updates = 0
        self._look()

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        first = self._updates + 1
        index: list[int] = []
        activation: list[float] = []
        errors: list[int] = []
        keyframes: list[Keyframe] = []
        while self._stop() is None and len(index) < max_updates:
            row = self._order.pick(self._rows, self._scores)
            score = float(self._scores[row])
            index.append(row)
            activation.append(score * float(self._update.dataset.y[row]))
            self._update.make(self._weights, row, score)
            self._updates += 1
            if self._updates % self._interval == 0:
                keyframes.append(Keyframe(self._updates, self._weights.copy()))
            self._look()
            errors.append(int(np.count_nonzero(self._scores <= 0)))
            if perf_counter() >= deadline:
                break
        return Batch(
            np.array(index, np.int32),
            np.arange(first, self._updates + 1),
            tuple(keyframes),
            self._updates,
            self._stop(),
            np.array(activation) + 0.0 if self._rule.sized else None,
            np.array(errors, np.int64),
        )

    def _look(self) -> None:
        """Which examples are up for an update now."""
        self._scores = self._update.scores(self._weights)
        self._rows = np.flatnonzero(self._rule.adds(self._scores))

    def _stop(self) -> Stop | None:
        if not len(self._rows):
            return Stop.CONVERGED
        return Stop.MAX_UPDATES if self._updates >= self._limit else None
