"""The end of the screen: Qt says that it is gone and ends the process at once, with threads that still run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_GONE = "connection broke"
"""What Qt's platforms for X and Wayland say then, just before they end the process."""


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
