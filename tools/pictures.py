"""The pictures of README and docs, made by the program itself; with --check, whether they still show it."""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from PIL import Image
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from core.built_in import BUILT_IN, BuiltIn
from core.files.atomic import write_atomically
from core.learners import LEARNERS
from core.lessons.lesson_files import lesson_files
from core.resources import resource
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import FORMATS
from perceptron_gui.exports.gif_blocks import Palette, colour_counts
from perceptron_gui.exports.offscreen import SIZE, PictureSetting, Subject, ready
from perceptron_gui.exports.paper import Drawing
from perceptron_gui.exports.tasks import FilmStretch, PictureChoices, Task
from perceptron_gui.files.loading import LoadRequest, survey_for
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.program.application import make_application
from perceptron_gui.window.dialogs.import_dialog import ImportDialog
from perceptron_gui.window.lesson_window import LessonWindow, lead
from perceptron_gui.window.main_window import MainWindow
from tools.likeness import unlike

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SHARPNESS = 2
"""Pixels of a picture for each of the window's, across and down. A film has one."""
_EPOCHS = 100
"""Enough to look at, where a run cannot stop by itself: one panel makes it a thousand times."""
_SPEED = 1.0
"""Updates per second of the film."""
_SETS = {data.name: data for data in BUILT_IN}


@dataclass(frozen=True)
class View:
    """The window with a run over built-in data and the panel called `panel`, after `at` updates or in the middle."""

    data: BuiltIn
    spec: RunSpec
    panel: str
    appearance: Appearance = Appearance.LIGHT
    at: int | None = None

    @property
    def run(self) -> Run:
        return train(self.data.dataset(), self.spec)

    def moment(self, run: Run) -> int:
        """Return the update of the run that is shown."""
        return run.updates // 2 if self.at is None else self.at


def gallery() -> dict[str, View]:
    """Return the views in docs/pictures/index.toml by their names."""
    index: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "index.toml").read_text("utf-8"))
    return {name: _view(**entry) for name, entry in index.items()}


def every_view() -> Iterator[tuple[str, View]]:
    """Yield each learner over the first of the built-in data that is for it, else the first of all; both themes."""
    for learner in LEARNERS:
        data = next((data for data in BUILT_IN if data.spec.learner == learner), BUILT_IN[0])
        spec = replace(data.spec, learner=learner, max_epochs=_EPOCHS)
        for panel in PANELS:
            for appearance in (Appearance.LIGHT, Appearance.DARK):
                yield f"{learner}-{panel.lower()}-{appearance}", View(data, spec, panel, appearance)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what is asked for, and say of each file how large it is; or return 1 if a picture shows another program."""
    parser = _parser()
    options = parser.parse_args(arguments)
    works = dict(_windows(every_view())) if options.all else dict(_windows(gallery().items())) | OTHERS
    for name in options.names:
        if name not in works:
            parser.error(f"{name!r} is not a picture; {', '.join(works)} are")
    # Nobody sees the windows, on a screen that is as fine.
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(SHARPNESS)}
    make_application()
    if options.check:
        return _check({name: works[name] for name in options.names or works}, options.into)
    folder = options.all or options.into
    folder.mkdir(parents=True, exist_ok=True)
    for name in options.names or works:
        path = folder / name
        works[name](path)
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER", help="where to (%(default)s)")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every learner beside every panel, in that folder")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a picture shows another program")
    return parser


Work = Callable[[Path], None]
"""A function that writes a picture or a film to a file."""


def _check(works: dict[str, Work], folder: Path) -> int:
    """Draw all beside the folder, and say which of its pictures show something else; return 1 if one does."""
    old = 0
    with tempfile.TemporaryDirectory() as drawn:
        for name, work in works.items():
            path = Path(drawn, name)
            work(path)
            if difference := unlike(path, folder / name):
                print(f"{folder / name} does not show the program as it is: {difference}", file=sys.stderr)
                old = 1
    if old:
        print("`make pictures` draws them anew", file=sys.stderr)
    return old


def _view(
    data: str, panel: str, theme: str = "light", run: dict[str, Any] | None = None, at: int | None = None
) -> View:
    spec = _SETS[data].spec if run is None else RunSpec.from_json(run)
    return View(_SETS[data], spec, panel, Appearance(theme), at)


def _windows(views: Iterable[tuple[str, View]]) -> Iterator[tuple[str, Work]]:
    """Yield the file and the work of each view."""
    for name, view in views:
        yield f"{name}.png", partial(_draw, partial(_over_data, view), view.appearance)


def _draw(bring_about: Callable[[MainWindow], QWidget], appearance: Appearance, path: Path) -> None:
    """Write a picture of the window or dialog that is brought about, beginning with a new window."""
    theme = _dress(appearance)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.appearance, settings.motion = appearance, Motion.OFF
        settings.offers_lesson, settings.asked_why, settings.told_once = False, True, ("loops",)
        window = MainWindow(settings, theme, Path(folder))
        window.show()
        window.begin()
        _settle(window)
        shown = bring_about(window)
        shown.resize(SIZE)
        image = _grabbed(shown)
        write_atomically(path, _reduced(image))
        shown.close()
        window.close()


def _grabbed(shown: QWidget) -> QImage:
    """Return a picture of a widget in which nothing is still to come."""
    QApplication.processEvents()
    if isinstance(shown, MainWindow):
        panel = shown.panel.panel
        while isinstance(panel, FollowingPanel) and not panel.ready():
            QApplication.processEvents()
        shown.grab()  # The canvas asks for its maps only when it is drawn.
        while not ready(shown.canvas):
            QApplication.processEvents()
        shown.actions_.ask()
        QApplication.processEvents()
        shown.notice.clear()  # Last, because some of what it says comes late.
    return shown.grab().toImage()


def _settle(window: MainWindow) -> None:
    while window.runner.running:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def _over_data(view: View, window: MainWindow) -> QWidget:
    """Return the window with the run and the panel of a view."""
    window.files.show_built_in(view.data, vars(view.spec))
    _settle(window)
    window.panel.turn_to(view.panel)
    run = window.player.run
    assert run is not None
    window.player.go_to_update(view.moment(run))
    return window


def _in_a_lesson(window: MainWindow) -> QWidget:
    """Return the window that the first lesson leads, at its first step."""
    lead(window, lesson_files()[0])
    (lesson,) = (widget for widget in QApplication.topLevelWidgets() if isinstance(widget, LessonWindow))
    _settle(lesson)
    return lesson


def _opening_a_file(window: MainWindow) -> QWidget:
    """Return the dialog that asks what to take of a file, here of one with three classes."""
    request = LoadRequest(resource("datasets", "penguins.csv"))
    dialog = ImportDialog(survey_for(request), request, window.parts.theme, window)
    dialog.show()
    return dialog


def _export(make: Callable[[Run, PictureSetting], Task[bytes]], view: View, path: Path) -> None:
    """Write what the program exports of a view."""
    _dress(view.appearance)

    def written() -> Task[None]:
        write_atomically(path, (yield from make(view.run, PictureSetting(view.appearance, view.panel))))

    for _ in written():
        QApplication.processEvents()


def _picture(at: int, run: Run, setting: PictureSetting) -> Task[bytes]:
    def write(drawing: Drawing) -> bytes:
        return _reduced(drawing.image())

    shot = PictureChoices(Subject.BOTH, SIZE, SHARPNESS)
    return tasks.picture_task(run, at, shot, setting, write)


def _film(run: Run, setting: PictureSetting) -> Task[bytes]:
    """Write the whole run as a GIF: of all formats of films, hosts of code play this one in every README."""
    stretch, shot = FilmStretch.of(run, 0, run.updates, _SPEED, tasks.MOST), PictureChoices(Subject.BOTH, SIZE)
    return tasks.film_task(run, stretch, shot, setting, FORMATS[".gif"].film)


@lru_cache(maxsize=1)
def _dress(appearance: Appearance) -> ThemeModel:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = ThemeModel(appearance, application)
    apply_to_application(application, theme.current)
    return theme


def _reduced(image: QImage) -> bytes:
    """Return a PNG with the palette that a film of one picture has: a third of the bytes, no difference to the eye."""
    palette = Palette([colour_counts(image)])
    picture = Image.fromarray(palette.pixels(image))
    picture.putpalette(palette.colours.tobytes())
    stream = io.BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()


_FIRST_RUN = _view(BUILT_IN[0].name, "Theory")
OTHERS: dict[str, Work] = {
    "first_run.gif": partial(_export, _film, _FIRST_RUN),
    "lesson.png": partial(_draw, _in_a_lesson, Appearance.LIGHT),
    "import.png": partial(_draw, _opening_a_file, Appearance.LIGHT),
    "exported.png": partial(_export, partial(_picture, 12), _view("iris_setosa_virginica", "Theory")),
}
"""File → the work that no line of docs/pictures/index.toml describes."""


if __name__ == "__main__":
    sys.exit(main())
