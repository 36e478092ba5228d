"""How long a run that cannot stop by itself goes on before anyone is asked: a full cycle, or so many epochs."""

from __future__ import annotations

from dataclasses import dataclass

from core.analysis.cycles import Cycle, CycleDetector, can_cycle
from core.engine.batch import Batch, cut_off
from core.run import Run

EPOCHS = 100
"""Passes over the data, or as many examples where the order knows no epochs, after which a run pauses."""


@dataclass(frozen=True)
class Pause:
    """A run pauses after example t = `examples`: at the end of the first full turn of `cycle`, if it has one.

    `held` are the bytes of its record, where that takes so much of the machine's memory that somebody should know.
    """

    examples: int
    cycle: Cycle | None = None
    held: int = 0


def is_endless(run: Run) -> bool | None:
    """Whether it is known that the run cannot stop by itself: no separator exists, or every example moves w.

    None while that is being looked for; in a kernel's feature space it is known before ŵ* is.
    """
    if run.dataset.n and not run.rule.every_example and run.margin.evidence.sought and not run.margin.in_feature_space:
        return None
    return run.dataset.n > 0 and (run.margin.separable is False or run.rule.every_example)


class EndlessPause:
    """Follows a run that is endless from its first example on, and cuts its batches off where it should pause.

    It keeps a record of its own where a cycle can be seen, so that the run's may grow in another thread.
    """

    def __init__(self, run: Run) -> None:
        self._n = run.dataset.n
        self._limit = EPOCHS * self._n
        self._cycles = CycleDetector(self._n) if can_cycle(run) else None
        self._record = run.space.make_history(run.order.of(self._n, run.spec))
        self._updates = self._examples = 0

    @property
    def examples_left(self) -> int:
        """How many more it may see at most."""
        return self._limit - self._examples

    def take(self, batch: Batch) -> tuple[Batch, Pause | None, Batch | None]:
        """What of the next `batch` comes before the pause; the pause, if it is there, and what comes after it."""
        within, rest = cut_off(batch, self._updates, self._limit)
        cycle = self._cycle_in(within)
        if cycle is not None:
            within, rest = cut_off(batch, self._updates, (cycle.epoch - 1 + cycle.length_epochs) * self._n)
        self._updates += len(within.index)
        self._examples = within.examples
        ended = rest is None and batch.stopped is not None
        if ended or (cycle is None and within.examples < self._limit):
            return batch, None, None
        return within, Pause(within.examples, cycle), rest

    def _cycle_in(self, batch: Batch) -> Cycle | None:
        if self._cycles is None:
            return None
        self._record.append(batch)
        return self._cycles.extend(self._record)
