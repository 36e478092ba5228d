"""The memory of the process while one run after the other is played at full speed, for an hour say."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from itertools import count, cycle
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from benchmarks import desk
from benchmarks.data import overlapping
from benchmarks.report import Figure, met
from core.learners import LEARNERS
from core.pace import FASTEST
from core.spec import RunSpec
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow

_POINTS, _SHIFT = 1_000, 0.25
_UPDATES, _SUPPORT = 100_000, 1_000
"""Of every run; and of one with a kernel, where each has another support example."""
_RUN_S, _SEEK_S = 3.0, 0.5
_SETTLED, _SPAN = 10, 10
"""After so many minutes nothing should grow, every learner was met with every panel and what is kept of either is full;
and how many minutes are compared with as many at the end, by their median: what a single one shows is chance.
"""
_MOST_GROWTH = 1.05


def figures(minutes: float) -> Iterator[Figure]:
    """Yield the most memory that was resident in each minute, and by how much it grew."""
    if not _STATUS.exists():
        yield Figure("resident memory", f"not measured on {sys.platform}")
        return
    most: list[float] = []
    began = perf_counter()
    with desk.window() as window:
        for run in _runs(window):
            minute, resident = int((perf_counter() - began) / 60), resident_mb()
            if minute >= len(most):
                if most:
                    yield Figure(f"minute {len(most)}, {run:,} runs so far", f"{most[-1]:.0f} MB{_held()}")
                most.append(resident)
            most[-1] = max(most[-1], resident)
            if minute >= minutes:
                break
    yield _growth(most[: max(int(minutes), 1)])


def _growth(most: list[float]) -> Figure:
    """Return the growth of the minutes at the end over those after it settled; of short stretches without an aim."""
    if len(most) < _SETTLED + 2 * _SPAN:
        return Figure(f"growth from minute 1 to minute {len(most)}", f"{most[-1] / most[0]:.3f} ×")
    growth = median(most[-_SPAN:]) / median(most[_SETTLED : _SETTLED + _SPAN])
    name = f"growth from minutes {_SETTLED + 1} to {_SETTLED + _SPAN} to the last {_SPAN}, medians"
    return Figure(name, f"{growth:.3f} ×", f"≤ {_MOST_GROWTH} ×", met(growth <= _MOST_GROWTH))


def _runs(window: MainWindow) -> Iterator[int]:
    """Play run after run, each with another seed, learner and panel; says a few times a second which it is.

    The panels take turns in another rhythm than the learners, so that each is seen with each.
    """
    window.player.set_speed(FASTEST)
    rng, panels = np.random.default_rng(0), cycle(PANELS)
    for seed, (name, learner) in zip(count(), cycle(LEARNERS.items()), strict=False):
        most = _SUPPORT if learner.kernel is not None else _UPDATES
        window.panel.turn_to(next(panels))
        spec = RunSpec(name, seed=seed, max_epochs=10**6, max_updates=most)
        desk.show_run(window, overlapping(_POINTS, _SHIFT, seed), spec)
        yield from (seed for _ in _played(window, rng))


def _played(window: MainWindow, rng: np.random.Generator) -> Iterator[None]:
    """Play, and now and then go to any update and play on, also where the end was reached."""
    player, began, sought = window.player, perf_counter(), perf_counter()
    player.home()
    while (now := perf_counter()) - began < _RUN_S:
        if now - sought > _SEEK_S:
            sought = now
            player.go_to_update(int(rng.integers(player.extent)))
            yield
        player.play()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    player.pause()


_STATUS = Path("/proc/self/status")


_COUNTS = ["arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"]


class _Mallinfo(ctypes.Structure):
    """struct mallinfo2 of glibc, in bytes."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in _COUNTS)


def _held() -> str:
    """Return the bytes that the allocator has given out, and that it holds free; None if it does not say."""
    told = getattr(ctypes.CDLL(find_library("c")), "mallinfo2", None)
    if told is None:
        return ""
    told.restype = _Mallinfo
    info = told()
    return f"; now {(info.uordblks + info.hblkhd) / 1e6:.0f} MB in use, {info.fordblks / 1e6:.0f} MB free but held"


def resident_mb() -> float:
    """Return the bytes of this process in memory, on Linux."""
    return 1024 * int(_STATUS.read_text().split("VmRSS:")[1].split()[0]) / 1e6
