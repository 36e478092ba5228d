"""Where the frame of the update's vectors stands: off all examples and off ŵ*, or in room that the view leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.labels.point_density import PointDensity
from perceptron_gui.canvas.markers import reach_of
from perceptron_gui.look.viewport import Viewport

_LEAST_SIDE = 140.0
_UPRIGHT = QSizeF(116.0, 148.0)
"""The smallest frame of all: beside examples that leave a narrow strip."""
_MARGIN = 12.0
_ROOM = _LEAST_SIDE + _MARGIN


def density_in(view: Viewport, points: FloatArray) -> PointDensity:
    """Where `points` (n, 2) of the plane are in `view`."""
    return PointDensity(points, view, reach_of(len(points)))


def find_inset(
    view: Viewport, point_density: PointDensity, clear: Callable[[QRectF], bool] = lambda _: True
) -> QRectF | None:
    """A square off all examples: in a corner or the middle of a side, else anywhere, else smaller; None without one.

    Of the places at the edge one that is `clear` of what else should be seen comes first.
    """
    side = min(216.0, 0.32 * view.width, 0.42 * view.height)
    if side < _LEAST_SIDE:
        return None
    sizes = [*(QSizeF(each, each) for each in np.linspace(side, _LEAST_SIDE, 4).tolist()), _UPRIGHT]
    at_the_edge = (place for size in sizes for place in _at_the_edge(view, size))
    free = (place for place in at_the_edge if not point_density.count(place))
    if (first := next(free, None)) is not None:
        return next(filter(clear, chain((first,), free)), first)
    inside = view.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    anywhere = (point_density.nearest_free(size, inside, inside.bottomRight()) for size in sizes)
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


def _at_the_edge(view: Viewport, size: QSizeF) -> list[QRectF]:
    """The corners and the middles of the sides, the lower right corner first."""
    right, bottom = view.width - size.width() - _MARGIN, view.height - size.height() - _MARGIN
    middle = (view.height - size.height()) / 2
    return [QRectF(QPointF(x, y), size) for y in (bottom, _MARGIN, middle) for x in (right, _MARGIN)]
