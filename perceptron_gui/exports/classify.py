"""The learner's classes for the examples of another file: at once if it is small, else in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal, Slot
from PySide6.QtWidgets import QProgressDialog, QWidget

from core.command_line.outputs import check_names
from core.command_line.trace import predictions
from core.errors import InputError
from core.files import CancelledError, load_questions
from core.files.atomic import atomic_file
from core.files.source import never
from core.run import Run

_LARGE_BYTES = 200_000


@dataclass(frozen=True, eq=False)
class Order:
    """Classify the examples of `source` by a run that does not grow; write row, score and prediction to `target`."""

    run: Run
    source: Path
    target: Path


@dataclass(frozen=True)
class Answer:
    """What came of an order; `error` is what went wrong, if something did."""

    order: Order
    error: InputError | None = None
    remarks: tuple[str, ...] = ()
    """What was ambiguous in the file, and how it was read."""


def classify(order: Order, cancelled: Callable[[], bool] = never) -> Answer:
    """Do it now. Nothing is written where something is wrong, or once it is `cancelled`."""
    try:
        check_names((str(order.source),), (str(order.target),))
        questions = load_questions(order.source, order.run.dataset.features, cancelled=cancelled)
        with atomic_file(order.target) as stream:
            for block in predictions(order.run, questions.X):
                if cancelled():
                    raise CancelledError
                stream.write(block.encode())
    except CancelledError:
        pass
    except InputError as error:
        return Answer(order, error)
    except MemoryError:
        return Answer(order, InputError("there is not enough memory for this file", path=order.source))
    else:
        return Answer(order, remarks=questions.remarks)
    return Answer(order)


class _Work(QRunnable):
    def __init__(self, order: Order, cancelled: Callable[[], bool], report: Callable[[Answer], None]) -> None:
        super().__init__()
        self._order = order
        self._cancelled = cancelled
        self._report = report

    def run(self) -> None:
        self._report(classify(self._order, self._cancelled))


class Classifier(QObject):
    """One order at a time; `answered` carries the Answer, in the window's thread, unless the user cancelled."""

    answered = Signal(object)
    _arrived = Signal(object)

    def __init__(self, window: QWidget, large_bytes: int = _LARGE_BYTES) -> None:
        super().__init__(window)
        self._window = window
        self._large_bytes = large_bytes
        self._awaited: Order | None = None
        self._busy: QProgressDialog | None = None
        self._pool = QThreadPool(self)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    def classify(self, order: Order) -> None:
        """Do it; while it takes long the window waits."""
        if _size(order.source) < self._large_bytes:
            self.answered.emit(classify(order))
            return
        self._awaited = order
        self._busy = QProgressDialog(f"Classifying {order.source.name} …", "Cancel", 0, 0, self._window)
        self._busy.setWindowModality(Qt.WindowModality.WindowModal)
        self._busy.canceled.connect(self.cancel)
        self._busy.show()
        self._pool.start(_Work(order, lambda: self._awaited is not order, self._arrived.emit))

    @Slot()
    def cancel(self) -> None:
        """Want nothing of it any more."""
        self._awaited = None
        self._close_busy()

    def shut_down(self) -> None:
        """Wait for the thread, which ends as soon as it sees that nobody wants its answer."""
        self.cancel()
        self._pool.waitForDone()

    @Slot(object)
    def _on_arrived(self, answer: Answer) -> None:
        if answer.order is self._awaited:
            self.cancel()
            self.answered.emit(answer)

    def _close_busy(self) -> None:
        if self._busy is not None:
            busy, self._busy = self._busy, None
            busy.canceled.disconnect(self.cancel)
            busy.close()
            busy.deleteLater()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
