"""The picture of the theorem: the places of its names, the words on its lines, the effect of a click, and its reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPolygonF, QWheelEvent

from core.numbers.numerals import number
from core.plots.corridor import BEYOND, GAPS, MEETING, MISSING
from core.plots.spec import KnownCurve, PlotMark, PlotSpec
from core.theory.symbols import explained
from perceptron_gui.look.plots.axes import draw_line, paint_reading
from perceptron_gui.look.plots.chart import Plot
from perceptron_gui.look.plots.frame import PlotFrame, frame_of
from perceptron_gui.look.size import SMALL, letters, pixels
from perceptron_gui.look.theme import Theme, ThemeModel

_FAR = 13.0
"""Pixels from a point to its caption."""
_CROSSED, _MOVED, _WORSE = 2.0, 4.0, 1.5
"""Pixels of a covered caption, and pixels by which a caption is moved, that count as one covered point of a line."""
_MUCH = 14.0
"""A caption that costs this many points or more has its name only."""
_PARTS = (0.5, 0.62, 0.38, 0.75, 0.28, 0.86, 0.2)
"""Shares of the width at which the name of a promise may be."""
_LOW = 240
"""Pixels of a plot's height below which promises have names alone."""

Corners = Callable[[float, float], Iterable[tuple[float, float]]]
"""The function that returns, for a width and a height, the possible upper left corners of a caption, the best first."""


class Caption(NamedTuple):
    """A name and a few words below it in the colour of `role`, in a `box`."""

    key: str
    name: str
    said: str
    role: str
    box: QRectF


@dataclass(frozen=True, eq=False)
class Captions:
    """The maker of the captions of the lines in a `frame`, for letters of these two sizes."""

    frame: PlotFrame
    name: QFontMetricsF
    small: QFontMetricsF

    def of_promises(self) -> list[Caption]:
        """Return those that stay during play: the meeting point, the promises, and the remark."""
        spec, area, found = self.frame.spec, self.frame.area, list[Caption]()
        if spec.meeting is not None:
            found.append(self._of_meeting(spec.meeting))
        for curve in reversed(spec.formulas):
            found.append(self._of_promise(curve, [each.box for each in found]))

        def corners(width: float, height: float) -> Iterable[tuple[float, float]]:
            tops = (area.bottom() - height - 4, *(area.top() + part * area.height() for part in (0.02, 0.2, 0.4)))
            return ((x, top) for top in tops for x in (area.right() - width - 10, area.left() + 10))

        if spec.remark:
            taken = [each.box for each in found]
            found.append(self._put(MISSING, spec.remark, spec.why, "secondary", corners, taken)[1])
        return found

    def of_run(self, place: float, values: Mapping[str, float], taken: Iterable[Caption]) -> list[Caption]:
        """Return those of the run's own lines at a place of the axis, beside taken places and the bar there.

        Captions are in the order of their lines, so that neither is mistaken for the other.
        """
        frame, curves, found = self.frame, self.frame.spec.curves, list[Caption]()
        boxes = [each.box for each in taken]
        boxes += [box.adjusted(-2, 0, 2, 0) for _gap, _number, box in frame.bar(place, values)]
        for rank, curve in enumerate(curves):
            value = values.get(curve.key, np.nan)
            if isinstance(curve, KnownCurve) or np.isnan(value) or place > frame.across.high:
                continue
            at, way = (
                frame.point(place, value),
                -1 if isinstance(curves[min(rank + 1, len(curves) - 1)], KnownCurve) else 1,
            )

            def corners(width: float, height: float, at: QPointF = at, way: int = way) -> Iterable[tuple[float, float]]:
                right, left = at.x() + _FAR, at.x() - width - _FAR
                lefts = (right, left) if right + width <= frame.area.right() else (left,)
                parts = (0.0, 0.5, 1.0, 1.6, -0.5, -1.1, 2.4)
                return ((x, at.y() - height / 2 + part * height * way) for part in parts for x in lefts)

            text = f"{curve.name} {number(value)}"
            found.append(self._put(curve.key, text, "", curve.role, corners, boxes)[1])
            boxes.append(found[-1].box)
        middles = sorted((each.box.center().y() for each in found), reverse=True)
        for each, middle in zip(found, middles, strict=True):
            each.box.moveCenter(QPointF(each.box.center().x(), middle))
        return found

    def _of_meeting(self, meeting: PlotMark) -> Caption:
        role, area, at = self.frame.spec.role, self.frame.area, self.frame.meeting

        def beyond(width: float, _height: float) -> Iterable[tuple[float, float]]:
            parts = (0.0, 0.12, 0.24, 0.36, 0.48)
            return ((area.right() - width - 2, area.top() + part * area.height()) for part in parts)

        if at is None:
            said = "floor and ceiling meet far to the right"
            return self._put(BEYOND, f"{meeting.name} →", said, role, beyond, ())[1]

        def beside(width: float, height: float) -> Iterable[tuple[float, float]]:
            lefts = (at.x() - width - away * _FAR for away in (1, 3, 6))
            return ((left, top) for left in lefts for top in (at.y() - height / 2, area.top()))

        return self._put(MEETING, meeting.name, "they meet: no run goes further", role, beside, ())[1]

    def _of_promise(self, curve: KnownCurve, taken: list[QRectF]) -> Caption:
        """Return the caption on the outer side of a line; at the top for one that lies above the picture."""
        name, area, above = curve.title or curve.name, self.frame.area, curve is self.frame.spec.curves[-1]

        def unseen(width: float, _height: float) -> Iterable[tuple[float, float]]:
            lefts = (area.right() - width - 4, area.left() + 4, area.center().x() - width / 2)
            return ((left, area.top() + part * area.height()) for part in (0.0, 0.12) for left in lefts)

        def outside(width: float, height: float) -> Iterable[tuple[float, float]]:
            pixels = self.frame.pixels[curve.key]
            wanted = area.left() + np.array(_PARTS) * area.width()
            points = pixels[np.abs(pixels[:, :1] - wanted).argmin(axis=0)].tolist()
            upper = [(x - width - 7, y - height - 2) for x, y in points]
            lower = [(x + 7, y + 3) for x, y in points]
            return upper + lower if above else lower + upper

        if self.frame.lines[curve.key].isEmpty():
            return self._put(curve.key, f"{name} ↑", curve.said, curve.role, unseen, taken)[1]
        covered, found = self._put(curve.key, name, curve.said, curve.role, outside, taken)
        if covered > _MUCH and found.said:
            return self._put(curve.key, name, "", curve.role, outside, taken)[1]
        return found

    def _put(
        self, key: str, name: str, said: str, role: str, corners: Corners, taken: Iterable[QRectF]
    ) -> tuple[float, Caption]:
        """Place a caption so that it covers the least of taken places and few points of lines; return how much too.

        It has no words below its name in a plot of little height or width, where names are more important.
        """
        area, words = self.frame.area, self.small.horizontalAdvance(said)
        if area.height() < _LOW or words + 12 > area.width():
            said, words = "", 0.0
        width = max(self.name.horizontalAdvance(name), words) + 8
        height = self.name.height() + (self.small.height() if said else 0) + 2
        size = np.array([width, height])
        wanted = np.array(list(corners(width, height)))
        first = area.left() + 2, area.top()
        last = max(area.right() - width, first[0]), max(area.bottom() - height, first[1])
        starts = np.minimum(np.maximum(wanted, first), last)
        ends = starts + size
        across, down = self.frame.points
        (lefts, tops), (rights, bottoms) = starts.T[:, :, None], ends.T[:, :, None]
        inside = (across >= lefts - 2) & (across <= rights + 2) & (down >= tops) & (down <= bottoms)
        covered = np.abs(starts - wanted).sum(axis=1) / _MOVED + _WORSE * np.arange(len(wanted)) + inside.sum(axis=1)
        boxes = [(*box.topLeft().toTuple(), *box.bottomRight().toTuple()) for box in taken if box.isValid()]
        others = np.array(boxes).reshape(-1, 4)
        common = np.minimum(ends[:, None], others[:, 2:]) - np.maximum(starts[:, None], others[:, :2])
        covered += np.maximum(common, 0).prod(axis=2).sum(axis=1) / _CROSSED
        best = int(covered.argmin())
        box = QRectF(QPointF(*starts[best].tolist()), QSizeF(width, height))
        return float(covered[best]), Caption(key, name, said, role, box)


_NEAR, _TRIED = 8.0, 20
_ZOOM, _LEAST_END = 1.25, 1.5
_ZOOM_KEYS = {Qt.Key.Key_PageUp: 1 / _ZOOM, Qt.Key.Key_PageDown: _ZOOM}


class CorridorPlot(Plot[str]):
    """A large plot whose lines are pointed at: `pointed` tells the key. The wheel, Page Up and Page Down zoom."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "The theorem in one picture")
        self._reach = 1.0
        self._lit: str | None = None
        self._names: list[str] = []
        self._captioned: PlotFrame | None = None
        self._lasting: list[Caption] = []
        self._moving: list[Caption] | None = None
        self._values: Mapping[str, float] = {}
        self._words: Callable[[str], str] = lambda key: ""
        self._take_fonts()
        self.setMinimumHeight(pixels(118))

    def letter(self) -> None:
        self._take_fonts()
        super().letter()

    def _take_fonts(self) -> None:
        self.name_font, self.small_font = letters(SMALL, bold=True), letters(SMALL)

    @property
    def end(self) -> float:
        spec = self.spec
        return 1.0 if spec is None else min(max(spec.x.high * self._reach, _LEAST_END), max(spec.limit, _LEAST_END))

    @property
    def captions(self) -> list[Caption]:
        """All names in their places; computed on request, because layouts and frames are skipped."""
        if self.frame is None:
            return []
        captions = Captions(self.frame, QFontMetricsF(self.name_font), QFontMetricsF(self.small_font))
        if self._captioned is not self.frame:
            self._captioned, self._lasting, self._moving = self.frame, captions.of_promises(), None
        if self._moving is None:
            self._moving = captions.of_run(self.now, self._values, self._lasting)
        return [*self._lasting, *self._moving]

    def sizeHint(self) -> QSize:
        return QSize(380, 240)

    def set_spec(self, spec: PlotSpec | None) -> None:
        names = [curve.name for curve in spec.curves] if spec else []
        if names != self._names:
            self._names = names
            self.setWhatsThis(explained(*names))
        super().set_spec(spec)
        self._moving = None

    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        room = QRectF(self.rect()).adjusted(8, 10, -12, -5)
        return frame_of(spec.reaching(self.end), room, self.font(), large=True)

    def set_playhead(self, place: float, values: Mapping[str, float], told: Callable[[str], str], words: str) -> None:
        """Mark `place` on the axis, where the lines have these values by their keys.

        `told` returns the words on a thing; `words` are all of them, for a screen reader.
        """
        self.now, self._values, self._words = place, values, told
        self.setAccessibleDescription(words)
        self._moving = None
        self.update()

    def light(self, key: str | None) -> None:
        """Draw the thing with this key stronger, because it is pointed at elsewhere; None for nothing."""
        if key != self._lit:
            self._lit = key
            self.update()

    def zoom(self, factor: float) -> None:
        """Show this many times as much to the right, within the limits of the plot."""
        if self.spec is not None:
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
        self.zoom(_ZOOM ** (-event.angleDelta().y() / 120))
        event.accept()

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
            style = Qt.PenStyle.DashLine if isinstance(curve, KnownCurve) else Qt.PenStyle.SolidLine
            draw_line(painter, theme, frame.lines[curve.key], curve.role, 5.0, style, share=0.7)
        elif lit == MEETING and frame.meeting is not None:
            painter.setPen(theme.pen("ink", 2.5))
            painter.drawEllipse(frame.meeting, 9.5, 9.5)
        if self.now <= frame.across.high:
            self._paint_bar(painter, frame, theme, lit)
            values = (self._values.get(curve.key, nan) for curve in frame.spec.sampled)
            self.paint_dots(painter, frame, theme, (value for value in values if not isnan(value)))
        self._paint_captions(painter, theme, lit)
        painter.setFont(self.font())
        if self.thing is not None and (told := self.describe(self.thing)):
            paint_reading(painter, theme, frame.area, self.pointer or self.point_of(self.thing), told)

    def _paint_bar(self, painter: QPainter, frame: PlotFrame, theme: Theme, lit: str | None) -> None:
        """Paint the playhead, and the bar of the gaps there; one that is `lit` is framed."""
        painter.setPen(theme.pen("now", 1.5))
        frame.upright(painter, frame.x(self.now))
        whole, shades = QRectF(), theme.shades(frame.spec.role, len(GAPS))
        bar = frame.bar(self.now, self._values)
        for _gap, rank, box in bar:
            whole = whole.united(box) if whole.isValid() else box
            painter.fillRect(box, theme.color("page"))
            # A line of the page parts a gap from the next, unless it is hardly higher than that.
            parted = box.adjusted(0, 0, 0, -1) if rank and box.height() >= 3 else box
            painter.fillRect(parted, shades[rank])
        if bar:
            painter.setPen(theme.pen("now", 2.0))
            painter.drawRect(whole)
        painter.setPen(theme.pen("ink", 2.5))
        for gap, _number, box in bar:
            if gap.name == lit:
                painter.drawRect(box)

    def _paint_captions(self, painter: QPainter, theme: Theme, lit: str | None) -> None:
        """Write the names, each with a few words below; the `lit` one is underlined."""
        for caption in self.captions:
            inner, font = caption.box.adjusted(4, 1, 4, -1), QFont(self.name_font)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("page", 0.78))
            painter.drawRoundedRect(caption.box, 4, 4)
            font.setUnderline(caption.key == lit)
            painter.setFont(font)
            painter.setPen(theme.color(theme.text_role(caption.role)))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, caption.name)
            if caption.said:
                painter.setFont(self.small_font)
                painter.setPen(theme.color("secondary"))
                painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, caption.said)
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
