"""Predict, then step: the boundary that a person draws before the next one is shown, and how far off it was."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QObject, Signal, Slot

from core.analysis.prediction_quiz import QuizOutcome, QuizTally, cannot_predict, held_against
from core.datasets.dataset import LARGEST, FloatArray, read_only
from core.record.history import State
from core.run import Run
from perceptron_gui.model.player import Player
from perceptron_gui.model.saved_setting import of_kind


class PredictionQuiz(QObject):
    """While it is `on`: one (w, b) drawn, or none, for the step that follows the state on display.

    That step shown, `outcome` says how it was, until the next line is drawn or another step is shown. A line drawn and
    then left, for another place of the run or another run, counts for nothing. `changed` comes with every change.
    """

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.on = False
        self.weights: FloatArray | None = None
        """w and then b as drawn last, (d + 1,), read-only; None where nothing is drawn"""
        self._before: State | None = None
        self.outcome: QuizOutcome | None = None
        """how the line was that is drawn; None while its step is not shown"""
        self.tally = QuizTally()
        """all guesses so far"""
        player.run_changed.connect(self.clear)
        player.shown.connect(self._on_shown)

    @property
    def missing(self) -> str:
        """Why nothing can be drawn for the present run; empty where it can."""
        run = self._player.run
        return "" if run is None else cannot_predict(run)

    def set_on(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self._drop()
            self.changed.emit()

    def put(self, weights: ArrayLike) -> None:
        """Draw this w and then b, (d + 1,), w not 0, for the next step; numbers beyond ±1e100 are brought to there."""
        vector = read_only(np.clip(np.array(weights, np.float64), -LARGEST, LARGEST) + 0.0)
        if not self.on or self.missing or not vector[:-1].any():
            return
        self.weights, self._before, self.outcome = vector, self._player.state, None
        self.changed.emit()

    @Slot()
    def clear(self) -> None:
        if self.weights is not None:
            self._drop()
            self.changed.emit()

    def weights_in(self, run: Run | None) -> FloatArray | None:
        """The same over a run; None where its w has other components, or none that can be written down."""
        if run is None or self.weights is None or cannot_predict(run):
            return None
        return self.weights if len(self.weights) == run.dataset.d + 1 else None

    @Slot()
    def forget(self) -> None:
        self.tally = QuizTally()
        self.changed.emit()

    def saved(self) -> dict[str, Any]:
        """Whether it is on, and the tally, as plain JSON values."""
        return {"on": self.on, "angles": self.tally.to_json()}

    def restore(self, value: Any) -> None:
        on, tally = of_kind(value["on"], bool), QuizTally.from_json(value["angles"])
        self.tally = tally
        self.set_on(on)
        self.changed.emit()

    def _drop(self) -> None:
        self.weights = self._before = self.outcome = None

    @Slot(object)
    def _on_shown(self, state: State) -> None:
        run, weights = self._player.run, self.weights
        if run is None or weights is None:
            return
        if self.outcome is None and self._before is not None and _follows(self._before, state):
            self.outcome = held_against(run, state, weights)
            if self.outcome.angle is not None:
                self.tally = self.tally.with_angle(self.outcome.angle)
        else:
            self._drop()
        self.changed.emit()


def _follows(before: State, state: State) -> bool:
    """Whether `state` is where the next update has led, or where none has come since."""
    ahead = state.example > before.example
    return ahead and (state.update == before.update or (state.moved and state.update == before.update + 1))
