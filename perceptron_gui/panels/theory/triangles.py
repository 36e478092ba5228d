"""One update as two triangles, side by side and at one scale; every length in them can be pointed at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPolygonF

from core.plots.triangles import ARC, CORNER, Point, Stroke, Triangle, UpdatePicture
from core.theory.symbols import explained, symbols_in_prose
from perceptron_gui.look.labels import Box, Label, Placed, Placer, Taken, beside, box_of, measured
from perceptron_gui.look.plots.axes import draw_arrow, paint_reading
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import emboldened, pixels, sized
from perceptron_gui.look.theme import Theme, ThemeModel

_HEIGHT, _SPACE, _NEAR = 184, 4.0, 8.0
_CORNER, _DEGREES = 12.0, 12.0
"""Pixels from a corner to its arc, and to the middle of its degrees on the other side."""


class Drawn(NamedTuple):
    """A triangle in a part of the widget: `origin` is the pixel of its origin, `scale` the pixels of one unit."""

    triangle: Triangle
    area: QRectF
    origin: QPointF
    scale: float

    def at(self, point: Point) -> QPointF:
        x, y = self.triangle.axes.place(point)
        return self.origin + QPointF(x, -y) * self.scale

    @property
    def middle(self) -> QPointF:
        """The middle of the arrows."""
        ends = [self.at(end) for stroke in self.triangle.strokes if stroke.arrow for end in (stroke.start, stroke.end)]
        return QPolygonF(ends).boundingRect().center()

    def line(self, stroke: Stroke) -> QLineF:
        return QLineF(self.at(stroke.start), self.at(stroke.end))

    @property
    def labels(self) -> list[Label]:
        """The names of the strokes, beside each on the side away from the others first."""
        found = []
        for stroke in self.triangle.strokes:
            line = self.line(stroke)
            outward = QPointF.dotProduct(QPointF(line.dy(), -line.dx()), line.center() - self.middle) > 0
            spots = beside(line, 4.0, (1, -1) if outward else (-1, 1), (0.5, 0.35, 0.65, 0.2, 0.8))
            found.append(Label(stroke.name, stroke.role, spots, key=stroke.key))
        return [label for label in found if label.text]

    def arcs(self) -> dict[str, QPolygonF]:
        """Return the dashed arc, and a small one in the corner."""
        triangle = self.triangle
        if triangle.corner is None:
            return {}
        (c, _), (x, y) = triangle.corner, triangle.strokes[1].end
        first, corner, small = math.atan2(y, x - c), self.at(triangle.corner), []
        for part in range(13):
            angle = first + (math.pi - first) * part / 12
            way_x, way_y = triangle.axes.place((math.cos(angle), math.sin(angle)))
            small.append(corner + QPointF(way_x, -way_y) * _CORNER)
        return {ARC: QPolygonF([self.at(point) for point in triangle.arc_points]), CORNER: QPolygonF(small)}


class TrianglePlot(PlotSheet[str]):
    """The picture of one update. `pointed` carries the key of a part."""

    framed = False

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "The last update as two triangles")
        self.picture = UpdatePicture("")
        self.told = ""
        """the arithmetic of the update"""
        self._names = list[Placed]()
        sized(self, PlotSheet.setMinimumHeight, _HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(340, pixels(_HEIGHT))

    def show_picture(self, picture: UpdatePicture, told: str) -> None:
        self.picture, self.told = picture, told
        self.setAccessibleDescription(" ".join(filter(None, [picture.title, told, picture.remark])))
        self.update()

    @property
    def placed(self) -> list[Drawn]:
        """The triangles in their places, at the largest scale at which both fit."""
        triangles, line = self.picture.triangles, QFontMetricsF(self.font()).height()
        width = self.width() / max(len(triangles), 1)
        top, bottom = 3 * line + 2 * _SPACE, self._remark_box.top() - _SPACE
        room = QRectF(2 * line, top + 1.2 * line, width - 4 * line, max(bottom - top - 2.6 * line, 1.0))
        boxes = [triangle.box for triangle in triangles]
        scale = math.inf
        for (left, low), (right, high) in boxes:
            scale = min(scale, room.width() / max(right - left, 1e-300), room.height() / max(high - low, 1e-300))
        found = []
        for place, (triangle, ((left, low), (right, high))) in enumerate(zip(triangles, boxes, strict=True)):
            origin = room.center() + QPointF(place * width - (left + right) / 2 * scale, (low + high) / 2 * scale)
            area = QRectF(place * width, top, width - _SPACE, bottom - top)
            found.append(Drawn(triangle, area, origin, scale))
        return found

    @property
    def _remark_box(self) -> QRectF:
        """The place of the remark at the lower edge, in as many lines as it needs."""
        whole, flags = QRectF(self.rect()), Qt.TextFlag.TextWordWrap
        height = QFontMetricsF(self.font()).boundingRect(whole, flags, self.picture.remark).height()
        return whole.adjusted(0, whole.height() - (height if self.picture.remark else 0), 0, 0)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        whole, line = QRectF(self.rect()), QFontMetricsF(self.font()).height()
        left = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        bold = emboldened(self.font())
        painter.setPen(theme.color("secondary"))
        painter.drawText(self._remark_box if self.picture.title else whole, left, self.picture.remark)
        self._write(painter, theme, whole, self.picture.title, "ink", bold, 0.0)
        after = whole.adjusted(QFontMetricsF(bold).horizontalAdvance(f"{self.picture.title}  "), 0, 0, 0)
        self._write(painter, theme, after, self.told, "secondary", self.font(), 0.0)
        self._names = []
        for placed in self.placed:
            for row, words in enumerate((placed.triangle.reason, placed.triangle.title), 1):
                self._write(painter, theme, placed.area, words, "ink", bold, row * line + _SPACE)
            painter.setFont(self.font())
            self._draw_triangle(painter, theme, placed)
        if self.thing is not None:
            at = self.pointer or whole.center()
            paint_reading(painter, theme, whole, at, self.describe(self.thing))

    def _write(
        self, painter: QPainter, theme: Theme, area: QRectF, words: str, role: str, font: QFont, top: float
    ) -> None:
        """Write one line of words, cut at the end of the area; the tooltip has all of them."""
        cut = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        painter.setFont(font)
        painter.setPen(theme.color(role))
        painter.drawText(QRectF(area.left(), top, area.width() + 2, QFontMetricsF(font).height()), cut)

    def _draw_triangle(self, painter: QPainter, theme: Theme, placed: Drawn) -> None:
        taken = list[Box]()
        for key, path in placed.arcs().items():
            dashes = Qt.PenStyle.DashLine if key == ARC else Qt.PenStyle.SolidLine
            painter.setPen(theme.pen("ink" if key == ARC else "now", 3.0 if self.thing == key else 1.5, dashes))
            painter.drawPolyline(path)
        if (degrees := placed.triangle.degrees) and (arc := placed.arcs()[CORNER].toList()):
            corner = placed.at(placed.triangle.corner or (0.0, 0.0))
            outside = QLineF(arc[len(arc) // 2], corner)
            box = QFontMetricsF(self.font()).boundingRect(degrees).adjusted(-2, 0, 2, 0)
            outside.setLength(outside.length() + _DEGREES)
            box.moveCenter(outside.p2())
            box.moveTop(min(max(box.top(), placed.area.top()), placed.area.bottom() - box.height()))
            painter.setPen(theme.color("now_text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, degrees)
            taken.append(box_of(box))
        for stroke in placed.triangle.strokes:
            self._draw_stroke(painter, theme, placed, stroke)
        lines = [np.array([placed.line(stroke).toTuple()]) for stroke in placed.triangle.strokes]
        names = Placer().place(
            placed.labels, measured(QFontMetricsF(self.font()), 2.0), placed.area, Taken(taken, lines)
        )
        for label, box in names:
            painter.setPen(theme.color(theme.text_role(label.role)))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label.text)
        self._names += names

    def _draw_stroke(self, painter: QPainter, theme: Theme, placed: Drawn, stroke: Stroke) -> None:
        line, width = placed.line(stroke), 4.0 if stroke.key and self.thing == stroke.key else 2.5
        if stroke.arrow:
            draw_arrow(painter, line, theme.pen(stroke.role, width), 8.0)
        else:
            dots = Qt.PenStyle.SolidLine if stroke.key else Qt.PenStyle.DotLine
            painter.setPen(theme.pen(stroke.role, width + 1 if stroke.key else 1.2, dots))
            painter.drawLine(line)

    def thing_at(self, place: QPointF) -> str | None:
        within = [(away, key) for away, key in self._distances(place) if away <= _NEAR]
        return min(within, default=(0.0, None))[1]

    def _distances(self, place: QPointF) -> Iterator[tuple[float, str]]:
        yield from ((0.0, label.key) for label, box in self._names if label.key and box.contains(place))
        for placed in self.placed:
            for stroke in placed.triangle.strokes:
                if stroke.key:
                    yield _away(placed.line(stroke), place), stroke.key
            for key, path in placed.arcs().items():
                yield from ((QLineF(point, place).length(), key) for point in path.toList())

    def tip_at(self, place: QPointF) -> str:
        """Return the words above the triangles, which may be cut, and the meanings of their letters."""
        if self.thing_at(place):
            return ""
        titles = [f"{triangle.reason} {triangle.title}" for triangle in self.picture.triangles]
        meanings = explained(*titles, self.picture.remark, read=symbols_in_prose)
        return "\n".join(filter(None, [self.picture.title, self.told, *titles, "", meanings]))

    def in_order(self) -> Sequence[str]:
        return [key for triangle in self.picture.triangles for key in triangle.words]

    def describe(self, thing: str) -> str:
        words: dict[str, str] = {}
        for triangle in self.picture.triangles:
            words |= triangle.words
        return words.get(thing, "")


def _away(line: QLineF, place: QPointF) -> float:
    """Return the distance from a pixel to a segment."""
    along, squared = line.p2() - line.p1(), line.length() ** 2 or 1.0
    share = min(max(QPointF.dotProduct(place - line.p1(), along) / squared, 0.0), 1.0)
    return QLineF(line.pointAt(share), place).length()
