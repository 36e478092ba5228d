"""The dialog in which a teacher writes the notes of a session."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from perceptron_gui.look.fields.question_dialog import FormDialog
from perceptron_gui.look.plain import plain_label
from perceptron_gui.model.document.commands import SessionNotes


class NotesDialog(FormDialog[SessionNotes]):
    """Asks for a title and a few lines."""

    def __init__(self, notes: SessionNotes, parent: QWidget | None = None) -> None:
        super().__init__("Notes", parent)
        self.title = QLineEdit(notes.title)
        self.text = QPlainTextEdit(notes.text, tabChangesFocus=True)
        self.form.addRow("&Title", self.title)
        self.form.addRow("Te&xt", self.text)
        told = "Shown when the session file is opened; files of points do not hold it."
        self.form.addRow(plain_label(told, wraps=False))
        self.end()

    @property
    def chosen(self) -> SessionNotes:
        return SessionNotes(self.title.text().strip(), self.text.toPlainText().strip())
