"""Directions of the vector of a run and of the average, update by update, for plots that follow a record."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.record.history import History

_CHUNK = 1 << 15


class Directions:
    """The angles of w and of the average (Perceptron 000) in the plane of two features, in degrees.

    Of many updates some are kept: the first 128, the multiples of a stride that doubles when there are too many, and
    the last. `covered` is the last update read, −1 before the start. The sums run in the order of the updates and equal
    the learner's own average up to rounding.
    """

    def __init__(self, capacity: int = 2048) -> None:
        self._capacity, self._stride, self.covered = capacity, 1, -1
        self._total: FloatArray = np.zeros(2)
        self._kept: FloatArray = np.empty((0, 5))
        self._last = self._kept

    def extend(self, history: History, at_most: int | None = None) -> None:
        """Read the updates of a run in two features since the last call, `at_most` at a time; always of one record."""
        end = len(history) if at_most is None else min(len(history), max(self.covered, 0) + at_most)
        while self.covered < end:
            start = max(self.covered, 0)
            stop = min(start + _CHUNK, end)
            self._take(history, start, stop)
            self.covered = stop

    def curves(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return k (m,), the angle of the average, and that of w (m,) within 180° of it, both without jumps at 180°."""
        rows = np.concatenate([self._kept, self._last])
        pointing = rows[:, 1:3].any(axis=1) & rows[:, 3:5].any(axis=1)
        k, w, average = rows[pointing, 0], rows[pointing, 1:3], rows[pointing, 3:5]
        pointed = np.arctan2(average[:, 1], average[:, 0])
        steady = np.unwrap(pointed)
        steady -= 2 * np.pi * np.round((steady[-1:] - pointed[-1:]).sum() / (2 * np.pi))
        beside = np.arctan2(w[:, 1], w[:, 0]) - steady
        beside -= 2 * np.pi * np.round(beside / (2 * np.pi))
        return k, np.degrees(steady), np.degrees(steady + beside)

    def _take(self, history: History, start: int, stop: int) -> None:
        """Read the vectors k = start … stop; the sum holds all vectors before w⁽ᵏ⁾, k = start."""
        w = history.weights_per_rate(start, stop)[:, :2]
        births = np.append(history.example_of(start), history.example(start, stop))
        spent = np.concatenate([self._total[None, :], np.diff(births)[:, None] * w[:-1]])
        before = np.add.accumulate(spent, axis=0)
        self._total = before[-1]
        k = np.arange(start, stop + 1)

        def rows(places: IntArray) -> FloatArray:
            return np.column_stack([k[places], w[places], (before[places] + w[places]) / (births[places, None] + 1)])

        # Choose the updates to keep, and thin out those kept so far.
        places = np.flatnonzero(self._chosen(k) & (k > self.covered))
        while len(self._kept) + len(places) > self._capacity:
            self._stride *= 2
            self._kept = self._kept[self._chosen(self._kept[:, 0])]
            places = places[self._chosen(k[places])]
        self._kept = np.concatenate([self._kept, rows(places)])
        self._last = rows(np.array([stop - start])) if self._kept[-1, 0] < stop else np.empty((0, 5))

    def _chosen(self, k: FloatArray | IntArray) -> NDArray[np.bool_]:
        return np.asarray((k <= 128) | (k % self._stride == 0))
