"""What dragging a number of the proof changes: k moves the playhead, γ tilts a separator of one's own."""

from __future__ import annotations

from core.datasets.dataset import FloatArray
from core.theory.bounds import tilted
from core.theory.proof import GAMMA, UPDATE
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.drawn_line import TriedSeparator

_PIXELS_A_STEP = 6.0
_WHOLE = 300.0
"""So many pixels go through a long run, or from γ = 0 to that of ŵ*."""
_LEAST = 1e-3
"""Of the margin of ŵ*: a smaller one would not be told from 0 on the way."""


class Scrub:
    """One drag at a time, from what was there when it began."""

    def __init__(self, player: Player, own_separator: TriedSeparator) -> None:
        self._player = player
        self._own_separator = own_separator
        self._moves = ""
        self._update = 0
        self._gamma = 0.0
        self._away: FloatArray | None = None

    def seize(self, moves: str) -> None:
        """Begin, at the number of what is to be changed."""
        run, state = self._player.run, self._player.state
        if run is None or state is None:
            return
        self._moves, self._update = moves, state.update
        judged = self._own_separator.judged(run)
        self._away = self._own_separator.weights_in(run)
        self._gamma = judged.gamma if judged is not None and judged.separates else run.margin.gamma or 0.0
        self._player.pause()

    def drag(self, pixels: float) -> None:
        """The mouse is so far to the right of where it began."""
        {UPDATE: self._move_playhead, GAMMA: self._tilt}[self._moves](pixels)

    def _move_playhead(self, pixels: float) -> None:
        if self._player.run is not None:
            step = max(self._player.run.updates / _WHOLE, 1 / _PIXELS_A_STEP)
            self._player.visit_update(max(self._update + round(pixels * step), 0))

    def _tilt(self, pixels: float) -> None:
        run = self._player.run
        if run is None or not run.margin.gamma:
            return
        best = run.margin.gamma
        wanted = min(max(self._gamma + best * pixels / _WHOLE, _LEAST * best), best)
        made = tilted(run.dataset, run.margin, self._away, wanted)
        if made is not None:
            self._own_separator.put([*made[0].tolist(), made[1]])
