"""The speed of playing, on a logarithmic slider."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.numbers.numerals import number
from perceptron_gui.look.fields.steps_slider import StepsSlider, equal_ratios
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pace import USUAL_SPEED
from perceptron_gui.model.player import FASTEST, SLOWEST, Player

_SPEEDS = equal_ratios(SLOWEST, FASTEST, 100)
_TIP = f"Speed of playing (+ and −); double click brings back {number(USUAL_SPEED)} a second"


class SpeedControl(QWidget):
    """A slider and the speed in words; a double click on the slider brings the speed of the start back."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self.slider = StepsSlider("Speed", _SPEEDS, USUAL_SPEED, _TIP)
        self.slider.setMaximumWidth(160)
        self.slider.picked.connect(player.set_speed)
        self.label = label_of(scale=1.0, wraps=False)
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance(f"{FASTEST:,.0f} examples/s"))
        self.setLayout(in_row(self.slider, self.label, margins=(0, 0, 0, 0)))
        player.speed_changed.connect(self._refresh)
        player.granularity_changed.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._refresh()

    @Slot()
    def _restyle(self) -> None:
        self.slider.paint_in(self._theme.current)

    @Slot()
    def _refresh(self) -> None:
        self.label.setText(f"{number(self._player.speed, 2)} {self._player.granularity}s/s")
        self.slider.show_number(self._player.speed)
