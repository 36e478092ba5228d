"""The frame of a plot and what is painted in it: axes, arrows, readings, and lines through many points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import TypeVar

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEngine, QPainter, QPen, QPolygonF

from core.datasets.dataset import FloatArray
from core.plots.spec import Scale
from perceptron_gui.look.theme import PALEST, Theme


def draw_rectangles(painter: QPainter, areas: FloatArray) -> None:
    """Draw rectangles, one a row (left, top, width, height) of `areas` (m, 4)."""
    rectangles = PrimitiveArray(QRectF, 4)
    rectangles.resize(len(areas))
    rectangles.ndarray()[:] = areas
    painter.drawRects(*rectangles.drawargs())


def draw_lines(painter: QPainter, ends: FloatArray) -> None:
    """Draw lines from (x, y) to (x, y), one a row of `ends` (m, 4)."""
    # pyqtgraph calls this array internal. Without it a list of QLineF does the same, in four times the time.
    lines = PrimitiveArray(QLineF, 4)
    lines.resize(len(ends))
    lines.ndarray()[:] = ends
    painter.drawLines(*lines.drawargs())


GAP = 6.0
"""Pixels between a drawing and the words beside it."""
_ACROSS = 60
_HALF_ANGLE = math.radians(24)

Numbers = TypeVar("Numbers", float, FloatArray)
Ticks = Iterable[tuple[float, str]]
"""Places on a scale, and their labels."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The rectangle of a plot in pixels of its widget, and the scales that run to the right and upwards in it."""

    area: QRectF
    across: Scale
    up: Scale

    def x(self, places: Numbers) -> Numbers:
        return self.area.left() + self.across.share(places) * self.area.width()

    def y(self, values: Numbers) -> Numbers:
        return self.area.bottom() - self.up.share(values) * self.area.height()

    def point(self, place: float, value: float) -> QPointF:
        return QPointF(self.x(place), self.y(value))

    def place_at(self, pixel: float) -> float:
        """Return the place on the scale to the right, not yet rounded, under a pixel."""
        return self.across.value((pixel - self.area.left()) / max(self.area.width(), 1))

    def value_at(self, pixel: float) -> float:
        """Return the value on the scale upwards at a pixel."""
        return self.up.value((self.area.bottom() - pixel) / max(self.area.height(), 1))

    def upright(self, painter: QPainter, pixel: float) -> None:
        painter.drawLine(QPointF(pixel, self.area.top()), QPointF(pixel, self.area.bottom()))


def paint_axes(
    painter: QPainter, theme: Theme, frame: Frame, rows: list[float], columns: Ticks, name: str = ""
) -> None:
    """Paint a line and its number for each of `rows`, words at each place of `columns`, and the `name` below them."""
    area, height = frame.area, painter.fontMetrics().height()
    for value, text in zip(rows, frame.up.labels(rows), strict=True):
        y = round(frame.y(value)) + 0.5  # A line in one row of pixels.
        painter.setPen(theme.pen("hairline", 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(theme.color("secondary"))
        box = QRectF(0, y - height / 2, area.left() - GAP, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(theme.color("secondary"))
    for place, text in columns:
        box = QRectF(frame.x(place) - _ACROSS, area.bottom() + 3, 2 * _ACROSS, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)
    below = QRectF(area.left(), area.bottom() + 3 + height, area.width(), height)
    painter.drawText(below, Qt.AlignmentFlag.AlignRight, name)
    painter.setPen(theme.pen("secondary", 1, share=PALEST))
    painter.drawLine(area.bottomLeft(), area.bottomRight())


def write_line(painter: QPainter, text: str, left: float, top: float, right: float = inf) -> float:
    """Write one line of words, which is cut at the pixel `right`. Return where they end."""
    metrics = QFontMetricsF(painter.font())
    if (width := metrics.horizontalAdvance(text) + 2) > right - left:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        width = metrics.horizontalAdvance(text) + 2
    painter.drawText(QRectF(left, top, width, metrics.height()), text)
    return left + width


_CENTRED = Qt.AlignmentFlag.AlignCenter


def write_on(painter: QPainter, plate: QRectF, ground: QColor, text: str, ink: QColor, flags: int = _CENTRED) -> None:
    """Write words in the colour `ink` on a rounded plate in the colour `ground`."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(plate, 5, 5)
    painter.setPen(ink)
    painter.drawText(plate, flags, text)


def paint_reading(painter: QPainter, theme: Theme, area: QRectF, at: QPointF, text: str) -> None:
    """Write the words on a pixel in a box within `area` that does not cover the pixel."""
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    box = painter.boundingRect(QRectF(0, 0, area.width() - 12, 200), flags, text).adjusted(-6, -2, 6, 2)
    left = min(max(at.x() - box.width() / 2, area.left()), area.right() - box.width())
    box.moveTo(left, area.top() if at.y() > area.center().y() else area.bottom() - box.height() - 4)
    painter.setPen(theme.pen("hairline", 1))
    painter.setBrush(theme.color("panel", 0.94))
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(theme.color("ink"))
    painter.drawText(box, flags, text)


def paint_cross(painter: QPainter, at: QPointF, arm: float) -> None:
    """Paint a × whose four arms are this many pixels long, across and down."""
    for way in (QPointF(arm, arm), QPointF(-arm, arm)):
        painter.drawLine(at - way, at + way)


def distance_to(lines: FloatArray, at: FloatArray) -> float:
    """Return the pixels from (x, y) to the nearest of some lines (m, 4); infinite where there are none."""
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
    squared = np.maximum((along * along).sum(axis=1), 1e-9)
    share = np.clip(((at - start) * along).sum(axis=1) / squared, 0.0, 1.0)
    return float(np.hypot(*(start + share[:, None] * along - at).T).min(initial=np.inf))


def draw_arrow(painter: QPainter, line: QLineF, pen: QPen, longest: float = 11.0) -> None:
    """Draw an arrow from p1 to p2; its head is `longest` pixels and the line's width long, or less on a short one."""
    length = line.length()
    if not length > 0:
        return
    head = min(longest + pen.widthF(), length * 0.6)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(line.p1(), line.pointAt(1 - head * 0.8 / length)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen.color())
    back = (line.p1() - line.p2()) * (head / length)
    along, across = back * math.cos(_HALF_ANGLE), QPointF(-back.y(), back.x()) * math.sin(_HALF_ANGLE)
    painter.drawPolygon([line.p2(), line.p2() + along - across, line.p2() + along + across])
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_break(painter: QPainter, line: QLineF, theme: Theme, role: str) -> None:
    """Draw two short strokes across a gap in the middle of an arrow, which is not to scale."""
    middle, along, slant = line.center(), line.unitVector(), QLineF(line)
    slant.setAngle(line.angle() + 65)
    stroke = slant.unitVector()
    half, way = QPointF(stroke.dx(), stroke.dy()) * 6.0, QPointF(along.dx(), along.dy()) * 2.5
    painter.setPen(theme.pen("page", 5.0))
    painter.drawLine(QLineF(middle - half, middle + half))
    painter.setPen(theme.pen(role, 1.3))
    painter.drawLines([QLineF(middle + shift - half, middle + shift + half) for shift in (way, -way)])


def polygon_of(points: FloatArray) -> QPolygonF:
    """Return a line through `points` (m, 2)."""
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


_JOINED = 3_000
"""Pieces of a curve up to which they are joined: with more, joints cannot be seen, and it takes long."""


def joined(pieces: FloatArray) -> list[FloatArray]:
    """Return the lines, (k, 2) each, that the pieces of a curve (m, 4) make; they meet where their ends are equal."""
    ends = [((x0, y0), (x1, y1)) for x0, y0, x1, y1 in pieces.tolist()]
    meeting: dict[tuple[float, float], list[int]] = {}
    for number, pair in enumerate(ends):
        for end in pair:
            meeting.setdefault(end, []).append(number)
    left, lines = set(range(len(ends))), list[FloatArray]()
    free = (found[0] for found in meeting.values() if len(found) == 1)
    for first in (*free, *range(len(ends))):
        if first in left:
            start, end = ends[first]
            line = [end, start] if len(meeting[end]) == 1 else [start, end]
            following: int | None = first
            while following is not None:
                left.discard(following)
                following = next((number for number in meeting[line[-1]] if number in left), None)
                if following is not None:
                    one, other = ends[following]
                    line.append(other if one == line[-1] else one)
            lines.append(np.array(line))
    return lines


def draw_curve(painter: QPainter, pieces: FloatArray, pen: QPen) -> None:
    """Draw the pieces of a curve (m, 4) joined, because drawn one by one they look like the beads of a chain."""
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if len(pieces) > _JOINED:
        draw_lines(painter, pieces)
        return
    for line in joined(pieces):
        painter.drawPolyline(polygon_of(line))


def draw_line(painter: QPainter, points: FloatArray, pen: QPen) -> None:
    """Draw a line through `points` (m, 2); on the screen piece by piece: Qt takes a second for 500 swings in one."""
    if pen.style() == Qt.PenStyle.SolidLine and painter.paintEngine().type() == QPaintEngine.Type.Raster:
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        draw_lines(painter, np.hstack([points[:-1], points[1:]]))
    else:
        painter.setPen(pen)
        painter.drawPolyline(polygon_of(points))


def fill(painter: QPainter, area: QPolygonF, color: QColor) -> None:
    """Fill without smoothing, which takes a millisecond and shows only at the border, where there is a line."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(area)
    painter.restore()
