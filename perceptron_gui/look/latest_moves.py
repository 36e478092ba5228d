"""The mouse's moves, no more of them than can be answered."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.model.threads.single_shot import single_shot

REST_MS = 16
"""About a frame: so long the window is left to show what became of a move before the next is answered."""
_ENDS = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.Leave,
    }
)
"""Events that must not overtake the moves before them."""


class LatestMoves(QObject):
    """Of the moves over a widget it hands on the first at once, and of those that follow within a frame the last.

    A mouse may tell a thousand places a second. X11's moves are put together by Qt, Wayland's and those of Windows are
    not: where one takes ten milliseconds to answer, the window would be answering long after the hand has come to rest.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._waiting: QMouseEvent | None = None
        self._handing_on = False
        self._rest = single_shot(self, REST_MS, self._hand_on)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove and not self._handing_on:
            self._waiting = event.clone()
            if not self._rest.isActive():
                self._hand_on()
            return True
        if event.type() in _ENDS:
            self._hand_on()
        return False

    def _hand_on(self) -> None:
        """Pass on the latest move after a rest, so that a late one cannot overtake those that wait."""
        if (event := self._waiting) is None:
            return
        self._waiting, self._handing_on = None, True
        try:
            QCoreApplication.sendEvent(self._widget, event)
        finally:
            self._handing_on = False
            if REST_MS:
                self._rest.start()
