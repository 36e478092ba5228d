"""The engine's thread: frozen requests in, batches out, exactly one end for each run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from core.dataset import Dataset
from core.engine.batch import Batch, Engine
from core.errors import InputError
from core.predictors import Notes
from core.run import NoteTaker, Run, prepare
from core.spec import RunSpec

_BATCH_UPDATES = 50_000
_BATCH_SECONDS = 0.008


class Reason(StrEnum):
    """Why a run ended."""

    CONVERGED = "converged"
    MAX_EPOCHS = "max-epochs"
    MAX_UPDATES = "max-updates"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True)
class Request:
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

    `wanted` is set from the other thread: the search for ŵ*, which no slot can interrupt, looks at it now and then.
    """

    begun = Signal(int, object, object, object)
    advanced = Signal(int, object, object)
    ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._request: Request | None = None
        self._engine: Engine | None = None
        self._taker: NoteTaker | None = None
        self.wanted = 0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    @Slot(object)
    def start(self, request: Request) -> None:
        """Drop what is under way and take this up at the next turn of the event loop."""
        self._end(Reason.CANCELLED)
        self._request = request
        self._timer.start()

    @Slot(int)
    def cancel(self, run_id: int) -> None:
        """End run `run_id` if it is the one under way."""
        if self._request and self._request.run_id == run_id:
            self._end(Reason.CANCELLED)

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

    def _begin(self, request: Request) -> Batch:
        overtaken = partial(self._is_overtaken, request.run_id)
        run, engine = prepare(request.dataset, request.spec, solve=True, cancelled=overtaken)
        taker = NoteTaker(request.dataset, request.spec)
        batch = engine.advance(taker.most_updates(_BATCH_UPDATES), _BATCH_SECONDS)
        self._engine, self._taker = engine, taker
        self.begun.emit(request.run_id, run, batch, taker.take(batch))
        return batch

    def _is_overtaken(self, run_id: int) -> bool:
        return self.wanted != run_id

    def _go_on(self, request: Request, engine: Engine, taker: NoteTaker) -> Batch:
        batch = engine.advance(taker.most_updates(_BATCH_UPDATES), _BATCH_SECONDS)
        self.advanced.emit(request.run_id, batch, taker.take(batch))
        return batch

    def _end(self, reason: Reason, message: str = "") -> None:
        if self._request is not None:
            request, self._request, self._engine, self._taker = self._request, None, None, None
            self._timer.stop()
            self.ended.emit(Ended(request.run_id, reason, message))


class Runner(QObject):
    """Asks the engine's thread for runs and hands over what comes back, in the GUI thread.

    `begun(Run)`: a new run, its first batch already recorded. `grew()`: its record is longer now. `finished(Ended)`:
    once for every run ever asked for. What belongs to an overtaken run is not recorded.
    """

    begun = Signal(object)
    grew = Signal()
    finished = Signal(object)
    _start = Signal(object)
    _cancel = Signal(int)
    _shut_down = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids = count(1)
        self._current = 0
        self._running = False
        self._run: Run | None = None
        self._thread = QThread()
        self._thread.setObjectName("engine")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self._start.connect(self._worker.start, queued)
        self._cancel.connect(self._worker.cancel, queued)
        self._shut_down.connect(self._worker.shut_down, queued)
        self._worker.begun.connect(self._on_begun, queued)
        self._worker.advanced.connect(self._on_advanced, queued)
        self._worker.ended.connect(self._on_ended, queued)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the latest run has not ended yet."""
        return self._running

    def run(self, dataset: Dataset, spec: RunSpec) -> int:
        """Ask for a run, dropping the one under way; returns its id."""
        self._current = next(self._ids)
        self._running = True
        self._run = None
        self._worker.wanted = self._current
        self._start.emit(Request(self._current, dataset, spec))
        return self._current

    def cancel(self) -> None:
        """Ask the run under way to end; what it recorded stays."""
        self._worker.wanted = 0
        self._cancel.emit(self._current)

    def shut_down(self) -> None:
        """End the thread and wait for it."""
        self._worker.wanted = 0
        if self._thread.isRunning():
            self._shut_down.emit()
            self._thread.wait()

    @Slot(int, object, object, object)
    def _on_begun(self, run_id: int, run: Run, batch: Batch, notes: Notes | None) -> None:
        if run_id == self._current:
            run.append(batch, notes)
            self._run = run
            self.begun.emit(run)

    @Slot(int, object, object)
    def _on_advanced(self, run_id: int, batch: Batch, notes: Notes | None) -> None:
        if run_id == self._current and self._run is not None:
            self._run.append(batch, notes)
            self.grew.emit()

    @Slot(object)
    def _on_ended(self, ended: Ended) -> None:
        if ended.run_id == self._current:
            self._running = False
        self.finished.emit(ended)
