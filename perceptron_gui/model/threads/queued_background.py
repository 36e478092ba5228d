"""Work in the background that is asked for more often than it is done: each request has its turn, or none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

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

    def _tell(self, answer: object) -> None:
        self._answered = True
        if self._next is not None:
            self._take_up(self._next)
        super()._tell(answer)

    def _end(self) -> None:
        if self._next is not None:
            self._take_up(self._next)
        else:
            super()._end()

    def _break_off(self, message: str) -> None:
        self._next = None
        super()._break_off(message)
