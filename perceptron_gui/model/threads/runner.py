"""The engine's thread: frozen requests in, batches out, exactly one end for each run; what is endless pauses first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from core.analysis.cycles import EndlessPause, Pause, is_endless
from core.datasets.dataset import Dataset
from core.engine.batch import Batch
from core.engine.engine import Engine
from core.errors import Cancelled, InputError
from core.predictors import Notes
from core.run import NoteTaker, Run, prepare
from core.spaces import space_of
from core.spec import RunSpec
from core.theory.margin.margin import Evidence
from perceptron_gui.model.threads.background import Background
from perceptron_gui.model.threads.single_shot import single_shot

_BATCH_UPDATES = 50_000
_BATCH_SECONDS = 0.008
_FIRST_SECONDS = 0.03
"""A run that is over by then arrives whole, so that no half of it is seen while a point is dragged."""
_FIRST_SECONDS_OF_MANY = 0.01
"""A run that cannot stop by itself is seldom over by then, and is not waited for."""
_FRAME_MS, _REST_MS = 16, 50
"""How often is told that the record is longer; and for how long, after the first batch, the engine leaves the processor
to the picture of it: longer than one edit follows another as a point is dragged, when nobody sees a run go on."""


def _part_of_memory() -> int:
    """Bytes: an eighth of the machine's memory, or of 8 GB where it does not tell."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        whole = 8 << 30
    return whole // 8


MEMORY = _part_of_memory()
"""A run pauses each time that its record, or reading it, has taken so many bytes more."""


class Reason(StrEnum):
    """Why a run ended."""

    CONVERGED = "converged"
    MAX_EPOCHS = "max-epochs"
    MAX_UPDATES = "max-updates"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True)
class RunRequest:
    """One run to make."""

    run_id: int
    dataset: Dataset
    spec: RunSpec


@dataclass(frozen=True)
class Ended:
    """The end of run `run_id`; `message` says what went wrong where `reason` is FAILED."""

    run_id: int
    reason: Reason
    message: str = ""


class _Worker(QObject):
    """Lives in the engine's thread. A request that is overtaken before it began never starts.

    A run that cannot stop by itself is not worked on once its `_pause_rule` is at an end, until it is told to run on;
    what was computed beyond the pause is `_held` until then. While nobody knows yet whether it is such a run, its pause
    is `_due`.
    `wanted` is set from the other thread: the search for ŵ*, which no slot can interrupt, looks at it now and then.
    """

    begun = Signal(int, object, object, object, object)
    advanced = Signal(int, object, object)
    paused = Signal(int, object)
    ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._request: RunRequest | None = None
        self._engine: Engine | None = None
        self._taker: NoteTaker | None = None
        self._pause_rule: EndlessPause | None = None
        self._held: Batch | None = None
        self._due: Pause | None = None
        self._endless: bool | None = None
        self.wanted = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._work)

    @Slot(object)
    def start(self, request: RunRequest) -> None:
        """Drop what is under way and take this up at the next turn of the event loop."""
        self._end(Reason.CANCELLED)
        self._request = request
        self._timer.setInterval(0)
        self._timer.start()

    @Slot(int)
    def cancel(self, run_id: int) -> None:
        """End run `run_id` if it is the one under way."""
        if self._request and self._request.run_id == run_id:
            self._end(Reason.CANCELLED)

    @Slot(int)
    def run_on(self, run_id: int) -> None:
        """Go on with run `run_id`, if it is the one that has paused, to its limits."""
        if self._request and self._request.run_id == run_id and not self._timer.isActive():
            self._timer.start()

    @Slot(int)
    def hold(self, run_id: int) -> None:
        """Work no further on run `run_id`, if it is the one under way, until it is told to run on."""
        if self._request and self._request.run_id == run_id and self._timer.isActive():
            self._timer.stop()
            self.paused.emit(run_id, None)

    @Slot(int, bool)
    def learn(self, run_id: int, endless: bool) -> None:
        """Hear whether run `run_id`, if it is the one under way, is one that cannot stop by itself."""
        if not self._request or self._request.run_id != run_id:
            return
        due, self._due, self._endless = self._due, None, endless
        if not endless:
            self._pause_rule = None
        if due and endless:
            self.paused.emit(run_id, due)
        elif due:
            self._timer.start()

    @Slot()
    def shut_down(self) -> None:
        """End what is under way and leave the thread's event loop."""
        self._end(Reason.CANCELLED)
        self.thread().quit()

    @Slot()
    def _work(self) -> None:
        request = self._request
        if request is None:
            self._timer.stop()
            return
        try:
            if self._engine is None or self._taker is None:
                batch = self._begin(request)
            else:
                batch = self._go_on(request, self._engine, self._taker)
        except InputError as error:
            self._end(Reason.FAILED, str(error))
        except Exception as error:  # the user is told, whatever it was
            self._end(Reason.FAILED, f"the run broke off: {str(error) or type(error).__name__}")
        else:
            if batch.stopped is not None:
                self._end(Reason(batch.stopped))

    def _begin(self, request: RunRequest) -> Batch:
        overtaken = partial(self._is_overtaken, request.run_id)
        run, engine = prepare(request.dataset, request.spec)
        run = run.knowing(run.space.margin_meanwhile() or run.space.solve_margin(overtaken))
        self._engine, self._taker, self._held = engine, NoteTaker(request.dataset, request.spec), None
        self._endless = is_endless(run)
        self._pause_rule = None if self._endless is False else EndlessPause(run)
        seconds = _FIRST_SECONDS if self._pause_rule is None else _FIRST_SECONDS_OF_MANY
        batch, pause = self._bounded(self._advance(engine, self._taker, seconds))
        self.begun.emit(request.run_id, run, batch, self._taker.take(batch), self._rest(pause))
        self._timer.setInterval(_REST_MS)
        return batch

    def _is_overtaken(self, run_id: int) -> bool:
        return self.wanted != run_id

    def _go_on(self, request: RunRequest, engine: Engine, taker: NoteTaker) -> Batch:
        if self._timer.interval():
            self._timer.setInterval(0)
        held, self._held = self._held, None
        batch, pause = self._bounded(held or self._advance(engine, taker, _BATCH_SECONDS))
        self.advanced.emit(request.run_id, batch, taker.take(batch))
        if (told := self._rest(pause)) is not None:
            self.paused.emit(request.run_id, told)
        return batch

    def _advance(self, engine: Engine, taker: NoteTaker, budget_s: float) -> Batch:
        """More of the run: hardly further than where it will pause, and no more than notes are soon taken of."""
        most = taker.most_updates(_BATCH_UPDATES)
        return engine.advance(most if self._pause_rule is None else min(most, self._pause_rule.examples_left), budget_s)

    def _bounded(self, batch: Batch) -> tuple[Batch, Pause | None]:
        """What of `batch` comes before the run pauses, if it does; the rest is held back."""
        if self._pause_rule is None:
            return batch, None
        batch, pause, self._held = self._pause_rule.take(batch)
        return batch, pause

    def _rest(self, pause: Pause | None) -> Pause | None:
        """Work no further where there is a pause; what of it is told now."""
        if pause is not None:
            self._pause_rule = None
            self._timer.stop()
            if self._endless is None:
                self._due, pause = pause, None
        return pause

    def _end(self, reason: Reason, message: str = "") -> None:
        if self._request is not None:
            request, self._request, self._engine, self._taker = self._request, None, None, None
            self._pause_rule = self._held = self._due = None
            self._timer.stop()
            self.ended.emit(Ended(request.run_id, reason, message))


class Runner(QObject):
    """Asks the engine's thread for runs and hands over what comes back, in the GUI thread.

    `begun(Run, Pause | None)`: a new run, its first batch already recorded, and its pause if that ends with it; then
    `paused` follows. `grew()`: its record is longer now, told once a frame.
    `joined(Run)`: the same run with its ŵ*, which it did not wait for where the search may take long.
    `paused(Pause)`: it cannot stop by itself, or its record takes much memory, and it waits for `run_on`, which
    `resumed()` follows. `finished(Ended)`: once for every run ever asked for. What belongs to an overtaken run is not
    recorded.
    """

    begun = Signal(object, object)
    joined = Signal(object)
    grew = Signal()
    paused = Signal(object)
    resumed = Signal()
    finished = Signal(object)
    _start = Signal(object)
    _cancel = Signal(int)
    _run_on = Signal(int)
    _hold = Signal(int)
    _learned = Signal(int, bool)
    _shut_down = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids = count(1)
        self._current = 0
        self.running = self.is_paused = False
        self._run: Run | None = None
        self._allowed = MEMORY
        self._telling = single_shot(self, _FRAME_MS, self.grew.emit)
        self._setting_out = single_shot(self, _FRAME_MS, self._seek)
        self._seeking = Background(self)
        self._seeking.answered.connect(self._know)
        self._seeking.failed.connect(self._on_search_failed)
        self._thread = QThread()
        self._thread.setObjectName("engine")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self._start.connect(self._worker.start, queued)
        self._cancel.connect(self._worker.cancel, queued)
        self._run_on.connect(self._worker.run_on, queued)
        self._hold.connect(self._worker.hold, queued)
        self._learned.connect(self._worker.learn, queued)
        self._shut_down.connect(self._worker.shut_down, queued)
        self._worker.begun.connect(self._on_begun, queued)
        self._worker.advanced.connect(self._on_advanced, queued)
        self._worker.paused.connect(self._on_paused, queued)
        self._worker.ended.connect(self._on_ended, queued)
        self._thread.start()

    @property
    def seeking(self) -> bool:
        """Whether ŵ* of the latest run is still being looked for."""
        return self._setting_out.isActive() or self._seeking.busy

    def run(self, dataset: Dataset, spec: RunSpec) -> int:
        """Ask for a run, dropping the one under way; returns its id."""
        self._current = next(self._ids)
        self.running, self.is_paused = True, False
        self._run, self._allowed = None, MEMORY
        self._seek_no_more()
        self._telling.stop()
        self._worker.wanted = self._current
        self._start.emit(RunRequest(self._current, dataset, spec))
        return self._current

    def cancel(self) -> None:
        """Ask the run under way to end, and the search for ŵ*; what it recorded stays."""
        self._worker.wanted = 0
        self._cancel.emit(self._current)
        if self.seeking:
            self._give_up("The search for ŵ* was cancelled.")

    @Slot()
    def run_on(self) -> None:
        """Let the run that has paused go on to its limits."""
        if self.is_paused:
            self._allowed = MEMORY + (self._run.held if self._run is not None else 0)
            self.running, self.is_paused = True, False
            self._run_on.emit(self._current)
            self.resumed.emit()

    def shut_down(self) -> None:
        """End the threads and wait for them; what is on its way from them begins nothing any more."""
        self._current = self._worker.wanted = 0
        self.running = self.is_paused = False
        self._setting_out.stop()
        self._seeking.shut_down()
        if self._thread.isRunning():
            self._shut_down.emit()
            self._thread.wait()

    @Slot(int, object, object, object, object)
    def _on_begun(self, run_id: int, run: Run, batch: Batch, notes: Notes | None, pause: Pause | None) -> None:
        if run_id == self._current:
            run.append(batch, notes)
            self._run = run
            self.running, self.is_paused = pause is None, pause is not None
            if run.margin.evidence.sought:
                self._setting_out.start()  # once the run is painted: of a million examples that takes all there is
            self.begun.emit(run, pause)
            if pause is not None and self.is_paused:  # nobody has asked for another run meanwhile
                self.paused.emit(pause)

    @Slot()
    def _seek(self) -> None:
        if self._run is not None:
            self._seeking.ask(partial(_search, self._run))

    def _seek_no_more(self) -> None:
        self._setting_out.stop()
        self._seeking.cancel()

    @Slot(object)
    def _know(self, run: Run) -> None:
        self._seek_no_more()  # there is no other answer
        self._run = run
        self._learned.emit(self._current, bool(is_endless(run)))
        self.joined.emit(run)

    @Slot(str)
    def _on_search_failed(self, message: str) -> None:
        self._give_up(f"The search for ŵ* broke off: {message}.")

    def _give_up(self, why: str) -> None:
        if self._run is not None:
            self._know(self._run.knowing(replace(self._run.margin, evidence=Evidence(unknown=why))))

    @Slot(int, object, object)
    def _on_advanced(self, run_id: int, batch: Batch, notes: Notes | None) -> None:
        if run_id == self._current and self._run is not None:
            self._run.append(batch, notes)
            if self._run.held > self._allowed:
                self._hold.emit(run_id)
            if not self._telling.isActive():
                self._telling.start()

    @Slot(int, object)
    def _on_paused(self, run_id: int, pause: Pause | None) -> None:
        """Without a pause of the worker's own the record has come to the memory that it may take."""
        if run_id == self._current and self._run is not None:
            pause = pause or Pause(self._run.history.examples, held=self._run.held)
            self.running, self.is_paused = False, True
            self._tell()
            self.paused.emit(pause)

    @Slot(object)
    def _on_ended(self, ended: Ended) -> None:
        if ended.run_id == self._current:
            self.running = self.is_paused = False
            self._tell()
        self.finished.emit(ended)

    def _tell(self) -> None:
        """Tell at once of what was recorded and not told yet."""
        if self._telling.isActive():
            self._telling.stop()
            self.grew.emit()


def _search(run: Run, cancelled: Cancelled) -> Iterator[Run]:
    """`run` with its ŵ*, looked for in a space of its own: the run's is at work."""
    known = run.knowing(space_of(run.dataset, run.spec).solve_margin(cancelled))
    _ = known.gap_along  # made here, where no frame waits for it
    yield known
