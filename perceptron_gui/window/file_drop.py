"""A file that is dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def dropped_file(event: QDropEvent) -> Path | None:
    """The one local file that is dropped, if that is what it is, and a copy of it may be taken."""
    if not event.possibleActions() & Qt.DropAction.CopyAction:
        return None
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None


def take_copy(event: QDropEvent) -> None:
    """Take no more than a copy: who moved a file here would take it away from where it was."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
