"""The grips of a line on the canvas, and its place after one was moved: pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF

from core.datasets.dataset import FloatArray
from perceptron_gui.look.viewport import Viewport

_REACH, _NEAR = 12.0, 7.0
"""Pixels around a grip, and beside the line."""
_STARTS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.12, 0.88)
"""Shares of the visible part of the line at which its arrow may begin."""
_EDGE = 8.0


class Grip(Enum):
    """A part of a line to hold: a place, which turns it about the other place; all of it; or the tip of w."""

    FIRST = auto()
    SECOND = auto()
    LINE = auto()
    ARROW = auto()


@dataclass(frozen=True, eq=False)
class PlaneLine:
    """w·x + b = 0 on the plane; w (2,), not 0. Where it is `pinned` it goes through the origin, b = 0."""

    w: FloatArray
    b: float
    pinned: bool = False

    def moved(self, step: tuple[float, float]) -> PlaneLine:
        return PlaneLine(self.w, self.b - float(self.w @ np.array(step)))

    def through(self, fixed: tuple[float, float], place: tuple[float, float]) -> PlaneLine | None:
        """Return the line through both places, with w as long as before; None if they are one place."""
        along = np.array([place[0] - fixed[0], place[1] - fixed[1]])
        length = math.hypot(*along.tolist())
        if not (length > 0 and math.isfinite(length)):
            return None
        w = np.array([-along[1], along[0]]) / length * math.hypot(*self.w.tolist())
        if float(w @ self.w) < 0:
            w = -w
        return PlaneLine(w, 0.0 if self.pinned else -float(w @ np.array(fixed)), self.pinned)

    def turned(self, about: tuple[float, float], degrees: float) -> PlaneLine:
        """Return the line turned to the left about a place, which keeps its distance."""
        angle = math.radians(degrees)
        (w1, w2), place = self.w.tolist(), np.array(about)
        w = np.array([w1 * math.cos(angle) - w2 * math.sin(angle), w1 * math.sin(angle) + w2 * math.cos(angle)])
        return PlaneLine(w, float((self.w - w) @ place) + self.b, self.pinned)

    def facing(self, foot: tuple[float, float], tip: tuple[float, float]) -> PlaneLine | None:
        """Return the line turned about `foot` so that w points to `tip`; None if they are one place."""
        w = np.array([tip[0] - foot[0], tip[1] - foot[1]])
        length = math.hypot(*w.tolist())
        if not (length > 0 and math.isfinite(length)):
            return None
        w *= math.hypot(*self.w.tolist()) / length
        return PlaneLine(w, 0.0 if self.pinned else -float(w @ np.array(foot)), self.pinned)


class LineGrips(NamedTuple):
    """The grips of a line, in pixels: two places, and the arrow from its middle in the direction of w."""

    first: QPointF
    second: QPointF
    arrow: QLineF

    def at(self, pixel: QPointF) -> Grip | None:
        tips = (Grip.ARROW, self.arrow.p2()), (Grip.FIRST, self.first), (Grip.SECOND, self.second)
        away = {grip: QLineF(tip, pixel).length() for grip, tip in tips}
        nearest = min(away, key=lambda grip: away[grip])
        if away[nearest] <= _REACH:
            return nearest
        line = QLineF(self.first, self.second)
        length = line.length()
        beside = line.dx() * (pixel.y() - line.y1()) - line.dy() * (pixel.x() - line.x1())
        return Grip.LINE if length and abs(beside) / length <= _NEAR else None


def grips_of(line: PlaneLine, view: Viewport) -> LineGrips | None:
    """Return the grips of the part of the line in view; None if there is none."""
    segment = view.segment(view.line(line.w, line.b))
    if segment is None:
        return None
    direction = QLineF(QPointF(0, 0), QPointF(float(line.w[0]) / view.ux, -float(line.w[1]) / view.uy))
    if not 0 < direction.length() < math.inf:
        return None
    direction.setLength(58.0)
    # This is a share of the part of the line that is in view.
    first, second = map(segment.pointAt, (0.22, 0.78))
    # The arrow begins at the origin if the line is pinned there, else as near to its middle as its head is in view.
    start, step = view.pixel(0, 0), direction.p2()
    if not (line.pinned and view.rect.contains(start)):
        inside = view.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        starts = list(map(segment.pointAt, _STARTS))
        start = next((place for place in starts if inside.contains(place + step)), starts[0])
    return LineGrips(first, second, QLineF(start, start + step))
