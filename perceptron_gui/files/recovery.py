"""Unsaved work survives a crash: a copy of the points beside a note of where they came from."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer, Signal, Slot

from core import files
from core.dataset import Dataset
from core.errors import InputError
from core.files.atomic import write_atomically
from perceptron_gui.model.document import Document

_DELAY_MS = 2000


def recovery_folder() -> Path:
    """Where this user's unsaved work is kept."""
    location = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    return Path(location) / "unsaved"


@dataclass(frozen=True)
class Recovered:
    """Points that a window which ended without asking left behind, and the file they belonged to."""

    dataset: Dataset
    path: Path | None
    copy: Path

    def forget(self) -> None:
        """Remove the copy: the points are kept elsewhere, or are not wanted."""
        _remove(self.copy)


class Recovery(QObject):
    """Keeps a copy of the document while it holds edits that no file does.

    Each window has a name of its own under a lock, so that two windows keep out of each other's way and a copy whose
    lock nobody holds is known to be left over. `failed` carries a sentence the first time the copy cannot be written.
    """

    failed = Signal(str)

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._folder = folder
        self._complained = False
        self._lock = self._take_a_name()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY_MS)
        self._timer.timeout.connect(self.keep)
        document.dataset_changed.connect(self._timer.start)
        document.undo_stack.cleanChanged.connect(self._on_clean_changed)

    @property
    def copy(self) -> Path:
        """The file that holds this window's unsaved points, when there are any."""
        return Path(self._lock.fileName()).with_suffix(".csv")

    def left_over(self) -> Recovered | None:
        """The latest work that a window which is no more left behind; what cannot be read is passed over."""
        copies = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for note in copies:
            if note.stem == self.copy.stem or not _is_orphan(note):
                continue
            try:
                path = json.loads(note.read_text("utf-8"))["path"]
                return Recovered(files.read(note.with_suffix(".csv")), path and Path(path), note.with_suffix(".csv"))
            except (InputError, OSError, ValueError, KeyError, TypeError):
                continue
        return None

    @Slot()
    def keep(self) -> None:
        """Write the copy now, if there is something no file holds."""
        self._timer.stop()
        if not self._document.modified:
            self._drop()
            return
        path = self._document.path
        try:
            files.write(self._document.dataset, self.copy)
            write_atomically(self.copy.with_suffix(".json"), json.dumps({"path": path and str(path)}))
        except (OSError, InputError) as error:
            self._complain(error)

    def close(self) -> None:
        """The window ends as it should: nothing is left to recover."""
        self._timer.stop()
        self._drop()
        self._lock.unlock()

    @Slot(bool)
    def _on_clean_changed(self, clean: bool) -> None:
        if clean:
            self._drop()
        else:
            self._timer.start()

    def _drop(self) -> None:
        _remove(self.copy)

    def _take_a_name(self) -> QLockFile:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return _lock(self._folder / f"{os.getpid()}.lock")  # every write will fail, and say so
        for number in count():
            lock = _lock(self._folder / f"{os.getpid()}-{number}.lock")
            if lock.tryLock(0) or lock.error() is not QLockFile.LockError.LockFailedError:
                return lock
        raise AssertionError

    def _complain(self, error: Exception) -> None:
        if not self._complained:
            self._complained = True
            self.failed.emit(f"Unsaved points cannot be kept for after a crash: {error}")


def _remove(copy: Path) -> None:
    for suffix in (".csv", ".json"):
        with suppress(OSError):
            copy.with_suffix(suffix).unlink()


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)  # however old, it is stale only when the program that holds it is gone
    return lock


def _is_orphan(note: Path) -> bool:
    lock = _lock(note.with_suffix(".lock"))
    free = lock.tryLock(0)
    lock.unlock()
    return free
