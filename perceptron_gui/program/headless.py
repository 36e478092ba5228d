"""Exports for the command line, drawn on Qt's offscreen platform."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from core import __version__
from core.built_in import DEFAULT_FILE
from core.errors import InputError
from core.explain.report.facts import Preface
from core.explain.report.parts import Report
from core.explain.report.solution import solution_of
from core.files.session import Session
from core.pace import USUAL_SPEED
from core.plane.projections import ViewChoice, view_choice_from_json
from core.player import player_page_in_slices
from core.run import Run
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import FORMATS, ExportKind, format_for
from perceptron_gui.exports.offscreen import SIZE, PictureSetting, Subject
from perceptron_gui.exports.tasks import MOST, FilmStretch, PictureChoices, Task
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.program.application import make_application

_DRAWN = (ExportKind.PICTURE, ExportKind.FILM)


@dataclass(frozen=True)
class ExportWish:
    """The wish to export to `path`. Raise InputError if its format cannot hold that, or an option has no effect."""

    path: Path
    options: Namespace
    lesson: Session | None = None
    """The session that sets playhead and view unless an option does."""

    def __post_init__(self) -> None:
        kind, asked = self.kind, self.options
        format_for(self.path, kind)
        if asked.play:
            format_for(self.path, ExportKind.PLAYER)
        if asked.play and (asked.solution or asked.blank):
            raise InputError("--play and a sheet cannot go into one file; choose one of them")
        if kind is not ExportKind.FILM:
            self._refuse("for films", {"from": asked.first, "speed": asked.speed, "frames": asked.frames})
        if kind not in _DRAWN:
            drawn = {"at": asked.at, "size": asked.size, "lettering": asked.lettering, "theme": asked.theme}
            self._refuse("for pictures and films", drawn)

    @property
    def kind(self) -> ExportKind:
        """The kind of export by the options, else the first kind that the format can hold."""
        asked = self.options
        if asked.play and asked.show != ExportKind.REPORT:
            return ExportKind.PLAYER
        if asked.solution or asked.blank:
            return ExportKind.SHEET
        known = [kind for kind in ExportKind if kind in format_for(self.path).kinds]
        if asked.show is None:
            return known[0]
        if asked.show == ExportKind.REPORT:
            return ExportKind.REPORT
        return next((kind for kind in known if kind in _DRAWN), ExportKind.PICTURE)

    @property
    def setting(self) -> PictureSetting:
        """The view of the session, else all examples and the usual layers."""
        appearance = Appearance(self.options.theme or Appearance.LIGHT)
        return PictureSetting(appearance) if self.lesson is None else PictureSetting.of_lesson(self.lesson, appearance)

    @property
    def view_choice(self) -> ViewChoice | None:
        """The projection of the session; None if there is no session or no valid projection."""
        try:
            return view_choice_from_json(self.lesson.view["features"]) if self.lesson else None
        except (TypeError, ValueError, LookupError):  # A lesson with a view of other features is drawn as any data.
            return None

    def _refuse(self, kinds: str, options: dict[str, object]) -> None:
        for name, value in options.items():
            if value is not None:
                raise InputError(f"--{name} is {kinds}; leave it out for this file", path=self.path)


def export(run: Run, wish: ExportWish, stream: BinaryIO) -> Task[None]:
    """Write the export to `stream` in slices, and let Qt work between them."""
    setting = wish.setting
    application = make_application()
    apply_to_application(application, ThemeModel(setting.appearance, application).current)

    def written() -> Task[None]:
        stream.write((yield from _task(run, wish, setting)))
        yield 1.0

    for done in written():
        # The task shares its thread with the computations that it waits for.
        QApplication.processEvents()
        yield done


def pdfs(sheets: Sequence[Report]) -> Iterator[bytes]:
    """Yield sheets as PDF."""
    application = make_application()
    apply_to_application(application, ThemeModel(Appearance.LIGHT, application).current)
    yield from map(FORMATS[".pdf"].sheet, sheets)


def _task(run: Run, wish: ExportWish, setting: PictureSetting) -> Task[bytes]:
    asked, entry, name = wish.options, format_for(wish.path), Path(wish.options.data or DEFAULT_FILE).name
    if wish.kind is ExportKind.PICTURE:
        choices = PictureChoices.lettered(Subject(asked.show or Subject.BOTH), asked.size or SIZE, asked.lettering)
        if wish.lesson is not None:
            setting = replace(setting, example=wish.lesson.example)
        return (yield from tasks.picture_task(run, asked.at, choices, setting, entry.picture))
    if wish.kind is ExportKind.FILM:
        if not run.updates:
            raise InputError("the run has no update, so there is nothing to film; export a picture instead")
        speed = USUAL_SPEED if asked.speed is None else asked.speed
        most = MOST if asked.frames is None else asked.frames
        stretch = FilmStretch.of(run, asked.first or 0, run.updates if asked.at is None else asked.at, speed, most)
        size, subject = asked.size or QSize(800, 560), Subject(asked.show or Subject.CANVAS)
        choices = PictureChoices.lettered(subject, size, asked.lettering)
        return (yield from tasks.film_task(run, stretch, choices, setting, entry.film))
    if wish.kind is ExportKind.REPORT:
        title, text = ("", "") if wish.lesson is None else (wish.lesson.title, wish.lesson.text)
        preface = Preface(title, text, datetime.now(), __version__, asked.command)
        page = player_page_in_slices(run, name, view=wish.view_choice) if asked.play else None
        drawn = tasks.report_task(run, name, preface, setting)
        return (yield from tasks.written_report(drawn, entry.report, page, tasks.beside_report(wish.path)))
    if wish.kind is ExportKind.SHEET:
        sheet = solution_of(run, name, asked.paper, asked.title)
        return entry.sheet(sheet.blank() if asked.blank else sheet)
    return entry.player((yield from player_page_in_slices(run, name, view=wish.view_choice)))
