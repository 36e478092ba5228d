"""The table of commands has the words of each, and after any change each command knows whether it is on or off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.window.commands import MENUS
from perceptron_gui.window.commands.command import WORDS, Command, Menu
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

_LEAVE = {"close", "quit", "about", "shortcuts", "handbook", "find_command", "whats_this", "why", "full_screen"}
"""Commands that end the window, open another one, or wait for a person."""


def commands_of(menu: Menu) -> Iterator[Command]:
    for entry in menu.items:
        if isinstance(entry, Menu):
            yield from commands_of(entry)
        elif entry is not None:
            yield entry


def test_every_row_of_the_table_is_the_words_of_one_command() -> None:
    told = [command.name for menu in MENUS for command in commands_of(menu) if command.own_words is None]
    assert sorted(told) == sorted(WORDS)


def state_of(window: MainWindow) -> dict[str, tuple[object, ...]]:
    return {
        name: (action.text(), action.isEnabled(), action.isChecked(), action.toolTip())
        for name, action in window.actions_.by_name.items()
    }


@pytest.mark.slow
def test_after_every_command_all_others_know_whether_they_are_on_and_why_they_are_off(
    desk: Desk, window: MainWindow
) -> None:
    lessons = {action.text() for action in window.actions_.menu("lessons").actions()}
    pressed = [
        name
        for name, action in window.actions_.by_name.items()
        if not action.text().endswith("…") and action.text() not in lessons and name not in _LEAVE
    ]
    assert len(pressed) > 80
    for name in (*pressed, *reversed(pressed)):
        window.actions_[name].trigger()
        desk.settled(window)
        QApplication.processEvents()
        seen = state_of(window)
        window.actions_.ask()
        assert state_of(window) == seen, name
