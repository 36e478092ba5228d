"""A frame around the one part of the window that a step of a lesson speaks of. The mouse goes through it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from perceptron_gui.look.theme import ThemeModel

_WIDTH = 3
_EDGE = 2 * _WIDTH
"""Of the part that is painted: what lies within is not painted anew for it."""


class Spotlight(QWidget):
    """Lies over `window`, and follows what it lights: `lit`, None for nothing."""

    def __init__(self, window: QWidget, theme: ThemeModel) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._theme = theme
        self.lit: QWidget | None = None
        self.hide()

    def light(self, widget: QWidget | None) -> None:
        """Frame this from now on; None: nothing."""
        if self.lit is not None:
            self.lit.removeEventFilter(self)
        self.lit = widget
        if widget is not None:
            widget.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide):
            self._follow()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(QColor(self._theme.current.now), _WIDTH))
        half = _WIDTH // 2 + 1
        painter.drawRect(self.rect().adjusted(half, half, -half, -half))

    def _follow(self) -> None:
        window, lit = self.parentWidget(), self.lit
        if window is None or lit is None or not lit.isVisible():
            self.hide()
            return
        place = QRect(lit.mapTo(window, QPoint(0, 0)), lit.size())
        self.setGeometry(place.adjusted(-_WIDTH, -_WIDTH, _WIDTH, _WIDTH) & window.rect())
        self.setMask(QRegion(self.rect()) - QRegion(self.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)))
        self.raise_()
        self.show()
