"""How a picture of the theory panel is painted: paper with axes and promises, and the curve upon it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEngine, QPainter, QPolygonF

from core.dataset import FloatArray, IntArray
from perceptron_gui.look.theme import Theme
from perceptron_gui.panels.theory.pictures import Picture, Promise

_STRETCHES_A_PIXEL = 0.5
"""Into how many stretches a long curve is cut; of each the lowest and the highest point are drawn."""
_ROWS, _COLUMNS, _ROW_HEIGHT = 5, 5, 18.0
"""The most ticks on the vertical and on the horizontal axis."""
_GAP = 6.0
_BENDING = 64
_REMARK, _PILL = 0.46, 0.86
"""How much of the width a remark may take, and how opaque the paper behind it is."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The rectangle of a plot in pixels of its widget, and the picture that is mapped to it."""

    picture: Picture
    area: QRectF

    @cached_property
    def curve(self) -> QPolygonF:
        """The curve of the picture in pixels: painted twice, pale and strong."""
        return self.polyline(self.picture.k, self.picture.values)

    def x(self, k: FloatArray | float) -> FloatArray:
        """Pixels from the left of updates k."""
        return self.area.left() + self.picture.x.share(k) * self.area.width()

    def y(self, values: FloatArray | float) -> FloatArray:
        """Pixels from the top of values."""
        return self.area.bottom() - self.picture.y.share(values) * self.area.height()

    def point(self, k: float, value: float) -> QPointF:
        """The pixel of one value."""
        return QPointF(float(self.x(k)), float(self.y(value)))

    def update_at(self, pixel: float) -> float:
        """The k, not yet rounded, under a pixel."""
        return self.picture.x.value((pixel - self.area.left()) / max(self.area.width(), 1))

    def polyline(self, k: FloatArray, values: FloatArray) -> QPolygonF:
        """The curve in pixels, thinned to what the width can show without losing a peak or a trough."""
        kept = _telling(values, max(int(self.area.width() * _STRETCHES_A_PIXEL), 1))
        points = zip(self.x(k[kept]).tolist(), self.y(values[kept]).tolist(), strict=True)
        return QPolygonF([QPointF(x, y) for x, y in points])


def _telling(values: FloatArray, stretches: int) -> IntArray:
    """Which of `values` (m,) to draw: all, or the ends and the extremes of each of so many stretches.

    A value in so many would alias: what swings within a stretch would seem to stand still.
    """
    length = -(-len(values) // stretches)
    if length <= 2:
        return np.arange(len(values))
    blocks = np.pad(values, (0, -len(values) % length), "edge").reshape(-1, length)
    starts = np.arange(len(blocks)) * length
    telling = np.concatenate([[0], starts + blocks.argmin(axis=1), starts + blocks.argmax(axis=1), [len(values) - 1]])
    return np.unique(np.minimum(telling, len(values) - 1))


def frame_of(picture: Picture, canvas: QRectF, font: QFont) -> Frame:
    """Room for the plot in `canvas`, beside the labels of its axes."""
    metrics = QFontMetricsF(font)
    labels = picture.y.labels(_row_ticks(picture, canvas.height()))
    left = max([metrics.horizontalAdvance(text) for text in labels], default=0.0) + _GAP
    half = metrics.horizontalAdvance(picture.x.labels(picture.x.ticks(_COLUMNS))[-1]) / 2
    return Frame(picture, canvas.adjusted(left, 6, -half - 2, -metrics.height() - 3))


def paint_paper(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """Axes, promises and the gap between them: all that does not depend on the playhead."""
    _paint_axes(painter, frame, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    picture = frame.picture
    if picture.lower is not None and picture.upper is not None:
        _paint_gap(painter, frame, theme, picture.lower, picture.upper)
    for promise in (picture.lower, picture.upper):
        if promise is not None:
            k = _even(frame, promise)
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            painter.drawPolyline(frame.polyline(k, promise.of(k)))
            _label_promise(painter, frame, theme, promise, promise is picture.lower)
    if picture.wall is not None:
        _paint_wall(painter, frame, theme, picture.wall)


def paint_curve(painter: QPainter, curve: QPolygonF, theme: Theme, *, played: bool) -> None:
    """The curve of the whole run: strong where it was `played`, pale where it is still to come.

    On the screen the strong one is drawn line by line: over the joints of a thick polyline that swings, Qt takes
    forty times as long.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = theme.pen("ink", 2.0) if played else theme.pen("ink", 1.0, alpha=0.45)
    if not played or painter.paintEngine().type() != QPaintEngine.Type.Raster:
        painter.setPen(pen)
        painter.drawPolyline(curve)
        return
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLines([QLineF(a, b) for a, b in pairwise(curve.toList())])


def cut_at(curve: QPolygonF, x: float) -> QPolygonF:
    """The part of a polyline (its points from left to right) that is left of pixel `x`."""
    points = curve.toList()
    kept = [point for point in points if point.x() <= x]
    if 0 < len(kept) < len(points):
        last, following = kept[-1], points[len(kept)]
        kept.append(last + (following - last) * ((x - last.x()) / (following.x() - last.x())))
    return QPolygonF(kept)


def _even(frame: Frame, promise: Promise) -> FloatArray:
    """Updates spaced evenly on the scale: enough for a promise that is straight, or bends before it meets another."""
    x, wall = frame.picture.x, frame.picture.wall
    if wall is None:
        return np.array([x.low, _last(frame, promise)])
    return np.geomspace(x.low, wall, _BENDING) if x.logarithmic else np.linspace(x.low, wall, _BENDING)


def _last(frame: Frame, promise: Promise) -> float:
    """The last update at which a straight promise is still in the picture."""
    end, top = frame.picture.x.high, frame.picture.y.high
    return end * min(top / float(promise.of(np.array([end]))[0] or top), 1.0)


def _row_ticks(picture: Picture, height: float) -> list[float]:
    """Values with a label; none where the promises themselves name the values."""
    if not picture.curve or picture.wall is not None:
        return []
    return picture.y.ticks(max(min(int(height / _ROW_HEIGHT), _ROWS), 2))


def _paint_axes(painter: QPainter, frame: Frame, theme: Theme) -> None:
    area, picture = frame.area, frame.picture
    metrics = painter.fontMetrics()
    rows = _row_ticks(picture, area.height())
    columns = picture.x.ticks(_COLUMNS)
    for value, text in zip(rows, picture.y.labels(rows), strict=True):
        y = round(float(frame.y(value))) + 0.5
        painter.setPen(theme.pen("hairline", 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        box = QRectF(0, y - metrics.height() / 2, area.left() - _GAP, metrics.height())
        painter.setPen(theme.color("secondary"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(theme.color("secondary"))
    for value, text in zip(columns, frame.picture.x.labels(columns), strict=True):
        x = float(frame.x(value))
        painter.drawText(QRectF(x - 60, area.bottom() + 3, 120, metrics.height()), Qt.AlignmentFlag.AlignHCenter, text)
    painter.setPen(theme.pen("secondary", 1, alpha=0.6))
    painter.drawLine(area.bottomLeft(), area.bottomRight())


def _paint_gap(painter: QPainter, frame: Frame, theme: Theme, lower: Promise, upper: Promise) -> None:
    k = _even(frame, upper)
    above, below = frame.polyline(k, upper.of(k)), frame.polyline(k, lower.of(k))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("promise", 0.10))
    painter.drawPolygon(QPolygonF([*above.toList(), *reversed(below.toList())]))


def _label_promise(painter: QPainter, frame: Frame, theme: Theme, promise: Promise, below: bool) -> None:
    """The promise's name on the outer side of its line: the curve is on the other."""
    share = 0.5 if below else 0.7
    k = frame.update_at(frame.area.left() + frame.area.width() * share)
    if frame.picture.wall is None:
        k = min(k, share * _last(frame, promise))
    at = frame.point(k, float(promise.of(np.array([k]))[0]))
    metrics = painter.fontMetrics()
    width, height = metrics.horizontalAdvance(promise.name), metrics.height()
    corner = at + (QPointF(8, 1) if below else QPointF(-width - 8, -height - 1))
    if corner.x() < frame.area.left():
        corner.setX(at.x() + 10)
    if corner.y() + height > frame.area.bottom():
        corner.setY(at.y() - height - 2)
    painter.setPen(theme.color("promise"))
    painter.drawText(QRectF(corner.x(), max(corner.y(), frame.area.top()), width + 2, height), promise.name)


def _paint_wall(painter: QPainter, frame: Frame, theme: Theme, wall: float) -> None:
    x = float(frame.x(wall))
    painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
    painter.setPen(theme.color("promise"))
    height = painter.fontMetrics().height()
    box = QRectF(x - 120, frame.area.bottom() - height - 8, 114, height)
    painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "R²/γ²")


def _beside_the_run(frame: Frame) -> float:
    """The left of the remark: where a short run ends, so that no playhead crosses it."""
    end = float(frame.x(frame.picture.k[-1])) - frame.area.left()
    return frame.area.left() + 8 + (end if end < 0.2 * frame.area.width() else 0)


def paint_remark(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """What is special; above all else, for a playhead or a curve may pass behind it."""
    area, remark, wrapped = frame.area, frame.picture.remark, Qt.TextFlag.TextWordWrap
    if not remark:
        return
    room, side = area, Qt.AlignmentFlag.AlignCenter
    if frame.picture.curve:
        room = QRectF(_beside_the_run(frame), area.top(), area.width() * _REMARK, area.height())
        side = Qt.AlignmentFlag.AlignLeft
    box = painter.boundingRect(room, side | wrapped, remark)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("page", _PILL))
    painter.drawRoundedRect(box.adjusted(-3, 0, 3, 0), 3, 3)
    painter.setPen(theme.color("secondary"))
    painter.drawText(box, side | wrapped, remark)
