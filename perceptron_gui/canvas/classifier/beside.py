"""What of a classifier takes longer than a frame: worked out in a thread, and all of it once the same is wanted."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import never
from perceptron_gui.model.threads.background import Background, QueuedBackground, Work, raise_failure
from perceptron_gui.model.threads.single_shot import single_shot

_FAILED = "the picture of the classifier could not be worked out"


class WorkedBeside(QObject):
    """`changed` tells that something is known, or better known. What is wanted is begun when the timer is due."""

    changed = Signal()

    def __init__(self, kind: type[Background | QueuedBackground], parent: QObject | None) -> None:
        super().__init__(parent)
        self.background = kind(self)
        self.background.answered.connect(self._on_answer)
        self.background.failed.connect(partial(raise_failure, _FAILED))
        self.timer = single_shot(self, 0, self._on_due)

    @abstractmethod
    def wanted(self) -> Work | None:
        """All that is wanted now, as work; None where that is nothing."""

    @abstractmethod
    def take(self, answer: Any) -> None:
        """Keep what was worked out."""

    def settle(self) -> None:
        """Work out now, in this thread, what is wanted."""
        self.stop()
        if (work := self.wanted()) is not None:
            for answer in work(never):
                self._on_answer(answer)

    def stop(self) -> None:
        self.timer.stop()
        self.background.shut_down()

    @Slot()
    def _on_due(self) -> None:
        if (work := self.wanted()) is not None:
            self.background.ask(work)

    @Slot(object)
    def _on_answer(self, answer: object) -> None:
        self.take(answer)
        self.changed.emit()
