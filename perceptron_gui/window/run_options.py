"""The learner, its order and its bias, in the toolbar; the limits, in a dialog."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from core.command_line.options import bias_from
from core.errors import InputError
from core.learners import LEARNERS, find_learner
from core.orders import ORDERS, find_order
from core.spec import Bias, RunSpec
from perceptron_gui.look.number_field import Verdict, WholeNumberField
from perceptron_gui.model.document import Document
from perceptron_gui.window.kernel_dialog import KernelDialog, kernel_text

_MOST = 10**15
"""Epochs or updates: no run gets there, and every count up to it is exact wherever it is drawn."""
_GAP = 4


def is_random(spec: RunSpec) -> bool:
    """Whether the seed matters."""
    return find_order(_order_of(spec)).seeded


def _order_of(spec: RunSpec) -> str:
    return spec.order or find_learner(spec.learner).order


class RunOptions(QWidget):
    """Shows the document's spec and asks for another.

    `rejected` carries what is wrong with what was typed; `entered` tells that Enter was pressed in the field, so that
    the keys can go elsewhere again.
    """

    rejected = Signal(str)
    entered = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._learner = _box("Learner", "How it learns", {key: learner.title for key, learner in LEARNERS.items()})
        self._order = _box("Order", "Which example comes next", {name: order.title for name, order in ORDERS.items()})
        self._bias = _box(
            "Bias",
            "The constant feature beside x: 1, 0 for a line through the origin, radius for max‖x‖, or any number",
            {"1": "1", "0": "0", "radius": "radius"},
        )
        self._bias.setEditable(True)
        self._typed = QLineEdit()
        self._bias.setLineEdit(self._typed)
        self._bias.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._bias.setMaximumWidth(90)
        self._seed = QLabel()
        self._seed.setToolTip("The examples are shuffled anew in each epoch, from this seed (Run ▸ New Seed)")
        self._kernel = QToolButton()
        self._kernel.setToolTip("The kernel and its parameters (Run ▸ Kernel…)")
        self._kernel.setAccessibleName("Kernel")
        self._kernel.setAutoRaise(True)
        self._kernel.clicked.connect(self.edit_kernel)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.setSpacing(6)
        for box in (self._learner, self._order, self._bias):
            label = QLabel(f"&{box.accessibleName()}")
            label.setBuddy(box)
            layout.addWidget(label)
            layout.addWidget(box)
            beside = {self._learner: self._kernel, self._order: self._seed}.get(box)
            if beside is not None:
                layout.addWidget(beside)
            layout.addSpacing(_GAP)
        self._learner.activated.connect(self._on_learner)
        self._order.activated.connect(self._on_order)
        self._bias.activated.connect(self._on_bias)
        self._typed.editingFinished.connect(self._on_bias)
        self._typed.returnPressed.connect(self.entered)
        document.spec_changed.connect(self._show)
        self._show(document.spec)

    @Slot()
    def new_seed(self) -> None:
        """Shuffle in the next way."""
        self._ask(seed=self._document.spec.seed + 1)

    @Slot()
    def edit_limits(self) -> None:
        """Ask after how many epochs or updates to give up."""
        dialog = LimitsDialog(self._document.spec, self.window())
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._ask(max_epochs=dialog.epochs.value(), max_updates=dialog.updates.value())

    @Slot()
    def _on_learner(self) -> None:
        self._ask(learner=self._learner.currentData(), order=None, kernel=None)

    @Slot()
    def _on_order(self) -> None:
        self._ask(order=self._order.currentData())

    @Slot()
    def _on_bias(self) -> None:
        try:
            bias = bias_from(self._bias.currentText().strip().replace("−", "-").replace(",", "."))
            self._ask(bias=bias)
        except InputError as error:
            self._show(self._document.spec)
            self.rejected.emit(str(error))

    @Slot()
    def edit_kernel(self) -> None:
        """Ask for a kernel and its parameters."""
        dialog = KernelDialog(self._document.spec, self.window())
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._document.set_spec(dialog.chosen)

    def _ask(self, **changes: Any) -> None:
        self._document.set_spec(replace(self._document.spec, **changes))

    @Slot(object)
    def _show(self, spec: RunSpec) -> None:
        self._learner.setCurrentIndex(self._learner.findData(spec.learner))
        self._order.setCurrentIndex(self._order.findData(_order_of(spec)))
        with QSignalBlocker(self._bias):
            self._bias.setEditText(_bias_text(spec.bias))
        self._seed.setText(f"seed {spec.seed}")
        self._seed.setVisible(is_random(spec))
        self._kernel.setText(kernel_text(spec))
        self._kernel.setVisible(bool(self._kernel.text()))


class LimitsDialog(QDialog):
    """After how many epochs or updates a run gives up."""

    def __init__(self, spec: RunSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Limits")
        self.epochs = WholeNumberField("Epochs", spec.max_epochs, 1, _MOST, "Passes over the data")
        self.updates = WholeNumberField("Updates", spec.max_updates, 1, _MOST, "Mistakes that are learned from")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("At most this many &epochs", self.epochs)
        form.addRow("At most this many &updates", self.updates)
        form.addRow(Verdict((self.epochs, self.updates), buttons))
        form.addRow(buttons)


class _Box(QComboBox):
    """A box that leaves Home and End to the playhead, even while there is nowhere to go and their actions are off."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _box(name: str, tooltip: str, entries: dict[str, str]) -> QComboBox:
    box = _Box()
    for key, text in entries.items():
        box.addItem(text, key)
    box.setAccessibleName(name)
    box.setToolTip(tooltip)
    return box


def _bias_text(bias: Bias) -> str:
    return str(bias).removesuffix(".0")
