"""The same work on many things at once, in threads: the loops in C let go of the interpreter."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from core.errors import Cancelled, end_if

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
    # More threads would wait for one another in what is not a loop in C.
    threads = min(os.cpu_count() or 1, 4)
    begun: deque[Future[Made]] = deque()
    with ThreadPoolExecutor(threads, "side by side") as pool:
        try:
            for thing in things:
                begun.append(pool.submit(work, thing, lambda: over.is_set() or cancelled()))
                if len(begun) == 4 * threads:
                    yield _awaited(begun.popleft(), cancelled)
            while begun:
                yield _awaited(begun.popleft(), cancelled)
        finally:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _awaited(future: Future[Made], cancelled: Cancelled) -> Made:
    while not wait((future,), 0.02).done:
        end_if(cancelled)
    return future.result()
