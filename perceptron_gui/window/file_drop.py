"""Files that are dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def dropped_files(event: QDropEvent) -> list[Path]:
    """The local files and folders that are dropped, if that is what all are, and a copy of them may be taken."""
    urls = event.mimeData().urls()
    if not event.possibleActions() & Qt.DropAction.CopyAction or not all(url.isLocalFile() for url in urls):
        return []
    return [Path(url.toLocalFile()) for url in urls]


def take_copy(event: QDropEvent) -> None:
    """Take no more than a copy: who moved a file here would take it away from where it was."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
