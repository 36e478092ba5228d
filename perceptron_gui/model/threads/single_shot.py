"""A timer that goes off once each time it is started."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, milliseconds: int, then: Callable[[], object]) -> QTimer:
    """It stands still; so long after its last start it calls `then`."""
    timer = QTimer(parent, singleShot=True, interval=milliseconds)
    timer.timeout.connect(then)
    return timer
