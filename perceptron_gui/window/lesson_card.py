"""The card of a lesson: the words of the step, the question, Back and Next; and the light on a part of the window."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from core.lessons.goals.goal import Condition, MarkedQuestion
from core.lessons.goals.questions import Choice, ExampleAsked
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.card import Card
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import BODY, TITLE, dress
from perceptron_gui.look.text.small_widgets import label_of, quiet_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.lesson_guide import LessonGuide


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
        self._guide = guide
        self.choices: list[QPushButton] = []
        dress(self.say, TITLE)
        show_me.setToolTip("Show the right answer")
        again.setVisible(guide.place > 0)
        field.returnPressed.connect(self._check)
        check.clicked.connect(self._check)
        show_me.clicked.connect(lambda: guide.show_answer(""))
        again.clicked.connect(guide.begin_again)
        back.clicked.connect(guide.go_back)
        self.next.setDefault(True)
        self.next.clicked.connect(guide.go_on)
        guide.stepped.connect(self._show_step)
        guide.changed.connect(self._show_mark)
        self._show_step()

    def take(self, *exercises: Card) -> None:
        """Have the cards of exercises, which a step may switch on, as parts of this one."""
        for card in exercises:
            card.become_part()
            self._exercises.addWidget(card)

    def _show_step(self) -> None:
        guide, goal = self._guide, self._guide.step.goal
        lesson = guide.lesson
        self.place.setText(f"{guide.place + 1} of {len(lesson.steps)}")
        self.place.setToolTip(plain(f"{lesson.title}: the steps"))
        self.task.setVisible(isinstance(goal, MarkedQuestion))
        self._offer(goal.said if isinstance(goal, Choice) else ())
        typed = isinstance(goal, MarkedQuestion) and goal.typed
        for widget in (self.field, self.check):
            widget.setVisible(typed)
        self.field.clear()
        by_click = isinstance(goal, ExampleAsked)
        words = "click it, or type its number" if by_click else ""
        self.field.setPlaceholderText(words)
        self.field.setAccessibleName("number of the example" if by_click else guide.task)
        self.back.setEnabled(bool(guide.place))
        self.again.setVisible(self.again.isVisibleTo(self) and bool(guide.place))
        self._show_mark()
        self.focus_field()

    def focus_field(self) -> None:
        """Give the focus to the field, if the step asks for something that is typed."""
        if not self.field.isHidden():
            self.field.setFocus()

    def _show_mark(self) -> None:
        guide = self._guide
        waits = isinstance(guide.step.goal, Condition)
        self.say.setText(guide.said)
        self.task.setText(guide.task)
        self.told.setText(guide.told or (f"☐ {guide.task}" if waits else ""))
        if waits and guide.done:
            self.told.setText(f"☑ {guide.task}")
        self.told.setVisible(bool(self.told.text()))
        self.next.setEnabled(guide.done)
        self.next.setText("Do&ne" if guide.is_last else "&Next")
        self.next.setToolTip("" if guide.done else "First do what the step asks for")
        if guide.done and any(button.hasFocus() for button in (*self.choices, self.check, self.show_me)):
            self.next.setFocus()  # Enter goes on if it answered before.
        for button in self.choices:
            button.setEnabled(not guide.done)
        self.check.setEnabled(not guide.done)
        self.show_me.setVisible(guide.can_show)

    def _offer(self, answers: tuple[str, ...]) -> None:
        for button in self.choices:
            self._answers.removeWidget(button)
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
        place = int(key) if key.isascii() and key.isdecimal() else 0
        if not 1 <= place <= len(self.choices) or not self.choices[place - 1].isEnabled():
            return False
        self.choices[place - 1].click()
        return True

    def _check(self) -> None:
        """Mark the answer; Enter after a right one goes on."""
        if self._guide.done:
            self._guide.go_on()
        else:
            self._guide.answer(self.field.text())
            self.field.selectAll()


class Spotlight(Guarded, QFrame):
    """A frame around the one part of the `window` that a step of a lesson speaks of: `lit`, None for nothing.

    The mouse goes through it.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("lit", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.lit: QWidget | None = None
        self.hide()

    def light(self, widget: QWidget | None) -> None:
        """Frame this from now on; None for nothing."""
        if self.lit is not None:
            self.lit.removeEventFilter(self)
        self.lit = widget
        if widget is not None:
            widget.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide):
            self._follow()
        return False

    def _follow(self) -> None:
        window, lit = self.parentWidget(), self.lit
        if window is None or lit is None or not lit.isVisible():
            self.hide()
            return
        place = QRect(lit.mapTo(window, QPoint(0, 0)), lit.size())
        self.setGeometry(place.adjusted(-3, -3, 3, 3) & window.rect())
        # Only the edge is painted, so that the widget inside is not painted again.
        self.setMask(QRegion(self.rect()) - QRegion(self.rect().adjusted(6, 6, -6, -6)))
        self.raise_()
        self.show()
