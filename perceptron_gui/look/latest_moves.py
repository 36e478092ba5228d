"""The mouse over a widget: no more moves than can be answered in time, and the wheel only in focus."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.model.threads.worker import single_shot

REST_MS = 16
"""Milliseconds, about a frame, in which the window shows the result of a move before it answers the next."""
_TYPE = QEvent.Type
_ENDS = {_TYPE.MouseButtonPress, _TYPE.MouseButtonRelease, _TYPE.MouseButtonDblClick, _TYPE.Wheel, _TYPE.Leave}
"""Events that must not overtake the moves before them."""


class LatestMoves(Guarded, QObject):
    """The filter of moves over a widget: it passes on the first at once, and of those within a frame the last.

    A mouse may report a thousand positions a second. Qt joins X11's moves, but not those of Wayland and Windows: if one
    takes ten milliseconds to answer, the window would still be answering long after the hand has stopped.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._waiting: QMouseEvent | None = None
        self._handing_on = False
        self._rest = single_shot(self, REST_MS, self._hand_on)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == _TYPE.MouseMove and not self._handing_on:
            self._waiting = event.clone()
            if not self._rest.isActive():
                self._hand_on()
            return True
        if event.type() in _ENDS and self._waiting is not None:
            self._hand_on()
        return False

    def _hand_on(self) -> None:
        """Pass on the latest move after a pause, so that a late one cannot overtake waiting ones."""
        if (event := self._waiting) is None:
            return
        self._waiting, self._handing_on = None, True
        try:
            QCoreApplication.sendEvent(self._widget, event)
        finally:
            self._handing_on = False
            if REST_MS:
                self._rest.start()


class WheelInFocus(Guarded, QObject):
    """Leaves the wheel over a widget that has not the focus to the widget around it, for which it may be meant."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != _TYPE.Wheel or not isinstance(watched, QWidget) or watched.hasFocus():
            return False
        event.ignore()
        return True
