"""Asks for a list of examples, and what is done with it: they are visited in turn, or updated on one after another."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QRadioButton, QWidget

from core.errors import InputError
from core.orders import ORDERS, Order
from core.spec import RunSpec, rows_from
from perceptron_gui.look.fields.question_dialog import FormDialog

_EXAMPLES = "&Examples, counted from 1"


class ListDialog(FormDialog[RunSpec]):
    """For a run over `n` examples; `order` is the name of the one to begin with."""

    def __init__(self, n: int, spec: RunSpec, order: str, parent: QWidget | None = None) -> None:
        super().__init__("List of Examples", parent)
        self._n = n
        self._spec = spec
        self.rows = QLineEdit(", ".join(str(row + 1) for row in spec.sequence), placeholderText="3, 1, 2")
        self.rows.setAccessibleName(_EXAMPLES.replace("&", ""))
        self.orders = {name: _choice_of(entry) for name, entry in ORDERS.items() if entry.listed}
        self.orders.get(order, next(iter(self.orders.values()))).setChecked(True)
        self.form.addRow(_EXAMPLES, self.rows)
        for choice in self.orders.values():
            self.form.addRow(choice)
            choice.toggled.connect(self._look)
        self.form.addRow(self.verdict)
        self.form.addRow(self.buttons)
        self.rows.textChanged.connect(self._look)
        self._look()

    @property
    def chosen(self) -> RunSpec:
        """With the list and the order that goes by it. Raises InputError for what is no list."""
        return replace(self._spec, order=self._order.name, sequence=rows_from(self.rows.text(), 1))

    @property
    def _order(self) -> type[Order]:
        return ORDERS[next(name for name, choice in self.orders.items() if choice.isChecked())]

    @Slot()
    def _look(self) -> None:
        try:
            rows = rows_from(self.rows.text(), 1)
        except InputError as error:
            self.judge(str(error))
        else:
            self.judge(self._order.trouble(rows, self._n) if rows else "No example is named yet; one is expected")


def _choice_of(order: type[Order]) -> QRadioButton:
    button = QRadioButton(f"{order.title[0].upper()}{order.title[1:]}: {order.use}")
    button.setToolTip(f"The next example, {order.choice}")
    return button
