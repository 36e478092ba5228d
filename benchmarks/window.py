"""What a person waits for: frames while playing, the picture after an edit, the window after a double click."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from benchmarks import desk
from benchmarks.data import overlapping, separable
from benchmarks.desk import wait_until
from benchmarks.pace import Lap, Pace, timing
from benchmarks.report import Figure, met
from core import margin
from core.datasets.dataset import Dataset
from perceptron_gui.model.document.editing import flip_selected, move, nudge, select_all
from perceptron_gui.window.main_window import MainWindow

if sys.platform != "win32":
    import resource

_FRAME_MS = 1000 / 60
_FRAMES = 300
_FIRST, _EDITS = 5, 205
"""The edits of a drag that only begin it, and all of them."""
_FEW, _MANY = 11, 100_000
_STARTS = 5
_MOST_STARTS = 5.5
"""Times the processor time of an empty window of PySide6."""
_EXECUTABLE = Path("dist", "perceptron", "perceptron.exe" if sys.platform == "win32" else "perceptron")
_WHY_SLOW = (
    "three quarters are imports: a quarter of all pyqtgraph, which asks PySide6 for every class of Qt with its "
    "enumerations, and a tenth numpy"
)
_WHY_FRAMES = (
    "three fifths are the canvas, a third of it its words and their places, a third the panel; the slowest frames draw "
    "the panel's plot anew, with what was counted beside"
)
_WHY_DRAGS = (
    "two fifths are the canvas, a fifth the theory panel, the rest edit, run, ŵ* and other widgets, none of them a "
    "hot spot; with data that are not separable each run has another length, and its plot is drawn anew with axes and "
    "a curve that swings at every pixel"
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
    """Yield all figures in one window, then those of its start."""
    with desk.window() as window:
        pace = Pace()
        for width, height in ((1280, 800), (1920, 1080)):
            window.resize(width, height)
            for n in (100, 10_000, 100_000):
                _open(window, overlapping(n, 0.25))
                yield _frames(window, pace, n)
        window.resize(1280, 800)
        for n, aim in ((200, _FRAME_MS), (1_000, _FRAME_MS), (10_000, 40.0)):
            for kind, dataset, row in _dragged(n):
                _open(window, dataset)
                yield _drags(window, pace, row, f"{n:,} points, {kind}", aim)
        yield from _selected(window, pace, _MANY)
    yield from _starts()


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

    def painted(self, work: Callable[[], None]) -> None:
        """Do it, and wait until that is painted."""
        self._painted = False
        work()
        wait_until(lambda: self._painted)


def _frames(window: MainWindow, pace: Pace, n: int) -> Figure:
    player, laps = window.player, list[Lap]()
    player.home()
    player.set_speed(60)
    QApplication.processEvents()

    def frame() -> None:
        player.advance(1 / 60)
        QApplication.processEvents()

    for _ in range(_FRAMES):
        started = perf_counter()
        laps.append(pace.lap(frame))
        desk.rest_of_frame(started)
    size = f"{window.width()} × {window.height()}"
    return _timed(f"a frame while playing, {n:,} points, {size}", laps, _FRAME_MS, _WHY_FRAMES)


def _dragged(n: int) -> Iterator[tuple[str, Dataset, int]]:
    """Yield kinds of `n` points and the one to drag: the one that a run meets first, or that ŵ* depends on."""
    dataset = separable(n, 0.5)
    support = margin(dataset).support
    yield "separable", dataset, 0
    if support is not None:
        yield "separable, one on the margin", dataset, int(support[0])
    yield "not separable", overlapping(n, 0.25), 0


def _drags(window: MainWindow, pace: Pace, row: int, what: str, aim: float) -> Figure:
    """Yield the drags, from the edit until the canvas shows the run; the rest belongs to the next frame."""
    document, player, watch = window.document, window.player, _Watch(window, any_run=False)
    player.end()
    gesture, laps = document.new_gesture(), list[Lap]()
    where = document.dataset.X[row]
    for i in range(1, _EDITS + 1):
        moved = document.dataset.moved([row], where + np.array([0.001, 0.002]) * i)
        laps.append(pace.lap(partial(watch.painted, partial(document.edit, moved, "Move", gesture))))
    watch.deleteLater()
    return _timed(f"dragging, run and ŵ* solved, {what}", laps[_FIRST:], aim, _WHY_DRAGS)


def _selected(window: MainWindow, pace: Pace, n: int) -> Iterator[Figure]:
    """Yield edits with `n` of `n` examples selected."""
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
        laps = [pace.lap(partial(watch.painted, partial(work, i))) for i in range(1, _FEW)]
        yield _timed(f"a frame while {n:,} selected examples are {name}", laps, aim)
    watch.deleteLater()


def _timed(what: str, laps: list[Lap], aim: float, reason: str = "") -> Figure:
    """Return the 95th percentile and the median while the machine ran at its full pace, and of all."""
    measured = timing(laps)
    text = f"{measured.slow:.1f} ms ({measured.usual:.1f} median, {measured.slow_of_all:.1f} of all)"
    return Figure(f"{what}, 95th percentile", text, f"< {aim:.3g} ms", met(measured.slow < aim), reason)


def _starts() -> Iterator[Figure]:
    """Yield each with its bytecode written, as after the first start and in the executable."""
    programs = {"source": [sys.executable, "main.py"], "executable": [str(_EXECUTABLE)]}
    for name, command in programs.items():
        if name == "source" or _EXECUTABLE.exists():
            yield from _start(name, [*command, "--exit-after-first-frame"])


def _start(name: str, command: list[str]) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPYCACHEPREFIX"), folder)
        empty = [sys.executable, "-c", _EMPTY_WINDOW]
        rounds = [(_painted(command, environment), _painted(empty, environment)) for _ in range(_STARTS)]
    for place, what in enumerate(("to the first painted frame", "to the end, processor time")):
        started, baseline = (min(cost[place] for cost in costs) for costs in zip(*rounds, strict=True))
        if not baseline:
            continue  # Windows does not tell
        ratio = started / baseline
        text = f"{started:.2f} s, {ratio:.1f} × an empty Qt window"
        verdict = met(ratio <= _MOST_STARTS)
        yield Figure(f"from the command {what}, {name}", text, f"≤ {_MOST_STARTS} ×", verdict, _WHY_SLOW)


def _painted(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds until it was painted, because closing is no part, and the processors' until its end."""
    started, spent = perf_counter(), _spent_by_children()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        said = process.stdout.readline() if process.stdout is not None else b""
        seconds = perf_counter() - started
    if not said or process.returncode:
        raise RuntimeError(f"{command[1]} ended without a picture")
    return seconds, _spent_by_children() - spent


def _spent_by_children() -> float:
    """Return the seconds of all processors that ended programs took; 0 if the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
