"""Work on a file: at once if it is small, else in a thread of its own while the window says so and stays alive."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QProgressDialog, QWidget

from core.errors import Cancelled, never
from core.names import legible
from perceptron_gui.look.plain import plain
from perceptron_gui.model.threads.worker import Worker, once

_LARGE_BYTES = 200_000
"""What takes longer than a frame or two, whatever is in it."""

Work = Callable[[Any, Cancelled], object]
"""Answers what is asked, and soon once it is cancelled. What it should not raise is raised again in the window."""


class FileWork(QObject):
    """One file at a time; `finished` carries the answer, in the window's thread, unless the user cancelled."""

    doing: ClassVar[str]
    """What the window says meanwhile, before the name of the file."""
    finished = Signal(object)

    def __init__(self, window: QWidget, work: Work, large_bytes: int | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._work = work
        self._large_bytes = _LARGE_BYTES if large_bytes is None else large_bytes
        self.awaited: Any = None
        """what has been asked and is not answered yet"""
        self._busy: QProgressDialog | None = None
        self._worker = Worker(self)
        self._worker.answered.connect(self._on_answered)
        self._worker.failed.connect(self._on_failed)

    def begin(self, asked: object, path: Path) -> None:
        """Answer it and emit `finished`; a large file keeps the window closed to edits meanwhile, not frozen."""
        if _size(path) < self._large_bytes:
            self.finished.emit(self._work(asked, never))
            return
        self.awaited = asked
        self._busy = QProgressDialog(plain(f"{self.doing} {legible(path.name)} …"), "Cancel", 0, 0, self._window)
        self._busy.setWindowModality(Qt.WindowModality.WindowModal)
        self._busy.canceled.connect(self.cancel)
        self._busy.show()
        self._worker.ask(once(partial(self._work, asked)))

    @Slot()
    def cancel(self) -> None:
        """Want nothing of the file under way any more."""
        self.awaited = None
        self._worker.cancel()
        if self._busy is not None:
            busy, self._busy = self._busy, None
            busy.canceled.disconnect(self.cancel)
            busy.close()
            busy.deleteLater()

    def shut_down(self) -> None:
        """Wait for the thread, which leaves the file as soon as it sees that nobody wants it any more."""
        self.cancel()
        self._worker.shut_down()

    @Slot(object)
    def _on_answered(self, answer: object) -> None:
        self.shut_down()
        self.finished.emit(answer)

    @Slot(str, object)
    def _on_failed(self, _sentence: str, error: Exception) -> None:
        self.shut_down()
        raise error


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
