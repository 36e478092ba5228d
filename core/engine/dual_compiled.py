"""The loops in C in a feature space: they add columns of the Gram matrix, which are made as they are needed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.picks_compiled import CompiledPicks
from core.engine.scan_compiled import library, target_of
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


class DualLoop:
    """Changes `values` f(xᵢ) (n,) in place, with `norms` k̃(xᵢ, xᵢ) (n,); `columns` are its own."""

    def __init__(
        self, dataset: Dataset, rule: Rule, columns: GramColumns, norms: FloatArray, values: FloatArray
    ) -> None:
        self._dataset, self._rule, self._columns, self._norms, self._values = dataset, rule, columns, norms, values
        self._labels = dataset.y.astype(np.float64)
        self._addresses = np.zeros(dataset.n, np.int64)
        self._missing = np.empty(1, np.int64)
        self._below = rule.below
        self._together = min(_TOGETHER, max(_VALUES // max(dataset.n, 1), 1), columns.room)
        self._start = (self._addresses.ctypes.data, dataset.n, self._labels.ctypes.data, norms.ctypes.data)
        self._middle = (values.ctypes.data, rule.below, target_of(rule))

    def scan(self, rows: IntArray, start: int, limit: int) -> Scanned:
        """At most `limit` updates from place `start` on of an epoch over `rows`; fewer where columns had to be made."""
        most = min(limit, len(rows) - start)
        places, activation = np.empty(most, np.int64), np.empty(most)
        found = library().dual_scan(
            *self._start,
            *(rows.ctypes.data, start, len(rows)),
            *self._middle,
            *(most, places.ctypes.data, activation.ctypes.data, self._missing.ctypes.data),
        )
        reached = int(places[found - 1]) + 1 if found == most else len(rows)
        if self._missing[0] >= 0:
            reached = int(self._missing[0])
            self._make(rows[reached:])
        return Scanned(places[:found], activation[:found], reached)

    def picks(self, order: Pick) -> CompiledPicks:
        """Picks among all examples."""
        arrays = (self._addresses, self._norms, self._labels, self._values)
        return CompiledPicks.dual(order, self._rule, arrays, self._make_for)

    def _make_for(self, row: int) -> None:
        self._make(np.append(row, np.delete(np.arange(self._dataset.n), row)))

    def _make(self, rows: IntArray) -> None:
        """Make the column of the first of `rows`, and those of the next that would be added now: they are soon used."""
        likely = self._values[rows] * self._labels[rows] < self._below
        likely &= self._addresses[rows] == 0
        likely[0] = True
        chosen = rows[likely.nonzero()[0][: self._together]]
        made, gone = self._columns.make(chosen)
        self._addresses[gone] = 0
        self._addresses[chosen] = made.ctypes.data + made.strides[0] * np.arange(len(made))
