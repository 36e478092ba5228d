"""Which kernel the boxes of the chooser stand for, typed with its numbers."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from core.analysis.compared_entries import kernel_from, kernel_words
from core.errors import InputError
from core.spec import RunSpec
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.small_widgets import SMALL


class KernelField(QWidget):
    """`chosen` carries the kernel, None for that of the run; `troubled` what is wrong with what was typed."""

    chosen = Signal(object)
    troubled = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setPlaceholderText("that of the run; or rbf g = 4, poly p = 2 r = 1 …")
        self.line.setAccessibleName("Kernel of the boxes")
        self.line.setToolTip("The boxes of learners with a kernel stand for this one, with these numbers")
        self.line.editingFinished.connect(self._take)
        label = QLabel("Kernel")
        label.setBuddy(self.line)
        self.setLayout(in_row(label, self.line, margins=(0, 0, 0, 0), spacing=4))
        for child in (label, self.line):
            child.setFont(readable(self.font(), SMALL))

    @Slot()
    def _take(self) -> None:
        """Numbers that were not typed are the usual ones; all are shown."""
        text = self.line.text().strip()
        try:
            kernel = kernel_from(text, RunSpec()) if text else None
        except InputError as error:
            self.troubled.emit(f"{error}.")
            return
        self.line.setText("" if kernel is None else kernel_words(kernel))
        self.chosen.emit(kernel)
