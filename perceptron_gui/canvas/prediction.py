"""What the run on display means at the playhead, where that is another classifier than the last vector."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from core.dataset import FloatArray
from core.fields import FollowedVote, field_at, follow_vote
from core.fields.contours import zero_lines
from core.record.history import State
from core.run import Run
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.model.player import Player

_MOST_VALUES = 5_000_000
"""Decisions that a reading may cost, so that no frame waits for it."""

_MOST_LINES = 20_000
"""Lines whose vote is counted over the view; a first count takes some milliseconds for each thousand."""

_CELL = 4.0
"""Pixels between the grid lines of a field."""

_PLANES = frozenset({"averaged", "pocket"})


@dataclass(frozen=True, eq=False)
class PlaneReading:
    """A classifier w·x + b that a predictor made of the run; `name` is the predictor's."""

    name: str
    w: FloatArray
    b: float


@dataclass(frozen=True, eq=False)
class FieldReading:
    """A classifier that is no line: decision `values` (q, p) on the grid `ys` (q,) × `xs` (p,) over the view.

    `boundary` (m, 2, 2) are the segments between its sides, in coordinates of the data.
    """

    name: str
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
        self._plane: PlaneReading | None = None
        self._plane_known = False
        self._field: FieldReading | None = None
        self._field_view: Viewport | None = None
        self._followed: tuple[Run, Viewport, FollowedVote] | None = None
        self._margins: FloatArray | None = None
        self._margins_known = False
        player.run_changed.connect(self._forget)
        player.shown.connect(self._forget)

    @property
    def plane(self) -> PlaneReading | None:
        """The vector; None where the last one is the learner's own, or there is no single one."""
        if not self._plane_known:
            self._plane_known = True
            self._plane = self._read_plane()
        return self._plane

    def field(self, view: Viewport) -> FieldReading | None:
        """The decision values over the view; None where a line says it all."""
        if self._field_view != view:
            self._field_view = view
            self._field = self._read_field(view)
        return self._field

    @property
    def margins(self) -> FloatArray | None:
        """y times the predictor's decision on each example of the run (n,); None where it is not followed."""
        if not self._margins_known:
            self._margins_known = True
            self._margins = self._read_margins()
        return self._margins

    @property
    def curved(self) -> bool:
        """Whether the classifier is no line."""
        run, state = self._player.run, self._player.state
        if run is None or state is None or not state.update or run.dataset.d != 2:
            return False
        return run.spec.predictor == "voted" or not len(state.w)

    @property
    def too_large(self) -> bool:
        """Whether it is not followed because that would hold up the picture."""
        run, state = self._player.run, self._player.state
        if run is None or state is None:
            return False
        if run.spec.predictor == "pocket":
            return not _affordable(state, run.dataset.n)
        return self.curved and self._field_view is not None and self._field is None

    def _read_plane(self) -> PlaneReading | None:
        run, state = self._player.run, self._player.state
        if run is None or state is None or not state.update or not len(state.w):
            return None
        name = run.spec.predictor or ""
        if name not in _PLANES or (name == "pocket" and not _affordable(state, run.dataset.n)):
            return None
        decision = run.decision(state.example)
        if decision.weights is None or decision.intercept is None:
            return None
        return PlaneReading(name, decision.weights, decision.intercept)

    def _read_field(self, view: Viewport) -> FieldReading | None:
        run, state = self._player.run, self._player.state
        if run is None or state is None or not self.curved:
            return None
        xs, ys = _grid(*view.x_range, view.width), _grid(*view.y_range, view.height)
        if not self._countable(run, state, len(xs) * len(ys)):
            return None
        if run.spec.predictor == "voted":
            values = self._votes(run, view, xs, ys).seek(state.example).astype(np.float64)
        else:
            values = field_at(run, state.example, xs, ys)
        return FieldReading(run.spec.predictor or "", xs, ys, values, zero_lines(values, xs, ys))

    def _countable(self, run: Run, state: State, cells: int) -> bool:
        """Whether the field is there within a frame or two."""
        if run.spec.predictor == "voted":
            return state.update <= _MOST_LINES if len(state.w) else _affordable(state, cells)
        return run.spec.predictor != "pocket" or _affordable(state, run.dataset.n)

    def _votes(self, run: Run, view: Viewport, xs: FloatArray, ys: FloatArray) -> FollowedVote:
        """The vote over this view, which knows the moment it was last asked for."""
        if self._followed is None or self._followed[0] is not run or self._followed[1] != view:
            self._followed = (run, view, follow_vote(run, xs, ys))
        return self._followed[2]

    def _read_margins(self) -> FloatArray | None:
        run, state = self._player.run, self._player.state
        if run is None or state is None or not (self.plane or self.curved):
            return None
        if (run.spec.predictor == "voted" or not len(state.w)) and not _affordable(state, run.dataset.n):
            return None
        return run.dataset.y * run.decision(state.example).score(run.dataset.X)

    @Slot()
    def _forget(self) -> None:
        self._plane_known = self._margins_known = False
        self._field_view = None
        self.changed.emit()


def _grid(low: float, high: float, pixels: float) -> FloatArray:
    return np.linspace(low, high, max(int(pixels / _CELL), 2))


def _affordable(state: State, questions: int) -> bool:
    return state.update * questions <= _MOST_VALUES
