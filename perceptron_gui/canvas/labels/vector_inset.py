"""Where the frame of the update's vectors stands: where no example is, or in room that the fitted view leaves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, QSizeF

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.labels.point_density import PointDensity
from perceptron_gui.canvas.markers import reach_of
from perceptron_gui.canvas.viewport import Viewport

_SIDE, _LEAST_SIDE = 216.0, 140.0
_PART_OF_WIDTH, _PART_OF_HEIGHT = 0.32, 0.42
_MARGIN = 12.0
_SIZES = 4
_ROOM = _LEAST_SIDE + _MARGIN


def density_in(view: Viewport, points: FloatArray) -> PointDensity:
    """Where `points` (n, 2) of the plane are in `view`."""
    return PointDensity(points, view, reach_of(len(points)))


def find_inset(view: Viewport, point_density: PointDensity) -> QRectF | None:
    """A square off all examples: in a corner or the middle of a side, else anywhere, else smaller; None without one."""
    side = min(_SIDE, _PART_OF_WIDTH * view.width, _PART_OF_HEIGHT * view.height)
    if side < _LEAST_SIDE:
        return None
    sides = np.linspace(side, _LEAST_SIDE, _SIZES).tolist()
    preferred = (place for size in sides for place in _at_the_edge(view, size))
    if (place := next((place for place in preferred if not point_density.count(place)), None)) is not None:
        return place
    inside = view.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    anywhere = (point_density.nearest_free(QSizeF(size, size), inside, inside.bottomRight()) for size in sides)
    return next((place for place in anywhere if place is not None), None)


def fitted_with_room(view: Viewport, points: FloatArray, equal: bool) -> Viewport:
    """`view` showing all `points` (n, 2) and a free place for the inset, beside or below them where there is no other.

    Where even that leaves none (a small widget), the view is fitted as if there were no inset.
    """
    fitted = view.fitted(points, equal)
    if _has_room(fitted, points):
        return fitted
    beside = replace(view, width=max(view.width - _ROOM, 1.0)).fitted(points, equal)
    below = replace(view, height=max(view.height - _ROOM, 1.0)).fitted(points, equal)
    roomy = (
        replace(beside, width=view.width, cx=beside.cx + _ROOM / 2 * beside.ux),
        replace(below, height=view.height, cy=below.cy - _ROOM / 2 * below.uy),
    )
    possible = [found for found in roomy if _has_room(found, points)]
    return min(possible, key=lambda found: found.ux * found.uy, default=fitted)


def _has_room(view: Viewport, points: FloatArray) -> bool:
    return find_inset(view, density_in(view, points)) is not None


def _at_the_edge(view: Viewport, side: float) -> list[QRectF]:
    """The corners and the middles of the sides, the lower right corner first."""
    right, bottom = view.width - side - _MARGIN, view.height - side - _MARGIN
    middle = (view.height - side) / 2
    return [QRectF(x, y, side, side) for y in (bottom, _MARGIN, middle) for x in (right, _MARGIN)]
