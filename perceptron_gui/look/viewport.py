"""The place of the data's plane on the screen: pure geometry, no Qt widgets."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPolygonF

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import CellGrid

_FINEST_RELATIVE = 1e-11
_SAME_SCALE = 1e-9
_Place = tuple[float, float]


class PixelLine(NamedTuple):
    """The affine function `a·px + b·py + c` of a pixel; it is 0 on a line."""

    a: float
    b: float
    c: float

    def at(self, point: QPointF) -> float:
        return self.a * point.x() + self.b * point.y() + self.c

    def foot(self, point: QPointF) -> QPointF | None:
        """Return the point of the line nearest to `point`; None without a line, or if it is too far away."""
        length = math.hypot(self.a, self.b)  # The square could be 0 or infinite although the length is neither.
        if not length > 0:
            return None
        step = self.at(point) / length
        foot = QPointF(point.x() - step * (self.a / length), point.y() - step * (self.b / length))
        return foot if math.isfinite(foot.x()) and math.isfinite(foot.y()) else None


@dataclass(frozen=True)
class Viewport:
    """A rectangle of the plane on `width` × `height` pixels; data y grows upwards, pixel y downwards.

    `cx`, `cy` are the data coordinates of the middle, `ux`, `uy` the data units of a pixel: no zoom makes them less
    than `finest` or more than `coarsest`.
    """

    cx: float = 0.0
    cy: float = 0.0
    ux: float = 0.01
    uy: float = 0.01
    width: float = 1.0
    height: float = 1.0
    finest: float = 1e-12
    coarsest: float = 1e98

    @property
    def rect(self) -> QRectF:
        return QRectF(0.0, 0.0, self.width, self.height)

    @property
    def x_range(self) -> tuple[float, float]:
        half = self.width * self.ux / 2
        return self.cx - half, self.cx + half

    @property
    def y_range(self) -> tuple[float, float]:
        half = self.height * self.uy / 2
        return self.cy - half, self.cy + half

    @property
    def stretched(self) -> bool:
        """True if the axes have different scales."""
        return not math.isclose(self.ux, self.uy, rel_tol=_SAME_SCALE)

    def to_pixels(self, points: FloatArray) -> FloatArray:
        """Return points (m, 2) of the plane in pixels (m, 2)."""
        pixels = np.empty_like(points)
        axes = ((self.cx, self.ux, self.width), (self.cy, -self.uy, self.height))
        for column, (middle, unit, size) in enumerate(axes):  # numpy takes three times as long in rows of two.
            np.subtract(points[:, column], middle, out=pixels[:, column])
            pixels[:, column] /= unit
            pixels[:, column] += size / 2
        return pixels

    def ends(self, segments: FloatArray) -> FloatArray:
        """Return segments (m, 2, 2) of the plane, ends and then x, y, as lines (m, 4) in pixels."""
        return self.to_pixels(segments.reshape(-1, 2)).reshape(-1, 4)

    def grid(self, part: QRectF, fineness: float) -> CellGrid:
        """Return cells, `fineness` of them a pixel, that cover a part of the view in pixels; rows begin at the left."""
        first = (part.left() - self.width / 2) * fineness, (part.top() - self.height / 2) * fineness
        columns, rows = max(math.ceil(part.width() * fineness), 1), max(math.ceil(part.height() * fineness), 1)
        return CellGrid((self.cx, self.cy), (fineness / self.ux, -fineness / self.uy), first, columns, rows)

    def pixel(self, x: float, y: float) -> QPointF:
        return QPointF((x - self.cx) / self.ux + self.width / 2, (self.cy - y) / self.uy + self.height / 2)

    def to_data(self, pixel: QPointF) -> tuple[float, float]:
        return (self.cx + (pixel.x() - self.width / 2) * self.ux, self.cy - (pixel.y() - self.height / 2) * self.uy)

    def line(self, w: FloatArray, b: float) -> PixelLine:
        """Return `w·x + b` as a function of the pixel that shows x; w (2,)."""
        left, top = self.cx - self.width * self.ux / 2, self.cy + self.height * self.uy / 2
        w1, w2 = float(w[0]), float(w[1])
        return PixelLine(w1 * self.ux, -w2 * self.uy, w1 * left + w2 * top + b)

    def half_plane(self, line: PixelLine, sign: int) -> QPolygonF:
        """Return the part of the view where `sign` times `line` is positive; empty if there is none."""
        return QPolygonF([QPointF(x, y) for x, y in _clip(self.width, self.height, line, sign)[0]])

    def segment(self, line: PixelLine) -> QLineF | None:
        """Return the part of a line that is in view; None if there is none."""
        crossings = _clip(self.width, self.height, line, 1)[1]
        return QLineF(*crossings[0], *crossings[-1]) if len(crossings) >= 2 else None

    def piece(self, line: PixelLine) -> FloatArray:
        """Return the part of a line that is in view as a row (1, 4), its ends in pixels; (0, 4) if there is none."""
        crossings = _clip(self.width, self.height, line, 1)[1]
        return np.array([(*crossings[0], *crossings[-1])]) if len(crossings) >= 2 else np.empty((0, 4))

    def resized(self, width: float, height: float) -> Viewport:
        return replace(self, width=max(width, 1.0), height=max(height, 1.0))

    def panned(self, dx: float, dy: float) -> Viewport:
        return replace(self, cx=self.cx - dx * self.ux, cy=self.cy + dy * self.uy)

    def toward(self, other: Viewport, share: float) -> Viewport:
        """Return the view at a share of the way to another one, whose pixels it has; the other one itself at 1."""
        rest = 1 - share
        cx, cy = self.cx * rest + other.cx * share, self.cy * rest + other.cy * share
        return replace(other, cx=cx, cy=cy, ux=self.ux * rest + other.ux * share, uy=self.uy * rest + other.uy * share)

    def zoomed(self, factor: float, about: QPointF) -> Viewport:
        """Return the view `factor` times as large on the screen, with the same point at the pixel `about`.

        Double precision is the limit: there both axes stop together, so that their ratio stays.
        """
        x, y = self.to_data(about)
        across, up = self._finest(max(abs(self.cx), abs(x))), self._finest(max(abs(self.cy), abs(y)))
        finest = max(1.0, min(self.ux / across, self.uy / up))
        coarsest = min(1.0, max(self.ux, self.uy) / self.coarsest)
        factor = min(max(factor, coarsest), finest)
        ux, uy = self.ux / factor, self.uy / factor
        cx, cy = x - (about.x() - self.width / 2) * ux, y + (about.y() - self.height / 2) * uy
        return replace(self, cx=cx, cy=cy, ux=ux, uy=uy)

    def fitted(self, points: FloatArray, equal: bool) -> Viewport:
        """Return a view of all `points` (m, 2) with space around them; −1 … 1 without points."""
        points = points if len(points) else np.array([(-1.0, -1.0), (1.0, 1.0)])
        low, high = points.min(axis=0), points.max(axis=0)
        size = float((high - low).max()) or 2.0 * max(1.0, float(np.abs(low).max()) * 1e-6)
        spare = np.where(high > low, 0.0, size / 2)
        (left, bottom), (right, top) = (low - spare).tolist(), (high + spare).tolist()
        room = 1 - 2 * 0.08
        ux = self._bounded((right / 2 - left / 2) * 2 / (self.width * room), right)
        uy = self._bounded((top / 2 - bottom / 2) * 2 / (self.height * room), top)
        if equal:
            ux = uy = max(ux, uy)
        return replace(self, cx=left / 2 + right / 2, cy=bottom / 2 + top / 2, ux=ux, uy=uy)

    def showing(self, part: Viewport) -> Viewport:
        """Return a view of at least what `part` shows, in these pixels; exactly that if their number is the same."""
        across, down = part.width / self.width, part.height / self.height
        if not part.stretched:
            across = down = max(across, down)
        return replace(self, cx=part.cx, cy=part.cy, ux=part.ux * across, uy=part.uy * down)

    @property
    def possible(self) -> bool:
        """True if double precision distinguishes its pixels, as in every view that zoom can reach."""
        axes, coarsest = ((self.cx, self.ux), (self.cy, self.uy)), self.coarsest * (1 + _SAME_SCALE)
        return all(self._finest(middle) * (1 - _SAME_SCALE) <= unit <= coarsest for middle, unit in axes)

    def blurs(self, points: FloatArray) -> bool:
        """Return whether `points` (m, 2) differ, but all lie within a pixel of the finest view."""
        if not len(points) or (self.ux > 2 * self._finest(self.cx) and self.uy > 2 * self._finest(self.cy)):
            return False
        extent = np.ptp(points, axis=0)
        return bool((extent > 0).any() and (extent <= (self.ux, self.uy)).all())

    def _bounded(self, unit: float, near: float) -> float:
        """Return a scale at which double precision still distinguishes pixels."""
        return min(max(unit, self._finest(near)), self.coarsest)

    def _finest(self, near: float) -> float:
        return max(abs(near) * _FINEST_RELATIVE, self.finest)

    def rounded(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the plane in short decimals that are off by less than a pixel (maybe tens, hundreds …)."""
        digits = -math.floor(math.log10(min(self.ux, self.uy)))
        return round(x, digits) + 0.0, round(y, digits) + 0.0


def _clip(width: float, height: float, line: PixelLine, sign: int) -> tuple[list[_Place], list[_Place]]:
    """Return the view where `sign·line` > 0 (Sutherland & Hodgman), and the points where the line crosses its edge."""
    corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0)
    valued = [(sign * (line.a * x + line.b * y + line.c), x, y) for x, y in corners]
    kept, crossings = list[_Place](), list[_Place]()
    for (value, x, y), (following, x_there, y_there) in pairwise(valued):
        if value > 0:
            kept.append((x, y))
        if (value > 0) != (following > 0):
            part = value / (value - following)
            crossings.append((x + (x_there - x) * part, y + (y_there - y) * part))
            kept.append(crossings[-1])
    return kept, crossings
