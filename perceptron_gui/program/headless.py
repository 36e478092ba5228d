"""Exports for the command line, drawn on Qt's offscreen platform."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from core import __version__
from core.errors import InputError
from core.explain.report.facts import Preface
from core.explain.report.parts import Report
from core.explain.report.solution import solution_of
from core.files.session import Session
from core.pace import USUAL_SPEED
from core.plane.projections import ViewChoice, view_choice_from_json
from core.run import Run
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import FORMATS, ExportKind, format_for
from perceptron_gui.exports.offscreen import SIZE, PictureSetting, Subject
from perceptron_gui.exports.tasks import MOST, PictureChoices, Stretch, Task
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.program.application import make_application

_DRAWN = (ExportKind.PICTURE, ExportKind.FILM)


@dataclass(frozen=True)
class ExportWish:
    """The wish to export to `path`; None for what the command line leaves open.

    Raise InputError if the suffix cannot hold the result, or if an option has no effect on it.
    """

    path: Path
    name: str
    command: str = ""
    """The command line as typed, for the report."""
    show: str | None = None
    size: QSize | None = None
    theme: str | None = None
    at: int | None = None
    first: int | None = None
    speed: float | None = None
    frames: int | None = None
    solution: bool = False
    """Write a sheet that works out each step."""
    blank: bool = False
    paper: str = "a4"
    title: str = ""
    play: bool = False
    """Write a page that plays the run, alone or beside a report."""
    lesson: Session | None = None
    """The session that sets playhead and view unless an option does."""

    def __post_init__(self) -> None:
        kind = self.kind
        format_for(self.path, kind)
        if self.play:
            format_for(self.path, ExportKind.PLAYER)
        if self.play and (self.solution or self.blank):
            raise InputError("--play and a sheet cannot go into one file; choose one of them")
        if kind is not ExportKind.FILM:
            self._refuse("for films", {"from": self.first, "speed": self.speed, "frames": self.frames})
        if kind not in _DRAWN:
            self._refuse("for pictures and films", {"at": self.at, "size": self.size, "theme": self.theme})

    @property
    def kind(self) -> ExportKind:
        """The kind of export by the options, else the first kind that the format can hold."""
        if self.play and self.show != ExportKind.REPORT:
            return ExportKind.PLAYER
        if self.solution or self.blank:
            return ExportKind.SHEET
        known = [kind for kind in ExportKind if kind in format_for(self.path).kinds]
        if self.show is None:
            return known[0]
        if self.show == ExportKind.REPORT:
            return ExportKind.REPORT
        return next((kind for kind in known if kind in _DRAWN), ExportKind.PICTURE)

    @property
    def setting(self) -> PictureSetting:
        """The view of the session, else all examples and the usual layers."""
        appearance = Appearance(self.theme or Appearance.LIGHT)
        return PictureSetting(appearance) if self.lesson is None else PictureSetting.of_lesson(self.lesson, appearance)

    @property
    def view_choice(self) -> ViewChoice | None:
        """The projection of the session; None if there is no session or no valid projection."""
        try:
            return view_choice_from_json(self.lesson.view["features"]) if self.lesson else None
        except (TypeError, ValueError, LookupError):
            # A lesson with a view of other features is drawn as any data.
            return None

    def _refuse(self, kinds: str, options: dict[str, object]) -> None:
        for name, value in options.items():
            if value is not None:
                raise InputError(f"--{name} is {kinds}; leave it out for this file", path=self.path)


def export(run: Run, wish: ExportWish, stream: BinaryIO) -> Task:
    """Write the export to `stream` in slices, and let Qt work between them."""
    setting = wish.setting
    application = make_application()
    apply_to_application(application, ThemeModel(setting.appearance, application).current)
    for done in _task(run, wish, setting, stream):
        # The task shares its thread with the computations that it waits for.
        QApplication.processEvents()
        yield done


def pdfs(sheets: Sequence[Report]) -> Iterator[bytes]:
    """Yield sheets as PDF."""
    application = make_application()
    apply_to_application(application, ThemeModel(Appearance.LIGHT, application).current)
    yield from map(FORMATS[".pdf"].sheet, sheets)


def _task(run: Run, wish: ExportWish, setting: PictureSetting, stream: BinaryIO) -> Task:
    entry = format_for(wish.path)
    if wish.kind is ExportKind.PICTURE:
        choices = PictureChoices(Subject(wish.show or Subject.BOTH), wish.size or SIZE)
        if wish.lesson is not None:
            setting = replace(setting, example=wish.lesson.example)
        return tasks.picture_task(run, wish.at, choices, setting, write=entry.picture, stream=stream)
    if wish.kind is ExportKind.FILM:
        if not run.updates:
            raise InputError("the run has no update, so there is nothing to film; export a picture instead")
        last = run.updates if wish.at is None else wish.at
        speed, most = USUAL_SPEED if wish.speed is None else wish.speed, MOST if wish.frames is None else wish.frames
        stretch = Stretch.of(run, wish.first or 0, last, speed, most)
        choices = PictureChoices(Subject(wish.show or Subject.CANVAS), wish.size or QSize(800, 560))
        return tasks.film_task(run, stretch, choices, setting, write=entry.film, stream=stream)
    if wish.kind is ExportKind.REPORT:
        title, text = ("", "") if wish.lesson is None else (wish.lesson.title, wish.lesson.text)
        preface = Preface(title, text, datetime.now(), __version__, wish.command)
        player, view = tasks.beside_report(wish.path) if wish.play else None, wish.view_choice
        return tasks.report_task(
            run, wish.name, preface, setting, write=entry.report, stream=stream, player=player, view=view
        )
    if wish.kind is ExportKind.SHEET:
        sheet = solution_of(run, wish.name, wish.paper, wish.title)
        return tasks.sheet_task(sheet.blank() if wish.blank else sheet, entry.sheet, stream)
    return tasks.player_task(run, wish.name, wish.view_choice, entry.player, stream)
