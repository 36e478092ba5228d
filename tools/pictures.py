"""The pictures of README and docs, made by the program itself; with --all, every learner beside every panel."""

from __future__ import annotations

import argparse
import io
import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from PIL import Image
from PySide6.QtCore import QEventLoop, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from core.built_in import BUILT_IN, BuiltIn
from core.files.atomic import atomic_file
from core.learners import LEARNERS
from core.lessons.lesson_files import lesson_files
from core.resources import resource
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import Drawing, png
from perceptron_gui.exports.offscreen import SIZE, PictureSetting, Subject, ready
from perceptron_gui.exports.tasks import PictureChoices
from perceptron_gui.files.loading import LoadRequest, survey_for
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.panels import PANELS
from perceptron_gui.program.application import make_application
from perceptron_gui.window.dialogs.import_dialog import ImportDialog
from perceptron_gui.window.lesson_window import LessonWindow, lead
from perceptron_gui.window.main_window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
_WINDOW_AT = 3
_COLOURS = 256
_EPOCHS = 100
"""Enough to look at, where a run cannot stop by itself: one panel makes it a thousand times."""
_SETS = {data.name: data for data in BUILT_IN}


@dataclass(frozen=True)
class View:
    """A run over built-in data beside the panel called `panel`; after `at` updates, or (None) in its middle."""

    name: str
    data: BuiltIn
    spec: RunSpec
    panel: str
    appearance: Appearance = Appearance.LIGHT
    at: int | None = None


def gallery() -> Iterator[View]:
    """Yield the pictures of README and docs, as docs/pictures/index.toml lists them."""
    for name, entry in tomllib.loads((FOLDER / "index.toml").read_text("utf-8")).items():
        yield _view(name, entry)


def every_view() -> Iterator[View]:
    """Yield each learner over the first of the built-in data that is for it, else the first of all; both themes."""
    for learner in LEARNERS:
        data = next((data for data in BUILT_IN if data.spec.learner == learner), BUILT_IN[0])
        spec = replace(data.spec, learner=learner, max_epochs=_EPOCHS)
        for panel in PANELS:
            for appearance in (Appearance.LIGHT, Appearance.DARK):
                yield View(f"{learner}-{panel.lower()}-{appearance}", data, spec, panel, appearance)


def run_of(view: View) -> Run:
    """Return the whole run of a view."""
    return _trained(view.data, view.spec)


def moment_of(view: View, run: Run) -> int:
    """Return the update that a view of the run shows."""
    return run.updates // 2 if view.at is None else view.at


def main(arguments: Sequence[str] | None = None) -> None:
    """Make what is asked for, and say of each picture how large its file is."""
    parser = _parser()
    options = parser.parse_args(arguments)
    shot = PictureChoices(Subject.BOTH, options.size, options.scale)
    works: dict[str, Callable[[Path], None]] = {name: partial(_make_window, name, options.size) for name in WINDOWS}
    works |= {view.name: partial(_make, view, shot) for view in (every_view() if options.all else gallery())}
    for name in options.names:
        if name not in works:
            parser.error(f"{name!r} is not a picture; {', '.join(works)} are")
    folder = options.all or options.into
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    make_application()
    for name in options.names or works:
        path = folder / f"{name}.png"
        works[name](path)
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER", help="where to (%(default)s)")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every learner beside every panel, in that folder")
    parser.add_argument("--size", type=_size, default=SIZE, metavar="WxH", help="1280x800 unless told otherwise")
    parser.add_argument("--scale", type=float, default=1.0, help="pixels for each of the size, across and down (1)")
    return parser


def _size(text: str) -> QSize:
    width, height = map(int, text.split("x"))
    return QSize(width, height)


def _view(name: str, entry: dict[str, Any]) -> View:
    data = _SETS[entry["set"]]
    spec = RunSpec.from_json(entry["run"]) if "run" in entry else data.spec
    return View(name, data, spec, entry["panel"], Appearance(entry.get("theme", Appearance.LIGHT)), entry.get("at"))


def _make(view: View, shot: PictureChoices, path: Path) -> None:
    run = run_of(view)
    _dress(view.appearance)
    with atomic_file(path) as stream:
        setting = PictureSetting(view.appearance, view.panel)
        for _ in tasks.picture_task(run, moment_of(view, run), shot, setting, write=_png, stream=stream):
            QApplication.processEvents()


def _make_window(name: str, size: QSize, path: Path) -> None:
    theme = _dress(Appearance.LIGHT)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.motion = Motion.OFF
        settings.offers_lesson = False
        window = MainWindow(settings, theme, Path(folder))
        window.show()
        window.begin()
        _settle(window)
        shown = WINDOWS[name](window)
        shown.resize(size if isinstance(shown, MainWindow) else size * 0.8)
        shown.grab()  # the canvas asks for its maps only when it is drawn
        if isinstance(shown, MainWindow):
            ready(shown.canvas)
        QApplication.processEvents()
        with atomic_file(path) as stream:
            stream.write(_reduced(shown.grab().toImage()))
        shown.close()
        window.close()


def _settle(window: MainWindow) -> None:
    while window.runner.running:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def _a_few_updates_on(window: MainWindow) -> QWidget:
    """Return the whole window, as it begins, a few updates on."""
    window.player.go_to_update(_WINDOW_AT)
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


WINDOWS: dict[str, Callable[[MainWindow], QWidget]] = {
    "window": _a_few_updates_on,
    "lesson": _in_a_lesson,
    "import": _opening_a_file,
}
"""Name of a picture of a window or a dialog → the function that brings it about, beginning with a new window."""


@cache
def _trained(data: BuiltIn, spec: RunSpec) -> Run:
    return train(data.dataset(), spec)


def _dress(appearance: Appearance) -> ThemeModel:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = ThemeModel(appearance, application)
    apply_to_application(application, theme.current)
    return theme


def _png(drawing: Drawing) -> bytes:
    return _reduced(drawing.image())


def _reduced(image: QImage) -> bytes:
    """Return a PNG of few colours: a third of the bytes, and no difference to the eye."""
    stream = io.BytesIO()
    picture = Image.open(io.BytesIO(png(image))).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


if __name__ == "__main__":
    main()
