"""The vectors of a run that survived longest, at any moment of it: exact, and soon, however long the run is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import IntArray
from core.record.history import History

_SPAN = 1 << 31
"""More than there are updates: a survival and its update make one whole number."""


@dataclass(frozen=True, eq=False)
class Survivors:
    """Of the `among` vectors that were current after some example so far those that were so longest.

    They were made by `updates` k (m,), w⁽⁰⁾ by none, and were current after `lives` examples (m,), the present one
    counted as far as it has come; the longest first, of equals the later one first.
    """

    updates: IntArray
    lives: IntArray
    among: int


class LongestLived:
    """Follows one record, forth and back: after each `block` of vectors the `most` longest-lived so far are kept."""

    def __init__(self, history: History, most: int, block: int = 4096) -> None:
        self._history = history
        self._most = most
        self._block = block
        self._tops: list[IntArray] = [np.empty(0, np.int64)]

    def at(self, example: int) -> Survivors:
        """As it stood just after example t."""
        update = self._history.updates_before(example)
        blocks, rest = divmod(update, self._block)
        while len(self._tops) <= blocks:
            start = (len(self._tops) - 1) * self._block
            self._tops.append(self._top(self._tops[-1], self._past(start, start + self._block)))
        present = example + 1 - self._birth(update)
        keys = np.append(self._past(update - rest, update), present * _SPAN + update)
        top = np.sort(self._top(self._tops[blocks], keys))[::-1]
        lives, updates = np.divmod(top, _SPAN)
        lived = lives > 0
        first = self._birth(1) - 1 if update else present
        return Survivors(updates[lived], lives[lived], update + (first > 0))

    def _top(self, known: IntArray, keys: IntArray) -> IntArray:
        keys = np.concatenate([known, keys])
        if len(keys) <= self._most:
            return keys
        return np.partition(keys, len(keys) - self._most)[-self._most :]

    def _past(self, start: int, stop: int) -> IntArray:
        """The keys of w⁽ᵏ⁾ for k = start … stop − 1, each of which another vector has followed."""
        births = self._history.example(max(start - 1, 0), stop)
        lives = np.diff(births if start else np.append(1, births))
        return lives * _SPAN + np.arange(start, stop)

    def _birth(self, update: int) -> int:
        """The first example after which w⁽ᵏ⁾ was current, or could have been: w⁽⁰⁾ was there from the start."""
        return self._history.example_of(update) if update else 1
