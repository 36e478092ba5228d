"""The files of lessons and their titles, for a menu that reads none of them."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from core.files.disk import file_text
from core.resources import resource

WHY = resource("lessons", "own", "why_did_it_have_to_stop.toml")
"""The lesson over the run in the window that shows why it had to stop."""


def lesson_files(folder: Path | None = None) -> list[Path]:
    """Return the files of the lessons in a folder, in order; None means those that come with the program."""
    return sorted((folder or resource("lessons")).glob("*.toml"), key=_place)


def _place(path: Path) -> tuple[int, str]:
    number = re.match(r"\d{1,9}(?=_)", path.name)
    return (int(number[0]) if number else 10**9, path.name)


def lesson_key(name: str) -> str:
    """Return the name of a lesson's file without the number before it, which a later version may change."""
    return re.sub(r"^\d+_", "", name)


def count_steps(path: Path) -> int:
    """Return how many steps the lesson in a file has, at least 1; the rest of the file is not read."""
    with suppress(OSError, ValueError):
        return max(len(re.findall(r"^\s*\[\[step\]\]", file_text(path), re.MULTILINE)), 1)
    return 1


def lesson_title(path: Path) -> str:
    """Return the title of the lesson in a file, or else the file's name without the number before it."""
    with suppress(OSError, ValueError):
        if given := re.search(r'\A(?:\s*#.*\n|\s*\n)*title\s*=\s*"([^"\\\n]+)"', file_text(path)):
            return given[1]
    name = (lesson_key(path.stem) or path.stem).replace("_", " ")
    return name[:1].upper() + name[1:]
