"""A thread for what takes longer than a frame: the latest request is worked on, answers come in the GUI thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from time import thread_time
from typing import ClassVar
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, Signal, Slot

from core.errors import Cancelled, never
from perceptron_gui.model.threads.frame_gate import GATE

_SHARE = 1 / 16
"""Of the time that all threads beside work together, even where one picture follows another without a break."""

_STRETCH_S, _LONGEST_S = 0.001, 0.1
"""What is worked before a break may be due, and how long a break is at most."""


class _Stint:
    """What one thread does for a request. It is gone with the thread, if not before."""

    def __init__(self) -> None:
        self.worked = thread_time()
        """seconds, when it began or came back from its last break"""


class ThreadYield:
    """Of one thread, and of others that work for it: while the window makes a picture.

    Where it makes nothing else, the more threads work, the longer each rests.
    """

    _at_work: ClassVar[WeakSet[_Stint]] = WeakSet()

    def __init__(self) -> None:
        self._over = threading.Event()
        self._here = threading.local()

    def begin(self) -> None:
        self._here.stint = _Stint()
        self._at_work.add(self._here.stint)

    def take(self, over: Callable[[], bool] = never) -> None:
        """Rest, if this thread has worked for some time and is not `over`; to be called often, by each that works."""
        if not hasattr(self._here, "stint"):
            self.begin()
        stretch = thread_time() - self._here.stint.worked
        if stretch > _STRETCH_S:
            together = stretch * max(len(self._at_work), 1)
            longest = min(together / _SHARE - stretch, _LONGEST_S)
            GATE.wait(together, longest, lambda: self._over.is_set() or over())
            self._here.stint.worked = thread_time()

    def done(self) -> None:
        self._at_work.discard(self._here.stint)

    def end(self) -> None:
        """Somebody waits for the thread: from now on there are none."""
        self._over.set()
        GATE.look()


Work = Callable[[Cancelled], Iterator[object]]
"""Given a way to ask if it is still wanted no more, yields its answers one after another, and looks at it often."""


def once(answer: Callable[[Cancelled], object]) -> Work:
    """The work that answers once, with what this gives."""

    def work(cancelled: Cancelled) -> Iterator[object]:
        if not cancelled():
            yield answer(cancelled)

    return work


class _Worker(QObject):
    """Lives in the thread, and takes breaks. `wanted` is set from the other one: the only request that is worked on."""

    answered = Signal(int, object)
    failed = Signal(int, str)
    done = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.wanted = 0
        self.breaks = ThreadYield()

    @Slot(int, object)
    def start(self, request_id: int, work: Work) -> None:
        """Work until it is done or overtaken."""
        overtaken = partial(self._is_overtaken, request_id)
        self.breaks.begin()
        try:
            for answer in work(partial(self._look_up, overtaken)):
                if overtaken():
                    return
                self.answered.emit(request_id, answer)
        except Exception as error:  # the user is told, whatever it was
            self.failed.emit(request_id, f"{str(error) or type(error).__name__}")
        else:
            if not overtaken():
                self.done.emit(request_id)
        finally:
            self.breaks.take(overtaken)
            self.breaks.done()

    @Slot()
    def leave(self) -> None:
        """What was asked for before is done: leave the thread's event loop."""
        self.thread().quit()

    def _look_up(self, overtaken: Callable[[], bool]) -> bool:
        """Whether it is overtaken; a moment at which the thread may rest."""
        if not overtaken():
            self.breaks.take(overtaken)
        return overtaken()

    def _is_overtaken(self, request_id: int) -> bool:
        return self.wanted != request_id


def raise_failure(what: str, message: str) -> None:
    """For `failed`, where nobody expects it: the window tells of a fault."""
    raise RuntimeError(f"{what}: {message}")


class Background(QObject):
    """Works on one request at a time; a new one overtakes the one before, of which nothing arrives any more.

    `answered(object)` for each answer, `done()` after the last, `failed(str)` where the work broke off. The thread is
    there from the first request until `shut_down`, after which another request starts it again. It takes breaks while
    the window makes a picture.
    """

    answered = Signal(object)
    done = Signal()
    failed = Signal(str)
    _start = Signal(int, object)
    _leave = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids = count(1)
        self._current = 0
        self._thread: QThread | None = None
        self._worker: _Worker | None = None

    @property
    def busy(self) -> bool:
        return self._current != 0

    def ask(self, work: Work) -> None:
        """Drop what is under way and take this up."""
        worker = self._worker or self._begin()
        self._current = worker.wanted = next(self._ids)
        GATE.look()
        self._start.emit(self._current, work)

    def cancel(self) -> None:
        self._current = 0
        if self._worker is not None:
            self._worker.wanted = 0
            GATE.look()

    def shut_down(self) -> None:
        """End the thread and wait for it."""
        self.cancel()
        self.wait()

    def wait(self) -> None:
        """Until what is under way is done, and its thread ended; the event loop tells of the answers."""
        if self._thread is not None and self._worker is not None:
            self._worker.breaks.end()
            self._leave.emit()
            self._thread.wait()
            self._start.disconnect(self._worker.start)
            self._leave.disconnect(self._worker.leave)
            self._thread = self._worker = None

    def finish(self) -> None:
        """Until what is under way is done, and told."""
        while self.busy:
            self.wait()
            QCoreApplication.sendPostedEvents(self)

    def _begin(self) -> _Worker:
        self._thread, worker = QThread(), _Worker()
        self._thread.setObjectName("background")
        worker.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self._start.connect(worker.start, queued)
        self._leave.connect(worker.leave, queued)
        worker.answered.connect(self._on_answered, queued)
        worker.failed.connect(self._on_failed, queued)
        worker.done.connect(self._on_done, queued)
        self._worker = worker
        self._thread.start()
        return worker

    @Slot(int, object)
    def _on_answered(self, request_id: int, answer: object) -> None:
        if request_id == self._current:
            self._tell(answer)

    @Slot(int)
    def _on_done(self, request_id: int) -> None:
        if request_id == self._current:
            self._end()

    @Slot(int, str)
    def _on_failed(self, request_id: int, message: str) -> None:
        if request_id == self._current:
            self._break_off(message)

    # What a subclass does otherwise is no slot: one that overrides a slot gets calls of other signals in PySide 6.11.

    def _tell(self, answer: object) -> None:
        self.answered.emit(answer)

    def _end(self) -> None:
        self._current = 0
        self.done.emit()

    def _break_off(self, message: str) -> None:
        self._current = 0
        self.failed.emit(message)


class QueuedBackground(Background):
    """One in which no request is overtaken before its first answer; of those that wait the latest is kept.

    So something is always told, however fast requests follow one another.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
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
