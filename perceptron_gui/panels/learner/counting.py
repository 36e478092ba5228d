"""What a run gets wrong just where the playhead rests, counted in a thread beside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from core.analysis.mistake_samples import MistakeSample, counted_at, snapshot
from core.errors import Cancelled
from core.run import Run
from perceptron_gui.model.threads.background import Background, raise_failure
from perceptron_gui.model.threads.single_shot import single_shot

_FAILED = "the mistakes at the playhead could not be counted"
_REST_MS = 120
"""How long the playhead has to rest before anything is counted."""


class Counting(QObject):
    """`changed` tells that what was asked for is known."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: tuple[Run, int] | None = None
        self._found: MistakeSample | None = None
        self._timer = single_shot(self, _REST_MS, self._begin)
        self._background = Background(self)
        self._background.answered.connect(self._take)
        self._background.failed.connect(partial(raise_failure, _FAILED))

    def at(self, run: Run, example: int) -> MistakeSample | None:
        """What it gets wrong just after example t; None until that is counted."""
        if self._asked is None or self._asked[0] is not run or self._asked[1] != example:
            self._background.cancel()
            self._asked, self._found = (run, example), None
            self._timer.start()
        return self._found

    def wait(self) -> None:
        self._timer.go_off()
        self._background.finish()

    def rest(self) -> None:
        self._timer.stop()
        self._background.shut_down()
        self._asked, self._found = None, None

    @Slot()
    def _begin(self) -> None:
        if self._asked is not None:
            self._background.ask(partial(_work, *self._asked))

    @Slot(object)
    def _take(self, sample: MistakeSample) -> None:
        self._found = sample
        self.changed.emit()


def _work(run: Run, example: int, cancelled: Cancelled) -> Iterator[MistakeSample]:
    if not cancelled():
        yield counted_at(snapshot(run), example)
