"""Example after example in the space of the data, each picked among those that the rule would add (002)."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.datasets.arithmetic import BiasFeature, bias_feature
from core.datasets.dataset import Dataset, FloatArray
from core.engine.batch import Batch, Keyframe, Stop, keyframe_interval
from core.engine.picks_compiled import CompiledPicks, Made, can_pick
from core.engine.single_step import SingleStep
from core.engine.start import starting_weights
from core.orders import Pick
from core.rules import Rule
from core.spec import RunSpec

_AT_ONCE = 1 << 19
"""Features looked at between two looks at the clock, in Python."""
_UPDATES_AT_ONCE = 64


class PickEngine:
    """The order picks one of all examples that are within the rule's threshold now; it stops when there is none.

    Every example seen is an update, so t = k and there are no epochs: only the limit on updates holds.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Pick, rule: Rule) -> None:
        self._rule = rule
        self._limit = spec.max_updates
        self._interval = keyframe_interval(dataset.d)
        self._weights = starting_weights(dataset, spec)
        self._updates = 0
        way = CompiledPicks.linear if can_pick(order, rule) else _PlainPicks
        self._picks = way(order, rule, dataset, bias_feature(dataset, spec.bias), self._weights)

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        before, target = self._updates, self._updates + max_updates
        parts = [Made(np.empty(0, np.int32), np.empty(0), np.empty(0, np.int64))]
        keyframes: list[Keyframe] = []
        while self._stop() is None and self._updates < target:
            to_keyframe = self._interval - self._updates % self._interval
            parts.append(self._picks.learn(min(target, self._limit, self._updates + to_keyframe) - self._updates))
            self._updates += len(parts[-1].index)
            if self._updates % self._interval == 0:
                keyframes.append(Keyframe(self._updates, self._weights.copy()))
            if perf_counter() >= deadline:
                break
        return Batch(
            np.concatenate([part.index for part in parts]),
            np.arange(before + 1, self._updates + 1),
            tuple(keyframes),
            self._updates,
            self._stop(),
            np.concatenate([part.activation for part in parts]) if self._rule.sized else None,
            np.concatenate([part.errors for part in parts]),
        )

    def _stop(self) -> Stop | None:
        if not self._picks.up:
            return Stop.CONVERGED
        return Stop.MAX_UPDATES if self._updates >= self._limit else None


class _PlainPicks:
    """The same as `CompiledPicks.linear`, whatever the order and the rule."""

    def __init__(self, order: Pick, rule: Rule, dataset: Dataset, bias: BiasFeature, weights: FloatArray) -> None:
        self._order = order
        self._rule = rule
        self._update = SingleStep(dataset, bias, rule)
        self._weights = weights
        self._most = min(max(_AT_ONCE // max(dataset.X.size, 1), 1), _UPDATES_AT_ONCE)
        self._look()

    @property
    def up(self) -> int:
        """How many examples are up for an update."""
        return len(self._rows)

    def learn(self, most: int) -> Made:
        """At least one update, at most `most`, unless none is up."""
        index: list[int] = []
        activation: list[float] = []
        errors: list[int] = []
        while len(self._rows) and len(index) < min(most, self._most):
            row = self._order.pick(self._rows, self._scores)
            score = float(self._scores[row])
            index.append(row)
            activation.append(score * float(self._update.dataset.y[row]))
            self._update.make(self._weights, row, score)
            self._look()
            errors.append(int(np.count_nonzero(self._scores <= 0)))
        return Made(np.array(index, np.int32), np.array(activation) + 0.0, np.array(errors, np.int64))

    def _look(self) -> None:
        """Which examples are up for an update now."""
        self._scores = self._update.scores(self._weights)
        self._rows = np.flatnonzero(self._rule.adds(self._scores))
