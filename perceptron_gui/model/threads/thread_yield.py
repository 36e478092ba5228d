"""How a thread beside gives way to who draws: now and then it rests, in proportion to what it has worked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import thread_time
from typing import ClassVar
from weakref import WeakSet

_SHARE = 1 / 4
"""Of the time that all threads beside work together."""

_STRETCH_S, _LONGEST_S = 0.001, 0.1
"""What is worked before a break is due, and how long a break is at most."""


class ThreadYield:
    """Of one thread, as long as they are `due`: while pictures follow one another, for there is one interpreter.

    Python lets one thread work at a time: without them a frame takes twice as long as what is done for it. Therefore
    the more threads `work`, the longer each rests.
    """

    _at_work: ClassVar[WeakSet[ThreadYield]] = WeakSet()

    def __init__(self, due: Callable[[], bool]) -> None:
        self._due = due
        self._over = threading.Event()
        self._worked = 0.0

    def begin(self) -> None:
        self._at_work.add(self)
        self._worked = thread_time()

    def take(self) -> None:
        """Rest, if the thread has worked for some time; to be called often, and by this thread alone."""
        stretch = thread_time() - self._worked
        if stretch > _STRETCH_S and self._due():
            self._over.wait(min(stretch * (max(len(self._at_work), 1) / _SHARE - 1), _LONGEST_S))
            self._worked = thread_time()

    def done(self) -> None:
        self._at_work.discard(self)

    def end(self) -> None:
        """Somebody waits for the thread: from now on there are none."""
        self._over.set()
