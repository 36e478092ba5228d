"""A line for one number, which keeps it to the last digit in any language; and a slider over given numbers."""

from __future__ import annotations

import re
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QLineEdit, QSlider, QWidget

from core.errors import InputError
from core.numbers.numerals import fraction_in
from core.spec import Parameter, fraction_from, written_out
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import LatestMoves, WheelInFocus
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import pixels, sized

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,6})?")
_INTEGER = re.compile(r"[+-]?[0-9]+(?:[eE]\+?[0-9]{1,6})?")
_PLAIN = str.maketrans("−,", "-.", " \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}")
"""A minus sign and a decimal comma → as Python writes them, without spaces."""
LARGEST_WHOLE = 10**15
"""The largest count or seed: no run gets there, and every whole number up to it is exact wherever it is shown."""
_LONGEST_ECHO = 40
_WIDTH = 320
N = TypeVar("N", int, float, Fraction)


class Field(QLineEdit, Generic[N]):
    """A field for a number from `least` to `most`. A text that nobody changed means exactly the given number."""

    form: ClassVar[re.Pattern[str]]
    kind: ClassVar[str]
    told: ClassVar[str]
    """The written ends of the range."""

    def __init__(self, name: str, value: N, least: N, most: N, tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ends: tuple[N, N] = least, most
        self.setAccessibleName(name)
        self.setToolTip(plain(tip))
        self.set_value(value)
        self.editingFinished.connect(self._keep)

    @property
    def put_away(self) -> bool:
        """True if it was hidden on purpose; a dialog that is not open yet hides nothing."""
        return self.isHidden() and self.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)

    @property
    def trouble(self) -> str:
        """The error in the text, in one sentence; empty if there is none."""
        try:
            self.value()
        except InputError as error:
            return str(error)
        return ""

    def set_value(self, value: N) -> None:
        self._given: N = value
        self._shown = self.written(value)
        self.setText(self._shown)

    def value(self) -> N:
        """Return the number. Raises InputError for other texts, or out of range."""
        if self.text() == self._shown:
            return self._given
        plain = self.text().translate(_PLAIN)
        value = self.read(plain) if self.form.fullmatch(plain) else None
        if value is None:
            raise self._wrong(f"is not a {self.kind}")
        self.expect_within(value)
        return value

    @property
    def latest(self) -> N:
        """The number; if the text is invalid, the last valid one."""
        return self._given if self.trouble else self.value()

    def _keep(self) -> None:
        if not self.trouble:
            self._given, self._shown = self.value(), self.text()

    def written(self, value: N) -> str:
        return repr(value).removesuffix(".0")

    @abstractmethod
    def read(self, plain: str) -> N | None:
        """Return the number of a text of the right form, in range or not; None if it is none."""

    def expect_within(self, value: float | Decimal | Fraction) -> None:
        """Raise InputError for a number that is out of range."""
        if not self._ends[0] <= value <= self._ends[1]:
            raise self._wrong("is out of range")

    def _wrong(self, what: str) -> InputError:
        least, most = (format(end if isinstance(end, int) else float(end), self.told) for end in self._ends)
        name, text, expected = self.accessibleName(), self.text().strip(), f"a {self.kind} from {least} to {most}"
        if not text:
            return InputError(f"{name} is empty; enter {expected}")
        echo = text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}…"
        return InputError(f"{name}: “{echo}” {what}; enter {expected}")


class NumberField(Field[float]):
    """For a float, with a decimal point or comma."""

    form, kind, told = _DECIMAL, "number", "g"

    def read(self, plain: str) -> float | None:
        value = float(plain)
        self.expect_within(value)
        if value == 0 and Decimal(plain):
            raise self._wrong("is too close to 0")
        return value


class FractionField(NumberField):
    """The same, or a fraction of whole numbers, such as 1/3: the float that is nearest to it."""

    form = re.compile(rf"{_DECIMAL.pattern}|[+-]?[0-9]{{1,300}}/[0-9]{{1,300}}")

    def read(self, plain: str) -> float | None:
        if "/" not in plain:
            return super().read(plain)
        with suppress(ValueError):
            return fraction_in(plain)
        return None


class WholeNumberField(Field[int]):
    """For an integer of any size. A point or a comma could mean two things and is refused."""

    form, kind, told = _INTEGER, "whole number", "d"

    def read(self, plain: str) -> int:
        value = Decimal(plain)
        self.expect_within(value)  # It would take long to convert a million digits.
        return int(value)


class ExactField(Field[Fraction]):
    """For a number that is kept exactly: a decimal, or a fraction like 1/3."""

    form, kind, told = re.compile(".+"), "decimal or a fraction", "g"

    def written(self, value: Fraction) -> str:
        return written_out(value)

    def read(self, plain: str) -> Fraction | None:
        with suppress(ValueError):
            return fraction_from(plain)
        return None


def parameter_field(name: str, parameter: Parameter, value: float, tooltip: str) -> Field[Any]:
    """Return a line for a number of a run or of a generator."""
    if parameter.whole:
        whole_most = int(min(parameter.most, LARGEST_WHOLE))
        return WholeNumberField(name, int(value), int(parameter.least), whole_most, tooltip)
    if parameter.exact:
        exact, least, most = (Fraction(repr(number)) for number in (value, parameter.least, parameter.most))
        return ExactField(name, exact, least, most, tooltip)
    return NumberField(name, value, parameter.least, parameter.most, tooltip)


class FieldCheck(Guarded, QLabel):
    """The error in the visible fields: the first one is shown, and while there is one, nothing can be accepted."""

    def __init__(self, fields: Sequence[Field[Any]], buttons: QDialogButtonBox) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._fields, self._buttons = fields, buttons
        self.setMinimumWidth(pixels(_WIDTH))
        for field in fields:
            field.textChanged.connect(self.judge)
        self.judge()

    def judge(self) -> None:
        """Look at the fields again, as after one of them was shown or hidden."""
        sentence = next(filter(None, (field.trouble for field in self._fields if not field.put_away)), "")
        self.setText(sentence)
        self._make_room()
        self.setVisible(bool(sentence))
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Give the sentence its height, because a form gives wrapped lines none."""
        self.setMinimumHeight(self.heightForWidth(max(self.width(), pixels(_WIDTH))) if self.text() else 0)


class StepsSlider(Guarded, QSlider):
    """`picked` tells one of `numbers`, which go up; a double click brings `usual` back. No click takes the focus."""

    picked = Signal(float)

    def __init__(self, name: str, numbers: Sequence[float], usual: float, tip: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.numbers, self._usual = numbers, usual
        self.setRange(0, len(numbers) - 1)
        self.setPageStep(max(len(numbers) // 10, 1))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        sized(self, QSlider.setMinimumWidth, 90)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        LatestMoves(self)
        WheelInFocus(self)
        self.valueChanged.connect(lambda place: self.picked.emit(numbers[place]))

    def show_number(self, number: float) -> None:
        """Move to the step nearest by ratio, without a signal."""
        place = bisect_left(self.numbers, number, hi=len(self.numbers) - 1)
        if place and number * number < self.numbers[place - 1] * self.numbers[place]:
            place -= 1
        # A value set from outside is no choice of the person.
        with QSignalBlocker(self):
            self.setValue(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.picked.emit(self._usual)


def equal_ratios(least: float, most: float, steps: int) -> list[float]:
    """Return this many steps from one number to the other in about equal ratios, each with two digits."""
    return [float(f"{least * (most / least) ** (step / steps):.1e}") for step in range(steps + 1)]


def steps_of(parameter: Parameter) -> list[float]:
    """Return whole numbers one by one, others in equal ratios, after the least value unless the number is exact."""
    low, high = parameter.usual
    if parameter.whole:
        return [float(value) for value in range(int(low), int(high) + 1)]
    decades = len(str(round(high / low))) - 1
    rising = equal_ratios(low, high, decades * 20)
    return [parameter.least, *rising] if parameter.least < low and not parameter.exact else rising
