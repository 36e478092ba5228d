"""The vectors of the run on display that have most votes, as lines; worked out when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass

from core.dataset import FloatArray
from core.run import Run
from core.survivors import LongestLived, Survivors
from perceptron_gui.model.player import Player

MOST = 48
"""Lines in a fan: of more one could not tell one from another."""

_KEPT = 40 * MOST


@dataclass(frozen=True, eq=False)
class Voter:
    """The vector (w, b) that update k = `update` made, and its `votes` so far."""

    update: int
    votes: int
    w: FloatArray
    b: float


class Voters:
    """Those at the state on display, of a run in the space of the data whose every vector votes."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._run: Run | None = None
        self._longest: LongestLived | None = None
        self._vectors: dict[int, tuple[FloatArray, float]] = {}
        self._now: tuple[int, list[Voter], int] | None = None

    @property
    def lines(self) -> list[Voter]:
        """The longest-lived of those that are no 0, the longest first."""
        return self._found()[0]

    @property
    def among(self) -> int:
        """Of how many vectors so far they are the longest-lived."""
        return self._found()[1]

    def _found(self) -> tuple[list[Voter], int]:
        run, state = self._player.run, self._player.state
        if run is None or state is None or not run.predictor.votes or not len(state.w):
            return [], 0
        if self._longest is None or self._run is not run:
            self._run, self._longest = run, LongestLived(run.history, MOST)
            self._vectors, self._now = {}, None
        if self._now is None or self._now[0] != state.example:
            survivors = self._longest.at(state.example)
            self._now = state.example, self._voters(run, survivors), survivors.among
        return self._now[1:]

    def _voters(self, run: Run, survivors: Survivors) -> list[Voter]:
        if len(self._vectors) > _KEPT:
            self._vectors.clear()
        found = zip(survivors.updates.tolist(), survivors.lives.tolist(), strict=True)
        voters = (Voter(k, votes, *self._vector(run, k)) for k, votes in found)
        return [voter for voter in voters if voter.w.any()]

    def _vector(self, run: Run, update: int) -> tuple[FloatArray, float]:
        if update not in self._vectors:
            row = run.history.weights(update, update)[0]
            self._vectors[update] = row[:-1], float(row[-1])
        return self._vectors[update]
