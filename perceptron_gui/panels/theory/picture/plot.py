"""The picture of the theorem as a person touches it: what its lines say, where a click goes, how far it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QPaintEngine,
    QPainter,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)

from core.theory.corridor import MEETING
from core.theory.symbols import explained
from perceptron_gui.look.plots.axes import paint_reading
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.panels.theory.picture.captions import MISSING, Captions, PlacedCaption
from perceptron_gui.panels.theory.picture.drawn import Drawn, laid_out
from perceptron_gui.panels.theory.picture.painting import (
    paint_captions,
    paint_coming,
    paint_dots,
    paint_lit,
    paint_playhead,
    paint_promises,
    paint_run,
)
from perceptron_gui.panels.theory.picture.scene import CorridorScene

_NEAR, _TRIED = 8.0, 20
_ZOOM, _LEAST_END = 1.25, 1.5
_ZOOM_KEYS = {Qt.Key.Key_PageUp: 1 / _ZOOM, Qt.Key.Key_PageDown: _ZOOM}


class CorridorPlot(PlotSheet[str]):
    """Draws a `CorridorScene`. `pointed` tells the key of what the mouse is on; a click asks to go to an update.

    The wheel, Page Up and Page Down zoom. What does not depend on the playhead is painted once into pixmaps.
    """

    jumped = Signal(int)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "The theorem in one picture")
        self.scene: CorridorScene | None = None
        """what is drawn"""
        self.drawn: Drawn | None = None
        """the same where it stands"""
        self._reach = 1.0
        self._lit: str | None = None
        self._paper: QPixmap | None = None
        self._coming: QPixmap | None = None
        self._run: QPixmap | None = None
        self._lasting: list[PlacedCaption] | None = None
        self._moving: list[PlacedCaption] | None = None
        self._pointer: QPointF | None = None
        self._now = 0.0
        self._values: Mapping[str, float] = {}
        self._words: Callable[[str], str] = lambda key: ""
        self._take_fonts()
        self.setMinimumHeight(pixels(118))

    def letter(self) -> None:
        self._take_fonts()
        super().letter()

    def _take_fonts(self) -> None:
        self.name_font, self.small_font = readable(self.font(), bold=True), readable(self.font(), 0.88)

    @property
    def end(self) -> float:
        """How far the axis reaches."""
        scene = self.scene
        return 1.0 if scene is None else min(max(scene.end * self._reach, _LEAST_END), max(scene.limit, _LEAST_END))

    @property
    def captions(self) -> list[PlacedCaption]:
        """All names, where they stand; placed when asked for, as layouts and frames are skipped."""
        if self.drawn is None:
            return []
        if self._lasting is None:
            self._lasting = self._captions(self.drawn).of_promises()
        if self._moving is None:
            self._moving = self._captions(self.drawn).of_run(self._now, self._values, self._lasting)
        return [*self._lasting, *self._moving]

    def sizeHint(self) -> QSize:
        return QSize(380, 240)

    def set_scene(self, scene: CorridorScene | None) -> None:
        """Draw this from now on."""
        names = [strand.curve.name for strand in scene.strands] if scene else []
        before = [strand.curve.name for strand in self.scene.strands] if self.scene else []
        if names != before:
            self.setWhatsThis(explained(*names))
        self.scene = scene
        self._lay_out()

    def set_playhead(self, place: float, values: Mapping[str, float], told: Callable[[str], str], words: str) -> None:
        """Mark `place` on the axis, where the lines have these values by their keys.

        `told` says what is read of a thing; `words` are all of it, for who does not see it.
        """
        self._now, self._values, self._words = place, values, told
        self.setAccessibleDescription(words)
        self._moving = None
        self.update()

    def light(self, key: str | None) -> None:
        """Draw what has this key stronger, for it is pointed at elsewhere; None for nothing."""
        if key != self._lit:
            self._lit = key
            self.update()

    def zoom(self, factor: float) -> None:
        """Reach so many times as far to the right, within what there is to be seen."""
        if self.scene is not None:
            self._reach = self.end * factor / self.scene.end
            self._reach = self.end / self.scene.end
            self.restyle()

    def restyle(self) -> None:
        self.drawn = None
        self._lay_out()

    def _lay_out(self) -> None:
        """What looks as it did stays: of most runs over a point that is dragged only the numbers are others."""
        shown, scene = self.drawn, self.scene
        drawn = None if scene is None else laid_out(scene, self.end, QRectF(self.rect()), self.font())
        if shown is None or drawn is None or not drawn.looks_like(shown):
            self.drawn, self._coming, self._run, self._lasting = drawn, None, None, None
            if shown is None or drawn is None or not drawn.looks_like(shown, but_for_the_run=True):
                self._paper = None
        self._moving = None
        self.update()

    def thing_at(self, place: QPointF) -> str | None:
        if self.drawn is None:
            return None
        within = (key for key, box in self._boxes(self.drawn) if box.contains(place))
        return next(within, None) or self.drawn.nearest(place, _NEAR)

    def tip_at(self, place: QPointF) -> str:
        """What runs along the axes."""
        if self.drawn is None or self.drawn.frame.area.contains(place):
            return ""
        scene, area = self.drawn.scene, self.drawn.frame.area
        return scene.upward if place.x() < area.left() else explained(scene.axis.name)

    def told(self, thing: str) -> str:
        return self._words(thing)

    def point_at(self, place: QPointF | None) -> str:
        self._pointer = place
        return super().point_at(place)

    def step(self, by: int) -> str:
        self._pointer = None
        return super().step(by)

    def in_order(self) -> Sequence[str]:
        if self.scene is None or self.drawn is None:
            return ()
        gaps = [gap.name for gap, _number, _box in self.drawn.bar(self._now, self._values)]
        special = [MEETING] * (self.scene.meeting is not None) + [MISSING] * bool(self.scene.without)
        return [*(strand.key for strand in self.scene.strands), *gaps, *special]

    def press(self, place: QPointF, *, first: bool) -> None:
        if self.drawn is not None:
            self.jumped.emit(round(self.drawn.frame.place_at(place.x())))

    def point_of(self, key: str) -> QPointF:
        """A pixel at which that thing is pointed at; of a line the first one on it, its name where all are covered."""
        if self.drawn is None:
            return QPointF()
        line = self.drawn.lines.get(key, QPolygonF()).toList()
        places = [
            *line[:: max(len(line) // _TRIED, 1)],
            *(box.center() for name, box in self._boxes(self.drawn) if name == key),
        ]
        free = (place for place in places if self.thing_at(QPointF(place.toPoint())) == key)
        return next(free, places[-1] if places else self.drawn.frame.area.center())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.restyle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(_ZOOM ** (-event.angleDelta().y() / 120))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        factor = _ZOOM_KEYS.get(Qt.Key(event.key()))
        if factor is not None:
            self.zoom(factor)
        else:
            super().keyPressEvent(event)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        drawn = self.drawn
        if drawn is None:
            self.paint_ground(painter, theme)
            return
        painter.setFont(self.font())
        if painter.paintEngine().type() == QPaintEngine.Type.Raster:
            self._paint_from_layers(painter, drawn, theme)
        else:
            self.paint_ground(painter, theme)
            paint_promises(painter, drawn, theme)
            paint_coming(painter, drawn, theme)
            paint_run(painter, drawn, theme, until=drawn.frame.x(self._now))
        lit = self.thing or self._lit
        paint_lit(painter, drawn, theme, lit)
        paint_playhead(painter, drawn, theme, self._now, self._values, lit)
        paint_captions(painter, self.captions, theme, self.name_font, self.small_font, lit)
        paint_dots(painter, drawn, theme, self._now, self._values)
        painter.setFont(self.font())
        if self.thing is not None and (told := self.told(self.thing)):
            paint_reading(painter, theme, drawn.frame.area, self._pointer or self.point_of(self.thing), told)

    def _paint_from_layers(self, painter: QPainter, drawn: Drawn, theme: Theme) -> None:
        """The paper with the promises, what the run has done, and to the right of the playhead what it will do."""
        if self._paper is None or self._paper.devicePixelRatio() != self.devicePixelRatioF():
            self._paper = self.layer(_smoothly(self.paint_ground, theme), _smoothly(paint_promises, drawn, theme))
            self._coming = self._run = None
        self._run = self._run or self.layer(_smoothly(paint_run, drawn, theme))
        now = drawn.frame.x(self._now)
        painter.drawPixmap(0, 0, self._paper)
        if drawn.goes_on(now):
            self._coming = self._coming or self.layer(_smoothly(paint_coming, drawn, theme))
            self._draw_part(painter, self._coming, now, self.width())
        self._draw_part(painter, self._run, 0, now)

    def _draw_part(self, painter: QPainter, layer: QPixmap, left: float, right: float) -> None:
        """What of a layer lies between two pixels."""
        painter.setClipRect(QRectF(left, 0, right - left, self.height()), Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(0, 0, layer)
        painter.setClipping(False)

    def _boxes(self, drawn: Drawn) -> Iterator[tuple[str, QRectF]]:
        """What is pointed at within a box: where the lines meet, the parts of the bar, and the names."""
        if (at := drawn.meeting) is not None:
            reach = QPointF(_NEAR, _NEAR)
            yield MEETING, QRectF(at - reach, at + reach)
        for gap, _number, box in drawn.bar(self._now, self._values):
            yield gap.name, box.adjusted(-1, 0, 1, 0)
        for placed in self.captions:
            yield placed.caption.key, placed.box

    def _captions(self, drawn: Drawn) -> Captions:
        return Captions(drawn, QFontMetricsF(self.name_font), QFontMetricsF(self.small_font))


def _smoothly(paint: Callable[..., None], *given: object) -> Callable[[QPainter], None]:
    def painted(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter, *given)

    return painted
