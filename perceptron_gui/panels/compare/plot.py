"""Curves that can be enlarged: by a button at their corner, or a double click."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent

from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.text.small_widgets import tool_button
from perceptron_gui.look.theme import ThemeModel


class EnlargingChart(Chart):
    """`enlarged` tells whether it is to take the place of all else that is shown.

    A double click begins as a click: `taken_back` tells that it was none.
    """

    enlarged = Signal(bool)
    taken_back = Signal()

    def __init__(self, theme: ThemeModel, least_height: int) -> None:
        super().__init__(theme, least_height)
        self.button = tool_button("⤢", "Enlarge this plot: it takes the place of the table (a double click does, too)")
        self.button.setParent(self)
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setAccessibleName("Enlarge")
        self.button.toggled.connect(self.enlarged)
        self._place_button()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()

    def letter(self) -> None:
        super().letter()
        self._place_button()

    def _place_button(self) -> None:
        self.button.adjustSize()
        self.beside_head = self.button.width()
        self.button.move(self.width() - self.beside_head - 2, 2)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.taken_back.emit()
        self.button.toggle()
