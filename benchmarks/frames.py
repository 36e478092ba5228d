"""The frame while playing at full speed: every learner, every panel, up to 100,000 points, the window at 1920 × 1080."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from benchmarks.data import overlapping
from benchmarks.film import film_frames
from benchmarks.report import Figure, met, percentile
from core.learners import LEARNERS
from core.spec import RunSpec
from perceptron_gui.application import make_application
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.model.player import FASTEST
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow

WIDTH, HEIGHT = 1920, 1080
POINTS = (100, 10_000, 100_000)
_RATE = 60
_FRAME_MS = 1000 / _RATE
_SHIFT = 0.25
_FRAMES, _FEWEST, _WARM = 24, 6, 3
_MOST_S = 0.6
"""After that a slow view has shown how slow it is."""
_UPDATES, _SUPPORT = 100_000, 1_000
"""Of every run, each a voter where there is a vote; and of a run with a kernel, each another support example."""
_LONG, _SCRUBS = 1_000_000, 40


@dataclass(frozen=True)
class Timing:
    """Milliseconds a frame: of the clock, at the 95th percentile; and of the processors, all threads, on average."""

    wall: float
    cpu: float


def figures() -> Iterator[Figure]:
    """All in one window without a screen: Qt paints every pixel on the processor, as it does with one."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update({"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder})
        sys.setswitchinterval(0.001)
        application = make_application()
        theme = ThemeModel(Appearance.LIGHT)
        apply_to_application(application, theme.current)
        window = MainWindow(Settings(), theme, Path(folder))
        window.resize(WIDTH, HEIGHT)
        window.show()
        yield from _playing(window)
        yield from _scrubbing(window)
        window.document.undo_stack.setClean()
        window.close()
        yield from _elsewhere()


def _playing(window: MainWindow) -> Iterator[Figure]:
    timings: dict[tuple[str, str, int], Timing] = {}
    for learner in LEARNERS:
        for n in POINTS:
            _open(window, n, _spec(learner))
            for panel in PANELS:
                window.panel.turn_to(panel)
                timings[learner, panel, n] = _frames(window)
        for panel in PANELS:
            yield _row(f"playing, {learner}, {panel}", [timings[learner, panel, n] for n in POINTS])
    yield from _slowest(timings)


def _spec(learner: str) -> RunSpec:
    """A run long enough; that of a kernel is over sooner, for each update tells of all examples before."""
    with_kernel = LEARNERS[learner].kernel is not None
    return RunSpec(learner, max_epochs=10**6, max_updates=_SUPPORT if with_kernel else _UPDATES)


def _open(window: MainWindow, n: int, spec: RunSpec) -> None:
    """Show two clouds that no line separates, and wait until their run has come to its limits."""
    window.document.undo_stack.setClean()
    window.document.open(overlapping(n, _SHIFT), None, spec)
    _wait(window)
    if window.runner.is_paused:
        window.runner.run_on()
        _wait(window)


def _frames(window: MainWindow) -> Timing:
    """The second half of the run: as fast as can be, or as it lasts for as many frames as are looked at."""
    player = window.player
    player.go_to_update(player.extent // 2)
    player.set_speed(min(FASTEST, player.extent / 2 / (_WARM + _FRAMES) * _RATE))
    return _timed(lambda: player.advance(1 / _RATE))


def _timed(work) -> Timing:
    milliseconds, began, cpu = [], perf_counter(), 0.0
    for place in range(_WARM + _FRAMES):
        if place == _WARM:
            began, cpu = perf_counter(), process_time()
        started = perf_counter()
        work()
        QApplication.processEvents()
        ended = perf_counter()
        if place >= _WARM:
            milliseconds.append((ended - started) * 1000)
        if len(milliseconds) >= _FEWEST and ended - began > _MOST_S:
            break
    return Timing(percentile(milliseconds, 0.95), (process_time() - cpu) * 1000 / len(milliseconds))
