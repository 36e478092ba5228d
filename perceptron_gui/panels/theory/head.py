"""The head of the theory panel: picture, numbers or proof, to be copied, and in which units."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QWidget

from core.theory.margin.units import NORMALISED
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.menus import copy_menu
from perceptron_gui.look.text.small_widgets import push_button, tool_button
from perceptron_gui.model.theorem_view import TheoremView, TheoryPage

_TIPS = {
    TheoryPage.PICTURE: "The theorem in one picture: floor, ceiling, and the run between them",
    TheoryPage.NUMBERS: "The rows and plots of the theorem at the playhead",
    TheoryPage.PROOF: "The theorem's proof, with the numbers of this run in it",
}


class Head(QWidget):
    """Shows and turns the switches of a `TheoremView`; `copy_asked` carries the name of a style of `STYLES`."""

    copy_asked = Signal(str)

    def __init__(self, theorem_view: TheoremView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theorem_view = theorem_view
        self.pages = {page: tool_button(page.capitalize(), tip, toggles=True) for page, tip in _TIPS.items()}
        self.units = tool_button("w/R", f"w/R: normalised units. {NORMALISED.meaning}", toggles=True)
        self.units.setAccessibleName("Normalised units")
        self.copy = push_button("Copy", "Copy the proof")
        self.copy.setMenu(copy_menu(self, self.copy_asked.emit))
        self._group = QButtonGroup(self)
        for page, button in self.pages.items():
            self._group.addButton(button)
            button.clicked.connect(lambda _checked, page=page: theorem_view.turn_to(page))
        self.setLayout(in_row(*self.pages.values(), 0, self.copy, self.units, margins=(0, 0, 0, 0), spacing=2))
        self.units.toggled.connect(theorem_view.set_normalised)
        theorem_view.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        page = self._theorem_view.page
        self.pages[page].setChecked(True)
        self.units.setChecked(self._theorem_view.normalised)
        self.copy.setVisible(page is TheoryPage.PROOF)
