"""The vectors of the run with the most votes, as lines or by name, computed on request."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from core.analysis.update_rankings import LongestLived
from core.datasets.dataset import FloatArray
from core.run import Run
from perceptron_gui.model.player import Player

MOST = 48
"""The most lines in a fan: of more, one could not tell one from another."""

MOST_CURVES = 12
"""The most curves in one field: they cross more often than lines, and each needs its own field."""

_KEPT = 40 * MOST
_NO_W = np.empty(0)


@dataclass(frozen=True)
class Voter:
    """The vector that update k = `update` made, and its `votes` so far; in a feature space w has no components."""

    update: int
    votes: int
    w: FloatArray = field(compare=False)
    b: float


class Voters:
    """Those at the state on display, of a run whose every vector votes."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.among = 0
        """the number of vectors so far, of which those `shown` are the longest-lived"""
        self._run: Run | None = None
        self._example = -1
        self._longest: LongestLived | None = None
        self._weights: dict[int, FloatArray] = {}
        self._shown: list[Voter] = []

    @property
    def shown(self) -> list[Voter]:
        """The longest-lived vectors other than 0, the longest first; in a feature space few of them, without w⁽⁰⁾."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not run.predictor.votes or not run.has_vector(state):
            self.among = 0
            return []
        if self._longest is None or self._run is not run:
            self._run, self._longest = run, LongestLived(run.history, MOST)
            self._weights, self._example = {}, -1
        if self._example != state.example:
            survivors = self._longest.at(state.example)
            self._example, self.among = state.example, survivors.among
            standings = zip(survivors.updates.tolist(), survivors.lives.tolist(), strict=True)
            if not run.space.has_coordinates:
                self._shown = [Voter(k, votes, _NO_W, 0.0) for k, votes in standings if k][:MOST_CURVES]
            else:
                rows = [(k, votes, self._weights_of(run, k)) for k, votes in standings]
                self._shown = [Voter(k, votes, row[:-1], float(row[-1])) for k, votes, row in rows if row[:-1].any()]
        return self._shown

    def _weights_of(self, run: Run, update: int) -> FloatArray:
        """Keep the weights, because most of the voters are the same from one picture to the next."""
        if update not in self._weights:
            if len(self._weights) > _KEPT:
                self._weights.clear()
            self._weights[update] = run.history.weights(update, update)[0]
        return self._weights[update]
