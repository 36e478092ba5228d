"""The base of plots that are painted by hand, a plot with a playhead that a person moves, and one with a title."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.plots.spec import PlotSpec
from core.theory.quantities import explained, explained_prose
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.plots.axes import draw_with, is_raster, paint_reading, write_line
from perceptron_gui.look.plots.painting import Band, PlotFrame, frame_of
from perceptron_gui.look.size import SMALL, at_every_scale, dress, emboldened, follow_scale, pixels, scale_now
from perceptron_gui.look.text.rich_text import DrawnFormula, symbol_among
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.look.voice import Role, SpokenPart, Voice
from perceptron_gui.model.player import Player

Thing = TypeVar("Thing")

_KEYS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class PlotSheet(Guarded, QWidget, Generic[Thing]):
    """A sheet that a subclass draws; `thing` is the thing at a pixel: a bar, a line, a place on an axis.

    `read` carries the words on the thing under the mouse, empty for none, and `pointed` the thing itself, or None,
    whenever it changes. A click opens it. Up and down go through those that are `in_order`, and Enter opens.
    """

    smooth = True
    """True if edges are smoothed; lines of one pixel are not"""
    framed = True
    """True if it has its own ground and frame; a sheet in a card has not"""
    read = Signal(str)
    pointed = Signal(object)

    def __init__(self, theme: ThemeModel, name: str = "", rung: int = SMALL) -> None:
        super().__init__(accessibleName=name, mouseTracking=True, focusPolicy=Qt.FocusPolicy.TabFocus)
        self._theme = theme
        self.thing: Thing | None = None
        """The thing under the mouse, or reached with the keys."""
        self.pointer: QPointF | None = None
        """The pixel under the mouse; None after a step with the keys."""
        self.old = False
        """True while what is drawn belongs to data or options before a change: it is pale, and nothing opens"""
        dress(self, rung)
        LatestMoves(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.voice = Voice(self, Role.Chart, self.spoken_parts)
        theme.changed.connect(self.restyle)
        follow_scale(self, self.restyle)

    @abstractmethod
    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the whole sheet."""

    def thing_at(self, place: QPointF) -> Thing | None:
        """Return the thing under a pixel; None for nothing."""
        return None

    def describe(self, thing: Thing) -> str:
        """Return the words on a thing."""
        return ""

    def open(self, thing: Thing, *, first: bool) -> None:
        """Do the action of a click on it; `first` unless the button is held down since."""

    def in_order(self) -> Sequence[Thing]:
        """Return the things that the keys go through."""
        return ()

    def start(self, by: int) -> int:
        """Return the place from which the keys go `by` places if nothing is pointed at."""
        return -1 if by > 0 else 0

    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(told, self.rect(), slot, selected=thing == self.thing)
            for slot, thing in enumerate(self.in_order())
            if (told := self.describe(thing))
        ]

    def tip_at(self, place: QPointF) -> str:
        return ""

    def restyle(self) -> None:
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.restyle()

    def set_old(self, old: bool) -> None:
        self.old = old
        self.update()

    def paint_ground(self, painter: QPainter, theme: Theme) -> None:
        if self.framed:
            self._frame_with(painter, theme, "hairline", theme.color("page"))
        painter.setOpacity(0.4 if self.old else 1.0)

    def layer(self, paint: Callable[[QPainter], None]) -> QPixmap:
        """Return what this paints, as large and as fine as the sheet, on nothing."""
        ratio = self.devicePixelRatioF()
        made = QPixmap(self.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        with QPainter(made) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.smooth)
            painter.setFont(self.font())
            paint(painter)
        return made

    def point_at(self, place: QPointF | None) -> str:
        """Record the thing under the mouse, None for nothing, and announce its words."""
        self.pointer = place
        return self.point_to(None if place is None else self.thing_at(place))

    def press(self, place: QPointF, *, first: bool) -> None:
        found = self.thing_at(place)
        if found is not None and not self.old:
            self.open(found, first=first)

    def point_to(self, thing: Thing | None) -> str:
        """Record this as pointed at, or nothing, and announce its words."""
        if thing != self.thing:
            self.thing = thing
            self.pointed.emit(thing)
            self.update()
        return "" if thing is None else self.describe(thing)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.voice.changed()
        # The painter is ended whatever happens: Qt crashes if a widget is painted twice at once.
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.smooth)
            theme = replace(self._theme.current, thickness=scale_now())
            self.draw(painter, theme)
            if self.hasFocus():  # The focus frame shows that the keys work here.
                self._frame_with(painter, theme, "secondary", Qt.BrushStyle.NoBrush)

    def _frame_with(self, painter: QPainter, theme: Theme, role: str, inside: QColor | Qt.BrushStyle) -> None:
        radius = pixels(12)
        draw_with(painter, theme.pen(role, 1), inside)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.press(event.position(), first=False)
        self.read.emit(self.point_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.press(event.position(), first=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the release of a press here: it is not for the scroll area behind."""
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.read.emit(self.point_at(None))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the things. Space and the other arrows are the player's, wherever the focus is."""
        things, key = self.in_order(), Qt.Key(event.key())
        if things and key in _KEYS:
            self.pointer = None
            now = things.index(self.thing) if self.thing in things else self.start(_KEYS[key])
            read = self.point_to(things[(now + _KEYS[key]) % len(things)])
            self.voice.focus()
            self.read.emit(read)
        elif things and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.thing is not None and not self.old:
                self.open(self.thing, first=True)
        else:
            super().keyPressEvent(event)


_PADDING, _DOT = 8.0, 5.2


class Plot(PlotSheet[Thing]):
    """A widget that draws a `PlotSpec` with a playhead; a click or a drag asks to go to a place of its axis."""

    jumped = Signal(int)
    spec: PlotSpec | None = None
    frame: PlotFrame | None = None
    now = 0.0
    """the place of the playhead"""
    bands: Sequence[Band] = ()
    """the areas between the lines of the gap at the playhead"""
    _still: QPixmap | None = None
    """the parts that do not depend on the playhead, as they were painted last"""

    def sizeHint(self) -> QSize:
        return QSize(380, self.minimumHeight())

    @abstractmethod
    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        """Return the plot in its place on the widget."""

    @abstractmethod
    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        """Paint the parts above the lines, which depend on the playhead or the pointer."""

    def set_spec(self, spec: PlotSpec | None) -> None:
        self.spec = spec
        self.restyle()

    def restyle(self) -> None:
        self._still, self.frame = None, None if self.spec is None else self.lay_out(self.spec)
        self.update()

    def press(self, place: QPointF, *, first: bool) -> None:
        """Ask to go to the place, or open it if the plot has places that open."""
        if self.frame is None or self.frame.spec.places:
            super().press(place, first=first)
        else:
            self.jumped.emit(round(self.frame.place_at(place.x())))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        if (frame := self.frame) is None:
            return
        frame.paint_bands(painter, theme, self.now, self.bands)
        if is_raster(painter):
            if self._still is None or self._still.devicePixelRatio() != self.devicePixelRatioF():
                self._still = self.layer(partial(frame.paint_still, theme=theme))
            painter.drawPixmap(0, 0, self._still)
        else:
            frame.paint_still(painter, theme)
        frame.paint_lines(painter, theme, until=frame.x(self.now))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self.paint_above(painter, frame, theme)


def visit(player: Player, plot: Plot[Any], place: int) -> None:
    """Move the playhead to a place of the axis of a plot."""
    if plot.spec is not None and plot.spec.axis.examples:
        player.visit_example(place * plot.spec.axis.examples)
    elif plot.spec is not None:
        player.visit_update(place)


class Chart(Plot[float]):
    """A plot with a title, and below it the numbers at the playhead; hover reads the curves. A key makes it higher."""

    def __init__(self, theme: ThemeModel, least_height: int = 96) -> None:
        super().__init__(theme)
        self.numbers = ""
        """at the playhead, beside the title"""
        self._dots: tuple[float, ...] = ()
        self._each: Mapping[str, str] = {}
        self._title: DrawnFormula | None = None
        self.least_height: float = least_height
        """the pixels at the usual size that it takes at least, without its key"""
        self.beside_head = 0
        """the pixels at the right of its head that belong to another widget"""
        at_every_scale(self, self.take_room)

    def set_spec(self, spec: PlotSpec | None) -> None:
        """Draw `spec` from now on; None hides the plot."""
        if spec is not None and (self.spec is None or self.spec.title != spec.title):
            self.setWhatsThis(spec.meaning or explained(spec.title, *(curve.name for curve in spec.curves)))
        self.thing = None
        self.setVisible(spec is not None)
        super().set_spec(spec)
        self.take_room()

    def take_room(self) -> None:
        """Be as high as is asked, and higher by the line of a key."""
        keyed = self.spec is not None and bool(self.spec.keyed)
        self.setMinimumHeight(pixels(self.least_height) + keyed * self.fontMetrics().height())

    def set_playhead(
        self,
        place: float,
        dots: tuple[float, ...],
        numbers: str = "",
        bands: Sequence[Band] = (),
        each: Mapping[str, str] | None = None,
    ) -> None:
        """Mark `place` on the axis and the curves at the values `dots`, and show `numbers` beside the title.

        `bands` part what lies between the two lines of the spec's gap there. `each` are the numbers by the names of
        the curves instead, for a spec whose key tells them.
        """
        self.now, self._dots, self.bands = place, dots, bands
        self._each = each or {}
        self.numbers = numbers or ", ".join(f"{name} {value}" for name, value in self._each.items())
        title = self.spec.title if self.spec else ""
        self.setAccessibleName(f"{title}: {numbers}" if numbers else title)
        self.update()

    def x_of(self, place: float) -> float:
        return self.frame.x(place) if self.frame else 0.0

    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        title = self.fontMetrics().height() * (1 if spec.key_tells else 2) + _PADDING
        return frame_of(spec, QRectF(self.rect()).adjusted(_PADDING, title + 2, -_PADDING, -4), self.font())

    def tip_at(self, place: QPointF) -> str:
        """Return the meaning of the symbol or curve at a pixel; empty for none."""
        if self._title is None or self.frame is None:
            return ""
        spec, curves = self.frame.spec, [curve.name for curve in self.frame.spec.curves]
        if place.y() > self.frame.area.bottom():
            return explained(spec.axis.name)
        if place.y() > self.frame.area.top():
            named = symbol_among([*self.frame.names, *self.frame.signs], place)
            return "" if named is None else named.describe()
        if spec.meaning:
            return spec.meaning if place.y() <= self._title.box.bottom() else explained_prose(*curves)
        symbol = self._title.symbol_at(place)
        return explained_prose(spec.title, *curves) if symbol is None else symbol.describe()

    def thing_at(self, place: QPointF) -> float | None:
        """Return the sampled place on the axis that is nearest to a pixel."""
        return None if self.frame is None else self.frame.spec.nearest(self.frame.place_at(place.x()))

    def describe(self, thing: float) -> str:
        if self.spec is None:
            return ""
        axis = self.spec.axis
        return f"{axis.name} = {axis.write(thing)}:  {self.spec.reading(thing)}"

    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        self._paint_head(painter, frame.spec, theme)
        painter.setFont(self.font())
        if frame.spec.wall is not None:
            # Paint along the axis how far the playhead is towards the wall, and how far the run gets.
            left, top = frame.area.left(), frame.area.bottom() - 3
            ends = [(float(curve.x[-1]), theme.pale("ink", PALEST)) for curve in frame.spec.sampled]
            painter.setPen(Qt.PenStyle.NoPen)
            for end, color in (*ends, (self.now, theme.color("now"))):
                painter.setBrush(color)
                painter.drawRect(QRectF(left, top, frame.x(end) - left, 6))
        if frame.spec.key_tells:
            frame.paint_key(painter, theme, self._each)
        painter.setPen(theme.pen("now", 1.5))
        frame.upright(painter, frame.x(self.now))
        draw_with(painter, theme.pen("page", 1.5), theme.color("now"))
        for value in self._dots:
            painter.drawEllipse(frame.point(self.now, value), _DOT, _DOT)
        frame.paint_remark(painter, theme)
        if self.thing is not None:
            self._paint_hover(painter, frame, theme, self.thing)

    def _paint_head(self, painter: QPainter, spec: PlotSpec, theme: Theme) -> None:
        """Write the title, and below it the numbers, unless the key tells them."""
        metrics = self.fontMetrics()
        line = QRectF(_PADDING, 5, self.width() - 2 * _PADDING - self.beside_head, metrics.height())
        title = metrics.elidedText(spec.title, Qt.TextElideMode.ElideRight, int(line.width()))
        painter.setFont(self.font())
        painter.setPen(theme.color("secondary"))
        write_line(painter, title, line.left(), line.top())
        self._title = DrawnFormula(line, title, self.font())
        if not spec.key_tells:
            painter.setFont(emboldened(self.font()))
            painter.setPen(theme.color("ink"))
            write_line(painter, self.numbers, line.left(), line.bottom(), line.right())

    def _paint_hover(self, painter: QPainter, frame: PlotFrame, theme: Theme, place: float) -> None:
        points = [frame.point(place, curve.on_line(place)) for curve in frame.spec.sampled]
        painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
        frame.upright(painter, points[0].x())
        draw_with(painter, theme.pen("ink", 1.5), theme.color("page"))
        for point in points:
            painter.drawEllipse(point, 3.5, 3.5)
        paint_reading(painter, theme, frame.area, points[0], self.describe(place))
