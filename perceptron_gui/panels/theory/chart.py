"""One plot of the theory panel: a title with its numbers, the picture, and the playhead that can be moved in it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPaintEngine, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.look.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.theory.painting import Frame, cut_at, frame_of, paint_curve, paint_paper, paint_remark
from perceptron_gui.panels.theory.pictures import Picture

_PADDING = 8.0
_DOT = 5.0
_LEAST_HEIGHT = 96


class Chart(QWidget):
    """Draws a `Picture`; click or drag asks to go to an update, hover reads the curve.

    What does not depend on the playhead is painted once into pixmaps, so that a frame while playing costs two copies.
    """

    jumped = Signal(int)

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: Picture | None = None
        self._frame: Frame | None = None
        self._layers: tuple[QPixmap, QPixmap] | None = None
        self._now: tuple[float, float | None] = (0, None)
        self._numbers = ""
        self._hover: int | None = None
        self.setFont(readable(self.font()))
        self.setMouseTracking(True)
        self.setMinimumHeight(_LEAST_HEIGHT)
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
        return f"k = {self._picture.k[self._hover]:,.0f}:  {self._picture.reading(self._hover)}"

    def sizeHint(self) -> QSize:
        return QSize(380, 140)

    def set_picture(self, picture: Picture) -> None:
        """Draw `picture` from now on."""
        self._picture = picture
        self._hover = None
        self._repaint_all()

    def set_playhead(self, k: int, value: float | None, numbers: str) -> None:
        """Mark update k, where the curve is at `value` (None: nowhere), and show `numbers` beside the title."""
        self._now = (k, value)
        self._numbers = numbers
        title = self._picture.title if self._picture else ""
        self.setAccessibleName(f"{title}: {numbers}" if numbers else title)
        self.update()

    def x_of(self, k: float) -> float:
        """The pixel of update k."""
        return float(self._frame.x(k)) if self._frame else 0.0

    @Slot()
    def _repaint_all(self) -> None:
        self._layers = None
        if self._picture is not None:
            title = self.fontMetrics().height() + _PADDING
            canvas = QRectF(self.rect()).adjusted(_PADDING, title + 2, -_PADDING, -4)
            self._frame = frame_of(self._picture, canvas, self.font())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._repaint_all()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._jump(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._jump(event)
        if self._frame is not None and self._picture is not None and len(self._picture.k):
            wanted = self._frame.update_at(event.position().x())
            self._hover = int(np.abs(self._picture.k - wanted).argmin())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What was pressed here is released here: it is not for the scroll area behind."""
        event.accept()

    def _jump(self, event: QMouseEvent) -> None:
        if self._frame is not None:
            self.jumped.emit(round(self._frame.update_at(event.position().x())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme.current
        painter.setPen(theme.pen("hairline", 1))
        painter.setBrush(theme.color("page"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if self._picture is None or self._frame is None:
            return
        self._paint_title(painter, self._picture)
        if painter.paintEngine().type() == QPaintEngine.Type.Raster:
            self._paint_from_layers(painter, self._frame)
        else:
            self._paint_curves(painter, self._frame)
        if self._picture.wall is not None:
            self._paint_bar(painter, self._frame)
        self._paint_playhead(painter, self._frame)
        paint_remark(painter, self._frame, theme)
        self._paint_hover(painter, self._frame)

    def _paint_title(self, painter: QPainter, picture: Picture) -> None:
        theme, metrics = self._theme.current, self.fontMetrics()
        line = QRectF(_PADDING, 5, self.width() - 2 * _PADDING, metrics.height())
        painter.setFont(readable(self.font(), bold=True))
        numbers_width = painter.fontMetrics().horizontalAdvance(self._numbers)
        painter.setPen(theme.color("ink"))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._numbers)
        painter.setFont(self.font())
        painter.setPen(theme.color("secondary"))
        room = int(line.width() - numbers_width - 10)
        title = metrics.elidedText(picture.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_from_layers(self, painter: QPainter, frame: Frame) -> None:
        if self._layers is None or self._layers[0].devicePixelRatio() != self.devicePixelRatioF():
            self._layers = (self._layer(frame, played=False), self._layer(frame, played=True))
        pale, strong = self._layers
        painter.drawPixmap(0, 0, pale)
        painter.setClipRect(QRectF(0, 0, float(frame.x(self._now[0])), self.height()), Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(0, 0, strong)
        painter.setClipping(False)

    def _paint_curves(self, painter: QPainter, frame: Frame) -> None:
        """As lines, for pictures that are to stay sharp at any scale; cut, for an SVG keeps no clip."""
        painter.save()
        paint_paper(painter, frame, self._theme.current)
        paint_curve(painter, frame.curve, self._theme.current, played=False)
        paint_curve(painter, cut_at(frame.curve, float(frame.x(self._now[0]))), self._theme.current, played=True)
        painter.restore()

    def _layer(self, frame: Frame, *, played: bool) -> QPixmap:
        ratio = self.devicePixelRatioF()
        layer = QPixmap(self.size() * ratio)
        layer.setDevicePixelRatio(ratio)
        layer.fill(Qt.GlobalColor.transparent)
        painter = QPainter(layer)
        painter.setFont(self.font())
        if not played:
            paint_paper(painter, frame, self._theme.current)
        paint_curve(painter, frame.curve, self._theme.current, played=played)
        painter.end()
        return layer

    def _paint_bar(self, painter: QPainter, frame: Frame) -> None:
        """How many updates were made, and how many the run has, along the axis of k."""
        theme, k = self._theme.current, frame.picture.k
        painter.setPen(Qt.PenStyle.NoPen)
        for end, color in ((float(k[-1]), theme.color("ink", 0.35)), (self._now[0], theme.color("now"))):
            painter.setBrush(color)
            painter.drawRect(
                QRectF(frame.area.left(), frame.area.bottom() - 3, float(frame.x(end)) - frame.area.left(), 6)
            )

    def _paint_playhead(self, painter: QPainter, frame: Frame) -> None:
        theme, (k, value) = self._theme.current, self._now
        x = float(frame.x(k))
        painter.setPen(theme.pen("now", 1.5))
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
        if value is not None and frame.picture.curve:
            painter.setPen(theme.pen("page", 1.5))
            painter.setBrush(theme.color("now"))
            painter.drawEllipse(frame.point(k, value), _DOT, _DOT)

    def _paint_hover(self, painter: QPainter, frame: Frame) -> None:
        if self._hover is None:
            return
        theme, picture = self._theme.current, frame.picture
        at = frame.point(float(picture.k[self._hover]), float(picture.values[self._hover]))
        painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(at.x(), frame.area.top()), QPointF(at.x(), frame.area.bottom()))
        painter.setPen(theme.pen("ink", 1.5))
        painter.setBrush(theme.color("page"))
        painter.drawEllipse(at, 3.5, 3.5)
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
