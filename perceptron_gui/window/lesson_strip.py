"""The strip of a lesson, above the canvas: the words of the step, the question, Back and Next."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from core.lessons.goals.goal import Condition, MarkedQuestion
from core.lessons.goals.questions import Choice, ExampleAsked
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain, plain_label
from perceptron_gui.look.size import TITLE, dress
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.window.strips import EdgedStrip


class LessonStrip(EdgedStrip):
    """The strip with the step of a guide. The button `leave` ends the lesson."""

    def __init__(self, guide: LessonGuide, theme: ThemeModel) -> None:
        super().__init__("Lesson", "now", theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._guide = guide
        self.place, self.say, self.told = (plain_label() for _ in range(3))
        self.task = _Question()
        self._lettering()
        self.choices: list[QPushButton] = []
        self.field = QLineEdit()
        self.check, self.show_me = QPushButton("Chec&k"), QPushButton("Show &Me")
        self.show_me.setToolTip("Show the right answer")
        self.back, self.next, self.leave = QPushButton("B&ack"), QPushButton("&Next"), QPushButton("End &the Lesson")
        self.again = QPushButton("From the &Beginning")
        self.again.setVisible(guide.place > 0)
        self.next.setDefault(True)
        self._answers = in_row()
        asked = in_row(self.task, self._answers, self.field, self.check, self.show_me, 0, spacing=8)
        words = in_column(self.say, asked, spacing=4)
        side = in_column(in_row(self.back, self.next), in_row((self.place, 1), self.leave), self.again, 0)
        row = in_row((words, 1), side, spacing=16)
        self.setLayout(in_column(row, self.told, margins=(12, 6, 8, 6), spacing=4))
        self.field.returnPressed.connect(self._check)
        self.check.clicked.connect(self._check)
        self.show_me.clicked.connect(self._show_answer)
        self.again.clicked.connect(guide.begin_again)
        self.back.clicked.connect(guide.go_back)
        self.next.clicked.connect(guide.go_on)
        guide.stepped.connect(self._show_step)
        guide.changed.connect(self._show_mark)
        self._show_step()

    def _lettering(self) -> None:
        dress(self.place)
        self.place.setWordWrap(False)
        dress(self.told)
        self.told.setMinimumHeight(self.told.fontMetrics().lineSpacing())
        dress(self.say, TITLE)
        dress(self.task, TITLE)
        self.say.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Most steps have two lines, so the parts below keep their size from step to step.
        self.say.setMinimumHeight(2 * self.say.fontMetrics().lineSpacing())

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
        widest = self.field.fontMetrics().horizontalAdvance(words or "0" * 11)
        # This is the height of the frame around it.
        self.field.setFixedWidth(widest + 2 * self.field.sizeHint().height() // 3)
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

    def _show_answer(self) -> None:
        self._guide.show_answer()

    def _check(self) -> None:
        """Mark the answer; Enter after a right one goes on."""
        if self._guide.done:
            self._guide.go_on()
        else:
            self._guide.answer(self.field.text())
            self.field.selectAll()


class _Question(Guarded, QLabel):
    """The question of a step, in one line if there is space for it."""

    def __init__(self) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText, wordWrap=True)

    def sizeHint(self) -> QSize:
        line = self.fontMetrics()
        return QSize(line.horizontalAdvance(self.text()) + 2, line.height())


class Spotlight(Guarded, QWidget):
    """A frame around the one part of the `window` that a step of a lesson speaks of: `lit`, None for nothing.

    The mouse goes through it.
    """

    def __init__(self, window: QWidget, theme: ThemeModel) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._theme = theme
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

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(QPen(QColor(self._theme.current.now), 3))
            painter.drawRect(self.rect().adjusted(2, 2, -2, -2))

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
