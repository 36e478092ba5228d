"""The question where to save, and whether a file may be replaced."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core.names import legible
from perceptron_gui.look.plain import plain

_SUFFIX = re.compile(r"\*(\.\w+)")


class SaveDialog(QFileDialog):
    """Asks where to save. A name without a suffix gets that of the kind chosen before it is judged.

    Qt's own static function would ask about `points` and then let `points.csv` be overwritten. Its question before a
    file is replaced would take the name of that file for HTML.
    """

    def __init__(self, suggested: Path, kinds: str, parent: QWidget | None = None, title: str = "Save As") -> None:
        super().__init__(parent, title, str(suggested.parent), kinds)
        self._known = set(_SUFFIX.findall(kinds))
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.setOption(QFileDialog.Option.DontConfirmOverwrite)
        self.selectFile(suggested.name)
        self.selectNameFilter(
            next((kind for kind in kinds.split(";;") if suggested.suffix in _SUFFIX.findall(kind)), "")
        )
        self.setDefaultSuffix(suggested.suffix)
        self.filterSelected.connect(self._on_kind)

    def ask(self) -> Path | None:
        """Return where to save, None for nowhere; ask again where a file is not to be replaced."""
        while self.exec():
            path = Path(self.selectedFiles()[0])
            if not path.is_file() or may_replace(path, "is there already", self.parentWidget()):
                return path
        return None

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


def may_replace(path: Path, why: str, parent: QWidget | None) -> bool:
    """Ask whether what is in a file may be lost; `why` says of its name what is to be known before."""
    box = QMessageBox(
        QMessageBox.Icon.Warning,
        "Replace the file?",
        plain(f"“{legible(path.name)}” {why}."),
        QMessageBox.StandardButton.Cancel,
        parent,
    )
    box.setInformativeText("What it holds now would be lost.")
    replace = box.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    replaced = box.clickedButton() is replace
    box.deleteLater()
    return replaced
