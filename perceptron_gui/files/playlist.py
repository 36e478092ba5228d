"""Several files to be shown one after another, as for a lecture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.errors import InputError, listed_names
from core.files.disk import refusals
from core.files.formats import FORMATS, LESSON, SPREADSHEETS
from core.files.session import SUFFIX
from perceptron_gui.model.document.document import Document

_KINDS = (SUFFIX, *FORMATS, *SPREADSHEETS, LESSON)


class Playlist(QObject):
    """The `paths` in their order, and the `place` of the one asked for last, or shown since; −1 before.

    `left_out` is a sentence about the other files of a folder; empty if there are none. `changed` comes when either
    changes; `wanted` carries the path of a file to open.
    """

    changed = Signal()
    wanted = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.paths: tuple[Path, ...] = ()
        self.left_out = ""
        self.place = -1
        self._document = document
        document.path_changed.connect(self._look)

    def take(self, paths: Sequence[Path], *, begun: bool = False) -> None:
        """Show these from now on, as `files_of` finds them; ask for the first unless `begun`. Raise InputError."""
        self.paths, self.left_out = files_of(paths), ". ".join(filter(None, map(_left_out, paths)))
        self.place = 0
        self.changed.emit()
        if not begun:
            self.wanted.emit(self.paths[0])

    def go(self, place: int) -> None:
        if 0 <= place < len(self.paths):
            self.place = place
            self.changed.emit()
            self.wanted.emit(self.paths[place])

    def _look(self) -> None:
        path = self._document.path
        if path is not None and path.absolute() in self.paths:
            self.place = self.paths.index(path.absolute())
            self.changed.emit()


def files_of(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files in their order, each once, and for a folder the files in it by their names. Raise InputError."""
    found = list[Path]()
    for path in map(Path.absolute, paths):
        within = [each for each in _files_in(path) if each.suffix.lower() in _KINDS] if path.is_dir() else [path]
        if not within:
            sentence = "the folder holds no file that can be opened; choose sessions, points or lessons"
            raise InputError(sentence, path=path)
        found += within
    return tuple(dict.fromkeys(found))


def _left_out(path: Path) -> str:
    """Return which files of a folder cannot be opened; empty for none, and for a file."""
    strange = [each.name for each in _files_in(path) if each.suffix.lower() not in _KINDS] if path.is_dir() else []
    told = f"Left out of “{path.absolute().name}”: {listed_names(strange)} (no sessions, points or lessons)"
    return told if strange else ""


def _files_in(folder: Path) -> list[Path]:
    with refusals(folder):
        return sorted(each for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))
