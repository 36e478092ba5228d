"""Work in the background that is asked for more often than it is done: each request has its turn, or none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import never
from perceptron_gui.model.threads.background import Background, Work


class QueuedBackground(QObject):
    """A `Background` in which no request is overtaken before its first answer; of those that wait the latest is kept.

    So something is always told, however fast requests follow one another.
    """

    answered = Signal(object)
    done = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent)
        self._background = Background(self, hurried)
        self._answered = False
        self._next: Work | None = None
        self._background.answered.connect(self._on_answered)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return self._background.busy

    def ask(self, work: Work) -> None:
        """Take this up, as soon as what is under way has answered once."""
        if self._background.busy and not self._answered:
            self._next = work
        else:
            self._begin(work)

    def cancel(self) -> None:
        """Drop what is under way, and what waits."""
        self._next = None
        self._background.cancel()

    def shut_down(self) -> None:
        """End the thread and wait for it."""
        self._next = None
        self._background.shut_down()

    def _begin(self, work: Work) -> None:
        self._next, self._answered = None, False
        self._background.ask(work)

    @Slot(object)
    def _on_answered(self, answer: object) -> None:
        self._answered = True
        waiting = self._next
        if waiting is not None:
            self._begin(waiting)
        self.answered.emit(answer)

    @Slot()
    def _on_done(self) -> None:
        waiting = self._next
        if waiting is not None:
            self._begin(waiting)
        else:
            self.done.emit()

    @Slot(str)
    def _on_failed(self, message: str) -> None:
        self._next = None
        self.failed.emit(message)
