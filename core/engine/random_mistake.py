"""The perceptron that picks a mistake at random: the order of the pocket algorithm (002)."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.arithmetic import activations, bias_feature
from core.dataset import Dataset, IntArray
from core.engine.batch import Batch, Keyframe, Stop, keyframe_interval
from core.orders import Random
from core.spec import RunSpec


class RandomMistakeEngine:
    """A mistake drawn uniformly from all current ones is the next example; it stops when there is none (002).

    Every example seen is a mistake, so t = k and there are no epochs: only the limit on updates holds.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Random) -> None:
        self._dataset = dataset
        self._order = order
        self._bias = bias_feature(dataset, spec.bias)
        self._limit = spec.max_updates
        self._interval = keyframe_interval(dataset.d)
        self._weights = np.zeros(dataset.d + 1)
        self._updates = 0
        self._mistakes = self._find_mistakes()

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        first = self._updates + 1
        index: list[int] = []
        keyframes: list[Keyframe] = []
        while self._stop() is None and len(index) < max_updates:
            row = int(self._mistakes[self._order.draw(len(self._mistakes))])
            index.append(row)
            y = float(self._dataset.y[row])
            self._weights[:-1] += y * self._dataset.X[row]
            self._weights[-1] += y * self._bias.squared
            self._updates += 1
            if self._updates % self._interval == 0:
                keyframes.append(Keyframe(self._updates, self._weights.copy()))
            self._mistakes = self._find_mistakes()
            if perf_counter() >= deadline:
                break
        example = np.arange(first, self._updates + 1)
        return Batch(np.array(index, np.int32), example, tuple(keyframes), self._updates, self._stop())

    def _find_mistakes(self) -> IntArray:
        activation = activations(self._dataset.X, self._weights[:-1], float(self._weights[-1]))
        return np.flatnonzero(activation * self._dataset.y <= 0)

    def _stop(self) -> Stop | None:
        if not len(self._mistakes):
            return Stop.CONVERGED
        return Stop.MAX_UPDATES if self._updates >= self._limit else None
