"""What every dialog has that asks for something: buttons that accept and cancel, and a line that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from perceptron_gui.look.fields.number_field import Field, FieldCheck

T = TypeVar("T")
_BUTTONS = QDialogButtonBox.StandardButton


class QuestionDialog(QDialog):
    """Whoever lays it out puts `verdict`, where something may be wrong, and `buttons` at its end."""

    def __init__(
        self, title: str, parent: QWidget | None = None, accepting: QDialogButtonBox.StandardButton = _BUTTONS.Ok
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._accepting = accepting
        self.verdict = QLabel(wordWrap=True)
        self.buttons = QDialogButtonBox(accepting | _BUTTONS.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def judge(self, trouble: str) -> None:
        """Say what is wrong, if something is; it can be accepted where nothing is."""
        self.verdict.setText(trouble)
        self.buttons.button(self._accepting).setEnabled(not trouble)

    def ask(self, answer: Callable[[], T]) -> T | None:
        """Ask, once: what `answer` says then, None where the dialog was cancelled."""
        wanted = answer() if self.exec() else None
        self.deleteLater()
        return wanted


class FormDialog(QuestionDialog):
    """A form of rows, which `end` closes."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.form = QFormLayout(self)

    def end(self, *fields: Field) -> None:
        """The last rows: what is wrong with the fields, if there are any, and the buttons."""
        self.check = FieldCheck(fields, self.buttons)
        if fields:
            self.form.addRow(self.check)
        self.form.addRow(self.buttons)


def resize_within_screen(dialog: QDialog, wanted: QSize) -> None:
    """Make `dialog` as large as `wanted`, but no larger than the screen has room for: its buttons are at the bottom.

    A window that is shown has a frame as large as the dialog's will be, which Qt counts beside the size.
    """
    owner = dialog.parentWidget()
    frame = owner.window().frameSize() - owner.window().size() if owner is not None else QSize()
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize() - frame.expandedTo(QSize(0, 0))))
