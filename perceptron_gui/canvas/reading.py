"""What the run on display means at the playhead, where that is another classifier than the last vector."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from core.dataset import FloatArray
from core.history import State
from core.run import wrong
from perceptron_gui.player import Player

_MOST_VALUES = 5_000_000
"""Decisions on examples that a reading may cost, so that no frame waits for it."""


@dataclass(frozen=True, eq=False)
class PlaneReading:
    """A classifier w·x + b that a predictor made of the run: `name` of the predictor, its mistakes on the data."""

    name: str
    w: FloatArray
    b: float
    errors: int


class Reading(QObject):
    """The averaged or the pocket's vector at the state on display; worked out when it is first asked for."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._known = False
        self._plane: PlaneReading | None = None
        player.run_changed.connect(self._forget)
        player.shown.connect(self._forget)

    @property
    def plane(self) -> PlaneReading | None:
        """The vector; None where the last one is the learner's own, or there is no single one."""
        if not self._known:
            self._plane, self._known = self._read(self._player.state), True
        return self._plane

    @property
    def too_large(self) -> bool:
        """Whether the pocket is not followed because that would hold up the picture."""
        run, state = self._player.run, self._player.state
        return run is not None and state is not None and self._name == "pocket" and not self._affordable(state)

    @property
    def _name(self) -> str:
        run = self._player.run
        return run.spec.predictor or "" if run is not None else ""

    def _read(self, state: State | None) -> PlaneReading | None:
        run = self._player.run
        if run is None or state is None or not state.update or not len(state.w):
            return None
        if self._name not in {"averaged", "pocket"} or not self._affordable(state):
            return None
        decision = run.decision(state.example)
        if decision.weights is None or decision.intercept is None:
            return None
        return PlaneReading(self._name, decision.weights, decision.intercept, wrong(decision, run.dataset))

    def _affordable(self, state: State) -> bool:
        run = self._player.run
        return run is not None and (self._name != "pocket" or state.update * run.dataset.n <= _MOST_VALUES)

    @Slot()
    def _forget(self) -> None:
        self._known = False
        self.changed.emit()
