"""The lessons that come with the program: built-in data, a run over them, and what to do and to watch.

What a lesson is called, in the menu and above the canvas, is the name of its file: `4_a_pocket.toml` is "A pocket".
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from core.built_in import BUILT_IN, BuiltIn
from core.errors import InputError
from core.files.session import Session
from core.resources import resource
from core.spec import RunSpec

_KEYS = {"text", "data", "run", "panel"}


@dataclass(frozen=True, eq=False)
class BuiltInLesson:
    """A lesson: its words, the data and the run they are about, and the panel they speak of ("" for any)."""

    title: str
    text: str
    data: BuiltIn
    spec: RunSpec
    panel: str

    def session(self) -> Session:
        """As it is opened. Raises InputError where the file of the data is damaged."""
        view = {"panel": self.panel, "side_panel": True} if self.panel else {}
        return Session(self.data.dataset(), self.spec, title=self.title, text=self.text, view=view)


def lesson_files(folder: Path | None = None) -> list[Path]:
    """The files of the lessons, in their order."""
    return sorted((folder or resource("lessons")).glob("*.toml"))


def lesson_title(path: Path) -> str:
    """What the lesson in a file is called: the file's name, without the number that gives its place."""
    number, _, words = path.stem.partition("_")
    name = (words if number.isdecimal() and words else path.stem).replace("_", " ")
    return name[:1].upper() + name[1:]


def read_lesson(path: Path) -> BuiltInLesson:
    """The lesson in a file. Raises InputError for what is none."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"this is no lesson: {error}", path=path) from error
    try:
        data = next(data for data in BUILT_IN if data.name == content["data"])
        text, panel = (_text(content.get(key, "")) for key in ("text", "panel"))
        spec = _spec(data.spec, content.get("run", {}))
    except StopIteration:
        raise InputError(f"{content['data']!r} is not among the built-in data", path=path) from None
    except KeyError as error:
        raise InputError(f"{error} is expected in a lesson", path=path) from None
    except TypeError as error:
        raise InputError(f"this is no lesson: {error}", path=path) from None
    if strange := content.keys() - _KEYS:
        raise InputError(f"{min(strange)} is not expected in a lesson; its file's name is its title", path=path)
    return BuiltInLesson(lesson_title(path), text.strip(), data, spec, panel)


def _spec(usual: RunSpec, options: dict[str, Any]) -> RunSpec:
    known = {field.name for field in fields(RunSpec)}
    if strange := set(options) - known:
        raise TypeError(f"{min(strange)} is not an option of a run")
    return replace(usual, **options)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
