"""The Data panel sorted, and the examples themselves."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from perceptron_gui.panels.data.model import SCORE
from tests.gui.panels.data.data_desk import FOUR, NONE, SHIFT, DataDesk


def test_sorting_is_of_the_view_alone_and_says_so(desk4: DataDesk) -> None:
    assert desk4.panel.sorted.isHidden()
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert desk4.column(0) == ["4", "2", "1", "3"]
    assert desk4.document.dataset is FOUR
    assert desk4.panel.sorted.text() == "View only, by width: the data keep their order."
    desk4.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert desk4.column(0) == ["1", "2", "3", "4"]
    desk4.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert desk4.panel.sorted.isHidden()


def test_in_a_sorted_view_a_row_is_the_example_that_it_shows(desk4: DataDesk) -> None:
    desk4.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert desk4.column(0) == ["3", "1", "2", "4"]
    desk4.click(0)
    desk4.click(1, SHIFT)
    assert desk4.selected == [0, 2]
    desk4.type(0, 2, "9")
    assert desk4.document.dataset.X[2].tolist() == [3.0, 9.0]
    desk4.type(0, 1, "-1")
    assert desk4.column(0) == ["1", "2", "4", "3"]
    assert desk4.table.currentIndex().row() == 3


def test_an_example_is_carried_to_another_turn_by_its_number(desk4: DataDesk) -> None:
    pad = desk4.table.viewport()
    place = {row: desk4.table.visualRect(desk4.model.index(row, 0)).center() for row in range(4)}
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, NONE, place[3])
    QTest.mouseMove(pad, place[2])
    QTest.mouseMove(pad, place[0])
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, NONE, place[0])
    assert desk4.document.dataset.X[:, 0].tolist() == [0.5, 2.0, 1.0, 3.0]
    assert desk4.document.dataset.y.tolist() == [-1, 1, 1, -1]
    assert desk4.selected == [0]
    assert desk4.document.undo_stack.undoText() == "move example 4 to 1"
    QTest.keyClick(desk4.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert desk4.document.dataset.X[:, 0].tolist() == [2.0, 0.5, 1.0, 3.0]
    for _ in range(2):
        desk4.document.undo_stack.undo()
    assert desk4.document.dataset.same_as(FOUR)


def test_a_sorted_table_carries_nothing(desk4: DataDesk) -> None:
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    pad = desk4.table.viewport()
    place = {row: desk4.table.visualRect(desk4.model.index(row, 0)).center() for row in range(4)}
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, NONE, place[3])
    QTest.mouseMove(pad, place[0])
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, NONE, place[0])
    assert desk4.document.dataset is FOUR


def test_the_examples_themselves_are_sorted_by_a_command_of_its_own(desk4: DataDesk) -> None:
    desk4.selection.set([3])
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    desk4.panel.sort_examples.click()
    assert desk4.document.dataset.X[:, 0].tolist() == [0.5, 1.0, 2.0, 3.0]
    assert desk4.selected == [0]
    assert desk4.column(0) == ["1", "2", "3", "4"]
    assert desk4.document.undo_stack.undoText() == "sort examples by width"
    assert desk4.panel.remarks.text() == "Done to the points: examples sorted by width."
    desk4.document.undo_stack.undo()
    assert desk4.document.dataset.same_as(FOUR)
    assert desk4.panel.remarks.isHidden()


def test_sorted_by_score_the_rows_follow_the_playhead(desk4: DataDesk) -> None:
    desk4.player.home()
    desk4.table.sortByColumn(4, Qt.SortOrder.AscendingOrder)
    desk4.player.end()

    def in_order() -> bool:
        keys = desk4.model.columns[SCORE].keys(desk4.model.seen)[desk4.model.order]
        return bool((np.diff(keys) >= 0).all())

    desk4.qtbot.waitUntil(in_order)
