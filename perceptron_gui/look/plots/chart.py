"""A plot on a widget: its painted layers, the playhead that a person moves, and a title with the numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent

from core.plots.spec import PlotSpec
from core.theory.symbols import explained, explained_prose
from perceptron_gui.look.plots.axes import paint_reading, write_line
from perceptron_gui.look.plots.painting import (
    Band,
    PlotFrame,
    frame_of,
    names_in,
    paint_bands,
    paint_key,
    paint_lines,
    paint_paper,
    paint_remark,
)
from perceptron_gui.look.plots.sheet import PlotSheet, Thing
from perceptron_gui.look.size import SMALL, emboldened, follow_scale, pixels
from perceptron_gui.look.text.rich_text import DrawnFormula, symbol_among
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.model.player import Player

_PADDING = 8.0
_DOT = 5.2


class Plot(PlotSheet[Thing]):
    """A widget that draws a `PlotSpec` with a playhead; a click or a drag asks to go to a place of its axis."""

    jumped = Signal(int)

    def __init__(self, theme: ThemeModel, name: str = "", rung: int = SMALL) -> None:
        super().__init__(theme, name, rung)
        self.spec: PlotSpec | None = None
        """the plot as data"""
        self.frame: PlotFrame | None = None
        """the plot laid out on the widget"""
        self.now = 0.0
        """the place of the playhead"""
        self.bands: Sequence[Band] = ()
        """the areas between the lines of the gap at the playhead"""

    @abstractmethod
    def lay_out(self, spec: PlotSpec) -> PlotFrame:
        """Return the plot in its place on the widget."""

    @abstractmethod
    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        """Paint the parts above the lines, which depend on the playhead or the pointer."""

    def set_spec(self, spec: PlotSpec | None) -> None:
        """Draw `spec` from now on."""
        self.spec = spec
        self.restyle()

    def restyle(self) -> None:
        """Lay the plot out again."""
        self.frame = None if self.spec is None else self.lay_out(self.spec)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.restyle()

    def press(self, place: QPointF, *, first: bool) -> None:
        """Ask to go to the place, or open it if the plot has places that open."""
        if self.frame is None or self.frame.spec.places:
            super().press(place, first=first)
        else:
            self.jumped.emit(round(self.frame.place_at(place.x())))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = self.frame
        if frame is None:
            return
        painter.setFont(self.font())
        paint_bands(painter, frame, theme, self.now, self.bands)
        paint_paper(painter, frame, theme)
        paint_lines(painter, frame, theme)
        paint_lines(painter, frame, theme, until=frame.x(self.now))
        self.paint_above(painter, frame, theme)


def visit(player: Player, plot: Plot[Any], place: int) -> None:
    """Move the playhead to a place of the axis of a plot."""
    if plot.spec is not None and plot.spec.axis.examples:
        player.visit_example(place * plot.spec.axis.examples)
    elif plot.spec is not None:
        player.visit_update(place)


class Chart(Plot[float]):
    """A plot with a title and the numbers at the playhead; hover reads the curves.

    Its height is `least_height` pixels or more, plus a line of text for a key above the plot. The numbers stand below
    the title.
    """

    def __init__(self, theme: ThemeModel, least_height: int = 96) -> None:
        super().__init__(theme)
        self.numbers = ""
        """at the playhead, beside the title"""
        self._dots: tuple[float, ...] = ()
        self._each: Mapping[str, str] = {}
        self._title: DrawnFormula | None = None
        self._least_height = least_height
        self.beside_head = 0
        """the pixels at the right of its head that belong to another widget"""
        self._take_room()
        follow_scale(self, self._take_room)

    def sizeHint(self) -> QSize:
        return QSize(380, self.minimumHeight())

    def set_spec(self, spec: PlotSpec | None) -> None:
        """Draw `spec` from now on; None hides the plot."""
        if spec is not None and (self.spec is None or self.spec.title != spec.title):
            self.setWhatsThis(spec.meaning or explained(spec.title, *(curve.name for curve in spec.curves)))
        self.thing = None
        self.setVisible(spec is not None)
        super().set_spec(spec)
        self._take_room()

    def _take_room(self) -> None:
        """Be as high as is asked, and higher by the line of a key."""
        keyed = self.spec is not None and bool(self.spec.keyed)
        self.setMinimumHeight(pixels(self._least_height) + keyed * self.fontMetrics().height())

    def set_playhead(
        self,
        place: float,
        dots: tuple[float, ...],
        numbers: str,
        bands: Sequence[Band] = (),
        each: Mapping[str, str] | None = None,
    ) -> None:
        """Mark `place` on the axis and the curves at the values `dots`, and show `numbers` beside the title.

        `bands` part what lies between the two lines of the spec's gap there. `each` are the same numbers by the
        names of the curves, for a spec whose key tells them.
        """
        self.now, self._dots, self.bands = place, dots, bands
        self.numbers, self._each = numbers, each or {}
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
        if self._title is None or self.frame is None or self.spec is None:
            return ""
        if place.y() > self.frame.area.bottom():
            return explained(self.spec.axis.name)
        if place.y() > self.frame.area.top():
            names = [name for _role, name in names_in(self.frame, self.font())]
            signs = [sign.written(self.font()) for sign in self.frame.signs]
            named = symbol_among([*names, *signs], place)
            return "" if named is None else named.describe()
        spec, curves = self.spec, [curve.name for curve in self.spec.curves]
        if spec.meaning:
            in_title = place.y() <= self._title.box.bottom()
            return spec.meaning if in_title else explained_prose(*curves)
        symbol = self._title.symbol_at(place)
        return explained_prose(spec.title, *curves) if symbol is None else symbol.describe()

    def thing_at(self, place: QPointF) -> float | None:
        """Return the sampled place on the axis that is nearest to a pixel."""
        if self.frame is None or self.spec is None:
            return None
        return self.spec.nearest(self.frame.place_at(place.x()))

    def describe(self, thing: float) -> str:
        if self.spec is None:
            return ""
        axis = self.spec.axis
        return f"{axis.name} = {axis.write(thing)}:  {self.spec.reading(thing)}"

    def paint_above(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        if self.spec is not None:
            self._paint_head(painter, self.spec)
        painter.setFont(self.font())
        if frame.spec.wall is not None:
            self._paint_bar(painter, frame, theme)
        if frame.spec.key_tells:
            paint_key(painter, frame, theme, self._each)
        painter.setPen(theme.pen("now", 1.5))
        frame.upright(painter, frame.x(self.now))
        painter.setPen(theme.pen("page", 1.5))
        painter.setBrush(theme.color("now"))
        for value in self._dots:
            painter.drawEllipse(frame.point(self.now, value), _DOT, _DOT)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        paint_remark(painter, frame, theme)
        if self.thing is not None:
            self._paint_hover(painter, frame, theme, self.thing)

    def _paint_head(self, painter: QPainter, spec: PlotSpec) -> None:
        """Write the title, and below it the numbers, unless the key tells them."""
        metrics, ink = self.fontMetrics(), self._theme.current
        line = QRectF(_PADDING, 5, self.width() - 2 * _PADDING - self.beside_head, metrics.height())
        title = metrics.elidedText(spec.title, Qt.TextElideMode.ElideRight, int(line.width()))
        painter.setFont(self.font())
        painter.setPen(ink.color("secondary"))
        write_line(painter, title, line.left(), line.top())
        self._title = DrawnFormula(line, title, self.font())
        if not spec.key_tells:
            painter.setFont(emboldened(self.font()))
            painter.setPen(ink.color("ink"))
            write_line(painter, self.numbers, line.left(), line.bottom(), line.right())

    def _paint_bar(self, painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
        """Paint along the axis how far the playhead is towards the wall, and how far the run gets."""
        left, top = frame.area.left(), frame.area.bottom() - 3
        ends = [(float(curve.x[-1]), theme.pale("ink", PALEST)) for curve in frame.spec.sampled]
        painter.setPen(Qt.PenStyle.NoPen)
        for end, color in (*ends, (self.now, theme.color("now"))):
            painter.setBrush(color)
            painter.drawRect(QRectF(left, top, frame.x(end) - left, 6))

    def _paint_hover(self, painter: QPainter, frame: PlotFrame, theme: Theme, place: float) -> None:
        points = [frame.point(place, curve.on_line(place)) for curve in frame.spec.sampled]
        painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
        frame.upright(painter, points[0].x())
        painter.setPen(theme.pen("ink", 1.5))
        painter.setBrush(theme.color("page"))
        for point in points:
            painter.drawEllipse(point, 3.5, 3.5)
        paint_reading(painter, theme, frame.area, points[0], self.describe(place))
