"""Lines and arrows on the plane: where arrows start, the one factor by which all are shortened, and grips of a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF

from core.datasets.dataset import FloatArray
from core.plane.projections import Projection
from core.record.history import History
from core.run import Run
from perceptron_gui.look.viewport import Viewport

_EDGE = 12.0
"""Pixels that the head of an arrow keeps from the edge."""
SHORTEST, _LEAST, _ROOMY = 24.0, 12.0, 60.0
"""Pixels that the longest arrow has if there is room, with which it is still drawn, and from which it decides."""
_ALONG = 0.5, 0.35, 0.65, 0.2, 0.8
"""Shares of what is seen of a line at which an arrow may start."""
_MOST = 20_000
"""The updates that decide: later ones would take long, and few of their vectors are longer."""
_REACH, _NEAR = 12.0, 7.0
"""Pixels around a grip, and beside the line."""
_STARTS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.12, 0.88)
"""Shares of the visible part of the line at which its arrow may begin."""
_INSIDE = 8.0


def in_pixels(projection: Projection, view: Viewport, rows: FloatArray) -> FloatArray:
    """Return the parts of vectors (m, d) that lie in the plane, (m, 2), to the right and down in pixels."""
    pixels: FloatArray = projection.vectors(rows) / (view.ux, -view.uy)
    return pixels


def starts_on(view: Viewport, lines: FloatArray) -> FloatArray:
    """Return the places (7, m, 2) on lines (m, 3) at which an arrow may start, the best first; NaN out of view.

    A line is 0 where a·x + b·y + c is, in pixels. Its places are the nearest to the origin, the nearest to the middle
    of the view, and some along what is seen of it.
    """
    low, high = _room(view)
    with np.errstate(all="ignore"):
        lines = lines / np.hypot(lines[:, 0], lines[:, 1])[:, None]
        normals, ways = lines[:, :2], lines[:, 1::-1] * (-1, 1)
        feet = []
        for pixel in (view.pixel(0.0, 0.0), view.rect.center()):
            at = np.array(pixel.toTuple())
            feet.append(at - (lines @ np.append(at, 1.0))[:, None] * normals)
        ends = np.stack([(low - feet[1]) / ways, (high - feet[1]) / ways])
        first, last = np.fmin(*ends).max(axis=1), np.fmax(*ends).min(axis=1)
        for part in _ALONG:
            feet.append(feet[1] + (first + (last - first) * part)[:, None] * ways)
        found = np.stack(feet)
        found[~((found >= low) & (found <= high)).all(axis=2)] = np.nan
    return found


def placed(view: Viewport, lines: FloatArray, vectors: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Return a start on each line (m, 2), and the power of two by which its `vectors`, (m, 2) each, end within view.

    It is at most 1, or more for short ones, so that they can be seen; infinite where nothing can be drawn.
    """
    starts, (low, high) = starts_on(view, lines), _room(view)
    longest = np.hypot(*np.stack(vectors).T).max(axis=1)
    with np.errstate(all="ignore"):
        factors = np.where(longest < SHORTEST, 2.0 ** np.ceil(np.log2(SHORTEST / longest)), 1.0)
        for vector in vectors:
            parts = np.where(vector > 0, high - starts, low - starts) / vector
            parts = parts.min(axis=2, where=vector != 0, initial=np.inf)
            factors = np.minimum(factors, 2.0 ** np.floor(np.log2(parts)))
        factors = np.where(np.isnan(starts[..., 0]), 0.0, factors)
        roomy = (factors >= 1) | (factors * longest >= SHORTEST)
        best = np.where(roomy.any(axis=0), roomy.argmax(axis=0), factors.argmax(axis=0)), np.arange(len(lines))
        drawn = (longest > 1e-300) & (longest < np.inf) & (factors[best] * longest >= _LEAST)
    return starts[best], np.where(drawn, factors[best], np.inf)


def _room(view: Viewport) -> FloatArray:
    return np.array([[_EDGE, _EDGE], [view.width - _EDGE, view.height - _EDGE]])


class VectorScale:
    """The factor after each update of the run that was asked last, in the view that was asked last."""

    _history: History | None = None
    _seen: tuple[Projection, Viewport] | None = None
    _factors: FloatArray

    def factor(self, run: Run, update: int, projection: Projection, view: Viewport) -> float:
        """Return the least factor of all vectors up to an update, but for those whose boundary has hardly any room."""
        if self._history is None or not self._history.shares_rows(run.history) or self._seen != (projection, view):
            self._history, self._seen, self._factors = run.history, (projection, view), np.empty(0)
        update, first = min(update, _MOST), len(self._factors)
        if update >= first:
            weights: FloatArray = run.history.weights(max(first - 1, 0), update)
            ways, seen = in_pixels(projection, view, weights[:, :-1]), projection.lines(weights)
            corner = np.array([*view.to_data(QPointF(0.0, 0.0)), 1.0])
            # w·x + b as functions (m, 3) of the pixel that shows x
            lines = np.column_stack([seen[:, 0] * view.ux, -seen[:, 1] * view.uy, seen @ corner])
            found = placed(view, lines, [ways])[1]
            found[1:] = np.minimum(found[1:], placed(view, lines[:-1], [ways[:-1], ways[1:]])[1])
            found[(found < 1) & (np.hypot(*ways.T) < _ROOMY / found)] = np.inf
            self._factors = np.minimum.accumulate(np.append(self._factors, found[min(first, 1) :]))
        return float(self._factors[update])


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
        across = np.array([fixed[1] - place[1], place[0] - fixed[0]])
        return self._across(across if across @ self.w >= 0 else -across, fixed)

    def turned(self, about: tuple[float, float], degrees: float) -> PlaneLine:
        """Return the line turned to the left about a place, which keeps its distance."""
        angle = math.radians(degrees)
        (w1, w2), place = self.w.tolist(), np.array(about)
        w = np.array([w1 * math.cos(angle) - w2 * math.sin(angle), w1 * math.sin(angle) + w2 * math.cos(angle)])
        return PlaneLine(w, float((self.w - w) @ place) + self.b, self.pinned)

    def facing(self, foot: tuple[float, float], tip: tuple[float, float]) -> PlaneLine | None:
        """Return the line turned about `foot` so that w points to `tip`; None if they are one place."""
        return self._across(np.array([tip[0] - foot[0], tip[1] - foot[1]]), foot)

    def _across(self, way: FloatArray, at: tuple[float, float]) -> PlaneLine | None:
        """Return the line through a place that w of the same length crosses this way; None if it is none."""
        length = math.hypot(*way.tolist())
        if not (length > 0 and math.isfinite(length)):
            return None
        w = way / length * math.hypot(*self.w.tolist())
        return PlaneLine(w, 0.0 if self.pinned else -float(w @ np.array(at)), self.pinned)


class LineGrips(NamedTuple):
    """The grips of a line, in pixels: two places, and the arrow from its middle in the direction of w."""

    first: QPointF
    second: QPointF
    arrow: QLineF

    def at(self, pixel: QPointF) -> Grip | None:
        tips = (Grip.ARROW, self.arrow.p2()), (Grip.FIRST, self.first), (Grip.SECOND, self.second)
        away, nearest = min(((QLineF(tip, pixel).length(), grip) for grip, tip in tips), key=itemgetter(0))
        if away <= _REACH:
            return nearest
        line = QLineF(self.first, self.second)
        beside = line.dx() * (pixel.y() - line.y1()) - line.dy() * (pixel.x() - line.x1())
        return Grip.LINE if line.length() and abs(beside) / line.length() <= _NEAR else None


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
        inside = view.rect.adjusted(_INSIDE, _INSIDE, -_INSIDE, -_INSIDE)
        starts = list(map(segment.pointAt, _STARTS))
        start = next((place for place in starts if inside.contains(place + step)), starts[0])
    return LineGrips(first, second, QLineF(start, start + step))
