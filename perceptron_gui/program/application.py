"""The windowed program: one QApplication, one window, settings, and nothing that can crash without a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, QStandardPaths, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from core import __version__
from core.resources import resource
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.recovery import recovery_folder
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application, ensure_font
from perceptron_gui.program.ends import EndSignals, LostScreen, UnexpectedErrors
from perceptron_gui.program.sharing import give_back_while, keep, let_go_here, share
from perceptron_gui.window.main_window import MainWindow

NAME = "perceptron"


@dataclass(frozen=True)
class WindowRequest:
    """What the command line asks of the window; None where it does not say."""

    request: LoadRequest | None
    spec: RunSpec
    options: Mapping[str, Any]
    """the fields of `spec` that were given, and hold whatever a session says"""
    at: int | None = None
    size: QSize | None = None
    appearance: Appearance | None = None
    began: float | None = None
    """`perf_counter()` of the start, if the window is to print how long its first picture took, and close"""
    playlist: tuple[Path, ...] = ()
    """files, or folders of them, to be shown one after another"""


class Application(QApplication):
    """`file_asked` carries what is to be opened where that is not said on the command line: macOS sends an event."""

    file_asked = Signal(str)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.file_asked.emit(event.file())
            return True
        return super().event(event)


def make_application(arguments: Sequence[str] = (NAME,)) -> Application:
    """The QApplication, named and with a font; one a process."""
    QApplication.setApplicationName(NAME)
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName(NAME)
    application = Application(list(arguments))
    let_go_here(application)
    application.setStyle("Fusion")
    ensure_font(application)
    application.setWindowIcon(QIcon(str(resource("icons", "perceptron.svg"))))
    return application


def run_window(start: WindowRequest) -> int:
    """Show the window until it is closed; returns the exit code."""
    share()
    QApplication.setApplicationName(NAME)  # the settings are in a folder of that name
    settings = Settings()
    application = make_application()
    give_back_while(application)
    theme = ThemeModel(start.appearance or settings.appearance, application)
    theme.changed.connect(lambda current: apply_to_application(application, current))
    apply_to_application(application, theme.current)
    window = MainWindow(settings, theme, recovery_folder(), start.spec)
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))
    errors = UnexpectedErrors(folder / "errors.log", window.complain, application)
    errors.install()
    signals = EndSignals(application)
    signals.ended.connect(lambda number: _end(application, window, number))
    signals.install()
    screen = LostScreen(window.recovery.leave)
    screen.install()
    application.file_asked.connect(lambda path: window.open_all([Path(path)]))
    window.lesson_asked.connect(partial(lead_in_place_of, window))
    if start.size is not None:
        window.resize(start.size)
    window.keep_on_screen()
    if start.began is not None:
        FirstFrame(window, start.began)
    if start.request is None and not start.playlist:
        window.offer.make()  # before it is shown: all would be laid out again
    window.show()  # before the file is opened, which may ask something
    window.actions_[f"enlarged_{settings.enlarged}"].trigger()
    window.begin(start.request, start.options, start.playlist)
    if start.at is not None:
        window.start_at(start.at)
    keep()
    code = application.exec()
    screen.uninstall()
    signals.uninstall()
    errors.uninstall()
    return code


def lead_in_place_of(window: MainWindow, lesson: Path) -> None:
    """Go through the lesson in a file; what leads is imported for the first one."""
    from perceptron_gui.window.lesson_window import lead

    lead(window, lesson)


def _end(application: QApplication, window: MainWindow, number: int) -> None:
    """End with the code that a shell gives to a program which a signal ended."""
    window.leave()
    application.exit(128 + number)


class FirstFrame(QObject):
    """Prints how long it took until the canvas was first painted with a run over its points, and closes the window."""

    def __init__(self, window: MainWindow, began: float) -> None:
        super().__init__(window)
        self._window = window
        self._began = began
        self._watched = window.canvas.view.viewport()
        self._watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        whole = self._window.player.state is not None or not self._window.runner.running
        if event.type() == QEvent.Type.Paint and whole:
            self._watched.removeEventFilter(self)
            QTimer.singleShot(0, self._report)
        return False

    def _report(self) -> None:
        print(f"first frame after {(perf_counter() - self._began) * 1000:.0f} ms", flush=True)
        self._window.close()
