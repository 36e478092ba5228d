"""Documents call tabs, menus, buttons and fields by the names that they have in the window."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QTabBar, QWidget

from core.built_in import BUILT_IN
from core.lessons.lesson_files import WHY, lesson_files
from perceptron_gui.panels import PANELS
from perceptron_gui.window.lesson_window import LessonWindow, lead
from perceptron_gui.window.main_window import MainWindow
from tests.documents import PAGES, prose_of
from tests.gui.conftest import Desk
from tests.gui.window.test_first_steps import first_start

_ITALIC = r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)"
_KEY = r"\*\*((?:(?:Ctrl|Shift|Alt) ?\+ ?)*(?:F\d+|[A-Z]|Space|Page Up|Page Down|←|→))\*\*"
_CALLED = {"Page Up": "PgUp", "Page Down": "PgDown", "←": "Left", "→": "Right", " ": ""}
"""What pages call a key → what Qt calls it."""
_PRESENTING = {"B", "PgUp"}
"""Keys that act while presenting only, or with others that stand before them."""


def _texts(widget: QWidget) -> Iterator[str]:
    """Yield what stands on buttons, tabs and entries of the menus, and in lists of choices."""
    for button in widget.findChildren(QAbstractButton):
        yield button.text()
    for action in widget.findChildren(QAction):
        yield action.text()
    for choices in widget.findChildren(QComboBox):
        yield from (choices.itemText(place) for place in range(choices.count()))
    for bar in widget.findChildren(QTabBar):
        yield from (bar.tabText(place) for place in range(bar.count()))


def _led(desk: Desk) -> LessonWindow:
    (leading,) = [
        each for each in QApplication.topLevelWidgets() if isinstance(each, LessonWindow) and each.isVisible()
    ]
    desk.settled(leading)
    return leading


def _names(desk: Desk, window: MainWindow) -> set[str]:
    """Return all names in a window with each of its panels, in a newcomer's at the end, in a lesson and the tour."""
    found = list[str]()
    for title in PANELS:
        window.panel.turn_to(title)
        found += _texts(window)
    newcomer = first_start(desk)
    newcomer.files.show_built_in(BUILT_IN[0])
    desk.settled(newcomer)
    newcomer.player.end()
    found += _texts(newcomer)
    for lesson in (lesson_files()[0], WHY):
        lead(newcomer, lesson)
        leading = _led(desk)
        found += _texts(leading)
        leading.close()
    return {text.replace("&", "").strip() for text in found}


def test_a_name_in_italics_is_in_the_window(desk: Desk, window: MainWindow) -> None:
    named = {
        (path.name, name.rpartition("▸ ")[2])
        for path in PAGES
        for name in re.findall(_ITALIC, prose_of(path).partition("## Sources")[0])
    }
    there = _names(desk, window)
    assert len(named) > 50
    assert {(page, name) for page, name in named if name not in there} == set()


def test_a_key_in_bold_letters_does_something_in_the_window(window: MainWindow) -> None:
    named = set(re.findall(_KEY, " ".join(map(prose_of, PAGES))))
    for told, name in _CALLED.items():
        named = {key.replace(told, name) for key in named}
    assert len(named) > 15
    keys = (key.toString() for action in window.findChildren(QAction) for key in action.shortcuts())
    assert named - {key.partition(", ")[0] for key in keys} <= _PRESENTING  # Of two in a row the first is told.
