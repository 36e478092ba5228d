"""The space of the data for the online SVM: the same vectors by another rule, and no theorem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.engine.batch import Engine
from core.engine.online_svm import OnlineSvmEngine
from core.orders import Order
from core.record.history import History
from core.record.online_svm import OnlineSvmHistory
from core.spaces.linear import LinearSpace, Plane
from core.spaces.space import never
from core.theory.margin import Margin

_BLOCK = 1 << 13


class OnlineSvmSpace(LinearSpace):
    """Vectors are (w, b), one an example (004 §2.7); see `core.spaces.space.Space`."""

    def make_engine(self, order: Order) -> Engine:
        """Example by example, in any order."""
        return OnlineSvmEngine(self._dataset, self._spec, order)

    def make_history(self, order: Order) -> History:
        """An empty record."""
        return OnlineSvmHistory(self._dataset, self._bias, self._spec.penalty, order)

    def solve_margin(self, cancelled: Callable[[], bool] = never) -> Margin:
        """ŵ*, γ and R of the data, or the certificate; the theorem does not speak of the run, so there is no bound."""
        return replace(super().solve_margin(cancelled), theorem=False, bound=None)

    def averaged(self, history: History) -> Plane:
        """The mean of the initial zero and the vectors after each of the T examples."""
        total = np.zeros(self._dataset.d + 1)
        for start in range(0, len(history), _BLOCK):
            total += history.weights(start, min(start + _BLOCK, len(history)))[1:].sum(axis=0)
        mean = total / (len(history) + 1)
        return Plane(mean[:-1], float(mean[-1]))
