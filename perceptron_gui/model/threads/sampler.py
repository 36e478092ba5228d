"""Samples along a run, taken in a thread while the record grows; nobody waits for them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal

from core.analysis.held_out_errors import Samples, samples, snapshot
from core.errors import Cancelled, InputError, never
from core.orders import Passes
from core.run import Run
from core.theory.bounds import SlackBound, best_slack_bound
from perceptron_gui.model.threads.worker import Worker

_REPORT_S = 0.25
"""Seconds until the first report of samples; each later one takes twice as long, because plots are redrawn then."""


class Sampler(Worker):
    """The sampler of one run at a time; `changed` says that there are more or other `samples`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, fault="the run could not be sampled")
        self.follow(None)
        self.answered.connect(self._take)
        self.done.connect(self.grow)

    def follow(self, run: Run | None, *, bound_only: bool = False) -> None:
        """Sample this run from now on; None: nothing. With `bound_only` look for the bound alone, without any rows."""
        self.cancel()
        self._run, self._bound_only = run, bound_only
        self._covered, self.samples = -1, Samples()
        self.grow()

    def grow(self) -> None:
        """Sample the record once more when it is twice as long, and at its end."""
        run = self._run
        if run is None or self.busy or run.updates <= self._covered:
            return
        if run.stopped is not None or run.updates >= 2 * self._covered:
            self._covered = run.updates
            known = run.until(run.history.examples, run.margin) if self._bound_only else snapshot(run)
            self.ask(partial(_sampled, known, self._bound_only))

    def shut_down(self) -> None:
        """Release the run and wait for the end of the thread."""
        self._run = None
        super().shut_down()

    def _take(self, answer: Samples) -> None:
        known = self.samples.rows
        if not known or answer.rows[-1].update >= known[-1].update:
            self.samples = answer
            self.changed.emit()


def _sampled(run: Run, bound_only: bool, cancelled: Cancelled) -> Iterator[Samples]:
    """Yield all samples so far, now and then, and at the end."""
    slack = slack_of(run, cancelled)
    if bound_only:
        yield Samples(slack=slack)
        return
    from core.analysis.svm import least_cost

    least = least_cost(run, cancelled)
    rows, told, pause = [], time.monotonic(), _REPORT_S
    for sample in samples(run):
        if cancelled():
            return
        rows.append(sample)
        if time.monotonic() - told > pause:
            yield Samples(tuple(rows), slack, least)
            told, pause = time.monotonic(), 2 * pause
    yield Samples(tuple(rows), slack, least)


def slack_of(run: Run, cancelled: Cancelled = never) -> SlackBound | None:
    """Return Freund & Schapire's bound over the epochs of a run; None if it does not apply, or is not needed."""
    margin = run.margin
    speaks = margin.theorem and not margin.rule.slack and not margin.in_feature_space and issubclass(run.order, Passes)
    if not speaks or margin.separable is not False or not run.history.epochs:
        return None
    try:
        start = margin.start and margin.start.in_units(margin.rule.rate)
        return best_slack_bound(run.dataset, margin.bias, run.history.epochs, start, cancelled)
    except InputError:  # A run that cannot be sampled has no curves; its panel says why.
        return None
