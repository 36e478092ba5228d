"""The space of sparse examples, which are never made dense: bit for bit the runs and classifiers of the dense ones.

A product with 0 changes no sum, so the numbers other than 0, taken in the order of their columns, give the same bits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Never

import numpy as np

from core.datasets.arithmetic import activations, decimals
from core.datasets.dataset import FloatArray, Rows
from core.errors import Cancelled, InputError, never
from core.orders import Order
from core.record.histories import SparseHistory
from core.record.history import History
from core.spaces.linear import LinearSpace
from core.spaces.space import exact_square


class SparseSpace(LinearSpace):
    """Vectors are (w, b), as dense as ever; for rules that add some examples, and without the margin."""

    def make_history(self, order: Order) -> History:
        return SparseHistory(self.dataset, self._bias, order, self.rule, self._start)

    def solve_margin(self, cancelled: Cancelled = never) -> Never:
        raise InputError("the margin of sparse examples is not sought; make them dense with .toarray()")

    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        return np.array([activations(Q, w[:-1], float(w[-1])) for w in history.weights_per_rate(start, stop)])

    def _added(self, index: Rows, factors: FloatArray) -> FloatArray:
        rows: Any = self.dataset.X[index]
        if self.dataset.d == 1:  # One column alone is summed in pairs, zeros and all.
            return np.asarray((factors[:, None] * rows.toarray()).sum(axis=0))
        terms: FloatArray = np.repeat(factors, np.diff(rows.indptr)) * rows.data
        return np.bincount(rows.indices, terms, self.dataset.d).astype(np.float64, copy=False)

    @property
    def units(self) -> Any:
        X, ends = self.dataset.X, np.arange(-1, self.dataset.d + 1).clip(0)
        kind: Any = type(X)
        return kind((np.ones(ends[-1]), ends[1:-1], ends), shape=(ends[-1] + 1, ends[-1]))

    def exactly(self, shares: Mapping[int, int], starts: int, Q: Any) -> list[Fraction]:
        """Return the same; summed are only the columns that the questions have numbers in."""
        X: Any = self.dataset.X
        Q, signed = type(X)(Q), np.zeros(self.dataset.n, np.int64)
        signed[[*shares]] = [*shares.values()]
        signed *= self.dataset.y
        each = np.repeat(signed, np.diff(X.indptr))
        needed = np.isin(X.indices, Q.indices) & (each != 0)
        start: Any = defaultdict(Fraction) if self._spec.start is None else self.exact_start
        w = {j: starts * start[j] for j in Q.indices.tolist()}
        for j, share, v in zip(
            X.indices[needed].tolist(), each[needed].tolist(), decimals(X.data[needed]), strict=True
        ):
            w[j] += share * v
        b = starts * start[-1] + int(signed.sum()) * exact_square(self.dataset, self._spec.bias)
        rows = (Q[[row]] for row in range(Q.shape[0]))
        return [sum((w[j] * v for j, v in zip(q.indices.tolist(), decimals(q.data), strict=True)), b) for q in rows]
