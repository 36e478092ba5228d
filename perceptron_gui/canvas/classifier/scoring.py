"""y times a classifier's decision on each example: what it costs, and how it comes about in steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray
from core.errors import Cancelled
from core.predictors import Count, Vote, counts_to
from core.spaces.kernel import Recorded
from core.spaces.space import Decision
from perceptron_gui.canvas.classifier.maps import RunMoment


@dataclass(frozen=True, eq=False)
class ScoredMargins:
    """The `margins` (n,), NaN as long as they are not known; of a vote also the `count` that has been reached."""

    margins: FloatArray
    count: Count | None = None


def margins_cost(moment: RunMoment, count: Count | None) -> float:
    """About how many decision values it takes; a vote may go on from `count`."""
    decision, n, history = moment.decision, moment.run.dataset.n, moment.run.history
    if isinstance(decision, Vote):
        start = _nearest(moment, decision, count)
        return float(abs(moment.update - history.updates_before(start.example)) * n)
    return float(_terms(decision) * n)


def margins_in_steps(moment: RunMoment, count: Count | None, cancelled: Cancelled) -> Iterator[ScoredMargins]:
    """One after some milliseconds of work each, the last one known, unless it is `cancelled`."""
    dataset, decision = moment.run.dataset, moment.decision
    unknown = np.full(dataset.n, np.nan)
    if isinstance(decision, Vote):
        start = _nearest(moment, decision, count)
        for reached in counts_to(moment.run.space, moment.run.history, start, moment.example):
            yield ScoredMargins(unknown, reached)
            if cancelled():
                return
        yield ScoredMargins(dataset.y * reached.votes, reached)
        return
    for _ in decision.approach() if isinstance(decision, Recorded) else ():
        yield ScoredMargins(unknown)
        if cancelled():
            return
    yield ScoredMargins(dataset.y * decision.score(dataset.X))


def _nearest(moment: RunMoment, decision: Vote, count: Count | None) -> Count:
    """From where the count is shortest."""
    known = [decision.start] if count is None else [decision.start, count]
    updates_before = moment.run.history.updates_before
    return min(known, key=lambda start: abs(updates_before(start.example) - moment.update))


def _terms(decision: Decision) -> int:
    if isinstance(decision, Recorded):
        return decision.walk
    # What a kernel value costs, in products.
    return decision.terms * (1 if decision.weights is not None else 8)
