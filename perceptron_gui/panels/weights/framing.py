"""What part of a plane of weights is in view: pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from core.analysis.weight_plane import Box, HalfPlanes
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import round_steps

_STEPS = 6
"""Into so many round steps the longer side of what is shown is cut; the view ends at one."""
_MOST_STRETCHED = 4.0
"""Up to this ratio of the sides both axes have the same scale."""
_LEAST = 1e-280
_FINEST, _COARSEST = 1e-12, 1e120
_ROOM = 0.08


@dataclass(frozen=True)
class PlaneFrame:
    """A part of the plane on the pixels of `area`; `cx`, `cy` are shown in its middle, `ux`, `uy` are units a pixel."""

    area: QRectF
    cx: float = 0.0
    cy: float = 0.0
    ux: float = 0.01
    uy: float = 0.01

    @property
    def box(self) -> Box:
        """Left, bottom, right, top."""
        half_x, half_y = self.area.width() / 2 * self.ux, self.area.height() / 2 * self.uy
        return self.cx - half_x, self.cy - half_y, self.cx + half_x, self.cy + half_y

    @property
    def around(self) -> Box:
        """Three times as wide and as high."""
        left, bottom, right, top = self.box
        wide, high = right - left, top - bottom
        return left - wide, bottom - high, right + wide, top + high

    @property
    def possible(self) -> bool:
        """Whether double precision goes so far."""
        finest = max(_FINEST * max(abs(self.cx), abs(self.cy)), _LEAST)
        return finest <= min(self.ux, self.uy) <= max(self.ux, self.uy) <= _COARSEST

    @property
    def stretched(self) -> bool:
        """Whether right angles are not shown right."""
        return self.ux != self.uy

    def pixels(self, points: FloatArray) -> FloatArray:
        """Points (m, 2) of the plane in pixels (m, 2)."""
        middle = self.area.center()
        pixels: FloatArray = (points - (self.cx, self.cy)) / (self.ux, -self.uy) + (middle.x(), middle.y())
        return pixels

    def pixel(self, x: float, y: float) -> QPointF:
        middle = self.area.center()
        return QPointF(middle.x() + (x - self.cx) / self.ux, middle.y() - (y - self.cy) / self.uy)

    def point(self, pixel: QPointF) -> tuple[float, float]:
        away = pixel - self.area.center()
        return self.cx + away.x() * self.ux, self.cy - away.y() * self.uy

    def rounded(self, x: float, y: float) -> tuple[float, float]:
        """The same in decimals that are short and off by less than a pixel."""
        return round(x, -math.floor(math.log10(self.ux))) + 0.0, round(y, -math.floor(math.log10(self.uy))) + 0.0

    def on(self, area: QRectF) -> PlaneFrame:
        """The same middle and scale on other pixels."""
        return replace(self, area=area)

    def panned(self, by: QPointF) -> PlaneFrame:
        """With what is shown moved by so many pixels."""
        return replace(self, cx=self.cx - by.x() * self.ux, cy=self.cy + by.y() * self.uy)

    def zoomed(self, factor: float, about: QPointF) -> PlaneFrame:
        """`factor` times as large, the pixel `about` showing what it showed; as far as double precision goes."""
        finest = max(_FINEST * max(abs(self.cx), abs(self.cy)), _LEAST)
        factor = min(factor, max(min(self.ux, self.uy) / finest, 1.0))
        factor = max(factor, min(max(self.ux, self.uy) / _COARSEST, 1.0))
        x, y = self.point(about)
        ux, uy = self.ux / factor, self.uy / factor
        away = about - self.area.center()
        return replace(self, cx=x - away.x() * ux, cy=y + away.y() * uy, ux=ux, uy=uy)


def fitted(points: FloatArray, reach: float, area: QRectF) -> PlaneFrame:
    """The origin, all `points` (m, 2) and one update's `reach` around the origin, out to the next round number.

    It hangs on nothing else, and round numbers are seldom passed: so the view stands still while w wanders, is the
    same forward and back, and goes out as ‖w‖ grows.
    """
    reach = max(reach, _LEAST)
    low = np.minimum(points.min(axis=0, initial=0.0), -reach).tolist()
    high = np.maximum(points.max(axis=0, initial=0.0), reach).tolist()
    (left, right), (bottom, top) = (_rounded(*ends) for ends in zip(low, high, strict=True))
    ux = (right - left) / max(area.width() * (1 - 2 * _ROOM), 1.0)
    uy = (top - bottom) / max(area.height() * (1 - 2 * _ROOM), 1.0)
    if max(ux, uy) <= _MOST_STRETCHED * min(ux, uy):
        ux = uy = max(ux, uy)
    return PlaneFrame(area, (left + right) / 2, (bottom + top) / 2, ux, uy)


def _rounded(low: float, high: float) -> tuple[float, float]:
    """Out to multiples of a round step."""
    step = next(round_steps((high - low) / _STEPS))
    return math.floor(low / step) * step, math.ceil(high / step) * step


@dataclass(frozen=True, eq=False)
class PixelLines:
    """Lines a·px + b·py + c = 0 with a² + b² = 1, one a row (m, 3); above 0 is the right side."""

    lines: FloatArray

    @classmethod
    def of(cls, planes: HalfPlanes, rows: IntArray, frame: PlaneFrame) -> PixelLines:
        """The borders of some half-planes; one that cannot be drawn is not a number."""
        normals, distances = planes.normals[rows], planes.distances[rows]
        x, y = frame.point(QPointF(0, 0))
        with np.errstate(all="ignore"):
            a, b = normals[:, 0] * frame.ux, -normals[:, 1] * frame.uy
            c = normals[:, 0] * x + normals[:, 1] * y + distances
            lengths = np.hypot(a, b)
            return cls(np.column_stack([a, b, c]) / lengths[:, None])

    def away(self, pixel: QPointF) -> FloatArray:
        """How many pixels lie between each line and a pixel; (m,)."""
        a, b, c = self.lines.T
        away: FloatArray = np.abs(a * pixel.x() + b * pixel.y() + c)
        return away

    def within(self, area: QRectF) -> FloatArray:
        """The ends (x, y, x, y) of what is seen of each in `area`; not a number where it is not seen. Shape (m, 4)."""
        a, b, c = self.lines.T
        middle = area.center()
        with np.errstate(all="ignore"):
            depth = a * middle.x() + b * middle.y() + c
            x, y = middle.x() - depth * a, middle.y() - depth * b
            first, last = stretch_within(x, y, -b, a, area)
            ends = np.column_stack([x - first * b, y + first * a, x - last * b, y + last * a])
        ends[~(first < last)] = np.nan
        return ends


def stretch_within(
    x: FloatArray, y: FloatArray, dx: FloatArray, dy: FloatArray, area: QRectF
) -> tuple[FloatArray, FloatArray]:
    """From where to where, in lengths (dx, dy) from (x, y), lines run in `area`: nowhere if the first is not less."""
    across = np.stack([(area.left() - x) / dx, (area.right() - x) / dx])
    down = np.stack([(area.top() - y) / dy, (area.bottom() - y) / dy])
    first: FloatArray = np.maximum(across.min(axis=0), down.min(axis=0))
    last: FloatArray = np.minimum(across.max(axis=0), down.max(axis=0))
    return first, last
