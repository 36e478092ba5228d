"""One plot: a title with its numbers, the picture, and the playhead that can be moved in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.theory.symbols import explained
from perceptron_gui.look.plots.painting import (
    Band,
    Frame,
    frame_of,
    paint_bands,
    paint_key,
    paint_lines,
    paint_paper,
    paint_remark,
)
from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.written import DrawnFormula
from perceptron_gui.look.theme import ThemeModel

_PADDING = 8.0
_DOT = 5.0
_LEAST_HEIGHT = 96
_LEAST_POINTS = 8.0
_NARROW = 36
"""A plot of fewer letters in width has its numbers under its title."""


@dataclass(frozen=True)
class _Layers:
    """What is painted once: the ground, what is still to come upon it or `apart`, and what was played."""

    ground: QPixmap
    pale: QPixmap | None
    strong: QPixmap

    @property
    def apart(self) -> bool:
        """Whether something can be painted between the ground and what is to come."""
        return self.pale is not None

    @property
    def ratio(self) -> float:
        """Pixels of the screen in one of the widget."""
        return self.ground.devicePixelRatio()


class Chart(QWidget):
    """Draws a `Picture`; click or drag asks to go to an update, hover reads the curve.

    It is `least_height` pixels high at least, and a line of text more where a key stands above the plot. One of little
    width has its numbers in a line of their own.
    What does not depend on the playhead is painted once into pixmaps, so that a frame while playing costs two copies.
    """

    jumped = Signal(int)
    resized = Signal()

    def __init__(self, theme: ThemeModel, least_height: int = _LEAST_HEIGHT, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: Picture | None = None
        self._frame: Frame | None = None
        self._layers: _Layers | None = None
        self._now = 0.0
        self._dots: tuple[float, ...] = ()
        self._bands: Sequence[Band] = ()
        self._numbers = ""
        self._each: Mapping[str, str] = {}
        self._title: DrawnFormula | None = None
        self._hover: float | None = None
        self.setFont(readable(self.font()))
        self.setMouseTracking(True)
        self._least_height = least_height
        self.setMinimumHeight(least_height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._repaint_all)

    @property
    def picture(self) -> Picture | None:
        """What is drawn."""
        return self._picture

    @property
    def numbers(self) -> str:
        """The numbers at the playhead, beside the title."""
        return self._numbers

    @property
    def hover_text(self) -> str:
        """What is read under the cursor; empty where it is not over the curve."""
        if self._picture is None or self._hover is None:
            return ""
        axis = self._picture.axis
        return f"{axis.name} = {axis.told(self._hover)}:  {self._picture.reading(self._hover)}"

    def sizeHint(self) -> QSize:
        return QSize(380, self.minimumHeight())

    def set_picture(self, picture: Picture | None) -> None:
        """Draw `picture` from now on; without one, take no room."""
        if picture is not None and (self._picture is None or self._picture.title != picture.title):
            self.setWhatsThis(explained(picture.title, *(curve.name for curve in picture.curves)))
        self._picture = picture
        self._hover = None
        keyed = picture is not None and bool(picture.keyed)
        self.setMinimumHeight(self._least_height + keyed * self.fontMetrics().height())
        self.setVisible(picture is not None)
        self._repaint_all()

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
        self._numbers, self._each = numbers, each or {}
        title = self._picture.title if self._picture else ""
        self.setAccessibleName(f"{title}: {numbers}" if numbers else title)
        self.update()

    def span_of(self, count: float) -> tuple[float, float] | None:
        """The pixels of 0 and of `count` on the axis; None where it does not reach from one to the other evenly."""
        if self._frame is None or self._picture is None:
            return None
        x = self._picture.x
        if x.logarithmic or x.low > 0 or x.high < count:
            return None
        return self.x_of(0), self.x_of(count)

    def x_of(self, place: float) -> float:
        """The pixel of a place on the axis."""
        return float(self._frame.x(place)) if self._frame else 0.0

    @Slot()
    def _repaint_all(self) -> None:
        self._layers = None
        if self._picture is not None:
            title = self.fontMetrics().height() * (2 if self._under_title else 1) + _PADDING
            canvas = QRectF(self.rect()).adjusted(_PADDING, title + 2, -_PADDING, -4)
            self._frame = frame_of(self._picture, canvas, self.font())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._repaint_all()
        self.resized.emit()

    def symbol_tip(self, at: QPointF) -> str:
        """What the symbol of the title at a pixel stands for; empty where there is none."""
        symbol = None if self._title is None else self._title.symbol_at(at)
        return "" if symbol is None else symbol.told()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.symbol_tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._jump(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._jump(event)
        if self._frame is not None and self._picture is not None:
            self._hover = self._picture.nearest(self._frame.place_at(event.position().x()))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What was pressed here is released here: it is not for the scroll area behind."""
        event.accept()

    def _jump(self, event: QMouseEvent) -> None:
        if self._frame is not None:
            self.jumped.emit(round(self._frame.place_at(event.position().x())))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._theme.current
            if self._picture is None or self._frame is None:
                self._paint_ground(painter)
                return
            if painter.paintEngine().type() == QPaintEngine.Type.Raster:
                self._paint_from_layers(painter, self._frame)
            else:
                self._paint_ground(painter)
                paint_bands(painter, self._frame, theme, self._now, self._bands)
                self._paint_curves(painter, self._frame)
            self._paint_head(painter, self._picture)
            painter.setFont(self.font())
            if self._picture.wall is not None:
                self._paint_bar(painter, self._frame)
            if self._picture.key_tells:
                paint_key(painter, self._frame, theme, self._each)
            self._paint_playhead(painter, self._frame)
            paint_remark(painter, self._frame, theme)
            self._paint_hover(painter, self._frame)

    @property
    def _under_title(self) -> bool:
        """Whether the numbers stand under the title: the width decides it, not what they are, so that nothing jumps."""
        picture = self._picture
        told = picture is not None and not picture.key_tells
        return told and self.width() < _NARROW * self.fontMetrics().averageCharWidth()

    def _paint_head(self, painter: QPainter, picture: Picture) -> None:
        """The title, and the numbers at the right of the same line, or in one of their own."""
        line = QRectF(_PADDING, 5, self.width() - 2 * _PADDING, self.fontMetrics().height())
        numbers = "" if picture.key_tells else self._numbers
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
        font = readable(self.font(), bold=bold)
        while font.pointSizeF() > _LEAST_POINTS:
            metrics = QFontMetricsF(font)
            if metrics.horizontalAdvance(line) <= width:
                break
            font.setPointSizeF(font.pointSizeF() - 0.5)
        return font

    def _paint_ground(self, painter: QPainter) -> None:
        theme = self._theme.current
        painter.setPen(theme.pen("hairline", 1))
        painter.setBrush(theme.color("page"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_from_layers(self, painter: QPainter, frame: Frame) -> None:
        """The bands lie between the ground and what is drawn on it; where there are none, both are one layer."""
        apart = bool(self._bands)
        if self._layers is None or self._layers.apart != apart or self._layers.ratio != self.devicePixelRatioF():
            self._layers = self._make_layers(frame, apart=apart)
        layers = self._layers
        painter.drawPixmap(0, 0, layers.ground)
        if layers.pale is not None:
            paint_bands(painter, frame, self._theme.current, self._now, self._bands)
            painter.drawPixmap(0, 0, layers.pale)
        painter.setClipRect(QRectF(0, 0, float(frame.x(self._now)), self.height()), Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(0, 0, layers.strong)
        painter.setClipping(False)

    def _make_layers(self, frame: Frame, *, apart: bool) -> _Layers:
        theme = self._theme.current
        ground, strong = self._layer(), self._layer()
        pale = self._layer() if apart else None
        with QPainter(ground) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter)
        for layer, played in ((ground if pale is None else pale, False), (strong, True)):
            with QPainter(layer) as painter:
                painter.setFont(self.font())
                if not played:
                    paint_paper(painter, frame, theme)
                paint_lines(painter, frame, theme, played=played)
        return _Layers(ground, pale, strong)

    def _paint_curves(self, painter: QPainter, frame: Frame) -> None:
        """As lines, for pictures that are to stay sharp at any scale; cut, for an SVG keeps no clip."""
        painter.save()
        paint_paper(painter, frame, self._theme.current)
        paint_lines(painter, frame, self._theme.current, played=False)
        paint_lines(painter, frame, self._theme.current, played=True, until=float(frame.x(self._now)))
        painter.restore()

    def _layer(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        layer = QPixmap(self.size() * ratio)
        layer.setDevicePixelRatio(ratio)
        layer.fill(Qt.GlobalColor.transparent)
        return layer

    def _paint_bar(self, painter: QPainter, frame: Frame) -> None:
        """How far the playhead is towards the wall, and how far the run gets, along the axis."""
        theme, left, top = self._theme.current, frame.area.left(), frame.area.bottom() - 3
        ends = [(float(curve.x[-1]), theme.color("ink", 0.35)) for curve in frame.picture.own]
        painter.setPen(Qt.PenStyle.NoPen)
        for end, color in (*ends, (self._now, theme.color("now"))):
            painter.setBrush(color)
            painter.drawRect(QRectF(left, top, float(frame.x(end)) - left, 6))

    def _paint_playhead(self, painter: QPainter, frame: Frame) -> None:
        theme, x = self._theme.current, float(frame.x(self._now))
        painter.setPen(theme.pen("now", 1.5))
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
        painter.setPen(theme.pen("page", 1.5))
        painter.setBrush(theme.color("now"))
        for value in self._dots:
            painter.drawEllipse(frame.point(self._now, value), _DOT, _DOT)

    def _paint_hover(self, painter: QPainter, frame: Frame) -> None:
        if self._hover is None:
            return
        theme, points = (
            self._theme.current,
            [frame.point(self._hover, c.on_line(self._hover)) for c in frame.picture.own],
        )
        at = points[0]
        painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(at.x(), frame.area.top()), QPointF(at.x(), frame.area.bottom()))
        painter.setPen(theme.pen("ink", 1.5))
        painter.setBrush(theme.color("page"))
        for point in points:
            painter.drawEllipse(point, 3.5, 3.5)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        measured = painter.boundingRect(QRectF(0, 0, frame.area.width() - 12, 200), flags, self.hover_text)
        box = measured.adjusted(-6, -2, 6, 2)
        left = min(max(at.x() - box.width() / 2, frame.area.left()), frame.area.right() - box.width())
        above = frame.area.top() if at.y() > frame.area.center().y() else frame.area.bottom() - box.height() - 4
        box.moveTo(left, above)
        painter.setPen(theme.pen("hairline", 1))
        painter.setBrush(theme.color("panel", 0.94))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(theme.color("ink"))
        painter.drawText(box, flags, self.hover_text)
