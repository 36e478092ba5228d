"""A learner's vector in a kernel's feature space, known by its decision values at the examples (Yuille 004 §2.5).

The loops in C add columns of the Gram matrix, which are made as they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.picks import CompiledPicks
from core.engine.scan import can_scan, library, target_of
from core.kernels import Kernel
from core.kernels.gram import GramColumns
from core.orders import Pick
from core.rules import Rule

_TOGETHER, _VALUES = 8, 1 << 16
"""Columns made at a time, and their values at most: where columns are short one takes hardly less time than some."""


@dataclass(frozen=True, eq=False)
class Scanned:
    """Updates at `places` (m,) of an epoch, the activations before them, and the place that the scan has come to."""

    places: IntArray
    activation: FloatArray
    reached: int


class DualVector:
    """`values` f(xᵢ) = Σ τyⱼk̃(xⱼ, xᵢ) (n,), summed over the updates in their order, and changed in place.

    The loops in C are there where it is `compiled`: they know the rule then.
    """

    keeps_activation = True

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, rule: Rule) -> None:
        n = dataset.n
        self.dataset, self.rule, self.compiled = dataset, rule, can_scan(rule)
        self.values: FloatArray = np.zeros(n)
        self.interval = max(4096, 4 * n)  # two bytes an update at most
        self._labels = dataset.y.astype(np.float64)
        self._norms = kernel.diagonal(dataset.X) + bias.squared
        self._columns = GramColumns(dataset, kernel, bias, dataset.X)
        self._addresses, self._missing = np.zeros(n, np.int64), np.empty(1, np.int64)
        self._together = min(_TOGETHER, max(_VALUES // max(n, 1), 1), self._columns.room)
        self._start = (self._addresses.ctypes.data, n, self._labels.ctypes.data, self._norms.ctypes.data)
        self._middle = (self.values.ctypes.data, *rule.bars, target_of(rule))

    def scores(self) -> FloatArray:
        return self.values * self._labels

    def learn(self, row: int, score: float) -> None:
        """f ← f + τyⱼk̃(xⱼ, ·) for example j = `row`, with yⱼf(xⱼ) = `score`."""
        column = self._columns.column(row)
        self.values += self.rule.size(score, float(self._norms[row])) * column if self.rule.sized else column

    def scan(self, rows: IntArray, start: int, limit: int) -> Scanned:
        """At most `limit` updates from place `start` on of an epoch over `rows`; fewer where columns had to be made."""
        most = min(limit, len(rows) - start)
        places, activation = np.empty(most, np.int64), np.empty(most)
        found = library().dual_scan(
            *self._start, rows, start, len(rows), *self._middle, most, places, activation, self._missing
        )
        reached = int(places[found - 1]) + 1 if found == most else len(rows)
        if self._missing[0] >= 0:
            reached = int(self._missing[0])
            self._make(rows[reached:])
        return Scanned(places[:found], activation[:found], reached)

    def picks(self, order: Pick) -> CompiledPicks:
        arrays = (self._addresses, self._norms, self._labels, self.values)
        return CompiledPicks.dual(order, self.rule, arrays, self._make_for)

    def _make_for(self, row: int) -> None:
        self._make(np.append(row, np.delete(np.arange(self.dataset.n), row)))

    def _make(self, rows: IntArray) -> None:
        """Make the column of the first of `rows`, and those of the next that would be added now: they are soon used."""
        likely = self.rule.adds(self.values[rows] * self._labels[rows], self._labels[rows])
        likely &= self._addresses[rows] == 0
        likely[0] = True
        chosen = rows[likely.nonzero()[0][: self._together]]
        made, gone = self._columns.make(chosen)
        self._addresses[gone] = 0
        self._addresses[chosen] = made.ctypes.data + made.strides[0] * np.arange(len(made))
