"""Searches along a record: rankings of updates, longest survivors, directions of w, and moments worth a jump."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Cancelled
from core.numbers.numerals import counted
from core.record.history import History, State
from core.run import Run

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


class Directions:
    """The angles of w and of the average (Perceptron 000) in the plane of two features, in degrees.

    Of many updates some are kept: the first 128, the multiples of a stride that doubles when there are too many, and
    the last. `covered` is the last update read, −1 before the start. The sums run in the order of the updates and equal
    the learner's own average up to rounding.
    """

    def __init__(self, capacity: int = 2048) -> None:
        self._capacity, self._stride, self.covered = capacity, 1, -1
        self._total: FloatArray = np.zeros(2)
        self._kept: FloatArray = np.empty((0, 5))
        self._last = self._kept

    def extend(self, history: History, at_most: int | None = None) -> None:
        """Read the updates of a run in two features since the last call, `at_most` at a time; always of one record."""
        end = len(history) if at_most is None else min(len(history), max(self.covered, 0) + at_most)
        while self.covered < end:
            start = max(self.covered, 0)
            stop = min(start + _AT_A_TIME, end)
            self._take(history, start, stop)
            self.covered = stop

    def curves(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return k (m,), the angle of the average, and that of w (m,) within 180° of it, both without jumps at 180°."""
        rows = np.concatenate([self._kept, self._last])
        pointing = rows[:, 1:3].any(axis=1) & rows[:, 3:5].any(axis=1)
        k, w, average = rows[pointing, 0], rows[pointing, 1:3], rows[pointing, 3:5]
        pointed = np.arctan2(average[:, 1], average[:, 0])
        steady = np.unwrap(pointed)
        steady -= 2 * np.pi * np.round((steady[-1:] - pointed[-1:]).sum() / (2 * np.pi))
        beside = np.arctan2(w[:, 1], w[:, 0]) - steady
        beside -= 2 * np.pi * np.round(beside / (2 * np.pi))
        return k, np.degrees(steady), np.degrees(steady + beside)

    def _take(self, history: History, start: int, stop: int) -> None:
        """Read the vectors k = start … stop; the sum holds all vectors before w⁽ᵏ⁾, k = start."""
        w = history.weights_per_rate(start, stop)[:, :2]
        births = np.append(history.example_of(start), history.example(start, stop))
        spent = np.concatenate([self._total[None, :], np.diff(births)[:, None] * w[:-1]])
        before = np.add.accumulate(spent, axis=0)
        self._total = before[-1]
        k = np.arange(start, stop + 1)

        def rows(places: IntArray) -> FloatArray:
            return np.column_stack([k[places], w[places], (before[places] + w[places]) / (births[places, None] + 1)])

        # Choose the updates to keep, and thin out those kept so far.
        places = np.flatnonzero(self._chosen(k) & (k > self.covered))
        while len(self._kept) + len(places) > self._capacity:
            self._stride *= 2
            self._kept = self._kept[self._chosen(self._kept[:, 0])]
            places = places[self._chosen(k[places])]
        self._kept = np.concatenate([self._kept, rows(places)])
        self._last = rows(np.array([stop - start])) if self._kept[-1, 0] < stop else np.empty((0, 5))

    def _chosen(self, k: FloatArray | IntArray) -> NDArray[np.bool_]:
        return np.asarray((k <= 128) | (k % self._stride == 0))


@dataclass(frozen=True, eq=False)
class Asked:
    """The start of a search: the state on display, a row of the data or None, and whether an example is a step."""

    run: Run
    state: State
    row: int | None
    by_example: bool

    @property
    def so_far(self) -> str:
        """The end of a sentence that may become false while the record grows."""
        return "" if self.run.stopped is not None else " so far"


@dataclass(frozen=True)
class JumpTarget:
    """The example t to go to, or None, and a sentence about it."""

    example: int | None
    sentence: str


@dataclass(frozen=True)
class JumpFinder:
    """A search forward from a state. `idle` is a sentence on why it is impossible now; empty if it is possible."""

    title: str
    meaning: str
    look: Callable[[Asked], JumpTarget]
    idle: Callable[[Run], str] = lambda _run: ""


def _next_update(asked: Asked) -> JumpTarget:
    history, k, row = asked.run.history, asked.state.update, asked.row
    if row is None:
        return JumpTarget(None, "Select one example, or step to one, to find its next update.")
    update = history.next_update_on(row, k)
    if update is not None:
        return JumpTarget(history.example_of(update), f"Update {update:,} is the next on example {row + 1:,}.")
    after = f"After update {k:,} there" if k else "There"
    return JumpTarget(None, f"{after} is no update on example {row + 1:,}{asked.so_far}.")


def _next_epoch(asked: Asked) -> JumpTarget:
    history, epoch, n = asked.run.history, asked.state.epoch, asked.run.dataset.n
    if not asked.run.order.has_epochs:
        return JumpTarget(None, asked.run.order.without_epochs)
    if asked.by_example:
        first = epoch * n + 1
        if first <= history.examples:
            row = history.at_example(first).index
            return JumpTarget(first, f"Epoch {epoch + 1:,} begins with example {row + 1:,}.")
        told = f"Epoch {epoch:,} is the last" if epoch else "There is no epoch"
        return JumpTarget(None, f"{told}{asked.so_far}.")
    update = history.updates_before(epoch * n) + 1
    if update > len(history):
        after = f"After epoch {epoch:,} there" if epoch else "There"
        return JumpTarget(None, f"{after} is no update{asked.so_far}.")
    example = history.example_of(update)
    return JumpTarget(example, f"Update {update:,} is the first of epoch {history.epoch_of(example):,}.")


def _longest_survivor(asked: Asked) -> JumpTarget:
    history, k = asked.run.history, asked.state.update
    if k == len(history):
        return JumpTarget(None, f"No update follows{asked.so_far}, so no vector is still to come.")
    update, lives = history.longest_lived(k)
    after = f"Of the vectors after update {k:,}" if k else "Of all vectors that updates made"
    told = f"{after}{asked.so_far}, that of update {update:,} survives longest: {counted(lives, 'example')}."
    return JumpTarget(history.example_of(update), told)


FINDS: dict[str, JumpFinder] = {
    "example": JumpFinder(
        "This Example", "The next update on the one example selected, else on the present one", _next_update
    ),
    "epoch": JumpFinder("Epoch", "The first step of the next epoch", _next_epoch, lambda run: run.order.without_epochs),
    "survivor": JumpFinder(
        "Survivor", "Of the vectors still to come, the one that survives longest", _longest_survivor
    ),
}
"""Name → search. A search visits the record at most once."""
