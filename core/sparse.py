"""Runs over sparse examples, which are never made dense: bit for bit the classifiers of the dense runs.

A product with 0 changes no sum, so the numbers other than 0, taken in the order of their columns, give the same bits.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from core.compiled import library
from core.datasets.arithmetic import BiasFeature, decimals
from core.datasets.dataset import LARGEST, FloatArray, IntArray, LabelArray
from core.engine.engine import Limits, exact_start, start_among, start_of
from core.engine.picks import can_scan
from core.errors import InputError
from core.learners import checked, title_of
from core.orders import Passes, Pick, find_order
from core.predictors import find_predictor
from core.predictors.averaged import MANY, doubt_of
from core.rules import Rule, make_rule
from core.spaces.linear import summed_together
from core.spaces.space import refuse_lost_products
from core.spec import RunSpec

_BLOCK = 1 << 20
"""The most numbers of a dense block of questions."""


def summed(places: IntArray, terms: FloatArray, count: int) -> FloatArray:
    """Return the sum of `terms` (m,) at each of 0 … count − 1, by their `places` (m,), one after another; (count,)."""
    return np.asarray(np.bincount(places, terms, count), np.float64)


class SparseTable:
    """Examples (n, d): row i has `data[indptr[i]:indptr[i + 1]]` in `columns`, which ascend, and 0 elsewhere."""

    def __init__(self, indptr: Any, columns: Any, data: FloatArray, d: int) -> None:
        """Take over rows as they are stored, or sorted copies with duplicates added up, where columns do not ascend."""
        self.indptr, columns = np.ascontiguousarray(indptr, np.int64), np.ascontiguousarray(columns, np.int64)
        n, count = len(self.indptr) - 1, int(self.indptr[-1])
        misfit = self.indptr[0] or count > len(data) or len(columns) != len(data) or (np.diff(self.indptr) < 0).any()
        self.columns, self.data, self.shape = columns[:count], data[:count], (n, d)
        if misfit or (count and not 0 <= self.columns.min() <= self.columns.max() < d):
            raise ValueError(f"The sparse rows do not fit together, or have a column outside 0 to {d - 1}.")
        falls = np.flatnonzero(self.columns[1:] <= self.columns[:-1]) + 1
        if not np.isin(falls, self.indptr).all():
            places, which = np.unique(self.rows * d + self.columns, return_inverse=True)
            rows, self.columns = np.divmod(places, d)
            # Duplicates are added in the order in which they are stored.
            self.data, self.indptr = summed(which, self.data, len(rows)), rows.searchsorted(np.arange(n + 1))
            del self.rows

    @classmethod
    def of_dense(cls, X: FloatArray) -> SparseTable:
        rows, columns = np.nonzero(X)
        return cls(rows.searchsorted(np.arange(len(X) + 1)), columns, X[rows, columns], X.shape[1])

    def __len__(self) -> int:
        return self.shape[0]

    @cached_property
    def rows(self) -> IntArray:
        """The row of each number."""
        return np.repeat(np.arange(len(self)), np.diff(self.indptr))

    def take(self, rows: IntArray) -> SparseTable:
        lengths = self.indptr[rows + 1] - self.indptr[rows]
        indptr = np.append(0, lengths.cumsum())
        places = np.repeat(self.indptr[rows] - indptr[:-1], lengths) + np.arange(indptr[-1])
        return SparseTable(indptr, self.columns[places], self.data[places], self.shape[1])

    def sums(self, terms: FloatArray) -> FloatArray:
        """Return the sum over each row of `terms`, one for each number, in their order; shape (n,)."""
        return summed(self.rows, terms, len(self))

    def dot(self, w: FloatArray) -> FloatArray:
        return self.sums(w[self.columns] * self.data)

    def blocks(self) -> Iterator[FloatArray]:
        """Yield the rows as dense tables, some at a time."""
        step = max(_BLOCK // self.shape[1], 1)
        for start in range(0, len(self), step):
            part = self.take(np.arange(start, min(start + step, len(self))))
            block = np.zeros(part.shape)
            block[part.rows, part.columns] = part.data
            yield block


@dataclass(eq=False)
class _Learner:
    """The vector of a run, `values` (w, b) (d + 1,), and what it is made of."""

    table: SparseTable
    y: LabelArray
    bias: BiasFeature
    rule: Rule
    values: FloatArray

    @cached_property
    def norms(self) -> FloatArray:
        return self.table.sums(self.table.data * self.table.data) + self.bias.squared

    def scores(self) -> FloatArray:
        scores: FloatArray = (self.table.dot(self.values[:-1]) + self.values[-1]) * self.y
        return scores

    def errors(self) -> int:
        return self.rule.tie.errors(self.scores(), self.y)

    def learn(self, row: int, score: float) -> None:
        part, step = slice(*self.table.indptr[row : row + 2]), float(self.y[row])
        if self.rule.sized:
            step *= self.rule.size(score, float(self.norms[row]))
        self.values[self.table.columns[part]] += step * self.table.data[part]
        self.values[-1] += step * self.bias.squared

    def scan(self, rows: IntArray, most: int) -> tuple[IntArray, FloatArray]:
        """Make the first `most` updates among `rows`; return their places, and the scores before them (m,)."""
        table, found, places, scores = self.table, 0, np.empty(most, np.int64), np.empty(most)
        if can_scan(self.rule):
            examples, vector = (table.indptr, table.columns, table.data, self.y), (self.values, table.shape[1])
            numbers = (self.bias.squared, *self.rule.bars, self.rule.target)
            found = library().scan_sparse(*examples, rows, len(rows), *vector, *numbers, most, places, scores)
            return places[:found], scores[:found]
        for place, row in enumerate(rows.tolist()):
            part, label = slice(*table.indptr[row : row + 2]), int(self.y[row])
            terms = np.append(self.values[table.columns[part]] * table.data[part], self.values[-1])
            score = float(np.add.accumulate(terms)[-1]) * label
            if found < most and self.rule.admits(score, label):
                self.learn(row, score)
                places[found], scores[found], found = place, score, found + 1
        return places[:found], scores[:found]


class _Updates(NamedTuple):
    """Updates of a run: their `rows`, places in the stream `example`, and y·a before them, `scores`; all (m,)."""

    rows: IntArray
    example: IntArray
    scores: FloatArray


def _following(learner: _Learner, order: Passes | Pick, seen: int, most: int) -> _Updates:
    """Make the next updates, in one pass or one as the order picks it; none if no example is left to learn from."""
    if isinstance(order, Passes):
        rows = np.ascontiguousarray(order.epoch(seen // len(learner.table) + 1), np.int64)
        places, scores = learner.scan(rows, min(most, len(rows)))
        return _Updates(rows[places], seen + 1 + places, scores)
    scores = learner.scores()
    up = np.flatnonzero(learner.rule.adds(scores, learner.y))
    index = np.array([order.pick(up, scores)] if len(up) else [], np.int64)
    for row in index.tolist():
        learner.learn(row, float(scores[row]))
    return _Updates(index, seen + 1 + np.arange(len(index)), scores[index])


@dataclass(frozen=True, eq=False)
class SparseRun:
    """A run over sparse examples as its predictor knows it at the end, (w, b)/η; there is no record of its updates."""

    spec: RunSpec
    rule: Rule
    examples: int
    updates: int
    converged: bool
    per_rate: FloatArray
    average: _Average | None
    """The average, if its scores near 0 have to be worked out exactly."""

    @property
    def weights(self) -> FloatArray:
        """The predictor's w (d,)."""
        return self.rule.times_rate(self.per_rate[:-1])

    @property
    def intercept(self) -> float:
        return self.rule.times_rate(float(self.per_rate[-1]))

    def score(self, Q: SparseTable) -> FloatArray:
        """Return the decision values of questions Q (m, d); shape (m,)."""
        scores = Q.dot(self.per_rate[:-1]) + self.per_rate[-1]
        return self.rule.times_rate(self.average.settled(Q, scores) if self.average else scores)

    def __repr__(self) -> str:
        return f"{title_of(self.spec)} over sparse examples: {self.updates:,} updates in {self.examples:,} examples"


def sparse_trouble(spec: RunSpec) -> str:
    """Return why a run of this spec needs dense examples; empty if it does not. Raises InputError as `checked` does."""
    full, why = checked(spec), ""
    if full.kernel:
        why = "a kernel compares dense examples"
    elif make_rule(full).every_example or find_predictor(full.predictor or "").votes:
        why = f"{title_of(full)} needs all of w at each step"
    return why and f"Sparse data was passed, but dense data is required: {why}. Use '.toarray()' to convert it."


def train_sparse(table: SparseTable, y: LabelArray, spec: RunSpec) -> SparseRun:
    """Run to the end over examples with labels y (n,), −1 or +1. Raises InputError as `core.run.train` does.

    Raises TypeError for a learner that needs dense examples.
    """
    if trouble := sparse_trouble(spec):
        raise TypeError(trouble)
    if len(wrong := np.flatnonzero(np.abs(table.data) > LARGEST)):
        raise InputError(f"example {table.rows[wrong[0]] + 1:,} has {table.data[wrong[0]]}; enter at most {LARGEST:g}")
    spec, d = checked(spec), table.shape[1]
    squared = float(table.sums(table.data**2).max()) if spec.bias == "radius" else spec.bias**2
    bias = BiasFeature(math.sqrt(squared) if spec.bias == "radius" else spec.bias, squared)
    rule = replace(make_rule(spec), start=() if spec.start is None else start_of(spec, d))
    learner = _Learner(table, y, bias, rule, start_among(spec, d, bias))
    refuse_lost_products(bias, lambda: table.sums(table.data != 0) > 0, lambda: learner.norms)
    begun, predictor = replace(learner, values=learner.values.copy()), find_predictor(spec.predictor or "")
    made, seen, converged = _all_updates(learner, spec)
    values, average = learner.values, None
    if predictor.counts_errors:
        values = _best(begun, made)
    elif predictor.blends:
        average = _Average(begun, spec, made, seen + 1)
        values = values - average.lag
    exact = average if rule.whole and len(made.rows) else None
    return SparseRun(spec, rule, seen, len(made.rows), converged, values, exact)


def _all_updates(learner: _Learner, spec: RunSpec) -> tuple[_Updates, int, bool]:
    """Return the updates of the whole run, T, and whether it converged."""
    order, converged = find_order(spec.order or "").of(len(learner.y), spec), False
    limits, seen, made = Limits.of(spec, len(learner.y), epochs=order.has_epochs), 0, 0
    parts = [_Updates(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
    while not converged and limits.reached(seen, made) is None:
        parts.append(_following(learner, order, seen, limits.updates - made))
        made, converged = made + len(parts[-1].rows), not len(parts[-1].rows)
        seen = made if not order.has_epochs else seen + len(learner.y)
    if made == limits.updates and made:
        seen = int(parts[-1].example[-1])
    if not order.has_epochs:
        converged = not learner.rule.adds(learner.scores(), learner.y).any()
    return _Updates(*(np.concatenate(column) for column in zip(*parts, strict=True))), seen, converged


def _best(learner: _Learner, made: _Updates) -> FloatArray:
    """Return the earliest (w, b) with the fewest mistakes (Pocket 002), from the start of `learner` on."""
    best, least = learner.values.copy(), learner.errors()
    for row, score in zip(made.rows.tolist(), made.scores.tolist(), strict=True):
        learner.learn(row, score)
        if (errors := learner.errors()) < least:
            best, least = learner.values.copy(), errors
    return best


class _Average:
    """The average of the vectors of a run (Perceptron 000), and exact scores where rounding might decide their sign."""

    def __init__(self, begun: _Learner, spec: RunSpec, made: _Updates, seen: int) -> None:
        """Sum what w is ahead of the average, `lag` (d + 1,), over the vectors of a run that `seen` = T + 1 counts."""
        self._begun, self._spec, self._seen, self._updates = begun, spec, seen, len(made.rows)
        if self._updates > MANY:
            raise InputError(f"an average over sparse examples takes {MANY:,} updates at most; lower max_updates")
        y, d = begun.y[made.rows], begun.table.shape[1]
        # An update on example t is part of T + 1 − t vectors.
        self._shares = np.zeros(len(begun.y), np.int64)
        np.add.at(self._shares, made.rows, y * (seen - made.example))
        sizes = begun.rule.sizes(made.scores, begun.norms[made.rows]) if begun.rule.sized else 1.0
        late, total, step = y * made.example * sizes, np.zeros(d + 1), summed_together(d)
        for start in range(0, self._updates, step):
            part, here = late[start : start + step], begun.table.take(made.rows[start : start + step])
            terms = part[here.rows] * here.data
            # In the dense run one column alone is summed in pairs, several are summed in order.
            sums = here.sums(terms).sum(keepdims=True) if d == 1 else summed(here.columns, terms, d)
            total += np.append(sums, float(part.sum()) * begun.bias.squared)
        self.lag = total / seen

    def settled(self, Q: SparseTable, scores: FloatArray) -> FloatArray:
        """Return `scores` (m,) of questions Q (m, d), those near 0 exact: what the decimals say, rounded once."""
        table, k, reach = self._begun.table, self._updates, np.zeros(Q.shape[1] + 1)
        reach[-1] = self._begun.bias.squared
        np.maximum.at(reach, table.columns, np.abs(table.data))
        reach = k * reach + np.abs(self._begun.values)
        reached = Q.sums(np.abs(Q.data) * reach[Q.columns]) + reach[-1]
        near = np.flatnonzero(np.abs(scores) <= doubt_of(k, Q.shape[1], reached))
        settled = scores.copy()
        settled[near] = self._exactly(Q.take(near)) if len(near) else []
        return settled

    def _exactly(self, Q: SparseTable) -> list[float]:
        """Return the scores of questions Q: of w only the numbers that they ask for are worked out."""
        table, spec, seen = self._begun.table, self._spec, self._seen
        zeros: Mapping[int, Fraction] = defaultdict(Fraction)
        starts = exact_start(table.shape[1], spec) if spec.start else zeros
        w = {j: seen * starts[j] for j in np.unique(Q.columns).tolist()}
        needed = np.isin(table.columns, Q.columns) & (self._shares[table.rows] != 0)
        shares, columns = self._shares[table.rows[needed]], table.columns[needed]
        for share, j, value in zip(shares.tolist(), columns.tolist(), decimals(table.data[needed]), strict=True):
            w[j] += share * value
        totals = [int(self._shares.sum()) * self._exact_square() + seen * starts[-1]] * len(Q)
        for row, j, value in zip(Q.rows.tolist(), Q.columns.tolist(), decimals(Q.data), strict=True):
            totals[row] += w[j] * value
        return [float(total / seen) for total in totals]

    def _exact_square(self) -> Fraction:
        """Return B², for "radius" of the farthest examples: of those that rounding cannot tell apart."""
        if self._spec.bias != "radius":
            return Fraction(repr(self._spec.bias)) ** 2
        table, least = self._begun.table, self._begun.bias.squared * (1 - 2.0**-20)
        farthest = np.flatnonzero(table.sums(table.data**2) >= least)
        rows = (decimals(table.data[slice(*table.indptr[row : row + 2])]) for row in farthest.tolist())
        return max(sum((value * value for value in row), Fraction(0)) for row in rows)
