"""The picture of the theorem: the places of its names, its playhead, the effect of a click, and its reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan, nan
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPolygonF, QWheelEvent

from core.numbers.numerals import number
from core.plots.corridor import BEYOND, GAPS, MEETING, MISSING, meeting_words
from core.plots.spec import PlotSpec
from core.theory.symbols import explained
from core.theory.theorem import CEILING
from perceptron_gui.look.labels import Box, Label, Placer, Taken, box_of, measured
from perceptron_gui.look.plots.axes import draw_line, paint_reading
from perceptron_gui.look.plots.chart import Plot
from perceptron_gui.look.plots.frame import PlotFrame, frame_of
from perceptron_gui.look.size import emboldened, sized
from perceptron_gui.look.theme import Theme, ThemeModel

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

    At the end of that row stands where floor and ceiling meet, and the promises have theirs on their outer side.
    """
    spec, area, line = frame.spec, frame.area, metrics.height()
    x, top, found = area.left(), area.top() - line - 2 * _GAP, list[Caption]()
    right = area.right() + _GAP
    if spec.meeting is not None:
        seen = frame.meeting is not None
        name = meeting_words(spec.meeting) + ("" if seen else " →")
        width = metrics.horizontalAdvance(name) + 2 * _GAP
        right -= width
        found.append(Caption(MEETING if seen else BEYOND, name, "ink", QRectF(right, top, width, line)))
    numbers = [values.get(own.key, nan) for own in spec.sampled]
    names = [
        own.name if isnan(at) else f"{own.name} {number(at)}" for own, at in zip(spec.sampled, numbers, strict=True)
    ]
    if sum(line + metrics.horizontalAdvance(name) + 3 * _GAP for name in names) > right - x:
        names = [own.name for own in spec.sampled]  # The numbers are in the rows and in the words, too.
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
    """Return the names on the outer side of their lines, else at the end of the `row`; at the top, of one above it."""
    area, labels = frame.area, list[Label]()
    for curve in frame.spec.formulas:
        name, pixels = curve.title or curve.name, frame.pixels[curve.key]
        if not len(pixels):
            spots, name = [(area.right(), area.top(), -1.0, 1.0)], f"{name} ↑"
        else:
            # The lines rise: what begins above and left of a point, or below and right of it, is off the line.
            side = -1.0 if curve is frame.spec.curves[-1] else 1.0
            places = area.left() + area.width() * (_PARTS if side < 0 else 1 - _PARTS)
            heights = np.interp(places, *pixels.T) + side * _GAP / 2
            spots = [(x, y, side, side) for x, y in zip(places.tolist(), heights.tolist(), strict=True)]
            spots.append((row.right(), row.top(), -1.0, 1.0))
            spots += [(x, y - 2 * side * _GAP, -side, -side) for x, y, _, _ in spots[:-1]]
        labels.append(Label(name, curve.role, spots, key=curve.key))
    lines = [np.hstack([pixels[:-1], pixels[1:]]) for pixels in frame.pixels.values()]
    inside = QRectF(area.left(), row.top(), area.width() + _GAP, area.bottom() - row.top())
    placed = Placer().place(labels, measured(metrics, 2 * _GAP), inside, Taken(boxes, lines))
    return [Caption(label.key, label.text, label.role, box) for label, box in placed]


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
        self._spoken = spoken
        self._reach = 1.0
        self._lit: str | None = None
        self._names: list[str] = []
        self._captions: list[Caption] | None = None
        self._values: Mapping[str, float] = {}
        self._words: Callable[[str], str] = lambda key: ""
        sized(self, Plot.setMinimumHeight, 154)

    @property
    def end(self) -> float:
        spec = self.spec
        if spec is None or spec.x.logarithmic:
            return 1.0 if spec is None else spec.x.high
        return min(max(spec.x.high * self._reach, _LEAST_END), max(spec.limit, _LEAST_END))

    @property
    def captions(self) -> list[Caption]:
        """All names in their places; computed on request, because layouts and frames are skipped."""
        if self.frame is None:
            return []
        if self._captions is None:
            self._captions = captions_of(self.frame, self._values, QFontMetricsF(emboldened(self.font())))
        return self._captions

    def sizeHint(self) -> QSize:
        return QSize(380, self.minimumHeight())

    def spoken(self) -> str:
        return self._spoken()

    def set_spec(self, spec: PlotSpec | None) -> None:
        names = [curve.name for curve in spec.curves] if spec else []
        if names != self._names:
            self._names = names
            self.setWhatsThis(explained(*names))
        super().set_spec(spec)

    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        self._captions = None
        room = QRectF(self.rect()).adjusted(0, QFontMetricsF(self.font()).height() + 2 * _GAP, -12, 0)
        shown = spec if spec.x.logarithmic else spec.reaching(self.end)
        return frame_of(shown, room, self.font(), large=True)

    def set_playhead(self, place: float, values: Mapping[str, float], told: Callable[[str], str]) -> None:
        """Mark `place` on the axis, where the lines have these values by their keys; `told` has words on a thing."""
        self.now, self._values, self._words = place, values, told
        self._captions = None
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
            self.restyle()

    def thing_at(self, place: QPointF) -> str | None:
        if self.frame is None:
            return None
        within = (key for key, box in self._boxes(self.frame) if box.contains(place))
        return next(within, None) or self.frame.nearest(place, _NEAR)

    def tip_at(self, place: QPointF) -> str:
        """Return the words on the axes."""
        if self.frame is None or self.frame.area.contains(place):
            return ""
        spec = self.frame.spec
        return spec.upward if place.x() < self.frame.area.left() else explained(spec.axis.name)

    def describe(self, thing: str) -> str:
        return self._words(thing)

    def in_order(self) -> Sequence[str]:
        if self.spec is None or self.frame is None:
            return ()
        gaps = [gap.name for gap, _number, _box in self.frame.bar(self.now, self._values)]
        special = [MEETING] * (self.spec.meeting is not None) + [MISSING] * bool(self.spec.remark)
        return [*(curve.key for curve in self.spec.curves), *gaps, *special]

    def point_of(self, key: str) -> QPointF:
        """Return a pixel at which a thing is pointed at; of a line the first on it, or its name if that is covered."""
        if self.frame is None:
            return QPointF()
        line = self.frame.lines.get(key, QPolygonF()).toList()
        places = [
            *line[:: max(len(line) // _TRIED, 1)],
            *(box.center() for name, box in self._boxes(self.frame) if name == key),
        ]
        free = (place for place in places if self.thing_at(QPointF(place.toPoint())) == key)
        return next(free, places[-1] if places else self.frame.area.center())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_ZOOM ** (-event.angleDelta().y() / 120))
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        factor = _ZOOM_KEYS.get(Qt.Key(event.key()))
        if factor is not None:
            self.zoom(factor)
        else:
            super().keyPressEvent(event)

    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        lit = self.thing or self._lit
        curve = None if lit is None else frame.spec.curve(lit)
        if curve is not None:
            draw_line(painter, theme, frame.lines[curve.key], curve.role, 5.0, share=0.7)
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
        """Paint the playhead up to the ceiling, the gap that is `lit`, and a mark on each line of the run."""
        foot, top = QPointF(frame.x(self.now), frame.area.bottom()), self._values.get(CEILING, frame.up.high)
        painter.setPen(theme.pen("now", 2.0))
        painter.drawLine(foot, frame.point(self.now, top))
        for gap, rank, box in frame.bar(self.now, self._values):
            if gap.name == lit:
                painter.fillRect(box, theme.shades(frame.spec.role, len(GAPS))[rank])
                painter.setPen(theme.pen("ink", 2.0))
                painter.drawRect(box)
        for mark, curve in enumerate(frame.spec.sampled):
            if not isnan(value := self._values.get(curve.key, nan)):
                _paint_mark(painter, theme, frame.point(self.now, value), curve.role, mark)

    def _paint_captions(self, painter: QPainter, theme: Theme, lit: str | None) -> None:
        """Write the names; the `lit` one is underlined."""
        for caption in self.captions:
            inner, font = caption.box.adjusted(_GAP, 0, _GAP, 0), emboldened(self.font())
            painter.fillRect(caption.box.adjusted(_GAP, 2, -_GAP, -2), theme.color("page", 0.8))
            if caption.mark >= 0:
                _paint_mark(
                    painter, theme, QPointF(inner.left() + _SIDE, inner.center().y()), caption.role, caption.mark
                )
                inner.setLeft(inner.left() + caption.box.height())
            font.setUnderline(caption.key == lit)
            painter.setFont(font)
            painter.setPen(theme.color(theme.text_role(caption.role)))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, caption.name)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _boxes(self, frame: PlotFrame) -> Iterator[tuple[str, QRectF]]:
        """Yield the boxes that can be pointed at: the meeting point, the parts of the bar, and the names."""
        if (at := frame.meeting) is not None:
            reach = QPointF(_NEAR, _NEAR)
            yield MEETING, QRectF(at - reach, at + reach)
        for gap, _number, box in frame.bar(self.now, self._values):
            yield gap.name, box.adjusted(-1, 0, 1, 0)
        for caption in self.captions:
            yield caption.key, caption.box


def _paint_mark(painter: QPainter, theme: Theme, at: QPointF, role: str, mark: int) -> None:
    """Paint the sign of a line: a square for the first, a disc for the next, so that they differ without colour."""
    painter.setPen(theme.pen("page", 1.5))
    painter.setBrush(theme.color(role))
    if mark % 2:
        painter.drawEllipse(at, _SIDE, _SIDE)
    else:
        painter.drawRect(QRectF(at.x() - _SIDE, at.y() - _SIDE, 2 * _SIDE, 2 * _SIDE))
    painter.setBrush(Qt.BrushStyle.NoBrush)
