"""Before an audience: what is left of the window, a presenter's remote, and a key for each thing on the canvas."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.explain.wording import in_numbers, text_of
from core.spec import RunSpec
from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.look.card import Severity
from perceptron_gui.look.size import scale_now
from perceptron_gui.window.cards import PlaylistCard
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.window.screen import presented_factor
from tests.gui.hands import update

TWO = Dataset([[2.0, 1.0], [-1.0, 3.0]], [1, -1])


def _focus(window: MainWindow) -> QWidget:
    return window.focusWidget() or window


@pytest.fixture
def presented(window: MainWindow) -> MainWindow:
    window.activateWindow()
    QTest.keyClick(_focus(window), Qt.Key.Key_F5)
    return window


def test_nothing_is_left_but_canvas_and_arithmetic(presented: MainWindow) -> None:
    window = presented
    assert window.isFullScreen()
    window.notice.show_notice(Severity.ERROR, "Something is wrong.")
    put_away = (window.top_row, window.rail, window.layers.pill, window.cards, window.transport, window.status)
    assert not any(part.isVisible() for part in put_away)
    assert window.canvas.isVisible()
    assert window.arithmetic.isVisible()
    assert window.arithmetic.fontMetrics().height() > 1.4 * window.status.now.fontMetrics().height()
    assert not window.side.isVisible()
    QTest.keyClick(_focus(window), Qt.Key.Key_Escape)
    assert window.panel.isVisible()
    assert all(part.isVisible() for part in put_away)
    assert not window.arithmetic.isVisible()
    assert not window.isFullScreen()
    assert not window.actions_["present"].isChecked()


def test_a_panel_that_is_chosen_while_presenting_comes_again_and_alone(presented: MainWindow) -> None:
    window = presented
    QTest.keyClick(_focus(window), Qt.Key.Key_F9)
    assert window.panel.isVisible()
    QTest.keyClick(_focus(window), Qt.Key.Key_Escape)
    QTest.keyClick(_focus(window), Qt.Key.Key_F9)
    assert not window.panel.isVisible()
    QTest.keyClick(_focus(window), Qt.Key.Key_F5)
    assert window.panel.isVisible()
    QTest.keyClick(_focus(window), Qt.Key.Key_Escape)
    assert not window.panel.isVisible()


def test_letters_follow_the_screen_and_come_back(window: MainWindow) -> None:
    before = scale_now()
    window.presentation.set_on(True)
    assert scale_now() == max(before, presented_factor(window.width())) > before
    window.presentation.set_on(False)
    assert scale_now() == before


def test_the_pointer_enlarges_the_point_under_it_while_presenting(presented: MainWindow) -> None:
    view, lens = presented.canvas.view, presented.presentation.lens
    point = (view.stage.pixels[0] * view.enlarged).tolist()
    QTest.mouseMove(view.viewport(), QPoint(*map(round, point)))
    assert lens.isVisible()
    assert lens.geometry().center().x() == pytest.approx(point[0], abs=2)
    assert not lens.grab().toImage().isNull()
    presented.presentation.set_on(False)
    QTest.mouseMove(view.viewport(), QPoint(*map(round, (view.stage.pixels[0] * view.enlarged).tolist())))
    assert not lens.isVisible()


def test_the_whole_screen_for_the_window_says_once_which_key_presents(window: MainWindow) -> None:
    window.activateWindow()
    for told in (True, False):
        QTest.keyClick(_focus(window), Qt.Key.Key_F11)
        assert window.isFullScreen()
        assert window.panel.isVisible()
        assert window.notice.isVisible() is told
        assert not told or "F5 presents" in window.notice.text
        QTest.keyClick(_focus(window), Qt.Key.Key_F11)
        QTest.keyClick(_focus(window), Qt.Key.Key_Escape)


def test_no_notice_and_no_tab_of_a_playlist_is_on_the_slide(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text("x,y,label\n1,2,1\n3,4,-1\n")
    window.open_all([tmp_path])
    tabs = window.findChildren(PlaylistCard)[0].tabs
    window.activateWindow()
    assert tabs.isVisible()
    QTest.keyClick(_focus(window), Qt.Key.Key_F5)
    window.complain("Something is wrong.")
    assert not window.notice.isVisible()
    assert not tabs.isVisible()
    QTest.keyClick(_focus(window), Qt.Key.Key_Escape)
    assert window.notice.isVisible()
    assert window.notice.text == "Something is wrong."
    assert tabs.isVisible()


def test_a_remote_and_the_arrows_step_wherever_the_focus_is(presented: MainWindow) -> None:
    window = presented
    QTest.keyClick(_focus(window), Qt.Key.Key_F9)
    QTest.keyClick(_focus(window), Qt.Key.Key_Right)
    assert update(window) == 1
    QTest.keyClick(_focus(window), Qt.Key.Key_Left)
    for title in ("Theory", "Data", "Runs"):
        window.panel.turn_to(title)
        window.panel.panel.setFocus()
        before = update(window)
        QTest.keyClick(_focus(window), Qt.Key.Key_PageDown)
        assert update(window) == before + 1
        QTest.keyClick(_focus(window), Qt.Key.Key_PageUp)
        assert update(window) == before
        QTest.keyClick(_focus(window), Qt.Key.Key_PageDown)
    assert window.player.run is not None
    assert window.player.state is not None
    assert window.arithmetic.text() == text_of(in_numbers(window.player.run, window.player.state, apart=True))


@pytest.mark.parametrize("key", [Qt.Key.Key_B, Qt.Key.Key_Period])
def test_a_key_blanks_the_window_and_shows_it_again(key: Qt.Key, presented: MainWindow) -> None:
    cover = presented.presentation.cover
    QTest.keyClick(_focus(presented), key)
    assert cover.isVisible()
    assert cover.geometry() == presented.rect()
    QTest.keyClick(_focus(presented), key)
    assert not cover.isVisible()
    assert presented.canvas.view.tool == "select"


def test_tools_are_off_while_presenting_and_then_as_before(presented: MainWindow) -> None:
    assert not any(action.isEnabled() for action in presented.actions_.menu("tools").actions())
    presented.document.set_spec(RunSpec("averaged"))
    assert not any(action.isEnabled() for action in presented.actions_.menu("tools").actions())
    assert presented.actions_.menu("tools").actions()[0].toolTip() == "Tools are off while presenting"
    presented.actions_["present"].setChecked(False)
    assert all(action.isEnabled() for action in presented.actions_.menu("tools").actions())
    QTest.keyClick(_focus(presented), Qt.Key.Key_B)
    assert presented.canvas.view.tool == "spray"
    assert not presented.presentation.cover.isVisible()


@pytest.mark.parametrize("name", [name for name, layer in LAYERS.items() if layer.key])
def test_a_key_shows_and_hides_a_layer(name: str, window: MainWindow) -> None:
    window.activateWindow()
    layer = window.canvas.layers[name]
    assert layer.visible
    for shown in (False, True):
        QTest.keyClick(window.canvas.view, Qt.Key[f"Key_{LAYERS[name].key}"])
        assert layer.visible is shown


def test_the_keys_of_layers_cover_what_a_teacher_hides() -> None:
    assert {name for name, layer in LAYERS.items() if layer.key} >= {
        "optimum", "band", "arrow", "region", "update", "certificate",
    }  # fmt: skip
