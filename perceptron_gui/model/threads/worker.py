"""A thread for work that takes longer than a frame: it works on the latest request, and rests while a picture is made.

There is one interpreter, and Python lets one thread work at a time, a thousandth of a second each: without `FrameGate`
a picture takes twice as long as what is done for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from queue import SimpleQueue
from threading import Condition, Thread, current_thread, local
from time import perf_counter, thread_time
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal, SignalInstance

from core.errors import Cancelled
from perceptron_gui.guarded import Guarded

_FRAME_S, _LATE_S = 1 / 60, 0.01
_LONGEST_S = 0.25
"""A picture that is not painted by then never will be, as in a window that was closed."""

_SHARE = 1 / 16
"""The share of the time that all threads beside the window work, while one picture follows another."""
_STRETCH_S, _LONGEST_REST_S = 0.001, 0.1
"""The seconds that a thread works before it looks whether to rest, and the longest rest."""


class SingleShot(QTimer):
    """A timer that stands still until it is started."""

    def soon(self) -> None:
        """Start the timer unless it runs, so that requests in between delay nothing."""
        if not self.isActive():
            self.start()

    def go_off(self) -> None:
        if self.isActive():
            self.stop()
            self.timeout.emit()


def single_shot(parent: QObject, milliseconds: int, then: Callable[[], object]) -> SingleShot:
    """Return a stopped timer that calls `then` this long after its last start."""
    timer = SingleShot(parent, singleShot=True, interval=milliseconds)
    timer.timeout.connect(then)
    return timer


class FrameGate:
    """A gate that the window's thread shuts when it begins a picture, and opens when the picture is painted."""

    def __init__(self) -> None:
        self._opened = Condition()
        self._shut = False
        self._began = -_LONGEST_S
        self._here = local()
        """`began`: the time of this thread, in seconds, at the end of its last rest."""
        self._at_work: WeakSet[Thread] = WeakSet()

    def shut(self) -> bool:
        """Begin a picture, and return True if none was under way."""
        now = perf_counter()
        first, self._shut = not self._shut or now - self._began > _LONGEST_S, True
        if first:
            self._began = now
        return first

    def open(self) -> None:
        self._shut = False
        self.look()

    def look(self) -> None:
        """Wake waiting threads, so that they check whether they are still wanted."""
        with self._opened:
            self._opened.notify_all()

    def has_room(self, seconds: float) -> bool:
        """Return whether no picture is under way, due within `seconds`, or just overdue; any thread may ask."""
        since = perf_counter() - self._began
        return since > _LONGEST_S or (not self._shut and (since + seconds <= _FRAME_S or since > _FRAME_S + _LATE_S))

    def wait(self, seconds: float, longest: float, over: Callable[[], bool]) -> None:
        """Wait until there is time for so much work, or it is `over`, or `longest` seconds have gone."""
        with self._opened:
            self._opened.wait_for(lambda: over() or self.has_room(seconds), longest)

    def rest(self, over: Callable[[], bool]) -> None:
        """Rest, if this thread has worked for some time, until there is time for as much again or it is `over`.

        Call it often, in each thread that works. The more threads work, the longer each rests.
        """
        now = thread_time()
        worked = now - vars(self._here).setdefault("began", now)
        if worked > _STRETCH_S:
            self._at_work.add(current_thread())
            together = worked * len(self._at_work)
            self.wait(together, min(together / _SHARE - worked, _LONGEST_REST_S), over)
            self._here.began = thread_time()

    def leave(self, over: Callable[[], bool]) -> None:
        """Rest once more; then count this thread no longer among those that work."""
        self.rest(over)
        self._at_work.discard(current_thread())


GATE = FrameGate()
"""The gate of the process: there is one interpreter."""

_PAINTED = QEvent.Type(QEvent.registerEventType())
_AFTER_PAINTING = Qt.EventPriority.LowEventPriority.value - 1


class FrameWatch(Guarded, QObject):
    """A filter that shuts the gate with each of `signals`, which begin a picture, until the picture is painted."""

    def __init__(self, *signals: SignalInstance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        for signal in signals:
            signal.connect(self.begin)

    def begin(self) -> None:
        if GATE.shut():
            QCoreApplication.postEvent(self, QEvent(_PAINTED), _AFTER_PAINTING)

    def event(self, event: QEvent) -> bool:
        if event.type() == _PAINTED:
            GATE.open()
            return True
        return super().event(event)


Work = Callable[[Cancelled], Iterator[object]]
"""Work that yields answers one after another, and often asks the given function whether it is still wanted."""


def once(answer: Callable[[Cancelled], object]) -> Work:
    """Return the work that gives one answer, that of `answer`."""
    return lambda cancelled: iter((answer(cancelled),))


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
        self._requests = SimpleQueue[tuple[int, Work] | None]()
        """Numbered requests; None ends the thread."""
        self._find_later: Callable[[], Work | None] = lambda: None
        self._later = single_shot(self, 0, self._on_due)
        # Answers come from another thread, and must arrive in that of the window.
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._wanted != 0

    @property
    def pending(self) -> bool:
        """True if a request is under way, or is to come later."""
        return self.busy or self._later.isActive()

    def ask(self, work: Work) -> None:
        """Work on this in place of all that was asked for before."""
        self._later.stop()
        if self._answers_once and self.busy and not self._has_answered:
            self._next = work
        else:
            self._take_up(work)

    def ask_later(self, milliseconds: int, find: Callable[[], Work | None]) -> None:
        """Ask for the work that `find` returns in this many milliseconds, unless another request comes before."""
        self._find_later = find
        self._later.start(milliseconds)

    def cancel(self) -> None:
        self._later.stop()
        self._next, self._wanted = None, 0
        GATE.look()

    def finish(self) -> None:
        """Wait until everything asked for is done and the thread has ended, and deliver the answers now."""
        self._later.go_off()
        self._end_thread()
        # The answers that were posted before the thread ended still wait in the queue.
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
        while (request := self._requests.get()) is not None:
            self._work_on(*request)

    def _work_on(self, number: int, work: Work) -> None:

        def in_haste() -> bool:
            return self._hurried or self._wanted != number

        def cancelled() -> bool:
            if self._polite and self._wanted == number:
                GATE.rest(in_haste)
            return self._wanted != number

        if self._wanted != number:
            return
        try:
            for answer in work(cancelled):
                if self._wanted != number:
                    break  # A newer request makes the remaining answers useless.
                self._posted.emit(number, partial(self._on_answer, answer))
            self._posted.emit(number, self._on_done)
        except Exception as error:  # The window shows every error, whatever its kind.
            self._posted.emit(number, partial(self._on_error, error))
        if self._polite:
            GATE.leave(in_haste)

    # In the window's thread.

    def _on_posted(self, number: int, tell: Callable[[], None]) -> None:
        if number == self._wanted:
            tell()

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
