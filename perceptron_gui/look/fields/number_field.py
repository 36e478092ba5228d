"""A line for one number, which keeps it to the last digit whatever the desktop's language, and says what is wrong."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QLineEdit, QWidget

from core.errors import InputError
from core.spec import Parameter

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,6})?")
_INTEGER = re.compile(r"[+-]?[0-9]+(?:[eE]\+?[0-9]{1,6})?")
_PLAIN = str.maketrans("−", "-", " \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}")
_LONGEST_ECHO = 40
_WIDTH = 320


class Field(QLineEdit):
    """A line of text that stands for a number; what is shown and left alone is exactly the number that was given."""

    def __init__(self, name: str, tooltip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setAccessibleName(name)
        self.setToolTip(tooltip)

    @property
    def put_away(self) -> bool:
        """Whether it was hidden on purpose; a dialog that is not open yet hides nothing."""
        return self.isHidden() and self.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)

    @property
    def trouble(self) -> str:
        """What is wrong with the text, in one sentence; empty where nothing is."""
        try:
            self.number_of(self.text())
        except InputError as error:
            return str(error)
        return ""

    @abstractmethod
    def number_of(self, text: str) -> float:
        """The number that `text` stands for. Raises InputError where there is none, or it is out of range."""

    def value(self) -> float:
        """The number. Raises InputError for what is none, or out of range."""
        return self.number_of(self.text())

    def _wrong(self, what: str, expected: str) -> InputError:
        text = self.text().strip()
        if not text:
            return InputError(f"{self._name} is empty; {expected} is expected")
        echo = text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}…"
        return InputError(f"{self._name}: “{echo}” {what}; {expected} is expected")


class NumberField(Field):
    """For a float from `least` to `most`, with a decimal point or comma."""

    def __init__(
        self, name: str, value: float, least: float, most: float, tooltip: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(name, tooltip, parent)
        self._least, self._most = least, most
        self.set_value(value)

    def set_value(self, value: float) -> None:
        self._given, self._shown = value, repr(value).removesuffix(".0")
        self.setText(self._shown)

    def number_of(self, text: str) -> float:
        if text == self._shown:
            return self._given
        expected = f"a number from {self._least:g} to {self._most:g}"
        plain = text.translate(_PLAIN).replace(",", ".")
        if not _DECIMAL.fullmatch(plain):
            raise self._wrong("is not a number", expected)
        value = float(plain)
        if not self._least <= value <= self._most:
            raise self._wrong("is out of range", expected)
        if value == 0 and Decimal(plain):
            raise self._wrong("is too small to be told from 0", expected)
        return value


class WholeNumberField(Field):
    """For an integer from `least` to `most`, of any size. A point or a comma could mean two things and is refused."""

    def __init__(
        self, name: str, value: int, least: int, most: int, tooltip: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(name, tooltip, parent)
        self._least, self._most = least, most
        self.set_value(value)
        self.editingFinished.connect(self._keep)

    def set_value(self, value: int) -> None:
        self._given, self._shown = value, str(value)
        self.setText(self._shown)

    def value(self) -> int:
        return self.number_of(self.text())

    @property
    def latest(self) -> int:
        """The number; where the text stands for none, the last that was given or typed to its end."""
        return self._given if self.trouble else self.value()

    @Slot()
    def _keep(self) -> None:
        if not self.trouble:
            self._given, self._shown = self.value(), self.text()

    def number_of(self, text: str) -> int:
        if text == self._shown:
            return self._given
        expected = f"a whole number from {self._least} to {self._most}"
        plain = text.translate(_PLAIN)
        if not _INTEGER.fullmatch(plain):
            raise self._wrong("is not a whole number", expected)
        value = Decimal(plain)
        if not self._least <= value <= self._most:
            raise self._wrong("is out of range", expected)
        return int(value)


def parameter_field(name: str, parameter: Parameter, value: float, tooltip: str) -> NumberField | WholeNumberField:
    """A line for a number of a run or of a generator."""
    if parameter.whole:
        return WholeNumberField(name, int(value), int(parameter.least), int(parameter.most), tooltip)
    return NumberField(name, value, parameter.least, parameter.most, tooltip)


class FieldCheck(QLabel):
    """Says the first thing that is wrong with the fields that are shown; while there is one, OK cannot be pressed."""

    def __init__(self, fields: Sequence[Field], buttons: QDialogButtonBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields = fields
        self._buttons = buttons
        self.setWordWrap(True)
        self.setMinimumWidth(_WIDTH)
        for field in fields:
            field.textChanged.connect(self.judge)
        self.judge()

    @Slot()
    def judge(self) -> None:
        """Look at the fields again, as after one of them was shown or hidden."""
        troubles = (field.trouble for field in self._fields if not field.put_away)
        sentence = next(filter(None, troubles), "")
        self.setText(sentence)
        self._make_room()
        self.setVisible(bool(sentence))
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width the sentence needs another height."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """A form gives wrapped lines no height of their own accord."""
        self.setMinimumHeight(self.heightForWidth(max(self.width(), _WIDTH)) if self.text() else 0)
