"""The picture of the theorem as it is painted and touched: its lines, what lies between them, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPaintEngine,
    QPainter,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.theory.corridor import CEILING, FLOOR, GAPS, MEETING, Gap
from core.theory.symbols import explained
from perceptron_gui.look.plots.axes import GAP, paint_axes, paint_reading
from perceptron_gui.look.plots.painting import PictureFrame, cut_at
from perceptron_gui.look.plots.picture import KnownCurve, Sampled
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.panels.theory.picture.captions import Caption, PlacedCaption, arranged, beside, outside
from perceptron_gui.panels.theory.picture.scene import Scene, Strand

BEYOND, MISSING = "beyond", "missing"
"""The arrow to where the lines meet that are not seen to; and the words on why there is no floor."""

_PADDING = 8.0
_POINTS = 97
"""Of a line that is known for every k: closer together where a root is steep."""
_NEAR, _DOT, _BAR = 8.0, 5.5, 11.0
_LEAST_HEIGHT = 150
_ROWS, _COLUMNS, _ROW_HEIGHT = 5, 6, 26.0
_ZOOM, _LEAST_END = 1.25, 3.0
_SHADES = (0.85, 0.5, 0.22)
"""How strong each gap is drawn in the bar, from the bottom up."""
_ALONG = (0.5, 0.62, 0.38, 0.75, 0.28, 0.86, 0.2)
"""Parts of the width where the name of a promise may stand."""


class CorridorPlot(PlotSheet[str]):
    """Draws a `Scene`. `pointed` tells the key of what the mouse is on; a click asks to go to an update; wheel zooms.

    What does not depend on the playhead is painted once into pixmaps.
    """

    jumped = Signal(int)

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, "The theorem in one picture", parent=parent)
        self.scene: Scene | None = None
        """what is drawn"""
        self.reached = 1.0
        """how far to the right it reaches, in parts of what it reaches by itself"""
        self._frame: PictureFrame | None = None
        self._layers: tuple[float, QPixmap, QPixmap] | None = None
        self._now = 0.0
        self._values: Mapping[str, float] = {}
        self._told: Callable[[str], str] = lambda key: ""
        self._name, self._small = readable(self.font(), bold=True), readable(self.font(), 0.88)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setWhatsThis("")

    def sizeHint(self) -> QSize:
        return QSize(380, 240)

    def set_scene(self, scene: Scene | None) -> None:
        """Draw this from now on."""
        before = {} if self.scene is None else {strand.key: strand.curve.name for strand in self.scene.strands}
        self.scene = scene
        if scene is not None and {strand.key: strand.curve.name for strand in scene.strands} != before:
            names = [strand.curve.name for strand in scene.strands]
            self.setWhatsThis(f"{scene.name}.\n\n{explained(*names)}")
        self.restyle()

    def set_playhead(self, place: float, values: Mapping[str, float], told: Callable[[str], str], words: str) -> None:
        """Mark `place` on the axis, where the lines have these values by their keys.

        `told` says what is read of a thing; `words` are all of it, for who does not see it.
        """
        self._now, self._values, self._told = place, values, told
        self.setAccessibleDescription(words)
        self.update()

    def zoom(self, factor: float) -> None:
        """Reach so many times as far to the right, within what there is to be seen."""
        if self.scene is None:
            return
        end = min(max(self._end(self.scene) * factor, _LEAST_END), max(self.scene.limit, _LEAST_END))
        self.reached = end / self.scene.end
        self.restyle()

    def restyle(self) -> None:
        self._layers = None
        self._frame = None if self.scene is None else self._framed(self.scene)
        self.update()

    def thing_at(self, place: QPointF) -> str | None:
        if self._frame is None or self.scene is None:
            return None
        for key, box in self._boxes(self._frame, self.scene):
            if box.contains(place):
                return key
        away = {strand.key: _distance(self._polyline(self._frame, strand), place) for strand in self.scene.strands}
        nearest = min(away, key=lambda key: away[key], default=None)
        return nearest if nearest is not None and away[nearest] <= _NEAR else None

    def told(self, thing: str) -> str:
        return self._told(thing)

    def in_order(self) -> Sequence[str]:
        if self.scene is None:
            return ()
        keys = [strand.key for strand in self.scene.strands]
        keys += [gap.name for gap, _ in self._gaps()]
        return [*keys, *([MEETING] if self.scene.meeting else []), *([MISSING] if self._misses(self.scene) else [])]

    def press(self, place: QPointF, *, first: bool) -> None:
        if self._frame is not None:
            self.jumped.emit(round(self._frame.place_at(place.x())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.restyle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.zoom(_ZOOM ** (-turned / 120))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        factors = {Qt.Key.Key_PageUp: 1 / _ZOOM, Qt.Key.Key_PageDown: _ZOOM}
        if event.key() in factors:
            self.zoom(factors[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def point_of(self, key: str) -> QPointF:
        """A pixel at which that thing is pointed at; of a line one on it."""
        if self._frame is None or self.scene is None:
            return QPointF()
        for found, box in self._boxes(self._frame, self.scene):
            if found == key:
                return box.center()
        strand = self.scene.strand(key)
        points = [] if strand is None else self._polyline(self._frame, strand).toList()
        return points[len(points) // 2] if points else QPointF()

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self.scene is None or self._frame is None:
            self.paint_ground(painter, theme)
            return
        painter.setFont(self.font())
        if painter.paintEngine().type() == QPaintEngine.Type.Raster:
            self._paint_from_layers(painter, self._frame, self.scene, theme)
        else:
            self._paint_paper(painter, self._frame, self.scene, theme)
            self._paint_run(painter, self._frame, self.scene, theme, until=float(self._frame.x(self._now)))
        self._paint_playhead(painter, self._frame, theme)
        self._paint_captions(painter, self._frame, self.scene, theme)
        if self.thing is not None and (told := self.told(self.thing)):
            self._paint_pointed(painter, self._frame, self.scene, theme, self.thing)
            paint_reading(painter, theme, self._frame.area, self.point_of(self.thing), told)

    def _end(self, scene: Scene) -> float:
        return min(max(scene.end * self.reached, _LEAST_END), max(scene.limit, _LEAST_END))

    def _framed(self, scene: Scene) -> PictureFrame:
        picture, metrics = scene.picture(self._end(scene)), QFontMetricsF(self.font())
        labels = picture.y.labels(self._rows(picture.y.ticks(_ROWS)))
        left = max((metrics.horizontalAdvance(text) for text in labels), default=0.0) + GAP
        area = QRectF(self.rect()).adjusted(_PADDING + left, _PADDING + 2, -_PADDING - 4, -2 * metrics.height() - 8)
        return PictureFrame(area, picture.x, picture.y, picture)

    def _rows(self, ticks: list[float]) -> list[float]:
        """As many of them as there is room for."""
        room = max(int((self.height() - 60) / _ROW_HEIGHT), 2)
        return ticks[:: -(-len(ticks) // room)]

    def _polyline(self, frame: PictureFrame, strand: Strand) -> QPolygonF:
        curve = strand.curve
        if isinstance(curve, Sampled):
            kept = curve.x <= frame.across.high
            return frame.polyline(curve.x[kept], curve.values[kept])
        return self._known_line(frame, curve)

    def _known_line(self, frame: PictureFrame, curve: KnownCurve) -> QPolygonF:
        """To where the lines meet, or where it leaves the picture."""
        scene = self.scene
        end = (
            frame.across.high
            if scene is None or scene.meeting is None
            else min(frame.across.high, scene.meeting.update)
        )
        places = end * np.linspace(0, 1, _POINTS) ** 2
        values = curve.of(places)
        inside = (values <= frame.up.high) & (values >= frame.up.low)
        return frame.polyline(places[inside], values[inside])

    def _paint_from_layers(self, painter: QPainter, frame: PictureFrame, scene: Scene, theme: Theme) -> None:
        ratio = self.devicePixelRatioF()
        if self._layers is None or self._layers[0] != ratio:

            def paper(layer: QPainter) -> None:
                self._paint_paper(layer, frame, scene, theme)

            def run(layer: QPainter) -> None:
                self._paint_run(layer, frame, scene, theme)

            self._layers = ratio, self.layer(paper), self.layer(run)
        painter.drawPixmap(0, 0, self._layers[1])
        painter.setClipRect(QRectF(0, 0, float(frame.x(self._now)), self.height()), Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(0, 0, self._layers[2])
        painter.setClipping(False)

    def _paint_paper(self, painter: QPainter, frame: PictureFrame, scene: Scene, theme: Theme) -> None:
        """Axes, promises and what lies between them, and what the run will do, pale."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_ground(painter, theme)
        columns = _fitting(frame, QFontMetricsF(self.font()))
        rows = self._rows(frame.up.ticks(_ROWS))
        paint_axes(
            painter, theme, frame, rows, zip(columns, frame.across.labels(columns), strict=True), scene.axis_name
        )
        lines = {strand.key: self._polyline(frame, strand) for strand in scene.strands}
        if scene.floor_known and lines[FLOOR].size() and lines[CEILING].size():
            self._paint_between(painter, frame, scene, theme, lines)
        for strand in scene.strands:
            if strand.promised:
                painter.setPen(theme.pen(strand.curve.role, 2.4, Qt.PenStyle.DashLine))
            else:
                painter.setPen(theme.pen(strand.curve.role, 1.2, alpha=0.4))
            painter.drawPolyline(lines[strand.key])

    def _paint_between(
        self, painter: QPainter, frame: PictureFrame, scene: Scene, theme: Theme, lines: Mapping[str, QPolygonF]
    ) -> None:
        """The corridor; and beyond its end nothing that a run can reach."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("promise", 0.12))
        painter.drawPolygon(QPolygonF([*lines[CEILING].toList(), *reversed(lines[FLOOR].toList())]))
        if scene.meeting is not None and scene.meeting.update < frame.across.high:
            wall = float(frame.x(scene.meeting.update))
            beyond = QRectF(wall, frame.area.top(), frame.area.right() - wall, frame.area.height())
            painter.fillRect(beyond, theme.color("secondary", 0.10))
            painter.fillRect(beyond, _hatched(theme))
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DotLine))
            painter.drawLine(
                frame.point(scene.meeting.update, scene.meeting.length), QPointF(wall, frame.area.bottom())
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("promise"))
            painter.drawEllipse(frame.point(scene.meeting.update, scene.meeting.length), _DOT + 1.5, _DOT + 1.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_run(
        self, painter: QPainter, frame: PictureFrame, scene: Scene, theme: Theme, until: float | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for strand in scene.strands:
            if not strand.promised:
                painter.setPen(theme.pen(strand.curve.role, 2.8))
                line = self._polyline(frame, strand)
                painter.drawPolyline(line if until is None else cut_at(line, until))

    def _gaps(self) -> Iterator[tuple[Gap, tuple[float, float]]]:
        """What lies between floor and ceiling at the playhead, from the bottom up."""
        values = self._values
        for gap in GAPS:
            if gap.low in values and gap.high in values and not np.isnan(values[gap.low]) and self._now:
                yield gap, (values[gap.low], values[gap.high])

    def _paint_playhead(self, painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
        x = float(frame.x(self._now))
        if self._now > frame.across.high:
            return
        painter.setPen(theme.pen("now", 1.5))
        frame.upright(painter, x)
        whole = QRectF()
        for (_gap, ends), shade in zip(self._gaps(), _SHADES, strict=False):
            box = self._bar(frame, ends)
            whole = whole.united(box) if whole.isValid() else box
            painter.fillRect(box, theme.color("page"))
            painter.fillRect(box, theme.color("promise", shade))
        if whole.isValid():
            painter.setPen(theme.pen("now", 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(whole)
        painter.setPen(theme.pen("page", 1.5))
        for strand in self.scene.strands if self.scene else ():
            value = self._values.get(strand.key)
            if not strand.promised and value is not None and not np.isnan(value):
                painter.setBrush(theme.color("now"))
                painter.drawEllipse(frame.point(self._now, value), _DOT, _DOT)

    def _bar(self, frame: PictureFrame, ends: tuple[float, float]) -> QRectF:
        low, high = (frame.point(self._now, value) for value in ends)
        return QRectF(high - QPointF(_BAR / 2, 0), low + QPointF(_BAR / 2, 0))

    def _boxes(self, frame: PictureFrame, scene: Scene) -> Iterator[tuple[str, QRectF]]:
        """What is pointed at within a box: where the lines meet, the names, and the parts of the bar."""
        if (meeting := scene.meeting) is not None and meeting.update <= frame.across.high:
            at, reach = frame.point(meeting.update, meeting.length), QPointF(_NEAR + 2, _NEAR + 2)
            yield MEETING, QRectF(at - reach, at + reach)
        for placed in self._captions(frame, scene):
            yield placed.caption.key, placed.box
        for gap, ends in self._gaps():
            yield gap.name, self._bar(frame, ends).adjusted(-2, 0, 2, 0)

    def _misses(self, scene: Scene) -> bool:
        return bool(scene.missing)

    def _captions(self, frame: PictureFrame, scene: Scene) -> list[PlacedCaption]:
        """The names: of where the lines meet, of the promises, and of the run's own lines at the playhead."""
        points = [self._polyline(frame, strand).toList() for strand in scene.strands]
        lines = np.array([p.toTuple() for line in points for p in _dense(line)] or [(0.0, 0.0)])
        return arranged(self._wanted(frame, scene), frame.area, lines)

    def _wanted(self, frame: PictureFrame, scene: Scene) -> Iterator[Caption]:
        area = frame.area
        if scene.meeting is not None:
            yield self._meeting_caption(frame, scene)
        if scene.missing:
            size = self._size(scene.missing, "")
            middle = QPointF(area.center().x() - size.width() / 2, area.bottom() - size.height() - 6)
            yield Caption(
                MISSING, scene.missing, "", "secondary", (middle, QPointF(middle.x(), area.center().y())), size
            )
        for strand in reversed(scene.strands):
            if strand.promised:
                yield self._promise_caption(frame, strand, above=strand is scene.strands[-1])
        for place, strand in enumerate(scene.strands):
            value = self._values.get(strand.key)
            if not strand.promised and value is not None and not np.isnan(value) and self._now <= frame.across.high:
                text = f"{strand.curve.name} {number(value)}"
                size, at = self._size(text, ""), frame.point(self._now, value)
                upper = place + 1 < len(scene.strands) and scene.strands[place + 1].promised
                yield Caption(strand.key, text, "", strand.curve.role, tuple(beside(at, size, first_up=upper)), size)

    def _meeting_caption(self, frame: PictureFrame, scene: Scene) -> Caption:
        meeting, area = scene.meeting, frame.area
        if meeting is None or meeting.update > frame.across.high:
            name, said = f"{scene.meeting_name} →", "floor and ceiling meet far to the right"
            size = self._size(name, said)
            corner = QPointF(area.right() - size.width(), area.top())
            return Caption(BEYOND, name, said, "promise", (corner, corner + QPointF(0, size.height())), size)
        name, said = scene.meeting_name, "they meet: no run gets past"
        size, at = self._size(name, said), frame.point(meeting.update, meeting.length)
        left = at.x() - size.width() - 14
        places = (QPointF(left, at.y() - size.height() / 2), QPointF(left, area.top()), QPointF(left, at.y() + 10))
        return Caption(MEETING, name, said, "promise", places, size)

    def _promise_caption(self, frame: PictureFrame, strand: Strand, *, above: bool) -> Caption:
        kinds = {FLOOR: "floor ", CEILING: "ceiling "}
        name = f"{kinds.get(strand.key, '')}{strand.curve.name}"
        size = self._size(name, strand.said)
        points = self._polyline(frame, strand).toList()
        chosen = [_nearest(points, frame.area.left() + part * frame.area.width()) for part in _ALONG] if points else []
        places = (*outside(chosen, size, above), *outside(chosen, size, not above))
        return Caption(strand.key, name, strand.said, strand.curve.role, places, size)

    def _size(self, name: str, said: str) -> QSizeF:
        bold, small = QFontMetricsF(self._name), QFontMetricsF(self._small)
        width = max(bold.horizontalAdvance(name), small.horizontalAdvance(said))
        return QSizeF(width + 8, bold.height() + (small.height() if said else 0) + 2)

    def _paint_captions(self, painter: QPainter, frame: PictureFrame, scene: Scene, theme: Theme) -> None:
        for placed in self._captions(frame, scene):
            caption, box = placed.caption, placed.box
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("page", 0.78))
            painter.drawRoundedRect(box, 4, 4)
            inner = box.adjusted(4, 1, 2, -1)
            painter.setPen(theme.color(theme.text_role(caption.role)))
            name = QFont(self._name)
            name.setUnderline(caption.key == self.thing)
            painter.setFont(name)
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, caption.name)
            if caption.said:
                painter.setFont(self._small)
                painter.setPen(theme.color("secondary"))
                painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, caption.said)
        painter.setFont(self.font())

    def _paint_pointed(self, painter: QPainter, frame: PictureFrame, scene: Scene, theme: Theme, thing: str) -> None:
        """The line that is pointed at, stronger; or a frame around a part of the bar."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        strand = scene.strand(thing)
        if strand is not None:
            style = Qt.PenStyle.DashLine if strand.promised else Qt.PenStyle.SolidLine
            painter.setPen(theme.pen(strand.curve.role, 5.0, style, alpha=0.7))
            painter.drawPolyline(self._polyline(frame, strand))
        for gap, ends in self._gaps():
            if gap.name == thing:
                painter.setPen(theme.pen("ink", 2.5))
                painter.drawRect(self._bar(frame, ends))
        if thing == MEETING and scene.meeting is not None and scene.meeting.update <= frame.across.high:
            painter.setPen(theme.pen("ink", 2.5))
            painter.drawEllipse(frame.point(scene.meeting.update, scene.meeting.length), _DOT + 4, _DOT + 4)


def _hatched(theme: Theme) -> Qt.BrushStyle:
    return Qt.BrushStyle.NoBrush


def _fitting(frame: PictureFrame, metrics: QFontMetricsF) -> list[float]:
    """Places of the axis with a number, so few that no two touch."""
    for most in range(_COLUMNS, 2, -1):
        ticks = frame.across.ticks(most)
        widest = max(metrics.horizontalAdvance(text) for text in frame.across.labels(ticks))
        if (widest + 2 * GAP) * len(ticks) <= frame.area.width():
            return ticks
    return frame.across.ticks(2)


def _distance(line: QPolygonF, place: QPointF) -> float:
    """Pixels from a place to a polyline."""
    points = np.array([point.toTuple() for point in line.toList()], np.float64)
    if len(points) < 2:
        return float(np.hypot(*(points - place.toTuple()).T).min(initial=np.inf)) if len(points) else np.inf
    starts, ways = points[:-1], np.diff(points, axis=0)
    squared = np.maximum((ways**2).sum(axis=1), 1e-12)
    part = np.clip(((np.array(place.toTuple()) - starts) * ways).sum(axis=1) / squared, 0, 1)
    feet: FloatArray = starts + part[:, None] * ways
    return float(np.hypot(*(feet - place.toTuple()).T).min())


def _dense(line: Sequence[QPointF], step: float = 5.0) -> Iterator[QPointF]:
    """Points of a polyline no further than that from one another."""
    for start, end in pairwise(line):
        parts = max(int(np.hypot(*(end - start).toTuple()) / step), 1)
        yield from (start + (end - start) * (part / parts) for part in range(parts))
    yield from line[-1:]


def _nearest(points: Sequence[QPointF], x: float) -> QPointF:
    return min(points, key=lambda point: abs(point.x() - x))
