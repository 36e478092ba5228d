"""The density of the examples on the picture, so that nothing covers them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import summed_areas
from perceptron_gui.canvas.markers import reach_of
from perceptron_gui.look.viewport import Viewport

_CELL = 2.0
_APART = 8.0
"""Pixels between the places that are tried."""
_REACHES = 60.0, 240.0, math.inf
"""Pixels. A free place is mostly near: it is looked for within these distances, the smallest first."""
_MANY = np.iinfo(np.int32).max

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def edges_of(rect: QRectF) -> Edges:
    """Return the edges of a rectangle."""
    return rect.left(), rect.top(), rect.right(), rect.bottom()


class PointDensity:
    """How many of `points` (m, 2) reach into a rectangle of `view`, each of them `reach` pixels around its middle.

    They are counted in cells of a few pixels, so a count may be too large by those close by, but never too small.
    """

    def __init__(self, points: FloatArray, view: Viewport, reach: float) -> None:
        self._room = 2 * reach
        grid = view.grid(view.rect.adjusted(-reach, -reach, reach, reach), 1 / _CELL)
        self._columns, self._rows = grid.columns, grid.rows
        self._sums = summed_areas(grid.tally(points))
        self._look_up = self._sums.data  # A matrix product computes one number of the sum in half the time.

    def count(self, rect: QRectF) -> int:
        """Return how many examples reach into a rectangle: asked of some hundred a frame, so in plain numbers."""
        left, top, right, bottom = edges_of(rect)
        sums, columns, rows = self._look_up, self._columns, self._rows
        x0 = min(max(math.floor(left / _CELL), 0), columns)
        x1 = min(max(math.ceil((right + self._room) / _CELL), 0), columns)
        y0 = min(max(math.floor(top / _CELL), 0), rows)
        y1 = min(max(math.ceil((bottom + self._room) / _CELL), 0), rows)
        return sums[y1, x1] - sums[y1, x0] - sums[y0, x1] + sums[y0, x0]

    def nearest_free(
        self, size: QSizeF, inside: QRectF, near: QPointF, occupied: Sequence[Edges] = ()
    ) -> QRectF | None:
        """Return the rectangle of `size` nearest to `near` that is `inside` and covers no example, nothing `occupied`.

        None if there is none, as far as places some pixels apart tell.
        """
        for reach in _REACHES:
            found = self.emptiest(size, inside, near, occupied, reach)
            if found is not None and not self.count(found):
                return found
        return None

    def emptiest(
        self, size: QSizeF, inside: QRectF, near: QPointF, occupied: Sequence[Edges] = (), reach: float = math.inf
    ) -> QRectF | None:
        """Return the rectangle over the fewest examples, the nearest such, its middle within `reach` of `near`.

        None if each covers something `occupied`.
        """
        width, height, x, y = *size.toTuple(), *near.toTuple()
        if width > inside.width() or height > inside.height():
            return None
        lefts = _places(inside.left(), inside.right() - width, x - width / 2, reach)
        tops = _places(inside.top(), inside.bottom() - height, y - height / 2, reach)
        x0, y0, x1, y1 = np.array(occupied).reshape(-1, 4).T[:, :, None]
        across = (lefts < x1) & (lefts + width > x0)
        down = (tops < y1) & (tops + height > y0)
        # Counting in one call is twice as fast as one after another.
        taken = across.T.astype(np.float32) @ down.astype(np.float32)
        away = np.square(lefts + width / 2 - x)[:, None] + np.square(tops + height / 2 - y)
        allowed = (taken == 0) & (away <= reach * reach)
        if not allowed.any():
            return None
        first, last = _cells(lefts, width + self._room, self._columns)
        upper, lower = _cells(tops, height + self._room, self._rows)
        # Whole rows come first: they are contiguous in memory.
        rows = self._sums.take(lower, axis=0) - self._sums.take(upper, axis=0)
        counts = (rows.take(last, axis=1) - rows.take(first, axis=1)).T
        fewest = counts.min(where=allowed, initial=_MANY)
        best = np.where(allowed & (counts == fewest), away, np.inf).argmin()
        column, row = divmod(int(best), len(tops))
        return QRectF(QPointF(float(lefts[column]), float(tops[row])), size)


def _places(first: float, last: float, wanted: float, reach: float) -> FloatArray:
    """Return places from `first` to `last` at most `reach` from the `wanted` one, and that one moved in between."""
    even = np.linspace(first, last, max(int((last - first) / _APART), 1) + 1)
    places: FloatArray = np.append(even[np.abs(even - wanted) <= reach], min(max(wanted, first), last))
    return places


def _cells(starts: FloatArray, length: float, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the cells between which stretches of `length` from each of `starts` lie."""
    first, last = np.floor(starts / _CELL), np.ceil((starts + length) / _CELL)
    return np.clip(first, 0, most).astype(np.int64), np.clip(last, 0, most).astype(np.int64)


def density_in(view: Viewport, points: FloatArray) -> PointDensity:
    """Return the density at the places of `points` (n, 2) of the plane in `view`."""
    return PointDensity(points, view, reach_of(len(points)))
