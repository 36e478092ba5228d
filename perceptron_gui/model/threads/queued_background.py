"""Work in the background that is asked for more often than it is done: each request has its turn, or none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from core.errors import never
from perceptron_gui.model.threads.background import Background, Work


class QueuedBackground(Background):
    """One in which no request is overtaken before its first answer; of those that wait the latest is kept.

    So something is always told, however fast requests follow one another.
    """

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent, hurried)
        self._answered = False
        self._next: Work | None = None

    def ask(self, work: Work) -> None:
        """Take this up, as soon as what is under way has answered once."""
        if self.busy and not self._answered:
            self._next = work
        else:
            self._take_up(work)

    def cancel(self) -> None:
        """Drop what is under way, and what waits."""
        self._next = None
        super().cancel()

    def _take_up(self, work: Work) -> None:
        self._next, self._answered = None, False
        super().ask(work)

    @Slot(int, object)
    def _on_answered(self, request_id: int, answer: object) -> None:
        if request_id == self._current:
            self._answered = True
            if self._next is not None:
                self._take_up(self._next)
            self.answered.emit(answer)

    @Slot(int)
    def _on_done(self, request_id: int) -> None:
        if request_id == self._current and self._next is not None:
            self._take_up(self._next)
        else:
            super()._on_done(request_id)

    @Slot(int, str)
    def _on_failed(self, request_id: int, message: str) -> None:
        if request_id == self._current:
            self._next = None
        super()._on_failed(request_id, message)
