"""The offer of the first lesson, in a strip above the canvas, for who has not been through it."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from core.errors import InputError
from core.lessons.lesson_files import lesson_files, lesson_title
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import label_of, push_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.window.edged_strip import EdgedStrip


class LessonOffer(EdgedStrip):
    """Hidden until it is made, and for good once it is declined or the lesson done. `accepted` carries its file."""

    accepted = Signal(object)

    def __init__(self, settings: Settings, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__("First lesson", "promise", theme, parent)
        self._settings = settings
        self._path = next(iter(lesson_files()), None)
        title = "" if self._path is None else lesson_title(self._path)
        self._says = label_of(
            f"New here? <b>{escape(title)}</b> – a first lesson of three minutes.", scale=1.0, wraps=False, rich=True
        )
        self.start = push_button("Start Lesso&n", "What is here waits as it is; Help ▸ Lessons has them all", scale=1.0)
        self.decline = push_button("No, Thanks", "Do not offer it again (Help ▸ Lessons has it)", scale=1.0)
        self.setLayout(in_row(self._says, 12, self.start, self.decline, 0, margins=(12, 3, 8, 3), spacing=8))
        self.start.clicked.connect(self._accept)
        self.decline.clicked.connect(self._decline)
        self.hide()

    def make(self) -> None:
        """Show it to whom it may be of use."""
        self.setVisible(
            self._path is not None and self._settings.offers_lesson and not _done(self._path, self._settings)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """The lesson may have been gone through meanwhile, in the place of this window."""
        if self._path is not None and _done(self._path, self._settings):
            self.hide()

    @Slot()
    def _accept(self) -> None:
        self.hide()
        self.accepted.emit(self._path)

    @Slot()
    def _decline(self) -> None:
        with self._settings.shared():
            self._settings.offers_lesson = False
        self.hide()


def _done(path: Path, settings: Settings) -> bool:
    """Whether the lesson in a file was gone through; it is read only where it was begun."""
    place = settings.lesson_steps.get(path.name)
    if not place:
        return False
    from core.lessons.reading import read_lesson

    try:
        return place >= len(read_lesson(path).steps)
    except InputError:
        return True
