"""The pictures of the theorem: floor and ceiling over the run, and one update as two triangles."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isnan, nan
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPolygonF, QWheelEvent

from core.numbers.numerals import number
from core.plots.corridor import BEYOND, GAPS, MEETING, MISSING, meeting_words, thing_words
from core.plots.spec import PlotSpec
from core.plots.triangles import ANGLE, ARC, Point, Stroke, Triangle, UpdatePicture
from core.theory.quantities import CEILING, explained, symbols_in_prose
from core.theory.theorem import TheoremFacts, lines_between
from perceptron_gui.look.labels import Box, Label, Placed, Placer, Spot, Taken, beside, box_of, size_of
from perceptron_gui.look.motion import AXIS_MS, Approach
from perceptron_gui.look.plots.axes import distance_to, draw_arrow, draw_line, paint_reading, pieces_of, write_line
from perceptron_gui.look.plots.chart import Plot, PlotSheet
from perceptron_gui.look.plots.painting import PlotFrame, frame_of
from perceptron_gui.look.size import emboldened, sized
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.glide import Glide

_GAP = 4.0
_PARTS = np.array([0.36, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95])
"""Shares of the width up to which the name of the upper line may reach; from the right, at which a lower one begins."""


class Caption(NamedTuple):
    """A name in the colour of `role`, in a `box`; `mark` is the number of the sign before it, −1 for none."""

    key: str
    name: str
    role: str
    box: QRectF
    mark: int = -1


def captions_of(frame: PlotFrame, values: Mapping[str, float], metrics: QFontMetricsF) -> list[Caption]:
    """Return the names in their places, which never change: those of the run's own lines in a row above the picture.

    The bound stands where floor and ceiling meet, or at the end of that row. Promises are named at their ends or sides.
    """
    spec, area, line = frame.spec, frame.area, metrics.height()
    x, top, found = area.left(), area.top() - line - 2 * _GAP, list[Caption]()
    right = area.right() + _GAP
    if spec.meeting is not None and frame.meeting is None:
        name = f"{meeting_words(spec.meeting)} →"
        width = metrics.horizontalAdvance(name) + 2 * _GAP
        right -= width
        found.append(Caption(BEYOND, name, "ink", QRectF(right, top, width, line)))
    names, needed = list[str](), 0.0
    for own in spec.sampled:
        at = values.get(own.key, nan)
        names.append(own.name if isnan(at) else f"{own.name} {number(at)}")
        needed += line + metrics.horizontalAdvance(names[-1]) + 3 * _GAP
    if needed > right - x:
        names = [*map(attrgetter("name"), spec.sampled)]  # The numbers are in the rows and in the words, too.
    for mark, (own, name) in enumerate(zip(spec.sampled, names, strict=True)):
        width = line + metrics.horizontalAdvance(name) + 2 * _GAP
        found.append(Caption(own.key, name, own.role, QRectF(x, top, width, line), mark))
        x += width + _GAP
    found += _promises(frame, metrics, [box_of(caption.box) for caption in found], QRectF(x, top, right - x, line))
    if spec.remark:
        width = metrics.horizontalAdvance(spec.remark) + 2 * _GAP
        found.append(Caption(MISSING, spec.remark, "secondary", QRectF(right - width, top, width, line)))
    return found


def _promises(frame: PlotFrame, metrics: QFontMetricsF, boxes: list[Box], row: QRectF) -> list[Caption]:
    """Return the names at the ends or sides of their lines, else at the end of the `row`; of one above at its top."""
    area, labels, end = frame.area, list[Label](), (row.right(), row.top(), -1.0, 1.0)
    if frame.meeting is not None and frame.spec.meeting is not None:
        labels.append(Label(meeting_words(frame.spec.meeting), "ink", [*_left_of(frame.meeting), end], key=MEETING))
    if (met := frame.ghost_end) is not None and frame.spec.ghost is not None:
        labels.append(Label(frame.spec.ghost.name, "secondary", _left_of(met)))
    for curve in frame.spec.formulas:
        name, pixels = curve.title or curve.name, frame.pixels[curve.key]
        if not len(pixels):
            spots, name = [(area.right(), area.top(), -1.0, 1.0)], f"{name} ↑"
        else:
            # The lines rise: what begins above and left of a point, or below and right of it, is off the line.
            side = -1.0 if curve is frame.spec.curves[-1] else 1.0
            places = area.left() + (float(pixels[-1, 0]) - area.left()) * (_PARTS if side < 0 else 1 - _PARTS)
            heights = np.interp(places, *pixels.T) + side * _GAP / 2
            on_line = list(zip(places.tolist(), heights.tolist(), strict=True))
            spots = list[Spot]()
            if frame.meeting is None:
                spots.append((float(pixels[-1, 0]) + _GAP, float(pixels[-1, 1]), 1.0, 0.0))
            for x, y in on_line:
                spots.append((x, y, side, side))
            spots.append(end)
            for x, y in on_line:
                spots.append((x, y - 2 * side * _GAP, -side, -side))
        labels.append(Label(name, curve.role, spots, key=curve.key))
    if frame.meeting is not None and frame.spec.gap is not None and frame.spec.gap[0].until is not None:
        hatched = frame.beyond(frame.meeting).boundingRect()
        down = (hatched.top() + _GAP * step for step in range(int(hatched.height() / _GAP) + 8))
        labels.append(Label("impossible", "now_text", [(area.right(), y, -1.0, 1.0) for y in down], key=MEETING))
    lines = list(map(pieces_of, frame.pixels.values()))
    inside = area.adjusted(0, row.top() - area.top(), _GAP, 0)
    captions = list[Caption]()
    for label, box in Placer().place(labels, partial(size_of, metrics, 2 * _GAP), inside, Taken(boxes, lines)):
        captions.append(Caption(label.key, label.text, label.role, box))
    return captions


def _left_of(point: QPointF) -> list[Spot]:
    """Return the spots above and left of a point where lines meet that rise, then more of them above it."""
    x, y = point.toTuple()
    return [(x - 2 * _GAP, y - up * _GAP, -1.0, -1.0) for up in range(6)] + [(x, y - 2 * _GAP, 0.0, -1.0)]


_NEAR, _TRIED = 8.0, 20
_SIDE = 4.0
_ZOOM, _LEAST_END = 1.25, 1.5
_ZOOM_KEYS = {Qt.Key.Key_PageUp: 1 / _ZOOM, Qt.Key.Key_PageDown: _ZOOM}


class CorridorPlot(Plot[str]):
    """A large plot whose lines are pointed at: `pointed` tells the key.

    Page Up, Page Down and the wheel with Ctrl zoom; the wheel alone scrolls the panel.
    """

    framed = False

    def __init__(self, theme: ThemeModel, spoken: Callable[[], str]) -> None:
        super().__init__(theme, "The theorem in one picture")
        self.voice.told = spoken
        self._reach = 1.0
        self._end = Approach(self, AXIS_MS, self.restyle)
        self._lit: str | None = None
        self.values: Mapping[str, float] = {}
        """Key → the number of each line where the playhead is drawn."""
        self._told: Mapping[str, float] = {}
        self._facts: TheoremFacts | None = None
        """The moment of all words and digits."""
        sized(self, Plot.setMinimumHeight, 154)

    @property
    def end(self) -> float:
        spec = self.spec
        if spec is None or spec.x.logarithmic:
            return 1.0 if spec is None else spec.x.high
        return min(max(spec.x.high * self._reach, _LEAST_END), max(spec.limit, _LEAST_END))

    @property
    def captions(self) -> list[Caption]:
        """All names in their places, which stay while the playhead is on its way."""
        metrics = QFontMetricsF(emboldened(self.font()))
        return [] if self.frame is None else captions_of(self.frame, self._told, metrics)

    def set_spec(self, spec: PlotSpec | None) -> None:
        self.setWhatsThis(explained(*map(attrgetter("name"), spec.curves)) if spec else "")
        jumps, self.spec = self.spec is None or self.spec.x.logarithmic, spec
        if spec is not None:
            self._end.go(self.end, jumps=jumps or spec.x.logarithmic)
        super().set_spec(spec)

    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        room = QRectF(self.rect()).adjusted(0, QFontMetricsF(self.font()).height() + 2 * _GAP, -12, 0)
        shown = spec if spec.x.logarithmic else spec.reaching(self._end.number)
        return frame_of(shown, room, self.font(), large=True)

    def show_moment(self, spec: PlotSpec, facts: TheoremFacts) -> None:
        """Draw a plot with the playhead, and all words, at a moment."""
        if spec is not self.spec:
            self.set_spec(spec)
        self._facts = facts
        self.set_playhead(spec.axis.place(facts.state), facts.lines)

    def set_playhead(self, place: float, values: Mapping[str, float]) -> None:
        """Mark `place` on the axis, where the lines have these values by their keys."""
        self.now, self.values, self._told = place, values, values
        self.update()

    def show_glide(self, glide: Glide) -> None:
        """Draw the playhead on its way from the last moment, where the lines are as long as w."""
        spec, facts = self.spec, self._facts
        if spec is None or facts is None or glide.state is None or facts.state is not glide.told:
            return
        if facts.margin.theorem:
            lines = lines_between(facts.margin, facts.state, np.append(glide.w, glide.b), glide.turned)
            self.now = glide.between(spec.axis.place(facts.state), spec.axis.place(glide.state))
            self.values = {key: value for key, value in lines.items() if key in self._told}
            self.update()

    def light(self, key: str | None) -> None:
        """Draw the thing with this key stronger, because it is pointed at elsewhere; None for nothing."""
        if key != self._lit:
            self._lit = key
            self.update()

    def zoom(self, factor: float) -> None:
        """Show this many times as much to the right, within the limits of the plot."""
        if self.spec is not None and not self.spec.x.logarithmic:
            self._reach = self.end * factor / self.spec.x.high
            self._reach = self.end / self.spec.x.high
            self._end.go(self.end, jumps=True)
            self.restyle()

    def thing_at(self, place: QPointF) -> str | None:
        if self.frame is None:
            return None
        within = (key for key, box in self._boxes(self.frame) if box.contains(place))
        return next(within, None) or self.frame.nearest(place, _NEAR)

    def tip_at(self, place: QPointF) -> str:
        if self.frame is None or self.frame.area.contains(place):
            return ""
        spec = self.frame.spec
        return spec.upward if place.x() < self.frame.area.left() else explained(spec.axis.name)

    def describe(self, thing: str) -> str:
        return "" if self.spec is None or self._facts is None else thing_words(thing, self.spec, self._facts)

    def in_order(self) -> Sequence[str]:
        if self.spec is None or self.frame is None:
            return ()
        lines = [curve.key for curve in self.spec.curves]
        gaps = [gap.name for gap, _number, _box in self.frame.bar(self.now, self.values)]
        return lines + gaps + [MEETING] * (self.spec.meeting is not None) + [MISSING] * bool(self.spec.remark)

    def point_of(self, key: str) -> QPointF:
        """Return a pixel at which a thing is pointed at; of a line the first on it, or its name if that is covered."""
        if self.frame is None:
            return QPointF()
        line = [QPointF(x, y) for x, y in self.frame.pixels.get(key, np.empty((0, 2))).tolist()]
        places = line[:: max(len(line) // _TRIED, 1)]
        places += [box.center() for name, box in self._boxes(self.frame) if name == key]
        free = (place for place in places if self.thing_at(QPointF(place.toPoint())) == key)
        return next(free, [self.frame.area.center(), *places][-1])

    def wheelEvent(self, event: QWheelEvent) -> None:
        zooms = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        event.setAccepted(zooms)
        if zooms:
            self.zoom(_ZOOM ** (-event.angleDelta().y() / 120))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (factor := _ZOOM_KEYS.get(Qt.Key(event.key()))) is not None:
            self.zoom(factor)
        else:
            super().keyPressEvent(event)

    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        lit = self.thing or self._lit
        if lit is not None and (curve := frame.spec.curve(lit)) is not None:
            draw_line(painter, frame.pixels[curve.key], theme.pen(curve.role, 5.0, share=0.7))
        elif lit == MEETING and frame.meeting is not None:
            painter.setPen(theme.pen("ink", 2.5))
            painter.drawEllipse(frame.meeting, 9.5, 9.5)
        if self.now <= frame.across.high:
            self._paint_playhead(painter, frame, theme, lit)
        self._paint_captions(painter, theme, lit)
        painter.setFont(self.font())
        if self.thing is not None and (told := self.describe(self.thing)):
            paint_reading(painter, theme, frame.area, self.pointer or self.point_of(self.thing), told)

    def _paint_playhead(self, painter: QPainter, frame: PlotFrame, theme: Theme, lit: str | None) -> None:
        foot, top = QPointF(frame.x(self.now), frame.area.bottom()), self.values.get(CEILING, frame.up.high)
        painter.setPen(theme.pen("now", 2.0))
        painter.drawLine(foot, frame.point(self.now, top))
        for gap, rank, box in frame.bar(self.now, self.values):
            if gap.name == lit:
                painter.fillRect(box, theme.shades(frame.spec.role, len(GAPS))[rank])
                painter.setPen(theme.pen("ink", 2.0))
                painter.drawRect(box)
        for mark, curve in enumerate(frame.spec.sampled):
            if isnan(value := self.values.get(curve.key, nan)):
                continue
            at, drawn = frame.point(self.now, value), frame.pixels[curve.key]
            moves = self.values is not self._told  # Else the line ends where its record is not read yet.
            if moves and len(drawn) and drawn[-1][0] < at.x():
                draw_line(painter, np.vstack([drawn[-1:], [at.toTuple()]]), theme.pen(curve.role, 2.5))
            _paint_mark(painter, theme, at, curve.role, mark)

    def _paint_captions(self, painter: QPainter, theme: Theme, lit: str | None) -> None:
        for caption in self.captions:
            inner, font = caption.box.adjusted(_GAP, 0, _GAP, 0), emboldened(self.font())
            painter.fillRect(caption.box.adjusted(_GAP, 2, -_GAP, -2), theme.color("page", 0.8))
            if caption.mark >= 0:
                at = QPointF(inner.left() + _SIDE, inner.center().y())
                _paint_mark(painter, theme, at, caption.role, caption.mark)
                inner.setLeft(inner.left() + caption.box.height())
            font.setUnderline(caption.key == lit)
            painter.setFont(font)
            painter.setPen(theme.color(theme.text_role(caption.role)))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, caption.name)

    def _boxes(self, frame: PlotFrame) -> Iterator[tuple[str, QRectF]]:
        if (at := frame.meeting) is not None:
            reach = QPointF(_NEAR, _NEAR)
            yield MEETING, QRectF(at - reach, at + reach)
        for gap, _number, box in frame.bar(self.now, self.values):
            yield gap.name, box.adjusted(-1, 0, 1, 0)
        for caption in self.captions:
            yield caption.key, caption.box


def _paint_mark(painter: QPainter, theme: Theme, at: QPointF, role: str, mark: int) -> None:
    """Paint the sign of a line: a square for the first, a disc for the next, so that they differ without colour."""
    painter.setPen(theme.pen("page", 1.5))
    painter.setBrush(theme.color(role))
    draw = painter.drawEllipse if mark % 2 else painter.drawRect
    draw(QRectF(at.x() - _SIDE, at.y() - _SIDE, 2 * _SIDE, 2 * _SIDE))


_HEIGHT, _SPACE = 184, 4.0
_PALE = 0.35
"""The strength of the last update while another example is on display."""
_CORNER, _DEGREES = 12.0, 2.0
"""Pixels from a corner to its arc, and on to its degrees."""


class Drawn(NamedTuple):
    """A triangle in a part of the widget: `origin` is the pixel of its origin, `scale` the pixels of one unit."""

    triangle: Triangle
    area: QRectF
    origin: QPointF
    scale: float

    def at(self, point: Point) -> QPointF:
        x, y = self.triangle.axes.place(point)
        return self.origin + QPointF(x, -y) * self.scale

    def line(self, stroke: Stroke) -> QLineF:
        return QLineF(self.at(stroke.start), self.at(stroke.end))

    @property
    def labels(self) -> list[Label]:
        """The names of the strokes, beside each on the side away from the others first."""
        found, ends = list[Label](), QPolygonF()
        for stroke in self.triangle.strokes:
            if stroke.arrow:
                ends.append(self.at(stroke.start))
                ends.append(self.at(stroke.end))
        middle = ends.boundingRect().center()
        for stroke in self.triangle.strokes:
            line = self.line(stroke)
            outward = QPointF.dotProduct(QPointF(line.dy(), -line.dx()), line.center() - middle) > 0
            spots = beside(line, 4.0, (1, -1) if outward else (-1, 1), (0.5, 0.35, 0.65, 0.2, 0.8))
            if stroke.name:
                found.append(Label(stroke.name, stroke.role, spots, key=stroke.key))
        return found

    def arcs(self) -> dict[str, QPolygonF]:
        """Return the dashed arc, and a small one from the direction of w to the step."""
        if (corner := self.triangle.corner) is None:
            return {}
        (c, _), (x, y), reach = corner, self.triangle.strokes[1].end, _CORNER / self.scale
        angles = np.linspace(0.0, math.atan2(y, x - c), 13).tolist()
        small = [(c + reach * math.cos(angle), corner[1] + reach * math.sin(angle)) for angle in angles]
        arcs = {ARC: self.triangle.arc_points, ANGLE: small}
        return {key: QPolygonF([self.at(point) for point in points]) for key, points in arcs.items()}


class TrianglePlot(PlotSheet[str]):
    """The picture of one update. `pointed` carries the key of a part."""

    framed = False

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "The last update as two triangles")
        self.picture = UpdatePicture("")
        self.told = ""
        """the arithmetic of the update"""
        self._pose: tuple[float, float] | None = None
        """The shares of what is laid and turned while the update is on its way."""
        self.now = ""
        """the example on display, if it changed nothing: then the last update is pale"""
        self._names = list[Placed]()
        sized(self, PlotSheet.setMinimumHeight, _HEIGHT)

    def show_picture(self, picture: UpdatePicture, told: str, now: str = "") -> None:
        self.picture, self.told, self.now, self._pose = picture, told, now, None
        self.setAccessibleDescription(" ".join(filter(None, [now and f"{now}.", picture.title, told, picture.remark])))
        self.update()

    def lay(self, picture: UpdatePicture, laid: float, turned: float) -> None:
        """Draw an update on its way; its words come once it is over."""
        self.picture, self.told, self._pose = picture, "", (laid, turned)
        self.update()

    @property
    def placed(self) -> list[Drawn]:
        """The triangles in their places, at the largest scale at which both fit."""
        triangles, line = self.picture.triangles, QFontMetricsF(self.font()).height()
        width = self.width() / max(len(triangles), 1)
        top, bottom = 3 * line + 2 * _SPACE, self._remark_box.top() - _SPACE
        room = QRectF(2 * line, top + 1.2 * line, width - 4 * line, max(bottom - top - 2.6 * line, 1.0))
        boxes, found, scale = list[tuple[Point, Point]](), list[Drawn](), math.inf
        for triangle in triangles:
            (left, low), (right, high) = box = triangle.box
            scale = min(scale, room.width() / max(right - left, 1e-300), room.height() / max(high - low, 1e-300))
            boxes.append(box)
        for place, (triangle, ((left, low), (right, high))) in enumerate(zip(triangles, boxes, strict=True)):
            origin = room.center() + QPointF(place * width - (left + right) / 2 * scale, (low + high) / 2 * scale)
            area = QRectF(place * width, top, width - _SPACE, bottom - top)
            found.append(Drawn(triangle, area, origin, scale))
        return found

    @property
    def _remark_box(self) -> QRectF:
        whole, flags = QRectF(self.rect()), Qt.TextFlag.TextWordWrap
        height = QFontMetricsF(self.font()).boundingRect(whole, flags, self.picture.remark).height()
        return whole.adjusted(0, whole.height() - (height if self.picture.remark else 0), 0, 0)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        whole, line = QRectF(self.rect()), QFontMetricsF(self.font()).height()
        self._names = []
        if self._pose is not None:
            for placed in self.placed:
                self._draw_triangle(painter, theme, placed._replace(triangle=placed.triangle.on_the_way(*self._pose)))
            return
        bold, title, told = emboldened(self.font()), self.picture.title, self.told
        if self.now and title:
            title, told = self.now, f"pale: {title[:1].lower()}{title[1:]}"
        painter.setPen(theme.color("secondary"))
        write_line(painter, told, QFontMetricsF(bold).horizontalAdvance(f"{title}  "), 0.0, whole.right())
        painter.setFont(bold)
        painter.setPen(theme.color("ink"))
        write_line(painter, title, 0.0, 0.0, whole.right())
        painter.setFont(self.font())
        painter.setOpacity(_PALE if self.now else 1.0)
        painter.setPen(theme.color("secondary"))
        box = self._remark_box if self.picture.title else whole
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, self.picture.remark)
        for placed in self.placed:
            painter.setFont(bold)
            painter.setPen(theme.color("ink"))
            for row, words in enumerate((placed.triangle.reason, placed.triangle.title), 1):
                write_line(painter, words, placed.area.left(), row * line + _SPACE, placed.area.right())
            painter.setFont(self.font())
            self._draw_triangle(painter, theme, placed)
        painter.setOpacity(1.0)
        if self.thing is not None:
            paint_reading(painter, theme, whole, self.pointer or whole.center(), self.describe(self.thing))

    def _draw_triangle(self, painter: QPainter, theme: Theme, placed: Drawn) -> None:
        taken, arcs = list[Box](), placed.arcs()
        for key, path in arcs.items():
            dashes = Qt.PenStyle.DashLine if key == ARC else Qt.PenStyle.SolidLine
            painter.setPen(theme.pen("ink" if key == ARC else "now", 3.0 if self.thing == key else 1.5, dashes))
            painter.drawPolyline(path)
        if (degrees := placed.triangle.degrees) and (arc := arcs[ANGLE].toList()):
            outside = QLineF(placed.at(placed.triangle.corner or (0.0, 0.0)), arc[len(arc) // 2])
            box = QFontMetricsF(self.font()).boundingRect(degrees).adjusted(-2, 0, 2, 0)
            way = outside.unitVector()
            reach = (abs(way.dx()) * box.width() + abs(way.dy()) * box.height()) / 2
            outside.setLength(outside.length() + reach + _DEGREES)
            box.moveCenter(outside.p2())
            box.moveTop(min(max(box.top(), placed.area.top()), placed.area.bottom() - box.height()))
            painter.setPen(theme.color("now_text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, degrees)
            taken.append(box_of(box))
        lines = list[tuple[float, ...]]()
        for stroke in placed.triangle.strokes:
            self._draw_stroke(painter, theme, placed, stroke)
            lines.append(placed.line(stroke).toTuple())
        if self._pose is not None:
            return
        measure = partial(size_of, QFontMetricsF(self.font()), 2.0)
        names = Placer().place(placed.labels, measure, placed.area, Taken(taken, [np.array(lines)]))
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
        away = [(0.0, label.key) for label, box in self._names if label.key and box.contains(place)]
        for placed in self.placed:
            for stroke in placed.triangle.strokes:
                if stroke.key:
                    line = np.array([placed.line(stroke).toTuple()])
                    away.append((distance_to(line, np.array(place.toTuple())), stroke.key))
            for key, path in placed.arcs().items():
                away += [(QLineF(point, place).length(), key) for point in path.toList()]
        return min((each for each in away if each[0] <= _NEAR), default=(0.0, None))[1]

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
        return ChainMap(*(triangle.words for triangle in reversed(self.picture.triangles))).get(thing, "")
