"""The updates of a run in another order than they were made: the deepest first, the longest survivor first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Cancelled
from core.record.history import History

_BLOCK = 1 << 15


@dataclass(frozen=True)
class Ranking:
    """`keys` of updates start+1 … stop, of which the smallest comes first; in words, also the other way round."""

    first: str
    reversed: str
    keys: Callable[[Dataset, History, int, int], FloatArray | IntArray]

    def words(self, *, descending: bool) -> str:
        return self.reversed if descending else self.first


def _depth(dataset: Dataset, history: History, start: int, stop: int) -> FloatArray:
    return dataset.y.take(history.index(start, stop)) * history.activation(start, stop)


def _survival(dataset: Dataset, history: History, start: int, stop: int) -> IntArray:
    return -history.survival(start, stop)


def _update(dataset: Dataset, history: History, start: int, stop: int) -> IntArray:
    return np.arange(start + 1, stop + 1)


RANKINGS: dict[str, Ranking] = {
    "update": Ranking("earliest first", "latest first", _update),
    "depth": Ranking("deepest first", "deepest last", _depth),
    "survival": Ranking("longest survivor first", "longest survivor last", _survival),
}
"""Name → order of updates."""


def ranked(
    dataset: Dataset, history: History, ranking: Ranking, *, descending: bool, cancelled: Cancelled
) -> IntArray | None:
    """The updates k of a record in the order of a ranking, the earlier first among equals; shape (updates,).

    `descending` turns all of it round. None once `cancelled`, which is asked a block of updates at a time.
    """
    blocks: list[FloatArray | IntArray] = []
    for start in range(0, len(history), _BLOCK):
        if cancelled():
            return None
        blocks.append(ranking.keys(dataset, history, start, min(start + _BLOCK, len(history))))
    keys = np.concatenate(blocks) if blocks else np.empty(0)
    order: IntArray = np.argsort(keys, kind="stable") + 1
    return order[::-1] if descending else order
