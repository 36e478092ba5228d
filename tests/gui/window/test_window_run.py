"""Runs in a window: begun, paused, cancelled, failed, and shown from any update on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import spec, update

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


def test_a_run_that_pauses_is_run_on_from_the_menu(desk: Desk, window: MainWindow) -> None:
    window.document.set_spec(RunSpec(max_epochs=7))
    desk.settled(window)
    assert not window.actions_["run_on"].isEnabled()
    window.document.open(XOR, None)
    desk.settled(window)
    assert window.actions_["run_on"].isEnabled()
    assert window.status.run_on.isVisible()
    window.player.play()
    window.player.advance(100.0)
    assert not window.player.playing
    window.actions_["run_on"].trigger()
    assert not window.status.run_on.isVisible()
    desk.settled(window)
    run = window.player.run
    assert run is not None
    assert run.history.epochs == 7
    assert not window.actions_["run_on"].isEnabled()


@pytest.mark.parametrize("update", [3, 20])
def test_a_start_at_an_update_beyond_the_pause_runs_on_to_it(desk: Desk, window: MainWindow, update: int) -> None:
    window.document.set_spec(RunSpec(max_epochs=7))
    window.document.open(XOR, None)
    window.start_at(update)
    desk.settled(window)
    assert window.player.position == update
    assert window.runner.is_paused == (update == 3)


def test_editing_runs_again_at_once(desk: Desk, window: MainWindow) -> None:
    window.selection.set([6])
    window.actions_["flip"].trigger()
    desk.settled(window)
    assert window.player.run is not None
    assert window.player.run.margin.separable is False
    assert window.actions_["undo"].text() == "&Undo flip example"
    window.actions_["undo"].trigger()
    desk.settled(window)
    assert window.player.run.updates == 13
    assert window.actions_["redo"].isEnabled()


def test_a_run_at_its_limit_says_which(desk: Desk, window: MainWindow) -> None:
    window.document.open(XOR, None)
    window.document.set_spec(RunSpec(max_epochs=7))
    desk.settled(window)
    window.runner.run_on()
    desk.settled(window)
    window.player.end()
    assert "7 epochs" in window.status.outcome.text


def test_a_run_can_be_cancelled_from_the_menu(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    # Separable, but by so little that it takes far longer than anybody waits.
    window.document.open(Dataset([[1.0, 0.0], [1.0, 1e-6]], [-1, 1]), None)
    window.document.set_spec(RunSpec(max_epochs=10**9, max_updates=10**9))
    assert window.actions_["cancel"].isEnabled()
    window.actions_["cancel"].trigger()
    desk.settled(window)
    qtbot.waitUntil(lambda: not window.actions_["cancel"].isEnabled())
    assert "cancelled" in window.status.outcome.text


def test_a_run_that_fails_says_so_in_the_window(desk: Desk, window: MainWindow) -> None:
    before = window.document.dataset
    window.document.set_spec(replace(spec(window), kernel="poly", gamma=1e90))
    desk.settled(window)
    assert "the poly kernel of these data reaches" in window.notice.text
    assert window.document.dataset is before


SPECIAL = {
    "empty": Dataset.empty(),
    "one point": Dataset([[1.0, 2.0]], [1]),
    "one class": Dataset([[1.0, 2.0], [2.0, 1.0]], [-1, -1]),
    "equal points": Dataset([[1.0, 2.0], [1.0, 2.0]], [1, -1]),
    "a point at the origin": Dataset([[0.0, 0.0], [1.0, 1.0]], [1, -1]),
}


def test_special_data_break_nothing(desk: Desk, window: MainWindow) -> None:
    for name, dataset in SPECIAL.items():
        window.document.open(dataset, None)
        for bias in (0.0, 1.0):
            window.document.set_spec(RunSpec(bias=bias, max_epochs=20))
            desk.settled(window)
            window.player.end()
            window.player.home()
            window.grab()
            assert not window.notice.isVisible(), (name, bias)


def test_a_start_at_an_update_shows_it_while_a_long_run_goes_on(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.document.set_spec(RunSpec(max_epochs=1_000_000_000, max_updates=1_000_000_000))
    window.document.open(XOR, None)
    window.start_at(20)
    qtbot.waitUntil(lambda: update(window) == 20)
    assert window.runner.running
    window.runner.cancel()
    desk.settled(window)
    assert update(window) == 20


def test_a_start_at_an_update_beyond_the_run_shows_its_end(desk: Desk, window: MainWindow) -> None:
    window.document.open(XOR, None)
    window.start_at(1_000_000)
    desk.settled(window)
    assert window.player.run is not None
    assert update(window) == window.player.run.updates > 0


@pytest.mark.slow
def test_a_start_at_an_update_waits_for_a_file_that_takes_long_to_read(
    desk: Desk, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    points = tmp_path / "points.csv"
    points.write_text("a,b,label\n" + "1,2,1\n-1,-2,-1\n-2,0.5,-1\n0.1,-0.2,1\n" * 60_000)
    window.files.open_path(points)
    assert window.reader.awaited is not None
    window.start_at(2)
    qtbot.waitUntil(lambda: window.document.path == points)
    desk.settled(window)
    assert update(window) == 2
    window.player.home()
    window.files.open_path(points)  # only what the window begins with is shown there
    qtbot.waitUntil(lambda: window.reader.awaited is None)
    desk.settled(window)
    assert update(window) == 0
