"""Where the examples are on the picture, so that nothing is put over them: counts in any rectangle at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from ctypes import CDLL, byref
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.compiled import TriedAxis, loops
from core.datasets.dataset import FloatArray, IntArray
from core.plane.cell_counts import summed_areas
from perceptron_gui.look.viewport import Viewport

BoolArray = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

_CELL = 2.0
_MANY = np.iinfo(np.int32).max

Box = tuple[float, float, float, float]
"""Left, top, width and height: a frame tries some hundred places, and plain numbers take a tenth of the time."""
Edges = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def edges_of(rect: QRectF) -> Edges:
    """Of a rectangle."""
    return rect.left(), rect.top(), rect.right(), rect.bottom()


@dataclass(frozen=True, eq=False)
class _Tried:
    """Rectangles of `size` at each of `lefts` (p,) and `tops` (q,): how many examples each covers, `counts` (p, q), and
    whether it is `open`: covers nothing else.
    """

    size: QSizeF
    lefts: FloatArray
    tops: FloatArray
    counts: IntArray
    open: BoolArray

    def nearest(self, near: QPointF, among: BoolArray) -> QRectF | None:
        """The one `among` them (p, q) whose middle is nearest to `near`."""
        if not among.any():
            return None
        dx, dy = self.lefts + self.size.width() / 2 - near.x(), self.tops + self.size.height() / 2 - near.y()
        away = np.where(among, (dx * dx)[:, None] + dy * dy, np.inf)
        column, row = divmod(int(np.argmin(away)), len(self.tops))
        return QRectF(QPointF(float(self.lefts[column]), float(self.tops[row])), self.size)


class PointDensity:
    """How many of `points` (m, 2) reach into a rectangle of `view`, each of them `reach` pixels around its middle.

    They are counted in cells of a few pixels, so a count may be too large by those close by, but never too small.
    """

    def __init__(self, points: FloatArray, view: Viewport, reach: float) -> None:
        self._reach = reach
        self._origin = np.array([-reach, -reach])
        grid = view.grid(view.rect.adjusted(-reach, -reach, reach, reach), 1 / _CELL)
        self._cells = np.array([grid.columns, grid.rows])
        self._sums = summed_areas(grid.tally(points))  # one a frame while a point is dragged
        self._look_up = self._sums.data  # one number of it in half the time
        self._plain = list(zip(self._origin.tolist(), self._cells.tolist(), strict=True))

    def count(self, rect: QRectF) -> int:
        return self.under((rect.left(), rect.top(), rect.width(), rect.height()))

    def under(self, box: Box) -> int:
        """The same of left, top, width and height: of some hundred places a frame."""
        left, top, width, height = box
        x0, x1 = self._cells_of(left, width, 0)
        y0, y1 = self._cells_of(top, height, 1)
        sums = self._look_up
        return sums[y1, x1] - sums[y1, x0] - sums[y0, x1] + sums[y0, x0]

    def nearest_free(
        self, size: QSizeF, inside: QRectF, near: QPointF, occupied: Sequence[Edges] = ()
    ) -> QRectF | None:
        """The rectangle of `size` nearest to `near` that is `inside` and covers no example and nothing `occupied`.

        None where there is none, as far as places some pixels apart tell.
        """
        if not _fits(size, inside):
            return None
        left, top, right, bottom = edges_of(best := _moved_inside(size, inside, near))
        if not self.count(best):
            for x0, y0, x1, y1 in occupied:
                if left < x1 and right > x0 and top < y1 and bottom > y0:
                    break
            else:
                return best
        if (library := loops()) is not None:
            return self._nearest_compiled(library, size, inside, near, occupied)
        tried = self._tried(size, inside, near, occupied)
        return tried.nearest(near, tried.open & (tried.counts == 0))

    def _nearest_compiled(
        self, library: CDLL, size: QSizeF, inside: QRectF, near: QPointF, occupied: Sequence[Edges]
    ) -> QRectF | None:
        """The same place, with none worked out that lies farther off than one that was found."""
        best, place = _moved_inside(size, inside, near), np.empty(2)
        x = self._axis(0, inside.left(), inside.right() - size.width(), best.left(), size.width(), near.x())
        y = self._axis(1, inside.top(), inside.bottom() - size.height(), best.top(), size.height(), near.y())
        edges, rows = np.array(occupied, np.float64), np.empty((y.steps + 2, 4))
        given = (self._sums, byref(x), byref(y), self._reach, _CELL, edges, len(occupied), rows, place)
        return QRectF(QPointF(*place.tolist()), size) if library.nearest_place(*given) else None

    def _axis(self, axis: int, first: float, last: float, wanted: float, length: float, near: float) -> TriedAxis:
        origin, cells = self._plain[axis]
        steps = _steps(first, last)
        return TriedAxis(first, last, wanted, (last - first) / steps, length, near, origin, steps, cells)

    def emptiest(self, size: QSizeF, inside: QRectF, near: QPointF, occupied: Sequence[Edges] = ()) -> QRectF | None:
        """The same where no place is free of examples: of those that cover the fewest, the nearest."""
        if not _fits(size, inside):
            return None
        tried = self._tried(size, inside, near, occupied)
        fewest = tried.counts.min(where=tried.open, initial=_MANY)
        return tried.nearest(near, tried.open & (tried.counts == fewest))

    def _tried(self, size: QSizeF, inside: QRectF, near: QPointF, occupied: Sequence[Edges]) -> _Tried:
        best = _moved_inside(size, inside, near)
        lefts = _places(inside.left(), inside.right() - size.width(), best.left())
        tops = _places(inside.top(), inside.bottom() - size.height(), best.top())
        x0, y0, x1, y1 = np.array(occupied).reshape(-1, 4).T[:, :, None]
        across = (lefts < x1) & (lefts + size.width() > x0)
        down = (tops < y1) & (tops + size.height() > y0)
        taken = across.T.astype(np.float32) @ down.astype(np.float32)  # how many: twice as fast as one after another
        return _Tried(size, lefts, tops, self._counts(lefts, tops, size), taken == 0)

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
        if first >= 0 and last <= most:  # within the view, as nearly always
            return first, last
        return min(max(first, 0), most), min(max(last, 0), most)

    def _span(self, starts: FloatArray, length: float, axis: int) -> tuple[IntArray, IntArray]:
        """The cells that stretches of `length` from each of `starts` touch, the reach of a marker included."""
        low = starts - self._reach - self._origin[axis]
        first = np.floor(low / _CELL)
        last = np.ceil((low + length + 2 * self._reach) / _CELL)
        most = self._cells[axis]
        return np.clip(first, 0, most).astype(np.int64), np.clip(last, 0, most).astype(np.int64)


def _fits(size: QSizeF, inside: QRectF) -> bool:
    return size.width() <= inside.width() and size.height() <= inside.height()


def _moved_inside(size: QSizeF, inside: QRectF, near: QPointF) -> QRectF:
    """The rectangle of `size` that is `inside` and as near to `near` as may be."""
    left = min(max(near.x() - size.width() / 2, inside.left()), inside.right() - size.width())
    top = min(max(near.y() - size.height() / 2, inside.top()), inside.bottom() - size.height())
    return QRectF(QPointF(left, top), size)


def _steps(first: float, last: float) -> int:
    # Pixels between the places that are tried.
    return max(int((last - first) / 8.0), 1)


def _places(first: float, last: float, wanted: float) -> FloatArray:
    """From `first` to `last`, both included, some pixels apart, and the `wanted` one."""
    even = np.linspace(first, last, _steps(first, last) + 1)
    places: FloatArray = np.append(even, wanted)
    return places
