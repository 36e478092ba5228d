"""The threads of the program share the interpreter and the memory, and what is free is given back.

What it is worth, on two processors that were busy with other things too (`python -m benchmarks sharing`):

- While a thread computes the window waits 4.5 ms for the interpreter, in the median; 12.5 ms by Python's own interval.
- A full collection takes 2.2 ms once the window is kept from it, and 69 ms when it is looked through each time.
- Qt fills areas in threads of a pool of its own, and a picture waits for each behind all else that wants a processor.
  The slowest of twenty frames took 70 ms of the clock so, and 57 ms where the window's thread fills them.
- After four runs with their threads about 205 MB are resident, and 235 MB as glibc would have it. In ten minutes of
  runs at full speed (`python -m benchmarks soak --minutes 10`) the median is 274 MB, and 334 MB as glibc would have it.

That only the window's thread collects is not for speed: without it the program can stop for ever, see `let_go_here`.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

_SWITCH_S = 0.001
"""The longest that another thread may hold up a frame."""
_WITHOUT_POOL = "QT_NO_GUI_THREADPOOL"
"""Qt looks once whether it is there, before the first picture."""
_GIVE_BACK_MS = 10_000
_LET_GO_MS = 50
_PATIENCE = "OPENBLAS_THREAD_TIMEOUT"
"""Threads of OpenBLAS, which numpy brings, ask for work 2²⁶ times before they sleep: at its import and after each
product. OpenBLAS reads the exponent from the environment, once; 4 is the least that it takes.
"""


@contextmanager
def importing() -> Iterator[None]:
    """Import in the block what stays for good, numpy among it: the collector pauses, and numpy's threads soon sleep."""
    unsaid = _PATIENCE not in os.environ
    os.environ.setdefault(_PATIENCE, "4")
    gc.disable()
    yield
    gc.freeze()
    gc.enable()
    if unsaid:
        del os.environ[_PATIENCE]  # programs that this one starts find the environment as it was


def share() -> None:
    """Set how threads share; to be called before there are any. A C library that is not glibc keeps its own ways."""
    sys.setswitchinterval(_SWITCH_S)
    os.environ.setdefault(_WITHOUT_POOL, "1")
    if (mallopt := _of_glibc("mallopt")) is not None:
        # M_ARENA_MAX: glibc would keep eight stores a processor, each with room that only some threads use again.
        mallopt(-8, 2)
        # M_MMAP_THRESHOLD, bytes of a piece that goes back when it is let go of: glibc would raise this to the largest
        # that ever was, and keep pictures and records in its stores, ever more spread out.
        mallopt(-3, 1 << 20)
        # M_TRIM_THRESHOLD, bytes free on top of a store that stay with it: glibc would give them back after each
        # frame, and take them anew.
        mallopt(-1, 1 << 24)


def let_go_here(parent: QObject) -> None:
    """Let go of what only cycles keep in this thread alone, that of the window, as long as `parent` lives.

    Python would do it in whichever thread makes the next object. A QObject that goes in another thread, while this one
    connects a signal, stops both for ever: Qt's lock is held there until the interpreter is free, and waited for here.
    """
    from PySide6.QtCore import QTimer

    gc.disable()
    timer = QTimer(parent)
    timer.timeout.connect(_let_go)
    timer.start(_LET_GO_MS)


def _let_go() -> None:
    """Collect as often as Python would have."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [generation for generation in range(3) if counts[generation] > thresholds[generation]]
    if due:
        gc.collect(due[-1])


def keep() -> None:
    """Keep what is there by now, as the whole window stays: no frame waits until all is looked through again."""
    gc.freeze()


def give_back_while(parent: QObject) -> None:
    """Return now and then what is free between what is in use, which glibc does not, as long as `parent` lives.

    It takes milliseconds, in a thread of Qt's pool.
    """
    from PySide6.QtCore import QThreadPool, QTimer

    if (malloc_trim := _of_glibc("malloc_trim")) is not None:
        timer = QTimer(parent)
        timer.timeout.connect(partial(QThreadPool.globalInstance().start, partial(malloc_trim, 0)))
        timer.start(_GIVE_BACK_MS)


def _of_glibc(name: str) -> Callable[..., object] | None:
    """Return one of its functions, None if there is none."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
