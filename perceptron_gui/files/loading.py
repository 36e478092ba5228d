"""Read a data file: at once if it is small, else in a thread of its own while the window says so and stays alive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal, Slot
from PySide6.QtWidgets import QProgressDialog, QWidget

from core import files
from core.dataset import Dataset
from core.errors import InputError
from core.files import Survey
from core.files.source import never
from core.files.stamp import Stamp, stamp_of
from core.sights import PLANE, Aspect, Pair

_LARGE_BYTES = 200_000
"""What takes longer to read than a frame or two, whatever is in it."""
_CLASSES = 2
"""What is told apart."""


@dataclass(frozen=True)
class Choices:
    """What to take of a file: which class is +1, which features to use, the number of the label column.

    None: as the file says. `shown` are the places of two features among those used that are put on the axes.
    """

    positive: str | None = None
    columns: tuple[str, ...] | None = None
    label: int | None = None
    shown: tuple[int, int] | None = None


@dataclass(frozen=True)
class Request:
    """A file, and the choices made about it, as in Choices."""

    path: Path
    positive: str | None = None
    columns: tuple[str, ...] | None = None
    label: int | None = None
    shown: tuple[int, int] | None = None
    title: str = ""
    """What the data are called, if they come with the program: their file is not the user's."""
    ask: bool = False
    """Whether to ask for the choices, though nothing may be left open."""

    @property
    def whole(self) -> bool:
        """Whether saving the points to the file loses nothing that it holds."""
        return not self.title and self.positive is None and self.columns is None and self.label is None

    def choosing(self, choices: Choices) -> Request:
        """The same file with these choices."""
        return replace(
            self,
            positive=choices.positive,
            columns=choices.columns,
            label=choices.label,
            shown=choices.shown,
            ask=False,
        )

    @property
    def aspect(self) -> Aspect | None:
        """How its features are to be looked at; None for the usual way."""
        return None if self.shown is None else Pair(*self.shown)


@dataclass(frozen=True)
class Outcome:
    """What came of a request: a dataset, a choice to be made first, or what is wrong."""

    request: Request
    dataset: Dataset | None = None
    survey: Survey | None = None
    error: InputError | None = None
    remarks: tuple[str, ...] = ()
    """What was ambiguous in the file, and how it was read."""
    stamp: Stamp | None = None
    """The file just before it was read."""


def read(request: Request, cancelled: Callable[[], bool] = never) -> Outcome:
    """Read the file now. Never raises: whatever is wrong with it is in the outcome; nothing is once `cancelled`."""
    try:
        stamp = stamp_of(request.path, cancelled)
        return replace(_outcome(request, cancelled), stamp=stamp)
    except files.CancelledError:
        return Outcome(request)
    except InputError as error:
        return Outcome(request, error=error)
    except MemoryError:
        return Outcome(request, error=InputError("there is not enough memory for this file", path=request.path))


def _outcome(request: Request, cancelled: Callable[[], bool]) -> Outcome:
    if request.ask:
        return Outcome(request, survey=survey(request, cancelled))
    try:
        loaded = _loaded(request, cancelled)
    except InputError:
        found = survey(request, cancelled)
        if request.positive is not None or len(found.classes) <= _CLASSES:
            raise
        _loaded(replace(request, positive=found.classes[0]), cancelled)  # raises if more than the choice is missing
        return Outcome(request, survey=found)
    if loaded.dataset.d > PLANE and request.columns is None and request.shown is None:
        return Outcome(request, survey=survey(request, cancelled))
    return Outcome(request, dataset=loaded.dataset, remarks=loaded.remarks)


def survey(request: Request, cancelled: Callable[[], bool] = never) -> Survey:
    """What there is to choose from, given the column of the labels. Raises as `files.survey` does."""
    return files.survey(request.path, cancelled, request.label)


def _loaded(request: Request, cancelled: Callable[[], bool]) -> files.Loaded:
    return files.load(
        request.path,
        positive=request.positive,
        columns=request.columns,
        cancelled=cancelled,
        label_column=request.label,
    )


class _Job(QRunnable):
    def __init__(self, request: Request, cancelled: Callable[[], bool], report: Callable[[Outcome], None]) -> None:
        super().__init__()
        self._request = request
        self._cancelled = cancelled
        self._report = report

    def run(self) -> None:
        self._report(read(self._request, self._cancelled))


class Reader(QObject):
    """Reads one file at a time; `finished` carries the Outcome, in the GUI thread, unless the user cancelled."""

    finished = Signal(object)
    _arrived = Signal(object)

    def __init__(self, window: QWidget, large_bytes: int = _LARGE_BYTES) -> None:
        super().__init__(window)
        self._window = window
        self._large_bytes = large_bytes
        self._awaited: Request | None = None
        self._busy: QProgressDialog | None = None
        self._pool = QThreadPool(self)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def awaited(self) -> Request | None:
        """The file that is being read."""
        return self._awaited

    def read(self, request: Request) -> None:
        """Read the file and emit `finished`; a large one keeps the window closed to edits meanwhile, not frozen."""
        if _size(request.path) < self._large_bytes:
            self.finished.emit(read(request))
            return
        self._awaited = request
        self._busy = QProgressDialog(f"Reading {request.path.name} …", "Cancel", 0, 0, self._window)
        self._busy.setWindowModality(Qt.WindowModality.WindowModal)
        self._busy.canceled.connect(self.cancel)
        self._busy.show()
        self._pool.start(_Job(request, lambda: self._awaited is not request, self._arrived.emit))

    @Slot()
    def cancel(self) -> None:
        """Want nothing of the file under way any more."""
        self._awaited = None
        self._close_busy()

    def shut_down(self) -> None:
        """Wait for the thread, which leaves the file as soon as it sees that nobody wants it any more."""
        self.cancel()
        self._pool.waitForDone()

    @Slot(object)
    def _on_arrived(self, outcome: Outcome) -> None:
        if outcome.request is self._awaited:
            self._awaited = None
            self._close_busy()
            self.finished.emit(outcome)

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
