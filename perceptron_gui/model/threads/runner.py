"""The engine in a thread: frozen requests in, batches out, one end for each run; an endless run pauses first.

Samples along the run are taken in another thread while its record grows.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QObject, Signal

from core.analysis.cycles import EndlessPause, Pause, is_endless
from core.analysis.held_out_errors import RunSamples, samples, snapshot
from core.datasets.dataset import Dataset
from core.engine.engine import Batch
from core.errors import Cancelled, InputError, never
from core.orders import Passes
from core.predictors import PredictorProgress
from core.run import NoteTaker, Run, prepare
from core.spaces import space_of
from core.spec import RunSpec
from core.theory.bounds import SlackBound, best_slack_bound
from perceptron_gui.model.threads.worker import Worker, single_shot

_BATCH_UPDATES, _BATCH_SECONDS = 50_000, 0.008
_FIRST_SECONDS = 0.03
"""A run that is over by then arrives whole, so that no part of it is seen while a point is dragged."""
_FIRST_SECONDS_OF_MANY = 0.01
"""The shorter time for a run that never stops by itself: it is seldom over by then."""
_FRAME_MS, _REST_MS = 16, 50
"""The time between two signals that the record has grown; and the time after the first batch in which the engine leaves
the processor to its picture: longer than from one edit of a dragged point to the next, when nobody sees a run go on."""
_REPORT_S = 0.25
"""Seconds until the first report of samples; each later one takes twice as long, because plots are redrawn then."""


try:
    MEMORY = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 8
except (AttributeError, ValueError, OSError):  # This system does not say how much memory it has.
    MEMORY = 1 << 30
"""Bytes. A run pauses each time that its record, or reading it, has grown by an eighth of the machine's memory."""


class Reason(StrEnum):
    """Why a run ended."""

    CONVERGED = "converged"
    MAX_EPOCHS = "max-epochs"
    MAX_UPDATES = "max-updates"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True)
class Ended:
    """The end of a run; `message` is the error if `reason` is FAILED."""

    reason: Reason
    message: str = ""


@dataclass(frozen=True, eq=False)
class _Piece:
    """The next batch of a run and its notes. The first brings the `run`, the last before a pause the `pause`."""

    batch: Batch
    notes: PredictorProgress | None
    pause: Pause | None
    run: Run | None = None


class _Making:
    """A run that is made in the worker's thread, piece by piece.

    Whether it is `endless` (None: not known yet) is found out when it begins; the window's thread sets it once ŵ* is
    known. The window's thread also sets `held`, when the record takes too much memory for more pieces.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec) -> None:
        self._dataset, self._spec = dataset, spec
        self._beyond: Batch | None = None
        """The part computed beyond the pause."""
        self.held = False

    def begin(self, cancelled: Cancelled) -> Iterator[_Piece]:
        run, self._engine = prepare(self._dataset, self._spec)
        run = run.with_margin(run.space.margin_meanwhile() or run.space.solve_margin(cancelled))
        self._taker = NoteTaker(self._dataset, self._spec)
        self.endless = is_endless(run)
        self._pause_rule = None if self.endless is False else EndlessPause(run)
        _ = run.diagnosis, run.cured_by_bias  # Worked out here, where no frame waits for them.
        yield self._piece(_FIRST_SECONDS if self._pause_rule is None else _FIRST_SECONDS_OF_MANY, run)

    def go_on(self, _cancelled: Cancelled) -> Iterator[_Piece]:
        """Yield further pieces until the run stops, pauses or is held."""
        while not self.held:
            piece = self._piece(_BATCH_SECONDS)
            yield piece
            if piece.pause is not None or piece.batch.stopped is not None:
                return

    def _piece(self, seconds: float, run: Run | None = None) -> _Piece:
        """Return what can be computed in this many seconds, hardly further than the pause of the run.

        The piece has no more updates than a reader can soon take notes of. Computed updates after the pause are kept
        for the next piece.
        """
        batch, rule, pause = self._beyond, self._pause_rule, None
        if batch is None:
            most = self._taker.most_updates(_BATCH_UPDATES)
            batch = self._engine.advance(most if rule is None else min(most, rule.examples_left), seconds)
        self._beyond = None
        if rule is not None:
            batch, pause, self._beyond = rule.take(batch)
        if pause is not None:
            self._pause_rule = None
        return _Piece(batch, self._taker.take(batch), pause, run)


class Runner(QObject):
    """Asks a worker for runs and hands over what comes back.

    `begun(Run, Pause | None)`: a new run, its first batch already recorded, and its pause if that ends with it; then
    `paused` follows. `grew()`: its record is longer now, told once a frame.
    `joined(Run)`: the same run with its ŵ*, which it did not wait for where the search may take long.
    `paused(Pause)`: it never stops by itself, or its record takes much memory, and it waits for `run_on`, which
    `resumed()` follows. `finished(Ended)`: once for every run ever asked for. What belongs to an overtaken run is not
    recorded.
    """

    begun = Signal(object, object)
    joined = Signal(object)
    grew = Signal()
    paused = Signal(object)
    resumed = Signal()
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.running = self.is_paused = False
        self._making: _Making | None = None
        """the run that has not ended"""
        self._run: Run | None = None
        self._due: Pause | None = None
        """the place where the run waits until it is known whether it is endless"""
        self._allowed = MEMORY
        self._telling = single_shot(self, _FRAME_MS, self.grew.emit)
        self._worker = Worker(self, polite=False)
        self._worker.answered.connect(self._on_piece)
        self._worker.done.connect(self._on_done)
        self._worker.failed.connect(self._on_failed)
        self._search = Worker(self)
        self._search.answered.connect(self._know)
        self._search.failed.connect(lambda why, _error: self._give_up(f"The search for ŵ* failed: {why}."))

    @property
    def seeking(self) -> bool:
        """True if the search for ŵ* of the latest run goes on."""
        return self._search.pending

    def run(self, dataset: Dataset, spec: RunSpec) -> None:
        """Ask for a run, dropping the one under way."""
        overtaken = self._making
        self.running, self.is_paused = True, False
        self._run, self._due, self._allowed = None, None, MEMORY
        self._search.cancel()
        self._telling.stop()
        self._making = _Making(dataset, spec)
        self._worker.ask(self._making.begin)
        if overtaken is not None:
            self.finished.emit(Ended(Reason.CANCELLED))

    def cancel(self) -> None:
        """End the run under way and the search for ŵ*; the record stays."""
        self._end(Reason.CANCELLED)
        if self.seeking:
            self._give_up("The search for ŵ* was cancelled.")

    def run_on(self) -> None:
        if self.is_paused:
            self._allowed = MEMORY + (self._run.held if self._run is not None else 0)
            self.running, self.is_paused = True, False
            self._go_on()
            self.resumed.emit()

    def shut_down(self) -> None:
        """End the run and the threads; late answers have no effect."""
        self._worker.shut_down()
        self._search.shut_down()
        self._telling.stop()
        self._end(Reason.CANCELLED)

    def _on_piece(self, piece: _Piece) -> None:
        making, run = self._making, piece.run or self._run
        if making is None or run is None:
            return
        run.append(piece.batch, piece.notes)
        if piece.run is not None:
            self._run, pause = run, piece.pause if making.endless else None
            self.running, self.is_paused = pause is None, pause is not None
            # This comes once the run is painted: of a million examples it would take all the time there is.
            if run.margin.sought:
                self._search.ask_later(_FRAME_MS, lambda: partial(_search, run))
            self.begun.emit(run, pause)
        else:
            making.held = run.held > self._allowed
            self._telling.soon()
        if self._making is not making:  # The listener may have asked for another run, or for none.
            return
        if piece.batch.stopped is not None:
            self._end(Reason(piece.batch.stopped))
        elif piece.pause is not None:
            self._come_to(piece.pause)
        elif piece.run is not None:
            self._worker.ask_later(_REST_MS, lambda: making.go_on)

    def _come_to(self, pause: Pause) -> None:
        """Pause if the run is endless; go on if it is not; wait here until that is known."""
        endless = self._making is not None and self._making.endless
        if endless is None:
            self._due = pause
        elif endless:
            self._pause(pause)
        else:
            self._go_on()

    def _pause(self, pause: Pause) -> None:
        self.running, self.is_paused = False, True
        self._telling.go_off()
        self.paused.emit(pause)

    def _go_on(self) -> None:
        if self._making is not None:
            self._making.held = False
            self._worker.ask(self._making.go_on)

    def _on_done(self) -> None:
        making, run = self._making, self._run
        if making is not None and run is not None and making.held and self.running and self._due is None:
            self._pause(Pause(run.history.examples, held=run.held))

    def _know(self, run: Run) -> None:
        self._search.cancel()  # There is no other answer.
        self._run = run
        making, due, self._due = self._making, self._due, None
        if making is not None:
            making.endless = bool(is_endless(run))
        self.joined.emit(run)
        if due is not None and self._making is making:
            self._come_to(due)

    def _give_up(self, why: str) -> None:
        if self._run is not None:
            self._know(self._run.with_margin(replace(self._run.margin, unknown=why, sought=False)))

    def _on_failed(self, sentence: str, error: Exception) -> None:
        self._end(Reason.FAILED, sentence if isinstance(error, InputError) else f"the run failed: {sentence}")

    def _end(self, reason: Reason, message: str = "") -> None:
        if self._making is not None:
            self._worker.cancel()
            self._making = self._due = None
            self.running = self.is_paused = False
            self._telling.go_off()
            self.finished.emit(Ended(reason, message))


def _search(run: Run, cancelled: Cancelled) -> Iterator[Run]:
    """Yield the run with its ŵ*, searched in a separate space, because the run's own is in use."""
    known = run.with_margin(space_of(run.dataset, run.spec).solve_margin(cancelled))
    _ = known.gap_along  # The margin is computed here, where no frame waits for it.
    yield known


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
        self._covered, self.samples = -1, RunSamples()
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

    def _take(self, answer: RunSamples) -> None:
        known = self.samples.rows
        if not known or answer.rows[-1].update >= known[-1].update:
            self.samples = answer
            self.changed.emit()


def _sampled(run: Run, bound_only: bool, cancelled: Cancelled) -> Iterator[RunSamples]:
    """Yield all samples so far, now and then, and at the end."""
    slack = slack_of(run, cancelled)
    if bound_only:
        yield RunSamples(slack=slack)
        return
    from core.analysis.svm import least_cost

    least = least_cost(run, cancelled)
    rows, told, pause = [], time.monotonic(), _REPORT_S
    for sample in samples(run):
        if cancelled():
            return
        rows.append(sample)
        if time.monotonic() - told > pause:
            yield RunSamples(tuple(rows), slack, least)
            told, pause = time.monotonic(), 2 * pause
    yield RunSamples(tuple(rows), slack, least)


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
