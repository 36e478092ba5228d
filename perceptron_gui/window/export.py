"""Exports from the window to a file or the clipboard, and what they ask: pictures, films, reports, sheets, traces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from shlex import join
from typing import Any

from PySide6.QtCore import QMimeData, QObject, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget

from core import __version__
from core.analysis.held_out_errors import snapshot
from core.errors import InputError
from core.explain.report.facts import Preface
from core.explain.report.parts import Report
from core.explain.report.solution import solution_of
from core.explain.trace import write_trace
from core.files.atomic import atomic_file, write_atomically
from core.lessons.lesson import GuidedLesson
from core.lessons.worksheet import answers_beside, worksheet
from core.names import legible
from core.numbers.numerals import counted, number
from core.player import player_page_in_slices
from core.resources import PROGRAM
from core.run import Run
from core.spec import options_of
from perceptron_gui.canvas import Canvas
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import FORMATS, ExportKind, format_for, kinds_of_files, png
from perceptron_gui.exports.offscreen import PictureSetting, Subject, WindowPicture
from perceptron_gui.exports.paper import Drawing, Pages, put_on, put_picture_on
from perceptron_gui.exports.tasks import ClassifyTask, Job, Made, PicturedReport, Task, classify
from perceptron_gui.files.loading import FileWork
from perceptron_gui.files.open_save import KINDS_WITH_POINTS, Files
from perceptron_gui.look.card import Offer, Severity
from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.fields.question_dialog import FormDialog, QuestionDialog
from perceptron_gui.look.latest_moves import WheelInFocus
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.window.side_panel import SidePanel

_PLAYER = (
    "A player is a web page that plays this run in any browser. It is one HTML file with the examples and every "
    "update, and needs neither this program nor the internet."
)
_REPORT = "Export Report: notes, pictures, steps, theory and data of the run"
_SOLUTION = "Export Solution: a sheet with every step worked out, and beside it the same with gaps"
_WORKSHEET = "Export Worksheet: the lesson on paper with gaps, and beside it the answers"


class Exports(QObject):
    """The exports: each asks for content and path, and writes. Raises InputError if something makes that impossible."""

    def __init__(self, canvas: Canvas, panel: SidePanel, files: Files, theme: ThemeModel, window: QWidget) -> None:
        super().__init__(window)
        self._canvas, self._panel, self._files, self._theme, self._window = canvas, panel, files, theme, window
        self._document = canvas.workspace.document
        self._doing = self._progress = ""
        self.ask: Callable[[QuestionDialog[Any]], Any] = QuestionDialog.ask
        self.classifier = FileWork(window, "Classifying", classify)
        self.job = Job(self)
        self.classifier.finished.connect(self._on_answer)
        self.job.progressed.connect(self._on_progress)
        self.job.failed.connect(self._complain)

    @property
    def scene(self) -> WindowPicture:
        return WindowPicture(self._canvas, self._panel.panel, self._theme.current.color("panel"))

    def picture(self) -> None:
        shot = self.ask(PictureDialog(self.scene, self._panel.title, self._window))
        if shot is None or (path := self._path("Export Picture", ".png", ExportKind.PICTURE)) is None:
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
        speed = self._canvas.workspace.player.speed
        dialog = FilmDialog(self.scene, self._panel.title, run, speed, self._window)
        if (shot := self.ask(dialog)) is None or (path := self._path("Export Film", ".gif", ExportKind.FILM)) is None:
            return
        write = format_for(path, ExportKind.FILM).film
        self._start(path, tasks.film_task(run, dialog.stretch, shot, self._setting(), write))

    def report(self, run: Run) -> None:
        if self._is_busy():
            return
        drawn = self._report(run)
        if (path := self._path(_REPORT, "-report.html", ExportKind.REPORT)) is None:
            return
        entry, beside = format_for(path, ExportKind.REPORT), tasks.beside_report(path)
        plays = ExportKind.PLAYER in entry.kinds
        page = self._player_page(run) if plays else None
        task = tasks.written_report(drawn, entry.report, page, beside)
        self._start(path, task, f"; the run plays in {beside.name}" if plays else "")

    def _report(self, run: Run) -> Task[PicturedReport]:
        if not run.dataset.n:
            raise InputError("There are no examples, and a report needs one at least.")
        notes, setting = self._document.notes, replace(self._setting(), appearance=Appearance.LIGHT)
        command = [*PROGRAM.split(), "DATA", *options_of(setting.spec_of(run))]
        preface = Preface(notes.title, notes.text, datetime.now(), __version__, join(command))
        return tasks.report_task(run, self._files.title, preface, setting)

    def _player_page(self, run: Run) -> Task[str]:
        return player_page_in_slices(run, self._files.title, view=self._document.view_choice)

    def player(self, run: Run) -> None:
        """Export a page that plays the run, also one without an example or an update."""
        if self._is_busy() or not self._files.dialogs.agrees("Export Player", _PLAYER):
            return
        if (path := self._path("Export Player", ".play.html", ExportKind.PLAYER)) is not None:
            format_for(path, ExportKind.PLAYER)
            self._start(path, self._player_page(run))

    def solution(self, run: Run) -> None:
        """Export the run worked out on a sheet, and in a file beside it the same with gaps."""
        sheet = solution_of(run, self._files.title)
        if (path := self._path(_SOLUTION, "-solution.html", ExportKind.SHEET)) is not None:
            blank = path.with_stem(f"{path.stem}-blank")
            _write_sheets({path: sheet, blank: sheet.blank()})
            self._say_written(path, f"; the same with gaps is {blank.name}")

    def worksheet(self, lesson: GuidedLesson) -> None:
        """Export the lesson on paper, with gaps, and in a file beside it with the answers."""
        seed = self.ask(WorksheetDialog(self._window))
        if seed is None or (path := self._path(_WORKSHEET, "-worksheet.html", ExportKind.REPORT)) is None:
            return
        _write_sheets(dict(zip((path, answers_beside(path)), worksheet(lesson, seed), strict=True)))
        self._say_written(path, f"; the answers are in {answers_beside(path).name}")

    def trace(self, run: Run) -> None:
        if (path := self._path("Export Trace: a row for each update", ".trace.csv", "Trace (*.csv)")) is not None:
            write_trace(run, path)
            self._say_written(path, "; its index counts the examples from 0, the window from 1")

    def classify(self, run: Run) -> None:
        if not run.dataset.n:
            raise InputError("There are no examples, and to classify others takes one at least.")
        source = self._files.dialogs.path_to_open(self._files.folder, KINDS_WITH_POINTS)
        if source is None:
            return
        if (path := self._path("Save Predictions", ".predictions.csv", "Predictions (*.csv)")) is not None:
            self.classifier.begin(ClassifyTask(snapshot(run), source, path), source)

    def print(self, what: str, run: Run) -> None:
        """Show a preview of a part of the window, a report or a sheet, from which it is printed."""
        if what == "report":
            if not self._is_busy():
                task, preview = self._report(run), self._preview
                self._begin("Drawing the report", task, lambda drawn: preview(lambda paper: put_on(paper, *drawn)))
        elif what in list(Subject):
            drawing = self._drawn_light(Subject(what))
            wide = drawing.size.width() > drawing.size.height()
            self._preview(lambda paper: put_picture_on(paper, drawing), wide=wide)
        else:
            sheet = solution_of(run, self._files.title)
            self._preview(lambda paper: put_on(paper, sheet.blank() if what == "blank" else sheet, {}))

    def _drawn_light(self, subject: Subject) -> Drawing:
        """Return the picture on the screen in colours for white paper."""
        before = self._theme.appearance
        self._theme.choose(Appearance.LIGHT)
        try:
            with self.scene.drawing(subject) as drawing:
                return drawing.kept()
        finally:
            self._theme.choose(before)

    def _preview(self, pages: Pages, *, wide: bool = False) -> None:
        # Few print, and Qt's printing takes a while to load.
        from perceptron_gui.exports.printing import print_after_preview

        self._files.notice.retract(self._progress)
        print_after_preview(pages, self._files.suggested(".pdf"), self._files.notice, self._window, wide=wide)

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

    def _start(self, path: Path, task: Task[bytes] | Task[str], remark: str = "") -> None:
        def written() -> Task[None]:
            with atomic_file(path) as stream:
                made = yield from task
                stream.write(made.encode() if isinstance(made, str) else made)

        self._begin(f"Writing {legible(path.name)}", written(), lambda _none: self._say_written(path, remark))

    def _begin(self, doing: str, task: Task[Made], done: Callable[[Made], object]) -> None:
        self._doing = doing
        self.job.start(task, done)
        self._show_progress(0.0)

    def _is_busy(self) -> bool:
        if self.job.running:
            self._show_progress(0.0)
        return self.job.running

    def _path(self, title: str, ending: str, kinds: ExportKind | str) -> Path | None:
        """Return where to write, None for nowhere; the title says what, and the proposed name has this ending.

        A name that the dialog left without a suffix gets the proposed one.
        """
        known = kinds_of_files(kinds) if isinstance(kinds, ExportKind) else kinds
        path = self._files.dialogs.path_to_save(self._files.suggested(ending), known, title)
        return path if path is None or path.suffix else path.with_suffix(ending[ending.index(".") :])

    def _on_progress(self, done: float) -> None:
        """Show the progress, unless another notice has taken its place or it was closed."""
        if self._files.notice.text == self._progress:
            self._show_progress(done)

    def _show_progress(self, done: float) -> None:
        before, self._progress = self._progress, f"{self._doing} … {done:.0%}"
        if self._files.notice.text != self._progress:
            cancel = Offer("Cancel", self.job.cancel)
            self._files.notice.show_notice(Severity.NOTE, self._progress, cancel, instead_of=before)

    def _on_answer(self, answer: ClassifyTask) -> None:
        if answer.error is None:
            remarks = f" ({'; '.join(answer.remarks)})" if answer.remarks else ""
            self._say_written(answer.target, remarks)
        else:
            self._complain(str(answer.error))

    def _say_written(self, path: Path, remark: str = "") -> None:
        self._files.notice.show_notice(Severity.NOTE, f"Written to {path}{remark}", instead_of=self._progress)

    def _complain(self, sentence: str) -> None:
        self._files.notice.show_notice(Severity.ERROR, sentence, instead_of=self._progress)


def _write_sheets(sheets: Mapping[Path, Report]) -> None:
    for path, sheet in sheets.items():
        write_atomically(path, format_for(path, ExportKind.SHEET).sheet(sheet))


class WorksheetDialog(FormDialog[int]):
    """Asks for a number from 0 up, the seed of the order of the examples."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Export Worksheet", parent)
        self.seed = WholeNumberField("Sheet", 0, 0, 10**9, "The order of the examples on the sheet")
        self.form.addRow("&Sheet", self.seed)
        told = "0: the examples as they are. Another number usually gives another order."
        self.form.addRow(plain_label(told, wraps=False))
        self.end(self.seed)
        self.seed.selectAll()

    @property
    def chosen(self) -> int:
        return self.seed.value()


class PictureDialog(FormDialog[tasks.PictureChoices]):
    """Asks for a picture: canvas, panel or both, as on the screen or at a size in pixels."""

    title, usual = "Export Picture", Subject.BOTH

    def __init__(self, scene: WindowPicture, panel: str, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self._scene = scene
        self.subject = ChoiceBox({Subject.BOTH: f"Canvas and {panel}", Subject.CANVAS: "Canvas", Subject.PANEL: panel})
        self.subject.setCurrentIndex(self.subject.findData(self.usual))
        self.as_seen = QCheckBox("As on the &screen")
        self.as_seen.setChecked(True)
        self.across, self.down = (_box(120, 8192, " pixels") for _ in range(2))
        self.lettering = _box(50, 800, " %")
        self.lettering.setValue(100)
        self.lettering.setToolTip("How large letters, lines and points are")
        sizes = {"&Width": self.across, "&Height": self.down, "&Lettering": self.lettering}
        for row in {"Sh&ow": self.subject, "": self.as_seen, **sizes}.items():
            self.form.addRow(*row)
        self.as_seen.toggled.connect(self._enable)
        self.subject.currentIndexChanged.connect(self._enable)
        self._enable()

    @property
    def chosen(self) -> tasks.PictureChoices:
        subject = Subject(self.subject.currentData())
        if self.as_seen.isChecked():
            return tasks.PictureChoices(subject)
        return tasks.PictureChoices.lettered(
            subject, QSize(self.across.value(), self.down.value()), self.lettering.value()
        )

    def exec(self) -> int:
        """Show the dialog, with the buttons below all rows and after them for the Tab key."""
        self.end()
        return super().exec()

    def _enable(self) -> None:
        seen = self.as_seen.isChecked()
        for field in (self.across, self.down, self.lettering):
            field.setEnabled(not seen)
        if seen:
            size = self._scene.size_of(Subject(self.subject.currentData()))
            self.across.setValue(size.width())
            self.down.setValue(size.height())
            self.lettering.setValue(100)


class FilmDialog(PictureDialog):
    """The dialog for a film: also from which update to which, how fast, and in how many pictures at most."""

    title, usual = "Export Film", Subject.CANVAS

    def __init__(self, scene: WindowPicture, panel: str, run: Run, speed: float, parent: QWidget | None = None) -> None:
        super().__init__(scene, panel, parent)
        self._run = run
        self.first, self.last = _box(0, run.updates), _box(0, run.updates)
        self.last.setValue(run.updates)
        speeds = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 250.0, 1000.0, 4000.0)
        self.speed = ChoiceBox({choice: f"{number(choice)} updates a second" for choice in speeds})
        self.speed.setCurrentIndex(min(range(len(speeds)), key=lambda place: abs(speeds[place] - speed)))
        self.most = _box(tasks.FEWEST, 2000, " pictures")
        self.most.setValue(tasks.MOST)
        self.told = plain_label(wraps=False)
        asked = {"&From update": self.first, "&To update": self.last, "S&peed": self.speed, "At &most": self.most}
        for row in {**asked, "": self.told}.items():
            self.form.addRow(*row)
        for box in (self.first, self.last, self.most):
            box.valueChanged.connect(self._tell)
        self.speed.currentIndexChanged.connect(self._tell)
        self._tell()

    @property
    def stretch(self) -> tasks.FilmStretch:
        """The updates that were chosen. Raises InputError if that is no film."""
        first, last = self.first.value(), self.last.value()
        return tasks.FilmStretch.of(self._run, first, last, self.speed.currentData(), self.most.value())

    def _tell(self) -> None:
        try:
            stretch = self.stretch
        except InputError as error:
            self.told.setText(str(error))
        else:
            seconds = number(sum(stretch.hundredths) / 100, 2)
            self.told.setText(f"{counted(len(stretch.moments), 'picture')}, {seconds} seconds")


def _box(least: int, most: int, unit: str = "") -> QSpinBox:
    box = QSpinBox(suffix=unit, minimum=least, maximum=most)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.setGroupSeparatorShown(True)
    box.lineEdit().setTextMargins(pixels(4), 0, 0, 0)
    WheelInFocus(box)
    return box
