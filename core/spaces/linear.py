"""The space of the data itself, with the bias as one more feature."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.arithmetic import activations, bias_feature
from core.dataset import Dataset, FloatArray
from core.engine.batch import Engine
from core.engine.linear import LinearEngine
from core.engine.random_mistake import RandomMistakeEngine
from core.orders import Order, Random
from core.record.history import History
from core.record.linear import LinearHistory
from core.spaces.space import never
from core.spec import RunSpec
from core.theory.margin import Margin, margin_of

_BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class Plane:
    """The classifier w·x + b: w (d,), b."""

    weights: FloatArray
    intercept: float

    def score(self, Q: FloatArray) -> FloatArray:
        """Activations of questions Q (m, d); shape (m,)."""
        return activations(Q, self.weights, self.intercept)


class LinearSpace:
    """Vectors are (w, b); see `core.spaces.space.Space`."""

    def __init__(self, dataset: Dataset, spec: RunSpec) -> None:
        self._dataset = dataset
        self._spec = spec
        self._bias = bias_feature(dataset, spec.bias)

    def make_engine(self, order: Order) -> Engine:
        """Epoch by epoch, or mistake by mistake."""
        if isinstance(order, Random):
            return RandomMistakeEngine(self._dataset, self._spec, order)
        return LinearEngine(self._dataset, self._spec, order)

    def make_history(self, order: Order) -> History:
        """An empty record."""
        return LinearHistory(self._dataset, self._bias, order)

    def solve_margin(self, cancelled: Callable[[], bool] = never) -> Margin:
        """ŵ*, γ, R and the bound in the augmented space, or the certificate."""
        return margin_of(self._dataset, self._bias)

    def at(self, history: History, update: int) -> Plane:
        """(w, b) after update k."""
        state = history.seek(update)
        return Plane(state.w, state.b)

    def averaged(self, history: History) -> Plane:
        """w − u/c with u the sum of y·c·x over the updates, c = t, and c = T + 1 at the end (000)."""
        y, u, beta = self._dataset.y, np.zeros(self._dataset.d), 0.0
        for start in range(0, len(history), _BLOCK):
            stop = min(start + _BLOCK, len(history))
            index = history.index(start, stop)
            late = y[index] * history.example(start, stop).astype(np.float64)
            u += (late[:, None] * self._dataset.X[index]).sum(axis=0)
            beta += float(late.sum()) * self._bias.squared
        last, count = self.at(history, len(history)), history.examples + 1
        return Plane(last.weights - u / count, last.intercept - beta / count)

    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        """Activations of Q (m, d) under each (w, b), in the binding order of sums; shape (stop − start + 1, m)."""
        weights = history.weights(start, stop)
        total: FloatArray = weights[:, :1] * Q[:, 0]
        for j in range(1, self._dataset.d):
            total += weights[:, j : j + 1] * Q[:, j]
        total += weights[:, -1:]
        return total
