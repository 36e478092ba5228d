"""A timer that goes off once each time it is started."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class SingleShot(QTimer):
    """A timer that stands still until it is started."""

    def soon(self) -> None:
        """Start the timer unless it runs, so that requests in between delay nothing."""
        if not self.isActive():
            self.start()

    def go_off(self) -> None:
        """Go off now, if it runs."""
        if self.isActive():
            self.stop()
            self.timeout.emit()


def single_shot(parent: QObject, milliseconds: int, then: Callable[[], object]) -> SingleShot:
    """Return a stopped timer that calls `then` this long after its last start."""
    timer = SingleShot(parent, singleShot=True, interval=milliseconds)
    timer.timeout.connect(then)
    return timer
