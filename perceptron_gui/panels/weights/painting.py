"""How a plane of weights is painted: lines with their wrong sides, what they have in common, and w on its way."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, round_steps
from perceptron_gui.look.many_lines import draw_lines
from perceptron_gui.look.theme import Theme
from perceptron_gui.panels.weights.picture import PlanePicture
from perceptron_gui.panels.weights.plane_state import Point, name, segments

_PALE, _PATH = 0.42, 0.6
_HATCH, _HATCHES = 5.0, 600
"""How long a stroke on the wrong side of a line is, and how many there may be on all lines together."""
_MOST_A_LINE, _LEAST_A_LINE, _FEW = 24, 3, 40
_BAND = 14.0
_DOT, _MARK = 5.0, 5.0
_TICKS, _TICK_ROOM = 4, 26.0
_HEAD = 9.0
_HALF_ANGLE = math.radians(24)
_GAP = 7.0


def paint(painter: QPainter, picture: PlanePicture, theme: Theme, lit: tuple[int, ...], *, star: bool) -> None:
    """Paint all of it; the lines of the examples that are `lit` stand out, and so does ŵ* if `star` is."""
    painter.save()
    painter.setClipRect(picture.frame.area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_region(painter, picture, theme)
    _paint_axes(painter, picture, theme)
    _paint_lines(painter, picture, theme)
    words = _Words(painter, picture.frame.area, theme)
    seen, state = picture.seen, picture.seen.state
    for dot in (seen.place(seen.at), seen.place(seen.present), seen.before):
        if dot is not None and (at := _pixel(picture, dot)) is not None:
            words.keep_off(at)
    if state.example:
        _paint_line_of(painter, picture, theme, state.index, "now", words if not lit else None)
    for row in lit[:3]:
        _paint_line_of(painter, picture, theme, row, "ink", words)
    _paint_star(painter, picture, theme, words, lit=star)
    _paint_walk(painter, picture, theme, words)
    _paint_own_separator(painter, picture, theme, words)
    _paint_ticks(picture, words)
    painter.restore()


class _Words:
    """Writes words beside things, none over another."""

    def __init__(self, painter: QPainter, area: QRectF, theme: Theme) -> None:
        self._painter, self._theme = painter, theme
        self._inside = area.adjusted(2, 2, -2, -2)
        self._taken: list[QRectF] = []

    def say(self, text: str, at: QPointF, role: str, *, bold: bool = False, spare: bool = False) -> None:
        """Write `text` beside a point in view; where there is no room, a `spare` one is left out."""
        font = QFont(self._painter.font())
        font.setBold(bold)
        if not self._inside.contains(at):
            return
        box = self.box(text, font=font)
        places = [self._beside(at, box, *way) for way in _WAYS]
        place = next(filter(self._free, places), None)
        if place is not None or not spare:
            self.put(text, place or places[0], role, font)

    def put(self, text: str, place: QRectF, role: str, font: QFont | None = None) -> None:
        """Write `text` just there."""
        painter, theme = self._painter, self._theme
        self._taken.append(place)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("page", 0.86))
        painter.drawRoundedRect(place, 4, 4)
        kept = painter.font()
        painter.setFont(font or kept)
        painter.setPen(theme.color(theme.text_role(role)))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        painter.setFont(kept)

    def keep_off(self, at: QPointF) -> None:
        """Let no words cover the dot there."""
        self._taken.append(QRectF(at.x() - _DOT, at.y() - _DOT, 2 * _DOT, 2 * _DOT))

    def put_if_free(self, text: str, place: QRectF) -> None:
        """Write `text` just there if that is in view and nothing else is written there yet."""
        if self._inside.contains(place) and self._free(place):
            self.put(text, place, "secondary")

    def box(self, text: str, beside: float = 6.0, font: QFont | None = None) -> QRectF:
        """What words cover, with so much room beside them, somewhere."""
        metrics = QFontMetricsF(font or self._painter.font())
        return QRectF(0.0, 0.0, metrics.horizontalAdvance(text) + beside, metrics.height())

    def _free(self, place: QRectF) -> bool:
        return not any(place.intersects(other) for other in self._taken)

    def _beside(self, at: QPointF, box: QRectF, dx: int, dy: int) -> QRectF:
        """`box` on that side of a point, moved into view."""
        inside, middle = self._inside, at + QPointF(dx * (box.width() / 2 + _GAP), dy * (box.height() / 2 + _GAP))
        left, top = middle.x() - box.width() / 2, middle.y() - box.height() / 2
        x = max(min(left, inside.right() - box.width()), inside.left())
        y = max(min(top, inside.bottom() - box.height()), inside.top())
        return QRectF(QPointF(x, y), box.size())


_WAYS = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))


def _paint_region(painter: QPainter, picture: PlanePicture, theme: Theme) -> None:
    if picture.region is None:
        return
    corners = [QPointF(x, y) for x, y in picture.frame.pixels(picture.region.corners).tolist()]
    _fill(painter, corners, theme.color("promise", 0.22))
    painter.setPen(theme.pen("promise", 1))
    painter.drawLines([QLineF(a, b) for a, b in pairwise([*corners, corners[0]])])


def _paint_axes(painter: QPainter, picture: PlanePicture, theme: Theme) -> None:
    """The lines on which one of the two components is 0."""
    area, origin = picture.frame.area, picture.frame.pixel(0.0, 0.0)
    painter.setPen(theme.pen("secondary", 1, alpha=0.5))
    if area.left() < origin.x() < area.right():
        painter.drawLine(QLineF(origin.x(), area.top(), origin.x(), area.bottom()))
    if area.top() < origin.y() < area.bottom():
        painter.drawLine(QLineF(area.left(), origin.y(), area.right(), origin.y()))


def _paint_ticks(picture: PlanePicture, words: _Words) -> None:
    """A few values along the left and the lower edge, and what the axes are."""
    frame, seen, edge = picture.frame, picture.seen, picture.frame.area.adjusted(2, 2, -2, -2)
    left, bottom, right, top = frame.box
    first, second = (name(seen.run, axis) + seen.per for axis in seen.plane.axes)
    across, up = words.box(first, 8), words.box(second, 8)
    across.moveBottomRight(edge.bottomRight())
    up.moveTopLeft(edge.topLeft())
    words.put(first, across, "ink")
    words.put(second, up, "ink")
    for value, text in _ticks(left, right, seen.unit):
        place = words.box(text)
        place.moveBottomLeft(QPointF(frame.pixel(value, 0).x() - place.width() / 2, edge.bottom()))
        words.put_if_free(text, place)
    for value, text in _ticks(bottom, top, seen.unit):
        place = words.box(text)
        place.moveTopLeft(QPointF(edge.left(), frame.pixel(0, value).y() - place.height() / 2))
        words.put_if_free(text, place)


def _ticks(low: float, high: float, unit: float) -> list[tuple[float, str]]:
    """Raw values that are round in units of `unit`, and how they are written in these."""
    low, high = low / unit, high / unit
    step = next(round_steps((high - low) / _TICKS))
    first, last = math.ceil(low / step), math.floor(high / step)
    values = [count * step for count in range(first, min(last, first + 2 * _TICKS) + 1)]
    return [(value * unit, text) for value, text in zip(values, column(values), strict=True)]


def _paint_lines(painter: QPainter, picture: PlanePicture, theme: Theme) -> None:
    """Thin and opaque, for a hundred translucent ones take five times as long; with strokes on the wrong side."""
    seen = np.isfinite(picture.ends).all(axis=1)
    labels = picture.seen.run.dataset.y[picture.rows]
    count = max(int(seen.sum()), 1)
    strokes = min(max(_HATCHES // count, _LEAST_A_LINE), _MOST_A_LINE)
    for label in (1, -1):
        kept = seen & (labels == label)
        painter.setPen(_pale(theme, theme.of_label(label), _PALE))
        ends = picture.ends[kept]
        draw_lines(painter, ends)
        draw_lines(painter, _hatching(ends, picture.lines.lines[kept], strokes))
        if count <= _FEW:
            _paint_marks(painter, ends, label, theme)


def _hatching(ends: FloatArray, lines: FloatArray, count: int) -> FloatArray:
    """Short slanted strokes on the wrong side of lines (m, 3) between their `ends` (m, 4); shape (m·count, 4)."""
    shares = ((np.arange(count) + 0.5) / count)[None, :, None]
    start, stop = ends[:, None, :2], ends[:, None, 2:]
    feet = start + (stop - start) * shares
    a, b = lines[:, None, 0], lines[:, None, 1]
    slant = np.stack([-a - b, -b + a], axis=-1) * (_HATCH / math.sqrt(2))
    strokes: FloatArray = np.concatenate([feet, feet + slant], axis=-1).reshape(-1, 4)
    return strokes


def _paint_marks(painter: QPainter, ends: FloatArray, label: int, theme: Theme) -> None:
    """○ or × on each line, near one of its ends."""
    painter.setPen(theme.pen(theme.of_label(label), 1.6))
    painter.setBrush(theme.color("page"))
    for x0, y0, x1, y1 in ends.tolist():
        line = QLineF(x0, y0, x1, y1)
        if line.length() > 4 * _MARK:
            _paint_mark(painter, line.pointAt(3 * _MARK / line.length()), label)


def _paint_mark(painter: QPainter, at: QPointF, label: int) -> None:
    if label > 0:
        painter.drawEllipse(at, _MARK - 1, _MARK - 1)
    else:
        arm = _MARK - 1.5
        painter.drawLine(at + QPointF(-arm, -arm), at + QPointF(arm, arm))
        painter.drawLine(at + QPointF(-arm, arm), at + QPointF(arm, -arm))


def _paint_line_of(
    painter: QPainter, picture: PlanePicture, theme: Theme, row: int, role: str, words: _Words | None
) -> None:
    """One example's line, strong, with a band on its wrong side and its name."""
    if row >= picture.seen.run.dataset.n or (found := picture.line_of(row)) is None:
        return
    (a, b, _), ends = found[0].tolist(), found[1].tolist()
    line, label = QLineF(*ends), int(picture.seen.run.dataset.y[row])
    off = QPointF(-a, -b) * _BAND
    band = [line.p1(), line.p2(), line.p2() + off, line.p1() + off]
    _fill(painter, band, theme.color(theme.of_label(label), 0.22))
    painter.setPen(theme.pen(role, 2.4))
    painter.drawLine(line)
    painter.setPen(theme.pen(theme.of_label(label), 2.0))
    painter.setBrush(theme.color("page"))
    at = line.pointAt(min(3 * _MARK / max(line.length(), 1.0), 0.5))
    _paint_mark(painter, at, label)
    if words is not None:
        words.say(f"example {row + 1:,}", at, role, spare=role == "now")


def _paint_star(painter: QPainter, picture: PlanePicture, theme: Theme, words: _Words, *, lit: bool) -> None:
    """The ray of ŵ* from the origin to the edge of the view, and where it meets the plane."""
    star, frame = picture.seen.star, picture.frame
    if star is None:
        return
    origin = frame.pixel(0.0, 0.0)
    direction = QPointF(star[0] / frame.ux, -star[1] / frame.uy)
    length = math.hypot(direction.x(), direction.y())
    if not 0 < length < math.inf:
        return
    ray = _ray_within(origin, direction / length, frame.area)
    if ray is not None:
        painter.setPen(theme.pen("promise", 4.0 if lit else 2.0, Qt.PenStyle.DashLine))
        painter.drawLine(ray)
        words.say("ŵ*", ray.pointAt(0.92), "promise", bold=True)
    if picture.seen.star_here is not None:
        at = frame.pixel(*picture.seen.star_here)
        if frame.area.contains(at):
            painter.setPen(theme.pen("page", 1.5))
            painter.setBrush(theme.color("promise"))
            painter.drawEllipse(at, _DOT, _DOT)
            words.say("ŵ* here", at, "promise", spare=True)


def _paint_walk(painter: QPainter, picture: PlanePicture, theme: Theme, words: _Words) -> None:
    """The path, where w was, what was added, and w."""
    seen, frame = picture.seen, picture.frame
    pixels = frame.pixels(seen.path)
    near = np.abs(pixels - (frame.area.center().x(), frame.area.center().y())).max(axis=1) < 1e6
    painter.setPen(_pale(theme, "ink", _PATH))
    if near.all():
        draw_lines(painter, segments(pixels))
    w, before = _pixel(picture, seen.place(seen.present)), seen.before
    if before is not None and (there := _pixel(picture, before)) is not None:
        painter.setPen(theme.pen("secondary", 1.6))
        painter.setBrush(theme.color("page"))
        painter.drawEllipse(there, _DOT, _DOT)
        move = seen.move
        start = None if move is None else _pixel(picture, move.start)
        if move is not None and start is not None and w is not None:
            painter.setPen(theme.pen("secondary", 1.4, Qt.PenStyle.DotLine))
            painter.drawLine(there, start)
            added, role = QLineF(start, w), theme.of_label(seen.state.label)
            _paint_arrow(painter, added, theme.color(role), 2.6)
            words.say(move.name, added.center(), role, bold=True)
        words.say("before", there, "secondary", spare=True)
    if w is not None:
        painter.setPen(theme.pen("page", 1.5))
        painter.setBrush(theme.color("ink"))
        painter.drawEllipse(w, _DOT + 1, _DOT + 1)
        words.say("w", w, "ink", bold=True)


def _paint_own_separator(painter: QPainter, picture: PlanePicture, theme: Theme, words: _Words) -> None:
    """What is tried out, and how it came away from w."""
    seen = picture.seen
    if seen.own_separator is None or (at := _pixel(picture, seen.place(seen.own_separator))) is None:
        return
    if (w := _pixel(picture, seen.place(seen.present))) is not None:
        painter.setPen(theme.pen("own", 1.4, Qt.PenStyle.DashDotLine))
        painter.drawLine(w, at)
    painter.setPen(theme.pen("own", 2.6))
    painter.setBrush(theme.color("page"))
    painter.drawEllipse(at, _DOT + 2, _DOT + 2)
    words.say("your separator", at, "own", bold=True)


def _pixel(picture: PlanePicture, place: Point) -> QPointF | None:
    """A point in pixels; None where that is too far off to be drawn."""
    pixel = picture.frame.pixel(*place)
    return pixel if abs(pixel.x()) < 1e6 and abs(pixel.y()) < 1e6 else None


def _paint_arrow(painter: QPainter, line: QLineF, color: QColor, width: float) -> None:
    """To just before the dot at the end of the line."""
    line.setLength(max(line.length() - _DOT - 2, 0.0))
    length = line.length()
    if not length > 0:
        return
    head = min(_HEAD + width, 0.6 * length)
    pen = painter.pen()
    pen.setColor(color)
    pen.setWidthF(width)
    pen.setStyle(Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.drawLine(QLineF(line.p1(), line.pointAt(1 - 0.8 * head / length)))
    direction = math.atan2(line.dy(), line.dx())
    path = QPainterPath(line.p2())
    for angle in (direction + _HALF_ANGLE, direction - _HALF_ANGLE):
        path.lineTo(line.p2() - QPointF(math.cos(angle), math.sin(angle)) * head)
    painter.fillPath(path, color)


def _ray_within(start: QPointF, direction: QPointF, area: QRectF) -> QLineF | None:
    """The part in `area` of the ray from `start` in a direction of length 1."""
    first, last = 0.0, math.inf
    for at, step, low, high in (
        (start.x(), direction.x(), area.left(), area.right()),
        (start.y(), direction.y(), area.top(), area.bottom()),
    ):
        if step:
            near, far = sorted(((low - at) / step, (high - at) / step))
            first, last = max(first, near), min(last, far)
        elif not low <= at <= high:
            return None
    return QLineF(start + direction * first, start + direction * last) if first < last else None


def _fill(painter: QPainter, corners: list[QPointF], color: QColor) -> None:
    """Without smoothing, which costs ten times as much and is seen at the border only, where there is a line."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawConvexPolygon(QPolygonF(corners))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _pale(theme: Theme, role: str, share: float) -> QPen:
    """As pale as a translucent line, and drawn at once."""
    return QPen(theme.mixed(role, "page", share), 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
