"""The keys of a window, wherever the focus is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.panels import PANELS
from perceptron_gui.window.commands import view
from perceptron_gui.window.commands.command import actions_by_menu
from perceptron_gui.window.dialogs.help import shortcuts_as_html
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import press, update


def test_space_plays_and_pauses_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    for widget in (window.canvas.view, window.options.button, window.transport):
        widget.setFocus()
        press(window, qtbot, Qt.Key.Key_Space)
        assert window.player.playing
        assert window.actions_["play"].text() == "&Pause"
        press(window, qtbot, Qt.Key.Key_Space)
        assert not window.player.playing


def test_arrows_step_and_jump(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    shift = Qt.KeyboardModifier.ShiftModifier
    for key, modifier, expected in (
        (Qt.Key.Key_Right, None, 1),
        (Qt.Key.Key_Right, None, 2),
        (Qt.Key.Key_Left, None, 1),
        (Qt.Key.Key_End, None, 13),
        (Qt.Key.Key_Home, None, 0),
    ):
        press(window, qtbot, key, modifier)
        assert update(window) == expected
    press(window, qtbot, Qt.Key.Key_Right, shift)
    assert window.player.state is not None
    assert window.player.state.example == 12
    press(window, qtbot, Qt.Key.Key_Left, shift)
    assert update(window) == 0


def test_keys_that_come_in_one_turn_of_the_event_loop_are_all_heard(window: MainWindow) -> None:
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_Right)
    QTest.keyClick(window, Qt.Key.Key_Left)
    assert update(window) == 0
    QTest.keyClick(window, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window, Qt.Key.Key_Delete)
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.document.dataset.n == 12
    assert window.actions_["redo"].text() == "&Redo delete 12 examples"


def test_arrows_nudge_when_points_are_selected_and_the_canvas_has_the_focus(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.canvas.setFocus()
    before = window.document.dataset.X[0].copy()
    window.selection.set([0])
    press(window, qtbot, Qt.Key.Key_Right)
    after = window.document.dataset.X[0]
    assert after[0] > before[0]
    assert after[1] == before[1]
    assert update(window) == 0


def test_arrows_step_while_a_guess_is_drawn_though_points_are_selected(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.canvas.setFocus()
    window.selection.set([0])
    before = window.document.dataset
    window.actions_["predict"].setChecked(True)
    press(window, qtbot, Qt.Key.Key_Right)
    assert window.document.dataset is before
    window.actions_["predict"].setChecked(False)
    press(window, qtbot, Qt.Key.Key_Right)
    assert window.document.dataset is not before


def test_plus_and_minus_double_and_halve_the_speed(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    press(window, qtbot, Qt.Key.Key_Plus)
    assert window.player.speed == 8
    press(window, qtbot, Qt.Key.Key_Minus)
    press(window, qtbot, Qt.Key.Key_Minus)
    assert window.player.speed == 2


def test_tools_are_chosen_by_key_and_in_the_rail(window: MainWindow) -> None:
    buttons = {button.defaultAction(): button for button in window.rail.findChildren(QToolButton)}
    for action in window.actions_.menu("tools").actions():
        buttons[action].click()
        assert action.isChecked()
    window.canvas.view.set_tool("select")
    assert [action.isChecked() for action in window.actions_.menu("tools").actions()].count(True) == 1


def test_every_action_has_a_tooltip_and_no_key_is_taken_twice(window: MainWindow) -> None:
    shortcuts = [keys.toString() for action in window.actions() for keys in action.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))
    assert all(action.toolTip() for action in window.actions())


def test_what_cannot_be_done_says_why(desk: Desk, window: MainWindow) -> None:
    with_run = {name for name, action in window.actions_.by_name.items() if not action.isEnabled()}
    said(window)
    window.actions_["new"].trigger()
    desk.settled(window)
    said(window)
    assert {"undo", "cut", "home", "cancel", "new_seed"} < with_run
    usual = window.actions_["select_all"].whatsThis()
    assert window.actions_["select_all"].toolTip() == "There are no points"
    window.actions_["insert"].trigger()
    desk.settled(window)
    assert window.actions_["select_all"].toolTip().startswith(usual)


def said(window: MainWindow) -> None:
    for name, action in window.actions_.by_name.items():
        reason = action.toolTip() == action.statusTip() != action.whatsThis()
        assert reason is not action.isEnabled(), name


def test_letters_of_formulas_stay_large_within_a_sentence(window: MainWindow) -> None:
    said = [action.whatsThis() for action in window.actions_.menu("layers").actions()]
    assert any("γ and R" in words for words in said)
    assert all(words[0].isupper() and words.split()[1][0].islower() for words in said)


def test_no_two_entries_of_a_menu_have_one_letter(window: MainWindow) -> None:
    menus = [window.parts.menu_bar, *(menu for menu in window.parts.menu_bar.findChildren(QMenu) if menu.actions())]
    for menu in menus:
        letters = [text[text.index("&") + 1].lower() for action in menu.actions() if "&" in (text := action.text())]
        assert len(letters) == len(set(letters)), letters


def test_a_lesson_after_the_tenth_takes_the_letter_of_no_other() -> None:
    texts = [view._lesson(place, Path(f"{place}_alone.toml")).words.text for place in range(1, 23)]
    letters = [text[text.index("&") + 1] for text in texts if "&" in text]
    assert (letters, texts[10]) == (list("1234567890"), "11  Alone")


def test_panels_are_turned_to_by_key(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.actions_["side_panel"].setChecked(False)
    press(window, qtbot, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.panel.isVisible()
    assert window.panel.title == list(PANELS)[2]
    assert [action.isChecked() for action in window.actions_.menu("panels").actions()].index(True) == 2
    window.panel.turn_to(next(iter(PANELS)))
    assert [action.isChecked() for action in window.actions_.menu("panels").actions()].index(True) == 0


def test_who_is_in_a_panel_is_in_the_next_one_after_turning(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.panel.tabBar().setFocus()
    press(window, qtbot, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.panel.tabBar().hasFocus()


@pytest.mark.slow
def test_tab_goes_round_from_the_canvas_through_the_panel_to_what_is_below(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(960, 600)
    window.activateWindow()
    for title in PANELS:
        window.panel.turn_to(title)
        parts = tab_round(window, qtbot, Qt.Key.Key_Tab)
        assert parts == [window.offer, window.panel, window.transport, window.top_row, window.canvas], title
        assert tab_round(window, qtbot, Qt.Key.Key_Backtab) == [*reversed(parts[:-1]), window.canvas]


def test_tab_in_the_step_panel_goes_from_above_to_below(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.panel.turn_to("Step")
    window.panel.tabBar().setFocus()
    tops = []
    while window.panel.isAncestorOf(focus := focused()):
        tops.append(focus.mapTo(window, focus.rect().center()).y())
        go_on(window, qtbot, Qt.Key.Key_Tab)
    assert len(tops) > 5
    assert tops == sorted(tops)


def test_a_panel_that_keeps_tab_to_itself_is_found(desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PANELS, "Notes", lambda *_: QPlainTextEdit())
    window = desk.open()
    window.activateWindow()
    window.panel.turn_to("Notes")
    with pytest.raises(AssertionError, match="QPlainTextEdit keeps Tab to itself: setTabChangesFocus"):
        tab_round(window, qtbot, Qt.Key.Key_Tab)


def go_on(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    """Press Tab, or Shift and Tab, which leaves whatever is in focus."""
    before = focused()
    press(window, qtbot, key)
    kind = type(before).__name__
    assert focused() is not before, f"{kind} keeps Tab to itself: setTabChangesFocus or setTabKeyNavigation lets it go"


def tab_round(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> list[QWidget]:
    """The parts of the window that the focus goes through until it is on the view of the canvas again."""
    window.canvas.view.setFocus()
    parts: list[QWidget] = [window.canvas]
    while len(parts) == 1 or focused() is not window.canvas.view:
        go_on(window, qtbot, key)
        part = next(part for part in (*parts_of(window), window) if part.isAncestorOf(focused()))
        if parts[-1] is not part:
            parts.append(part)
        assert len(parts) < 10
    return parts[1:]


def parts_of(window: MainWindow) -> list[QWidget]:
    return [window.canvas, window.panel, window.transport, window.top_row, window.offer]


def focused() -> QWidget:
    focus = QApplication.focusWidget()
    assert focus is not None
    return focus


def test_every_command_does_something(window: MainWindow) -> None:
    dead = [name for name, action in window.actions_.by_name.items() if not is_heard(action)]
    assert dead == []


def is_heard(action: QAction) -> bool:
    heard = action.receivers("2triggered(bool)") + action.receivers("2toggled(bool)")
    # A menu and a toolbar button listen too, but to `changed`.
    return heard > 0


def test_the_list_of_keys_has_every_shortcut(window: MainWindow) -> None:
    html = shortcuts_as_html(actions_by_menu(window.parts.menu_bar))
    for words in ("Space", "Step", "Ctrl+S", "Double click", "Ctrl+7", "<h3>Run</h3>", "<h3>Mouse and canvas</h3>"):
        assert words.lower() in html.lower()
    keys = [action.shortcut().toString() for action in window.actions() if not action.shortcut().isEmpty()]
    assert [key for key in keys if f"<b>{key}" not in html] == []


def test_enter_presses_the_button_in_focus(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.activateWindow()
    window.files.open_path(tmp_path / "missing.csv")
    button = window.notice.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    button.setFocus()
    press(window, qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.notice.isVisible())
