"""How far an experiment has come, and a button that stops it or begins it again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import label_of


class Progress(QWidget):
    """`pressed` tells that the button was."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.button = label_of(), QPushButton()
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = in_row((self.label, 1), self.button, margins=(0, 0, 0, 0))
        row.setAlignment(self.button, Qt.AlignmentFlag.AlignRight)
        self.setLayout(row)
        self.button.clicked.connect(self.pressed)

    def say(self, text: str, button: str = "") -> None:
        self.label.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
