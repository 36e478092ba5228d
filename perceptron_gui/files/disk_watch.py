"""Whether the document's file is still what was opened or saved here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.files.disk.stamp import OnDisk, Stamp
from perceptron_gui.model.document.document import Document

_LOOK_MS = 2000


class DiskWatch(QObject):
    """Looks every two seconds, in use or not; `differs` carries what became of the file, once for each change.

    The system's own watches end with the file that is replaced, and are silent on network disks; a look is one `stat`.
    """

    differs = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._seen: tuple[Stamp, tuple[int, int] | None] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(_LOOK_MS)

    @Slot()
    def look(self) -> None:
        path, stamp = self._document.path, self._document.stamp
        if path is None or stamp is None:
            return
        seen = stamp, _outside(path)
        if seen == self._seen:
            return
        self._seen = seen
        found = stamp.compare(path)
        if found is not OnDisk.SAME:
            self.differs.emit(found)

    def stop(self) -> None:
        self._timer.stop()


def _outside(path: Path) -> tuple[int, int] | None:
    """What of a file can be seen without reading it."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns
