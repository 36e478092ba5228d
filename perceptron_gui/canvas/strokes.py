"""Arrows, rings and crosses: the strokes that several layers share."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from core.datasets.dataset import FloatArray

_HEAD = 11.0
_HALF_ANGLE = math.radians(24)


def draw_arrow(painter: QPainter, line: QLineF, pen: QPen) -> None:
    """An arrow from p1 to p2 with a filled head; the head shrinks with a short arrow."""
    length = line.length()
    if not length > 0:
        return
    head = min(_HEAD + pen.widthF(), length * 0.6)
    direction = math.atan2(line.dy(), line.dx())
    base = line.pointAt(1 - head * 0.8 / length)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(line.p1(), base))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen.color())
    wings = [_wing(line.p2(), direction + angle, head) for angle in (_HALF_ANGLE, -_HALF_ANGLE)]
    painter.drawPolygon(QPolygonF([line.p2(), *wings]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_rings(painter: QPainter, middles: FloatArray, radius: float, pen: QPen) -> None:
    """A circle of `radius` pixels about each of `middles` (m, 2)."""
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for x, y in middles.tolist():
        painter.drawEllipse(QPointF(x, y), radius, radius)


def square_about(middle: QPointF, reach: float) -> QRectF:
    """All that is at most `reach` pixels away from `middle`, across or down."""
    away = QPointF(reach, reach)
    return QRectF(middle - away, middle + away)


def arrow_area(line: QLineF, reach: float = 8.0) -> QPainterPath:
    """Where the mouse is on an arrow."""
    path = QPainterPath()
    normal = line.normalVector().unitVector()
    side = QPointF(normal.dx(), normal.dy()) * reach
    path.addPolygon(QPolygonF([line.p1() + side, line.p2() + side, line.p2() - side, line.p1() - side]))
    path.closeSubpath()
    return path


def _wing(tip: QPointF, direction: float, head: float) -> QPointF:
    return QPointF(tip.x() - head * math.cos(direction), tip.y() - head * math.sin(direction))
