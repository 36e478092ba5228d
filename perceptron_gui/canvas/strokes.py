"""Rings, squares and where an arrow lies: what several layers share."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from core.datasets.dataset import FloatArray


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
