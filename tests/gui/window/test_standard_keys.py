"""The keys of commands are those of the system, and leave alone what a system keeps for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from perceptron_gui.look.theme import Appearance
from perceptron_gui.panels.step import panel
from perceptron_gui.window.commands import MENUS
from perceptron_gui.window.commands.command import WORDS, CommandWords, actions_by_menu, keys_of
from perceptron_gui.window.dialogs.help import shortcuts_as_html
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.window.lesson_student import FILES
from tests.gui.window.test_commands import commands_of

_CONTROL = Qt.KeyboardModifier.ControlModifier
_X11 = {
    "HelpContents": "F1 Help", "WhatsThis": "Shift+F1", "Open": "Ctrl+O Open", "Close": "Ctrl+W Close",
    "Save": "Ctrl+S Save", "New": "Ctrl+N New", "Delete": "Del Ctrl+D", "Cut": "Ctrl+X Shift+Del F20 Cut",
    "Copy": "Ctrl+C Ctrl+Ins F16 Copy", "Paste": "Ctrl+V Ctrl+Shift+Ins Shift+Ins F18 Paste",
    "Undo": "Ctrl+Z F14 Undo", "Redo": "Ctrl+Shift+Z Redo", "ZoomIn": "Ctrl++", "ZoomOut": "Ctrl+-",
    "Print": "Ctrl+P", "SelectAll": "Ctrl+A", "SaveAs": "Ctrl+Shift+S Shift+Save", "Quit": "Ctrl+Q Exit",
    "Deselect": "Ctrl+Shift+A", "Find": "Ctrl+F",
}  # fmt: skip
_SYSTEMS = {
    "X11": _X11,
    "KDE": {**_X11, "FullScreen": "F11 Ctrl+Shift+F"},
    "GNOME": {**_X11, "FullScreen": "F11"},
    "Windows": {
        **_X11, "Close": "Ctrl+F4 Ctrl+W", "Delete": "Del", "Undo": "Ctrl+Z Alt+Backspace", "Deselect": "", "Quit": "",
        "Redo": "Ctrl+Y Alt+Shift+Backspace Ctrl+Shift+Z", "FullScreen": "F11 Alt+Enter", "SaveAs": "",
    },
    "macOS": {
        "HelpContents": "Ctrl+?", "WhatsThis": "Shift+F1", "Open": "Ctrl+O", "Close": "Ctrl+W Ctrl+F4",
        "Save": "Ctrl+S", "New": "Ctrl+N", "Delete": "Del Meta+D", "Cut": "Ctrl+X Meta+K", "Copy": "Ctrl+C",
        "Paste": "Ctrl+V Meta+Y", "Undo": "Ctrl+Z", "Redo": "Ctrl+Shift+Z", "ZoomIn": "Ctrl++", "ZoomOut": "Ctrl+-",
        "Print": "Ctrl+P", "SelectAll": "Ctrl+A", "SaveAs": "Ctrl+Shift+S", "Preferences": "Ctrl+,",
        "Quit": "Ctrl+Q", "FullScreen": "Meta+Ctrl+F", "Find": "Ctrl+F",
    },
}  # fmt: skip
"""System → name of a standard key → its keys, as the table in Qt's `qplatformtheme.cpp` has them."""
_TAKEN = {
    "macOS": r"Ctrl\+(H|M|Tab|`|Space)|Ctrl\+Alt\+(H|M|D|Esc|Space|5|8)|Ctrl\+Shift\+(3|4|5|6|Q)|F11|Meta\+(Up|Space)",
    "Windows": r"Alt\+(F4|Tab|Space|Esc)|Ctrl\+Alt\+.*|Ctrl\+(Shift\+)?Esc|F10|Ctrl\+Shift\+0|Meta.*",
    "X11": r"Alt\+(F\d+|Tab|Space|Esc)|Ctrl\+Alt\+.*|F10|Meta.*",
    "GNOME": r"Alt\+(F\d+|Tab|Space|Esc)|Ctrl\+Alt\+.*|F10|Meta.*|Ctrl\+Shift\+U",
    "KDE": r"Alt\+(F\d+|Tab|Space)|Ctrl\+Alt\+.*|F10|Meta.*|Ctrl\+F([1-4]|7|8|9|10|12)|Ctrl\+Esc",
}
"""System → what it, or its desktop, does not give to programs."""


def _keys_on(system: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each command, and of each search in a panel, with each of its keys on a system."""

    def bindings(key: QKeySequence.StandardKey) -> list[QKeySequence]:
        return [QKeySequence(keys) for keys in _SYSTEMS[system].get(key.name, "").split()]

    for command in (command for menu in MENUS for command in commands_of(menu)):
        for keys in keys_of(command.words, bindings):
            yield command.name, keys.toString()
    yield from panel._KEYS.items()


@pytest.mark.parametrize("system", _SYSTEMS)
def test_no_key_is_taken_twice_and_none_from_the_system(system: str) -> None:
    found = dict[str, str]()
    for name, keys in _keys_on(system):
        assert keys not in found, (keys, name, found[keys])
        found[keys] = name
    own = [keys for keys in found if re.fullmatch(_TAKEN[system], keys)]
    assert not own, [(keys, found[keys]) for keys in own]
    named = {keys.partition(", ")[0] for keys in found if ", " in keys}
    assert not named & {*found}  # Such a key waits for the next one.


@pytest.mark.parametrize(
    ("system", "name", "keys"),
    [
        ("X11", "full_screen", ["F11"]),
        ("macOS", "full_screen", ["Meta+Ctrl+F"]),
        ("X11", "preferences", ["Ctrl+,"]),
        ("Windows", "quit", ["Ctrl+Q"]),
        ("Windows", "close", ["Ctrl+F4", "Ctrl+W"]),
        ("Windows", "save_as", ["Ctrl+Shift+S"]),
        ("macOS", "redo", ["Ctrl+Shift+Z", "Ctrl+Y"]),
        ("X11", "copy", ["Ctrl+C", "Ctrl+Ins"]),
        ("X11", "delete", ["Del", "Backspace"]),
        ("X11", "duplicate", ["Ctrl+D"]),
        ("macOS", "shortcuts", ["Ctrl+?", "F1"]),
    ],
)
def test_keys_are_the_systems_and_ours_where_it_has_none(system: str, name: str, keys: list[str]) -> None:
    assert [key for found, key in _keys_on(system) if found == name] == keys


def test_a_search_has_the_key_of_every_system() -> None:
    assert panel._KEYS["example"] == "Ctrl+F"
    assert all("Ctrl+F" in keys["Find"].split() for keys in _SYSTEMS.values())


def test_every_standard_key_is_one_of_qt() -> None:
    standard = [words.standard for words in WORDS.values() if words.standard]
    assert len(standard) > 20
    assert {*standard} <= {*QKeySequence.StandardKey.__members__}
    assert keys_of(CommandWords("", "", "Ctrl+J Ctrl+Shift+J")) == [
        QKeySequence("Ctrl+J"),
        QKeySequence("Ctrl+Shift+J"),
    ]


def test_the_keys_that_are_shown_are_those_that_act(window: MainWindow) -> None:
    html = shortcuts_as_html(actions_by_menu(window.parts.menu_bar))
    for name, action in window.actions_.by_name.items():
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        assert not keys or f"<b>{', '.join(keys)}</b>" in html, name
        assert not keys or not action.isEnabled() or action.toolTip().endswith(f"({keys[0]})"), name


def test_a_key_with_a_new_meaning_says_once_where_the_old_one_went(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.activateWindow()
    monkeypatch.setattr(window.parts.exports, "print", lambda *_: None)
    for told in (True, False):
        QTest.keyClick(window.canvas.view, Qt.Key.Key_P, _CONTROL)
        assert (window.notice.text == "Ctrl+P prints now; Ctrl+T turns to the proof.") is told
        window.notice.clear()
    assert window.settings.told_once == ("print",)
    window.panel.turn_to("Data")
    QTest.keyClick(window.canvas.view, Qt.Key.Key_T, _CONTROL)
    assert window.panel.title == "Theory"
    assert desk.open().settings.told_once == ("print",)


def test_close_leaves_a_lesson_and_quit_leaves_the_program(window: MainWindow) -> None:
    for name, home_stays in (("close", True), ("quit", False)):
        window.files.lesson_asked.emit(FILES["watch_it_learn"])
        (lesson,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, LessonWindow))
        assert not window.isVisible()
        lesson.actions_[name].trigger()
        assert not lesson.isVisible()
        assert window.isVisible() is home_stays
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard")
def test_preferences_are_the_menus_of_view_with_what_holds_for_every_session(window: MainWindow) -> None:
    window.actions_["preferences"].trigger()
    (menu,) = (menu for menu in window.findChildren(QMenu) if menu.title() == "Preferences")
    assert menu.isVisible()
    assert [action.text().replace("&", "") for action in menu.actions()] == [
        *("Appearance", "Motion", "Spoken Steps", "Size"),
    ]
    submenu = menu.actions()[0].menu()
    assert isinstance(submenu, QMenu)
    next(action for action in submenu.actions() if action.text() == "&Dark").trigger()
    menu.close()
    assert window.theme.appearance is window.settings.appearance is Appearance.DARK
    assert submenu.menuAction() in window.actions_.menu("view").actions()
