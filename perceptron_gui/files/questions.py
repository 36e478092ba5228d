"""The questions that opening and saving files ask a person."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core.files import Survey
from core.files.formats import FORMATS, LESSON, SPREADSHEETS
from core.files.session import SUFFIX
from core.names import legible
from perceptron_gui.files.loading import FileChoices, LoadRequest
from perceptron_gui.look.plain import plain

_POINTS = " ".join(f"*{suffix}" for suffix in FORMATS)
_TABLES = " ".join([_POINTS, *(f"*{suffix}" for suffix in SPREADSHEETS)])
# A file without an ending has no pattern.
_ANY = "Files without an ending, and all others (*)"
KINDS_TO_OPEN = f"Sessions, points, spreadsheets and lessons (*{SUFFIX} {_TABLES} *{LESSON});;{_ANY}"
KINDS_WITH_POINTS = f"Sessions, points and spreadsheets (*{SUFFIX} {_TABLES});;{_ANY}"
KINDS_OF_POINTS = f"Points and spreadsheets ({_TABLES});;{_ANY}"
KINDS_TO_SAVE = f"Session: points, options and view (*{SUFFIX});;Points ({_POINTS})"


class Dialogs:
    """The questions that file actions ask; tests answer them in another way. `choices` asks about a file."""

    def __init__(self, window: QWidget, choose: Callable[[Survey, LoadRequest], FileChoices | None]) -> None:
        self._window, self.choices = window, choose

    def path_to_open(self, folder: Path, kinds: str) -> Path | None:
        chosen, _ = QFileDialog.getOpenFileName(self._window, "Open", str(folder), kinds)
        return Path(chosen) if chosen else None

    def path_to_save(self, suggested: Path, kinds: str, title: str = "") -> Path | None:
        """Ask where to save; the title says what the file will be."""
        from perceptron_gui.look.fields.question_dialog import SaveDialog

        return SaveDialog(suggested, kinds, self._window, title or f"Save {legible(suggested.name)} As").ask()

    def agrees(self, title: str, sentence: str) -> bool:
        """Say what a command is about to make; return whether the person wants it."""
        from perceptron_gui.look.fields.question_dialog import agrees

        return agrees(title, sentence, self._window)

    def unsaved(self, title: str) -> QMessageBox.StandardButton:
        """Return what is to be done with unsaved edits: Save, Discard or Cancel."""
        button = QMessageBox.StandardButton
        told, answers = f"“{title}” has changes that are not saved.", button.Save | button.Discard | button.Cancel
        box = QMessageBox(QMessageBox.Icon.NoIcon, "Save the Changes?", plain(told), answers, self._window)
        box.setDefaultButton(button.Save)
        answer = button(box.exec())
        box.deleteLater()
        return answer

    def may_replace(self, path: Path, why: str) -> bool:
        """Return whether the document may replace a file that has changed since, or is write-protected."""
        from perceptron_gui.look.fields.question_dialog import may_replace

        return may_replace(path, why, self._window)
