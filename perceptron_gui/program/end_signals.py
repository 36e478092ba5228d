"""The signals with which the system, or Ctrl-C, ends a program: heard in Qt's event loop."""

from __future__ import annotations

import signal
import socket
from types import FrameType
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

_NAMES = ("SIGTERM", "SIGHUP", "SIGINT")


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
        for name in _NAMES:
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, _leave_it_to_the_event_loop)

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


def _leave_it_to_the_event_loop(_number: int, _frame: FrameType | None) -> None:
    """The number is in the socket already."""
