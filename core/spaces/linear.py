"""The space of the data itself, with the bias as one more feature; and the cost function of Yuille 004 §2.6 there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Never

import numpy as np

from core.compiled import loops
from core.datasets import arithmetic
from core.datasets.arithmetic import activations, augmented_norms, decimals, largest, products, squared_norms
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.engine.engines import Engine, engine_of
from core.engine.vectors import LinearVector
from core.errors import Cancelled, InputError, never
from core.orders import Order, Passes, Pick
from core.record.histories import LinearHistory, SparseHistory
from core.record.history import History, State
from core.rules import Rule
from core.spaces.space import Decision, Ledger, Settled, Space, Totals, exact_square, total_of
from core.spec import RunSpec
from core.theory.margin.linear_margin import margin_meanwhile, margin_of
from core.theory.margin.margin import Margin

_BLOCK = 1 << 15
_VECTORS = 1 << 13
_COORDINATES = 1 << 23
"""Coordinates of vectors held at a time: fewer vectors where they are long."""


@dataclass(frozen=True, eq=False)
class Plane(Decision):
    """The classifier w·x + b, of (w, b)/η = `per_rate` (d + 1,)."""

    per_rate: FloatArray
    rule: Rule
    settled: Settled | None = None
    terms = 1

    @property
    def weights(self) -> FloatArray:
        return self.rule.times_rate(self.per_rate[:-1])

    @property
    def intercept(self) -> float:
        return self.rule.times_rate(float(self.per_rate[-1]))

    def score(self, Q: FloatArray) -> FloatArray:
        scores = activations(Q, self.per_rate[:-1], float(self.per_rate[-1]))
        return self.settled(Q, scores) if self.settled else scores

    def ledger(self, question: FloatArray) -> Ledger:
        """Return a term for each feature, in their order, in which an activation is summed."""
        terms, rate = self.per_rate[:-1] * question, self.rule.times_rate
        slips = total_of(terms, float(self.per_rate[-1])) != float(self.score(question[None, :])[0])
        columns = np.arange(len(question))
        return Ledger(columns, self.weights, question, rate(terms), self.intercept, slips, of_features=True)


class LinearSpace(Space):
    """Vectors are (w, b); see `core.spaces.space.Space`."""

    has_coordinates = True
    letter = "w"
    product = "w·x"

    def __init__(self, dataset: Dataset, spec: RunSpec) -> None:
        super().__init__(dataset, spec)
        self.block = max(min(_VECTORS if self.rule.every_example else _BLOCK, _COORDINATES // dataset.d), 1)

    @cached_property
    def norms_squared(self) -> FloatArray:
        return augmented_norms(self.dataset.X, self._bias)

    def score_after(self, state: State) -> float:
        return state.label * (float(self.dataset.X[state.index] @ state.w) + state.b)

    def make_engine(self, order: Passes | Pick) -> Engine:
        return engine_of(LinearVector(self.dataset, self._bias, self.rule, self._start.copy()), self._spec, order)

    def make_history(self, order: Order) -> History:
        return LinearHistory(self.dataset, self._bias, order, self.rule, self._start)

    def margin_meanwhile(self) -> Margin | None:
        known = margin_meanwhile(self.dataset, self._bias)
        return known and self._for_rule(known)

    def solve_margin(self, cancelled: Cancelled = never) -> Margin:
        return self._for_rule(margin_of(self.dataset, self._bias, cancelled))

    def at(self, history: History, update: int) -> Plane:
        return Plane(history.weights_per_rate(update, update)[0].copy(), self.rule)

    def averaged(self, history: History, totals: Totals = ()) -> Plane:
        """Return w − u/c with u the sum of τ·y·c·x over the updates, c = t, and c = T + 1 at the end (Perceptron 000).

        Where every example moves the vector, the mean of w⁽⁰⁾ and the vectors after each of them.
        """
        totals = totals[: len(history) // self.block]
        total = totals[-1] if totals else self._nothing
        for start in range(len(totals) * self.block, len(history), self.block):
            total = total + self._part(history, start, min(start + self.block, len(history)))
        average = total / (history.examples + 1)
        if not self.rule.every_example:
            average = self.at(history, len(history)).per_rate - average
        return Plane(average, self.rule)

    def totals(self, history: History, before: Totals) -> Totals:
        totals = list(before)
        for start in range(len(totals) * self.block, len(history) - self.block + 1, self.block):
            totals.append((totals[-1] if totals else self._nothing) + self._part(history, start, start + self.block))
        return tuple(totals)

    @property
    def _nothing(self) -> FloatArray:
        """The sum before the first update: w⁽⁰⁾, or nothing where the start is added later; (d + 1,)."""
        return self._start if self.rule.every_example else np.zeros(self.dataset.d + 1)

    def _part(self, history: History, start: int, stop: int) -> FloatArray:
        """Return what updates start+1 … stop add to the average's sum; shape (d + 1,)."""
        if self.rule.every_example:
            return np.asarray(history.weights_per_rate(start, stop)[1:].sum(axis=0))
        index = history.index(start, stop)
        late = self.dataset.y[index] * history.example(start, stop) * history.sizes(start, stop)
        return np.append(self._added(index, late), float(late.sum()) * self._bias.squared)

    def _added(self, index: Rows, factors: FloatArray) -> FloatArray:
        """Return the sum of the examples at rows `index` (m,), each times one of `factors` (m,); shape (d,)."""
        return np.asarray((factors[:, None] * self.dataset.X.take(index, axis=0)).sum(axis=0))

    def reach(self, Q: FloatArray, updates: int) -> FloatArray:
        """Return k·(Σⱼ maxᵢ|xᵢⱼ|·|qⱼ| + B²) and Σⱼ |w⁽⁰⁾ⱼ|·|qⱼ| + |b⁽⁰⁾| for questions Q (m, d); shape (m,)."""
        reach: FloatArray = abs(Q) @ largest(self.dataset.X) + self._bias.squared
        return updates * reach + (abs(Q) @ np.abs(self._start[:-1]) + abs(float(self._start[-1])))

    def exactly(self, shares: Mapping[int, int], starts: int, Q: FloatArray) -> list[Fraction]:
        """Return s₀w̃⁽⁰⁾·q̃ + Σ sᵢyᵢ x̃ᵢ·q̃: the sum is one vector, found once."""
        rows, denominator = arithmetic.whole(self.dataset)
        signed = [(share * int(self.dataset.y[row]), rows[row]) for row, share in shares.items()]
        *first, b = (starts * v for v in self.exact_start)
        w = [v + Fraction(sum(c * x[j] for c, x in signed), denominator) for j, v in enumerate(first)]
        b += sum(c for c, _ in signed) * exact_square(self.dataset, self._spec.bias)
        return [sum((w[j] * v for j, v in enumerate(decimals(q)) if v), b) for q in Q]

    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        weights, library = history.weights_per_rate(start, stop), loops()
        if library is not None:
            values = np.empty((len(weights), len(Q)))
            # The loop in C runs along the columns of Q.
            library.score_all(np.ascontiguousarray(weights), len(weights), np.asfortranarray(Q), *Q.shape, values)
            return values
        return products(weights[:, :-1], Q) + weights[:, -1:]

    def votes(self, history: History, Q: FloatArray, first: int, lives: IntArray) -> FloatArray:
        library, votes, questions = loops(), np.zeros(len(Q)), np.asfortranarray(Q)
        step = max(min(_VECTORS, _COORDINATES // max(Q.shape)), 1)
        for start in range(0, len(lives), step):
            part = lives[start : start + step].astype(np.float64)
            last = first + start + len(part) - 1
            if library is None:
                votes += part @ np.sign(self.trajectory(history, Q, first + start, last))
            else:
                vectors = np.ascontiguousarray(history.weights_per_rate(first + start, last))
                library.vote(vectors, part, len(part), questions, *Q.shape, votes)
        return votes


def hinge(y: FloatArray, decision: FloatArray) -> FloatArray:
    """Return `max(0, 1 − y·f)` for labels y (n,) and decision values f (n,) or (m, n), of the same shape as f."""
    return np.maximum(0.0, 1 - y * decision)


class SparseSpace(LinearSpace):
    """The space of sparse examples, never made dense, for rules that add some of them: the runs of the dense ones.

    Vectors are (w, b), as dense as ever. A product with 0 changes no sum, so the numbers other than 0, taken in the
    order of their columns, give the same bits. There is no margin.
    """

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


def objective_at(space: Space, history: History, penalty: float, update: int) -> float:
    """Return `½‖w‖² + γ·Σ max(0, 1 − y(w·x + b))` after update k, γ = `penalty` (Yuille 004 §2.6); b is free."""
    w = history.weights_per_rate(update, update)[:, :-1]
    y = space.dataset.y.astype(np.float64)
    losses = hinge(y, space.trajectory(history, space.dataset.X, update, update)[0])
    with np.errstate(over="ignore"):
        return float(squared_norms(w)[0] / 2 + penalty * arithmetic.walked(0.0, losses)[-1])
