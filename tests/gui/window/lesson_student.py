"""A student who goes through a lesson in the window by mouse and keys, right at once or wrong first."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.analysis.experiments.orders import extremes
from core.datasets.dataset import FloatArray
from core.lessons.goals.conditions import LineDrawn, MarginBecomes, OptionsChosen, Playhead, RunByHand, RunStops
from core.lessons.goals.questions import BoundaryPredicted, Choice, ExampleAsked, MarkedQuestion, NumberAsked
from core.lessons.lesson_files import lesson_files
from core.lessons.quantities import LessonMoment
from core.lessons.vocabulary import LIT
from perceptron_gui.canvas.tools.coordinates_dialog import CoordinatesDialog
from perceptron_gui.look.text.small_widgets import TextLine
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.places_on_screen import pixel_of

FILES = {path.stem.partition("_")[2]: path for path in lesson_files()}
SOON = ("watch_it_learn", "gamma_and_r", "order_matters", "six_puzzles")
"""Lessons that ask for everything that any does."""
FRAMED = set(LIT) - {"gamma", "radius", "star", "example"}
"""The names in `LIT` that are parts of the window."""


class Student:
    """Somebody who does what a step asks for, with mouse and keys only, or with `keys` alone."""

    def __init__(self, home: MainWindow, path: Path, qtbot: QtBot, *, errs: bool, keys: bool) -> None:
        self.home = home
        self.qtbot = qtbot
        self.errs, self.keys = errs, keys
        self.missed = 0
        home.files.lesson_asked.emit(path)
        shown = (each for each in QApplication.topLevelWidgets() if each.isVisible())
        (self.window,) = (each for each in shown if isinstance(each, LessonWindow))

    @property
    def guide(self) -> LessonGuide:
        return self.window.guide

    def go_through(self) -> None:
        """All steps, one after another."""
        for place in range(len(self.guide.lesson.steps)):
            assert self.guide.place == place
            self._settled()
            self._do()
            assert self.window.card.next.isEnabled()
            self._press(self.window.card.next)

    def _do(self) -> None:
        goal = self.guide.step.goal
        if goal is None:
            return
        assert not self.guide.done
        assert not self.window.card.next.isEnabled()
        if isinstance(goal, BoundaryPredicted):
            self._predict(goal)
        elif isinstance(goal, MarkedQuestion):
            self._answer(goal)
        else:
            {
                Playhead: self._play,
                MarginBecomes: self._drag,
                OptionsChosen: self._choose,
                LineDrawn: self._draw,
                RunByHand: self._click_mistakes,
                RunStops: self._solve,
            }[type(goal)]()
        self.qtbot.waitUntil(lambda: self.guide.done)

    def _answer(self, goal: MarkedQuestion) -> None:
        def known() -> bool:
            moment = self.guide._moment()
            return moment is not None and bool(goal.solution(moment))

        self.qtbot.waitUntil(known)
        moment = self.guide._moment()
        assert moment is not None
        right = goal.solution(moment)
        if isinstance(goal, NumberAsked) and len(right) > 1:  # A shorter number may stand there as another one.
            assert not [
                text for text in self._read() if re.search(rf"(?<![\d.,]){re.escape(right)}(?![\d.,]*\d)", text)
            ]
        if self.errs:
            self._give(goal, self._wrong(goal, right, moment))
            assert not self.guide.done
            assert self.window.card.told.text().endswith(self.guide.step.hint)
            self.missed += 1
        self._give(goal, right.split(", ")[0])
        assert self.guide.told.startswith("Right")

    def _read(self) -> list[str]:
        """Return the words in the window that are not those of the lesson."""
        window, card = self.window, self.window.card
        labels = (each for each in window.findChildren(QLabel) if each.isVisible() and not card.isAncestorOf(each))
        lines = (each.text for each in window.findChildren(TextLine) if each.isVisible())
        return [*(each.text() for each in labels), *lines]

    def _wrong(self, goal: MarkedQuestion, right: str, moment: LessonMoment) -> str:
        if isinstance(goal, Choice):
            return next(said for said in goal.said if said != right)
        if isinstance(goal, ExampleAsked):
            rows = range(1, moment.run.dataset.n + 1)
            return next(str(row) for row in rows if not goal.mark(moment, str(row)).right)
        return str(float(right.replace(",", "")) + 1000)

    def _give(self, goal: MarkedQuestion, answer: str) -> None:
        strip = self.window.card
        if isinstance(goal, Choice):
            self._press(strip.choices[goal.said.index(answer)])
        elif isinstance(goal, ExampleAsked) and not self.errs and not self.keys:
            self._click_example(int(answer) - 1)
        else:
            strip.field.setFocus()
            strip.field.selectAll()
            QTest.keyClicks(strip.field, answer)
            QTest.keyClick(strip.field, Qt.Key.Key_Return)

    def _play(self) -> None:
        goal = self.guide.step.goal
        assert isinstance(goal, Playhead)
        canvas = self.window.canvas.view
        if goal.update is None and self.window.actions_["end"].isEnabled():
            QTest.keyClick(canvas, Qt.Key.Key_End)
            return
        if goal.update is None:  # how far it is is not told yet
            while not self.window.player.at_end:
                QTest.keyClick(canvas, Qt.Key.Key_Right)
            return
        for _ in range(goal.update - self.window.player.position):
            self.qtbot.waitUntil(self.window.actions_["step_forward"].isEnabled)
            QTest.keyClick(canvas, Qt.Key.Key_Right)

    def _drag(self) -> None:
        goal = self.guide.step.goal
        assert isinstance(goal, MarginBecomes)
        QTest.keyClick(self.window.canvas.view, Qt.Key.Key_S)
        dataset = self.window.document.dataset
        for row in range(dataset.n):
            for share in [*np.linspace(0.1, 1.6, 16), *np.linspace(-0.2, -0.8, 4)]:
                opposite = dataset.X[dataset.y != dataset.y[row]]
                if self._try(row, (1 - share) * dataset.X[row] + share * opposite.mean(axis=0)):
                    return

    def _try(self, row: int, there: FloatArray) -> bool:
        """Drag an example there; whether that was it, else it is put back."""
        self._drag_to(row, there)
        if not self.guide.done:
            self.window.actions_["undo"].trigger()
            self._settled()
        return self.guide.done

    def _drag_to(self, row: int, there: FloatArray) -> None:
        QTest.mousePress(self._pad, Qt.MouseButton.LeftButton, pos=self._place(self.window.document.dataset.X[row]))
        QTest.mouseMove(self._pad, self._place(there))
        QTest.mouseRelease(self._pad, Qt.MouseButton.LeftButton, pos=self._place(there))
        self._settled()

    def _solve(self) -> None:
        """Drag every point to where it solves the puzzle, or type its coordinates where they must be exact."""
        goal = self.guide.step.goal
        assert isinstance(goal, RunStops)
        places = [(3.0, 1.0), (3.0, 0.8)]
        if goal.tight:
            places = [(2.0, 1.0), (-2.0, -1.0)]
        if not goal.linear:
            places = [(1.5, 1.5), (-1.5, -1.5), (-1.5, 1.5), (1.5, -1.5)]
        for row, place in enumerate(places):
            if goal.tight:
                self._type_coordinates(row, place)
                continue
            self._drag_to(row, np.array(place))

    def _type_coordinates(self, row: int, place: tuple[float, ...]) -> None:
        """Double-click a point, and type into the dialog that opens."""

        def fill() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, CoordinatesDialog)
            for field, value in zip(dialog.fields, place, strict=True):
                field.selectAll()
                QTest.keyClicks(field, str(value))
            QTest.keyClick(dialog, Qt.Key.Key_Return)

        QTimer.singleShot(0, fill)
        here = self._place(self.window.document.dataset.X[row])
        QTest.mouseDClick(self._pad, Qt.MouseButton.LeftButton, pos=here)
        self._settled()

    def _choose(self) -> None:
        goal = self.guide.step.goal
        assert isinstance(goal, OptionsChosen)
        numbers = self.window.options.form
        self.window.options.button.setChecked(True)
        for name, value in goal.options.items():
            if name in numbers.rows:
                field = numbers.rows[name].field
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, str(value))
                QTest.keyClick(field, Qt.Key.Key_Return)
        for box in (*self.window.options.findChildren(QComboBox), *numbers.findChildren(QComboBox)):
            for wanted in goal.options.values():
                place = box.findData(wanted)
                if place >= 0:
                    box.setFocus()
                    while box.currentIndex() != place:
                        QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < place else Qt.Key.Key_Up)

    def _draw(self) -> None:
        self._settled()
        run = self.window.player.run
        assert run is not None
        assert run.margin.w_star is not None
        QTest.keyClick(self.window.canvas.view, Qt.Key.Key_L)
        self._draw_line(run.margin.w_star, float(run.margin.b_star or 0.0))

    def _draw_line(self, w: FloatArray, b: float) -> None:
        foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
        start, stop = self._place(foot - 3 * along), self._place(foot + 3 * along)
        QTest.mousePress(self._pad, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(self._pad, (start + stop) / 2)
        QTest.mouseMove(self._pad, stop)
        QTest.mouseRelease(self._pad, Qt.MouseButton.LeftButton, pos=stop)

    def _predict(self, goal: BoundaryPredicted) -> None:
        """The line is drawn, and the step made; wrong, it is taken back and tried again."""
        moment = self.guide._moment()
        assert moment is not None
        assert self.window.workspace.quiz.on
        right = LessonMoment.at(moment.run, moment.state.update + 1).state
        if self.errs:
            self._draw_line(np.array([-right.w[1], right.w[0]]), 0.0)
            self._step(Qt.Key.Key_Right)
            assert not self.guide.done
            assert "° off" in self.window.card.told.text()
            assert self.window.card.told.text().endswith(self.guide.step.hint)
            self.missed += 1
            self._step(Qt.Key.Key_Left)
        if self.keys:
            self._turn_line(moment.state.w, right.w)
        else:
            self._draw_line(right.w, right.b)
        self._step(Qt.Key.Key_Right)
        assert self.guide.told.startswith("Right")

    def _turn_line(self, before: FloatArray, after: FloatArray) -> None:
        """From where the line is, which the first key draws, 3° with each."""
        turn = np.degrees(np.arctan2(before[0] * after[1] - before[1] * after[0], before @ after))
        for _ in range(1 + round(abs(turn) / 3)):
            QTest.keyClick(self.window.canvas.view, Qt.Key.Key_Up if turn > 0 else Qt.Key.Key_Down)

    def _click_mistakes(self) -> None:
        """The shortest run of all, or the longest."""
        moment, goal = self.guide._moment(), self.guide.step.goal
        assert moment is not None
        assert isinstance(goal, RunByHand)
        assert self.window.workspace.by_hand.active
        orders = extremes(moment.run.dataset, moment.run.spec)
        for row in orders.most if goal.at_least else orders.fewest:
            self._click_example(row)
            self._settled()

    def _step(self, key: Qt.Key) -> None:
        QTest.keyClick(self.window.canvas.view, key)
        self._settled()

    def _click_example(self, row: int) -> None:
        QTest.mouseClick(self._pad, Qt.MouseButton.LeftButton, pos=self._place(self.window.document.dataset.X[row]))

    @property
    def _pad(self) -> QWidget:
        pad: QWidget = self.window.canvas.view.viewport()
        return pad

    def _place(self, point: FloatArray) -> QPoint:
        return pixel_of(self.window.canvas.view, float(point[0]), float(point[1]))

    def _press(self, button: QPushButton) -> None:
        clicked: list[bool] = []
        button.clicked.connect(lambda: clicked.append(True))
        self.qtbot.waitUntil(button.isVisible)
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: bool(clicked))  # a button that Enter presses lets go a moment later

    def _settled(self) -> None:
        runner, player = self.window.runner, self.window.player

        def rests() -> bool:
            run = player.run
            at_rest = not runner.running and player.state is not None and run is not None
            return at_rest and run is not None and run.dataset is self.window.document.dataset

        self.qtbot.waitUntil(rests)


Begin = Callable[..., Student]
QUESTIONS = """\
data = "first_start"
[[step]]
say = "How long?"
until = { kind = "number", question = "How many updates?", answer = "updates" }
[[step]]
say = "And now?"
until = { kind = "choice", question = "Can they be separated?", answer = "separable", choices = ["no", "yes"] }
[[step]]
say = "Which one?"
until = { kind = "click", question = "Which is next?", on = "next" }
[[step]]
say = "The end."
"""
