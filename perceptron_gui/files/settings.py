"""The settings that the program remembers between two starts, each declared once with type, default and meaning."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QSettings, QStandardPaths

from core.lessons.lesson_files import lesson_key
from core.pace import USUAL_SPEED
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.size import PERCENTS
from perceptron_gui.look.theme import Appearance
from perceptron_gui.look.voice import SpokenSteps
from perceptron_gui.model.saved_setting import read
from perceptron_gui.model.workspace import TheoryPage

T = TypeVar("T")
PRINTABLE = "both", "canvas", "panel", "report", "solution", "blank"
"""Names of what can be printed: parts of the window, the report of the run, its solution, and the same with gaps."""


@dataclass(frozen=True)
class Setting(Generic[T]):
    """A descriptor over one key of the file. What cannot be read back (edited by hand, say) is the default."""

    key: str
    default: T
    decode: Callable[[Any], T] | None = None
    """The function from JSON values; None: any value of the type of the default."""
    encode: Callable[[T], Any] = lambda value: value

    def __get__(self, settings: Settings, owner: type) -> T:
        try:
            return read(self.decode or type(self.default), json.loads(str(settings.store.value(self.key))))
        except (ValueError, TypeError, ArithmeticError, RecursionError):  # A value edited by hand may be anything.
            return self.default

    def __set__(self, settings: Settings, value: T) -> None:
        if settings.listening:
            settings.store.setValue(self.key, json.dumps(self.encode(value)))


def _percent(value: Any) -> int:
    if value not in PERCENTS:
        raise ValueError
    return int(value)


def _motion(value: Any) -> Motion:
    return {True: Motion.SYSTEM, False: Motion.OFF}[value] if isinstance(value, bool) else Motion(value)


def _steps(value: Any) -> dict[str, int]:
    return {lesson_key(read(str, name)): read(int, step) for name, step in read(dict, value).items()}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(read([str], value))


_from_base64 = partial(base64.b64decode, validate=True)


def _to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _folder() -> Path:
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation))


def lessons_folder() -> Path:
    """Return the folder of a user's own lessons, beside the settings; only the user makes it."""
    return _folder() / "lessons"


class Settings:
    """The settings, kept in an ini file, values as JSON. Tests use another `path`."""

    appearance = Setting("appearance", Appearance.SYSTEM, Appearance)
    enlarged = Setting("enlarged", PERCENTS[0], _percent)
    """the scale of everything, in percent"""
    recent_files: Setting[tuple[Path, ...]] = Setting(
        "recent_files", (), lambda values: tuple(map(Path, read(list, values))), lambda paths: list(map(str, paths))
    )
    """files opened or saved, the latest first"""
    recent_commands: Setting[tuple[str, ...]] = Setting("recent_commands", (), _texts)
    """names of commands found by Find a Command, the latest first"""
    speed = Setting("speed", USUAL_SPEED, float)
    """the speed of play in steps a second"""
    motion: Setting[Motion] = Setting("tween", Motion.SYSTEM, _motion)
    """True if the boundary glides from one update to the next; once it was true or false"""
    spoken_steps = Setting("spoken_steps", SpokenSteps.CHANGE, SpokenSteps)
    """the steps that a screen reader speaks by itself"""
    equal_scales = Setting("equal_scales", True)
    """True if both axes have one scale, so that right angles look right"""
    normalised = Setting("normalised", False)
    """True if the theorem is shown with all lengths divided by R."""
    theory_page = Setting("theory_page", TheoryPage.PICTURE, TheoryPage)
    geometry = Setting("geometry", b"", _from_base64, _to_base64)
    """the place and size of the window, as Qt writes them; empty before the first start"""
    splitter = Setting("splitter", b"", _from_base64, _to_base64)
    """the widths of canvas and panel, as Qt writes them"""
    panel = Setting("panel", "")
    """the title of the side panel chosen last; empty for the first"""
    lesson_steps: Setting[dict[str, int]] = Setting("lesson_steps", {}, _steps)
    """`lesson_key` of a lesson's file → the step from which it goes on, from 0; all its steps once it is done."""
    offers_lesson = Setting("offers_lesson", True)
    """True if a start without a file offers the first lesson, until it was gone through"""
    asked_why = Setting("asked_why", True)
    """True if a person has seen why a run stops, and is no newcomer; new settings begin with False"""
    side_panel = Setting("side_panel", True)
    """True if the panel beside the canvas is shown"""
    presented_panel = Setting("presented_panel", False)
    """True if it is shown while presenting, too"""
    printed = Setting("printed", PRINTABLE[0], lambda name: PRINTABLE[PRINTABLE.index(name)])
    """what was printed last"""
    told_once: Setting[tuple[str, ...]] = Setting("told_once", (), _texts)
    """names of commands that have said which key does what theirs did before, and of other things that are said once"""

    def __init__(self, path: Path | None = None) -> None:
        self.store = QSettings(str(path or _folder() / "settings.ini"), QSettings.Format.IniFormat)
        self.listening = True
        """True if changed settings are saved"""
        if not self.store.allKeys():
            self.asked_why = False  # Settings of an earlier version have keys, and their user is no newcomer.

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Take up other windows' changes before the block, which changes a setting, and share it after."""
        self.store.sync()
        yield
        self.store.sync()

    @contextmanager
    def left_alone(self) -> Iterator[None]:
        """Save no setting that is changed inside the block, because it is not the user's own choice."""
        self.listening = False
        try:
            yield
        finally:
            self.listening = True
