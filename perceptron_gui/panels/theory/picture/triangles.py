"""One update as two triangles, side by side and at one scale; every length in them can be pointed at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath

from core.plots.triangles import ARC, CORNER, Stroke, Triangle, UpdatePicture
from core.theory.symbols import explained, symbols_in_prose
from perceptron_gui.look.plots.axes import draw_arrow, paint_reading
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import SMALL, letters, pixels
from perceptron_gui.look.theme import Theme, ThemeModel

_HEIGHT, _SPACE, _NEAR = 150, 10.0, 8.0
_CORNER, _BEYOND = 14.0, math.radians(9)
"""Pixels from a corner to its arc, and the degrees by which the dashed arc goes beyond the arrows that end on it."""


class Placed(NamedTuple):
    """A triangle in a part of the widget: `origin` is the pixel of its origin, `scale` the pixels of one unit."""

    triangle: Triangle
    area: QRectF
    origin: QPointF
    scale: float

    @property
    def middle(self) -> QPointF:
        x, y = ((low + high) / 2 for low, high in zip(self.triangle.low, self.triangle.high, strict=True))
        return self.origin + QPointF(x, -y) * self.scale

    def line(self, stroke: Stroke) -> QLineF:
        (x, y), (end_x, end_y) = stroke.start, stroke.end
        return QLineF(self.origin + QPointF(x, -y) * self.scale, self.origin + QPointF(end_x, -end_y) * self.scale)


class TrianglePlot(PlotSheet[str]):
    """The picture of one update. `pointed` carries the key of a part."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "The last update as two triangles")
        self.picture = UpdatePicture("")
        self._bold = letters(SMALL, bold=True)
        self.setFixedHeight(pixels(_HEIGHT))

    def letter(self) -> None:
        self._bold = letters(SMALL, bold=True)
        self.setFixedHeight(pixels(_HEIGHT))
        super().letter()

    def sizeHint(self) -> QSize:
        return QSize(340, pixels(_HEIGHT))

    def show_picture(self, picture: UpdatePicture) -> None:
        self.picture = picture
        self.setAccessibleDescription(f"{picture.title} {picture.remark}".strip())
        self.update()

    @property
    def placed(self) -> list[Placed]:
        """The triangles in their places, at the largest scale at which both fit."""
        triangles, line = self.picture.triangles, QFontMetricsF(self.font()).height()
        width = self.width() / max(len(triangles), 1)
        top, bottom = 2 * line + _SPACE, self._remark_box.top() - _SPACE
        room = QRectF(_SPACE + 2 * line, top + line, width - 2 * _SPACE - 4 * line, bottom - top - 2 * line)
        scale = math.inf
        for triangle in triangles:
            across, up = triangle.high[0] - triangle.low[0], triangle.high[1] - triangle.low[1]
            scale = min(scale, room.width() / max(across, 1e-300), room.height() / max(up, 1e-300))
        found = []
        for place, triangle in enumerate(triangles):
            x, y = ((low + high) / 2 for low, high in zip(triangle.low, triangle.high, strict=True))
            origin = room.center() + QPointF(place * width - x * scale, y * scale)
            area = QRectF(place * width + _SPACE, top, width - 2 * _SPACE, bottom - top)
            found.append(Placed(triangle, area, origin, scale))
        return found

    @property
    def _remark_box(self) -> QRectF:
        """The place of the remark at the lower edge, in as many lines as it needs."""
        whole, flags = QRectF(self.rect()).adjusted(_SPACE, 0, -_SPACE, -2), Qt.TextFlag.TextWordWrap
        height = QFontMetricsF(self.font()).boundingRect(whole, flags, self.picture.remark).height()
        return whole.adjusted(0, whole.height() - (height if self.picture.remark else 0), 0, 0)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        centred, whole = Qt.AlignmentFlag.AlignCenter, QRectF(self.rect())
        wrapped = centred | Qt.TextFlag.TextWordWrap
        painter.setFont(self._bold)
        painter.setPen(theme.color("ink"))
        painter.drawText(whole.adjusted(0, 3, 0, 0), Qt.AlignmentFlag.AlignHCenter, self.picture.title)
        painter.setFont(self.font())
        painter.setPen(theme.color("secondary"))
        if not self.picture.triangles:
            painter.drawText(whole.adjusted(_SPACE, 0, -_SPACE, 0), wrapped, self.picture.remark)
            return
        painter.drawText(self._remark_box, wrapped, self.picture.remark)
        height, elided = painter.fontMetrics().height(), painter.fontMetrics().elidedText
        for placed in self.placed:
            painter.setPen(theme.color("secondary"))
            title = QRectF(placed.area.left(), 3 + height, placed.area.width(), height)
            words = elided(placed.triangle.title, Qt.TextElideMode.ElideRight, int(title.width()))
            painter.drawText(title, centred, words)
            self._draw_triangle(painter, theme, placed)
        if self.thing is not None:
            at = self.pointer or whole.center()
            paint_reading(painter, theme, whole, at, self.describe(self.thing))

    def _draw_triangle(self, painter: QPainter, theme: Theme, placed: Placed) -> None:
        for key, path in _arcs(placed).items():
            dashes = Qt.PenStyle.DashLine if key == ARC else Qt.PenStyle.SolidLine
            painter.setPen(theme.pen("promise", 3.0 if self.thing == key else 1.5, dashes))
            painter.drawPath(path)
        for stroke in placed.triangle.strokes:
            line, width = placed.line(stroke), 4.0 if stroke.key and self.thing == stroke.key else 2.5
            if stroke.arrow:
                draw_arrow(painter, line, theme.pen(stroke.role, width), 8.0)
            else:
                dots = Qt.PenStyle.SolidLine if stroke.key else Qt.PenStyle.DotLine
                painter.setPen(theme.pen(stroke.role, width if stroke.key else 1.2, dots))
                painter.drawLine(line)
            box = self._name_box(placed, stroke)
            painter.fillRect(box, theme.color("page", 0.8))
            painter.setPen(theme.color(theme.text_role(stroke.role)))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, stroke.name)

    def _name_box(self, placed: Placed, stroke: Stroke) -> QRectF:
        """Return the place of the name: beside the middle of a stroke, on the side away from the other strokes."""
        line, metrics = placed.line(stroke), QFontMetricsF(self.font())
        normal = QLineF(line.center(), line.center() + QPointF(-line.dy(), line.dx()))
        away = QPointF(normal.dx(), normal.dy()) / (normal.length() or 1.0)
        if QPointF.dotProduct(away, line.center() - placed.middle) < 0:
            away = -away
        width, height = metrics.horizontalAdvance(stroke.name) + 2.0, metrics.height()
        box = QRectF(0, 0, width, height)
        box.moveCenter(line.center() + away * (4 + abs(away.x()) * width / 2 + abs(away.y()) * height / 2))
        left = min(max(box.left(), placed.area.left()), placed.area.right() - width)
        box.moveTo(left, min(max(box.top(), placed.area.top()), placed.area.bottom() - height))
        return box

    def thing_at(self, place: QPointF) -> str | None:
        within = [(away, key) for away, key in self._distances(place) if away <= _NEAR]
        return min(within, default=(0.0, None))[1]

    def _distances(self, place: QPointF) -> Iterator[tuple[float, str]]:
        for placed in self.placed:
            for stroke in placed.triangle.strokes:
                if stroke.key:
                    written = self._name_box(placed, stroke).contains(place)
                    yield 0.0 if written else _away(placed.line(stroke), place), stroke.key
            for key, path in _arcs(placed).items():
                yield from ((QLineF(path.pointAtPercent(part / 20), place).length(), key) for part in range(21))

    def tip_at(self, place: QPointF) -> str:
        """Return the meanings of the letters in the titles and in the remark."""
        titles = [triangle.title for triangle in self.picture.triangles]
        return "" if self.thing_at(place) else explained(*titles, self.picture.remark, read=symbols_in_prose)

    def in_order(self) -> Sequence[str]:
        return [key for triangle in self.picture.triangles for key in triangle.words]

    def describe(self, thing: str) -> str:
        words: dict[str, str] = {}
        for triangle in self.picture.triangles:
            words |= triangle.words
        return words.get(thing, "")


def _arcs(placed: Placed) -> dict[str, QPainterPath]:
    """Return the dashed arc, from before the end of a right angle to past w after, and a small one in the corner."""
    triangle = placed.triangle
    if triangle.corner is None:
        return {}
    x, y = triangle.strokes[-1].end
    ends = sorted((math.acos(min(triangle.corner[0] / triangle.arc, 1.0)), math.atan2(y, x)))
    at, added = placed.origin + QPointF(triangle.corner[0], 0) * placed.scale, placed.line(triangle.strokes[1]).angle()
    first, last = math.degrees(max(ends[0] - _BEYOND, 0.0)), math.degrees(ends[1] + _BEYOND)
    whole = (ARC, placed.origin, triangle.arc * placed.scale, first, last)
    found = {}
    for key, middle, radius, start, stop in (whole, (CORNER, at, _CORNER, added, 180.0)):
        box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        found[key] = QPainterPath()
        found[key].arcMoveTo(box, start)
        found[key].arcTo(box, start, stop - start)
    return found


def _away(line: QLineF, place: QPointF) -> float:
    """Return the distance from a pixel to a segment."""
    along, squared = line.p2() - line.p1(), line.length() ** 2 or 1.0
    share = min(max(QPointF.dotProduct(place - line.p1(), along) / squared, 0.0), 1.0)
    return QLineF(line.pointAt(share), place).length()
