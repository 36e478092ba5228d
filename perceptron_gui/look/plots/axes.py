"""The frame of a plot, its pixels and its scales; and what is painted and written around it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import overload

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from core.datasets.dataset import FloatArray
from core.plots.scale import Scale
from perceptron_gui.look.qt_arrays import line_array
from perceptron_gui.look.theme import PALEST, Theme

_BLOCK = 4_096
"""Lines that are drawn at once."""


def draw_lines(painter: QPainter, ends: FloatArray) -> None:
    """Lines from (x, y) to (x, y), one a row of `ends` (m, 4): just as four numbers each lie in Qt's own array."""
    if len(ends) == 1:  # sooner made than copied
        painter.drawLine(QLineF(*ends[0].tolist()))
        return
    held, first = _wrapped_lines()
    for start in range(0, len(ends), _BLOCK):
        block = ends[start : start + _BLOCK]
        held[: len(block)] = block
        painter.drawLines(first, len(block))


@cache
def _wrapped_lines() -> tuple[FloatArray, QLineF]:
    """Room for a block, for the window's thread: wrapped once, which takes a while."""
    return line_array(_BLOCK)


GAP = 6.0
"""Pixels between what is drawn and what is written beside it."""
_ACROSS = 60
_HALF_ANGLE = math.radians(24)

Ticks = Iterable[tuple[float, str]]
"""Places on a scale, and what is written there."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The rectangle of a plot in pixels of its widget, and the scales that run to the right and upwards in it."""

    area: QRectF
    across: Scale
    up: Scale

    @overload
    def x(self, places: float) -> float: ...

    @overload
    def x(self, places: FloatArray) -> FloatArray: ...

    def x(self, places: FloatArray | float) -> FloatArray | float:
        return self.area.left() + self.across.share(places) * self.area.width()

    @overload
    def y(self, values: float) -> float: ...

    @overload
    def y(self, values: FloatArray) -> FloatArray: ...

    def y(self, values: FloatArray | float) -> FloatArray | float:
        return self.area.bottom() - self.up.share(values) * self.area.height()

    def point(self, place: float, value: float) -> QPointF:
        return QPointF(self.x(place), self.y(value))

    def place_at(self, pixel: float) -> float:
        """The place on the scale to the right, not yet rounded, under a pixel."""
        return self.across.value((pixel - self.area.left()) / max(self.area.width(), 1))

    def upright(self, painter: QPainter, pixel: float) -> None:
        painter.drawLine(QPointF(pixel, self.area.top()), QPointF(pixel, self.area.bottom()))


def paint_axes(
    painter: QPainter,
    theme: Theme,
    frame: Frame,
    rows: list[float],
    columns: Ticks,
    name: str = "",
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


def write_line(painter: QPainter, text: str, left: float, top: float) -> float:
    """One line of words; where they end."""
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(text) + 2
    painter.drawText(QRectF(left, top, width, metrics.height()), text)
    return left + width


def paint_reading(painter: QPainter, theme: Theme, area: QRectF, at: QPointF, text: str) -> None:
    """What is read at a pixel, in a box within `area` that does not cover it."""
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
    """×, from whose middle its four arms go so many pixels across and down."""
    for way in (QPointF(arm, arm), QPointF(-arm, arm)):
        painter.drawLine(at - way, at + way)


def distance_to(lines: FloatArray, at: FloatArray) -> float:
    """Pixels from (x, y) to the nearest of some lines (m, 4), each from end to end; infinite where there are none."""
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
    squared = np.maximum((along * along).sum(axis=1), 1e-9)
    share = np.clip(((at - start) * along).sum(axis=1) / squared, 0.0, 1.0)
    return float(np.hypot(*(start + share[:, None] * along - at).T).min(initial=np.inf))


def draw_arrow(painter: QPainter, line: QLineF, pen: QPen, longest: float = 11.0) -> None:
    """An arrow from p1 to p2 with a filled head, `longest` pixels and the line's width long; less on a short arrow."""
    length = line.length()
    if not length > 0:
        return
    head = min(longest + pen.widthF(), length * 0.6)
    direction = math.atan2(line.dy(), line.dx())
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(QLineF(line.p1(), line.pointAt(1 - head * 0.8 / length)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen.color())
    angles = direction + _HALF_ANGLE, direction - _HALF_ANGLE
    wings = [line.p2() - QPointF(math.cos(angle), math.sin(angle)) * head for angle in angles]
    painter.drawPolygon(QPolygonF([line.p2(), *wings]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
