"""A window in which a lesson leads. The user's own waits behind it as it was, and comes back at the end.

Nothing of a lesson's work is kept, so nothing is asked; a crash finds the user's own work where every crash does.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMainWindow

from core.lessons.lesson import GuidedLesson
from core.lessons.lesson_files import lesson_files
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.window.lesson.director import LessonDirector, LessonStage
from perceptron_gui.window.lesson.strip import LessonStrip

_LEADS_AWAY = ("new", "open", "open_with_options", "notes")
_FIRST_END = "A lesson is open; end it first"


class GuidedWindow(QObject):
    """`window` leads through the lesson in a file, in the place of `home`, which it hides until its `end`.

    `finished` carries the file of the lesson that follows, or None.
    """

    finished = Signal(object)

    def __init__(
        self, window: QMainWindow, home: QMainWindow, stage: LessonStage, path: Path, lesson: GuidedLesson
    ) -> None:
        super().__init__(window)
        self.window, self._home = window, home
        self._path = path
        self._settings = stage.settings
        place = self._settings.lesson_steps.get(path.name, 0)
        self.guide = guide = LessonGuide(lesson, stage.workspace, place if place < len(lesson.steps) else 0, self)
        self.strip = LessonStrip(guide, stage.theme)
        self.director = LessonDirector(guide, stage, self)
        stage.actions.allow(_FIRST_END, *_LEADS_AWAY)
        self.strip.left.connect(window.close)
        guide.stepped.connect(self._keep_place)
        guide.finished.connect(self._finish)

    def begin(self) -> None:
        """Take the place of the user's own window, and show the first step that was not done yet."""
        self.window.restoreGeometry(self._home.saveGeometry())
        self.window.show()
        self._home.hide()
        self.director.begin()

    def end(self) -> None:
        """The user's own window is there again."""
        self._home.restoreGeometry(self.window.saveGeometry())
        self._home.show()
        self._home.activateWindow()
        self.window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    @Slot()
    def _keep_place(self) -> None:
        self._remember(self.guide.place)

    @Slot()
    def _finish(self) -> None:
        self._remember(len(self.guide.lesson.steps))
        self.window.close()
        self.finished.emit(_after(self._path))

    def _remember(self, step: int) -> None:
        with self._settings.shared():
            self._settings.lesson_steps = {**self._settings.lesson_steps, self._path.name: step}


def _after(path: Path) -> Path | None:
    """The lesson that follows this one in its folder."""
    files = lesson_files(path.parent)
    place = files.index(path) + 1 if path in files else len(files)
    return files[place] if place < len(files) else None
