"""The frame of a plot and what is painted in it: arrows, readings, and lines through many points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from math import inf
from typing import Any, TypeVar

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPaintEngine, QPainter, QPen, QPolygonF

from core.datasets.dataset import FloatArray
from core.plots.spec import Scale
from perceptron_gui.look.theme import Theme

_Line = QPen | QColor | Qt.PenStyle
_Ground = QBrush | QColor | Qt.BrushStyle


def draw_with(painter: QPainter, line: _Line, ground: _Ground = Qt.BrushStyle.NoBrush) -> None:
    """Let a painter draw outlines and lines with the pen `line`, and fill what it draws with `ground`."""
    painter.setPen(line)
    painter.setBrush(ground)


def draw_rectangles(painter: QPainter, areas: FloatArray) -> None:
    """Draw rectangles, one a row (left, top, width, height) of `areas` (m, 4)."""
    rectangles = _primitives(QRectF, areas)
    painter.drawRects(*rectangles.drawargs())


def draw_lines(painter: QPainter, ends: FloatArray) -> None:
    """Draw lines from (x, y) to (x, y), one a row of `ends` (m, 4)."""
    if len(ends) == 1:
        painter.drawLine(QLineF(*ends[0].tolist()))
    else:
        lines = _primitives(QLineF, ends)
        painter.drawLines(*lines.drawargs())


def _primitives(kind: type[QRectF | QLineF], rows: FloatArray) -> Any:
    """Return an array of Qt's. Keep it until it is drawn: its `drawargs` only point to it."""
    # pyqtgraph calls this array internal. Without it a list of QLineF does the same, in four times the time.
    made = PrimitiveArray(kind, 4)
    made.resize(len(rows))
    made.ndarray()[:] = rows
    return made


def is_raster(painter: QPainter) -> bool:
    """Return whether the painter fills pixels, so that a picture of them can replace the drawing."""
    return painter.paintEngine().type() == QPaintEngine.Type.Raster


GAP = 6.0
"""Pixels between a drawing and the words beside it."""
_HALF_ANGLE = 24
"""Degrees, between the shaft of an arrow and each side of its head."""

Numbers = TypeVar("Numbers", float, FloatArray)


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


def write_line(painter: QPainter, text: str, left: float, top: float, right: float = inf) -> float:
    """Write one line of words, which is cut at the pixel `right`. Return where they end."""
    metrics = QFontMetricsF(painter.font())
    if (width := metrics.horizontalAdvance(text) + 2) > right - left:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        width = metrics.horizontalAdvance(text) + 2
    painter.drawText(QRectF(left, top, width, metrics.height()), text)
    return left + width


_CENTRED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


def write_on(painter: QPainter, plate: QRectF, ground: QColor, text: str, ink: QColor, flags: int = _CENTRED) -> None:
    """Write words in the colour `ink` on a rounded plate in the colour `ground`."""
    draw_with(painter, Qt.PenStyle.NoPen, ground)
    painter.drawRoundedRect(plate, 5, 5)
    painter.setPen(ink)
    painter.drawText(plate, flags, text)


def paint_reading(painter: QPainter, theme: Theme, area: QRectF, at: QPointF, text: str) -> None:
    """Write the words on a pixel in a box within `area` that does not cover the pixel."""
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    box = painter.boundingRect(QRectF(0, 0, area.width() - 12, 200), flags, text).adjusted(-6, -2, 6, 2)
    left = min(max(at.x() - box.width() / 2, area.left()), area.right() - box.width())
    box.moveTo(left, area.top() if at.y() > area.center().y() else area.bottom() - box.height() - 4)
    draw_with(painter, theme.pen("hairline", 1), theme.color("panel", 0.94))
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
    draw_with(painter, Qt.PenStyle.NoPen, pen.color())
    left = QLineF.fromPolar(head, line.angle() + 180 - _HALF_ANGLE).p2()
    right = QLineF.fromPolar(head, line.angle() + 180 + _HALF_ANGLE).p2()
    painter.drawPolygon([line.p2(), line.p2() + left, line.p2() + right])
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_break(painter: QPainter, line: QLineF, theme: Theme, role: str) -> None:
    """Draw two short strokes across a gap in the middle of an arrow, which is not to scale."""
    middle, angle = line.center(), line.angle()
    half, way = QLineF.fromPolar(6.0, angle + 65).p2(), QLineF.fromPolar(2.5, angle).p2()
    painter.setPen(theme.pen("page", 5.0))
    painter.drawLine(QLineF(middle - half, middle + half))
    painter.setPen(theme.pen(role, 1.3))
    painter.drawLines([QLineF(middle + shift - half, middle + shift + half) for shift in (way, -way)])


def pieces_of(points: FloatArray) -> FloatArray:
    """Return the pieces (m − 1, 4) of a line through `points` (m, 2)."""
    return np.hstack([points[:-1], points[1:]])


def polygon_of(points: FloatArray) -> QPolygonF:
    """Return a line through `points` (m, 2)."""
    return QPolygonF([*starmap(QPointF, points.tolist())])


_JOINED = 3_000
"""Pieces of a curve up to which they are joined: with more, joints cannot be seen, and it takes long."""


def joined(pieces: FloatArray) -> list[FloatArray]:
    """Return the lines, (k, 2) each, that the pieces of a curve (m, 4) make; they meet where their ends are equal."""
    meeting: defaultdict[tuple[float, float], set[tuple[float, float]]] = defaultdict(set)
    for x0, y0, x1, y1 in pieces.tolist():
        meeting[x0, y0].add((x1, y1))
        meeting[x1, y1].add((x0, y0))
    free, lines = [end for end, others in meeting.items() if len(others) == 1], list[FloatArray]()
    for start in (*free, *meeting):
        while meeting[start]:
            line = [start]
            while meeting[line[-1]]:
                following = meeting[line[-1]].pop()
                meeting[following].discard(line[-1])
                line.append(following)
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
    if pen.style() == Qt.PenStyle.SolidLine and is_raster(painter):
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        draw_lines(painter, pieces_of(points))
    else:
        painter.setPen(pen)
        painter.drawPolyline(polygon_of(points))


def fill(painter: QPainter, area: QPolygonF | Sequence[QPointF], color: QColor) -> None:
    """Fill without smoothing, which takes a millisecond and shows only at the border, where there is a line."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    draw_with(painter, Qt.PenStyle.NoPen, color)
    painter.drawPolygon(area)
    painter.restore()
