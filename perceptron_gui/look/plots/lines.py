"""How a line through many points is drawn, also one that swings at every pixel."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPolygonF

from core.datasets.dataset import FloatArray
from perceptron_gui.look.qt_arrays import numbers_of
from perceptron_gui.look.theme import Theme

_ASIDE = (QPointF(-0.5, 0), QPointF(0.5, 0), QPointF(0, -0.5), QPointF(0, 0.5))
"""Hairlines, drawn so far aside, make a line of two pixels."""
_FEW, _STRETCH, _ROUNDS = 48, 4, 2
"""Points that are drawn as they are; of more, so many steps are one where they go straight on; and such ones in turn.
"""
_BESIDE = 0.15
"""Pixels that a point on the way may lie beside a straight line."""


def polygon_of(points: FloatArray) -> QPolygonF:
    """Through `points` (m, 2), which are written into Qt's own memory: one by one they take twenty times as long."""
    polygon = QPolygonF()
    polygon.resize(len(points))
    numbers_of(polygon)[:] = points
    return polygon


def points_of(polygon: QPolygonF) -> FloatArray:
    """Its points, (m, 2)."""
    return numbers_of(polygon).copy()


def thinned(points: FloatArray) -> FloatArray:
    """Return those of a line's `points` (m, 2) that tell it to a third of a pixel.

    Of each stretch these are the ends, and what lies between them if that is not straight; then so again of the rest.
    """
    for _ in range(_ROUNDS):
        if len(points) <= _FEW:
            break
        ends = np.ascontiguousarray(points).view(np.complex128)[:, 0]
        whole, kept = (len(ends) - 1) // _STRETCH * _STRETCH, np.ones(len(ends), np.bool_)
        stretches = ends[:whole].reshape(-1, _STRETCH)
        ways = ends[_STRETCH : whole + 1 : _STRETCH] - stretches[:, 0]
        lengths = np.abs(ways)[:, None]
        turns = np.divide(ways[:, None], lengths, out=np.ones_like(ways)[:, None], where=lengths > 0).conj()
        within = (stretches[:, 1:] - stretches[:, :1]) * turns
        straight = (np.abs(within.imag) <= _BESIDE) & (within.real >= -_BESIDE) & (within.real <= lengths + _BESIDE)
        kept[:whole].reshape(-1, _STRETCH)[straight.all(axis=1), 1:] = False
        points = points[kept]
    return points


def draw_line(
    painter: QPainter,
    theme: Theme,
    line: QPolygonF,
    role: str,
    width: float,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    share: float = 1.0,
) -> None:
    """A line through points; of hairlines where it swings: their time does not grow with the square of its crossings.

    500 swings as high as a panel take Qt more than a second otherwise (an opaque line of one device pixel it draws as
    such; any other it fills, with all that lies across it). On the screen it goes through no more points than tell it:
    through 400 a gentle curve takes ten times as long as through 30.
    """
    painter.setPen(theme.pen(role, width, style, share))
    points = points_of(line)
    if painter.paintEngine().type() != QPaintEngine.Type.Raster or not len(points):
        painter.drawPolyline(line)
        return
    heights = points[:, 1]
    # A line 40 times as long as it is high looks like a band, whatever its width is. A low one costs little.
    if np.abs(np.diff(heights)).sum() > 40 * max(np.ptp(heights), 10.0):
        draw_hairlines(painter, theme, line, role, share, strong=width > 1.5)
    else:
        painter.drawPolyline(polygon_of(thinned(points)))


def draw_hairlines(
    painter: QPainter, theme: Theme, line: QPolygonF, role: str, share: float = 1.0, *, strong: bool
) -> None:
    """The line one device pixel wide, or two if `strong`; in a colour that hides what is below."""
    hair = QPen(theme.pale(role, share), 1.0)
    hair.setCosmetic(True)
    painter.setPen(hair)
    for shift in _ASIDE if strong else (QPointF(),):
        painter.drawPolyline(line.translated(shift))


def paint_between(painter: QPainter, lower: FloatArray, upper: FloatArray, color: QColor) -> None:
    """Fill what lies between two lines through points (m, 2).

    Its edges lie under those lines; smoothed they would take a millisecond.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(polygon_of(np.vstack([upper, lower[::-1]])))
    painter.restore()
