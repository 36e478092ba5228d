"""The mouse's moves, no more of them than can be answered."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.model.threads.single_shot import single_shot

REST_MS = 5
"""How long the window is left to paint and to do other things after a move was answered."""
_ENDS = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.Leave,
    }
)
"""What comes after the moves before it."""


class LatestMoves(QObject):
    """Of the moves over a widget it hands on the first at once, and of those that follow too soon the latest.

    A mouse may tell a thousand places a second. X11's moves are put together by Qt, Wayland's and those of Windows are
    not: where one takes ten milliseconds to answer, the window would be answering long after the hand has come to rest.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._waiting: QMouseEvent | None = None
        self._handing_on = False
        self._answered_s = 0.0
        self._rest = single_shot(self, REST_MS, self._hand_on)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove and not self._handing_on:
            self._waiting = event.clone()
            if 1000 * (perf_counter() - self._answered_s) < REST_MS:
                self._rest.soon()
            else:
                self._hand_on()
            return True
        if event.type() in _ENDS:
            self._hand_on()
        return False

    def _hand_on(self) -> None:
        self._rest.stop()
        if (event := self._waiting) is not None:
            self._waiting, self._handing_on = None, True
            try:
                QCoreApplication.sendEvent(self._widget, event)
            finally:
                self._handing_on, self._answered_s = False, perf_counter()
