"""The transport bar: what a person sees and presses to move the playhead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QToolTip
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.pace import FASTEST, SLOWEST, USUAL_SPEED
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.panels import TransportBar
from perceptron_gui.panels.transport import Flag
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
def bar(qtbot: QtBot, window: MainWindow) -> TransportBar:
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
    QCoreApplication.processEvents()
    return run


def test_without_a_run_nothing_can_be_pressed(bar: TransportBar) -> None:
    assert not any(button.isEnabled() for button in bar.buttons.values())
    assert not bar.step.isEnabled()
    assert bar.position.text == "0 / 0"


def test_the_buttons_move_the_playhead(bar: TransportBar, player: Player) -> None:
    run = load(player)
    for name, position in (
        ("step_forward", 1),
        ("step_forward", 2),
        ("step_back", 1),
        ("end", run.updates),
        ("home", 0),
    ):
        QTest.mouseClick(bar.buttons[name], LEFT)
        assert player.position == position
    QTest.mouseClick(bar.buttons["home"], LEFT)
    assert player.position == 0
    QTest.mouseClick(bar.buttons["next_epoch"], LEFT)
    assert player.state is not None
    assert player.state.example == run.dataset.n
    QTest.mouseClick(bar.buttons["previous_epoch"], LEFT)
    assert player.position == 0


def test_buttons_that_lead_nowhere_are_disabled(bar: TransportBar, player: Player) -> None:
    load(player)
    assert not bar.buttons["step_back"].isEnabled()
    assert bar.buttons["step_forward"].isEnabled()
    player.end()
    assert bar.buttons["step_back"].isEnabled()
    assert not bar.buttons["step_forward"].isEnabled()


def test_without_epochs_nothing_jumps_by_them(bar: TransportBar, player: Player) -> None:
    load(player, XOR, RunSpec(order="random", max_updates=9))
    player.go_to(2)
    assert not bar.buttons["next_epoch"].isEnabled()
    assert not bar.buttons["previous_epoch"].isEnabled()
    assert bar.buttons["step_forward"].isEnabled()


def test_play_turns_into_pause(bar: TransportBar, player: Player) -> None:
    load(player)
    QTest.mouseClick(bar.buttons["play"], LEFT)
    assert player.playing
    assert bar.buttons["play"].accessibleName() == "Pause"
    QTest.mouseClick(bar.buttons["play"], LEFT)
    assert not player.playing
    assert bar.buttons["play"].accessibleName() == "Play"


def test_the_step_button_names_what_it_will_do(bar: TransportBar, player: Player) -> None:
    run = load(player)
    first = int(run.history.index()[0])
    assert bar.step.text() == f"Update w on example {first + 1}"
    QTest.mouseClick(bar.step, LEFT)
    assert player.position == 1
    player.go_to(run.updates)
    assert bar.step.text() == "Test the rest: no mistake"
    QTest.mouseClick(bar.step, LEFT)
    assert bar.step.text() == "At the end: converged"
    assert not bar.step.isEnabled()


def test_by_example_the_step_button_tests_the_correct_ones(bar: TransportBar, player: Player) -> None:
    run = load(player)
    player.set_granularity(Granularity.EXAMPLE)
    player.go_to(run.history.examples - 1)
    assert bar.step.text() == f"Test example {run.dataset.n}"


@pytest.mark.parametrize(
    ("spec", "words"), [(RunSpec(max_epochs=3), "limit of epochs"), (RunSpec(max_updates=7), "limit of updates")]
)
def test_at_a_limit_the_step_button_says_which(bar: TransportBar, player: Player, spec: RunSpec, words: str) -> None:
    load(player, XOR, spec)
    player.end()
    assert bar.step.text() == f"At the end: {words}"


def test_choosing_what_a_step_is(bar: TransportBar, player: Player) -> None:
    run = load(player)
    QTest.keyClick(bar.granularity, Qt.Key.Key_Down)
    assert player.granularity is Granularity.EXAMPLE
    assert bar.position.text == f"0 / {run.history.examples}"
    assert bar.speed.label.text() == "4 examples/s"
    player.set_granularity(Granularity.UPDATE)
    assert bar.granularity.currentIndex() == 0


def test_click_and_drag_on_the_timeline_scrub(bar: TransportBar, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=60))
    line = bar.timeline
    there = QPoint(round(line.x_of(42)), line.height() // 2)
    QTest.mousePress(line, LEFT, pos=there)
    assert player.position == 42
    QTest.mouseMove(line, QPoint(round(line.x_of(13)), 3))
    assert player.position == 13
    QTest.mouseRelease(line, LEFT)
    QTest.mouseMove(line, there)
    assert player.position == 13


def test_hovering_the_timeline_names_the_place(bar: TransportBar, player: Player) -> None:
    run = load(player, XOR, RunSpec(max_updates=60))
    line = bar.timeline
    QTest.mouseMove(line, QPoint(round(line.x_of(30)), line.height() // 2))
    assert QToolTip.text() == f"update 30 · epoch {run.history.seek(30).epoch}"
    assert player.position == 0
    QToolTip.hideText()


def test_the_timeline_follows_the_player_and_its_keys_move_it(bar: TransportBar, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=60))
    player.go_to(7)
    assert (bar.timeline.value(), bar.timeline.maximum()) == (7, 60)
    QTest.keyClick(bar.timeline, Qt.Key.Key_PageUp)
    assert player.position == 13


def test_epoch_ticks_stand_at_the_ends_of_epochs(bar: TransportBar, player: Player) -> None:
    run = load(player)
    ends = {run.history.updates_before(e * run.dataset.n) for e in range(1, run.history.epochs + 1)}
    assert bar.timeline.ticks == sorted(ends)
    player.set_granularity(Granularity.EXAMPLE)
    assert bar.timeline.ticks == [e * run.dataset.n for e in range(1, run.history.epochs + 1)]


def test_dense_epoch_ticks_are_thinned_out(bar: TransportBar, player: Player) -> None:
    load(player, XOR, RunSpec(max_epochs=1000))
    ticks = bar.timeline.ticks
    pixels = [bar.timeline.x_of(tick) for tick in ticks]
    assert 20 < len(ticks) < 200
    assert min(b - a for a, b in pairwise(pixels)) > 5


def test_the_speed_slider_is_logarithmic(bar: TransportBar, player: Player) -> None:
    slider = bar.speed.slider
    slider.setValue(slider.minimum())
    assert player.speed == SLOWEST
    assert bar.speed.label.text() == "0.5 updates/s"
    slider.setValue(slider.maximum() // 2)
    assert player.speed == pytest.approx((SLOWEST * FASTEST) ** 0.5, rel=0.05)
    slider.setValue(slider.maximum())
    assert bar.speed.label.text() == "50,000 updates/s"


def test_a_slow_start_is_not_called_four_updates_a_second(bar: TransportBar, player: Player, qtbot: QtBot) -> None:
    load(player)
    player.set_speed(USUAL_SPEED)
    player.home()
    player.eases_in = True
    assert bar.speed.label.text() == "4 updates/s"
    player.play()
    player.advance(1 / USUAL_SPEED)
    qtbot.waitUntil(lambda: bar.speed.label.text() == "slow start")
    player.pause()
    assert bar.speed.label.text() == "4 updates/s"


def test_double_click_brings_the_first_speed_back(bar: TransportBar, player: Player) -> None:
    first = player.speed
    player.set_speed(800)
    assert bar.speed.slider.value() == 64
    QTest.mouseDClick(bar.speed.slider, LEFT)
    assert player.speed == first


def test_every_control_has_a_name_and_a_tooltip(bar: TransportBar) -> None:
    names = [button.accessibleName() for button in bar.buttons.values()]
    assert names == ["To the Start", "Previous Epoch", "Step Back", "Play", "Step Forward", "Next Epoch", "To the End"]
    assert all(button.toolTip() and not button.icon().isNull() for button in bar.buttons.values())
    assert bar.step.toolTip()
    assert bar.timeline.accessibleName()
    assert bar.speed.slider.accessibleName()
    assert bar.granularity.accessibleName()


def test_the_bar_fits_a_narrow_window(bar: TransportBar, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=1000))
    assert bar.minimumSizeHint().width() <= 960


@pytest.mark.parametrize(
    ("dataset", "spec", "flag"), [(SEPARABLE, RunSpec(), Flag.CONVERGED), (XOR, RunSpec(max_epochs=3), Flag.LIMIT)]
)
def test_a_flag_stands_at_the_end_once_the_playhead_is_there(
    bar: TransportBar, player: Player, dataset: Dataset, spec: RunSpec, flag: Flag
) -> None:
    run = load(player, dataset, spec)
    for update in range(run.updates + 1):
        player.go_to_update(update)
        if run.history.example_of(update) < run.history.examples:
            assert bar.timeline.flag is None
    player.end()
    assert bar.timeline.flag is flag
    shown = bar.timeline.grab().toImage()
    player.home()
    assert bar.timeline.flag is None
    place = bar.timeline.width() - 10
    assert shown.copy(place, 0, 10, 26) != bar.timeline.grab().toImage().copy(place, 0, 10, 26)


def test_a_record_that_is_not_at_its_end_says_so(bar: TransportBar, player: Player) -> None:
    run, engine = prepare(XOR, RunSpec())
    run.history.append(engine.advance(5, 9))
    player.set_run(run)
    player.end()
    assert bar.position.text == "5 / 5…"
    assert bar.timeline.flag is None
    player.rest()
    assert bar.timeline.flag is Flag.WAITING
    run.history.append(engine.advance(3, 9))
    player.grow()
    assert bar.position.text == "8 / 8…"
    assert bar.timeline.flag is None


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
