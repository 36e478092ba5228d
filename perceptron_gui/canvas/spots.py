"""Where the words of a label may stand: places beside a point, a line or a curve, all of them at once in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QSizeF

from core.dataset import FloatArray

BoolArray = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

_WAYS = np.array(((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)), np.float64)
_NEARER = np.where(_WAYS.all(axis=1), 0.6, 1.0)
"""Aslant of a point a gap counts twice."""
_FARTHER = np.array((0.0, 24.0, 56.0, 96.0, 144.0))
"""Pixels beyond the nearest places about a point, where those are crowded."""
_PARTS = 0.94, 0.06, 0.86, 0.14, 0.76, 0.24, 0.64, 0.36
_PLACES = 9
"""Places along a curve that its label may stand at."""
_TINY = 1e-9


@dataclass(frozen=True, eq=False)
class Spots:
    """Places, the best first: from points `at` (m, 2) the `ways` (m, 2) there, `gaps` (m,) pixels clear of the points.

    A way is −1, 0 or 1 across and down; or of `lines` (m,) through the points, of which they keep clear, a unit normal.
    """

    at: FloatArray
    ways: FloatArray
    gaps: FloatArray
    lines: BoolArray

    def __len__(self) -> int:
        return len(self.gaps)

    def __add__(self, others: Spots) -> Spots:
        """These, then others."""
        return Spots(*(np.concatenate([getattr(each, part.name) for each in (self, others)]) for part in fields(self)))

    @np.errstate(over="ignore", invalid="ignore")  # what is too far away for a number is nowhere
    def corners(self, size: QSizeF) -> FloatArray:
        """The upper left corners (m, 2) of a label of this size at each."""
        whole = np.array(size.toTuple())
        reach = whole / 2 + self.gaps[:, None]
        if self.lines.any():
            beside = np.abs(self.ways) * whole
            reach[self.lines] = ((beside[:, :1] + beside[:, 1:]) / 2 + self.gaps[:, None])[self.lines]
        corners: FloatArray = self.at + self.ways * reach - whole / 2
        return corners


def about(anchor: QPointF, gap: float) -> Spots:
    """The places about a point, and those farther off for where many things are close by."""
    return _beside_points(np.array([anchor.toTuple()]), gap + _FARTHER)


def around(anchor: QPointF, gap: float) -> Spots:
    """The places about a point."""
    return around_each(np.array([anchor.toTuple()]), gap)


def around_each(points: FloatArray, gap: float) -> Spots:
    """The places about points (m, 2), one point after another."""
    return _beside_points(points, np.array([gap]))


def beside(segment: QLineF, gap: float = 6.0, sides: Sequence[int] = (1, -1)) -> Spots:
    """The places along a line, from its ends inwards, on these `sides`."""
    return at_parts(segment, _PARTS, gap, sides)


@np.errstate(over="ignore", invalid="ignore")
def at_parts(segment: QLineF, parts: Sequence[float], gap: float, sides: Sequence[int] = (1, -1)) -> Spots:
    """The places beside a line at these parts of its length, at each on these `sides`, 1 or −1."""
    normal, count = segment.normalVector().unitVector(), len(parts) * len(sides)
    along = np.array([(segment.dx(), segment.dy())])
    points = np.array([segment.p1().toTuple()]) + along * np.array(parts)[:, None]
    ways = np.array(sides, np.float64)[:, None] * (normal.dx(), normal.dy())
    at = points.repeat(len(sides), axis=0)
    return Spots(at, np.tile(ways, (len(parts), 1)), np.full(count, gap), np.ones(count, np.bool_))


def ahead(segment: QLineF, gap: float) -> Spots:
    """The place beyond the end of a line."""
    way = segment.unitVector()
    return Spots(
        np.array([segment.p2().toTuple()]), np.array([(way.dx(), way.dy())]), np.array([gap]), np.array([True])
    )


def beyond(segment: QLineF, others: Iterable[QLineF]) -> Spots:
    """The places along a line on the side away from the nearest of `others`; on both sides where there are none."""
    here, normal = segment.center(), segment.normalVector()
    away = min((here - other.center() for other in others), key=_squared, default=None)
    if away is None:
        return beside(segment)
    return beside(segment, sides=(1 if normal.dx() * away.x() + normal.dy() * away.y() >= 0 else -1,))


def along(pieces: FloatArray, gap: float = 12.0) -> Spots:
    """The places about points of a curve, equal parts of its length apart: `pieces` (m, 2, 2), ends in pixels."""
    lengths = np.hypot(*(pieces[:, 1] - pieces[:, 0]).T)
    ends = np.cumsum(lengths)
    wanted = ends[-1] * (np.arange(_PLACES) + 0.5) / _PLACES
    found = np.minimum(np.searchsorted(ends, wanted), len(pieces) - 1)
    part = 1 - (ends[found] - wanted) / np.maximum(lengths[found], _TINY)
    return around_each(pieces[found, 0] + part[:, None] * (pieces[found, 1] - pieces[found, 0]), gap)


def _beside_points(points: FloatArray, gaps: FloatArray) -> Spots:
    """All ways from each point (m, 2) at the first of `gaps`, then at the next."""
    each = len(points) * len(gaps)
    at = points.repeat(len(gaps) * len(_WAYS), axis=0)
    apart = np.tile((gaps[:, None] * _NEARER).ravel(), len(points))
    return Spots(at, np.tile(_WAYS, (each, 1)), apart, np.zeros(len(at), np.bool_))


def _squared(way: QPointF) -> float:
    return QPointF.dotProduct(way, way)
