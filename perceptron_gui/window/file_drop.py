"""Files that are dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def taken_files(event: QDropEvent) -> list[Path]:
    """The local files and folders that are dropped, if that is what all are.

    No more than a copy is taken: who moved a file here would take it away from where it was.
    """
    urls = event.mimeData().urls()
    if not urls or not event.possibleActions() & Qt.DropAction.CopyAction or not all(url.isLocalFile() for url in urls):
        return []
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
    return [Path(url.toLocalFile()) for url in urls]
