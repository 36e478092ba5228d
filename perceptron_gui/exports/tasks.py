"""Exports that take a while, a slice at a time; and what does them between two events of the window."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QObject, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QImage

from core.errors import InputError
from core.explain.report.facts import Preface, report_of
from core.explain.report.page import page
from core.explain.report.parts import Shows
from core.explain.report.solution import solution_of
from core.files.disk.atomic import atomic_file
from core.plane.projections import ViewChoice
from core.player import player_page_in_slices
from core.run import Run
from perceptron_gui.exports.film import Stretch
from perceptron_gui.exports.formats import FilmWriter, PictureWriter, PlayerWriter, Reel, ReportWriter, SheetWriter
from perceptron_gui.exports.formats.png import png
from perceptron_gui.exports.scene import Subject
from perceptron_gui.exports.studio import PictureSetting, Studio, open_studio

Task = Generator[float, None, None]

_FIGURES = {
    Shows.CANVAS: (Subject.CANVAS, QSize(640, 440)),
    Shows.PANEL: (Subject.PANEL, QSize(420, 760)),
}


@dataclass(frozen=True)
class Shot:
    """What a picture or a film shows, and its size in units `scale` pixels wide; None for as on the screen."""

    subject: Subject
    size: QSize | None = None
    scale: float = 1.0


def picture_task(
    run: Run, at: int | None, shot: Shot, setting: PictureSetting, write: PictureWriter, stream: BinaryIO
) -> Task:
    """The run after update `at`, or (None) at its end."""
    with open_studio(run, setting) as studio:
        studio.go(at)
        yield from _shown(studio)
        with studio.scene.drawing(shot.subject, shot.size, shot.scale) as drawing:
            stream.write(write(drawing))
    yield 1.0


def film_task(
    run: Run, stretch: Stretch, shot: Shot, setting: PictureSetting, write: FilmWriter, stream: BinaryIO
) -> Task:
    """A stretch of the run."""
    moments = stretch.moments
    with open_studio(run, setting) as studio:

        def draw(place: int) -> QImage:
            studio.go(moments[place])
            return studio.image(drawing)

        studio.go(stretch.first)
        yield from _shown(studio)
        with studio.scene.drawing(shot.subject, shot.size, shot.scale) as drawing:
            yield from write(Reel(stretch.hundredths, draw), stream)


def report_task(
    run: Run,
    name: str,
    preface: Preface,
    setting: PictureSetting,
    write: ReportWriter,
    stream: BinaryIO,
    player: Path | None = None,
    view: ViewChoice | None = None,
) -> Task:
    """The report of the run over the data called `name`.

    In the place of `player`, beside it, the page that plays the run, looking at the features as `view` does; the report
    leads there.
    """
    told = report_of(run, name, preface)
    figures, pictures, share = list(told.figures()), {}, 1.0 if player is None else 0.5
    with open_studio(run, setting) as studio:
        studio.go(None)
        yield from _shown(studio)
        for place, figure in enumerate(figures):
            studio.go(figure.update)
            while not studio.ready():
                pass
            yield share * place / len(figures)
            with studio.scene.drawing(*_FIGURES[figure.shows], 2) as drawing:
                pictures[figure] = png(drawing)
    if player is not None:
        with atomic_file(player) as beside:
            for done in player_task(run, name, view, str.encode, beside):
                yield share + (1 - share) * done
    stream.write(write(page(told, pictures, "" if player is None else player.name)))
    yield 1.0


def beside_report(path: Path) -> Path:
    """Where the page that plays the run of a report is."""
    return path.with_stem(f"{path.stem}-player")


def player_task(run: Run, name: str, view: ViewChoice | None, write: PlayerWriter, stream: BinaryIO) -> Task:
    """The page that plays the run over the data called `name`, looking at the features as `view` does."""
    html = yield from player_page_in_slices(run, name, view=view)
    stream.write(write(html))
    yield 1.0


def sheet_task(run: Run, name: str, blank: bool, write: SheetWriter, stream: BinaryIO) -> Task:
    """The run over the data called `name` worked out, or the same sheet `blank`."""
    sheet = solution_of(run, name)
    stream.write(write(sheet.blank() if blank else sheet))
    yield 1.0


def _shown(studio: Studio) -> Task:
    """Until the panel has told all that it computes beside, and its answers have passed through the event loop."""
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
