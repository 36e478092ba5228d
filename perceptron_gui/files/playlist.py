"""Several files to be shown one after another, as for a lecture."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import InputError
from core.files.disk.refusals import refusals
from core.files.formats import FORMATS
from core.files.session import SUFFIX
from perceptron_gui.model.document.document import Document

_KINDS = (SUFFIX, *FORMATS)


class Playlist(QObject):
    """The `paths` in their order, and the `place` of the one asked for last, or shown since; None before that.

    `changed` comes when either is another; `wanted` carries the path of a file that is to be opened.
    """

    changed = Signal()
    wanted = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.paths: tuple[Path, ...] = ()
        self.place: int | None = None
        self._document = document
        document.path_changed.connect(self._look)

    def take(self, paths: Iterable[Path]) -> None:
        """These from now on, a folder being all files in it that can be opened; the first is asked for.

        Raises InputError for a folder that holds none, or cannot be read.
        """
        self.paths = tuple(dict.fromkeys(path for given in paths for path in _within(given.absolute())))
        self.place = None
        self.go(0)

    def go(self, place: int) -> None:
        """Ask for the file at a place, if there is one."""
        if 0 <= place < len(self.paths):
            self.place = place
            self.changed.emit()
            self.wanted.emit(self.paths[place])

    def step(self, by: int) -> None:
        """Ask for the next, or for the one before."""
        self.go(self.after(by))

    def after(self, by: int) -> int:
        """The place to which a step leads, there or not."""
        return by + (self.place if self.place is not None else -1 if by > 0 else len(self.paths))

    @Slot()
    def _look(self) -> None:
        path = self._document.path
        if path is not None and path.absolute() in self.paths:
            self.place = self.paths.index(path.absolute())
            self.changed.emit()


def _within(path: Path) -> list[Path]:
    """The file itself, or the files in a folder, by their names."""
    if not path.is_dir():
        return [path]
    with refusals(path):
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in _KINDS and each.is_file())
    if not found:
        raise InputError("the folder holds no file that can be opened; sessions or points are expected", path=path)
    return found
