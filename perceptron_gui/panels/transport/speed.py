"""The speed of playing, on a logarithmic slider."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QWidget

from core.numbers.numerals import number
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pace import USUAL_SPEED
from perceptron_gui.model.player import FASTEST, SLOWEST, Player

_NOTCHES = 100


class SpeedControl(QWidget):
    """A slider and the speed in words; a double click on the slider brings the speed of the start back."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self.slider = _LogSlider(player, self)
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
        """The colour of selected things is that of ○, which the speed has nothing to do with."""
        theme = self._theme.current
        self.slider.setStyleSheet(
            f"QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {theme.secondary}; }}"
            f"QSlider::handle:horizontal {{ width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;"
            f" border: 1px solid {theme.page}; background: {theme.ink}; }}"
            f"QSlider::handle:horizontal:focus {{ border: 2px solid {theme.promise}; }}"
        )

    @Slot()
    def _refresh(self) -> None:
        self.label.setText(f"{number(self._player.speed, 2)} {self._player.granularity}s/s")
        self.slider.follow(self._player.speed)


class _LogSlider(QSlider):
    """SLOWEST … FASTEST in steps of equal ratio."""

    def __init__(self, player: Player, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._player = player
        self.setRange(0, _NOTCHES)
        self.setPageStep(_NOTCHES // 10)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumWidth(90)
        self.setMaximumWidth(160)
        self.setAccessibleName("Speed")
        self.setToolTip(f"Speed of playing (+ and −); double click brings back {number(USUAL_SPEED)} a second")
        self.valueChanged.connect(self._choose)

    def follow(self, speed: float) -> None:
        """Show `speed` without telling the player."""
        with QSignalBlocker(self):
            self.setValue(round(_NOTCHES * math.log(speed / SLOWEST) / math.log(FASTEST / SLOWEST)))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._player.set_speed(USUAL_SPEED)

    @Slot(int)
    def _choose(self, notch: int) -> None:
        speed = SLOWEST * (FASTEST / SLOWEST) ** (notch / _NOTCHES)
        self._player.set_speed(float(f"{speed:.1e}"))
