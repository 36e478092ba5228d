"""Exports that take a while, as generators that work in slices, and the job that runs a slice between two Qt events."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QImage

from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.explain.report.facts import Preface, report_of
from core.explain.report.parts import Figure, Report
from core.explain.trace import predictions
from core.files import load_questions
from core.files.atomic import atomic_file, refuse_same_file, write_atomically
from core.numbers.numerals import counted, number
from core.pace import FASTEST, USUAL_SPEED
from core.run import Run
from perceptron_gui.exports.formats import FilmWriter, PictureWriter, ReportWriter
from perceptron_gui.exports.offscreen import OffscreenWindow, PictureSetting, Subject, open_offscreen_window
from perceptron_gui.exports.paper import Drawing
from perceptron_gui.look.size import at_usual_size

FEWEST, MOST = 3, 200
"""The smallest number of pictures of a film, and the default for the largest."""
SLOWEST = 0.1
"""Updates per second. A film may be slower than the window plays."""


@dataclass(frozen=True)
class FilmStretch:
    """The updates `first` … `last` of a film, at `speed` updates per second, in at most `most` pictures.

    If the run `ends` after the last update, the end is one more picture. Raise InputError if the numbers make no film.
    """

    first: int
    last: int
    speed: float = USUAL_SPEED
    most: int = MOST
    ends: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.last:
            raise InputError(f"no film goes from update {self.first} to {self.last}; choose an end after the start")
        if not SLOWEST <= self.speed <= FASTEST:
            raise InputError(f"{self.speed:g} updates per second are not possible; enter {SLOWEST:g} to {FASTEST:g}")
        if self.most < FEWEST:
            raise InputError(f"a film of {self.most} pictures is not possible; enter at least {FEWEST}")

    @classmethod
    def of(cls, run: Run, first: int, last: int, speed: float, most: int) -> FilmStretch:
        return cls(first, last, speed, most, ends=run.stopped is not None and last == run.updates)

    @property
    def updates(self) -> list[int]:
        steps = self.last - self.first
        at_25_a_second = int(steps / self.speed * 25)  # Browsers play a GIF with many more pictures ten times slower.
        gaps = max(1, min(steps, self.most - 1 - self.ends, at_25_a_second))
        return [self.first + round(steps * place / gaps) for place in range(gaps + 1)]

    @property
    def moments(self) -> list[int | None]:
        """The moments of the pictures: the updates, and None for the end of a run that ends there."""
        return [*self.updates, None] if self.ends else [*self.updates]

    @property
    def hundredths(self) -> list[int]:
        """The hundredths of a second for each picture, by the speed; the last picture stays for 2 s."""
        updates = [*self.updates, self.last + 1] if self.ends else self.updates
        times = [round(100 * (update - self.first) / self.speed) for update in updates]
        most = 65_535  # A GIF holds this time in 16 bits.
        return [*(min(later - now, most) for now, later in pairwise(times)), 200]


Made = TypeVar("Made")
Task = Generator[float, None, Made]
"""Work in slices, which yields the share that is done after each and returns what it has made."""
PicturedReport = tuple[Report, Mapping[Figure, Drawing]]


class PictureChoices(NamedTuple):
    """The subject of a picture or film, and its size in units of `scale` pixels; None for the size on the screen."""

    subject: Subject
    size: QSize | None = None
    scale: float = 1.0

    @classmethod
    def lettered(cls, subject: Subject, pixels: QSize, percent: int | None) -> PictureChoices:
        """Return a picture of so many pixels, with letters, lines and points in `percent` of their usual size."""
        scale = (percent or 100) / 100
        return cls(subject, pixels / scale, scale)


def picture_task(
    run: Run, at: int | None, shot: PictureChoices, setting: PictureSetting, write: PictureWriter
) -> Task[bytes]:
    """Make a picture of the run after update `at`; None means the moment of the setting."""
    with open_offscreen_window(run, setting) as window:
        yield from _shown(window, at)
        with window.picture.drawing(*shot) as drawing:
            return write(drawing)


def caption_of(run: Run, update: int | None) -> str:
    """Return what a picture of a film says about its moment; None is the end."""
    if update is None:
        return f"the end, after {counted(run.updates, 'update')}"
    return f"update {number(update)} of {number(run.updates)}"


def film_task(
    run: Run, stretch: FilmStretch, shot: PictureChoices, setting: PictureSetting, write: FilmWriter
) -> Task[bytes]:
    """Make a film of a stretch of the run."""
    moments = stretch.moments
    with open_offscreen_window(run, setting) as window:

        def draw(place: int) -> QImage:
            window.go(moments[place])
            window.picture.canvas.words.moment = caption_of(run, moments[place])
            return window.image(drawing)

        yield from _shown(window, stretch.first)
        with window.picture.drawing(*shot) as drawing:
            return (yield from write(stretch.hundredths, draw))


def report_task(run: Run, name: str, preface: Preface, setting: PictureSetting) -> Task[PicturedReport]:
    """Make the report of a run over the data called `name`, and draw its pictures."""
    sizes = {"canvas": (Subject.CANVAS, QSize(640, 440)), "panel": (Subject.PANEL, QSize(420, 760))}
    report = report_of(run, name, preface)
    figures, drawings = list(report.figures()), dict[Figure, Drawing]()
    with open_offscreen_window(run, setting) as window:
        yield from _shown(window, None)
        for place, figure in enumerate(figures):
            window.go(figure.update)
            yield place / len(figures)
            with window.picture.drawing(*sizes[figure.shows], 2) as drawing:
                if figure.shows == "canvas":
                    window.take_in_lines()
                window.image(drawing)  # Whatever it lacks is computed.
                drawings[figure] = drawing.kept()
    return report, drawings


def written_report(
    drawn: Task[PicturedReport], write: ReportWriter, page: Task[str] | None, beside: Path
) -> Task[bytes]:
    """Make the file of a report, and write the player page `beside` it, if there is one."""
    report, drawings = yield from drawn
    if page is not None:
        write_atomically(beside, (yield from page))
    return write(report, drawings, "" if page is None else beside.name)


def beside_report(path: Path) -> Path:
    """Return the path of the player page that belongs to a report."""
    return path.with_stem(f"{path.stem}-player")


def _shown(window: OffscreenWindow, update: int | None) -> Task[None]:
    """Go to an update, and wait for the panel. Answers of its threads come through the event loop: hence two rounds."""
    window.go(update)
    for _ in range(2):
        while not window.ready():
            yield 0.0
        yield 0.0


class Job(QObject):
    """The export in progress, one at a time. It calls `done` with what was made, unless it was cancelled or failed.

    Pictures can be drawn only in the window's thread, so the job runs there, between events.
    """

    progressed = Signal(float)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task[Any] | None = None
        self._done: Callable[[Any], object] = id
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(self, task: Task[Made], done: Callable[[Made], object]) -> None:
        self.cancel()
        self._task, self._done = task, done
        self._timer.start()

    def cancel(self) -> None:
        self._timer.stop()
        task, self._task = self._task, None
        if task is not None:
            task.close()

    def _go_on(self) -> None:
        if self._task is None:
            return
        try:
            with at_usual_size():
                share = next(self._task)
        except StopIteration as end:
            self.cancel()
            self._done(end.value)
        except BaseException as error:
            self.cancel()  # A fault of the program is reported as any other, but the half-written file goes first.
            if not isinstance(error, InputError | MemoryError):
                raise
            room = "There is not enough memory for this. Choose a smaller picture."
            self.failed.emit(str(error) if isinstance(error, InputError) else room)
        else:
            self.progressed.emit(share)


@dataclass(frozen=True)
class ClassifyTask:
    """The order to classify the examples of `source` by a finished run, and to write the predictions to `target`.

    Once it is done it has the `error` if it failed.
    """

    run: Run
    source: Path
    target: Path
    error: InputError | None = None
    remarks: tuple[str, ...] = ()
    """Notes on how the file was read."""


def classify(order: ClassifyTask, cancelled: Cancelled = never) -> ClassifyTask:
    """Classify a file now, and return the order as it is done. After an error no file is written.

    Raise CancelledError, as well, once `cancelled`.
    """
    try:
        refuse_same_file((str(order.source),), (str(order.target),))
        questions = load_questions(order.source, order.run.dataset.features, cancelled=cancelled)
        with atomic_file(order.target) as stream:
            for block in predictions(order.run, questions.X):
                raise_if_cancelled(cancelled)
                stream.write(block.encode())
    except InputError as error:
        return replace(order, error=error)
    except MemoryError:
        return replace(order, error=InputError("there is not enough memory for this file", path=order.source))
    return replace(order, remarks=questions.remarks)
