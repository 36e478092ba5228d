"""What a screen reader finds in the window: everything that takes the focus has a name, and windows come and go."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from perceptron_gui.look.voice import SpokenSteps
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

_NAME = QAccessible.Text.Name
_MOST = 60
"""Children that are looked at: a table has as many as there are numbers."""


def elements(told: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """An element and all within it."""
    yield told
    for place in range(min(told.childCount(), _MOST)):
        if (child := told.child(place)) is not None:
            yield from elements(child)


def takes_focus(told: QAccessibleInterface) -> bool:
    """Whether it is seen, and the keys may come there."""
    state = told.state()
    return bool(state.focusable and not state.invisible)


@pytest.fixture
def listened(qapp: object) -> Iterator[None]:
    """A screen reader runs."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.slow
def test_no_element_that_takes_the_focus_is_without_a_name(listened: None, window: MainWindow) -> None:
    for title in PANELS:
        window.panel.turn_to(title)
        window.player.step_forward()
        QCoreApplication.processEvents()
        focusable = [told for told in elements(QAccessible.queryAccessibleInterface(window)) if takes_focus(told)]
        nameless = [told.role().name for told in focusable if not told.text(_NAME)]
        count = len(focusable)
        del focusable  # before a failure keeps what Qt drops
        assert count > 60
        assert nameless == [], title


def test_the_rows_of_the_theorem_are_gone_through_by_key(window: MainWindow) -> None:
    window.actions_["theory_numbers"].trigger()
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    window.player.end()
    table = panel.picture.table
    QTest.keyClick(table, Qt.Key.Key_Down)
    told = QAccessible.queryAccessibleInterface(table)
    names = [told.child(place).text(_NAME) for place in range(told.childCount())]
    assert told.role() is QAccessible.Role.List
    assert len(names) == len(table.cells) == 3
    assert all(name.endswith("holds") for name in names)
    assert [told.child(place).state().selected for place in range(3)] == [False, True, False]
    stops: list[QWidget] = [table, panel.numbers.bound_gap, *panel.numbers.charts.values()]
    assert all(stop.focusPolicy() & Qt.FocusPolicy.TabFocus for stop in stops)


def test_what_is_said_of_steps_is_chosen_in_the_menu_and_remembered(desk: Desk, window: MainWindow) -> None:
    window.actions_["spoken_off"].trigger()
    window.close()
    assert desk.open().canvas.spoken_steps.spoken is SpokenSteps.OFF


@pytest.mark.slow
def test_windows_come_and_go_while_a_screen_reader_listens(listened: None, desk: Desk) -> None:
    for _ in range(15):
        window = desk.open()
        heard = [told.text(_NAME) for told in elements(QAccessible.queryAccessibleInterface(window))]
        window.player.step_forward()
        window.selection.set([2])
        assert "○ 1 at −4, −4, wrong, y·a = 0" in heard
        window.close()
        desk.windows.remove(window)
        window.deleteLater()
        del window
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
