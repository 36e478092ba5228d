"""The window in which a lesson leads. The user's own waits behind it as it was, and comes back at the end.

Nothing of a lesson's work is kept, so nothing is asked; a crash finds the user's own work where every crash does.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent

from core.errors import InputError
from core.lessons.lesson import GuidedLesson
from core.lessons.lesson_files import lesson_files, lesson_title
from core.lessons.reading import read_lesson
from core.resources import resource
from perceptron_gui.look.notice_bar import Offer, Severity
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.window.lesson.director import LessonDirector
from perceptron_gui.window.lesson.strip import LessonStrip
from perceptron_gui.window.main_window import MainWindow


class LessonWindow(MainWindow):
    """Leads through the lesson in a file, from the first step that was not done yet, in the place of `home`."""

    def __init__(self, home: MainWindow, path: Path, lesson: GuidedLesson) -> None:
        super().__init__(home.settings, home.theme, home.recovery.folder, lesson=lesson)
        self._home = home
        self._path = path
        place = self.settings.lesson_steps.get(path.name, 0)
        self.guide = guide = LessonGuide(lesson, self.workspace, place if place < len(lesson.steps) else 0, self)
        self.strip = LessonStrip(guide, self.theme)
        self.put_above_canvas(self.strip)
        buttons, step, timeline = self.transport.buttons, self.transport.step, self.transport.timeline
        framed = {"canvas": self.canvas, "panel": self.panel, "play": buttons["play"], "step": step}
        self.director = LessonDirector(guide, self, {**framed, "timeline": timeline, "learner": self.options})
        self.director.failed.connect(lambda error: self.complain(str(error)))
        self.files.name = lesson.title
        self.strip.left.connect(self.close)
        guide.stepped.connect(lambda: self._remember(guide.place))
        guide.finished.connect(self._finish)
        self.lesson_asked.connect(self._change)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.leave)  # a signal ends the program with this window open

    def start(self) -> None:
        """Take the place of the user's own window, and show the step."""
        self.restoreGeometry(self._home.saveGeometry())
        self.show()
        self._home.hide()
        self.director.begin()
        self.strip.focus_field()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the answer that has the digit; let Enter on the canvas go on once the step is done."""
        held, kinds = event.modifiers(), Qt.KeyboardModifier
        typed = not held & (kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier)
        on_canvas = self.canvas.isAncestorOf(self.focusWidget())
        if typed and self.strip.choose(event.text()):
            return
        if on_canvas and self.guide.done and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.guide.go_on()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._home.restoreGeometry(self.saveGeometry())
        self._home.show()
        self._home.activateWindow()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        super().closeEvent(event)

    @Slot()
    def _finish(self) -> None:
        """Go back, where the lesson that follows is offered."""
        self._remember(len(self.guide.lesson.steps))
        home, following = self._home, _after(self._path)
        self.close()
        if following is not None:
            offer = Offer(lesson_title(following), partial(lead, home, following))
            home.notice.show_notice(Severity.NOTE, "The lesson is done. The next one:", offer)

    @Slot(object)
    def _change(self, path: Path) -> None:
        """Another lesson takes the place of this one."""
        home = self._home
        self.close()
        lead(home, path)

    def _remember(self, step: int) -> None:
        with self.settings.shared():
            self.settings.lesson_steps = {**self.settings.lesson_steps, self._path.name: step}


def lead(home: MainWindow, path: Path) -> None:
    """Go through a lesson in the place of the user's own window; what is wrong with its file is said there."""
    try:
        lesson = read_lesson(path)
    except InputError as error:
        home.files.forget(path)
        home.complain(str(error))
        return
    if path.parent != resource("lessons"):
        home.files.remember(path)
    home.player.pause()
    LessonWindow(home, path, lesson).start()


def _after(path: Path) -> Path | None:
    """The lesson that follows this one in its folder."""
    files = lesson_files(path.parent)
    place = files.index(path) + 1 if path in files else len(files)
    return files[place] if place < len(files) else None
