"""What a person waits for: frames while playing, the picture after an edit, the window after a double click."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from benchmarks.data import overlapping
from benchmarks.report import Figure, best_of, met, percentile
from core.dataset import Dataset
from perceptron_gui.application import make_application
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.window.main_window import MainWindow

_FRAME_MS = 1000 / 60
_FRAMES = 300
_EDITS = 60
_EMPTY_WINDOW = """
from PySide6.QtCore import QTimer
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, application.quit)
application = QApplication([])
window = Window()
window.show()
application.exec()
"""


def figures() -> Iterator[Figure]:
    """All in one window without a screen: Qt paints every pixel on the processor, as it does with one."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update({"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder})
        yield from _in_window(Path(folder))
        yield _start()


def _in_window(folder: Path) -> Iterator[Figure]:
    sys.setswitchinterval(0.001)
    application = make_application()
    theme = ThemeModel(Appearance.LIGHT)
    apply_to_application(application, theme.current)
    window = MainWindow(Settings(), theme, folder)
    window.show()
    for n in (100, 10_000, 100_000):
        _open(window, overlapping(n, 0.25))
        yield _frames(window, n)
    for n in (200, 10_000):
        _open(window, overlapping(n, 2.5))
        yield _edits(window, n)
    window.document.undo_stack.setClean()
    window.close()


def _open(window: MainWindow, dataset: Dataset) -> None:
    """Open `dataset` in the window and wait until its run has ended."""
    window.document.open(dataset, None)
    _wait(lambda: not window.runner.running)


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
    slow, usual = percentile(milliseconds, 0.95), percentile(milliseconds, 0.5)
    text = f"{slow:.1f} ms ({usual:.1f} median), {slow / _FRAME_MS:.2f} frames"
    return Figure(f"a frame while playing, {n:,} points, 95th percentile", text, "< 16.7 ms", met(slow < _FRAME_MS))


def _edits(window: MainWindow, n: int) -> Figure:
    document, player = window.document, window.player
    player.end()
    gesture, milliseconds = document.new_gesture(), []
    for i in range(_EDITS):
        moved = document.dataset.moved([0], [[3.0 + i / 100, 3.0]])
        started = perf_counter()
        document.edit(moved, "Move", gesture)
        _wait(lambda: player.run is not None and player.run.dataset is document.dataset)
        QApplication.processEvents()
        milliseconds.append((perf_counter() - started) * 1000)
    slow, usual = percentile(milliseconds, 0.95), percentile(milliseconds, 0.5)
    text = f"{slow:.1f} ms ({usual:.1f} median), {slow / _FRAME_MS:.2f} frames"
    return Figure(f"from an edit to its picture, run and ŵ* solved, {n:,} points", text)


def _start() -> Figure:
    ours = [sys.executable, "main.py", "--exit-after-first-frame"]
    empty = [sys.executable, "-c", _EMPTY_WINDOW]
    started, baseline = best_of(3, lambda: _finish(ours), lambda: _finish(empty))
    text = f"{started:.2f} s, {started / baseline:.1f} × an empty Qt window"
    return Figure("from the command to the first painted frame, and closed again", text)


def _finish(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _wait(until: Callable[[], bool], seconds: float = 60) -> None:
    """Let the window live until something holds; asleep in between, so that the engine's thread is not starved."""
    deadline = perf_counter() + seconds
    while not until():
        if perf_counter() > deadline:
            raise TimeoutError("the window did not come to rest")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
