"""A sheet: a card below the button that opens it, which stays open while one tries what is on it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QToolButton, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column

_GAP = 8
_EDGES = 4
"""Pixels that the frame and its margin take in each direction."""


class Sheet(Guarded, QFrame):
    """`content` on a card over the `window`, until its `button` or Esc closes it. Where it has no room it scrolls."""

    def __init__(self, title: str, button: QToolButton, content: QWidget, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", "sheet")
        self.setAccessibleName(title)
        self._button, self._content, self._window = button, content, window
        self._scroll = scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(content)
        self.setLayout(in_column(scroll, margins=(1, 1, 1, 1)))
        self.hide()
        button.toggled.connect(self._open)
        for watched in (window, content, button):
            watched.installEventFilter(self)

    def _open(self, on: bool) -> None:
        self.setVisible(on)
        if on:
            self._place()
            self.raise_()

    def _place(self) -> None:
        """Lie below the button, inside the window, as high as the content if there is room."""
        window, button = self._window, self._button
        corner = button.mapTo(window, QPoint(button.width(), button.height() + _GAP // 2))
        width = self._content.sizeHint().width()
        high = max(self._content.heightForWidth(width), self._content.sizeHint().height())
        wanted = QSize(width, high) + QSize(_EDGES, _EDGES)
        room = QSize(window.width() - 2 * _GAP, window.height() - corner.y() - _GAP)
        size = wanted.boundedTo(room)
        policies = Qt.ScrollBarPolicy
        fits = wanted.height() <= room.height()
        self._scroll.setVerticalScrollBarPolicy(policies.ScrollBarAlwaysOff if fits else policies.ScrollBarAsNeeded)
        left = min(max(corner.x() - size.width(), _GAP), window.width() - size.width() - _GAP)
        self.setGeometry(left, corner.y(), size.width(), size.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of window and content; a button that is put away closes the sheet."""
        if event.type() == QEvent.Type.Hide and watched is self._button:
            self._button.setChecked(False)
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._button.setChecked(False)
            self._button.setFocus()
        else:
            super().keyPressEvent(event)
