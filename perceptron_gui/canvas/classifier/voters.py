"""The vectors of the run on display that have most votes, as lines or by name; worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.analysis.update_rankings import LongestLived, Survivors
from core.datasets.dataset import FloatArray
from core.run import Run
from perceptron_gui.model.player import Player

MOST = 48
"""Lines in a fan: of more one could not tell one from another."""

MOST_CURVES = 12
"""Curves in one: they cross more often, and each is a field of its own."""

_KEPT = 40 * MOST


@dataclass(frozen=True)
class VoterStanding:
    """The vector that update k = `update` made, and its `votes` so far."""

    update: int
    votes: int


@dataclass(frozen=True, eq=False)
class Voter(VoterStanding):
    """One with its (w, b), which `is_line` unless w = 0."""

    w: FloatArray
    b: float
    is_line: bool


class Voters:
    """Those at the state on display, of a run whose every vector votes."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._run: Run | None = None
        self._longest: LongestLived | None = None
        self._voters: dict[int, Voter] = {}
        self._now: tuple[int, Survivors] | None = None
        self._lines: tuple[Survivors, list[Voter]] | None = None

    @property
    def lines(self) -> list[Voter]:
        """The longest-lived of those that are no 0, the longest first; none of a run in a feature space."""
        run, survivors = self._player.visible.run, self._survivors()
        if run is None or survivors is None or run.spec.kernel is not None:
            return []
        if self._lines is None or self._lines[0] is not survivors:
            voters = [self._voter(run, k, votes) for k, votes in _standings(survivors)]
            self._lines = survivors, [voter for voter in voters if voter.is_line]
        return self._lines[1]

    @property
    def curves(self) -> list[VoterStanding]:
        """The few longest-lived but w⁽⁰⁾ = 0, the longest first, of a run in a feature space; else none."""
        run, survivors = self._player.visible.run, self._survivors()
        if run is None or survivors is None or run.spec.kernel is None:
            return []
        return [VoterStanding(k, votes) for k, votes in _standings(survivors) if k][:MOST_CURVES]

    @property
    def among(self) -> int:
        """Of how many vectors so far they are the longest-lived."""
        survivors = self._survivors()
        return 0 if survivors is None else survivors.among

    def _survivors(self) -> Survivors | None:
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not run.predictor.votes or not run.has_vector(state):
            return None
        if self._longest is None or self._run is not run:
            self._run, self._longest = run, LongestLived(run.history, MOST)
            self._voters, self._now = {}, None
        if self._now is None or self._now[0] != state.example:
            self._now = state.example, self._longest.at(state.example)
        return self._now[1]

    def _voter(self, run: Run, update: int, votes: int) -> Voter:
        """Most of them are the same from one picture to the next."""
        if len(self._voters) > _KEPT:
            self._voters.clear()
        voter = self._voters.get(update)
        if voter is None:
            row = run.history.weights(update, update)[0]
            voter = Voter(update, votes, row[:-1], float(row[-1]), bool(row[:-1].any()))
        elif voter.votes != votes:
            voter = replace(voter, votes=votes)
        self._voters[update] = voter
        return voter


def _standings(survivors: Survivors) -> Iterable[tuple[int, int]]:
    """The update that made each, and its votes."""
    return zip(survivors.updates.tolist(), survivors.lives.tolist(), strict=True)
