"""The head of the theory panel: numbers or proof, to be copied, and in which units."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from core.explain import STYLES
from core.theory.margin.units import NORMALISED
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.model.theorem_view import TheoremView

_SMALL = 0.9


class Head(QWidget):
    """Shows and turns the switches of a `TheoremView`; `copy_asked` carries the name of a style of `STYLES`."""

    copy_asked = Signal(str)

    def __init__(self, theorem_view: TheoremView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theorem_view = theorem_view
        self.numbers = self._button("Numbers", "The rows and plots of the theorem at the playhead")
        self.proof = self._button("Proof", "The theorem's proof, with the numbers of this run in it")
        self.units = self._button("w/R", f"Normalised units. {NORMALISED.meaning}")
        self.units.setAccessibleName("Normalised units")
        self.copy = QPushButton("Copy")
        self.copy.setToolTip("Copy the proof")
        self.copy.setFont(readable(self.font(), _SMALL))
        self.copy.setMenu(self._copy_menu())
        self._group = QButtonGroup(self)
        for button in (self.numbers, self.proof):
            self._group.addButton(button)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.numbers)
        row.addWidget(self.proof)
        row.addStretch(1)
        row.addWidget(self.copy)
        row.addWidget(self.units)
        self.proof.toggled.connect(theorem_view.set_proof)
        self.units.toggled.connect(theorem_view.set_normalised)
        theorem_view.changed.connect(self._show)
        self._show()

    def _button(self, text: str, tooltip: str) -> QToolButton:
        made = QToolButton(self)
        made.setText(text)
        made.setToolTip(tooltip)
        made.setCheckable(True)
        made.setAutoRaise(True)
        made.setFont(readable(self.font(), _SMALL))
        return made

    def _copy_menu(self) -> QMenu:
        menu = QMenu(self)
        for name, style in STYLES.items():
            menu.addAction(f"Copy as {style.title}").triggered.connect(partial(self.copy_asked.emit, name))
        return menu

    @Slot()
    def _show(self) -> None:
        self.numbers.setChecked(not self._theorem_view.proof)
        self.proof.setChecked(self._theorem_view.proof)
        self.units.setChecked(self._theorem_view.normalised)
        self.copy.setVisible(self._theorem_view.proof)
