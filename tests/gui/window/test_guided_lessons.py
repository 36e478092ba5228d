"""Lessons in the window: each is played to its end by mouse and keys, also with every answer wrong first."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from core.built_in import BUILT_IN
from core.lessons.goals.questions import MarkedQuestion
from core.lessons.lesson import read_lesson
from core.lessons.lesson_files import lesson_key
from core.lessons.vocabulary import LAYERS, PAGES, TABS, TOOLS
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.layers import LAYERS as DRAWN
from perceptron_gui.canvas.tools import TOOLS as IN_HAND
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.labels import Label
from perceptron_gui.model.player import Player
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.theory.panel import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.window.lesson_student import FILES, FRAMED, SOON, Begin, Student
from tests.partly_slow import partly_slow

FIRST = next(data for data in BUILT_IN if data.name == "first_start")


def test_a_few_lessons_ask_for_everything_that_any_does() -> None:
    asked = {name: {type(step.goal) for step in read_lesson(path).steps} for name, path in FILES.items()}
    assert set().union(*(asked[name] for name in SOON)) == set().union(*asked.values())


def test_the_words_of_a_lesson_are_those_of_the_window() -> None:
    assert list(TABS) == list(PANELS)
    assert list(LAYERS) == [*DRAWN, "ending"]  # Lessons of earlier versions draw it.
    assert set(TOOLS) == set(IN_HAND)
    assert len(PAGES) == 3


@partly_slow("errs", [False], [True], ids=lambda errs: "wrong first" if errs else "right")
@partly_slow("name", SOON, [name for name in FILES if name not in SOON])
def test_a_lesson_is_gone_through_to_its_end(
    name: str, errs: bool, desk: Desk, window: MainWindow, student: Begin
) -> None:
    before = (window.document.dataset, window.document.spec, window.panel.title)
    someone = student(FILES[name], errs=errs)
    assert someone.window.framed.keys() == FRAMED
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
    assert offered == ([] if following is None else [read_lesson(following).title])


@pytest.mark.slow
def test_another_lesson_takes_the_place_of_the_one_that_leads(window: MainWindow, student: Begin, qtbot: QtBot) -> None:
    first = student(FILES["watch_it_learn"]).window
    second = student(FILES["pocket"], asked_in=first).window
    assert second.guide.lesson.title == read_lesson(FILES["pocket"]).title
    assert not window.isVisible()
    qtbot.waitUntil(lambda: not isValid(first))
    second.close()


@pytest.mark.slow
def test_a_lesson_is_answered_and_gone_on_with_where_the_focus_is(student: Begin, questions: Path) -> None:
    someone = student(questions)
    strip, guide, said = someone.window.card, someone.guide, list[tuple[int, bool]]()

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
    someone._press(someone.window.card.choices[1])
    assert someone.guide.done
    assert someone.window.focusWidget() is someone.window.card.next


@pytest.mark.slow
def test_the_field_of_a_lesson_that_goes_on_has_the_focus(student: Begin, window: MainWindow, questions: Path) -> None:
    for place, typed in ((0, True), (1, False), (2, True)):
        window.settings.lesson_steps = {questions.name: place}
        someone = student(questions)
        strip, canvas = someone.window.card, someone.window.canvas
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
    someone._press(someone.window.card.next)
    assert [*seen, highlight.kind] == ["gamma", "radius", "gamma", None]
    assert someone.window.spotlight.lit is someone.window.canvas


@pytest.mark.parametrize(("place", "update"), [(4, 4), (6, 5), (8, 8)])
def test_a_lesson_that_goes_on_is_where_the_steps_before_have_led(
    window: MainWindow, student: Begin, place: int, update: int
) -> None:
    window.settings.lesson_steps = {"watch_it_learn.toml": place}
    someone = student(FILES["watch_it_learn"])
    someone._settled()
    someone.qtbot.waitUntil(lambda: someone.window.player.position == update)
    assert someone.guide.place == place


@pytest.mark.slow
def test_who_went_too_far_finds_the_next_step_where_it_speaks_of(student: Begin) -> None:
    someone = student(FILES["watch_it_learn"])
    for _ in range(3):
        someone._settled()
        someone._do()
        someone._press(someone.window.card.next)
    for _ in range(5):
        someone._step(Qt.Key.Key_Right)
    assert someone.window.player.position == 6
    someone._press(someone.window.card.next)
    assert someone.window.player.position == 4


def test_a_lesson_says_what_the_run_knows(student: Begin) -> None:
    someone = student(FILES["order_matters"])
    card = someone.window.card
    someone._settled()
    assert card.told.text() == ""
    someone._do()
    assert card.told.text().startswith("It made 13 updates: ")
    for _ in range(2):  # Back over the examples that were right at the end, and over an update.
        someone._step(Qt.Key.Key_Left)
    assert (card.told.text(), card.next.isEnabled()) == ("", False)


def _at_count(student: Begin) -> Student:
    """Return a student at the question of the first lesson that asks for the mistakes after update 4."""
    someone = student(FILES["watch_it_learn"])
    for _ in range(4):
        someone._settled()
        someone._do()
        someone._press(someone.window.card.next)
    someone._settled()
    return someone


def test_a_question_is_about_the_update_where_it_was_asked(student: Begin) -> None:
    someone = _at_count(student)
    strip, player = someone.window.card, someone.window.player
    someone._step(Qt.Key.Key_Right)
    assert player.position == 5
    QTest.keyClicks(strip.field, "2")
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert player.position == 4
    assert strip.told.text() == "The question is about update 4. The playhead is there again: answer now."
    assert not someone.guide.done
    QTest.keyClicks(strip.field, "1")
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert someone.guide.told == "Right: 1. It is point 6, and it comes next."


@pytest.mark.slow
def test_show_me_numbers_the_mistakes_in_the_picture_until_the_next_step(student: Begin) -> None:
    someone = _at_count(student)
    strip, highlight = someone.window.card, someone.window.highlight
    assert strip.show_me.isHidden()
    QTest.keyClicks(strip.field, "7")
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert strip.show_me.isVisible()
    assert not highlight.labels
    someone._press(strip.show_me)
    assert highlight.labels == {5: "1"}
    assert strip.told.text().startswith("The run says: 1. It is point 6")
    assert strip.show_me.isHidden()
    assert someone.window.focusWidget() is strip.next
    words = someone.window.canvas.layers["points"].words(someone.window.canvas.stage.viewport)
    assert [word.text for word in words if isinstance(word, Label) and word.bold] == ["1"]
    someone._press(strip.next)
    assert not highlight.labels


def _past_the_count(student: Begin) -> Student:
    """Begin the step after the one that asks for a count."""
    someone = _at_count(student)
    goal = someone.guide.step.goal
    assert isinstance(goal, MarkedQuestion)
    someone._answer(goal)
    someone._press(someone.window.card.next)
    someone._settled()
    return someone


@pytest.mark.slow
def test_show_me_draws_the_right_line_beside_a_wrong_guess(student: Begin) -> None:
    someone = _past_the_count(student)
    someone._draw_line(np.array([0.0, 1.0]), 0.0)
    someone._step(Qt.Key.Key_Right)
    someone._step(Qt.Key.Key_Left)
    assert someone.window.player.position == 4
    someone._press(someone.window.card.show_me)
    assert someone.window.player.position == 5
    assert "The run says: w = (7, 3)" in someone.guide.told


@pytest.mark.slow
def test_the_orders_of_a_choice_are_given_with_their_counts(student: Begin) -> None:
    someone = student(FILES["order_matters"])
    someone._settled()
    someone._do()
    someone._press(someone.window.card.next)
    someone._settled()
    someone._do()
    counts = [train(FIRST.dataset(), RunSpec(order=order)).updates for order in ("cyclic", "shuffled", "furthest")]
    told = "Updates: cyclic (file order) {}, shuffled (seed 0) {}, furthest mistake first {}.".format(*counts)
    assert told in someone.window.card.told.text()


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
    someone._press(someone.window.card.next)
    panel = someone.window.panel
    assert panel.isVisible()
    assert panel.title == "Theory"
    assert not panel.tabBar().isVisible()
    assert not panel.more.isVisible()
    theory = panel.panel
    assert isinstance(theory, TheoryPanel)
    assert not any(button.isVisible() for button in (theory.picture.more, theory.picture.proof, theory.head.back))
    someone.window.close()
    window.actions_["side_panel"].setChecked(True)
    assert window.panel.tabBar().isVisible()


def _at(window: MainWindow, student: Begin, name: str, place: int) -> Student:
    """Return a student who goes on with a lesson at its step `place`, from 0."""
    window.settings.lesson_steps = {f"{name}.toml": place}
    someone = student(FILES[name])
    someone._settled()
    return someone


def test_a_tick_goes_when_it_is_not_true_any_more(window: MainWindow, student: Begin) -> None:
    someone = _at(window, student, "gamma_and_r", 8)
    assert someone.window.canvas.view.tool == "line"
    ticks = list[tuple[str, bool]]()
    for slope in (0.0, 0.5, 0.0):
        someone._draw_line(np.array([1.0, slope]), 0.0)
        someone._settled()
        ticks.append((someone.window.card.task.text()[0], someone.window.card.next.isEnabled()))
    assert ticks == [("☑", True), ("☐", False), ("☑", True)]
    someone._press(someone.window.card.next)
    assert someone.window.workspace.own_separator.saved() is None  # The next step does not speak of it.
    assert someone.window.canvas.view.tool == "select"


def test_the_card_says_what_a_drag_has_made_of_gamma_until_that_is_enough(window: MainWindow, student: Begin) -> None:
    someone = _at(window, student, "gamma_and_r", 1)
    card, told = someone.window.card, list[str]()
    for x in (0.6, -0.2):
        told.append(card.told.text())
        someone._drag_to(0, np.array([x, -4.0]))
    assert told[0] == "γ is 1 now, and the bound 29."
    assert re.fullmatch(r"γ is 0\.7\d* now, and the bound 4\d\.", told[1])
    assert card.told.text().endswith("instead of 29.")
    assert card.next.isEnabled()


def test_once_a_line_is_guessed_the_step_is_framed(student: Begin) -> None:
    someone = _past_the_count(student)
    spotlight, lit = someone.window.spotlight, list[QWidget | None]()
    for _ in range(2):
        lit.append(spotlight.lit)
        someone._draw_line(np.array([7.0, 3.0]), 0.0)
    assert lit == [someone.window.canvas, someone.window.transport.step]


def _is_beyond(player: Player, place: int) -> bool:
    return player.position > place


def test_the_two_reasons_of_an_update_are_shown_once_the_ceiling_is(window: MainWindow, student: Begin) -> None:
    seen = list[bool]()
    for place in (2, 6):
        someone = _at(window, student, "why_it_must_stop", place)
        theory = someone.window.panel.panel
        assert isinstance(theory, TheoryPanel)
        player = someone.window.player
        someone.qtbot.waitUntil(partial(_is_beyond, player, 3))
        seen.append(theory.picture.triangles.isVisible())
        someone.window.close()
    assert seen == [False, True]


def _is_around(frame: QWidget, thing: QWidget) -> bool:
    return (frame.geometry().center() - thing.mapTo(frame.window(), thing.rect().center())).manhattanLength() <= 2


def test_what_is_to_be_pressed_is_framed_and_stays_so_in_another_size(window: MainWindow, student: Begin) -> None:
    someone = student(FILES["watch_it_learn"])
    someone._press(someone.window.card.next)
    frame, step = someone.window.spotlight, someone.window.transport.step
    for size in ((1100, 700), (1280, 800)):
        someone.window.resize(*size)
        someone.qtbot.waitUntil(lambda: frame.isVisible() and frame.lit is step)
        someone.qtbot.waitUntil(lambda: _is_around(frame, step))
        painted = frame.grab().toImage().pixelColor(0, frame.height() // 2)
        assert painted.name() == someone.window.theme.current.color("ink").name()


def test_the_options_lie_beside_the_step_and_close_once_they_are_chosen(window: MainWindow, student: Begin) -> None:
    someone = _at(window, student, "gamma_and_r", 5)
    lesson = someone.window
    assert lesson.spotlight.lit is lesson.options.button
    lesson.resize(1280, 800)
    someone.qtbot.waitUntil(lambda: lesson.width() == 1280)
    lesson.options.button.setChecked(True)
    sheet, card = lesson.options.sheet, lesson.card
    assert sheet.geometry().right() < card.mapTo(lesson, card.rect().topLeft()).x()
    someone._do()
    assert someone.guide.done
    assert sheet.isHidden()
    assert lesson.transport.position.text == "0"  # How many updates it takes is asked next.


def test_the_first_lesson_has_few_controls_and_speaks_of_points(student: Begin) -> None:
    someone = student(FILES["watch_it_learn"])
    lesson = someone.window
    someone._settled()
    assert not any(
        part.isVisible() for part in (lesson.rail, lesson.layers.pill, lesson.options, lesson.top_row.show_all)
    )
    for step in lesson.guide.lesson.steps:
        words = re.sub(r"\{\w+\}", "", " ".join((*step.texts[:3], step.reply)))
        assert not re.search(r"\b(example|update|boundary|activation)", words)
    someone._press(lesson.card.next)
    someone._do()
    assert lesson.status.now.text == "Point 1 (○) was on neither side, so it is added to w."
    assert {name for name, layer in lesson.canvas.layers.items() if layer.visible} >= {"guess", "update"}


def test_the_menu_ticks_what_was_done_and_a_lesson_begins_again(window: MainWindow, student: Begin) -> None:
    window.settings.lesson_steps = {"watch_it_learn.toml": 9, "why_it_must_stop.toml": 3}
    menu = window.actions_.menu("lessons")
    menu.aboutToShow.emit()
    texts = [action.text().partition("  ")[2] for action in menu.actions() if "  " in action.text()]
    assert texts[:3] == ["Watch it learn  ✓", "Why it must stop  – at step 4 of 9", "γ and R in your hands"]
    someone = student(FILES["why_it_must_stop"])
    strip = someone.window.card
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
