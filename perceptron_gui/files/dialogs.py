"""The questions that file actions ask a person."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from core import files
from core.files.formats import FORMATS
from core.files.session import SUFFIX
from perceptron_gui.files.loading import FileChoices, LoadRequest

_SUFFIX = re.compile(r"\*(\.\w+)")
_POINTS = " ".join(f"*{suffix}" for suffix in FORMATS)
_ANY = "All files (*)"
KINDS_TO_OPEN = f"Sessions and points (*{SUFFIX} {_POINTS});;{_ANY}"
KINDS_OF_POINTS = f"Points ({_POINTS});;{_ANY}"
KINDS_TO_SAVE = f"Session: points, options and view (*{SUFFIX});;Points ({_POINTS})"


class UnsavedAnswer(Enum):
    """What to do with edits that no file holds."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class Dialogs:
    """The questions that file actions ask; tests answer them in another way. `choices` is asked by `choose`."""

    def __init__(self, window: QWidget, choose: Callable[[files.Survey, LoadRequest], FileChoices | None]) -> None:
        self._window = window
        self._choose = choose

    def path_to_open(self, folder: Path, kinds: str) -> Path | None:
        chosen, _ = QFileDialog.getOpenFileName(self._window, "Open", str(folder), kinds)
        return Path(chosen) if chosen else None

    def path_to_save(self, suggested: Path, kinds: str) -> Path | None:
        """Where to save; None for nowhere. A name without a suffix gets that of the kind chosen before it is judged."""
        dialog = SaveDialog(suggested, kinds, self._window)
        return Path(dialog.selectedFiles()[0]) if dialog.exec() == QDialog.DialogCode.Accepted else None

    def unsaved(self, title: str) -> UnsavedAnswer:
        button = QMessageBox.StandardButton
        answer = QMessageBox.warning(
            self._window,
            "Unsaved changes",
            f"“{title}” has changes that are not saved.",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )
        return {button.Save: UnsavedAnswer.SAVE, button.Discard: UnsavedAnswer.DISCARD}.get(
            answer, UnsavedAnswer.CANCEL
        )

    def may_replace(self, path: Path, why: str) -> bool:
        """Whether to put the document in the place of a file that is not as it was left, or is write-protected."""
        box = QMessageBox(
            QMessageBox.Icon.Warning,
            "Replace the file?",
            f"“{path.name}” {why}.",
            QMessageBox.StandardButton.Cancel,
            self._window,
        )
        box.setInformativeText("What it holds now would be lost.")
        replace = box.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        replaced = box.clickedButton() is replace
        box.deleteLater()
        return replaced

    def choices(self, survey: files.Survey, request: LoadRequest) -> FileChoices | None:
        return self._choose(survey, request)


class SaveDialog(QFileDialog):
    """Asks where to save; the static function of Qt would ask about `points` and then `points.csv` be overwritten."""

    def __init__(self, suggested: Path, kinds: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, "Save As", str(suggested.parent), kinds)
        self._known = set(_SUFFIX.findall(kinds))
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.selectFile(suggested.name)
        self.selectNameFilter(
            next((kind for kind in kinds.split(";;") if suggested.suffix in _SUFFIX.findall(kind)), "")
        )
        self.setDefaultSuffix(suggested.suffix)
        self.filterSelected.connect(self._on_kind)

    @Slot(str)
    def _on_kind(self, kind: str) -> None:
        """Another kind has another suffix, also where one is given already."""
        suffixes = _SUFFIX.findall(kind)
        if not suffixes:
            return
        self.setDefaultSuffix(suffixes[0])
        chosen = Path(self.selectedFiles()[0]) if self.selectedFiles() else Path()
        if chosen.suffix in self._known - set(suffixes):
            self.selectFile(chosen.with_suffix(suffixes[0]).name)
