"""The pictures of the README, made by the program itself; with --all, every learner beside every panel, to look at."""

from __future__ import annotations

import argparse
import io
import os
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from core.files.atomic import atomic_file
from core.learners import LEARNERS
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.application import make_application
from perceptron_gui.exports import tasks
from perceptron_gui.exports.formats import Drawing
from perceptron_gui.exports.formats.png import encoded
from perceptron_gui.exports.scene import Subject, settle
from perceptron_gui.exports.studio import SIZE, Setting
from perceptron_gui.exports.tasks import Shot
from perceptron_gui.files.built_in import BUILT_IN, BuiltIn
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel, apply_to_application
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WINDOW = "window"
"""The name of the picture of the whole window."""
_WINDOW_AT = 3
_COLOURS = 256
_SETS = {data.name: data for data in BUILT_IN}


@dataclass(frozen=True)
class View:
    """A moment of a run beside the panel called `panel`; after `at` updates, or (None) in the middle."""

    name: str
    data: BuiltIn
    spec: RunSpec
    panel: str
    appearance: Appearance = Appearance.LIGHT
    at: int | None = None


def gallery() -> Iterator[View]:
    """What the README shows."""
    for name, entry in tomllib.loads((FOLDER / "index.toml").read_text("utf-8")).items():
        yield _view(name, **entry)


def every_view() -> Iterator[View]:
    """Every learner, over the first of the built-in data that is for it (or the first of all), beside every panel."""
    for learner in LEARNERS:
        data = next((data for data in BUILT_IN if data.spec.learner == learner), BUILT_IN[0])
        spec = replace(data.spec, learner=learner)
        for panel in PANELS:
            for appearance in (Appearance.LIGHT, Appearance.DARK):
                yield View(f"{learner}-{panel.lower()}-{appearance}", data, spec, panel, appearance)


def make(view: View, shot: Shot, path: Path) -> None:
    """Write the picture of a view."""
    run = _run(view.data, view.spec)
    _dress(view.appearance)
    setting = Setting(view.appearance, view.panel)
    at = run.updates // 2 if view.at is None else view.at
    with atomic_file(path) as stream:
        for _ in tasks.picture(run, at, shot, setting, _small_png, stream):
            QApplication.processEvents()


def make_window(size: QSize, path: Path) -> None:
    """Write the picture of the whole window, as it begins, a few updates on."""
    theme = _dress(Appearance.LIGHT)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.tween = False
        window = MainWindow(settings, theme, Path(folder))
        window.resize(size)
        window.show()
        window.begin()
        while window.runner.running or not window.player.resting:
            QApplication.processEvents()
        window.player.go_to_update(_WINDOW_AT)
        settle(window.canvas)
        QApplication.processEvents()
        with atomic_file(path) as stream:
            stream.write(_reduced(window.grab().toImage()))
        window.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Make what is asked for, and say of each picture how large it is."""
    options = _options(arguments)
    shot = Shot(Subject.BOTH, QSize(*options.size), options.scale)
    folder = options.all or options.into
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application()
    views = list(every_view() if options.all else gallery())
    if wanted(WINDOW, options.names):
        make_window(QSize(*options.size), folder / f"{WINDOW}.png")
    for view in views:
        if wanted(view.name, options.names):
            path = folder / f"{view.name}.png"
            make(view, shot, path)
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB", flush=True)
    application.quit()


def wanted(name: str, names: Sequence[str]) -> bool:
    return not names or name in names


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every learner beside every panel, light and dark")
    parser.add_argument("--size", type=lambda t: tuple(map(int, t.split("x"))), default=(SIZE.width(), SIZE.height()))
    parser.add_argument("--scale", type=float, default=1.0)
    return parser.parse_args(arguments)


def _view(name: str, *, set: str, panel: str, run: dict[str, Any] | None = None, at=None, theme="light") -> View:
    data = _SETS[set]
    return View(name, data, data.spec if run is None else RunSpec.from_json(run), panel, Appearance(theme), at)


@cache
def _run(data: BuiltIn, spec: RunSpec) -> Run:
    return train(data.dataset(), spec)


def _dress(appearance: Appearance) -> ThemeModel:
    application = QApplication.instance()
    theme = ThemeModel(appearance, application)
    apply_to_application(application, theme.current)
    return theme


def _small_png(drawing: Drawing) -> bytes:
    return _reduced(drawing.image())


def _reduced(image: QImage) -> bytes:
    """A PNG of few colours, as small as it can be."""
    stream = io.BytesIO()
    picture = Image.open(io.BytesIO(encoded(image))).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


if __name__ == "__main__":
    main()
