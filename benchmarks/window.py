"""What a person waits for: frames while playing, the picture after an edit, the window after a double click."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from benchmarks import desk
from benchmarks.data import overlapping, separable
from benchmarks.desk import wait_until
from benchmarks.report import Figure, met, percentile
from core.datasets.dataset import Dataset
from perceptron_gui.model.document.editing import flip_selected, move, nudge, select_all
from perceptron_gui.window.main_window import MainWindow

_FRAME_MS = 1000 / 60
_FRAMES = 300
_FIRST, _EDITS = 5, 65
"""The edits of a drag that only begin it, and all of them."""
_FEW, _MANY = 11, 100_000
_STARTS = 5
_WHY_SLOW = "four fifths are imports: pyqtgraph, which makes all classes of Qt; then numpy, and our own dataclasses"
_WHY_FRAMES = (
    "three quarters are the canvas, a third of it places for its words, a quarter the panel; the slowest frames draw "
    "the panel's plot anew, with what was counted beside"
)
_WHY_DRAGS = (
    "two fifths are the canvas, a third the theory panel, the rest edit, run, ŵ* and the other widgets: none of them a "
    "hot spot any more; with data that are not separable a run of 10⁵ examples and the search for cycles come first"
)
_EMPTY_WINDOW = """
from PySide6.QtCore import QTimer
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, self.end)
    def end(self):
        print("painted", flush=True)
        application.quit()
application = QApplication([])
window = Window()
window.show()
application.exec()
"""


def figures() -> Iterator[Figure]:
    """All in one window, then its start."""
    with desk.window() as window:
        for width, height in ((1280, 800), (1920, 1080)):
            window.resize(width, height)
            for n in (100, 10_000, 100_000):
                _open(window, overlapping(n, 0.25))
                yield _frames(window, n)
        window.resize(1280, 800)
        for n, aim in ((200, _FRAME_MS), (1_000, _FRAME_MS), (10_000, 40.0)):
            for kind, dataset in (("separable", separable(n, 0.5)), ("not separable", overlapping(n, 0.25))):
                _open(window, dataset)
                yield _drags(window, f"{n:,} points, {kind}", aim)
        yield from _selected(window, _MANY)
    yield _start()


def _open(window: MainWindow, dataset: Dataset) -> None:
    """Open `dataset` in the window and wait until its run has ended, and all of it is painted."""
    window.document.open(dataset, None)
    wait_until(lambda: not window.runner.running)
    QApplication.processEvents()


class _Watch(QObject):
    """Knows when the canvas has been painted, with a run over the points as they are or with any."""

    def __init__(self, window: MainWindow, *, any_run: bool) -> None:
        super().__init__(window)
        self._window = window
        self._any_run = any_run
        self._painted = False
        window.canvas.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            run = self._window.player.run
            at_hand = run is not None and run.dataset is self._window.document.dataset
            self._painted |= at_hand or self._any_run
        return False

    def seconds(self, work: Callable[[], None]) -> float:
        """How long it takes until what `work` does is painted."""
        self._painted = False
        started = perf_counter()
        work()
        wait_until(lambda: self._painted)
        return perf_counter() - started


def _frames(window: MainWindow, n: int) -> Figure:
    player, milliseconds = window.player, []
    player.home()
    player.set_speed(60)
    QApplication.processEvents()
    for _ in range(_FRAMES):
        started = perf_counter()
        player.advance(1 / 60)
        QApplication.processEvents()
        milliseconds.append((perf_counter() - started) * 1000)
        desk.rest_of_frame(started)
    size = f"{window.width()} × {window.height()}"
    return _timed(f"a frame while playing, {n:,} points, {size}", milliseconds, _FRAME_MS, _WHY_FRAMES)


def _drags(window: MainWindow, what: str, aim: float) -> Figure:
    """From the edit until the canvas is painted with the run over it; what is left to do is the next frame's burden."""
    document, player, watch = window.document, window.player, _Watch(window, any_run=False)
    player.end()
    gesture, milliseconds = document.new_gesture(), []
    where = document.dataset.X[0]
    for i in range(1, _EDITS + 1):
        moved = document.dataset.moved([0], where + np.array([0.001, 0.002]) * i)
        milliseconds.append(1000 * watch.seconds(partial(document.edit, moved, "Move", gesture)))
    watch.deleteLater()
    return _timed(f"dragging, run and ŵ* solved, {what}", milliseconds[_FIRST:], aim, _WHY_DRAGS)


def _selected(window: MainWindow, n: int) -> Iterator[Figure]:
    """With `n` of `n` examples selected."""
    document, selection = window.document, window.selection
    _open(window, separable(n, 0.5))
    select_all(document, selection)
    QApplication.processEvents()
    rows, origin, gesture = selection.rows, document.dataset.X.copy(), document.new_gesture()
    works: dict[str, tuple[Callable[[int], None], float]] = {
        "dragged": (lambda i: move(document, rows, origin, {0: 0.01 * i, 1: 0.02}, gesture), 100.0),
        "nudged": (lambda _: nudge(document, selection, {0: 0.01}), 100.0),
        "flipped": (lambda _: flip_selected(document, selection), 80.0),
    }
    watch = _Watch(window, any_run=True)
    for name, (work, aim) in works.items():
        milliseconds = [1000 * watch.seconds(partial(work, i)) for i in range(1, _FEW)]
        yield _timed(f"a frame while {n:,} selected examples are {name}", milliseconds, aim)
    watch.deleteLater()


def _timed(what: str, milliseconds: list[float], aim: float, reason: str = "") -> Figure:
    slow, usual, least = percentile(milliseconds, 0.95), percentile(milliseconds, 0.5), min(milliseconds)
    text = f"{slow:.1f} ms ({usual:.1f} median, {least:.1f} least)"
    return Figure(f"{what}, 95th percentile", text, f"< {aim:.3g} ms", met(slow < aim), reason)


def _start() -> Figure:
    """With the bytecode written, as it is after the first start and in the executable."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPYCACHEPREFIX"), folder)
        ours = [sys.executable, "main.py", "--exit-after-first-frame"]
        empty = [sys.executable, "-c", _EMPTY_WINDOW]
        rounds = [(_painted(ours, environment), _painted(empty, environment)) for _ in range(_STARTS)]
    started, baseline = (min(seconds) for seconds in zip(*rounds, strict=True))
    ratio = started / baseline
    text = f"{started:.2f} s, {ratio:.1f} × an empty Qt window"
    return Figure("from the command to the first painted frame", text, "≤ 3 ×", met(ratio <= 3), _WHY_SLOW)


def _painted(command: list[str], environment: dict[str, str]) -> float:
    """Seconds until it says that it was painted; closing is no part of it."""
    started = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        said = process.stdout.readline() if process.stdout is not None else b""
        seconds = perf_counter() - started
    if not said or process.returncode:
        raise RuntimeError(f"{command[1]} ended without a picture")
    return seconds
