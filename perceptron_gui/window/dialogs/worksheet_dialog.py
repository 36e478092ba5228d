"""Asks which sheet of a lesson is to be written."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.fields.question_dialog import FormDialog

_MOST = 10**9


class WorksheetDialog(FormDialog[int]):
    """A number from 0 up, the seed of the order in which the examples stand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Export Worksheet", parent)
        self.seed = WholeNumberField("Sheet", 0, 0, _MOST, "The order of the examples on the sheet")
        self.form.addRow("&Sheet", self.seed)
        self.form.addRow(QLabel("0: the examples as they are. Each other number deals them in an order of its own."))
        self.end(self.seed)
        self.seed.selectAll()

    @property
    def chosen(self) -> int:
        return self.seed.value()
