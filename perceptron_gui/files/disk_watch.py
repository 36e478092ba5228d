"""Whether a file is still what was opened or saved here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.files.disk.stamp import OnDisk, Stamp


class DiskWatch(QObject):
    """Looks every two seconds, in use or not; `differs` carries the path and what became of it, once for each change.

    `watched` tells the file of the moment and what it held, None for none.

    The system's own watches end with the file that is replaced, and are silent on network disks; a look is one `stat`.
    """

    differs = Signal(object, object)

    def __init__(self, watched: Callable[[], tuple[Path, Stamp] | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watched = watched
        self._seen: tuple[Stamp, tuple[int, int] | None] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(2000)

    @Slot()
    def look(self) -> None:
        watched = self._watched()
        if watched is None:
            return
        path, stamp = watched
        seen = stamp, _outside(path)
        if seen == self._seen:
            return
        self._seen = seen
        found = stamp.compare(path)
        if found is not OnDisk.SAME:
            self.differs.emit(path, found)

    def stop(self) -> None:
        self._timer.stop()


def _outside(path: Path) -> tuple[int, int] | None:
    """What of a file can be seen without reading it."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns
