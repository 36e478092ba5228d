"""The picture of a plane of weights: lines with their wrong sides, the common part, and w on its way."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPolygonF

from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, round_steps
from perceptron_gui.look.labels import Box, Label, Placed, Placer, Taken, about, beside
from perceptron_gui.look.plots.axes import draw_arrow, draw_lines, paint_cross
from perceptron_gui.look.size import emboldened
from perceptron_gui.look.theme import PALEST, Theme
from perceptron_gui.panels.weights.plane import PlanePicture, Point, box_of, name, stretch_within

_DOT, _MARK = 5.0, 5.0
_TICKS = 4
_GAP = 7.0
_FAR = 1e6
"""Pixels beyond which nothing is drawn."""


def paint(
    painter: QPainter, picture: PlanePicture, theme: Theme, placer: Placer, lit: tuple[int, ...], *, star: bool
) -> list[Placed]:
    """Paint everything; the lines of the examples that are `lit` are stronger, and ŵ* if `star` is true.

    Returns the written words, to which `placer` gives their sides.
    """
    painter.save()
    painter.setClipRect(picture.area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painting = _Painting(painter, picture, theme)
    painting.paint(lit, star=star)
    words = painting.write(placer)
    painter.restore()
    return words


class _Painting:
    def __init__(self, painter: QPainter, picture: PlanePicture, theme: Theme) -> None:
        self._painter, self._theme = painter, theme
        self._picture, self._seen, self._view = picture, picture.seen, picture.view
        self._labels = list[Label]()
        self._arrows = list[QLineF]()
        self._w = self._pixel(self._seen.place(self._seen.present))

    def paint(self, lit: tuple[int, ...], *, star: bool) -> None:
        seen, state = self._seen, self._seen.state
        self._paint_region()
        self._paint_axes()
        self._paint_lines()
        if state.example:
            self._paint_line_of(state.index, "now", named=not lit and not seen.races_by)
        for row in lit[:3]:
            self._paint_line_of(row, "ink", named=True)
        self._paint_star(lit=star)
        pixels, middle = self._view.to_pixels(seen.path), self._picture.area.center()
        if (np.abs(pixels - (middle.x(), middle.y())) < _FAR).all():
            self._painter.setPen(self._theme.pen("ink", 1, share=0.6))
            moved = (pixels[:-1] != pixels[1:]).any(axis=1)
            draw_lines(self._painter, np.hstack([pixels[:-1], pixels[1:]]).compress(moved, axis=0))
        self._paint_update()
        self._paint_own_separator()
        self._name_axes()

    def write(self, placer: Placer) -> list[Placed]:
        """Write the words that have room off the dots, the arrows and one another."""
        painter, theme, seen, dots = self._painter, self._theme, self._seen, list[Box]()
        for dot in (seen.place(seen.at), seen.place(seen.present), seen.before):
            if dot is not None and (at := self._pixel(dot)) is not None:
                dots.append((at.x() - _DOT, at.y() - _DOT, at.x() + _DOT, at.y() + _DOT))
        fonts = {False: QFont(painter.font()), True: emboldened(painter.font())}

        def measure(label: Label) -> tuple[float, float]:
            metrics = QFontMetricsF(fonts[label.bold])
            return metrics.horizontalAdvance(label.text) + 6.0, metrics.height()

        taken = Taken(dots, [np.array([arrow.toTuple()]) for arrow in self._arrows])
        words = placer.place(self._labels, measure, self._picture.area.adjusted(2, 2, -2, -2), taken, seen.state)
        for label, rect in words:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("page", 0.86))
            painter.drawRoundedRect(rect, 4, 4)
            painter.setFont(fonts[label.bold])
            painter.setPen(theme.color(theme.text_role(label.role)))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label.text)
        return words

    def _say(self, text: str, at: QPointF, role: str, key: str = "", *, bold: bool = True) -> None:
        self._labels.append(Label(text, role, about(at, _GAP), bold=bold, key=key))

    def _pixel(self, place: Point) -> QPointF | None:
        """Return a point in pixels; None if it is too far off to be drawn."""
        pixel = self._view.pixel(*place)
        return pixel if max(abs(pixel.x()), abs(pixel.y())) < _FAR else None

    def _dot(self, at: QPointF, radius: float, fill: str, rim: str, width: float) -> None:
        self._painter.setPen(self._theme.pen(rim, width))
        self._painter.setBrush(self._theme.color(fill))
        self._painter.drawEllipse(at, radius, radius)

    def _paint_region(self) -> None:
        if (region := self._picture.region) is not None:
            corners = [QPointF(x, y) for x, y in self._view.to_pixels(region.corners).tolist()]
            self._fill(corners, self._theme.color("promise", 0.22))
            self._painter.setPen(self._theme.pen("promise", 1))
            self._painter.drawLines([QLineF(a, b) for a, b in pairwise([*corners, corners[0]])])

    def _paint_axes(self) -> None:
        area, origin = self._picture.area, self._view.pixel(0.0, 0.0)
        self._painter.setPen(self._theme.pen("secondary", 1, share=PALEST))
        if area.left() < origin.x() < area.right():
            self._painter.drawLine(QLineF(origin.x(), area.top(), origin.x(), area.bottom()))
        if area.top() < origin.y() < area.bottom():
            self._painter.drawLine(QLineF(area.left(), origin.y(), area.right(), origin.y()))

    def _paint_lines(self) -> None:
        """Paint thin opaque lines, because translucent ones take five times as long, with strokes on the wrong side."""
        picture, theme = self._picture, self._theme
        drawn = np.isfinite(picture.ends).all(axis=1)
        labels = self._seen.run.dataset.y[picture.rows]
        count = max(int(drawn.sum()), 1)
        strokes = min(max(600 // count, 3), 24)  # Marks on each line; about 600 on all lines together.
        for label in (1, -1):
            kept = drawn & (labels == label)
            ends = picture.ends[kept]
            self._painter.setPen(theme.pen(theme.of_label(label), 1, share=PALEST))
            draw_lines(self._painter, ends)
            draw_lines(self._painter, _hatching(ends, picture.lines[kept], strokes))
            if count <= 40:
                self._painter.setPen(theme.pen(theme.of_label(label), 1.6))
                self._painter.setBrush(theme.color("page"))
                for line in (QLineF(*each) for each in ends.tolist()):
                    if line.length() > 4 * _MARK:
                        self._paint_mark(line.pointAt(3 * _MARK / line.length()), label)

    def _paint_mark(self, at: QPointF, label: int) -> None:
        if label > 0:
            self._painter.drawEllipse(at, _MARK - 1, _MARK - 1)
        else:
            paint_cross(self._painter, at, _MARK - 1.5)

    def _paint_line_of(self, row: int, role: str, *, named: bool) -> None:
        dataset, painter, theme = self._seen.run.dataset, self._painter, self._theme
        if row >= dataset.n or (found := self._picture.line_of(row)) is None:
            return
        (a, b, _), ends = found[0].tolist(), found[1].tolist()
        line, label = QLineF(*ends), int(dataset.y[row])
        off = QPointF(-a, -b) * 14.0
        band = [line.p1(), line.p2(), line.p2() + off, line.p1() + off]
        self._fill(band, theme.color(theme.of_label(label), 0.22))
        painter.setPen(theme.pen(role, 2.4))
        painter.drawLine(line)
        painter.setPen(theme.pen(theme.of_label(label), 2.0))
        painter.setBrush(theme.color("page"))
        at = line.pointAt(min(3 * _MARK / max(line.length(), 1.0), 0.5))
        self._paint_mark(at, label)
        if named:
            self._say(f"example {row + 1:,}", at, role, "example", bold=False)

    def _paint_star(self, *, lit: bool) -> None:
        star, view = self._seen.star, self._view
        if star is None:
            return
        direction = QPointF(star[0] / view.ux, -star[1] / view.uy)
        length = math.hypot(direction.x(), direction.y())
        if not 0 < length < math.inf:
            return
        ray = _ray_within(view.pixel(0.0, 0.0), direction / length, self._picture.area)
        if ray is not None:
            self._painter.setPen(self._theme.pen("promise", 4.0 if lit else 2.0, Qt.PenStyle.DashLine))
            self._painter.drawLine(ray)
            self._say("ŵ*", ray.pointAt(0.92), "promise")
        if self._seen.star_here is not None and self._picture.area.contains(at := view.pixel(*self._seen.star_here)):
            self._dot(at, _DOT, "promise", "page", 1.5)
            self._say("ŵ* here", at, "promise", bold=False)

    def _paint_update(self) -> None:
        seen, w = self._seen, self._w
        if seen.before is not None and (there := self._pixel(seen.before)) is not None:
            self._dot(there, _DOT, "page", "secondary", 1.6)
            if seen.move is not None and w is not None and (start := self._pixel(seen.move.start)) is not None:
                self._painter.setPen(self._theme.pen("secondary", 1.4, Qt.PenStyle.DotLine))
                self._painter.drawLine(there, start)
                added, role = QLineF(start, w), self._theme.of_label(seen.state.label)
                added.setLength(max(added.length() - _DOT - 2, 0.0))  # The ray ends just before the dot.
                draw_arrow(self._painter, added, self._theme.pen(role, 2.6), 9.0)
                self._arrows.append(added)
                self._labels.append(Label(seen.move.name, role, beside(added, 4, parts=(0.5, 0.3, 0.7)), bold=True))
            self._say("before", there, "secondary", bold=False)
        if w is not None:
            self._dot(w, _DOT + 1, "ink", "page", 1.5)
            self._say("w", w, "ink")

    def _paint_own_separator(self) -> None:
        own = self._seen.own_separator
        if own is None or (at := self._pixel(self._seen.place(own))) is None:
            return
        if self._w is not None:
            self._painter.setPen(self._theme.pen("own", 1.4, Qt.PenStyle.DashDotLine))
            self._painter.drawLine(self._w, at)
        self._dot(at, _DOT + 2, "page", "own", 2.6)
        self._say("your line", at, "own")

    def _name_axes(self) -> None:
        """Name the axes, and a few values along the left and the lower edge where nothing else stands."""
        view, seen, edge = self._view, self._seen, self._picture.area.adjusted(2, 2, -2, -2)
        left, bottom, right, top = box_of(view)
        first, second = (name(seen.run, axis) + seen.per for axis in seen.plane.axes)
        self._labels += [
            Label(first, "ink", [(edge.right(), edge.bottom(), -1.0, -1.0)], vital=True),
            Label(second, "ink", [(edge.left(), edge.top(), 1.0, 1.0)], vital=True),
        ]
        for value, text in _ticks(left, right, seen.unit):
            self._labels.append(Label(text, "secondary", [(view.pixel(value, 0).x(), edge.bottom(), 0.0, -1.0)]))
        for value, text in _ticks(bottom, top, seen.unit):
            self._labels.append(Label(text, "secondary", [(edge.left(), view.pixel(0, value).y(), 1.0, 0.0)]))

    def _fill(self, corners: list[QPointF], color: QColor) -> None:
        """Fill without smoothing, which costs ten times as much and shows only at the border, where there is a line."""
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(color)
        self._painter.drawConvexPolygon(QPolygonF(corners))
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _ticks(low: float, high: float, unit: float) -> list[tuple[float, str]]:
    """Return raw values that are round in units of `unit`, and their text in these units."""
    low, high = low / unit, high / unit
    if not 0 < high - low < math.inf:
        return []
    step = next(round_steps((high - low) / _TICKS))
    first, last = math.ceil(low / step), math.floor(high / step)
    values = [count * step for count in range(first, min(last, first + 2 * _TICKS) + 1)]
    return [(value * unit, text) for value, text in zip(values, column(values), strict=True)]


def _hatching(ends: FloatArray, lines: FloatArray, count: int) -> FloatArray:
    """Return short strokes on the wrong side of lines (m, 3) between their `ends` (m, 4); shape (m·count, 4)."""
    shares = ((np.arange(count) + 0.5) / count)[None, :, None]
    start, stop = ends[:, None, :2], ends[:, None, 2:]
    feet = start + (stop - start) * shares
    a, b = lines[:, None, 0], lines[:, None, 1]
    slant = np.stack([-a - b, -b + a], axis=-1) * (5.0 / math.sqrt(2))  # A stroke is 5 pixels long.
    strokes: FloatArray = np.concatenate([feet, feet + slant], axis=-1).reshape(-1, 4)
    return strokes


def _ray_within(start: QPointF, direction: QPointF, area: QRectF) -> QLineF | None:
    """Return the part in `area` of the ray from `start` in a direction of length 1."""
    x, y, dx, dy = np.array([[start.x()], [start.y()], [direction.x()], [direction.y()]])
    # A ray along an axis divides by 0; the infinite quotient loses the comparison.
    with np.errstate(all="ignore"):
        (first,), (last,) = (ends.tolist() for ends in stretch_within(x, y, dx, dy, area))
    first = max(first, 0.0)
    return QLineF(start + direction * first, start + direction * last) if first < last else None
