"""A thread for what takes longer than a frame: it works on the latest request, and answers arrive in the window's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from queue import SimpleQueue
from threading import Thread

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot

from core.errors import Cancelled
from perceptron_gui.model.threads.frame_gate import GATE
from perceptron_gui.model.threads.single_shot import single_shot

Work = Callable[[Cancelled], Iterator[object]]
"""Yields answers one after another, and often asks the function it is given whether nobody wants them any more."""

_Requests = SimpleQueue[tuple[int, Work] | None]
"""Numbered requests; None ends the thread."""


def once(answer: Callable[[Cancelled], object]) -> Work:
    """Return the work that gives one answer, that of `answer`."""

    def work(cancelled: Cancelled) -> Iterator[object]:
        yield answer(cancelled)

    return work


class Worker(QObject):
    """Works on one request at a time: a new one overtakes the one before, of which nothing arrives any more.

    `answered(object)` carries each answer, and `done()` follows the last. `failed(str, Exception)` carries the error
    that broke the work off, and what it says; a worker with a `fault` raises it in the window instead, headed by that.

    Where each request `answers_once`, none is overtaken before its first answer; of those that wait the latest is kept.
    So something is always shown, however fast requests follow one another. A `polite` worker rests while the window
    makes a picture. The thread is there from the first request until `finish` or `shut_down`; another request starts
    it again.
    """

    answered = Signal(object)
    done = Signal()
    failed = Signal(str, object)
    _posted = Signal(int, object)

    def __init__(
        self, parent: QObject | None = None, *, fault: str = "", answers_once: bool = False, polite: bool = True
    ) -> None:
        super().__init__(parent)
        self._fault, self._answers_once, self._polite = fault, answers_once, polite
        self._ids = count(1)
        self._wanted = 0
        self._next: Work | None = None
        self._has_answered = self._hurried = False
        self._thread: Thread | None = None
        self._requests = _Requests()
        self._find_later: Callable[[], Work | None] = lambda: None
        self._later = single_shot(self, 0, self._on_due)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a request is under way."""
        return self._wanted != 0

    @property
    def pending(self) -> bool:
        """Whether a request is under way, or is to come later."""
        return self.busy or self._later.isActive()

    def ask(self, work: Work) -> None:
        """Work on this in place of all that was asked for before."""
        self._later.stop()
        if self._answers_once and self.busy and not self._has_answered:
            self._next = work
        else:
            self._take_up(work)

    def ask_later(self, milliseconds: int, find: Callable[[], Work | None]) -> None:
        """Ask in so many milliseconds for the work that `find` then returns, if any, unless something is asked before.

        Until then what is under way goes on.
        """
        self._find_later = find
        self._later.start(milliseconds)

    def cancel(self) -> None:
        """Drop all that was asked for."""
        self._later.stop()
        self._next, self._wanted = None, 0
        GATE.look()

    def finish(self) -> None:
        """Wait until all that was asked for is done and the thread has ended, and tell of it now."""
        self._later.go_off()
        self._end_thread()
        QCoreApplication.sendPostedEvents(self)
        if self.pending:
            self.finish()

    def shut_down(self) -> None:
        """Drop all that was asked for and wait for the end of the thread."""
        self.cancel()
        self._end_thread()

    def _take_up(self, work: Work) -> None:
        self._next, self._has_answered = None, False
        self._wanted = next(self._ids)
        if self._thread is None:
            self._hurried = False
            self._thread = Thread(target=self._serve, name="worker", daemon=True)
            self._thread.start()
        self._requests.put((self._wanted, work))
        GATE.look()

    def _end_thread(self) -> None:
        if self._thread is not None:
            self._hurried = True
            self._requests.put(None)
            GATE.look()
            self._thread.join()
            self._thread = None

    # In the thread, which holds nothing of a request once it is over.

    def _serve(self) -> None:
        while self._works_on(self._requests.get()):
            pass

    def _works_on(self, request: tuple[int, Work] | None) -> bool:
        """Answer a request until it is done or overtaken; return False for the one that ends the thread."""
        if request is None:
            return False
        number, work = request

        def overtaken() -> bool:
            return self._wanted != number

        def in_haste() -> bool:
            return self._hurried or overtaken()

        def cancelled() -> bool:
            if self._polite and not overtaken():
                GATE.rest(in_haste)
            return overtaken()

        if not overtaken():
            self._answer(number, work(cancelled), overtaken)
            if self._polite:
                GATE.leave(in_haste)
        return True

    def _answer(self, number: int, answers: Iterator[object], overtaken: Cancelled) -> None:
        try:
            for answer in answers:
                if overtaken():
                    break
                self._posted.emit(number, partial(self._on_answer, answer))
            self._posted.emit(number, self._on_done)
        except Exception as error:  # the window tells of it, whatever it was
            self._posted.emit(number, partial(self._on_error, error))

    # In the window's thread.

    @Slot(int, object)
    def _on_posted(self, number: int, tell: Callable[[], None]) -> None:
        if number == self._wanted:
            tell()

    @Slot()
    def _on_due(self) -> None:
        if (work := self._find_later()) is not None:
            self.ask(work)

    def _on_answer(self, answer: object) -> None:
        self._has_answered = True
        if self._next is not None:
            self._take_up(self._next)
        self.answered.emit(answer)

    def _on_done(self) -> None:
        if self._next is not None:
            self._take_up(self._next)
        else:
            self._wanted = 0
            self.done.emit()

    def _on_error(self, error: Exception) -> None:
        self._next, self._wanted = None, 0
        sentence = str(error) or type(error).__name__
        if self._fault:
            raise RuntimeError(f"{self._fault}: {sentence}") from error
        self.failed.emit(sentence, error)
