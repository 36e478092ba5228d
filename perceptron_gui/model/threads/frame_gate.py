"""Pictures first: who works beside the window waits while one is made, and works while the window waits for the next.

There is one interpreter, and Python lets one thread work at a time, a thousandth of a second each: without the gate a
picture takes twice as long as what is done for it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, local
from time import perf_counter, thread_time
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, SignalInstance, Slot

_FRAME_S, _LATE_S = 1 / 60, 0.01
_LONGEST_S = 0.25
"""A picture that is not painted by then never will be, as in a window that is gone."""

_SHARE = 1 / 16
"""The part of the time that all threads beside the window work together while one picture follows another."""
_STRETCH_S, _LONGEST_REST_S = 0.001, 0.1
"""A thread works for so long before it looks whether to rest, and rests for so long at most."""


class _Stint:
    """The work of one thread since its last rest. It is gone with the thread."""

    def __init__(self) -> None:
        self.began = thread_time()


class FrameGate:
    """Shut by the window's thread when it begins a picture, and opened by it when that is painted."""

    def __init__(self) -> None:
        self._opened = Condition()
        self._shut = False
        self._began = -_LONGEST_S
        self._here = local()
        self._at_work: WeakSet[_Stint] = WeakSet()

    def shut(self) -> bool:
        """A picture begins; returns whether none was under way."""
        now = perf_counter()
        first, self._shut = not self._shut or now - self._began > _LONGEST_S, True
        if first:
            self._began = now
        return first

    def open(self) -> None:
        """It is painted."""
        self._shut = False
        self.look()

    def look(self) -> None:
        """Let who waits look again whether they still want to."""
        with self._opened:
            self._opened.notify_all()

    def has_room(self, seconds: float) -> bool:
        """Whether no picture is under way, nor due before somebody has worked for so long; any thread may ask.

        One that is only a little overdue is about to begin.
        """
        since = perf_counter() - self._began
        return since > _LONGEST_S or (not self._shut and (since + seconds <= _FRAME_S or since > _FRAME_S + _LATE_S))

    def wait(self, seconds: float, longest: float, over: Callable[[], bool]) -> None:
        """Until there is room for so much work, or it is `over`, or `longest` seconds have gone."""
        with self._opened:
            self._opened.wait_for(lambda: over() or self.has_room(seconds), longest)

    def rest(self, over: Callable[[], bool]) -> None:
        """Rest, if this thread has worked for some time, until there is room for as much again or it is `over`.

        Call it often, in each thread that works. The more threads work, the longer each rests.
        """
        if not hasattr(self._here, "stint"):
            self._here.stint = _Stint()
        stint = self._here.stint
        worked = thread_time() - stint.began
        if worked > _STRETCH_S:
            self._at_work.add(stint)
            together = worked * len(self._at_work)
            self.wait(together, min(together / _SHARE - worked, _LONGEST_REST_S), over)
            stint.began = thread_time()

    def leave(self, over: Callable[[], bool]) -> None:
        """Rest once more; then count this thread no longer among those that work."""
        self.rest(over)
        self._at_work.discard(self._here.stint)


GATE = FrameGate()
"""One a process, as there is one interpreter."""

_PAINTED = QEvent.Type(QEvent.registerEventType())
_AFTER_PAINTING = Qt.EventPriority.LowEventPriority.value - 1


class FrameWatch(QObject):
    """Shuts the gate with each of `signals`, with which a picture begins, until what is to be painted then has been."""

    def __init__(self, *signals: SignalInstance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        for signal in signals:
            signal.connect(self.begin)

    @Slot()
    def begin(self) -> None:
        if GATE.shut():
            QCoreApplication.postEvent(self, QEvent(_PAINTED), _AFTER_PAINTING)

    def event(self, event: QEvent) -> bool:
        if event.type() == _PAINTED:
            GATE.open()
            return True
        return super().event(event)
