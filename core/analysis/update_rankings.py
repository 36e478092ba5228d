"""Rankings of updates, and the vectors that survived longest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Cancelled
from core.record.history import History

_AT_A_TIME = 1 << 15

_SPAN = 1 << 31
"""Larger than any number of updates, so that a survival and its update fit into one whole number."""


@dataclass(frozen=True)
class Ranking:
    """A ranking by `keys` of updates start+1 … stop, smallest first, with its title in both directions."""

    first: str
    reversed: str
    keys: Callable[[Dataset, History, int, int], FloatArray | IntArray]

    def words(self, *, descending: bool) -> str:
        return self.reversed if descending else self.first


RANKINGS: dict[str, Ranking] = {
    "update": Ranking("earliest first", "latest first", lambda _data, _history, start, stop: np.arange(start, stop)),
    "depth": Ranking(
        "deepest first",
        "deepest last",
        lambda data, history, *span: data.y.take(history.index(*span)) * history.activation_per_rate(*span),
    ),
    "survival": Ranking(
        "longest survivor first", "longest survivor last", lambda _data, history, *span: -history.survival(*span)
    ),
}


def ranked(
    dataset: Dataset, history: History, ranking: Ranking, *, descending: bool, cancelled: Cancelled
) -> IntArray | None:
    """Return the updates k in the order of a ranking, earlier ones first among equals; None once `cancelled`."""
    blocks: list[FloatArray | IntArray] = [np.empty(0)]
    for start in range(0, len(history), _AT_A_TIME):
        if cancelled():
            return None
        blocks.append(ranking.keys(dataset, history, start, min(start + _AT_A_TIME, len(history))))
    # A stable sort keeps updates with equal keys in their order.
    order: IntArray = np.argsort(np.concatenate(blocks), kind="stable") + 1
    return order[::-1] if descending else order


@dataclass(frozen=True, eq=False)
class Survivors:
    """The vectors with the longest survival so far, among `among` vectors.

    `updates` k (m,) made them (0 for w⁽⁰⁾), and they survived `lives` examples (m,); the present vector counts up to
    now. The longest comes first, later ones first among equals.
    """

    updates: IntArray
    lives: IntArray
    among: int


class LongestLived:
    """The `most` longest-lived vectors at any moment of one record; going on from the last moment is quick."""

    def __init__(self, history: History, most: int) -> None:
        self._history, self._most = history, most
        self._update, self._top = 0, np.empty(0, np.int64)

    def at(self, example: int) -> Survivors:
        update = self._history.updates_before(example)
        present = example + 1 - self._birth(update)
        if update < self._update:
            self._update, self._top = 0, np.empty(0, np.int64)
        for start in range(self._update, update, _AT_A_TIME):
            stop = min(start + _AT_A_TIME, update)
            births = self._history.example(max(start - 1, 0), stop)
            lives = np.diff(births if start else np.append(1, births))
            self._top = self._longest(self._top, lives * _SPAN + np.arange(start, stop))
        self._update = update
        lives, updates = np.divmod(self._longest(self._top, np.array([present * _SPAN + update]))[::-1], _SPAN)
        lived = lives > 0
        first = self._birth(1) - 1 if update else present
        return Survivors(updates[lived], lives[lived], update + (first > 0))

    def _longest(self, known: IntArray, keys: IntArray) -> IntArray:
        """Return the largest keys in order; a copy, because a view would keep the whole block in memory."""
        return np.sort(np.concatenate([known, keys]))[-self._most :].copy()

    def _birth(self, update: int) -> int:
        """Return the first example after which w⁽ᵏ⁾ was current, or could have been; w⁽⁰⁾ is current from the start."""
        return self._history.example_of(update) if update else 1
