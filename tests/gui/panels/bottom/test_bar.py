"""The bar at the bottom: what a person sees and presses to move the playhead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.pace import FASTEST, SLOWEST, USUAL_SPEED
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.panels import BottomBar
from perceptron_gui.window.main_window import MainWindow

SEPARABLE = Dataset([[1.0, 1.0], [3.0, 1.0], [0.0, 2.0], [-1.0, 0.5], [2.0, -1.0]], [-1, 1, -1, -1, 1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(Settings(tmp_path / "settings.ini"), ThemeModel(Appearance.LIGHT), tmp_path)
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def player(window: MainWindow) -> Player:
    window.player.eases_in = False
    return window.player


@pytest.fixture
def bar(qtbot: QtBot, window: MainWindow) -> BottomBar:
    """The bar of a window, in a place of its own."""
    place = QMainWindow()
    qtbot.addWidget(place)
    place.setCentralWidget(window.transport)
    place.resize(900, window.transport.sizeHint().height())
    place.show()
    return window.transport


def load(player: Player, dataset: Dataset = SEPARABLE, spec: RunSpec | None = None) -> Run:
    run = train(dataset, spec)
    player.set_run(run)
    wait_for_the_buttons()
    return run


def wait_for_the_buttons() -> None:
    """Let the window come to rest, for only then it asks again which buttons are on."""
    loop = QEventLoop()
    QTimer.singleShot(5, loop.quit)
    loop.exec()


def test_without_a_run_nothing_can_be_pressed(bar: BottomBar) -> None:
    assert not any(button.isEnabled() for button in bar.buttons.values())
    assert not bar.step.isEnabled()
    assert bar.position.text == "0 / 0"


def test_the_buttons_move_the_playhead(bar: BottomBar, player: Player) -> None:
    load(player)
    for name, position in (("step_forward", 1), ("step_forward", 2), ("step_back", 1)):
        QTest.mouseClick(bar.buttons[name], LEFT)
        wait_for_the_buttons()
        assert player.position == position


def test_play_is_filled_while_it_is_the_thing_to_press(bar: BottomBar, player: Player) -> None:
    assert not bar.play.filled
    load(player)
    assert bar.play.filled
    begun = bar.play.grab().toImage()
    player.end()
    wait_for_the_buttons()
    assert not bar.play.filled
    assert bar.play.grab().toImage() != begun


def test_buttons_that_lead_nowhere_are_disabled(bar: BottomBar, player: Player) -> None:
    load(player)
    assert not bar.buttons["step_back"].isEnabled()
    assert bar.buttons["step_forward"].isEnabled()
    player.end()
    wait_for_the_buttons()
    assert bar.buttons["step_back"].isEnabled()
    assert not bar.buttons["step_forward"].isEnabled()


def test_play_turns_into_pause(bar: BottomBar, player: Player) -> None:
    load(player)
    QTest.mouseClick(bar.buttons["play"], LEFT)
    wait_for_the_buttons()
    assert player.playing
    assert bar.buttons["play"].accessibleName() == "Pause"
    QTest.mouseClick(bar.buttons["play"], LEFT)
    wait_for_the_buttons()
    assert not player.playing
    assert bar.buttons["play"].accessibleName() == "Play"


def test_the_step_button_names_what_it_will_do(bar: BottomBar, player: Player) -> None:
    run = load(player)
    first = int(run.history.index()[0])
    assert bar.step.accessibleName() == f"Step Forward: Update w on example {first + 1}"
    assert bar.step.toolTip().startswith(f"Update w on example {first + 1} – ")
    QTest.mouseClick(bar.step, LEFT)
    assert player.position == 1
    player.go_to(run.updates)
    wait_for_the_buttons()
    assert bar.step.defaultAction().iconText() == "Test the rest: no mistake"
    QTest.mouseClick(bar.step, LEFT)
    wait_for_the_buttons()
    assert bar.step.defaultAction().iconText() == "At the end: converged"
    assert not bar.step.isEnabled()


def test_by_example_the_step_button_tests_the_correct_ones(bar: BottomBar, player: Player) -> None:
    run = load(player)
    player.set_granularity(Granularity.EXAMPLE)
    player.go_to(run.history.examples - 1)
    assert bar.step.defaultAction().iconText() == f"Test example {run.dataset.n}"


@pytest.mark.parametrize(
    ("spec", "words"), [(RunSpec(max_epochs=3), "limit of epochs"), (RunSpec(max_updates=7), "limit of updates")]
)
def test_at_a_limit_the_step_button_says_which(bar: BottomBar, player: Player, spec: RunSpec, words: str) -> None:
    load(player, XOR, spec)
    player.end()
    wait_for_the_buttons()
    assert bar.step.defaultAction().iconText() == f"At the end: {words}"


def test_choosing_what_a_step_is(bar: BottomBar, player: Player) -> None:
    run = load(player)
    QTest.keyClick(bar.granularity, Qt.Key.Key_Down)
    assert player.granularity is Granularity.EXAMPLE
    assert bar.position.text == f"0 / {run.history.examples}"
    assert bar.speed.label.text() == "4 per second"
    player.set_granularity(Granularity.UPDATE)
    assert bar.granularity.currentIndex() == 0


def test_the_speed_slider_is_logarithmic(bar: BottomBar, player: Player) -> None:
    slider = bar.speed.slider
    slider.setValue(slider.minimum())
    assert player.speed == SLOWEST
    assert bar.speed.label.text() == "0.5 per second"
    slider.setValue(slider.maximum() // 2)
    assert player.speed == pytest.approx((SLOWEST * FASTEST) ** 0.5, rel=0.05)
    slider.setValue(slider.maximum())
    assert bar.speed.label.text() == "50,000 per second"


def test_a_slow_start_is_not_called_four_a_second(bar: BottomBar, player: Player, qtbot: QtBot) -> None:
    load(player)
    player.set_speed(USUAL_SPEED)
    player.home()
    player.eases_in = True
    assert bar.speed.label.text() == "4 per second"
    player.play()
    player.advance(1 / USUAL_SPEED)
    qtbot.waitUntil(lambda: bar.speed.label.text() == "slow start")
    player.pause()
    assert bar.speed.label.text() == "4 per second"


def test_double_click_brings_the_first_speed_back(bar: BottomBar, player: Player) -> None:
    first = player.speed
    player.set_speed(800)
    assert bar.speed.slider.value() == 64
    QTest.mouseDClick(bar.speed.slider, LEFT)
    assert player.speed == first


def test_every_control_has_a_name_and_a_tooltip(bar: BottomBar) -> None:
    names = [button.accessibleName() for button in bar.buttons.values()]
    assert names == ["Step Back", "Play", "Step Forward: Nothing to step through"]
    assert all(button.toolTip() and not button.icon().isNull() for button in bar.buttons.values())
    assert all(choice.text() and choice.toolTip() for choice in bar.speed.choices.values())
    assert bar.timeline.accessibleName()
    assert bar.speed.slider.accessibleName()
    assert bar.granularity.accessibleName()


def test_the_bar_fits_a_narrow_window(bar: BottomBar, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=1000))
    assert bar.minimumSizeHint().width() <= 960


def test_the_bar_takes_no_more_than_its_share_of_a_low_window(bar: BottomBar) -> None:
    bar.fit(1000)
    assert bar.height() == 140
    assert bar.line.isVisibleTo(bar)
    bar.fit(500)
    assert bar.height() == 110
    assert not bar.line.isVisibleTo(bar)
    assert bar.timeline.isVisibleTo(bar)


def test_a_newcomer_has_three_speeds_and_no_count(bar: BottomBar, player: Player) -> None:
    load(player)
    player.visible.show(newcomer=True, hidden=True)
    assert not any(part.isVisibleTo(bar) for part in (bar.position, bar.granularity, bar.speed.label))
    slow, usual, fast = bar.speed.choices.values()
    assert usual.isChecked()
    QTest.mouseClick(fast, LEFT)
    assert (player.speed, fast.isChecked(), usual.isChecked()) == (20, True, False)
    QTest.mouseClick(fast, LEFT)
    assert fast.isChecked()
    QTest.mouseClick(slow, LEFT)
    assert player.speed == 1
    player.visible.set_hidden(False)
    assert bar.speed.label.text() == "1 per second"
    assert not slow.isVisibleTo(bar)


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard")  # what drops down wants the keys
def test_a_click_on_the_speed_shows_its_slider(bar: BottomBar) -> None:
    assert not bar.speed.slider.isVisible()
    QTest.mouseClick(bar.speed.label, LEFT)
    assert bar.speed.slider.isVisible()
    bar.speed.slider.window().hide()


def test_a_record_that_is_not_at_its_end_says_so(bar: BottomBar, player: Player) -> None:
    run, engine = prepare(XOR, RunSpec())
    run.history.append(engine.advance(5, 9))
    player.set_run(run)
    player.end()
    wait_for_the_buttons()
    assert bar.position.text == "5 / 5…"
    run.history.append(engine.advance(3, 9))
    player.grow()
    assert bar.position.text == "8 / 8…"


def test_playing_stops_at_the_end_of_a_record_that_does_not_grow_for_now(player: Player) -> None:
    run, engine = prepare(XOR, RunSpec())
    run.history.append(engine.advance(5, 9))
    player.set_run(run)
    player.play()
    player.advance(100)
    assert player.playing
    player.rest()
    assert not player.playing
    player.home()
    player.play()
    player.advance(100)
    assert not player.playing
