"""What may end the program from outside or within: signals, a screen that is gone, and errors that nobody foresaw."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
)

_GONE = "connection broke"
"""What Qt's platforms for X and Wayland say then, just before they end the process."""
_Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class EndSignals(QObject):
    """`ended` carries the signal's number. Without it Python would handle a signal only when it next runs a line."""

    ended = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: dict[signal.Signals, Any] = {}
        self._bell = -1
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_rung)

    def install(self) -> None:
        """Hear the signals from now on. SIGHUP stays ignored where the program was started with nohup."""
        self._bell = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, lambda *_: None)  # its number is in the socket

    def uninstall(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        signal.set_wakeup_fd(self._bell)
        self._notifier.setEnabled(False)
        for end in (self._read, self._write):
            end.close()

    @Slot()
    def _on_rung(self) -> None:
        for number in self._read.recv(16):
            if number in self._before:
                self.ended.emit(number)
                return


class LostScreen:
    """Hears what Qt says. Once that is that the screen is gone, it has `leave` done and ends the process in order."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self._before: Any = None

    def install(self) -> None:
        """Hear Qt's messages from now on; all others go to stderr, as they would."""
        self._before = qInstallMessageHandler(self._hear)

    def uninstall(self) -> None:
        qInstallMessageHandler(self._before)

    def _hear(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        print(message, file=sys.stderr, flush=True)
        if _GONE in message:
            self._leave()
            # Not `sys.exit`: threads that wait for the window would be torn down while they run, and abort.
            os._exit(1)


class UnexpectedErrors(QObject):
    """Stands in for `sys.excepthook`. Any thread may fail; `happened` is heard in the thread this object lives in."""

    _caught = Signal(str)

    def __init__(self, log: Path, tell: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self._tell = tell
        self._before: _Hook | None = None
        self._caught.connect(self._on_caught, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Catch what would end in a traceback on a console that nobody sees."""
        self._before, sys.excepthook = sys.excepthook, self._catch
        threading.excepthook = self._catch_in_thread

    def uninstall(self) -> None:
        if self._before is not None:
            sys.excepthook, self._before = self._before, None
            threading.excepthook = threading.__excepthook__

    def _catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):  # somebody ends the program
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        print(text, file=sys.stderr, end="")
        where = f"; the details are in {self._log}" if self._keep(text) else ""
        self._caught.emit(
            f"Something unexpected went wrong, your points are still here{where} ({kind.__name__}: {error})"
        )

    def _catch_in_thread(self, failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None:
            self._catch(failure.exc_type, failure.exc_value, failure.exc_traceback)

    def _keep(self, text: str) -> bool:
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{text}\n")
        except OSError:
            return False
        return True

    @Slot(str)
    def _on_caught(self, sentence: str) -> None:
        self._tell(sentence)
