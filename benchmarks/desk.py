"""The whole window without a screen: Qt paints every pixel on the processor, as it does with one."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.program.application import make_application
from perceptron_gui.program.sharing import give_back_while, share
from perceptron_gui.window.main_window import MainWindow

WIDTH, HEIGHT = 1920, 1080
FRAME_S = 1 / 60


@contextmanager
def window() -> Iterator[MainWindow]:
    """Yield a window with settings of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update({"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder})
        share()
        application = make_application()
        give_back_while(application)
        theme = ThemeModel(Appearance.LIGHT)
        apply_to_application(application, theme.current)
        made = MainWindow(Settings(), theme, Path(folder))
        made.resize(WIDTH, HEIGHT)
        made.show()
        gc.freeze()
        yield made
        made.document.open(made.document.dataset, None)  # nothing is unsaved: it would ask, and wait for an answer
        made.close()


def show_run(window: MainWindow, dataset: Dataset, spec: RunSpec, seconds: float = 120) -> None:
    """Open data, and wait until their run has come to its limits."""
    window.document.set_spec(spec)
    window.document.open(dataset, None)
    settle(window, seconds)
    if window.runner.is_paused:
        window.runner.run_on()
        settle(window, seconds)


def settle(window: MainWindow, seconds: float = 120) -> None:
    """Wait until the run under way has ended or paused, and is shown."""
    wait_until(lambda: not (window.runner.running or window.runner.seeking), seconds)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as a loop that lives does by itself


def rest_of_frame(began: float) -> None:
    """Wait until the screen asks for the next picture after the present one: meanwhile threads work."""
    sleep(max(began + FRAME_S - perf_counter(), 0.0))


def wait_until(holds: Callable[[], bool], seconds: float = 120) -> None:
    """Let the window live until something holds; asleep in between, so that the engine's thread is not starved."""
    deadline = perf_counter() + seconds
    while not holds():
        if perf_counter() > deadline:
            raise TimeoutError("the window did not come to rest")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
