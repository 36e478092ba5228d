"""Does a task in the thread of the window, a slice between two events, so that it can go on and be left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.errors import InputError
from core.files.disk.atomic import atomic_file
from perceptron_gui.exports.tasks import Task


class Job(QObject):
    """One task at a time. Either `written` or `failed` ends it, unless it is cancelled: then nothing is left of it.

    Pictures can be drawn only in the window's own thread, so there is none for this.
    """

    progressed = Signal(float)
    written = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self.path = Path()
        """the file that is written, or was the last"""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(self, path: Path, make: Callable[[BinaryIO], Task]) -> None:
        self.cancel()
        self.path, self._task = path, _into(path, make)
        self._timer.start()

    @Slot()
    def cancel(self) -> None:
        self._timer.stop()
        task, self._task = self._task, None
        if task is not None:
            task.close()

    @Slot()
    def _go_on(self) -> None:
        if self._task is None:
            return
        try:
            done = next(self._task, None)
        except InputError as error:
            self.cancel()
            self.failed.emit(str(error))
        except MemoryError:
            self.cancel()
            self.failed.emit("There is not enough memory for this; a smaller picture is expected.")
        except BaseException:
            self.cancel()
            raise
        else:
            if done is None:
                self.cancel()
                self.written.emit(self.path)
            else:
                self.progressed.emit(done)


def _into(path: Path, make: Callable[[BinaryIO], Task]) -> Task:
    with atomic_file(path) as stream:
        yield from make(stream)
