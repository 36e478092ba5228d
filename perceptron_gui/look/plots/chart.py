"""One plot: a title with its numbers, the picture, and the playhead that can be moved in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPaintEngine, QPainter, QPixmap, QResizeEvent

from core.theory.symbols import explained, explained_prose
from perceptron_gui.look.plots.axes import paint_reading
from perceptron_gui.look.plots.painting import (
    Band,
    PictureFrame,
    frame_of,
    names_in,
    paint_bands,
    paint_key,
    paint_lines,
    paint_paper,
    paint_remark,
)
from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.lettering import readable, shrunk
from perceptron_gui.look.text.symbol_tips import DrawnFormula, symbol_among
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel

_PADDING = 8.0
_DOT = 5.0
_NARROW = 36
"""A plot of fewer letters in width has its numbers under its title."""


class Chart(PlotSheet[float]):
    """Draws a `Picture`; click or drag asks to go to an update, hover reads the curve.

    It is `least_height` pixels high at least, and a line of text more where a key stands above the plot. One of little
    width has its numbers in a line of their own.
    What does not depend on the playhead is painted once into pixmaps, so that a frame while playing costs two copies.
    """

    jumped = Signal(int)
    resized = Signal()

    def __init__(self, theme: ThemeModel, least_height: int = 96) -> None:
        super().__init__(theme)
        self.picture: Picture | None = None
        """what is drawn"""
        self.numbers = ""
        """at the playhead, beside the title"""
        self._frame: PictureFrame | None = None
        self._layers: dict[tuple[bool, float], list[QPixmap]] = {}
        self._now = 0.0
        self._dots: tuple[float, ...] = ()
        self._bands: Sequence[Band] = ()
        self._each: Mapping[str, str] = {}
        self._title: DrawnFormula | None = None
        self._least_height = least_height
        self.beside_head = 0
        """pixels at the right of its head that are another's"""
        self.setMinimumHeight(pixels(least_height))

    def sizeHint(self) -> QSize:
        return QSize(380, self.minimumHeight())

    def set_picture(self, picture: Picture | None) -> None:
        """Draw `picture` from now on; without one, take no room."""
        if picture is not None and (self.picture is None or self.picture.title != picture.title):
            self.setWhatsThis(picture.meaning or explained(picture.title, *(curve.name for curve in picture.curves)))
        self.picture = picture
        self.thing = None
        keyed = picture is not None and bool(picture.keyed)
        self.setMinimumHeight(pixels(self._least_height) + keyed * self.fontMetrics().height())
        self.setVisible(picture is not None)
        self.restyle()

    def set_playhead(
        self,
        place: float,
        dots: tuple[float, ...],
        numbers: str,
        bands: Sequence[Band] = (),
        each: Mapping[str, str] | None = None,
    ) -> None:
        """Mark `place` on the axis and the curves at the values `dots`, and show `numbers` beside the title.

        `bands` part what lies between the two lines of the picture's gap there. `each` are the same numbers by the
        names of the curves, for a picture whose key tells them.
        """
        self._now, self._dots, self._bands = place, dots, bands
        self.numbers, self._each = numbers, each or {}
        title = self.picture.title if self.picture else ""
        self.setAccessibleName(f"{title}: {numbers}" if numbers else title)
        self.update()

    def span_of(self, count: float) -> tuple[float, float] | None:
        """The pixels of 0 and of `count` on the axis; None where it does not reach from one to the other evenly."""
        if self._frame is None or self.picture is None:
            return None
        x = self.picture.x
        if x.logarithmic or x.low > 0 or x.high < count:
            return None
        return self.x_of(0), self.x_of(count)

    def x_of(self, place: float) -> float:
        return self._frame.x(place) if self._frame else 0.0

    def restyle(self) -> None:
        self._layers = {}
        if self.picture is not None:
            title = self.fontMetrics().height() * (2 if self._under_title else 1) + _PADDING
            canvas = QRectF(self.rect()).adjusted(_PADDING, title + 2, -_PADDING, -4)
            self._frame = frame_of(self.picture, canvas, self.font())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.restyle()
        self.resized.emit()

    def tip_at(self, place: QPointF) -> str:
        """What the symbol of the title at a pixel stands for, or what is drawn, or that of the axis; empty for none."""
        if self._title is None or self._frame is None or self.picture is None:
            return ""
        if place.y() > self._frame.area.bottom():
            return explained(self.picture.axis.name)
        if place.y() > self._frame.area.top():
            names = [name for _role, name in names_in(self._frame, self.font())]
            signs = [sign.written(self.font()) for sign in self._frame.signs]
            named = symbol_among([*names, *signs], place)
            return "" if named is None else named.told()
        picture, curves = self.picture, [curve.name for curve in self.picture.curves]
        if picture.meaning:
            in_title = place.y() <= self._title.box.bottom()
            return picture.meaning if in_title else explained_prose(*curves)
        symbol = self._title.symbol_at(place)
        return explained_prose(picture.title, *curves) if symbol is None else symbol.told()

    def thing_at(self, place: QPointF) -> float | None:
        """The place on the axis at which the curve is sampled that is nearest."""
        if self._frame is None or self.picture is None:
            return None
        return self.picture.nearest(self._frame.place_at(place.x()))

    def told(self, thing: float) -> str:
        if self.picture is None:
            return ""
        axis = self.picture.axis
        return f"{axis.name} = {axis.told(thing)}:  {self.picture.reading(thing)}"

    def press(self, place: QPointF, *, first: bool) -> None:
        if self._frame is not None:
            self.jumped.emit(round(self._frame.place_at(place.x())))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self.picture is None or self._frame is None:
            self.paint_ground(painter, theme)
            return
        if painter.paintEngine().type() == QPaintEngine.Type.Raster:
            self._paint_from_layers(painter, self._frame, theme)
        else:
            self._paint_as_lines(painter, self._frame, theme)
        self._paint_head(painter, self.picture)
        painter.setFont(self.font())
        if self.picture.wall is not None:
            self._paint_bar(painter, self._frame, theme)
        if self.picture.key_tells:
            paint_key(painter, self._frame, theme, self._each)
        self._paint_playhead(painter, self._frame, theme)
        paint_remark(painter, self._frame, theme)
        if self.thing is not None:
            self._paint_hover(painter, self._frame, theme, self.thing)

    @property
    def _under_title(self) -> bool:
        """Whether the numbers stand under the title: the width decides it, not what they are, so that nothing jumps."""
        picture = self.picture
        told = picture is not None and not picture.key_tells
        return told and self.width() < _NARROW * self.fontMetrics().averageCharWidth()

    def _paint_head(self, painter: QPainter, picture: Picture) -> None:
        """The title, and the numbers at the right of the same line, or in one of their own."""
        line = QRectF(_PADDING, 5, self.width() - 2 * _PADDING - self.beside_head, self.fontMetrics().height())
        numbers = "" if picture.key_tells else self.numbers
        if self._under_title:
            below = line.translated(0, line.height())
            self._paint_title(painter, picture.title, line, self._fitting(picture.title, line.width(), bold=False))
            self._paint_numbers(painter, numbers, below, self._fitting(numbers, line.width(), bold=True))
            return
        font = self._fitting(f"{picture.title}  {numbers}", line.width(), bold=True)
        taken = self._paint_numbers(painter, numbers, line, font)
        font.setBold(False)
        self._paint_title(painter, picture.title, line.adjusted(0, 0, -taken - 10, 0), font)

    def _paint_numbers(self, painter: QPainter, numbers: str, line: QRectF, font: QFont) -> int:
        """At the right; returns how wide they are."""
        painter.setFont(font)
        painter.setPen(self._theme.current.color("ink"))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, numbers)
        return painter.fontMetrics().horizontalAdvance(numbers)

    def _paint_title(self, painter: QPainter, title: str, line: QRectF, font: QFont) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.current.color("secondary"))
        told = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(line.width()))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, told)
        self._title = DrawnFormula(line, told, QFont(font))

    def _fitting(self, line: str, width: float, *, bold: bool) -> QFont:
        """A font in which a line has room: as large as all are here, or smaller."""
        return shrunk(readable(self.font(), bold=bold), lambda metrics: metrics.horizontalAdvance(line) <= width)

    def _paint_from_layers(self, painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
        """The bands lie between the ground and what is drawn on it; where there are none, both are one layer."""
        apart = bool(self._bands)
        kind = apart, self.devicePixelRatioF()
        if kind not in self._layers:
            self._layers = {kind: self._made_layers(frame, theme, apart=apart)}
        *lower, strong = self._layers[kind]
        painter.drawPixmap(0, 0, lower[0])
        if apart:
            paint_bands(painter, frame, theme, self._now, self._bands)
            painter.drawPixmap(0, 0, lower[1])
        painter.setClipRect(QRectF(0, 0, frame.x(self._now), self.height()), Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(0, 0, strong)
        painter.setClipping(False)

    def _made_layers(self, frame: PictureFrame, theme: Theme, *, apart: bool) -> list[QPixmap]:
        """What is painted once: the ground, what is still to come upon it or `apart`, and what was played."""

        def ground(painter: QPainter) -> None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint_ground(painter, theme)

        def pale(painter: QPainter) -> None:
            paint_paper(painter, frame, theme)
            paint_lines(painter, frame, theme, played=False)

        def strong(painter: QPainter) -> None:
            paint_lines(painter, frame, theme, played=True)

        kinds = ((ground,), (pale,), (strong,)) if apart else ((ground, pale), (strong,))
        return [self.layer(*paints) for paints in kinds]

    def _paint_as_lines(self, painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
        """For pictures that are to stay sharp at any scale; cut, for an SVG keeps no clip."""
        self.paint_ground(painter, theme)
        paint_bands(painter, frame, theme, self._now, self._bands)
        painter.save()
        paint_paper(painter, frame, theme)
        paint_lines(painter, frame, theme, played=False)
        paint_lines(painter, frame, theme, played=True, until=frame.x(self._now))
        painter.restore()

    def _paint_bar(self, painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
        """How far the playhead is towards the wall, and how far the run gets, along the axis."""
        left, top = frame.area.left(), frame.area.bottom() - 3
        ends = [(float(curve.x[-1]), theme.pale("ink", PALEST)) for curve in frame.picture.sampled]
        painter.setPen(Qt.PenStyle.NoPen)
        for end, color in (*ends, (self._now, theme.color("now"))):
            painter.setBrush(color)
            painter.drawRect(QRectF(left, top, frame.x(end) - left, 6))

    def _paint_playhead(self, painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
        painter.setPen(theme.pen("now", 1.5))
        frame.upright(painter, frame.x(self._now))
        painter.setPen(theme.pen("page", 1.5))
        painter.setBrush(theme.color("now"))
        for value in self._dots:
            painter.drawEllipse(frame.point(self._now, value), _DOT, _DOT)

    def _paint_hover(self, painter: QPainter, frame: PictureFrame, theme: Theme, place: float) -> None:
        points = [frame.point(place, curve.on_line(place)) for curve in frame.picture.sampled]
        painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
        frame.upright(painter, points[0].x())
        painter.setPen(theme.pen("ink", 1.5))
        painter.setBrush(theme.color("page"))
        for point in points:
            painter.drawEllipse(point, 3.5, 3.5)
        paint_reading(painter, theme, frame.area, points[0], self.told(place))
