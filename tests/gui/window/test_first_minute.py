"""The first minute: what a start without a file says and offers, and how its run begins."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.lessons.lesson import read_lesson
from core.lessons.lesson_files import lesson_files, lesson_key
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.settings import Settings
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import press

FIRST = lesson_files()[0]
SIZES = [(1280, 800), (1024, 768), (960, 600)]


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("size", SIZES)
def test_play_is_the_one_filled_button_and_space_presses_it(
    window: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    qtbot.waitUntil(lambda: window.transport.play.filled)
    assert in_window(window.transport).contains(in_window(window.transport.play))
    assert window.transport.height() <= round(0.22 * size[1])
    window.activateWindow()
    press(window, qtbot, Qt.Key.Key_Space)
    assert window.player.playing
    assert window.transport.play.filled
    press(window, qtbot, Qt.Key.Key_Space)
    press(window, qtbot, Qt.Key.Key_End)
    assert not window.transport.play.filled, "it would only begin again"


@pytest.mark.parametrize("size", SIZES)
def test_the_first_lesson_is_offered_on_a_card_above_the_panel(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    assert window.offer.isVisible()
    others = (window.canvas, window.panel, window.transport, window.status, window.top_row)
    assert not any(in_window(window.offer).intersects(in_window(other)) for other in others)
    assert in_window(window.side).contains(in_window(window.offer))
    assert window.offer.height() < 120


def test_an_offer_declined_is_never_made_again(desk: Desk, window: MainWindow) -> None:
    window.offer.decline.click()
    assert not window.offer.isVisible()
    assert not desk.open().offer.isVisible()


def test_a_lesson_that_was_begun_is_offered_until_it_is_done(desk: Desk) -> None:
    settings = Settings(desk.settings_file)
    settings.lesson_steps = {lesson_key(FIRST.name): 2}
    settings.store.sync()
    assert desk.open().offer.isVisible()
    settings.lesson_steps = {lesson_key(FIRST.name): len(read_lesson(FIRST).steps)}
    settings.store.sync()
    assert not desk.open().offer.isVisible()


def test_who_opens_a_file_is_offered_no_lesson(desk: Desk, points: Path) -> None:
    assert not desk.open(LoadRequest(points)).offer.isVisible()


def test_the_offer_leads_into_the_lesson_and_is_gone_when_it_is_done(window: MainWindow) -> None:
    window.offer.start.click()
    (leading,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, LessonWindow))
    assert leading.guide.lesson.title == read_lesson(FIRST).title
    assert not leading.offer.isVisible()
    leading.card.leave.click()
    assert window.isVisible()
    assert not window.offer.isVisible()


def test_the_first_three_updates_take_their_time_then_the_run_gathers_speed(window: MainWindow) -> None:
    player, shown = window.player, {0: 0.0}
    player.play()
    player._timer.stop()  # the test is the clock
    seconds = 0.0
    while player.playing and seconds < 60:
        seconds += 1 / 64
        player.advance(1 / 64)
        shown.setdefault(player.position, seconds)
    assert list(shown) == list(range(14)), "none is skipped"
    lasts = [shown[k + 1] - shown[k] for k in range(1, 13)]
    assert all(last > 1.5 for last in lasts[:3]), "a mistake, its vector, the turn"
    assert all(after <= before + 1 / 32 for before, after in pairwise(lasts[2:]))
    assert lasts[-1] == pytest.approx(1 / player.speed, abs=1 / 32)
    assert seconds < 12


def test_a_speed_of_ones_own_and_a_play_from_the_middle_hold_from_the_first_step(window: MainWindow) -> None:
    player = window.player
    player.go_to_update(2)
    player.play()
    assert player.pace == player.speed
    player.pause()
    player.home()
    player.set_speed(2)
    player.play()
    assert player.pace == 2
    player.pause()


def test_a_sentence_that_speaks_of_a_page_turns_to_it(desk: Desk, window: MainWindow) -> None:
    window.document.set_spec(RunSpec("kernel", kernel="rbf"))
    desk.settled(window)
    window.panel.turn_to("Weights")
    panel = window.panel.panel
    assert isinstance(panel, WeightsPanel)
    assert ">Theory tab</a>" in panel.instead.text()
    panel.instead.linkActivated.emit("Theory")
    assert window.panel.title == "Theory"
