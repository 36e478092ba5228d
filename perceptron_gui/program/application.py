"""The windowed program: one QApplication, one window, settings, and nothing that can crash without a word."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer, Signal, qInstallMessageHandler
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from core import __version__
from core.command_line.ending import INTERRUPTS, answering
from core.compiled import loops_missing
from core.resources import resource
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.recovery import recovery_folder
from perceptron_gui.files.settings import Settings
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application, restyle
from perceptron_gui.program.sharing import give_back_while, let_go_here, share
from perceptron_gui.window.main_window import MainWindow

NAME = "perceptron"


class Application(Guarded, QApplication):
    """The QApplication; it can end under open dialogs."""

    file_asked = Signal(str)
    """The desktop asks for a file; macOS sends an event for each."""
    _ended: int | None = None

    def run(self) -> int:
        """Handle events until `end` or the last window closes; return the exit code."""
        return self.exec() if self._ended is None else self._ended

    def end(self, code: int) -> None:
        """End the loops of all dialogs and of the program, even if a question at the start comes before `run`."""
        self._ended = code
        self.exit(code)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.file_asked.emit(event.file())
            return True
        return super().event(event)


def make_application() -> Application:
    """Return the QApplication with its name, icon and font. A process can have only one."""
    QApplication.setApplicationName(NAME)
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName(NAME)
    # Where it draws without a screen, Qt on Windows looks for fonts in one folder, and complains if there is none.
    os.environ.setdefault("QT_QPA_FONTDIR", str(resource("fonts")))
    application = Application([NAME])
    let_go_here(application)
    application.setWindowIcon(QIcon(str(resource("icons", "perceptron.svg"))))
    return application


def run_window(
    options: Namespace, request: LoadRequest | None, spec: RunSpec, given: Mapping[str, Any], began: float
) -> int:
    """Show the window until it is closed; return the exit code.

    `options` are those of the command line, `request` is the file to open. `given` are the fields of `spec` that were
    given; they win over those of a session. `began` is `perf_counter()` at the start.
    """
    share()
    application = make_application()
    settings = Settings()  # Qt derives their folder from the name of the application.
    give_back_while(application)
    theme = ThemeModel(Appearance(options.theme or settings.appearance), application)
    theme.changed.connect(restyle)
    apply_to_application(application, theme.current)
    window = MainWindow(settings, theme, recovery_folder(), spec=spec)
    errors = UnexpectedErrors(recovery_folder().with_name("errors.log"), window.complain, application)

    def end(code: int) -> None:
        window.leave()
        application.end(code)

    application.file_asked.connect(lambda path: window.open_all([Path(path)]))
    window.files.lesson_asked.connect(partial(lead_in_place_of, window))
    if options.size is not None:
        window.resize(options.size)
    window.keep_on_screen()
    if options.exit_after_first_frame:
        FirstFrame(window, began, partial(end, 0))
    with end_signals(end), lost_screen(window.recovery.leave):
        if request is None and not options.playlist and not window.first_steps.wanted:
            window.offer.make()  # Made before the window is shown, which saves a second layout.
        window.show()  # Shown before the file is opened, because opening may ask a question.
        window.begin(request, given, options.playlist, first_steps=options.at is None)
        tell_of_missing_loops(window)
        if options.at is not None:
            window.start_at(options.at)
        gc.freeze()  # The window stays, and a frame need not wait for a search through it.
        code = application.run()
    errors.uninstall()
    return code


def tell_of_missing_loops(window: MainWindow) -> None:
    """Show a notice if the loops in C are missing, at the first start only."""
    sentence, settings = loops_missing(), window.settings
    if sentence and "loops" not in settings.told_once:
        window.notice.add(sentence)
        with settings.shared():
            settings.told_once = (*settings.told_once, "loops")


def lead_in_place_of(window: MainWindow, lesson: Path) -> None:
    """Guide through the lesson in a file. The guide is imported here because most starts need none."""
    from perceptron_gui.window.lesson_window import lead

    lead(window, lesson)


class FirstFrame(Guarded, QObject):
    """Prints how long it took until the canvas was first painted with a run over its points, and calls `end`."""

    def __init__(self, window: MainWindow, began: float, end: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._began, self._end = window, began, end
        window.canvas.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        whole = self._window.player.state is not None or not self._window.runner.running
        if event.type() == QEvent.Type.Paint and whole:
            watched.removeEventFilter(self)
            # Once more through the event loop, because the picture reaches the screen only after this event.
            QTimer.singleShot(0, self._report)
        return False

    def _report(self) -> None:
        print(f"first frame after {(perf_counter() - self._began) * 1000:.0f} ms", flush=True)
        self._end()


@contextmanager
def end_signals(end: Callable[[int], None]) -> Iterator[None]:
    """Let signals of the system that end the program call `end` with an exit code, during the block.

    While Qt waits for events, Python runs no line and handles no signal. A socket wakes Qt instead.
    SIGHUP stays ignored if the program was started with nohup.
    """

    def on_rung() -> None:
        if rung := [number for number in heard.recv(16) if number in INTERRUPTS]:
            end(128 + rung[0])  # Shells report a program that a signal ended by this code.

    heard, bell = socket.socketpair()
    with heard, bell, answering(lambda *_: None):  # The number is in the socket.
        heard.setblocking(False)
        bell.setblocking(False)
        notifier = QSocketNotifier(heard.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(on_rung)
        before = signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        yield
        signal.set_wakeup_fd(before)
        notifier.setEnabled(False)


@contextmanager
def lost_screen(leave: Callable[[], None]) -> Iterator[None]:
    """Print Qt's messages to stderr, as Qt would; when the screen is gone, call `leave` and end the process."""

    def hear(_kind: object, _context: object, message: str) -> None:
        print(message, file=sys.stderr, flush=True)
        if "connection broke" in message:  # Qt's X and Wayland plugins print this just before they end the process.
            leave()
            # `sys.exit` would tear down threads that wait for the window, and they would abort.
            os._exit(1)

    before = qInstallMessageHandler(hear)
    yield
    qInstallMessageHandler(before)


class UnexpectedErrors(QObject):
    """Hands errors that nobody caught, in any thread, to `tell` in the thread where it lives, until `uninstall`."""

    _caught = Signal(str)

    def __init__(self, log: Path, tell: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log
        # An exception may come from any thread, and a dialog must open in that of the window.
        self._caught.connect(tell, Qt.ConnectionType.QueuedConnection)
        self._before, sys.excepthook = sys.excepthook, self._catch
        threading.excepthook = self._catch_in_thread

    def uninstall(self) -> None:
        sys.excepthook = self._before
        threading.excepthook = threading.__excepthook__

    def _catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):  # Ctrl+C and sys.exit end the program and are no errors.
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        print(text, file=sys.stderr, end="")
        where = f"; the details are in {self._log}" if self._keep(text) else ""
        sentence = f"Something unexpected went wrong. Your points are still here{where} ({kind.__name__}: {error})"
        self._caught.emit(" ".join([sentence, *getattr(error, "__notes__", ())]))

    def _catch_in_thread(self, failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None:
            self._catch(failure.exc_type, failure.exc_value, failure.exc_traceback)

    def _keep(self, text: str) -> bool:
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{text}\n")
        except OSError:  # The message is on the screen; a log that cannot be written is no second error.
            return False
        return True
