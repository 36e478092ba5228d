"""Axes glide, cards rise and pages fade in where there is motion; all come to rest where they are without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.spec import RunSpec
from perceptron_gui.canvas.canvas import settings_of_canvas
from perceptron_gui.look.card import Severity
from perceptron_gui.look.motion import Approach, FadingIn, Motion, let_move
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
    (veil,) = moving.panel.findChildren(FadingIn)
    moving.panel.panel.resize(moving.panel.size() * 1.2)
    assert veil.geometry().contains(moving.panel.panel.rect())
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


def test_the_view_glides_to_what_a_command_shows_and_nothing_reads_it_half_way(
    moving: MainWindow, qtbot: QtBot
) -> None:
    stage, commands = moving.canvas.stage, moving.actions_
    fitted = stage.viewport
    kept = settings_of_canvas(moving.canvas)["plane"]
    commands["zoom_in"].trigger()
    assert stage.viewport == fitted
    near = kept.saved()
    assert stage.aim.ux < fitted.ux
    qtbot.waitUntil(lambda: fitted.ux > stage.viewport.ux > stage.aim.ux)
    assert kept.saved() == near
    qtbot.waitUntil(lambda: stage.viewport == stage.aim)
    commands["fit"].trigger()
    assert moving.canvas.view.shows_all
    commands["zoom_in"].trigger()
    assert kept.saved() == near
    commands["fit"].trigger()
    qtbot.waitUntil(lambda: stage.viewport == fitted)


def test_the_view_follows_a_hand_at_once(moving: MainWindow) -> None:
    stage, view = moving.canvas.stage, moving.canvas.view
    pad = view.viewport()
    view.zoom(2.0)
    assert stage.viewport != stage.aim
    unit = stage.aim.ux
    view.zoom(2.0, QPointF(100.0, 100.0))
    assert stage.viewport == stage.aim
    assert stage.aim.ux == pytest.approx(unit / 2)
    view.fit()
    assert stage.viewport != stage.aim
    QTest.mousePress(pad, Qt.MouseButton.MiddleButton, pos=QPoint(200, 200))
    fitted = stage.viewport
    assert view.shows_all
    QTest.mouseMove(pad, QPoint(230, 200))
    assert stage.viewport == stage.aim == fitted.panned(30.0, 0.0)
    QTest.mouseRelease(pad, Qt.MouseButton.MiddleButton, pos=QPoint(230, 200))


def test_the_view_jumps_to_other_data_and_without_motion(moving: MainWindow) -> None:
    stage, document = moving.canvas.stage, moving.document
    document.open(replace(document.dataset, X=100 * document.dataset.X), None)
    assert stage.viewport == stage.aim
    moving.parts.set_motion(Motion.OFF)
    moving.canvas.view.zoom(2.0)
    assert stage.viewport == stage.aim
    moving.parts.set_motion(Motion.ON)
    moving.canvas.view.zoom(2.0)
    assert stage.viewport != stage.aim
    moving.parts.set_motion(Motion.OFF)
    assert stage.viewport == stage.aim


def test_a_card_of_the_panel_comes_down_into_its_place(moving: MainWindow, qtbot: QtBot) -> None:
    card = moving.quiz_card

    def places() -> tuple[QPoint, QRect]:
        QApplication.processEvents()
        return card.pos(), moving.panel.geometry()

    moving.parts.set_motion(Motion.OFF)
    moving.actions_["predict"].setChecked(True)
    qtbot.waitUntil(lambda: card.isVisible() and card.height() == card.heightForWidth(card.width()))
    at_rest = places()
    moving.actions_["predict"].setChecked(False)
    moving.parts.set_motion(Motion.ON)
    moving.actions_["predict"].setChecked(True)
    place, panel = places()
    assert place.x() == at_rest[0].x()
    assert place.y() < at_rest[0].y()
    assert panel == at_rest[1]
    qtbot.waitUntil(lambda: places() == at_rest)
