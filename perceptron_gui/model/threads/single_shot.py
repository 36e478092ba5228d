"""A timer that goes off once each time it is started."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot


class SingleShot(QTimer):
    """It stands still; so long after its last start it calls what it was made for."""

    def __init__(self, parent: QObject, milliseconds: int, then: Callable[[], object]) -> None:
        super().__init__(parent)
        self._then = then
        self.setSingleShot(True)
        self.setInterval(milliseconds)
        self.timeout.connect(then)

    @Slot()
    def soon(self) -> None:
        """Start it, unless it runs: what comes meanwhile puts nothing off."""
        if not self.isActive():
            self.start()

    def go_off(self) -> None:
        """Now, if it runs."""
        if self.isActive():
            self.stop()
            self._then()
