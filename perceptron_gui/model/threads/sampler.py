"""Samples along a run, taken in a thread while the record grows; nobody waits for them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import numpy as np
from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal, Slot

from core.analysis.mistake_samples import MistakeSample, samples, snapshot
from core.analysis.svm.least_cost import least_cost
from core.datasets.dataset import FloatArray
from core.errors import Cancelled, InputError, never
from core.orders import Passes
from core.run import Run
from core.theory.bounds import SlackBound, best_slack_bound
from perceptron_gui.model.threads.thread_yield import ThreadYield

_REPORT_S = 0.25
_GROWN = 2
"""A record so many times as long as what was sampled is sampled anew while it still grows."""


@dataclass(frozen=True)
class Samples:
    """What is known of a run so far: `rows` in the order of the updates, and a bound for data nothing separates.

    `least_cost` is the least that there is of what the rule minimises.
    """

    rows: tuple[MistakeSample, ...] = ()
    slack: SlackBound | None = None
    least_cost: float | None = None

    def column(self, read: Callable[[MistakeSample], float | None]) -> FloatArray:
        """One value of each sample, NaN where there is none; shape (m,)."""
        return np.array([read(row) for row in self.rows], np.float64)


class Sampler(QObject):
    """Follows one run at a time; `changed` tells that `samples` are more, or others. Takes breaks while `hurried`."""

    changed = Signal()
    _arrived = Signal(int, object)
    _done = Signal(int)

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent)
        self._hurried = hurried
        self.samples = Samples()
        self._run: Run | None = None
        self._job: _Job | None = None
        self._covered = 0
        self._ids = count(1)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        queued = Qt.ConnectionType.QueuedConnection
        self._arrived.connect(self._on_arrived, queued)
        self._done.connect(self._on_done, queued)

    def follow(self, run: Run | None) -> None:
        """Sample this run from now on; None: nothing."""
        self._drop()
        self._run, self._covered, self.samples = run, -1, Samples()
        self.grow()

    def grow(self) -> None:
        """The record may be longer now."""
        run = self._run
        if run is None or self._job is not None or run.updates <= self._covered:
            return
        if run.stopped is not None or run.updates >= _GROWN * self._covered:
            self._covered = run.updates
            breaks = ThreadYield(self._hurried)
            self._job = _Job(next(self._ids), run, breaks, self._arrived.emit, self._done.emit)
            self._pool.start(self._job)

    def wait(self) -> None:
        """Until all is sampled that is recorded; what arrives is told by the event loop."""
        if self._job is not None:
            self._job.breaks.end()
        self._pool.waitForDone()

    def stop(self) -> None:
        """Let go of the run and wait for the thread."""
        self._drop()
        self._run = None
        self._pool.waitForDone()

    def _drop(self) -> None:
        if self._job is not None:
            self._job.cancelled = True
            self._job.breaks.end()
            self._job = None

    @Slot(int, object)
    def _on_arrived(self, job: int, arrived: Samples) -> None:
        if self._job is None or job != self._job.number:
            return
        known = self.samples.rows
        if not known or arrived.rows[-1].update >= known[-1].update:
            self.samples = arrived
            self.changed.emit()

    @Slot(int)
    def _on_done(self, job: int) -> None:
        if self._job is not None and job == self._job.number:
            self._job = None
            self.grow()


class _Job(QRunnable):
    """One pass over a run as it is recorded now; `cancelled` is looked at between two samples."""

    def __init__(
        self,
        number: int,
        run: Run,
        breaks: ThreadYield,
        report: Callable[[int, Samples], None],
        done: Callable[[int], None],
    ) -> None:
        super().__init__()
        self.number = number
        self.breaks = breaks
        self.cancelled = False
        self._run = snapshot(run)
        self._report = report
        self._done = done

    def run(self) -> None:
        """Report what was sampled a few times a second, for plots are drawn anew then; and at the end."""
        self.breaks.begin()
        try:
            self._sample()
        finally:
            self.breaks.done()

    def _sample(self) -> None:
        slack, least = slack_of(self._run, self._look_up), least_cost(self._run)
        rows, told = [], time.monotonic()
        for sample in samples(self._run):
            if self._look_up():
                return
            rows.append(sample)
            if time.monotonic() - told > _REPORT_S:
                self._report(self.number, Samples(tuple(rows), slack, least))
                told = time.monotonic()
        self._report(self.number, Samples(tuple(rows), slack, least))
        self._done(self.number)

    def _look_up(self) -> bool:
        """Whether it is cancelled; a moment at which the thread may rest."""
        self.breaks.take()
        return self.cancelled


def slack_of(run: Run, cancelled: Cancelled = never) -> SlackBound | None:
    """Freund & Schapire's bound over the epochs of a run; None where it does not speak of the run, or is not needed."""
    margin = run.margin
    speaks = margin.theorem and not margin.rule.slack and not margin.in_feature_space and issubclass(run.order, Passes)
    if not speaks or margin.separable is not False or not run.history.epochs:
        return None
    try:
        return best_slack_bound(run.dataset, margin.bias, run.history.epochs, margin.start, cancelled)
    except InputError:
        return None
