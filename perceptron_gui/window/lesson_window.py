"""The window of a lesson, and its card. The user's own window waits behind it unchanged, and comes back at the end.

Nothing of a lesson's work is kept, so nothing is asked; after a crash the user's own work is found as after any other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QRegion
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from core.errors import InputError
from core.lessons.goals.conditions import Condition, OptionsChosen, Playhead, RunByHand
from core.lessons.goals.questions import BoundaryPredicted, Choice, ExampleAsked, MarkedQuestion
from core.lessons.lesson import Display, GuidedLesson, LessonStep, read_lesson
from core.lessons.lesson_files import WHY, lesson_files, lesson_key, lesson_title
from core.lessons.quantities import LessonMoment
from core.lessons.vocabulary import NO_TAB
from core.plots.proof_pictures import ProofInPictures
from core.resources import resource
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.look.card import Card, Offer, Severity
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import BODY, TITLE, dress
from perceptron_gui.look.text.small_widgets import label_of, quiet_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.model.workspace import Kind, TheoryPage
from perceptron_gui.window.cards import Follower, is_lesson_done
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.window.tour import Tour


class LessonCard(Card):
    """The card with the step of a guide. The button `leave` ends the lesson."""

    def __init__(self, guide: LessonGuide, theme: ThemeModel) -> None:
        task, told, field = label_of(rung=TITLE), label_of(rung=BODY), QLineEdit()
        check, show_me, back = QPushButton("Chec&k"), QPushButton("Show &Me"), QPushButton("B&ack")
        again = quiet_button("From the &Beginning", "")
        self._answers, self._exercises = in_column(spacing=8), in_column()
        asked = in_row((field, 1), check, show_me, 0, spacing=8)
        needed = task, self._answers, self._exercises, asked, told, in_row(again, 0)
        leave = "End &the Lesson", ""
        super().__init__(guide.lesson.title, theme, *needed, go=("&Next", ""), quiet=leave, beside=(back,))
        self.task, self.told, self.field, self.check, self.show_me = task, told, field, check, show_me
        self.back, self.again, self.next, self.leave = back, again, self.go, self.quiet
        self.place, self.say = self.remark, self.sentence
        self.setAccessibleName("Lesson")
        self.place.setToolTip(plain(f"{guide.lesson.title}: the steps"))
        self._guide = guide
        self.choices: list[QPushButton] = []
        dress(self.say, TITLE)
        show_me.setToolTip("Show the right answer")
        field.returnPressed.connect(self._check)
        check.clicked.connect(self._check)
        show_me.clicked.connect(lambda: guide.answer(None))
        again.clicked.connect(lambda: guide.go_to(0))
        back.clicked.connect(guide.go_back)
        self.next.setDefault(True)
        self.next.clicked.connect(guide.go_on)
        guide.stepped.connect(self._show_step)
        guide.changed.connect(self._show_mark)
        self._show_step()

    def take(self, *exercises: Card) -> None:
        """Have the cards of exercises, which a step switches on and off, as parts of this one."""
        for card in exercises:
            card.become_part()
            self._exercises.addWidget(card)

    def _show_step(self) -> None:
        guide, goal = self._guide, self._guide.step.goal
        self.place.setText(f"{guide.place + 1} of {len(guide.lesson.steps)}")
        self.task.setVisible(goal is not None)
        self._offer(goal.said if isinstance(goal, Choice) else ())
        for widget in (self.field, self.check):
            widget.setVisible(isinstance(goal, MarkedQuestion) and goal.typed)
        self.field.clear()
        by_click = isinstance(goal, ExampleAsked)
        self.field.setPlaceholderText("click it, or type its number" if by_click else "")
        self.field.setAccessibleName("number of the example" if by_click else guide.task)
        self.back.setEnabled(bool(guide.place))
        self.again.setHidden(self.again.isHidden() or not guide.place)
        self._show_mark()
        self.focus_field()

    def focus_field(self) -> None:
        if not self.field.isHidden():
            self.field.setFocus()

    def _show_mark(self) -> None:
        guide, box = self._guide, "☑ " if self._guide.done else "☐ "
        self.say.setText(guide.said)
        self.task.setText(f"{box if isinstance(guide.step.goal, Condition) else ''}{guide.task}")
        self.told.setText(guide.told)
        self.told.setVisible(bool(guide.told))
        self.next.setEnabled(guide.done)
        self.next.setText("Do&ne" if guide.is_last else "&Next")
        self.next.setToolTip("" if guide.done else "First do what the step asks for")
        if guide.done and any(button.hasFocus() for button in (*self.choices, self.check, self.show_me)):
            self.next.setFocus()  # Enter goes on if it answered before.
        for button in (*self.choices, self.check):
            button.setEnabled(not guide.done)
        self.show_me.setVisible(guide.can_show)

    def _offer(self, answers: tuple[str, ...]) -> None:
        for button in self.choices:
            button.hide()  # Qt deletes it later.
            button.deleteLater()
        self.choices = []
        for place, answer in enumerate(answers, 1):
            by_key = place <= 9  # A digit is one character.
            button = QPushButton(f"&{place}  {answer}" if by_key else answer)
            button.setToolTip(f"Choose this answer ({place})" if by_key else "Choose this answer")
            button.clicked.connect(partial(self._guide.answer, answer))
            self._answers.addWidget(button)
            self.choices.append(button)

    def choose(self, key: str) -> bool:
        """Choose the answer whose number was typed; return False if there is none."""
        button = dict(zip("123456789", self.choices, strict=False)).get(key)
        if button is None or not button.isEnabled():
            return False
        button.click()
        return True

    def _check(self) -> None:
        """Mark the answer; Enter after a right one goes on."""
        if self._guide.done:
            self._guide.go_on()
        else:
            self._guide.answer(self.field.text())
            self.field.selectAll()


class Spotlight(QFrame):
    """A frame around the part of the `window` that a step speaks of: `lit`, or None. The mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("lit", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.lit: QWidget | None = None
        self._follower = Follower(self, self._follow)

    def light(self, widget: QWidget | None) -> None:
        self.lit = widget
        self._follower.deleteLater()
        moving = []
        while widget is not None and widget is not self.window():
            moving.append(widget)
            widget = widget.parentWidget()
        self._follower = Follower(self, self._follow, *moving)

    def _follow(self) -> None:
        if self.lit is None or not self.lit.isVisible():
            self.hide()
            return
        place = QRect(self.lit.mapTo(self.window(), QPoint(0, 0)), self.lit.size())
        self.setGeometry(place.adjusted(-3, -3, 3, 3) & self.window().rect())
        # Only the edge is painted, so that the widget inside is not painted again.
        self.setMask(QRegion(self.rect()) - QRegion(self.rect().adjusted(6, 6, -6, -6)))
        self.raise_()
        self.show()


class LessonWindow(MainWindow):
    """Leads through the lesson in a file, from the first step that was not done yet, in the place of `home`."""

    def __init__(self, home: MainWindow, path: Path, lesson: GuidedLesson) -> None:
        super().__init__(home.settings, home.theme, home.recovery.folder, lesson=lesson)
        self._home, self._path = home, path
        place = 0 if path == WHY else self.settings.lesson_steps.get(lesson_key(path.name), 0)
        known = _known_to(home) if path == WHY else None
        self.guide = guide = LessonGuide(lesson, self.workspace, place if place < len(lesson.steps) else 0, self, known)
        self.card = LessonCard(guide, self.theme)
        self.card.take(self.quiz_card, self.by_hand_card)
        self.by_hand_card.role.hide()
        self.options.sheet.spares = self.card
        self.tour = None if lesson.steps[0].display.picture is None else Tour(guide, self.parts, known)
        if self.tour is None:
            self.side.put_first(self.card)
        else:
            self.column.insertWidget(0, self.tour.head)
            self.above.append(self.tour.head)
            self.tour.head.leave.clicked.connect(self.close)
        bar = self.transport
        self.framed: dict[str, QWidget] = {"canvas": self.canvas, "panel": self.panel, "learner": self.options}
        self.framed |= {"play": bar.buttons["play"], "step": bar.step, "timeline": bar.timeline}
        """The parts that can be highlighted, by their names in `core.lessons.vocabulary.LIT`."""
        self.spotlight = Spotlight(self)
        self._before: LessonStep | None = None
        self._place = -1
        guide.stepped.connect(self._follow)
        guide.changed.connect(self._put_away)
        self.workspace.quiz.changed.connect(lambda: self.spotlight.light(self._part(guide.step)))
        # The lesson has its own limits.
        self.runner.paused.connect(self.runner.run_on, Qt.ConnectionType.QueuedConnection)
        for changed in (self.player.run_changed, self.player.shown):
            changed.connect(self._keep_light)
        self.highlight.changed.connect(lambda: None if self.highlight.kind else self._keep_light())
        self.files.name = lesson.title
        self.card.leave.clicked.connect(self.close)
        if path != WHY:
            guide.stepped.connect(lambda: self._remember(guide.place))
        guide.finished.connect(self._finish)
        self.files.lesson_asked.connect(self._change)
        self.workspace.pages.first_steps.connect(self.close)
        self.workspace.pages.first_steps.connect(home.first_steps.again)
        if (application := QCoreApplication.instance()) is not None:
            application.aboutToQuit.connect(self.leave)  # A signal may end the program while this window is open.

    def start(self) -> None:
        """Take the place of the user's own window, and show the step."""
        self.restoreGeometry(self._home.saveGeometry())
        self.show()
        self._home.hide()
        self._follow()
        if self.tour is not None:
            self.tour.keep_scale(self._home.canvas.stage.aim)
        self.card.focus_field()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the answer that has the digit; let Enter on the canvas go on once the step is done."""
        kinds, enters = Qt.KeyboardModifier, event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        held = event.modifiers() & (kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier)
        if not held and self.card.choose(event.text()):
            return
        if enters and self.guide.done and self.canvas.isAncestorOf(self.focusWidget()):
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
        if self._path == WHY:
            self.close()
            self._home.first_steps.explain()
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
        self.close()
        lead(self._home, path)

    def _remember(self, step: int) -> None:
        with self.settings.shared():
            self.settings.lesson_steps = {**self.settings.lesson_steps, lesson_key(self._path.name): step}

    def _follow(self) -> None:
        """Set the window as the step wants it: data, options, playhead, and what is shown, lit and hidden."""
        guide, step = self.guide, self.guide.step
        try:
            self._set_out(step, onwards=guide.place == self._place + 1)
        except InputError as error:
            self.complain(str(error))  # The step is then the same as the one before.
        self._before, self._place = step, guide.place
        with self.settings.left_alone():
            self._display(step.display)
        # One thing is lit: a part of the window is framed, or a quantity is lit wherever it is seen.
        self.options.button.setChecked(False)
        self.spotlight.light(self._part(step))
        self.highlight.clear()
        self._keep_light()
        guide.enter()
        if not (isinstance(step.goal, MarkedQuestion) and step.goal.typed):
            self.canvas.setFocus()  # The keys step, turn a line and click.

    def _part(self, step: LessonStep) -> QWidget | None:
        """Return the part of the window to frame: the one to press, else the one that is lit."""
        if isinstance(step.goal, OptionsChosen):
            return self.options.part_for(next(iter(step.goal.options)))
        if isinstance(step.goal, Playhead):
            return self.framed["play" if step.goal.update is None else "step"]
        if isinstance(step.goal, BoundaryPredicted) and self.workspace.quiz.weights is not None:
            return self.framed["step"]
        return self.framed.get(step.light or "")

    def _put_away(self) -> None:
        """Close the options once they are chosen."""
        if self.guide.done and isinstance(self.guide.step.goal, OptionsChosen) and self.options.button.isChecked():
            self.options.button.setChecked(False)
            self.card.next.setFocus()

    def _set_out(self, step: LessonStep, *, onwards: bool) -> None:
        """Set data, options and playhead; if nothing changes, the person's work of the step before stays."""
        document, player, before = self.document, self.player, self._before
        player.pause()
        self.selection.clear()
        anew = step.opens or before is None or before.data != step.data
        if anew or before is None or not (onwards or document.undo_stack.isClean()):
            document.open(step.data.read(), None, spec=step.spec)
            self.workspace.own_separator.clear()
        elif not onwards or before.spec != step.spec or isinstance(before.goal, RunByHand):
            document.set_spec(step.spec)  # This also ends a run by hand.
        if "trial" not in (step.display.layers or ("trial",)):
            self.workspace.own_separator.clear()
        update, run = self.guide.lesson.update_at(self.guide.place), player.run
        if update is not None:
            player.go_to_update(update)
        elif run is None or not document.asks_for(run):
            player.await_example(10**9)  # The end of a run that is not there yet.
        else:
            player.end()

    def _display(self, display: Display) -> None:
        if display.tab is not None:
            self.actions_["side_panel"].setChecked(display.tab != NO_TAB)
            self.panel.turn_to(display.tab)
        if display.page is not None:
            self.workspace.theorem_view.turn_to(TheoryPage(display.page))
        if display.layers is not None:
            for name in self.canvas.layers:
                self.canvas.set_layer_visible(name, name in display.layers)
        tools = self.parts.tools_here = tuple(TOOLS) if display.tools is None else display.tools
        if tools and self.canvas.view.tool not in tools:
            self.canvas.view.set_tool(next(iter(tools)))
        self.actions_["predict"].setChecked(False)  # The drawn line goes with it.
        self.actions_["predict"].setChecked(isinstance(self.guide.step.goal, BoundaryPredicted))
        self.actions_["by_hand"].setChecked(isinstance(self.guide.step.goal, RunByHand))
        shown = {"alone": display.alone, "tour": display.picture is not None, "newcomer": display.plain}
        self.workspace.visible.show(lesson=True, hidden=display.hidden, revealed=display.revealed, **shown)
        if self.tour is None:
            self.side.slide_in()
        else:
            self.tour.show_picture()

    def _keep_light(self) -> None:
        """Light the subject of the step, unless something else is pointed at. An example is that of the last update."""
        light, run, state = self.guide.step.light, self.player.visible.run, self.player.state
        if self.highlight.kind not in (None, light) or run is None or run.dataset is not self.document.dataset:
            return
        quantities: tuple[Kind, ...] = ("gamma", "radius", "star")
        if (kind := next((kind for kind in quantities if kind == light), None)) is not None:
            self.highlight.show_quantity(kind, run)
        elif light == "example" and state is not None and state.moved:
            self.highlight.show_example(state.index)


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
    if path == WHY and home.player.run is not None:
        lesson = _true_of(lesson, ProofInPictures(home.player.run))
    LessonWindow(home, path, lesson).start()


def _known_to(home: MainWindow) -> LessonMoment | None:
    """Return the moment of the user's own window if its run is whole: the tour has the same run, a little later."""
    run, state = home.player.run, home.player.told
    if run is None or state is None or run.stopped is None or not home.document.asks_for(run):
        return None
    return LessonMoment(run, state)


def _true_of(lesson: GuidedLesson, proof: ProofInPictures) -> GuidedLesson:
    """Return the tour with the pictures that there are of a run; without a bound the first one says why."""
    steps = [step for step in lesson.steps if step.display.picture in proof.names]
    if not proof.on_plane:  # Then no arrows are drawn in the place of the points.
        steps = [replace(step, display=replace(step.display, layers=("points", "optimum", "band"))) for step in steps]
    if proof.no_bound:
        shown = replace(steps[0].display, layers=("points", "certificate"))
        steps = [replace(steps[0], say=proof.no_bound, display=shown)]
    return replace(lesson, steps=tuple(steps))
