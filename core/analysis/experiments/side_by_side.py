"""The same work on many things at once, in threads: the loops in C let go of the interpreter."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from core.errors import Cancelled, end_if

_MOST_THREADS = 4
"""What is not a loop in C they do one after another: more would wait for one another."""

_AHEAD = 4
"""Things that are taken up for each thread before the first of them is told."""

_LOOK_S = 0.02

Thing = TypeVar("Thing")
Made = TypeVar("Made")


def side_by_side(
    work: Callable[[Thing, Cancelled], Made], things: Iterable[Thing], cancelled: Cancelled
) -> Iterator[Made]:
    """What `work` makes of each of `things`, in their order, with a thread for each processor, at most four.

    `cancelled` is asked by this thread and by those that work. Raises CancelledError once it says so, and what `work`
    raises; nothing is under way any more when it ends, whatever ends it.
    """
    over = Event()
    threads = min(os.cpu_count() or 1, _MOST_THREADS)
    begun: deque[Future[Made]] = deque()
    with ThreadPoolExecutor(threads, "side by side") as pool:
        try:
            for thing in things:
                begun.append(pool.submit(work, thing, lambda: over.is_set() or cancelled()))
                if len(begun) == _AHEAD * threads:
                    yield _awaited(begun.popleft(), cancelled)
            while begun:
                yield _awaited(begun.popleft(), cancelled)
        finally:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _awaited(future: Future[Made], cancelled: Cancelled) -> Made:
    while not wait((future,), _LOOK_S).done:
        end_if(cancelled)
    return future.result()
