"""Runs over sparse examples, which are never made dense: bit for bit the classifiers of the dense runs.

A product with 0 changes no sum, so the numbers other than 0, taken in the order of their columns, give the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from core.compiled import library
from core.datasets.arithmetic import BiasFeature, decimals
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray, LabelArray
from core.engine.engine import Limits, exact_start, start_of, starting_weights
from core.engine.picks import can_scan
from core.errors import InputError
from core.learners import checked, title_of
from core.orders import Passes, Pick, find_order
from core.predictors import find_predictor
from core.predictors.averaged import MANY, doubt_of
from core.rules import Rule, make_rule
from core.spaces.linear import COORDINATES, UPDATES
from core.spaces.space import refuse_lost_products
from core.spec import RunSpec

_Updates = tuple[IntArray, IntArray, FloatArray]
"""Rows, places in the stream t, and scores y·a before each update; all (m,)."""


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
            self.data, self.indptr = _sums(which, self.data, len(rows)), rows.searchsorted(np.arange(n + 1))
            del self.rows

    @cached_property
    def rows(self) -> IntArray:
        """The row of each number."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    def take(self, rows: IntArray) -> SparseTable:
        lengths = self.indptr[rows + 1] - self.indptr[rows]
        indptr = np.append(0, lengths.cumsum())
        places = np.repeat(self.indptr[rows] - indptr[:-1], lengths) + np.arange(indptr[-1])
        return SparseTable(indptr, self.columns[places], self.data[places], self.shape[1])

    def sums(self, terms: FloatArray) -> FloatArray:
        """Return the sum over each row of `terms`, one for each number, in their order; shape (n,)."""
        return _sums(self.rows, terms, self.shape[0])

    def dot(self, w: FloatArray) -> FloatArray:
        return self.sums(w[self.columns] * self.data)

    def blocks(self) -> Iterator[FloatArray]:
        """Yield the rows as dense tables, each of a million numbers at most, or of one row."""
        for some in np.array_split(np.arange(self.shape[0]), math.prod(self.shape) // (1 << 20) + 1):
            part, block = self.take(some), np.zeros((len(some), self.shape[1]))
            block[part.rows, part.columns] = part.data
            yield block


def _sums(places: IntArray, terms: FloatArray, count: int) -> FloatArray:
    return np.asarray(np.bincount(places, terms, count), np.float64)


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
        return np.asarray((self.table.dot(self.values[:-1]) + self.values[-1]) * self.y)

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

    def following(self, order: Passes | Pick, seen: int, most: int) -> _Updates:
        """Make the updates of the next pass, or the one that `order` picks; none if no example is left to learn."""
        if isinstance(order, Passes):
            rows = np.ascontiguousarray(order.epoch(seen // len(self.y) + 1), np.int64)
            places, scores = self.scan(rows, min(most, len(rows)))
            return rows[places], seen + 1 + places, scores
        scores = self.scores()
        up = np.flatnonzero(self.rule.adds(scores, self.y))
        row = np.array([order.pick(up, scores)] if len(up) else [], np.int64)
        if len(row):
            self.learn(int(row[0]), float(scores[row[0]]))
        return row, seen + 1 + np.arange(len(row)), scores[row]

    def train(self, spec: RunSpec) -> tuple[_Updates, int, bool]:
        """Run to the end; return all updates, T, and whether it converged."""
        n, order, converged = len(self.y), find_order(spec.order or "").of(len(self.y), spec), False
        limits, seen, made = Limits.of(spec, n, epochs=order.has_epochs), 0, 0
        parts = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
        while not converged and limits.reached(seen, made) is None:
            parts.append(self.following(order, seen, limits.updates - made))
            made, converged = made + len(parts[-1][0]), not len(parts[-1][0])
            seen = seen + n if order.has_epochs else made
        rows, example, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
        if not order.has_epochs:
            converged = not self.rule.adds(self.scores(), self.y).any()
        return (rows, example, scores), int(example[-1]) if made and made == limits.updates else seen, converged


@dataclass(frozen=True, eq=False, repr=False)
class SparseRun:
    """A run over sparse examples at its end, as its predictor has it: (w, b), and the same/η; without a record."""

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
    learner = _begun(table, y, spec := checked(spec))
    start, predictor = replace(learner, values=learner.values.copy()), find_predictor(spec.predictor or "")
    made, seen, converged = learner.train(spec)
    values, average = learner.values, None
    if predictor.counts_errors:
        values = _best(start, made)
    elif predictor.blends:
        average = _Average(start, spec, made, seen + 1)
        values = values - average.lag
    exact = average if learner.rule.whole and len(made[0]) else None
    return SparseRun(spec, learner.rule, seen, len(made[0]), converged, values, exact)


def _begun(table: SparseTable, y: LabelArray, spec: RunSpec) -> _Learner:
    """Return the learner before the first example. Raises InputError for a start or examples that are impossible."""
    squared = float(table.sums(table.data**2).max()) if spec.bias == "radius" else spec.bias**2
    bias, start = (
        BiasFeature(math.sqrt(squared) if spec.bias == "radius" else spec.bias, squared),
        np.zeros(table.shape[1] + 1),
    )
    if spec.start is not None:
        # One example, as far out as the farthest, stands for all of them.
        start[0] = bias.value if spec.bias == "radius" else 0
        start = starting_weights(Dataset(start[None, :-1], [1]), spec)
    rule = replace(make_rule(spec), start=() if spec.start is None else start_of(spec, table.shape[1]))
    learner = _Learner(table, y, bias, rule, start)
    if bias.squared < 1:
        refuse_lost_products((table.sums(table.data != 0) > 0) | (bias.value > 0), learner.norms)
    return learner


def _best(learner: _Learner, made: _Updates) -> FloatArray:
    """Return the earliest (w, b) with the fewest mistakes (Pocket 002), from the start of `learner` on."""
    tie, y, best = learner.rule.tie, learner.y, learner.values.copy()
    least = tie.errors(learner.scores(), y)
    for row, score in zip(made[0].tolist(), made[2].tolist(), strict=True):
        learner.learn(row, score)
        if (errors := tie.errors(learner.scores(), y)) < least:
            best, least = learner.values.copy(), errors
    return best


class _Average:
    """The average of the vectors of a run (Perceptron 000), and exact scores where rounding might decide their sign."""

    def __init__(self, start: _Learner, spec: RunSpec, made: _Updates, seen: int) -> None:
        """Sum what w is ahead of the average, `lag` (d + 1,), over the vectors of a run that `seen` = T + 1 counts."""
        (rows, example, scores), table, y, d = made, start.table, start.y, start.table.shape[1]
        self._start, self._spec, self._seen, self._updates = start, spec, seen, len(rows)
        if self._updates > MANY:
            raise InputError(f"an average over sparse examples takes {MANY:,} updates at most; lower max_updates")
        # An update on example t is part of T + 1 − t vectors.
        self._shares = np.zeros(len(y), np.int64)
        np.add.at(self._shares, rows, y[rows] * (seen - example))
        late = y[rows] * example * (start.rule.sizes(scores, start.norms[rows]) if start.rule.sized else 1.0)
        total, step = np.zeros(d + 1), max(min(UPDATES, COORDINATES // d), 1)
        for first in range(0, len(rows), step):
            part, here = late[first : first + step], table.take(rows[first : first + step])
            terms = part[here.rows] * here.data
            # In the dense run one column alone is summed in pairs, several are summed in order.
            sums = here.sums(terms).sum(keepdims=True) if d == 1 else _sums(here.columns, terms, d)
            total += np.append(sums, float(part.sum()) * start.bias.squared)
        self.lag = total / seen

    def settled(self, Q: SparseTable, scores: FloatArray) -> FloatArray:
        """Return `scores` (m,) of questions Q (m, d), those near 0 exact: what the decimals say, rounded once."""
        table, k, reach = self._start.table, self._updates, np.zeros(Q.shape[1] + 1)
        reach[-1] = self._start.bias.squared
        np.maximum.at(reach, table.columns, np.abs(table.data))
        reach = k * reach + np.abs(self._start.values)
        doubt = doubt_of(k, Q.shape[1], Q.sums(np.abs(Q.data) * reach[Q.columns]) + reach[-1])
        settled = scores.copy()
        for row in np.flatnonzero(np.abs(scores) <= doubt):
            settled[row] = self._exactly(Q.take(np.array([row])))
        return settled

    def _exactly(self, q: SparseTable) -> float:
        """Return the score of one question."""
        table, asked = self._start.table, dict(zip(q.columns.tolist(), decimals(q.data), strict=True))
        needed = np.isin(table.columns, q.columns) & (self._shares[table.rows] != 0)
        shares, columns = self._shares[table.rows[needed]].tolist(), table.columns[needed].tolist()
        total = int(self._shares.sum()) * self._exact_square
        for share, j, value in zip(shares, columns, decimals(table.data[needed]), strict=True):
            total += share * value * asked[j]
        if self._spec.start:
            *w, b = exact_start(q.shape[1], self._spec)
            total += self._seen * (b + sum(w[j] * value for j, value in asked.items()))
        return float(total / self._seen)

    @cached_property
    def _exact_square(self) -> Fraction:
        """B², for "radius" of the farthest examples: of those that rounding cannot tell apart."""
        if self._spec.bias != "radius":
            return Fraction(repr(self._spec.bias)) ** 2
        table, least = self._start.table, self._start.bias.squared * (1 - 2.0**-20)
        farthest = np.flatnonzero(table.sums(table.data**2) >= least).tolist()
        rows = (decimals(table.data[slice(*table.indptr[row : row + 2])]) for row in farthest)
        return max(sum((value * value for value in row), Fraction(0)) for row in rows)
