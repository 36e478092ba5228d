"""A kernel's feature space, the bias as one more dimension: vectors are sums of examples (Yuille 004 §2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from core.datasets.arithmetic import decimals, walked
from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.engine.engines import Engine, engine_of
from core.engine.vectors import DualVector
from core.errors import Cancelled, InputError, never
from core.kernels import GramColumns, Kernel, make_kernel, signed_gram
from core.orders import Order, Passes, Pick
from core.record.histories import KernelHistory
from core.record.history import History, State
from core.rules import Rule, make_rule
from core.spaces.space import Decision, Ledger, Settled, Space, Totals, exact_square, total_of
from core.spec import RunSpec
from core.theory.margin.kernel_margin import kernel_margin, kernel_margin_meanwhile
from core.theory.margin.margin import Margin

_VALUES = 1 << 20
"""Kernel values held at a time."""

_LARGEST = 1e250
"""Kernel values beyond this could overflow when summed over a run."""


@dataclass(frozen=True, eq=False)
class Expansion(Decision):
    """The classifier Σ cⱼk(xⱼ, ·) + b over examples `support` (s, d), with c/η (s,) and b/η as the run has them.

    The examples are `rows` (s,) of the data. There is no w to write down; b alone is not called an intercept.
    """

    kernel: Kernel
    support: FloatArray
    per_rate: FloatArray
    offset_per_rate: float
    rows: IntArray
    rule: Rule
    settled: Settled | None = field(default=None, kw_only=True)

    @property
    def terms(self) -> int:
        return len(self.support)

    def score(self, Q: FloatArray) -> FloatArray:
        """Return decision values of questions Q (m, d), each summed in the order of the examples; shape (m,)."""
        scores = np.full(len(Q), 0.0 + self.offset_per_rate)
        size = max(_VALUES // max(len(self.support), 1), 1)
        for start in range(0, len(Q) if len(self.support) else 0, size):
            terms = self.kernel.matrix(self.support, Q[start : start + size])
            terms *= self.per_rate[:, None]
            scores[start : start + size] = np.add.accumulate(terms, axis=0, out=terms)[-1] + self.offset_per_rate
        return self.settled(Q, scores) if self.settled else scores

    def ledger(self, question: FloatArray) -> Ledger:
        """Return a term for each of its examples, in their order, which is the order of the sum of `score`."""
        values, rate = self.kernel.matrix(self.support, question[None, :])[:, 0], self.rule.times_rate
        terms = values * self.per_rate
        slips = total_of(terms, self.offset_per_rate) != float(self.score(question[None, :])[0])
        return Ledger(self.rows, self.coefficients, values, rate(terms), self.offset, slips)

    @property
    def coefficients(self) -> FloatArray:
        return self.rule.times_rate(self.per_rate)

    def alphas(self, labels: LabelArray) -> FloatArray:
        alphas = np.zeros(len(labels))
        alphas[self.rows] = self.coefficients * labels[self.rows]
        return alphas

    @property
    def offset(self) -> float:
        return self.rule.times_rate(self.offset_per_rate)


@dataclass(frozen=True, eq=False)
class Recorded(Expansion):
    """The vector after update k of a run. On the run's examples it sums in the order of the updates, as the run did."""

    space: KernelSpace
    history: History
    update: int

    @property
    def walk(self) -> int:
        """How many updates are summed for each of the examples of the run, from the nearest keyframe on."""
        return self.update - self.history.keyframe(self.update).update

    def approach(self) -> Iterator[None]:
        """Compute what questions about the run's own examples need, in steps of some milliseconds."""
        X = self.space.dataset.X
        step = max(_VALUES // max(len(X), 1), 1)
        for update in range(self.update - self.walk, self.update, step):
            self.space.trajectory(self.history, X, update, update)
            yield

    def score(self, Q: FloatArray) -> FloatArray:
        if np.array_equal(Q, self.space.dataset.X):
            return np.asarray(self.space.trajectory(self.history, Q, self.update, self.update)[0])
        return super().score(Q)


class _Reached(NamedTuple):
    """Decision values (m,) of the questions of `columns` after update k of `history`."""

    columns: GramColumns
    history: History
    update: int
    values: FloatArray


class KernelSpace(Space):
    """Vectors are Σ αⱼyⱼφ̃(xⱼ). Raises InputError for a kernel or rule that has no form or overflows here."""

    has_coordinates = False
    letter = "α"
    product = "Σⱼ αⱼ·yⱼ·k(xⱼ, x)"
    kernel: Kernel
    _reached: _Reached | None

    def __init__(self, dataset: Dataset, spec: RunSpec) -> None:
        self.kernel = make_kernel(spec)
        rule = make_rule(spec)
        if rule.every_example:
            raise InputError(f"the rule {rule.name} learns in the space of the data; choose no kernel")
        super().__init__(dataset, spec)
        self.gram, self._reached = self._gram, None
        largest = float(self.norms_squared.max(initial=0.0))
        if not largest <= _LARGEST:
            told = f"the {self.kernel.name} kernel of these data reaches {largest:g}"
            raise InputError(f"{told}; enter at most {_LARGEST:g}")

    @cached_property
    def norms_squared(self) -> FloatArray:
        return self.kernel.diagonal(self.dataset.X) + self._bias.squared

    def _gram(self, rows: IntArray) -> FloatArray:
        return signed_gram(self.dataset, self.kernel, self._bias, self.dataset.X[rows], rows) * self.dataset.y[rows]

    def score_after(self, state: State) -> float:
        return state.score + state.size * float(self.norms_squared[state.index])

    def make_engine(self, order: Passes | Pick) -> Engine:
        return engine_of(DualVector(self.dataset, self.kernel, self._bias, self.rule), self._spec, order)

    def make_history(self, order: Order) -> History:
        return KernelHistory(self.dataset, self.kernel, self._bias, order, self.rule)

    def margin_meanwhile(self) -> Margin | None:
        known = kernel_margin_meanwhile(self.dataset, self.kernel, self._bias)
        return known and self._for_rule(known)

    def solve_margin(self, cancelled: Cancelled = never) -> Margin:
        return self._for_rule(kernel_margin(self.dataset, self.kernel, self._bias, cancelled))

    def at(self, history: History, update: int) -> Expansion:
        if not isinstance(history, KernelHistory):
            raise TypeError("the record is not that of a run in a feature space")
        alpha, b = history.alpha_per_rate(update), float(history.weights_per_rate(update, update)[0, 0])
        rows = np.flatnonzero(alpha)
        coefficients = (alpha * self.dataset.y)[rows].astype(np.float64)
        return Recorded(self.kernel, self.dataset.X[rows], coefficients, b, rows, self.rule, self, history, update)

    def averaged(self, history: History, totals: Totals = ()) -> Expansion:
        """Return the shares of the average: an update on example t counts 1 − t/(T + 1) (Perceptron 000)."""
        index, shares = history.index(), 1.0 - history.example() / (history.examples + 1)
        shares *= history.sizes(0, len(history))
        alphas = np.bincount(index, weights=shares, minlength=self.dataset.n)
        rows: IntArray = np.flatnonzero(alphas)
        coefficients: FloatArray = (alphas * self.dataset.y)[rows].astype(np.float64)
        offset = float(coefficients.sum()) * self._bias.squared
        return Expansion(self.kernel, self.dataset.X[rows], coefficients, offset, rows, self.rule)

    def reach(self, Q: FloatArray, updates: int) -> FloatArray:
        """Return the bound: the kernel of the absolute values (parameters are ≥ 0) and B², times the updates; (m,)."""
        largest = np.abs(self.dataset.X).max(axis=0, initial=0.0, keepdims=True)
        reach: FloatArray = self.kernel.matrix(largest, np.abs(Q))[0] + self._bias.squared
        return updates * reach

    def exactly(self, shares: Mapping[int, int], starts: int, Q: FloatArray) -> list[Fraction] | None:
        """Return Σ sᵢyᵢ(k(xᵢ, q) + B²); None for a kernel whose values are no fractions."""
        squared = exact_square(self.dataset, self._spec.bias)
        signed = [(share * int(self.dataset.y[row]), decimals(self.dataset.X[row])) for row, share in shares.items()]
        sums = []
        for q in map(decimals, Q):
            total = Fraction(0)
            for share, x in signed:
                if (value := self.kernel.exact(x, q)) is None:
                    return None
                total += share * (value + squared)
            sums.append(total)
        return sums

    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        """Return the values, summed in the order of the updates; where the last call ended is kept for the next one."""
        reached = self._nearest(history, Q, start)
        columns, values = reached.columns, reached.values.copy()
        way = history.index(reached.update, start)
        columns.vote(way, history.sizes(reached.update, start), np.zeros(len(way)), values, np.zeros(len(Q)))
        moves = columns.rows(history.index(start, stop))
        moves *= history.sizes(start, stop)[:, None]
        walk = walked(values, moves)
        self._reached = _Reached(columns, history, stop, walk[-1].copy())
        return walk

    def votes(self, history: History, Q: FloatArray, first: int, lives: IntArray) -> FloatArray:
        """Return the value at Q after one more stretch, without the vectors between; its end is kept."""
        reached, stop = self._nearest(history, Q, first), first + len(lives) - 1
        on_way = np.concatenate([np.zeros(first - reached.update), lives])
        values = reached.values.copy()
        votes: FloatArray = on_way[0] * np.sign(values)
        sizes = history.sizes(reached.update, stop)
        reached.columns.vote(history.index(reached.update, stop), sizes, on_way[1:], values, votes)
        self._reached = _Reached(reached.columns, history, stop, values)
        return votes

    def _nearest(self, history: History, Q: FloatArray, update: int) -> _Reached:
        """Return the nearest place at or before update k from which the values of Q can be walked on."""
        last = self._reached
        known = last is not None and np.array_equal(last.columns.Q, Q)
        columns = last.columns if last and known else GramColumns(self.dataset, self.kernel, self._bias, Q.copy())
        places = [_Reached(columns, history, 0, np.zeros(len(Q)))]
        if np.array_equal(Q, self.dataset.X):
            frame = history.keyframe(update)
            places.append(_Reached(columns, history, frame.update, frame.weights))
        if last and known and last.history.shares_rows(history) and last.update <= update:
            places.append(last)
        return max(places, key=attrgetter("update"))
