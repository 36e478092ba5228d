"""Unsaved work survives a crash: a session file beside a note of the file that it belongs to."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QStandardPaths, Signal

from core.errors import InputError, never
from core.files.atomic import write_atomically
from core.files.disk import Stamp, opened, same_file
from core.files.session import SUFFIX, Session, read_session, write_session
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.saved_setting import read
from perceptron_gui.model.threads.worker import Worker, once, single_shot

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_DELAY_MS = 1600
"""Milliseconds from the first unsaved edit to the copy. With the time to write, at most 2 s of work can be lost; of
very many points some more while pictures follow without a break.
"""
_COPY, _NOTE, _LOCK = SUFFIX, ".json", ".lock"


def recovery_folder() -> Path:
    """Return the folder of this user's unsaved work."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation), "unsaved")


class Origin(NamedTuple):
    """The file of unsaved work, its content when last read or written, and whether it is a session."""

    path: Path | None = None
    stamp: Stamp | None = None
    whole: bool = False


def write_copy(session: Session, origin: Origin, copy: Path, rest: Callable[[], object] = never) -> None:
    """Write unsaved work at `copy`, with pauses of `rest`, and a note of where it is from. Raises InputError."""
    path, stamp = origin.path and str(origin.path), origin.stamp and asdict(origin.stamp)
    # First the note: a copy without one would not be known to belong to its file.
    write_atomically(copy.with_suffix(_NOTE), json.dumps({"path": path, "stamp": stamp, "whole": origin.whole}))
    write_session(session, copy, rest)


@dataclass(frozen=True)
class Recovered:
    """Work that a window left behind when it ended without asking. No other window takes it up while it is held."""

    session: Session
    origin: Origin
    copy: Path
    lock: FileLock

    def forget(self) -> None:
        """Remove the copy: the points are saved elsewhere, or are not wanted."""
        _remove(self.copy)
        self.lock.release()


class Recovery(QObject):
    """Keeps a copy of the document while it holds unsaved work.

    `present` returns all that a session keeps; without it the copy holds the document only.
    Each window has a separate name under a lock, so that two windows do not disturb each other and a copy whose
    lock nobody holds is known to be left over. The copy goes when the document is saved or the window closed by
    `close`, and not when the objects are destroyed: what destroys them may be a crash. `failed` carries a sentence
    when the copy cannot be written, once until it can be again, and when a copy that was left over cannot be read.
    """

    failed = Signal(str)

    def __init__(
        self,
        document: Document,
        folder: Path,
        parent: QObject | None = None,
        present: Callable[[], Session] | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._present = document, present or document.session
        self.folder = folder
        self._complained = self._ended = False
        self._lock = FileLock(folder / f"{os.urandom(8).hex()}{_LOCK}")
        self._take_place()
        self._writer = Worker(self, answers_once=True)
        self._writer.answered.connect(self._tell)
        self._timer = single_shot(self, _DELAY_MS, self._keep_meanwhile)
        # The edits of the notes come with `modified_changed`.
        document.dataset_changed.connect(self._on_edited)
        document.spec_changed.connect(self._on_edited)
        document.modified_changed.connect(self._on_modified_changed)

    @property
    def copy(self) -> Path:
        """The file that holds this window's unsaved work, when there is any."""
        return self._lock.path.with_suffix(_COPY)

    def left_over(self, wanted: Path | None = None) -> Recovered | None:
        """Return the latest work left behind, of the file `wanted` if given; `failed` tells of damaged copies."""
        for copy in self._copies():
            origin = _noted(copy)
            if wanted is not None and (origin.path is None or not same_file(origin.path, wanted)):
                continue  # A start with a file restores only the copy of that file.
            lock = FileLock(copy.with_suffix(_LOCK))
            with suppress(OSError):  # Nobody can hold it, but the copy may be whole.
                if not lock.take():
                    continue  # Another window holds this copy.
            try:
                return Recovered(read_session(copy), origin, copy, lock)
            except InputError:
                self._set_aside(copy)
            except MemoryError:
                pass  # The copy may be whole.
            lock.release()
        return None

    def keep(self) -> bool:
        """Write the copy now, if there is unsaved work; return False if that failed."""
        self._timer.stop()
        self._keep_meanwhile()
        self._writer.finish()
        return not self._complained

    def close(self) -> None:
        """Leave nothing to recover, as a window should at its end."""
        self._timer.stop()
        self._writer.finish()
        _remove(self.copy)
        self._end()

    def leave(self) -> None:
        """Keep unsaved work for the next window, because this one is ended from outside."""
        self.keep()
        self._end()

    def _end(self) -> None:
        self._lock.release()
        self._ended = True

    def _on_edited(self) -> None:
        # An edit does not put off the one before.
        if not self._ended and not self._timer.isActive():
            self._timer.start(_DELAY_MS)

    def _on_modified_changed(self) -> None:
        """Handle the change in the event loop, which has ended when an undo stack is cleared by its destruction."""
        if self._document.modified:
            self._on_edited()
        elif not self._ended:
            self._timer.start(0)

    def _keep_meanwhile(self) -> None:
        """Write the copy in another thread, because many points take longer than a frame; nothing waits for it."""
        self._take_place()
        document = self._document
        work = (self._present(), Origin(document.path, document.stamp, document.whole)) if document.modified else None
        self._writer.ask(once(partial(_attempt, work, self.copy)))

    def _tell(self, error: Exception | None) -> None:
        if error is not None and not self._complained:
            self.failed.emit(f"Unsaved work cannot be kept for after a crash: {error}")
        self._complained = error is not None

    def _take_place(self) -> None:
        """Make the folder and hold the lock in it, again if they were removed meanwhile."""
        with suppress(OSError):  # Then every write fails, and says so.
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.take()

    def _set_aside(self, copy: Path) -> None:
        """Put a damaged copy aside: no later start has to skip it, and nothing of it is lost."""
        kept = self.folder / "damaged" / copy.name
        with suppress(OSError):  # Then it stays where it is, and every start says so.
            kept.parent.mkdir(exist_ok=True)
            for part in (copy, copy.with_suffix(_NOTE)):
                if part.exists():
                    part.replace(kept.with_suffix(part.suffix))
        where = copy if copy.exists() else kept
        self.failed.emit(f"Unsaved work of an earlier window is damaged and cannot be read. It is kept as {where}")

    def _copies(self) -> list[Path]:
        """Return the copies of other windows, the latest first."""
        with suppress(OSError):  # Without the folder there is nothing left over.
            found = [path for path in self.folder.glob(f"*{_COPY}") if path != self.copy and path.is_file()]
            return sorted(found, key=lambda path: (path.stat().st_mtime, path), reverse=True)
        return []


def _attempt(work: tuple[Session, Origin] | None, copy: Path, rest: Callable[[], object]) -> Exception | None:
    """Write the copy, or remove it if there is nothing unsaved; return the error, if there is one."""
    try:
        if work is None:
            _remove(copy)
        else:
            write_copy(*work, copy, rest)
    except (InputError, MemoryError) as error:
        return error
    return None


def _noted(copy: Path) -> Origin:
    """Return the content of the note beside a copy; nothing if it is missing or broken: the copy may be whole."""
    try:
        with opened(copy.with_suffix(_NOTE)) as stream:
            note = json.loads(stream.read(100_000))
        path = Path(read(str, note["path"]))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return Origin()
    stamp = None
    with suppress(LookupError, TypeError):
        stamp = Stamp(**read({"size": int, "changed_ns": int, "digest": str}, note["stamp"]))
    return Origin(path, stamp, note.get("whole") is True)


def _remove(copy: Path) -> None:
    for suffix in (_COPY, _NOTE):
        # A copy that cannot be removed is harmless: the next window finds it again.
        with suppress(OSError):
            copy.with_suffix(suffix).unlink()


class FileLock:
    """A lock that one process holds at a time and that ends with the process.

    Content, age and owner of the file at `path` do not matter. A QLockFile would keep the lock of a killed process when
    the computer has another name meanwhile, when its number belongs to another process, or when the file is empty.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Take the lock, and return True; return False if another process, or another lock of this one, holds it.

        A lock that is held is taken again if its file was removed. Raises OSError if there can be no such file.
        """
        if self._descriptor is not None:
            if _is_there(self._descriptor, self.path):
                return True
            os.close(self._descriptor)
            self._descriptor = None
        descriptor = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
        if _locked(descriptor) and _is_there(descriptor, self.path):
            self._descriptor = descriptor
            return True
        os.close(descriptor)
        return False

    def release(self) -> None:
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        if sys.platform == "win32":
            # Windows removes no file that is open, and so none that another process has locked meanwhile.
            os.close(descriptor)
        with suppress(OSError):
            self.path.unlink()
        if sys.platform != "win32":
            # Elsewhere the file is removed before the release: later, another process could have locked it.
            os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # On a file system without locks nobody can hold one.
    return True


def _is_there(descriptor: int, path: Path) -> bool:
    """Return whether `path` is still the file that was locked; its former owner may have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
