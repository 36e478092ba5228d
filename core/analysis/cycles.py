"""Cycles of a run, found while it is recorded, and the pause of a run that has no end.

In a fixed order equal weights lead to an equal future. If no separator exists, the weights stay bounded (perceptron
cycling theorem: Block & Levin 1970). So on a grid, such as whole numbers, they must return.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from core.datasets.dataset import FloatArray
from core.engine.engine import Batch, cut_off
from core.numbers.formulas import vector
from core.numbers.numerals import counted, number
from core.orders import Passes
from core.record.history import History
from core.run import Run
from core.theory.diagnosis import may_end_in_ties

_BLOCK = 1 << 15

EPOCHS = 100
"""Passes over the data, or as many examples if the order has no epochs, after which a run pauses."""


class Cycle(NamedTuple):
    """The first epoch that begins with weights with which epoch `epoch + length_epochs` begins again, bit for bit."""

    epoch: int
    length_epochs: int
    first_update: int
    length_updates: int

    @property
    def sentence(self) -> str:
        every = f"every {counted(self.length_updates, 'update')} ({counted(self.length_epochs, 'epoch')})"
        return f"This run repeats from update {self.first_update:,} on, {every}: it never stops by itself."


def cycle_words(run: Run, cycle: Cycle) -> str:
    """Return when w comes back, and what returns with it, in plain words."""
    first, last = cycle.epoch - 1, cycle.epoch - 1 + cycle.length_epochs
    state = run.history.at_example(last * run.dataset.n)
    before = f"as after epoch {first:,}" if first else "as at the start"
    b = f" with b = {number(state.b)}" if run.margin.bias.value else ""
    every = "every epoch" if cycle.length_epochs == 1 else f"every {cycle.length_epochs:,} epochs"
    again = f"After epoch {last:,} it is {vector(state.w.tolist())}{b} again, {before}."
    return f"{again} So the same mistakes return: {cycle.length_updates:,} in {every}, forever."


class CycleDetector:
    """Follows a record and tells when an epoch begins with weights that an earlier epoch began with.

    Only for runs whose future depends on (w, b) alone: see `can_cycle`. The starts of epochs that it remembers are
    thinned to every second, fourth, … as they grow too many, so memory is bounded; a cycle is seen at most one such
    stride after the first repetition, and its beginning is then looked up in the record. `capacity` is at least 2.
    """

    def __init__(self, n: int, capacity: int = 1 << 14) -> None:
        self._n, self._capacity, self._stride, self._starts = n, capacity, 1, 0
        self._seen: dict[bytes, int] = {}
        self._found: Cycle | None = None

    def extend(self, history: History, blocks: int = sys.maxsize) -> Cycle | None:
        """Take in what `history` recorded since the last call, at most `blocks` blocks; return the cycle, if any."""
        while blocks and self.is_behind(history):
            blocks -= 1
            count = min(max(_BLOCK // self._n, 1), history.examples // self._n + 1 - self._starts)
            examples = np.arange(self._starts, self._starts + count) * self._n
            self._take(history, history.weights_per_rate_at(history.updates_before_each(examples)))
        return self._found

    def is_behind(self, history: History) -> bool:
        """Return whether some epochs are not yet compared and a cycle may be found."""
        return self._found is None and self._n > 0 and self._starts * self._n <= history.examples

    def _take(self, history: History, weights: FloatArray) -> None:
        """Compare the starts of the next epochs, weights (m, d + 1), with those remembered, and remember them."""
        # Rows are hashed by their bytes, so each must lie in one piece.
        for row in np.ascontiguousarray(weights):
            digest = blake2b(row.tobytes(), digest_size=16).digest()
            if (earlier := self._seen.get(digest)) is not None:
                self._found = _cycle(history, self._n, earlier, self._starts)
                if self._found is not None:
                    return
            if self._starts % self._stride == 0:
                self._seen[digest] = self._starts
            if len(self._seen) > self._capacity:
                self._stride *= 2
                self._seen = {key: start for key, start in self._seen.items() if start % self._stride == 0}
            self._starts += 1


def can_cycle(run: Run) -> bool:
    """Return whether the weights at the start of an epoch determine everything that follows and can be compared."""
    return issubclass(run.order, Passes) and run.order.repeats and run.space.has_coordinates


def _cycle(history: History, n: int, earlier: int, later: int) -> Cycle | None:
    """Return the cycle of `later` − `earlier` epochs if the weights there are equal; bisection finds its first one."""
    length = later - earlier

    def begun(epochs: int) -> bytes:
        update = history.updates_before(epochs * n)
        return history.weights_per_rate(update, update).tobytes()

    def repeats(start: int) -> bool:
        return begun(start) == begun(start + length)

    if not repeats(earlier):
        return None
    first = bisect_left(range(earlier), True, key=repeats)
    before, after = history.updates_before(first * n), history.updates_before((first + length) * n)
    return Cycle(first + 1, length, before + 1, after - before) if after > before else None


class Pause(NamedTuple):
    """The pause after example t = `examples`: at the end of a `cycle`, or because the record `held` is so large."""

    examples: int
    cycle: Cycle | None = None
    held: int = 0


def is_endless(run: Run) -> bool | None:
    """Return whether the run is known never to stop by itself: no separator exists, or every example moves w.

    Data on which the run may end in ties that count as right do not qualify. None while a separator is being searched;
    in a kernel's space the answer is known before ŵ*.
    """
    if not run.dataset.n or run.rule.every_example:
        return run.dataset.n > 0
    if run.margin.sought and not run.margin.in_feature_space:
        return None
    return run.margin.separable is False and not may_end_in_ties(run.dataset, run.margin)


class EndlessPause:
    """A watch over a run from its first example on, with its own record if a cycle is possible; it cuts batches."""

    def __init__(self, run: Run) -> None:
        self._n = run.dataset.n
        self._limit = EPOCHS * self._n
        self._cycles = CycleDetector(self._n) if can_cycle(run) else None
        self._record = run.space.make_history(run.order.of(self._n, run.spec))
        self._updates = self._examples = 0

    @property
    def examples_left(self) -> int:
        return self._limit - self._examples

    def take(self, batch: Batch) -> tuple[Batch, Pause | None, Batch | None]:
        """Return the part of the next `batch` before the pause, the pause if it is reached, and the rest."""
        within, rest = cut_off(batch, self._updates, self._limit)
        cycle = None
        if self._cycles is not None:
            self._record.append(within)
            cycle = self._cycles.extend(self._record)
        if cycle is not None:
            within, rest = cut_off(batch, self._updates, (cycle.epoch - 1 + cycle.length_epochs) * self._n)
        self._updates += len(within.index)
        self._examples = within.examples
        ended = rest is None and batch.stopped is not None
        if ended or (cycle is None and within.examples < self._limit):
            return batch, None, None
        return within, Pause(within.examples, cycle), rest
