"""Where the examples are on the picture, so that nothing is put over them: counts in any rectangle at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.dataset import FloatArray, IntArray
from perceptron_gui.canvas.viewport import Viewport

Sums = np.ndarray[tuple[int, ...], np.dtype[np.int32]]

_CELL = 2.0
_STEP = 8.0
"""Pixels between the places that are tried."""


class Crowd:
    """How many of `points` (m, 2) reach into a rectangle of `view`, each of them `reach` pixels around its middle.

    They are counted in cells of a few pixels, so a count may be too large by those close by, but never too small. A
    summed-area table (Crow 1984) makes it four look-ups, whatever m is.
    """

    def __init__(self, points: FloatArray, view: Viewport, reach: float) -> None:
        self._reach = reach
        self._origin = np.array([-reach, -reach])
        grid = view.grid(view.rect.adjusted(-reach, -reach, reach, reach), 1 / _CELL)
        self._cells = np.array([grid.columns, grid.rows])
        sums = np.zeros((grid.rows + 1, grid.columns + 1), np.int32)
        sums[1:, 1:] = grid.tally(points)
        self._sums = _summed(sums)
        self._look_up = self._sums.data  # one number of it in half the time
        self._plain = list(zip(self._origin.tolist(), self._cells.tolist(), strict=True))

    def count(self, rect: QRectF) -> int:
        """How many examples `rect` would cover, in part or whole."""
        x0, x1 = self._cells_of(rect.left(), rect.width(), 0)
        y0, y1 = self._cells_of(rect.top(), rect.height(), 1)
        sums = self._look_up
        return sums[y1, x1] - sums[y1, x0] - sums[y0, x1] + sums[y0, x0]

    def nearest_free(
        self, size: QSizeF, inside: QRectF, near: QPointF, occupied: Iterable[QRectF] = ()
    ) -> QRectF | None:
        """The rectangle of `size` nearest to `near` that is `inside` and covers no example and nothing `occupied`.

        None where there is none, as far as places some pixels apart tell.
        """
        if size.width() > inside.width() or size.height() > inside.height():
            return None
        across = inside.left(), inside.right() - size.width(), near.x() - size.width() / 2
        down = inside.top(), inside.bottom() - size.height(), near.y() - size.height() / 2
        best, occupied = QRectF(QPointF(_nearest(*across), _nearest(*down)), size), list(occupied)
        if not self.count(best) and not any(map(best.intersects, occupied)):
            return best
        lefts, tops = _places(*across), _places(*down)
        free = self._counts(lefts, tops, size) == 0
        for rect in occupied:
            beside = (lefts >= rect.right()) | (lefts + size.width() <= rect.left())
            free &= beside[:, None] | (tops >= rect.bottom()) | (tops + size.height() <= rect.top())
        if not free.any():
            return None
        dx, dy = lefts + size.width() / 2 - near.x(), tops + size.height() / 2 - near.y()
        away = np.where(free, (dx * dx)[:, None] + dy * dy, np.inf)
        column, row = divmod(int(np.argmin(away)), len(tops))
        return QRectF(QPointF(float(lefts[column]), float(tops[row])), size)

    def first_free(self, places: Sequence[QRectF]) -> QRectF | None:
        """The first of `places` that covers no example."""
        return next((place for place in places if not self.count(place)), None)

    def _counts(self, lefts: FloatArray, tops: FloatArray, size: QSizeF) -> IntArray:
        """For rectangles of `size` at each of `lefts` (p,) and `tops` (q,); shape (p, q)."""
        x0, x1 = self._span(lefts, size.width(), 0)
        y0, y1 = self._span(tops, size.height(), 1)
        rows = self._sums.take(y1, axis=0) - self._sums.take(y0, axis=0)  # whole rows first: they lie together
        counts: IntArray = rows.take(x1, axis=1) - rows.take(x0, axis=1)
        return counts.T

    def _cells_of(self, start: float, length: float, axis: int) -> tuple[int, int]:
        """The same as `_span`, for one stretch and in plain numbers, which is ten times as fast."""
        origin, most = self._plain[axis]
        low = start - self._reach - origin
        first, last = math.floor(low / _CELL), math.ceil((low + length + 2 * self._reach) / _CELL)
        return min(max(first, 0), most), min(max(last, 0), most)

    def _span(self, starts: FloatArray, length: float, axis: int) -> tuple[IntArray, IntArray]:
        """The cells that stretches of `length` from each of `starts` touch, the reach of a marker included."""
        low = starts - self._reach - self._origin[axis]
        first = np.floor(low / _CELL)
        last = np.ceil((low + length + 2 * self._reach) / _CELL)
        most = self._cells[axis]
        return np.clip(first, 0, most).astype(np.int64), np.clip(last, 0, most).astype(np.int64)


def _summed(sums: Sums) -> Sums:
    """What stands in all cells before and at each, in both directions; `sums` itself."""
    for axis in (0, 1):
        np.cumsum(sums, axis=axis, out=sums)  # in place and in four bytes: a table a frame while a point is dragged
    return sums


def _places(first: float, last: float, wanted: float) -> FloatArray:
    """From `first` to `last`, both included, some pixels apart, and the one nearest to the `wanted`."""
    even = np.linspace(first, last, max(int((last - first) / _STEP), 1) + 1)
    places: FloatArray = np.append(even, _nearest(first, last, wanted))
    return places


def _nearest(first: float, last: float, wanted: float) -> float:
    return min(max(wanted, first), last)
