"""What the updates of a run come to example by example, counted on along the run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from core.datasets.dataset import IntArray
from core.record.history import History

_STRETCH = 1 << 15
_STRETCH_AN_EXAMPLE = 32
"""So that what is kept takes half a byte an update at most."""
_BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class Tally:
    """Of the first k = `update` updates: how many were made on each example, `counts`, and the sums of their t, `late`.

    Both (n,); do not write to them.
    """

    update: int
    counts: IntArray
    late: IntArray

    @classmethod
    def nothing(cls, n: int) -> Tally:
        """Before the first update."""
        return cls(0, np.zeros(n, np.int64), np.zeros(n, np.int64))

    def until(self, history: History, update: int) -> Tally:
        """Continued to update k of the record."""
        counts, late = self.counts.copy(), self.late.copy()
        for start in range(self.update, update, _BLOCK):
            stop = min(start + _BLOCK, update)
            index = history.index(start, stop)
            counts += np.bincount(index, minlength=len(counts))
            np.add.at(late, index, history.example(start, stop))
        return Tally(update, counts, late)

    def shares(self, examples: int) -> IntArray:
        """Of how many of the T + 1 vectors up to example T the updates on each example are part, taken together; (n,).

        An update on example t is part of T + 1 − t (Perceptron 000).
        """
        return (examples + 1) * self.counts - self.late


def tallies(history: History, n: int, before: Sequence[Tally] = ()) -> tuple[Tally, ...]:
    """Those `before`, and one at the end of each stretch of updates that the record has had since."""
    kept, stretch = list(before), max(_STRETCH, _STRETCH_AN_EXAMPLE * n)
    for update in range((len(kept) + 1) * stretch, len(history) + 1, stretch):
        kept.append((kept[-1] if kept else Tally.nothing(n)).until(history, update))
    return tuple(kept)


def shares_of(history: History, n: int, known: Sequence[Tally] = ()) -> IntArray:
    """The shares at the end of the record; `known`, of the same run, may reach less far, or farther. Shape (n,)."""
    place = bisect_right(known, len(history), key=attrgetter("update"))
    before = known[place - 1] if place else Tally.nothing(n)
    return before.until(history, len(history)).shares(history.examples)
