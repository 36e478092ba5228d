"""What every plot of the runs panel is: a sheet of paper that is read under the pointer, and opened by a click."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.look.scale import Scale
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import Theme, ThemeModel

GAP = 6.0
_OLD = 0.4
_LEAST_HEIGHT = 130
_ROW_HEIGHT, _COLUMN_WIDTH = 30.0, 64.0
_SMALL = 0.9


class Plot(QWidget):
    """Draws in `area`, pale while what it shows is `old`. `read` carries what is under the pointer, empty for nothing.

    Up and down go from one thing to open to the next, Enter opens it.
    """

    read = Signal(str)

    def __init__(self, theme: ThemeModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._old = False
        self.setFont(readable(self.font(), _SMALL))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        theme.changed.connect(self.update)

    @property
    def old(self) -> bool:
        """Whether what is shown is of the data or options before; then nothing of it is opened."""
        return self._old

    def set_old(self, old: bool) -> None:
        """Mark what is shown as of the data or options before, or not."""
        self._old = old
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(380, 260)

    @abstractmethod
    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw what is shown."""

    @abstractmethod
    def point_at(self, place: QPointF | None) -> str:
        """Take note of what is under the pointer; what it reads there."""

    @abstractmethod
    def press(self, place: QPointF, *, first: bool) -> None:
        """Open what is at `place`; `first` unless the button is held down since."""

    @abstractmethod
    def step(self, by: int) -> str:
        """Go on by so many things that can be opened; what the one reads that was come to."""

    @abstractmethod
    def open_stepped(self) -> None:
        """Open what was come to."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme.current
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.pen("secondary" if self.hasFocus() else "hairline", 1))
        painter.setBrush(theme.color("page"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setOpacity(_OLD if self._old else 1.0)
        try:
            self.draw(painter, theme)
        finally:
            painter.end()  # Qt crashes where a widget is drawn that is still being painted

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and not self._old:
            self.press(event.position(), first=False)
        self.read.emit(self.point_at(event.position()))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self._old:
            self.press(event.position(), first=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What was pressed here is released here."""
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.read.emit(self.point_at(None))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays and the other arrows step, wherever the focus is."""
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        if event.key() in steps:
            self.read.emit(self.step(steps[Qt.Key(event.key())]))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._old:
            self.open_stepped()
        else:
            super().keyPressEvent(event)


def paint_axes(painter: QPainter, area: QRectF, theme: Theme, x: dict[float, str], y: Scale, name: str) -> None:
    """Ticks: `x` says at which shares of the width what is written; `name` is what runs to the right."""
    metrics = QFontMetricsF(painter.font())
    ticks = y.ticks(max(int(area.height() / _ROW_HEIGHT), 2))
    for value, text in zip(ticks, y.labels(ticks), strict=True):
        at = area.bottom() - float(y.share(value)) * area.height()
        painter.setPen(theme.pen("hairline", 1))
        painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at))
        painter.setPen(theme.color("secondary"))
        box = QRectF(0, at - metrics.height() / 2, area.left() - GAP, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(theme.pen("secondary", 1, alpha=0.6))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    painter.setPen(theme.color("secondary"))
    for share, text in x.items():
        middle = area.left() + share * area.width()
        box = QRectF(middle - 60, area.bottom() + 3, 120, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)
    below = QRectF(area.left(), area.bottom() + 3 + metrics.height(), area.width(), metrics.height())
    painter.drawText(below, Qt.AlignmentFlag.AlignRight, name)


def area_of(plot: QWidget, left: float, above: float) -> QRectF:
    """The room for the drawing itself: beside labels of the width `left`, below `above` lines, above two."""
    line = QFontMetricsF(plot.font()).height()
    return QRectF(plot.rect()).adjusted(left + 2 * GAP, above * line + GAP, -3 * GAP, -2 * line - 2 * GAP)


def columns_in(width: float) -> int:
    """How many labels have room beside each other."""
    return max(int(width / _COLUMN_WIDTH), 2)
