"""Axes glide, cards rise and pages fade in where there is motion; all come to rest where they are without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.spec import RunSpec
from perceptron_gui.look.animation import Approach, FadingIn, let_move
from perceptron_gui.look.card import Severity
from perceptron_gui.look.motion import Motion
from perceptron_gui.panels.bottom.track import TrackSlider
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk


@pytest.fixture
def moving(desk: Desk, window: MainWindow) -> Iterator[MainWindow]:
    """A window with motion, whose panels show everything."""
    window.workspace.visible.show_everything()
    window.parts.set_motion(Motion.ON)
    yield window
    let_move(False)


def test_a_number_comes_near_its_goal_and_is_there_at_once_without_motion(qtbot: QtBot, window: MainWindow) -> None:
    poses = list[float]()
    approach = Approach(window, 60, lambda: poses.append(approach.number))
    approach.go(4.0)
    assert (approach.number, poses) == (4.0, [])
    let_move(True)
    approach.go(8.0)
    assert approach.number < 8.0
    qtbot.waitUntil(lambda: approach.number == 8.0)
    let_move(False)
    assert poses == sorted(poses)
    assert len(poses) > 2


def test_a_card_rises_to_the_place_that_it_has_without_motion(moving: MainWindow, qtbot: QtBot) -> None:
    def place() -> QPoint:
        QApplication.processEvents()
        return moving.cards.pos()

    moving.parts.set_motion(Motion.OFF)
    moving.notice.show_notice(Severity.NOTE, "This is one sentence.")
    at_rest = place()
    moving.notice.clear()
    moving.parts.set_motion(Motion.ON)
    moving.notice.show_notice(Severity.NOTE, "This is one sentence.")
    assert place().x() == at_rest.x()
    assert place().y() > at_rest.y()
    qtbot.waitUntil(lambda: place() == at_rest)


def test_a_page_fades_in_and_nothing_stays_over_it(moving: MainWindow, qtbot: QtBot) -> None:
    moving.panel.turn_to("Data")
    assert moving.panel.findChildren(FadingIn)
    qtbot.waitUntil(lambda: not moving.panel.findChildren(FadingIn))


def test_the_axis_of_the_corridor_glides_to_a_new_bound(moving: MainWindow, desk: Desk, qtbot: QtBot) -> None:
    moving.panel.turn_to("Theory")
    (panel,) = moving.findChildren(TheoryPanel)
    panel.ready()
    plot = panel.picture.plot
    assert plot.frame is not None
    before = plot.frame.spec.x.high
    document = moving.document
    document.edit(document.dataset.moved([0], document.dataset.X[0] * 1.5), "Move")
    qtbot.waitUntil(lambda: plot.end != before)
    assert plot.frame is not None
    assert plot.frame.spec.x.high != plot.end
    qtbot.waitUntil(lambda: plot.frame is not None and plot.frame.spec.x.high == plot.end)


def test_the_track_glides_to_room_for_twice_as_many_epochs(moving: MainWindow, desk: Desk, qtbot: QtBot) -> None:
    moving.parts.set_motion(Motion.OFF)
    moving.document.choose_spec(RunSpec(max_epochs=40))
    moving.workspace.visible.set_hidden(True)
    (track,) = moving.findChildren(TrackSlider)
    n = moving.document.dataset.n
    moving.player.go_to_example(3 * n)
    narrow = track.visit
    moving.parts.set_motion(Motion.ON)
    moving.player.go_to_example(3 * n + 1)
    assert track.visit > narrow / 2
    qtbot.waitUntil(lambda: track.visit == narrow / 2)
