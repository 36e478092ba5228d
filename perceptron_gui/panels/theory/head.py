"""The head of the theory panel: numbers or proof, to be copied, and in which units."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QWidget

from core.theory.margin.units import NORMALISED
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.menus import copy_menu
from perceptron_gui.look.text.small_widgets import push_button, tool_button
from perceptron_gui.model.theorem_view import TheoremView


class Head(QWidget):
    """Shows and turns the switches of a `TheoremView`; `copy_asked` carries the name of a style of `STYLES`."""

    copy_asked = Signal(str)

    def __init__(self, theorem_view: TheoremView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theorem_view = theorem_view
        self.numbers = tool_button("Numbers", "The rows and plots of the theorem at the playhead", toggles=True)
        self.proof = tool_button("Proof", "The theorem's proof, with the numbers of this run in it", toggles=True)
        self.units = tool_button("w/R", f"Normalised units. {NORMALISED.meaning}", toggles=True)
        self.units.setAccessibleName("Normalised units")
        self.copy = push_button("Copy", "Copy the proof")
        self.copy.setMenu(copy_menu(self, self.copy_asked.emit))
        self._group = QButtonGroup(self)
        for button in (self.numbers, self.proof):
            self._group.addButton(button)
        self.setLayout(in_row(self.numbers, self.proof, 0, self.copy, self.units, margins=(0, 0, 0, 0), spacing=2))
        self.proof.toggled.connect(theorem_view.set_proof)
        self.units.toggled.connect(theorem_view.set_normalised)
        theorem_view.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        self.numbers.setChecked(not self._theorem_view.proof)
        self.proof.setChecked(self._theorem_view.proof)
        self.units.setChecked(self._theorem_view.normalised)
        self.copy.setVisible(self._theorem_view.proof)
