"""How a line through many points is drawn, also one that swings at every pixel."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPen, QPolygonF

from perceptron_gui.look.theme import Theme

_SWINGS, _LOW = 40, 10.0
"""So many times as long as it is high: such a line looks like a band, whatever its width is. A low one costs little."""
_ASIDE = (QPointF(-0.5, 0), QPointF(0.5, 0), QPointF(0, -0.5), QPointF(0, 0.5), QPointF(0, 0))
"""Hairlines, drawn so far aside, make a line of two pixels."""
_STRONG = 1.5


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
    such; any other it fills, with all that lies across it).
    """
    painter.setPen(theme.pen(role, width, style, share))
    if painter.paintEngine().type() != QPaintEngine.Type.Raster or not _swings(line):
        painter.drawPolyline(line)
    else:
        draw_hairlines(painter, theme, line, role, share, strong=width > _STRONG)


def draw_hairlines(
    painter: QPainter, theme: Theme, line: QPolygonF, role: str, share: float = 1.0, *, strong: bool
) -> None:
    """The line one device pixel wide, or two if `strong`; in a colour that hides what is below."""
    hair = QPen(theme.pale(role, share), 1.0)
    hair.setCosmetic(True)
    painter.setPen(hair)
    for shift in _ASIDE if strong else _ASIDE[-1:]:
        painter.drawPolyline(line.translated(shift))


def _swings(line: QPolygonF) -> bool:
    heights = [point.y() for point in line.toList()]
    travelled = sum(abs(after - before) for before, after in pairwise(heights))
    return travelled > _SWINGS * max(line.boundingRect().height(), _LOW)
