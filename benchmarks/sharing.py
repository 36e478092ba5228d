"""What the measures of `perceptron_gui.program.sharing` are worth: with each of them, and without."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event, Thread
from time import perf_counter, sleep, thread_time
from unittest.mock import patch

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from benchmarks import desk
from benchmarks.data import overlapping
from benchmarks.report import Figure, percentile
from benchmarks.soak import resident_mb
from core.pace import FASTEST
from core.spec import RunSpec
from perceptron_gui.program import sharing
from perceptron_gui.window.main_window import MainWindow

_POINTS, _UPDATES, _SHIFT = 1_000, 50_000, 0.25
_LEARNERS, _PANELS = ("voted", "pocket"), ("Compare", "Learner")
"""What keeps threads busy beside the window."""
_PLAYED_S = 1.0
_GIVEN_BACK_MS = 500
"""Sooner than in the program, for nobody waits here as long as a person works."""
_PAUSE_S, _PAUSES, _SHORT_S, _USUAL_S = 0.002, 150, 0.001, 0.005


def figures() -> Iterator[Figure]:
    """Yield how long the window waits for a thread and for the collector, and what memory stays."""
    short, usual = (_held_up(seconds) for seconds in (_SHORT_S, _USUAL_S))
    what = "a thread that computes holds the window up, and by Python's own interval"
    yield Figure(what, f"{short:.1f}, {usual:.1f} ms")
    (kept, whole, shared), (*_, left) = _in_a_process("shared"), _in_a_process("left")
    yield Figure("a full collection, the window kept; and looked through", f"{kept:.1f}, {whole:.1f} ms")
    yield Figure("resident after runs and their threads; and as glibc would have it", f"{shared:.0f}, {left:.0f} MB")


def _held_up(interval: float) -> float:
    """Return the median milliseconds until a thread that has waited goes on, while another one computes."""
    before, ended, late = sys.getswitchinterval(), Event(), []
    sys.setswitchinterval(interval)
    busy = Thread(target=_compute, args=(ended,))
    busy.start()
    for _ in range(_PAUSES):
        began = perf_counter()
        sleep(_PAUSE_S)
        late.append(1000 * (perf_counter() - began - _PAUSE_S))
    ended.set()
    busy.join()
    sys.setswitchinterval(before)
    return percentile(late, 0.5)


def _compute(ended: Event) -> None:
    while not ended.is_set():
        sum(range(1_000))


def _in_a_process(memory: str) -> list[float]:
    """Return the figures in a new program: memory is shared from its start."""
    command = [sys.executable, "-m", __name__, memory]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(number) for number in json.loads(told.splitlines()[-1])]


def _measured(memory: str) -> list[float]:
    """Return the milliseconds of a full collection, and were the window not kept from it; MB that are resident."""
    with ExitStack() as measures:
        measures.enter_context(patch.object(sharing, "_GIVE_BACK_MS", _GIVEN_BACK_MS))
        if memory == "left":
            measures.enter_context(patch.object(sharing, "_of_glibc", return_value=None))
        window = measures.enter_context(desk.window())
        for learner in _LEARNERS:
            for panel in _PANELS:
                window.panel.turn_to(panel)
                spec = RunSpec(learner, max_epochs=10**6, max_updates=_UPDATES)
                desk.show_run(window, overlapping(_POINTS, _SHIFT), spec)
                _play(window)
        _turn(2 * _GIVEN_BACK_MS / 1000)
        resident, kept = resident_mb(), _collection_ms()
        gc.unfreeze()
        return [kept, _collection_ms(), resident]


def _play(window: MainWindow) -> None:
    window.player.set_speed(FASTEST)
    window.player.home()
    window.player.play()
    _turn(_PLAYED_S)
    window.player.pause()


def _turn(seconds: float) -> None:
    """Let the event loop turn for so long."""
    began = perf_counter()
    while perf_counter() - began < seconds:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def _collection_ms() -> float:
    """Return the milliseconds of a collection in this thread; the second time, when nothing is left to free."""
    gc.collect()
    began = thread_time()
    gc.collect()
    return 1000 * (thread_time() - began)


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1])))
