"""The density of the examples on the picture, so that nothing covers them."""

from __future__ import annotations

import math

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import summed_areas
from perceptron_gui.canvas.markers import reach_of
from perceptron_gui.look.labels import Box
from perceptron_gui.look.viewport import Viewport

_CELL = 2.0


class PointDensity:
    """How many of `points` (m, 2) reach into a box of `view`, each of them `reach` pixels around its middle.

    They are counted in cells of a few pixels, so a count may be too large by those close by, but never too small.
    """

    def __init__(self, points: FloatArray, view: Viewport, reach: float) -> None:
        self._room = 2 * reach
        grid = view.grid(view.rect.adjusted(-reach, -reach, reach, reach), 1 / _CELL)
        self._columns, self._rows = grid.columns, grid.rows
        self._sums = summed_areas(grid.tally(points)).data

    def count(self, box: Box) -> int:
        """Return how many examples reach into a box: asked of some hundred a frame, so in plain numbers."""
        left, top, right, bottom = box
        sums, columns, rows = self._sums, self._columns, self._rows
        x0 = min(max(math.floor(left / _CELL), 0), columns)
        x1 = min(max(math.ceil((right + self._room) / _CELL), 0), columns)
        y0 = min(max(math.floor(top / _CELL), 0), rows)
        y1 = min(max(math.ceil((bottom + self._room) / _CELL), 0), rows)
        return sums[y1, x1] - sums[y1, x0] - sums[y0, x1] + sums[y0, x0]


def density_in(view: Viewport, points: FloatArray) -> PointDensity:
    """Return the density at the places of `points` (n, 2) of the plane in `view`."""
    return PointDensity(points, view, reach_of(len(points)))
