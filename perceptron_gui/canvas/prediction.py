"""What the run on display means at the playhead, where that is another classifier than the last vector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from core.dataset import FloatArray
from core.fields import FollowedVote, Grid, decision_field, follow_vote
from core.fields.contours import zero_lines
from core.predictors import Predictor, Vote
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.model.player import Player

Value = TypeVar("Value")

_MOST_VALUES = 5_000_000
"""Decisions that a reading may cost, so that no frame waits for it."""

_MOST_LINES = 20_000
"""Lines whose vote is counted over the view; a first count takes some milliseconds for each thousand."""

_CELL = 4.0
"""Pixels between the grid lines of a field."""


@dataclass(frozen=True, eq=False)
class PlaneReading:
    """A classifier w·x + b that a predictor made of the run."""

    predictor: Predictor
    w: FloatArray
    b: float


@dataclass(frozen=True, eq=False)
class FieldReading:
    """A classifier that is no line: decision `values` (q, p) on the grid `ys` (q,) × `xs` (p,) over the view.

    `boundary` (m, 2, 2) are the segments between its sides, in coordinates of the data.
    """

    predictor: Predictor
    xs: FloatArray
    ys: FloatArray
    values: FloatArray
    boundary: FloatArray


class Reading(QObject):
    """The classifier of the learner's own predictor at the state on display; worked out when it is first asked for."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._known: dict[str, Any] = {}
        self._field: FieldReading | None = None
        self._field_view: Viewport | None = None
        self._followed: tuple[Run, Viewport, FollowedVote] | None = None
        player.run_changed.connect(self._forget)
        player.shown.connect(self._forget)

    @property
    def decision(self) -> Decision | None:
        """The classifier; None where it is the vector on display, or would take too long to read."""
        return self._once("decision", self._read_decision)

    @property
    def plane(self) -> PlaneReading | None:
        """The classifier where it is a line beside that of the vector on display."""
        return self._once("plane", self._read_plane)

    @property
    def margins(self) -> FloatArray | None:
        """y times the predictor's decision on each example of the run (n,); None where it is not followed."""
        return self._once("margins", self._read_margins)

    def field(self, view: Viewport) -> FieldReading | None:
        """The decision values over the view; None where a line says it all."""
        if self._field_view != view:
            self._field_view = view
            self._field = self._read_field(view)
        return self._field

    @property
    def curved(self) -> bool:
        """Whether the classifier is no line."""
        run, state = self._player.run, self._player.state
        if run is None or state is None or not state.update or run.dataset.d != 2:
            return False
        return not len(state.w) or (self.decision is not None and self.decision.weights is None)

    @property
    def too_large(self) -> bool:
        """Whether it is not followed because that would hold up the picture."""
        run, state = self._player.run, self._player.state
        if run is None or state is None or not state.update:
            return False
        unread = self.decision is None and (run.predictor.own or not len(state.w))
        return unread or (self.curved and self._field_view is not None and self._field is None)

    def _read_decision(self) -> Decision | None:
        run, state = self._player.run, self._player.state
        if run is None or state is None or not state.update or not (run.predictor.own or not len(state.w)):
            return None
        if run.predictor.cost(state.update, run.dataset.n) > _MOST_VALUES:
            return None
        return run.decision(state.example)

    def _read_plane(self) -> PlaneReading | None:
        run, decision = self._player.run, self.decision
        if run is None or decision is None or decision.weights is None or decision.intercept is None:
            return None
        return PlaneReading(run.predictor, decision.weights, decision.intercept)

    def _read_margins(self) -> FloatArray | None:
        run, decision = self._player.run, self.decision
        if run is None or decision is None or decision.terms * run.dataset.n > _MOST_VALUES:
            return None
        return run.dataset.y * decision.score(run.dataset.X)

    def _read_field(self, view: Viewport) -> FieldReading | None:
        run, state, decision = self._player.run, self._player.state, self.decision
        if run is None or state is None or decision is None or not self.curved:
            return None
        xs, ys = _grid(*view.x_range, view.width), _grid(*view.y_range, view.height)
        if isinstance(decision, Vote):
            most = _MOST_LINES if len(state.w) else _MOST_VALUES // (len(xs) * len(ys))
            if decision.terms > most:
                return None
            values = self._votes(run, view, xs, ys).seek(state.example).astype(np.float64)
        else:
            values = decision_field(decision, run.dataset.d, Grid.of(xs, ys))
        return FieldReading(run.predictor, xs, ys, values, zero_lines(values, xs, ys))

    def _votes(self, run: Run, view: Viewport, xs: FloatArray, ys: FloatArray) -> FollowedVote:
        """The vote over this view, which knows the moment it was last asked for."""
        if self._followed is None or self._followed[0] is not run or self._followed[1] != view:
            self._followed = (run, view, follow_vote(run, xs, ys))
        return self._followed[2]

    def _once(self, name: str, read: Callable[[], Value]) -> Value:
        if name not in self._known:
            self._known[name] = read()
        known: Value = self._known[name]
        return known

    @Slot()
    def _forget(self) -> None:
        self._known.clear()
        self._field_view = None
        self.changed.emit()


def _grid(low: float, high: float, pixels: float) -> FloatArray:
    return np.linspace(low, high, max(int(pixels / _CELL), 2))
