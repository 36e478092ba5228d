"""A slider over given numbers, so that it can go up in equal ratios."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSlider

from core.spec import Parameter
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.size import sized


class StepsSlider(Guarded, QSlider):
    """`picked` tells one of `numbers`, which go up; a double click brings `usual` back. No click takes the focus."""

    picked = Signal(float)

    def __init__(self, name: str, numbers: Sequence[float], usual: float, tip: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.numbers = numbers
        self._usual = usual
        self.setRange(0, len(numbers) - 1)
        self.setPageStep(max(len(numbers) // 10, 1))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        sized(self, QSlider.setMinimumWidth, 90)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        LatestMoves(self)
        self.valueChanged.connect(lambda place: self.picked.emit(numbers[place]))

    def show_number(self, number: float) -> None:
        """Move to the step nearest by ratio, without a signal."""
        place = bisect_left(self.numbers, number, hi=len(self.numbers) - 1)
        if place and number * number < self.numbers[place - 1] * self.numbers[place]:
            place -= 1
        # A value set from outside is no choice of the person.
        with QSignalBlocker(self):
            self.setValue(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move only while the slider has the focus: the wheel may be meant for the panel around it."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.picked.emit(self._usual)


def equal_ratios(least: float, most: float, steps: int) -> list[float]:
    """Return this many steps from one number to the other in about equal ratios, each with two digits."""
    return [float(f"{least * (most / least) ** (step / steps):.1e}") for step in range(steps + 1)]


def steps_of(parameter: Parameter) -> list[float]:
    """Return whole numbers one by one, others in equal ratios, after the least value.

    The least of an exact number is no value to try.
    """
    low, high = parameter.usual
    if parameter.whole:
        return [float(value) for value in range(int(low), int(high) + 1)]
    decades = len(str(round(high / low))) - 1
    rising = equal_ratios(low, high, decades * 20)
    return [parameter.least, *rising] if parameter.least < low and not parameter.exact else rising
