"""The view of a plane of weights: lines with their wrong sides, the common part, and a w that can be dragged."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, round_steps
from core.theory.quantities import explained_prose
from perceptron_gui.look.labels import Box, Label, Placed, Placer, Taken, about, beside
from perceptron_gui.look.plots.axes import draw_arrow, draw_break, draw_lines, fill, paint_cross, pieces_of, write_on
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.look.size import SMALL, emboldened, follow_scale, scale_now
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Highlight
from perceptron_gui.panels.weights.plane import PlanePicture, PlaneState, Point, follow, name, visible_box

_DOT, _MARK = 5.0, 5.0
_TICKS = 4
_GAP = 7.0
_UNIT, _ELSE = (24.0, 160.0), 60.0
"""Pixels: ŵ* is drawn at its length 1 within these, and this long where that is shorter or longer, as on the canvas."""
_FEW = 40
"""Lines of which each has a mark, and is left free of words."""
_BACK = 0.35
"""The strength of the lines of all examples but those in focus."""
_ASIDE = 0, 20, 40, 60, 80
"""Pixels from its corner at which the name of an axis may stand."""
_FAR = 1e6
"""Pixels beyond which nothing is drawn."""
_KEYS = Qt.Key
_ARROWS = {_KEYS.Key_Left: (-1, 0), _KEYS.Key_Right: (1, 0), _KEYS.Key_Up: (0, -1), _KEYS.Key_Down: (0, 1)}


class _Painting:
    """What `paint` and then `write` put on the view, within the line around it."""

    def __init__(self, painter: QPainter, picture: PlanePicture, theme: Theme) -> None:
        self._painter, self._theme = painter, theme
        self._picture, self._seen, self._view = picture, picture.seen, picture.view
        self._labels = list[Label]()
        self._lines = list[QLineF]()
        """The lines that no word may lie on."""
        self._w = self._pixel(self._seen.place(self._seen.present))
        painter.setClipRect(picture.area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint(self, lit: tuple[int, ...], *, star: bool) -> None:
        """Paint everything; the lines of the examples that are `lit` are stronger, and ŵ* if `star` is true."""
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
            path = pieces_of(pixels).compress((pixels[:-1] != pixels[1:]).any(axis=1), axis=0)
            # A long path is thin: it is a scribble, and thick lines take Qt five times as long.
            self._painter.setPen(self._theme.pen("ink", 2 if len(path) <= _FEW else 1))
            draw_lines(self._painter, path)
            if len(path) <= _FEW:
                self._lines += [QLineF(*ends) for ends in path.tolist()]
                for x, y in pixels[:-1].tolist():
                    self._dot(QPointF(x, y), 3.0, "ink", "page", 1)
        self._paint_update()
        self._paint_own_separator()
        self._name_axes()

    def write(self, placer: Placer) -> list[Placed]:
        """Write the words that have room off the dots, the arrows and one another."""
        painter, theme, seen, dots = self._painter, self._theme, self._seen, list[Box]()
        for dot in (seen.place(seen.at), seen.place(seen.present), seen.before):
            if dot is not None and (at := self._pixel(dot)) is not None:
                dots.append((at.x() - _DOT, at.y() - _DOT, at.x() + _DOT, at.y() + _DOT))
        fonts = {False: painter.font(), True: emboldened(painter.font())}

        def measure(label: Label) -> tuple[float, float]:
            metrics = QFontMetricsF(fonts[label.bold])
            return metrics.horizontalAdvance(label.text) + 6.0, metrics.height()

        taken = Taken(dots, [np.array([line.toTuple()]) for line in self._lines])
        words = placer.place(self._labels, measure, self._picture.area.adjusted(2, 2, -2, -2), taken, seen.state)
        for label, rect in words:
            painter.setFont(fonts[label.bold])
            write_on(painter, rect, theme.color("page", 0.86), label.text, theme.color(theme.text_role(label.role)))
        return words

    def _say(self, text: str, at: QPointF, role: str, key: str = "", *, bold: bool = True) -> None:
        spots = [spot for gap in (_GAP, 2 * _GAP, 3 * _GAP) for spot in about(at, gap)]
        self._labels.append(Label(text, role, spots, bold=bold, key=key))

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
            corners = self._view.to_pixels(region.corners)
            fill(self._painter, [QPointF(*corner) for corner in corners.tolist()], self._theme.color("promise", 0.22))
            self._painter.setPen(self._theme.pen("promise", 1))
            draw_lines(self._painter, pieces_of(np.vstack([corners, corners[:1]])))

    def _paint_axes(self) -> None:
        area, origin = self._picture.area, self._view.pixel(0.0, 0.0)
        self._painter.setPen(self._theme.pen("secondary", 1, share=PALEST))
        if area.left() < origin.x() < area.right():
            self._painter.drawLine(QLineF(origin.x(), area.top(), origin.x(), area.bottom()))
        if area.top() < origin.y() < area.bottom():
            self._painter.drawLine(QLineF(area.left(), origin.y(), area.right(), origin.y()))

    def _paint_lines(self) -> None:
        """Paint thin pale lines with strokes on the wrong side, opaque: translucent ones take five times as long."""
        borders, theme = self._picture.borders, self._theme
        strokes = min(max(600 // max(len(borders.rows), 1), 3), 9)  # Marks on each line; at most 600 on all together.
        few = len(borders.rows) <= _FEW
        self._lines += [QLineF(*ends) for ends in borders.ends[:_FEW].tolist()]
        labels, slanted = self._seen.run.dataset.y[borders.rows], borders.strokes(strokes)
        for label in (1, -1):
            role, ends = theme.of_label(label), borders.ends[labels == label]
            self._painter.setPen(theme.color(role) if theme.contrast else theme.mixed(role, "page", _BACK))
            draw_lines(self._painter, np.vstack([ends, slanted[np.repeat(labels == label, strokes)]]))
            if few:
                self._painter.setPen(theme.pen(role, 1.6))
                self._painter.setBrush(theme.color("page"))
                for line in (QLineF(*corners) for corners in ends.tolist()):
                    if line.length() > 4 * _MARK:
                        self._paint_mark(line.pointAt(3 * _MARK / line.length()), label)

    def _paint_mark(self, at: QPointF, label: int) -> None:
        if label > 0:
            self._painter.drawEllipse(at, _MARK - 1, _MARK - 1)
        else:
            paint_cross(self._painter, at, _MARK - 1.5)

    def _paint_line_of(self, row: int, role: str, *, named: bool) -> None:
        dataset, painter, theme = self._seen.run.dataset, self._painter, self._theme
        if row >= dataset.n or (border := self._picture.border(row)) is None:
            return
        (line, wrong), label = border, int(dataset.y[row])
        band = [line.p1(), line.p2(), line.p2() + wrong * 14.0, line.p1() + wrong * 14.0]
        fill(painter, band, theme.color(theme.of_label(label), 0.22))
        painter.setPen(theme.pen(role, 2.4))
        painter.drawLine(line)
        painter.setPen(theme.pen(theme.of_label(label), 2.0))
        painter.setBrush(theme.color("page"))
        self._paint_mark(line.pointAt(min(3 * _MARK / max(line.length(), 1.0), 0.5)), label)
        if named:
            spots = [spot for gap in (4, 18) for spot in beside(line, gap, parts=(0.12, 0.88, 0.25, 0.75, 0.06, 0.94))]
            self._labels.append(Label(f"example {row + 1:,}", role, spots, key="example"))

    def _paint_star(self, *, lit: bool) -> None:
        star, view = self._seen.star, self._view
        if star is None:
            return
        if (ray := _ray_within(view, star)) is not None:
            self._painter.setPen(self._theme.pen("promise", 1.5, Qt.PenStyle.DashLine))
            self._painter.drawLine(ray)
            arrow = QLineF(view.pixel(0.0, 0.0), view.pixel(*star))
            true = _UNIT[0] <= arrow.length() <= _UNIT[1]
            if not true:
                arrow.setLength(_ELSE)
            draw_arrow(self._painter, arrow, self._theme.pen("promise", 5.0 if lit else 3.0))
            if not true:
                draw_break(self._painter, arrow, self._theme, "promise")
            self._lines.append(ray)
            spots = [*about(arrow.p2(), _GAP), *beside(ray, 4, parts=(0.65, 0.8, 0.92))]
            self._labels.append(Label("ŵ*", "promise", spots, bold=True))
        if self._seen.star_here is not None and self._picture.area.contains(at := view.pixel(*self._seen.star_here)):
            self._dot(at, _DOT, "promise", "page", 1.5)
            self._say("ŵ* here", at, "promise", bold=False)

    def _paint_update(self) -> None:
        seen, w = self._seen, self._w
        if seen.before is not None and (there := self._pixel(seen.before)) is not None:
            self._dot(there, _DOT, "page", "secondary", 1.6)
            if seen.move is not None and w is not None and (start := self._pixel(seen.move[0])) is not None:
                self._painter.setPen(self._theme.pen("secondary", 1.4, Qt.PenStyle.DotLine))
                self._painter.drawLine(there, start)
                added, role = QLineF(start, w), self._theme.of_label(seen.state.label)
                added.setLength(max(added.length() - _DOT - 2, 0.0))  # The ray ends just before the dot.
                draw_arrow(self._painter, added, self._theme.pen(role, 2.6), 9.0)
                self._lines.append(added)
                self._labels.append(Label(seen.move[1], role, beside(added, 4, parts=(0.5, 0.3, 0.7)), bold=True))
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
        view, seen, edge = self._view, self._seen, self._picture.area.adjusted(2, 2, -2, -2)
        left, bottom, right, top = visible_box(view)
        first, second = (name(seen.run, axis) + seen.per for axis in seen.plane.axes)
        self._labels += [
            Label(first, "ink", [(edge.right(), edge.bottom() - down, -1.0, -1.0) for down in _ASIDE], vital=True),
            Label(second, "ink", [(edge.left() + aside, edge.top(), 1.0, 1.0) for aside in _ASIDE], vital=True),
        ]
        for value, text in _ticks(left, right, seen.unit):
            self._labels.append(Label(text, "secondary", [(view.pixel(value, 0).x(), edge.bottom(), 0.0, -1.0)]))
        for value, text in _ticks(bottom, top, seen.unit):
            self._labels.append(Label(text, "secondary", [(edge.left(), view.pixel(0, value).y(), 1.0, 0.0)]))


def _ticks(low: float, high: float, unit: float) -> list[tuple[float, str]]:
    """Return raw values that are round in units of `unit`, and their text in these units."""
    low, high = low / unit, high / unit
    if not 0 < high - low < math.inf:
        return []
    step = next(round_steps((high - low) / _TICKS))
    first, last = math.ceil(low / step), math.floor(high / step)
    values = [count * step for count in range(first, min(last, first + 2 * _TICKS) + 1)]
    return [(value * unit, text) for value, text in zip(values, column(values), strict=True)]


def _ray_within(view: Viewport, end: Point) -> QLineF | None:
    """Return the visible part of the ray from the origin through a point."""
    ray = view.segment(view.line(np.array([-end[1], end[0]]), 0.0))
    origin, way = view.pixel(0.0, 0.0), QPointF(end[0] / view.ux, -end[1] / view.uy)
    if ray is None:
        return None
    if QPointF.dotProduct(way, ray.p2() - ray.p1()) < 0:
        ray.setPoints(ray.p2(), ray.p1())
    if QPointF.dotProduct(way, origin - ray.p1()) > 0:
        ray.setP1(origin)
    return ray if QPointF.dotProduct(way, ray.p2() - origin) > 0 else None


@dataclass
class _Drag:
    """A press of the mouse: its place, the view and the gripped vector then, and the separator before."""

    at: QPointF
    view: Viewport
    gripped: FloatArray | None
    before: FloatArray | None
    begun: bool = False
    """True if it is more than a click"""


class WeightView(PlotSheet[int]):
    """Draws a `PlanePicture`; follows w until a person moves the view, and again after `follow`.

    `tried` carries the (w, b) to which a person dragged w, or None to give it up; `pointed` the example whose line is
    under the mouse, or None; `clicked` one whose line was clicked. `redrawn` comes with every new picture.
    """

    tried = Signal(object)
    clicked = Signal(int)
    redrawn = Signal()

    def __init__(self, theme: ThemeModel, highlight: Highlight) -> None:
        super().__init__(theme, "Weight space", SMALL)
        self._highlight = highlight
        self._drag: _Drag | None = None
        self.placer = Placer()
        follow_scale(self, self.placer.forget)
        self._written = list[Placed]()
        self.picture: PlanePicture | None = None
        self.moved_to: Viewport | None = None
        """The view that a person chose, on some pixels; None if the view follows w."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        highlight.changed.connect(self.restyle)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 130) * scale_now()

    def show_seen(self, seen: PlaneState | None) -> None:
        size, part = QSizeF(self.size()), self.moved_to
        if seen is None:
            self.picture = None
        else:
            self.picture = follow(seen, size) if part is None else PlanePicture(seen, part.resized(*size.toTuple()))
        self.redrawn.emit()
        self.update()

    def follow(self) -> None:
        self.show_part(None)

    def show_part(self, part: Viewport | None) -> None:
        """Show the same middle at the same scale, or follow w."""
        self.moved_to = part
        self.show_seen(self._seen)

    @property
    def _seen(self) -> PlaneState | None:
        return None if self.picture is None else self.picture.seen

    def zoom(self, factor: float, about: QPointF) -> None:
        if self.picture is not None:
            self.show_part(self.picture.view.zoomed(factor, about))

    def handle(self, weights: FloatArray) -> QPointF:
        return QPointF() if self.picture is None else self.picture.view.pixel(*self.picture.seen.place(weights))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # Edges are not smoothed as on other sheets: the border lies on whole pixels.
            self.draw(painter, self._theme.current)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        painter.fillRect(self.rect(), theme.color("page"))
        if self.picture is not None:
            kind = self._highlight.kind
            lit = self._highlight.rows if kind == "example" else ()
            painter.save()
            painting = _Painting(painter, self.picture, theme)
            painting.paint(lit, star=kind == "star")
            self._written = painting.write(self.placer)
            painter.restore()
        painter.setPen(theme.pen("positive" if self.hasFocus() else "hairline", 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def thing_at(self, place: QPointF) -> int | None:
        """Return the example whose line is there, unless a vector can be gripped there."""
        return None if self.picture is None or self._gripped(place) is not None else self.picture.row_at(place)

    def tip_at(self, place: QPointF) -> str:
        margin = None if self._seen is None else self._seen.run.margin
        told = (explained_prose(label.text, margin=margin) for label, box in self._written if box.contains(place))
        return next(told, "")

    def point_at(self, place: QPointF | None) -> str:
        gripped = place is not None and self._gripped(place) is not None
        self.setCursor(Qt.CursorShape.OpenHandCursor if gripped else Qt.CursorShape.ArrowCursor)
        return super().point_at(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.show_seen(self._seen)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if angle := event.angleDelta().y() or event.angleDelta().x():
            self.zoom(1.0015**angle, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at, picture = event.position(), self.picture
        if event.button() == Qt.MouseButton.LeftButton and picture is not None:
            self._drag = _Drag(at, picture.view, self._gripped(at), picture.seen.own_separator)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drag, at = self._drag, event.position()
        if drag is None:
            self.point_at(at)
            return
        away = at - drag.at
        drag.begun = drag.begun or away.manhattanLength() >= QApplication.startDragDistance() / 2
        if not drag.begun:
            return
        if drag.gripped is None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.show_part(drag.view.panned(*away.toTuple()))
        else:
            self._try(drag.gripped, self.handle(drag.gripped) + away)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the example of the line under a click without a drag."""
        super().mouseReleaseEvent(event)
        drag, at = self._drag, event.position()
        if event.button() != Qt.MouseButton.LeftButton or drag is None:
            return
        self._drag = None
        row = None if self.picture is None else self.picture.row_at(at)
        if not drag.begun and drag.gripped is None and row is not None:
            self.clicked.emit(row)
        self.point_at(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.follow()

    def event(self, event: QEvent) -> bool:
        """Let the keys that mean something here come before the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._knows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up a drag with Esc, then what is tried out; arrow keys move that by 6 pixels, with Shift by 1."""
        own_separator = None if self._seen is None else self._seen.own_separator
        if not self._knows(event) or own_separator is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            before = self._drag.before if self._drag is not None and self._drag.begun else None
            self._drag = None
            self.tried.emit(before)
        else:
            step = 1.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 6.0
            self._try(own_separator, self.handle(own_separator) + QPointF(*_ARROWS[Qt.Key(event.key())]) * step)

    def _knows(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        known = event.key() == Qt.Key.Key_Escape or event.key() in _ARROWS
        return known and not held and self._seen is not None and self._seen.own_separator is not None

    def _try(self, weights: FloatArray, pixel: QPointF) -> None:
        if self.picture is not None:
            view = self.picture.view
            x, y = view.rounded(*view.to_data(pixel))
            self.tried.emit(self.picture.seen.plane.moved(weights, x, y))

    def _gripped(self, at: QPointF) -> FloatArray | None:
        """Return the separator of one's own, else w, if it is within 12 pixels of a pixel."""
        if self._seen is None:
            return None
        vectors = [v for v in (self._seen.own_separator, self._seen.present) if v is not None]
        return next((v for v in vectors if (self.handle(v) - at).manhattanLength() <= 12.0), None)
