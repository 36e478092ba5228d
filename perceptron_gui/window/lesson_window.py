"""The window of a lesson. The user's own window waits behind it unchanged, and comes back at the end.

Nothing of a lesson's work is kept, so nothing is asked; after a crash the user's own work is found as after any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from core.errors import InputError
from core.learners import resolved
from core.lessons.goals.conditions import RunByHand
from core.lessons.goals.goal import MarkedQuestion
from core.lessons.goals.questions import BoundaryPredicted
from core.lessons.lesson import Display, GuidedLesson, LessonStep
from core.lessons.lesson_files import WHY, lesson_files, lesson_key, lesson_title
from core.lessons.reading import read_lesson
from core.lessons.vocabulary import NO_TAB
from core.resources import resource
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.look.card import Offer, Severity
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.model.pointing.highlight import Kind
from perceptron_gui.model.theorem_view import TheoryPage
from perceptron_gui.window.cards import is_lesson_done
from perceptron_gui.window.lesson_card import LessonCard, Spotlight
from perceptron_gui.window.main_window import MainWindow


class LessonWindow(MainWindow):
    """Leads through the lesson in a file, from the first step that was not done yet, in the place of `home`."""

    def __init__(self, home: MainWindow, path: Path, lesson: GuidedLesson) -> None:
        super().__init__(home.settings, home.theme, home.recovery.folder, lesson=lesson)
        self._home = home
        self._path = path
        place = 0 if path == WHY else self.settings.lesson_steps.get(lesson_key(path.name), 0)
        self.guide = guide = LessonGuide(lesson, self.workspace, place if place < len(lesson.steps) else 0, self)
        self.card = LessonCard(guide, self.theme)
        self.card.take(self.quiz_card, self.by_hand_card)
        self.side.put_first(self.card)
        buttons, step, timeline = self.transport.buttons, self.transport.step, self.transport.timeline
        framed = {"canvas": self.canvas, "panel": self.panel, "play": buttons["play"], "step": step}
        self.director = LessonDirector(guide, self, {**framed, "timeline": timeline, "learner": self.options})
        self.files.name = lesson.title
        self.card.leave.clicked.connect(self.close)
        if path != WHY:
            guide.stepped.connect(lambda: self._remember(guide.place))
        guide.finished.connect(self._finish)
        self.lesson_asked.connect(self._change)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.leave)  # A signal may end the program while this window is open.

    def start(self) -> None:
        """Take the place of the user's own window, and show the step."""
        self.restoreGeometry(self._home.saveGeometry())
        self.show()
        self._home.hide()
        self.director.begin()
        self.card.focus_field()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the answer that has the digit; let Enter on the canvas go on once the step is done."""
        held, kinds = event.modifiers(), Qt.KeyboardModifier
        typed = not held & (kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier)
        on_canvas = self.canvas.isAncestorOf(self.focusWidget())
        if typed and self.card.choose(event.text()):
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

    def _finish(self) -> None:
        """Go back, and offer the next lesson there."""
        if self._path == WHY:
            self.close()
            self._home.first_steps.finish()
            return
        self._remember(len(self.guide.lesson.steps))
        home, files = self._home, lesson_files(self._path.parent)
        following = files[files.index(self._path) + 1 :] if self._path in files else []
        self.close()
        if following:
            offer = Offer(lesson_title(following[0]), partial(lead, home, following[0]))
            done = sum(is_lesson_done(self.settings, path) for path in files)
            told = f"You have done {done} of {len(files)} lessons. The next one:"
            home.notice.show_notice(Severity.NOTE, told, offer)

    def _change(self, path: Path) -> None:
        home = self._home
        self.close()
        lead(home, path)

    def _remember(self, step: int) -> None:
        with self.settings.shared():
            self.settings.lesson_steps = {**self.settings.lesson_steps, lesson_key(self._path.name): step}


def lead(home: MainWindow, path: Path) -> None:
    """Guide through a lesson in place of the user's own window, which shows errors in the file."""
    try:
        lesson = read_lesson(path, (home.document.dataset, home.document.spec))
    except InputError as error:
        home.files.forget(path)
        home.complain(str(error))
        return
    if path.parent != resource("lessons") and path != WHY:
        home.files.remember(path)
    home.player.pause()
    LessonWindow(home, path, lesson).start()


class LessonDirector(QObject):
    """The director sets the window as each step wants it: data, options, playhead, and what is shown, lit and hidden.

    `framed` are the parts of the window that can be highlighted, by their names in `core.lessons.vocabulary.LIT`.
    """

    def __init__(self, guide: LessonGuide, window: MainWindow, framed: Mapping[str, QWidget]) -> None:
        super().__init__(window)
        self._guide = guide
        self._window = window
        self.framed = framed
        self.spotlight = Spotlight(window)
        self._before: LessonStep | None = None
        self._place = -1
        guide.stepped.connect(self._follow)
        runner, player, highlight = window.runner, window.player, window.workspace.highlight
        runner.paused.connect(runner.run_on, Qt.ConnectionType.QueuedConnection)  # The lesson has its own limits.
        player.run_changed.connect(self._keep_light)
        player.shown.connect(self._keep_light)
        highlight.changed.connect(self._light_again)

    def begin(self) -> None:
        """Show the step of the guide, as for a person who comes from no other step."""
        self._follow()

    def _follow(self) -> None:
        guide, step = self._guide, self._guide.step
        onwards = guide.place == self._place + 1 and self._before is not None
        try:
            self._set_out(step, onwards=onwards)
        except InputError as error:
            self._window.complain(str(error))  # The step is then the same as the one before.
        self._before, self._place = step, guide.place
        with self._window.settings.left_alone():
            self._show(step.display)
        # One thing is lit: a part of the window is framed, or a quantity is lit wherever it is seen.
        self.spotlight.light(self.framed.get(step.light or ""))
        self._window.workspace.highlight.clear()
        self._keep_light()
        guide.enter()
        if not (isinstance(step.goal, MarkedQuestion) and step.goal.typed):
            self._window.canvas.setFocus()  # The keys step, turn a line and click.

    def _set_out(self, step: LessonStep, *, onwards: bool) -> None:
        """Set data, options and playhead; if nothing changes, the person's work of the step before stays."""
        workspace, before = self._window.workspace, self._before
        document, player = workspace.document, workspace.player
        player.pause()
        workspace.selection.clear()
        anew = (
            step.opens
            or before is None
            or before.data != step.data
            or (not onwards and not document.undo_stack.isClean())
        )
        if anew:
            document.open(step.data.read(), None, spec=step.spec)
            workspace.own_separator.clear()
        elif not onwards or before is None or before.spec != step.spec or isinstance(before.goal, RunByHand):
            document.set_spec(step.spec)  # This also ends a run by hand.
        update, run = self._guide.lesson.update_at(self._guide.place), player.run
        if update is not None:
            player.go_to_update(update)
        elif run is None or run.dataset is not document.dataset or run.spec != resolved(document.spec):
            player.await_example(10**9)  # The end of a run that is not there yet.
        else:
            player.end()

    def _show(self, display: Display) -> None:
        window, workspace = self._window, self._window.workspace
        if display.tab is not None:
            window.actions_["side_panel"].setChecked(display.tab != NO_TAB)
            window.panel.turn_to(display.tab)
        if display.page is not None:
            workspace.theorem_view.turn_to(TheoryPage(display.page))
        if display.layers is not None:
            for name in window.canvas.layers:
                window.canvas.set_layer_visible(name, name in display.layers)
        window.tools_here = tuple(TOOLS) if display.tools is None else display.tools
        window.actions_.ask()
        if window.canvas.view.tool not in window.tools_here and window.tools_here:
            window.canvas.view.set_tool(next(iter(window.tools_here)))
        window.actions_["predict"].setChecked(False)  # The drawn line goes with it.
        window.actions_["predict"].setChecked(isinstance(self._guide.step.goal, BoundaryPredicted))
        window.actions_["by_hand"].setChecked(isinstance(self._guide.step.goal, RunByHand))
        workspace.visible.show(lesson=True, tour=display.alone, hidden=display.hidden, revealed=display.revealed)

    def _light_again(self) -> None:
        """Light the subject of the step, once nothing else is pointed at."""
        if self._window.workspace.highlight.kind is None:
            self._keep_light()

    def _keep_light(self) -> None:
        """Light the subject of the step, unless something else is pointed at. An example is that of the last update."""
        workspace, light = self._window.workspace, self._guide.step.light
        run, state = workspace.player.visible.run, workspace.player.state
        known = run is not None and run.dataset is workspace.document.dataset
        if workspace.highlight.kind not in (None, light) or not known:
            return
        quantities: tuple[Kind, ...] = ("gamma", "radius", "star")
        if (kind := next((kind for kind in quantities if kind == light), None)) is not None:
            workspace.highlight.show_quantity(kind, run)
        elif light == "example" and state is not None and state.moved:
            workspace.highlight.show("example", (state.index,))
