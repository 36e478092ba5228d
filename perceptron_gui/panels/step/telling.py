"""The step at the playhead, told; in exact fractions where they are asked for, beside where they take long."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from core.analysis.mistake_samples import snapshot
from core.explain import Telling, tell
from core.record.history import State
from core.run import Run
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.worker import Worker, once

_MOST_VALUES, _MOST_UPDATES = 2_000, 100_000
"""Fractions of more numbers, or of more updates, take longer than a frame."""
_WAITING = "Working out the fractions; these are decimals."


class Teller(QObject):
    """Tells the player's state whenever it is asked; `changed` tells that fractions have come."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.fractions = False
        """whether fractions are asked for"""
        self._state: State | None = None
        self._telling: Telling | None = None
        self.worker = Worker(self)
        self.worker.answered.connect(self._on_told)

    def set_fractions(self, on: bool) -> None:
        if on != self.fractions:
            self.fractions, self._state = on, None

    def telling(self) -> Telling | None:
        """The step at the playhead; None before there is a run."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None:
            return None
        if state is not self._state:
            self._state = state
            self._telling = self._tell(run, state)
        return self._telling

    def stop(self) -> None:
        """Wait for the thread; what it worked on is asked for anew."""
        if self.worker.busy:
            self._state = None
        self.worker.shut_down()

    def _tell(self, run: Run, state: State) -> Telling:
        self.worker.cancel()
        takes_long = run.dataset.X.size > _MOST_VALUES or state.update > _MOST_UPDATES
        if not self.fractions or not takes_long or not state.example:
            return tell(run, state, self.fractions)
        known = snapshot(run)
        self.worker.ask(once(lambda _overtaken: tell(known, state, fractions=True)))
        rough = tell(run, state)
        return replace(rough, numbers=(*rough.numbers, _WAITING))

    @Slot(object)
    def _on_told(self, telling: Telling) -> None:
        self._telling = telling
        self.changed.emit()
