"""A timer that goes off once each time it is started."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot


class SingleShot(QTimer):
    """A timer that stands still until it is started."""

    @Slot()
    def soon(self) -> None:
        """Start it, unless it runs: what comes meanwhile puts nothing off."""
        if not self.isActive():
            self.start()

    def go_off(self) -> None:
        """Go off now, if it runs."""
        if self.isActive():
            self.stop()
            self.timeout.emit()


def single_shot(parent: QObject, milliseconds: int, then: Callable[[], object]) -> SingleShot:
    """It stands still; so long after its last start it calls `then`."""
    timer = SingleShot(parent, singleShot=True, interval=milliseconds)
    timer.timeout.connect(then)
    return timer
