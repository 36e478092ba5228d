"""Lessons in the window: each is played to its end by mouse and keys, also with every answer wrong first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from core.analysis.experiments.orders import extremes
from core.built_in import BUILT_IN
from core.datasets.dataset import FloatArray
from core.explain.report.documents import page
from core.lessons.goals.conditions import LineDrawn, MarginBecomes, OptionsChosen, Playhead, RunByHand, RunStops
from core.lessons.goals.goal import MarkedQuestion
from core.lessons.goals.questions import BoundaryPredicted, Choice, ExampleAsked
from core.lessons.lesson_files import lesson_files, lesson_key
from core.lessons.quantities import LessonMoment
from core.lessons.reading import read_lesson
from core.lessons.vocabulary import LAYERS, LIT, PAGES, TABS, TOOLS
from core.lessons.worksheet import worksheet
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.labels.placing import Label
from perceptron_gui.canvas.layers import LAYERS as DRAWN
from perceptron_gui.canvas.tools import TOOLS as IN_HAND
from perceptron_gui.canvas.tools.coordinates_dialog import CoordinatesDialog
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.settings import Settings, lessons_folder
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.learner.numbers import NumbersBox
from perceptron_gui.panels.theory.panel import Head
from perceptron_gui.window.dialogs.export_dialog import WorksheetDialog
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk, Shots
from tests.gui.places_on_screen import pixel_of
from tests.partly_slow import partly_slow

FIRST = next(data for data in BUILT_IN if data.name == "first_start")
FILES = {path.stem.partition("_")[2]: path for path in lesson_files()}
SOON = ("watch_it_learn", "gamma_and_r", "order_matters", "six_puzzles")
"""Lessons that ask for everything that any does."""
FRAMED = set(LIT) - {"gamma", "radius", "star", "example"}
"""The names in `LIT` that are parts of the window."""


def test_a_few_lessons_ask_for_everything_that_any_does() -> None:
    asked = {name: {type(step.goal) for step in read_lesson(path).steps} for name, path in FILES.items()}
    assert set().union(*(asked[name] for name in SOON)) == set().union(*asked.values())


def test_the_words_of_a_lesson_are_those_of_the_window() -> None:
    assert list(TABS) == list(PANELS)
    assert set(LAYERS) == set(DRAWN)
    assert set(TOOLS) == set(IN_HAND)
    assert len(PAGES) == 3


class Student:
    """Somebody who does what a step asks for, with mouse and keys only, or with `keys` alone."""

    def __init__(self, home: MainWindow, path: Path, qtbot: QtBot, *, errs: bool, keys: bool) -> None:
        self.home = home
        self.qtbot = qtbot
        self.errs, self.keys = errs, keys
        self.missed = 0
        home.lesson_asked.emit(path)
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
            assert self.window.strip.next.isEnabled()
            self._press(self.window.strip.next)

    def _do(self) -> None:
        goal = self.guide.step.goal
        if goal is None:
            return
        assert not self.guide.done
        assert not self.window.strip.next.isEnabled()
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
        if self.errs:
            self._give(goal, self._wrong(goal, right, moment))
            assert not self.guide.done
            assert self.window.strip.told.text().endswith(self.guide.step.hint)
            self.missed += 1
        self._give(goal, right.split(", ")[0])
        assert self.guide.told.startswith("Right")

    def _wrong(self, goal: MarkedQuestion, right: str, moment: LessonMoment) -> str:
        if isinstance(goal, Choice):
            return next(said for said in goal.said if said != right)
        if isinstance(goal, ExampleAsked):
            rows = range(1, moment.run.dataset.n + 1)
            return next(str(row) for row in rows if not goal.mark(moment, str(row)).right)
        return str(float(right.replace(",", "")) + 1000)

    def _give(self, goal: MarkedQuestion, answer: str) -> None:
        strip = self.window.strip
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
        QTest.mousePress(self._pad, Qt.MouseButton.LeftButton, pos=self._place(self.window.document.dataset.X[row]))
        QTest.mouseMove(self._pad, self._place(there))
        QTest.mouseRelease(self._pad, Qt.MouseButton.LeftButton, pos=self._place(there))
        self._settled()
        if not self.guide.done:
            self.window.actions_["undo"].trigger()
            self._settled()
        return self.guide.done

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
            here = self._place(self.window.document.dataset.X[row])
            there = self._place(np.array(place))
            QTest.mousePress(self._pad, Qt.MouseButton.LeftButton, pos=here)
            QTest.mouseMove(self._pad, there)
            QTest.mouseRelease(self._pad, Qt.MouseButton.LeftButton, pos=there)
            self._settled()

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
        numbers = self.window.findChild(NumbersBox)
        for name, value in goal.options.items():
            if numbers is not None and name in numbers.rows:
                field = numbers.rows[name].field
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, str(value))
                QTest.keyClick(field, Qt.Key.Key_Return)
        for box in self.window.options.findChildren(QComboBox):
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
            assert "° off" in self.window.strip.told.text()
            assert self.window.strip.told.text().endswith(self.guide.step.hint)
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


@pytest.fixture
def student(window: MainWindow, qtbot: QtBot) -> Iterator[Begin]:
    begun: list[Student] = []

    def begin(path: Path, *, errs: bool = False, keys: bool = False, asked_in: MainWindow = window) -> Student:
        begun.append(Student(asked_in, path, qtbot, errs=errs, keys=keys))
        return begun[-1]

    yield begin
    for each in begun:
        if isValid(each.window):
            each.window.close()


@partly_slow("errs", [False], [True], ids=lambda errs: "wrong first" if errs else "right")
@partly_slow("name", SOON, [name for name in FILES if name not in SOON])
def test_a_lesson_is_gone_through_to_its_end(
    name: str, errs: bool, desk: Desk, window: MainWindow, student: Begin
) -> None:
    before = (window.document.dataset, window.document.spec, window.panel.title)
    someone = student(FILES[name], errs=errs)
    assert someone.window.director.framed.keys() == FRAMED
    steps = len(someone.guide.lesson.steps)
    assert not window.isVisible()
    assert someone.window.isVisible()
    someone.go_through()
    desk.qtbot.waitUntil(lambda: not isValid(someone.window))
    assert window.isVisible()
    assert desk.answers.asked == []
    assert (window.document.dataset, window.document.spec, window.panel.title) == before
    assert window.settings.lesson_steps[lesson_key(FILES[name].name)] == steps
    following = [*FILES.values(), None][list(FILES).index(name) + 1]
    assert not (window.offer.isVisible() and name == "watch_it_learn")
    offered = [button.text() for button in window.notice.findChildren(QPushButton) if button.isVisible()]
    assert offered == ([] if following is None else [read_lesson(following).title, "Close"])


def test_another_lesson_takes_the_place_of_the_one_that_leads(window: MainWindow, student: Begin, qtbot: QtBot) -> None:
    first = student(FILES["watch_it_learn"]).window
    second = student(FILES["pocket"], asked_in=first).window
    assert second.guide.lesson.title == read_lesson(FILES["pocket"]).title
    assert not window.isVisible()
    qtbot.waitUntil(lambda: not isValid(first))
    second.close()


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


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS, "utf-8")
    return path


def test_a_lesson_is_answered_and_gone_on_with_where_the_focus_is(student: Begin, questions: Path) -> None:
    someone = student(questions)
    strip, guide, said = someone.window.strip, someone.guide, list[tuple[int, bool]]()

    def press(key: Qt.Key) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        said.append((guide.place, guide.done))

    someone._settled()
    QTest.keyClicks(strip.field, "13")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_3, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Return):
        press(key)
        someone._settled()
    assert said == [(0, True), (1, False), (1, False), (1, False), (1, True), (2, False)]
    moment = guide._moment()
    assert moment is not None
    assert moment.next_row is not None
    someone._click_example(moment.next_row)
    assert guide.done
    someone.window.canvas.setFocus()
    press(Qt.Key.Key_Return)
    assert guide.place == 3


def test_after_a_choice_is_pressed_enter_goes_on(student: Begin, window: MainWindow, questions: Path) -> None:
    window.settings.lesson_steps = {questions.name: 1}
    someone = student(questions)
    someone._settled()
    someone._press(someone.window.strip.choices[1])
    assert someone.guide.done
    assert someone.window.focusWidget() is someone.window.strip.next


def test_the_field_of_a_lesson_that_goes_on_has_the_focus(student: Begin, window: MainWindow, questions: Path) -> None:
    for place, typed in ((0, True), (1, False), (2, True)):
        window.settings.lesson_steps = {questions.name: place}
        someone = student(questions)
        strip, canvas = someone.window.strip, someone.window.canvas
        focus = someone.window.focusWidget()
        assert (focus is strip.field) is typed
        assert typed or canvas.isAncestorOf(focus)
        someone.window.close()


@pytest.mark.slow
def test_the_first_lesson_is_gone_through_by_keys_alone(student: Begin) -> None:
    someone = student(FILES["watch_it_learn"], keys=True)
    someone.go_through()
    someone.qtbot.waitUntil(lambda: not isValid(someone.window))


def test_what_a_step_speaks_of_stays_lit_but_while_something_else_is_pointed_at(student: Begin) -> None:
    someone = student(FILES["gamma_and_r"])
    highlight, seen = someone.window.highlight, list[str | None]()
    someone._settled()
    seen.append(highlight.kind)
    highlight.show("radius", (0,))
    seen.append(highlight.kind)
    highlight.clear()
    seen.append(highlight.kind)
    someone._press(someone.window.strip.next)
    assert [*seen, highlight.kind] == ["gamma", "radius", "gamma", None]
    assert someone.window.director.spotlight.lit is someone.window.canvas


@pytest.mark.parametrize(("place", "update"), [(4, 4), (6, 5), (8, 8)])
def test_a_lesson_that_goes_on_is_where_the_steps_before_have_led(
    window: MainWindow, student: Begin, place: int, update: int
) -> None:
    window.settings.lesson_steps = {"watch_it_learn.toml": place}
    someone = student(FILES["watch_it_learn"])
    someone._settled()
    someone.qtbot.waitUntil(lambda: someone.window.player.position == update)
    assert someone.guide.place == place


def test_who_went_too_far_finds_the_next_step_where_it_speaks_of(student: Begin) -> None:
    someone = student(FILES["watch_it_learn"])
    for _ in range(3):
        someone._settled()
        someone._do()
        someone._press(someone.window.strip.next)
    for _ in range(5):
        someone._step(Qt.Key.Key_Right)
    assert someone.window.player.position == 6
    someone._press(someone.window.strip.next)
    assert someone.window.player.position == 4


def test_a_lesson_says_what_the_run_knows_and_nothing_else_invites(student: Begin) -> None:
    someone = student(FILES["order_matters"])
    assert someone.window.transport.invitation.text == ""
    someone._settled()
    assert "cost 13 updates" in someone.window.strip.say.text()


def test_a_lesson_of_one_s_own_is_listed_and_any_other_is_opened(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window, lead = desk.open(), Mock()
    window.lesson_asked.disconnect()
    window.lesson_asked.connect(lead)
    monkeypatch.setattr(window.files, "open_path", show := Mock())
    actions = window.actions_
    menu = actions.menu("lessons")
    usual = [action.text() for action in menu.actions()]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == usual
    own = lessons_folder() / "1_mine_&_yours.toml"
    own.parent.mkdir(parents=True)
    own.write_text('data = "ring"\n', "utf-8")
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == [*usual, "", "Mine && yours"]
    menu.actions()[-1].trigger()
    lead.assert_called_with(own)
    own.write_text("title = Mine\n", "utf-8")
    menu.aboutToShow.emit()
    assert menu.actions()[-1].text() == "Mine && yours (cannot be read)"
    assert menu.actions()[-1].toolTip() == f'{own}: line 1, column 9: the text has no quotes; write "Mine"'
    session = own.with_name("2_seen.perceptron")
    session.write_text("{}", "utf-8")
    menu.aboutToShow.emit()
    menu.actions()[-1].trigger()
    show.assert_called_with(session)
    elsewhere = tmp_path / "other.toml"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(elsewhere), ""))
    actions["open_lesson"].trigger()
    lead.assert_called_with(elsewhere)


def _leading() -> list[LessonWindow]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, LessonWindow) and each.isVisible()]


@pytest.mark.parametrize("way", ["open", "recent", "playlist", "drop", "start", "start of several"])
def test_a_lesson_is_opened_like_any_file_and_nothing_is_asked_before(
    way: str, desk: Desk, questions: Path, tmp_path: Path
) -> None:
    (tmp_path / "z.csv").write_text("a,b,label\n1,2,1\n3,4,-1\n")
    if way.startswith("start"):
        several = [questions, tmp_path / "z.csv"]
        window = desk.open(playlist=several) if "several" in way else desk.open(LoadRequest(questions))
    else:
        window = desk.open()
        window.document.edit(window.document.dataset.appended([3.0, 4.0], [1]), "add")
    before = window.document.dataset
    desk.answers.to_open = questions
    if way == "open":
        window.actions_["open"].trigger()
    elif way == "recent":
        window.files.remember(questions)
        window.actions_.menu("recent").actions()[0].trigger()
    elif way in ("playlist", "drop"):
        window.open_all([tmp_path] if way == "playlist" else [questions])
    (lesson,) = _leading()
    assert lesson.guide.lesson.title == "Questions"
    assert window.document.dataset is before
    assert not window.isVisible() or way.startswith("start"), "a desk shows its window once it has begun"
    assert "unsaved" not in desk.answers.asked
    assert window.files.recent == (questions,)
    lesson.close()
    assert window.isVisible()


def test_a_lesson_that_is_broken_or_gone_is_refused_and_those_of_the_program_are_not_remembered(
    desk: Desk, window: MainWindow, questions: Path, student: Begin
) -> None:
    student(FILES["watch_it_learn"]).window.close()
    assert not window.files.recent
    window.files.remember(questions)
    questions.write_text("title = Mine\n", "utf-8")
    window.files.open_path(questions)
    assert "the text has no quotes" in window.notice.text
    assert window.files.recent == (questions,)
    questions.unlink()
    window.files.open_path(questions)
    assert "there is no such file" in window.notice.text
    assert not window.files.recent
    assert not _leading()


def test_the_points_of_a_lesson_cannot_be_imported(desk: Desk, window: MainWindow, questions: Path) -> None:
    desk.answers.to_open = questions
    window.actions_["open_with_options"].trigger()
    assert "this is a lesson, and holds no examples; the window opens it" in window.notice.text


def test_a_file_that_is_no_lesson_is_refused_with_its_line(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('data = "ring"\nlearner = "voted"\n', "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(wrong), ""))
    window.actions_["open_lesson"].trigger()
    assert "line 2: 'learner' is not a key of a lesson; choose from" in window.notice.text
    assert window.isVisible()


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_a_lesson_is_put_on_paper(suffix: str, desk: Desk, window: MainWindow, student: Begin, tmp_path: Path) -> None:
    assert not window.actions_["export_worksheet"].isEnabled()
    someone = student(FILES["watch_it_learn"])
    someone._settled()
    exports, path = someone.window.exports, tmp_path / f"sheet{suffix}"
    exports._dialogs, exports.choices = desk.answers, Shots()
    exports.choices.seed, desk.answers.to_save = 3, path
    someone.window.actions_["export_worksheet"].trigger()
    answers = tmp_path / f"sheet-answers{suffix}"
    assert "sheet-answers" in someone.window.notice.text
    written = tuple(page(sheet, {}) for sheet in worksheet(read_lesson(FILES["watch_it_learn"]), 3))
    if suffix == ".html":
        assert (path.read_text("utf-8"), answers.read_text("utf-8")) == written
    else:
        assert all(each.read_bytes().startswith(b"%PDF") for each in (path, answers))


def test_the_dialog_of_a_sheet_takes_a_whole_number(qtbot: QtBot) -> None:
    dialog = WorksheetDialog()
    qtbot.addWidget(dialog)
    assert dialog.chosen == 0
    dialog.seed.setText("-1")
    assert dialog.check.text()
    dialog.seed.setText("7")
    assert dialog.chosen == 7


def _at_count(student: Begin) -> Student:
    """Return a student at the question of the first lesson that asks for the mistakes after update 4."""
    someone = student(FILES["watch_it_learn"])
    for _ in range(4):
        someone._settled()
        someone._do()
        someone._press(someone.window.strip.next)
    someone._settled()
    return someone


def test_a_question_is_about_the_update_where_it_was_asked(student: Begin) -> None:
    someone = _at_count(student)
    strip, player = someone.window.strip, someone.window.player
    someone._step(Qt.Key.Key_Right)
    assert player.position == 5
    QTest.keyClicks(strip.field, "2")
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert player.position == 4
    assert strip.told.text() == "The question is about update 4. The playhead is there again: answer now."
    assert not someone.guide.done
    QTest.keyClicks(strip.field, "1")
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert someone.guide.told == "Right: 1."


def test_show_me_numbers_the_mistakes_in_the_picture_until_the_next_step(student: Begin) -> None:
    someone = _at_count(student)
    strip, highlight = someone.window.strip, someone.window.highlight
    assert strip.show_me.isHidden()
    QTest.keyClicks(strip.field, "7")
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert strip.show_me.isVisible()
    assert not highlight.labels
    someone._press(strip.show_me)
    assert (highlight.labels, strip.told.text()) == ({5: "1"}, "The run says: 1.")
    assert strip.show_me.isHidden()
    assert someone.window.focusWidget() is strip.next
    words = someone.window.canvas.layers["points"].words(someone.window.canvas.stage.viewport)
    assert [word.text for word in words if isinstance(word, Label)] == ["1"]
    someone._press(strip.next)
    assert not highlight.labels


def test_show_me_draws_the_right_line_beside_a_wrong_guess(student: Begin) -> None:
    someone = _at_count(student)
    someone._answer(someone.guide.step.goal)  # type: ignore[arg-type]
    someone._press(someone.window.strip.next)
    someone._settled()
    someone._draw_line(np.array([0.0, 1.0]), 0.0)
    someone._step(Qt.Key.Key_Right)
    someone._step(Qt.Key.Key_Left)
    assert someone.window.player.position == 4
    someone._press(someone.window.strip.show_me)
    assert someone.window.player.position == 5
    assert "The run says: w = (7, 3)" in someone.guide.told


def test_the_orders_of_a_choice_are_given_with_their_counts(student: Begin) -> None:
    someone = student(FILES["order_matters"])
    someone._settled()
    someone._do()
    someone._press(someone.window.strip.next)
    someone._settled()
    someone._do()
    counts = [train(FIRST.dataset(), RunSpec(order=order)).updates for order in ("cyclic", "shuffled", "furthest")]
    told = "Updates: cyclic (file order) {}, shuffled (seed 0) {}, furthest mistake first {}.".format(*counts)
    assert someone.window.strip.told.text().endswith(told)


def test_the_first_lesson_hides_the_panel_and_the_second_shows_the_picture_alone(
    window: MainWindow, student: Begin
) -> None:
    someone = student(FILES["watch_it_learn"])
    assert not someone.window.panel.isVisible()
    someone.window.close()
    assert window.settings.side_panel
    someone = student(FILES["why_it_must_stop"])
    assert not someone.window.panel.isVisible()
    someone._settled()
    someone._do()
    someone._press(someone.window.strip.next)
    panel = someone.window.panel
    assert panel.isVisible()
    assert panel.title == "Theory"
    assert not panel.tabBar().isVisible()
    assert not panel.more.isVisible()
    assert not any(button.isVisible() for head in panel.findChildren(Head) for button in head.pages.values())
    someone.window.close()
    window.actions_["side_panel"].setChecked(True)
    assert window.panel.tabBar().isVisible()


def test_the_menu_ticks_what_was_done_and_a_lesson_begins_again(window: MainWindow, student: Begin) -> None:
    window.settings.lesson_steps = {"watch_it_learn.toml": 9, "why_it_must_stop.toml": 3}
    menu = window.actions_.menu("lessons")
    menu.aboutToShow.emit()
    texts = [action.text().partition("  ")[2] for action in menu.actions() if "  " in action.text()]
    assert texts[:3] == ["Watch it learn  ✓", "Why it must stop  – at step 4 of 9", "γ and R in your hands"]
    someone = student(FILES["why_it_must_stop"])
    strip = someone.window.strip
    assert strip.place.text() == "4 of 9"
    someone._settled()
    someone._press(strip.again)
    assert (strip.place.text(), strip.again.isVisible()) == ("1 of 9", False)
    someone._settled()
    assert someone.window.player.position == 0


def test_steps_of_a_lesson_are_kept_though_its_number_changes(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    settings.store.setValue("lesson_steps", '{"4_order_matters.toml": 3}')
    assert settings.lesson_steps == {"order_matters.toml": 3}
