"""Who notes all that a runner says, and what there is to run."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Slot

from core.datasets.dataset import Dataset
from core.run import Run
from core.spec import RunSpec
from perceptron_gui.model.threads.runner import Ended, Runner

SEPARABLE = Dataset([[2.0, 1.0], [1.0, 2.0], [-1.0, -2.0], [-2.0, 0.5]], [1, 1, -1, -1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
OVERLAP = Dataset([[0.0, 1.03], [2.0, 0.1], [1.0, 0.7], [0.5, 0.2], [1.7, 1.9]], [1, -1, 1, -1, -1])
ENDLESS = RunSpec(max_epochs=1_000_000_000, max_updates=1_000_000_000)


class Listener(QObject):
    """Notes every signal of a runner, and the thread that delivered it."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self.events: list[tuple[str, int]] = []
        self.runs: list[Run] = []
        self.ends: list[Ended] = []
        self.threads: set[int] = set()
        runner.begun.connect(self.on_begun)
        runner.grew.connect(self.on_grew)
        runner.finished.connect(self.on_finished)

    @Slot(object)
    def on_begun(self, run: Run) -> None:
        self.runs.append(run)
        self._note("begun", run.updates)

    @Slot()
    def on_grew(self) -> None:
        self._note("grew", self.runs[-1].updates)

    @Slot(object)
    def on_finished(self, ended: Ended) -> None:
        self.ends.append(ended)
        self._note("finished", self.runs[-1].updates if self.runs else 0)

    def _note(self, what: str, updates: int) -> None:
        self.events.append((what, updates))
        self.threads.add(threading.get_ident())
