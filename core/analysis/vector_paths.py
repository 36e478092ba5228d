"""Where the vector of a run and the average of its vectors point, update by update: for plots that follow a record."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import FloatArray
from core.record.history import History

_CHUNK = 1 << 15
_HEAD = 128
"""So many updates from the start are kept however long the run grows."""


class Directions:
    """The angles of w and of the average (Perceptron 000) in the plane of two features, in degrees.

    Of many updates some are kept: the first 128, the multiples of a stride that doubles when there are too many, and
    the last; `covered` is the last that was taken in, −1 before the start was. The sums are made anew in the order of
    the updates: equal to the learner's own average but for rounding.
    """

    def __init__(self, capacity: int = 2048) -> None:
        self._capacity = capacity
        self._stride = 1
        self.covered = -1
        self._total: FloatArray = np.zeros(2)
        self._kept: FloatArray = np.empty((0, 5))
        self._last: FloatArray = np.empty((0, 5))

    def extend(self, history: History, at_most: int | None = None) -> None:
        """Take in what came since the last call, `at_most` so many updates.

        Always call it with the same record, of a run in two features.
        """
        end = len(history) if at_most is None else min(len(history), max(self.covered, 0) + at_most)
        while self.covered < end:
            start = max(self.covered, 0)
            stop = min(start + _CHUNK, end)
            self._take(history, start, stop)
            self.covered = stop

    def curves(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """k (m,), the angle of the average and that of w (m,), within 180° of it, where both point anywhere.

        Neither jumps where it passes 180°; the last angle of the average is one of (−180°, 180°].
        """
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
        """Vectors k = start … stop; the sum holds what was averaged before w⁽ᵏ⁾, k = start, was made."""
        w = history.weights(start, stop)[:, :2]
        births = np.append(history.example_of(start), history.example(start, stop))
        spent = np.concatenate([self._total[None, :], np.diff(births)[:, None] * w[:-1]])
        before = np.add.accumulate(spent, axis=0)
        self._total = before[-1]
        k = np.arange(start, stop + 1)
        rows = np.column_stack([k, w, (before + w) / (births[:, None] + 1)])
        kept = k > (self._kept[-1, 0] if len(self._kept) else -1)
        self._kept = self._thinned(np.concatenate([self._kept, rows[kept]]))
        self._last = rows[-1:] if self._kept[-1, 0] < stop else rows[:0]

    def _thinned(self, rows: FloatArray) -> FloatArray:
        k = rows[:, 0]
        while True:
            chosen = rows[(k <= _HEAD) | (k % self._stride == 0)]
            if len(chosen) <= self._capacity:
                thinned: FloatArray = chosen
                return thinned
            self._stride *= 2
