"""Exports that take a while, a slice at a time; and what does them between two events of the window."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QObject, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from core.errors import Cancelled, CancelledError, InputError, never, raise_if_cancelled
from core.explain.report.documents import page
from core.explain.report.facts import Preface, report_of
from core.explain.report.parts import Report, Shows
from core.explain.trace import predictions
from core.files import load_questions
from core.files.disk.atomic import atomic_file, refuse_same_file
from core.pace import FASTEST, USUAL_SPEED
from core.plane.projections import ViewChoice
from core.player import player_page_in_slices
from core.run import Run
from perceptron_gui.exports.formats import FilmWriter, Frames, PageWriter, PictureWriter, SheetWriter, png
from perceptron_gui.exports.studio import OffscreenWindow, PictureSetting, Subject, open_offscreen_window
from perceptron_gui.files.loading import FileWork

FEWEST, MOST = 3, 200
"""Pictures: what a film needs, and what it has at most unless `most` says otherwise."""
SLOWEST = 0.1
"""Updates a second. A film may be slower than the window plays."""


@dataclass(frozen=True)
class Stretch:
    """The updates `first` … `last`, so many of them a second, in `most` pictures at most.

    Where the run `ends` after the last, its end is a picture of its own. Raises InputError where that is no film.
    """

    first: int
    last: int
    speed: float = USUAL_SPEED
    most: int = MOST
    ends: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.last:
            raise InputError(
                f"no film goes from update {self.first} to {self.last}; an end after the start is expected"
            )
        if not SLOWEST <= self.speed <= FASTEST:
            expected = f"{SLOWEST:g} to {FASTEST:g} are expected"
            raise InputError(f"{self.speed:g} updates a second are not possible; {expected}")
        if self.most < FEWEST:
            raise InputError(f"a film of {self.most} pictures is not possible; at least {FEWEST} are expected")

    @classmethod
    def of(cls, run: Run, first: int, last: int, speed: float, most: int) -> Stretch:
        return cls(first, last, speed, most, ends=run.stopped is not None and last == run.updates)

    @property
    def updates(self) -> list[int]:
        steps = self.last - self.first
        at_25_a_second = int(steps / self.speed * 25)  # browsers show a GIF that asks for many more ten times as slowly
        gaps = max(1, min(steps, self.most - 1 - self.ends, at_25_a_second))
        return [self.first + round(steps * place / gaps) for place in range(gaps + 1)]

    @property
    def moments(self) -> list[int | None]:
        """The moments that are shown: the updates, and at last the end (None) of a run that ends there."""
        return [*self.updates, None] if self.ends else [*self.updates]

    @property
    def hundredths(self) -> list[int]:
        """The hundredths of a second for which each is shown: as the speed says, but the last is held for 2 s."""
        updates = [*self.updates, self.last + 1] if self.ends else self.updates
        times = [round(100 * (update - self.first) / self.speed) for update in updates]
        most = 65_535  # that a GIF can give to one picture
        return [*(min(later - now, most) for now, later in pairwise(times)), 200]


Task = Generator[float, None, None]


@dataclass(frozen=True)
class PictureChoices:
    """What a picture or a film shows, and its size in units `scale` pixels wide; None for as on the screen."""

    subject: Subject
    size: QSize | None = None
    scale: float = 1.0


def picture_task(
    run: Run, at: int | None, shot: PictureChoices, setting: PictureSetting, write: PictureWriter, stream: BinaryIO
) -> Task:
    """Write a picture of the run after update `at`, or (None) at its end."""
    with open_offscreen_window(run, setting) as studio:
        studio.go(at)
        yield from _shown(studio)
        with studio.scene.drawing(shot.subject, shot.size, shot.scale) as drawing:
            stream.write(write(drawing))
    yield 1.0


def film_task(
    run: Run, stretch: Stretch, shot: PictureChoices, setting: PictureSetting, write: FilmWriter, stream: BinaryIO
) -> Task:
    """Write a stretch of the run as a film."""
    moments = stretch.moments
    with open_offscreen_window(run, setting) as studio:

        def draw(place: int) -> QImage:
            studio.go(moments[place])
            return studio.image(drawing)

        studio.go(stretch.first)
        yield from _shown(studio)
        with studio.scene.drawing(shot.subject, shot.size, shot.scale) as drawing:
            yield from write(Frames(stretch.hundredths, draw), stream)


def report_task(
    run: Run,
    name: str,
    preface: Preface,
    setting: PictureSetting,
    write: PageWriter,
    stream: BinaryIO,
    player: Path | None = None,
    view: ViewChoice | None = None,
) -> Task:
    """Write the report of the run over the data called `name`.

    Write the page that plays the run, looking at the features as `view` does, to `player`; the report leads there.
    """
    sizes = {Shows.CANVAS: (Subject.CANVAS, QSize(640, 440)), Shows.PANEL: (Subject.PANEL, QSize(420, 760))}
    told = report_of(run, name, preface)
    figures, pictures, share = list(told.figures()), {}, 1.0 if player is None else 0.5
    with open_offscreen_window(run, setting) as studio:
        studio.go(None)
        yield from _shown(studio)
        for place, figure in enumerate(figures):
            studio.go(figure.update)
            studio.finish()
            yield share * place / len(figures)
            with studio.scene.drawing(*sizes[figure.shows], 2) as drawing:
                pictures[figure] = png(drawing.image())
    if player is not None:
        with atomic_file(player) as beside:
            for done in player_task(run, name, view, str.encode, beside):
                yield share + (1 - share) * done
    stream.write(write(page(told, pictures, "" if player is None else player.name)))
    yield 1.0


def beside_report(path: Path) -> Path:
    """Return where the page that plays the run of a report is."""
    return path.with_stem(f"{path.stem}-player")


def player_task(run: Run, name: str, view: ViewChoice | None, write: PageWriter, stream: BinaryIO) -> Task:
    """Write the page that plays the run over the data called `name`, looking at the features as `view` does."""
    html = yield from player_page_in_slices(run, name, view=view)
    stream.write(write(html))
    yield 1.0


def sheet_task(sheet: Report, write: SheetWriter, stream: BinaryIO) -> Task:
    """Write a sheet."""
    stream.write(write(sheet))
    yield 1.0


def _shown(studio: OffscreenWindow) -> Task:
    """Wait until the panel has told all that it computes beside, and its answers have passed the event loop."""
    for _ in range(2):
        while not studio.ready():
            yield 0.0
        yield 0.0


class Job(QObject):
    """One task at a time. Either `written` or `failed` ends it, unless it is cancelled: then nothing is left of it.

    Pictures can be drawn only in the window's own thread, so there is none for this.
    """

    progressed = Signal(float)
    written = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self.path = Path()
        """the file that is written, or was the last"""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(self, path: Path, make: Callable[[BinaryIO], Task]) -> None:
        self.cancel()
        self.path, self._task = path, _into(path, make)
        self._timer.start()

    @Slot()
    def cancel(self) -> None:
        self._timer.stop()
        task, self._task = self._task, None
        if task is not None:
            task.close()

    @Slot()
    def _go_on(self) -> None:
        if self._task is None:
            return
        try:
            done = next(self._task, None)
        except InputError as error:
            self.cancel()
            self.failed.emit(str(error))
        except MemoryError:
            self.cancel()
            self.failed.emit("There is not enough memory for this; a smaller picture is expected.")
        except BaseException:
            self.cancel()
            raise
        else:
            if done is None:
                self.cancel()
                self.written.emit(self.path)
            else:
                self.progressed.emit(done)


def _into(path: Path, make: Callable[[BinaryIO], Task]) -> Task:
    with atomic_file(path) as stream:
        yield from make(stream)


@dataclass(frozen=True, eq=False)
class ClassifyTask:
    """Classify the examples of `source` by a run that does not grow; write row, score and prediction to `target`."""

    run: Run
    source: Path
    target: Path


@dataclass(frozen=True)
class Answer:
    """The result of an order; `error` is what went wrong, if something did."""

    order: ClassifyTask
    error: InputError | None = None
    remarks: tuple[str, ...] = ()
    """What was ambiguous in the file, and how it was read."""


def classify(order: ClassifyTask, cancelled: Cancelled = never) -> Answer:
    """Do it now. Nothing is written where something is wrong, or once it is `cancelled`."""
    try:
        refuse_same_file((str(order.source),), (str(order.target),))
        questions = load_questions(order.source, order.run.dataset.features, cancelled=cancelled)
        with atomic_file(order.target) as stream:
            for block in predictions(order.run, questions.X):
                raise_if_cancelled(cancelled)
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


class FileClassifier(FileWork):
    """Classifies one file at a time; `finished` carries the Answer."""

    doing = "Classifying"

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, classify)
