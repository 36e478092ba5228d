"""Settings of the interpreter and of glibc, for threads that share them and for memory that goes back to the system.

Measured on two busy processors (`python -m benchmarks sharing`):

- While a thread computes, the window waits 4.5 ms for the interpreter in the median; 12.5 ms by Python's own interval.
- A full collection takes 2.2 ms once the window is frozen out of it, and 69 ms otherwise.
- Qt fills areas in a thread pool, and a frame waits for each thread to get a processor. The slowest of twenty frames
  took 70 ms with the pool, and 57 ms without it.
- After four runs about 205 MB are resident, and 235 MB with glibc's own settings. In ten minutes of runs at full speed
  (`python -m benchmarks soak --minutes 10`) the median is 274 MB, and 334 MB with glibc's own settings.

Collection in the window's thread is not for speed: without it the program can stop forever, see `let_go_here`.
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

_LET_GO_MS, _GIVE_BACK_MS = 50, 10_000
_PATIENCE = "OPENBLAS_THREAD_TIMEOUT"
"""Variable of OpenBLAS, the library behind numpy's products. Its threads look for work 2²⁶ times before they sleep,
at the import and after each product. OpenBLAS reads the exponent once; 4 is the smallest.
"""


@contextmanager
def importing() -> Iterator[None]:
    """Pause the collector while the block imports modules that stay, and let numpy's threads sleep early."""
    unsaid = _PATIENCE not in os.environ
    os.environ.setdefault(_PATIENCE, "4")
    # Objects of the imports live until the end, so collecting during them is wasted.
    gc.disable()
    yield
    # The collector never looks at these objects again.
    gc.freeze()
    gc.enable()
    if unsaid:
        del os.environ[_PATIENCE]  # Programs started from here see the environment unchanged.


def share() -> None:
    """Set how threads share interpreter and memory, before the first thread starts. Only glibc has the memory part."""
    sys.setswitchinterval(0.001)  # Seconds for which another thread may delay a frame.
    # Qt's pool for filling areas is off. Qt reads this once, before the first picture.
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    if (mallopt := _of_glibc("mallopt")) is not None:
        # M_ARENA_MAX: glibc would keep eight arenas per processor, with free memory that few threads reuse.
        mallopt(-8, 2)
        # M_MMAP_THRESHOLD, in bytes: a freed block of this size goes back to the system. glibc would raise the limit
        # to the largest block so far, and scatter pictures and records over its arenas.
        mallopt(-3, 1 << 20)
        # M_TRIM_THRESHOLD, in bytes: an arena keeps so much free memory. glibc would return it after each frame and
        # ask for it again in the next.
        mallopt(-1, 1 << 24)


def let_go_here(parent: QObject) -> None:
    """Collect cyclic garbage only in this thread, the window's, as long as `parent` lives.

    Python collects in any thread. If another thread deletes a QObject while this one connects a signal, both stop
    forever: that thread holds Qt's lock and waits for the interpreter, and this one holds the interpreter.
    """
    from PySide6.QtCore import QTimer

    # A collection at a bad moment would cost a frame; the timer chooses the moment.
    gc.disable()
    timer = QTimer(parent)
    timer.timeout.connect(_let_go)
    timer.start(_LET_GO_MS)


def _let_go() -> None:
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            gc.collect(generation)  # The younger ones too.
            return


def give_back_while(parent: QObject) -> None:
    """Return the free memory that glibc keeps to the system every ten seconds, as long as `parent` lives."""
    from PySide6.QtCore import QThreadPool, QTimer

    if (malloc_trim := _of_glibc("malloc_trim")) is not None:
        timer = QTimer(parent)
        timer.timeout.connect(partial(QThreadPool.globalInstance().start, partial(malloc_trim, 0)))
        timer.start(_GIVE_BACK_MS)


def _of_glibc(name: str) -> Callable[..., object] | None:
    """Return a function of glibc, None if glibc is not the C library."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
