"""Exports from the window to a file or the clipboard: pictures, films, reports, sheets, traces, predictions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from shlex import join
from typing import BinaryIO

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from core import __version__
from core.analysis.held_out_errors import snapshot
from core.errors import InputError
from core.explain.report.facts import Preface
from core.explain.report.solution import solution_of
from core.explain.trace import write_trace
from core.files.atomic import write_atomically
from core.lessons.lesson import GuidedLesson
from core.lessons.worksheet import answers_beside, worksheet
from core.names import legible
from core.run import Run
from core.spec import options_of
from perceptron_gui.canvas import Canvas
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import FORMATS, ExportKind, format_for, kinds_of_files, png
from perceptron_gui.exports.offscreen import PictureSetting, Subject, WindowPicture
from perceptron_gui.exports.tasks import Answer, ClassifyTask, Job, PictureChoices, Stretch, Task, classify
from perceptron_gui.files.loading import FileWork
from perceptron_gui.files.open_save import Files
from perceptron_gui.files.questions import KINDS_WITH_POINTS
from perceptron_gui.look.card import Offer, Severity
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.window.dialogs.export_dialog import FilmDialog, PictureDialog, WorksheetDialog
from perceptron_gui.window.side_panel import SidePanel

_PLAYER = (
    "A player is a web page that plays this run in any browser. It is one HTML file with the examples and every "
    "update, and needs neither this program nor the internet."
)


class ExportChoices:
    """The questions on the content of a picture or a film; None if the person wants none."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    def picture(self, scene: WindowPicture, panel: str) -> PictureChoices | None:
        return PictureDialog(scene, panel, self._window).ask()

    def sheet(self) -> int | None:
        return WorksheetDialog(self._window).ask()

    def film(self, scene: WindowPicture, panel: str, run: Run, speed: float) -> tuple[PictureChoices, Stretch] | None:
        """Ask for content, size and updates of a film. Raises InputError if the numbers make no film."""
        dialog = FilmDialog(scene, panel, run, speed, self._window)
        return None if (shot := dialog.ask()) is None else (shot, dialog.stretch)


class Exports(QObject):
    """The exports: each asks for content and path, and writes. Raises InputError if something makes that impossible."""

    def __init__(self, canvas: Canvas, panel: SidePanel, files: Files, theme: ThemeModel, window: QWidget) -> None:
        super().__init__(window)
        self._canvas, self._panel, self._files, self._theme = canvas, panel, files, theme
        self._document = canvas.workspace.document
        self._progress, self._remark = "", ""
        self.choices = ExportChoices(window)
        self.classifier = FileWork(window, "Classifying", classify)
        self.job = Job(self)
        self.classifier.finished.connect(self._on_answer)
        self.job.progressed.connect(self._on_progress)
        self.job.written.connect(lambda path: self._say_written(path, self._remark))
        self.job.failed.connect(self._complain)

    @property
    def scene(self) -> WindowPicture:
        return WindowPicture(self._canvas, self._panel.panel, self._theme.current.color("panel"))

    def picture(self) -> None:
        shot = self.choices.picture(self.scene, self._panel.title)
        if shot is None or (path := self._path(".png", kinds_of_files(ExportKind.PICTURE))) is None:
            return
        entry = format_for(path, ExportKind.PICTURE)
        scale = shot.scale if shot.size is not None else entry.sharpness
        with self.scene.drawing(shot.subject, shot.size, scale) as drawing:
            write_atomically(path, entry.picture(drawing))
        self._say_written(path)

    def film(self, run: Run) -> None:
        if self._is_busy():
            return
        if not run.updates:
            raise InputError("The run has no update, and a film needs one at least.")
        chosen = self.choices.film(self.scene, self._panel.title, run, self._canvas.workspace.player.speed)
        if chosen is None or (path := self._path(".gif", kinds_of_files(ExportKind.FILM))) is None:
            return
        (shot, stretch), setting, write = chosen, self._setting(), format_for(path, ExportKind.FILM).film
        self._start(path, lambda stream: tasks.film_task(run, stretch, shot, setting, write=write, stream=stream))

    def report(self, run: Run) -> None:
        if self._is_busy():
            return
        if not run.dataset.n:
            raise InputError("There are no examples, and a report needs one at least.")
        if (path := self._path(".html", kinds_of_files(ExportKind.REPORT))) is None:
            return
        entry, name, notes = format_for(path, ExportKind.REPORT), self._files.title, self._document.notes
        setting, view = replace(self._setting(), appearance=Appearance.LIGHT), self._document.view_choice
        command = ["python", "-m", "core", "DATA", *options_of(setting.spec_of(run))]
        preface = Preface(notes.title, notes.text, datetime.now(), __version__, join(command))
        beside = tasks.beside_report(path) if ExportKind.PLAYER in entry.kinds else None
        make = partial(tasks.report_task, run, name, preface, setting, write=entry.report, player=beside, view=view)
        self._start(path, lambda stream: make(stream=stream), f"; the run plays in {beside.name}" if beside else "")

    def player(self, run: Run) -> None:
        """Export a page that plays the run, also one without an example or an update."""
        if self._is_busy() or not self._files.dialogs.agrees("Export Player", _PLAYER):
            return
        if (path := self._path(".play.html", kinds_of_files(ExportKind.PLAYER))) is not None:
            write, name = format_for(path, ExportKind.PLAYER).player, self._files.title
            view = self._document.view_choice
            self._start(path, lambda stream: tasks.player_task(run, name, view, write, stream))

    def solution(self, run: Run) -> None:
        """Export the run worked out on a sheet, and in a file beside it the same with gaps."""
        sheet = solution_of(run, self._files.title)
        if (path := self._path(".html", kinds_of_files(ExportKind.SHEET))) is not None:
            write = format_for(path, ExportKind.SHEET).sheet
            blank = path.with_stem(f"{path.stem}-blank")
            write_atomically(path, write(sheet))
            write_atomically(blank, write(sheet.blank()))
            self._say_written(path, f"; the same with gaps is {blank.name}")

    def worksheet(self, lesson: GuidedLesson) -> None:
        """Export the lesson on paper, with gaps, and in a file beside it with the answers."""
        seed = self.choices.sheet()
        if seed is None or (path := self._path(".html", kinds_of_files(ExportKind.REPORT))) is None:
            return
        entry = format_for(path, ExportKind.SHEET)
        for target, sheet in zip((path, answers_beside(path)), worksheet(lesson, seed), strict=True):
            write_atomically(target, entry.sheet(sheet))
        self._say_written(path, f"; the answers are in {answers_beside(path).name}")

    def trace(self, run: Run) -> None:
        if (path := self._path(".trace.csv", "Trace (*.csv)")) is not None:
            write_trace(run, path)
            self._say_written(path, "; its index counts the examples from 0, the window from 1")

    def classify(self, run: Run) -> None:
        if not run.dataset.n:
            raise InputError("There are no examples, and to classify others takes one at least.")
        source = self._files.dialogs.path_to_open(self._files.folder, KINDS_WITH_POINTS)
        if source is not None and (path := self._path(".predictions.csv", "Predictions (*.csv)")) is not None:
            self.classifier.begin(ClassifyTask(snapshot(run), source, path), source)

    def copy_picture(self) -> None:
        with self.scene.drawing(Subject.BOTH, None, FORMATS[".png"].sharpness) as drawing:
            image = drawing.image()
        data = QMimeData()
        data.setImageData(image)
        data.setData("image/png", png(image))
        QGuiApplication.clipboard().setMimeData(data)

    def shut_down(self) -> None:
        self.job.cancel()
        self.classifier.shut_down()

    def _setting(self) -> PictureSetting:
        appearance = Appearance.DARK if self._theme.current.dark else Appearance.LIGHT
        return PictureSetting.of(self._canvas, self._panel.title, self._panel.panel, appearance)

    def _start(self, path: Path, make: Callable[[BinaryIO], Task], remark: str = "") -> None:
        self._remark = remark
        self.job.start(path, make)
        self._show_progress(0.0)

    def _is_busy(self) -> bool:
        if self.job.running:
            self._show_progress(0.0)
        return self.job.running

    def _path(self, suffix: str, kinds: str) -> Path | None:
        """Return where to write; a name that the dialog left without a suffix gets this one. None for nowhere."""
        path = self._files.dialogs.path_to_save(self._files.suggested(suffix), kinds)
        return path if path is None or path.suffix else path.with_suffix(suffix)

    def _on_progress(self, done: float) -> None:
        """Show the progress, unless another notice has taken its place or it was closed."""
        if self._files.notice.text == self._progress:
            self._show_progress(done)

    def _show_progress(self, done: float) -> None:
        before, self._progress = self._progress, f"Writing {legible(self.job.path.name)} … {done:.0%}"
        if self._files.notice.text != self._progress:
            cancel = Offer("Cancel", self.job.cancel)
            self._files.notice.show_notice(Severity.NOTE, self._progress, cancel, instead_of=before)

    def _on_answer(self, answer: Answer) -> None:
        if answer.error is None:
            remarks = f" ({'; '.join(answer.remarks)})" if answer.remarks else ""
            self._say_written(answer.order.target, remarks)
        else:
            self._complain(str(answer.error))

    def _say_written(self, path: Path, remark: str = "") -> None:
        self._files.notice.show_notice(Severity.NOTE, f"Written to {path}{remark}", instead_of=self._progress)

    def _complain(self, sentence: str) -> None:
        self._files.notice.show_notice(Severity.ERROR, sentence, instead_of=self._progress)
