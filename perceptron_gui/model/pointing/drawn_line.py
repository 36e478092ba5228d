"""A line that a person draws: a separator beside the run, which stays as it is, or a guess of the next boundary."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QObject, Signal

from core.analysis.exercises import QuizOutcome, QuizTally, cannot_predict, held_against
from core.datasets.dataset import LARGEST, Dataset, FloatArray, read_only
from core.record.history import State
from core.run import Run
from core.theory.bounds import OwnSeparator, own_separator
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.saved_setting import read


class DrawnLine(QObject):
    """One (w, b), or none; `changed` comes with every new one, and when it is removed."""

    changed = Signal()
    weights: FloatArray | None = None
    """w and then b as drawn last, (d + 1,), read-only; None if nothing is drawn."""

    @abstractmethod
    def put(self, weights: ArrayLike) -> None:
        """Draw this w and then b, (d + 1,); numbers beyond ±1e100 are limited to that."""

    @abstractmethod
    def _can_be_in(self, run: Run) -> bool:
        """Return whether a line can be drawn over a run."""

    def clear(self) -> None:
        if self.weights is not None:
            self._drop()
            self.changed.emit()

    def weights_in(self, run: Run | None) -> FloatArray | None:
        """Return the line over a run; None if its w has other components, or none that can be written down."""
        if run is None or self.weights is None or not self._can_be_in(run):
            return None
        return self.weights if len(self.weights) == run.dataset.d + 1 else None

    def _drop(self) -> None:
        self.weights = None


def _vector(weights: ArrayLike) -> FloatArray:
    return read_only(np.clip(np.array(weights, np.float64), -LARGEST, LARGEST) + 0.0)


class TriedSeparator(DrawnLine):
    """A line tried as a separator. It goes when a file is opened or the number of features changes."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._judged: tuple[Run, FloatArray, OwnSeparator] | None = None
        document.opened.connect(self.clear)
        document.dataset_changed.connect(self._fit)

    def put(self, weights: ArrayLike) -> None:
        vector = _vector(weights)
        if self.weights is None or not np.array_equal(vector, self.weights):
            self.weights = vector
            self.changed.emit()

    def saved(self) -> list[float] | None:
        return None if self.weights is None else self.weights.tolist()

    def restore(self, value: Any) -> None:
        if value is None:
            self.clear()
            return
        weights = read([float], value)
        if len(weights) != self._document.dataset.d + 1:
            raise ValueError
        self.put(weights)

    def _can_be_in(self, run: Run) -> bool:
        return not run.margin.in_feature_space

    def judged(self, run: Run | None) -> OwnSeparator | None:
        """Return the theorem for it over the data of a run; None if there is no line."""
        weights = self.weights_in(run)
        if run is None or weights is None:
            return None
        if self._judged is None or self._judged[0] is not run or self._judged[1] is not weights:
            told = own_separator(run.dataset, run.margin.bias, weights[:-1], float(weights[-1]), run.margin)
            self._judged = run, weights, told
        return self._judged[2]

    def _fit(self, dataset: Dataset) -> None:
        if self.weights is not None and len(self.weights) != dataset.d + 1:
            self.clear()


class PredictionQuiz(DrawnLine):
    """While it is `on`: one (w, b) drawn, or none, as a guess for the step after the displayed state.

    Once that step is shown, `outcome` tells how good the guess was, until the next line or another step. A line that is
    drawn and then left, for another place of the run or another run, does not count. `changed` comes with every change.
    """

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.on = False
        self._before: State | None = None
        self.outcome: QuizOutcome | None = None
        """The outcome of the drawn line; None until its step is shown."""
        self.tally = QuizTally()
        player.run_changed.connect(self._on_run)
        player.glide.settled.connect(self._on_settled)

    @property
    def missing(self) -> str:
        """The reason why nothing can be drawn for the present run; empty if it can."""
        run = self._player.visible.run
        return "" if run is None else cannot_predict(run)

    def set_on(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self._drop()
            self.changed.emit()

    def put(self, weights: ArrayLike) -> None:
        """Draw this as a guess for the next step, w not 0."""
        vector = _vector(weights)
        if not self.on or self.missing or not vector[:-1].any():
            return
        self.weights, self._before, self.outcome = vector, self._player.state, None
        self.changed.emit()

    def _can_be_in(self, run: Run) -> bool:
        return not cannot_predict(run)

    def forget(self) -> None:
        self.tally = QuizTally()
        self.changed.emit()

    def saved(self) -> dict[str, Any]:
        return {"on": self.on, "angles": self.tally.to_json()}

    def restore(self, value: Any) -> None:
        kept = read({"on": bool, "angles": QuizTally.from_json}, value)
        self.tally = kept["angles"]
        self.set_on(kept["on"])
        self.changed.emit()

    def _drop(self) -> None:
        self.weights = self._before = self.outcome = None

    def _on_run(self, _: object) -> None:
        if self.on:
            self._drop()
            self.changed.emit()

    def _on_settled(self, state: State) -> None:
        run, weights = self._player.visible.run, self.weights
        if run is None or weights is None:
            return
        before = self._before or state
        # The guess was for the next update: no other may have come first. A right example leaves the old boundary.
        is_next = state.example > before.example and state.update - before.update <= state.moved
        if self.outcome is None and is_next:
            self.outcome = held_against(run, state, weights)
            if self.outcome.angle is not None:
                self.tally = self.tally.with_angle(self.outcome.angle)
        else:
            self._drop()
        self.changed.emit()
