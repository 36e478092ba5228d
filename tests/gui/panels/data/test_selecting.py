"""What is selected and pointed at in the Data panel and on the canvas is the same."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.data import DataPanel
from tests.gui.panels.data.data_desk import CONTROL, FOUR, NONE, SHIFT, DataDesk


def test_a_click_a_shift_click_and_a_control_click_select_in_the_canvas(desk4: DataDesk) -> None:
    desk4.click(0)
    assert desk4.selected == [0]
    desk4.click(2, SHIFT)
    assert desk4.selected == [0, 1, 2]
    desk4.click(1, CONTROL)
    assert desk4.selected == [0, 2]
    desk4.click(3, CONTROL)
    assert desk4.selected == [0, 2, 3]
    desk4.click(1)
    assert desk4.selected == [1]


def test_a_drag_and_the_arrow_keys_select_too(desk4: DataDesk) -> None:
    viewport = desk4.table.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, NONE, desk4.at(1, 1))
    QTest.mouseMove(viewport, desk4.at(2, 1))
    QTest.mouseMove(viewport, desk4.at(3, 1))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, NONE, desk4.at(3, 1))
    assert desk4.selected == [1, 2, 3]
    desk4.click(0)
    QTest.keyClick(desk4.table, Qt.Key.Key_Down)
    assert desk4.selected == [1]
    QTest.keyClick(desk4.table, Qt.Key.Key_Down, SHIFT)
    assert desk4.selected == [1, 2]


def test_a_control_click_after_an_edit_adds_to_what_is_selected(desk4: DataDesk) -> None:
    desk4.click(0)
    desk4.type(1, 1, "7.5")
    desk4.click(0)
    desk4.document.edit(desk4.document.dataset.flipped([3]), "flip example")
    desk4.click(2, CONTROL)
    assert desk4.selected == [0, 2]


def test_a_right_click_on_a_selected_row_keeps_the_selection(desk4: DataDesk) -> None:
    desk4.selection.set([0, 2])
    desk4.click(2, button=Qt.MouseButton.RightButton)
    assert desk4.selected == [0, 2]
    desk4.click(1, button=Qt.MouseButton.RightButton)
    assert desk4.selected == [1]


def test_what_the_canvas_selects_is_lit_in_the_table(desk4: DataDesk) -> None:
    before = desk4.table.viewport().grab().toImage()
    desk4.selection.set([1, 3])
    after = desk4.table.viewport().grab().toImage()
    for place in range(4):
        spot = desk4.at(place) + QPoint(0, 8)
        assert (before.pixelColor(spot) != after.pixelColor(spot)) == (place in (1, 3))


def test_a_large_selection_with_gaps_comes_and_goes_at_once(qtbot: QtBot) -> None:
    """A list of a hundred thousand ranges, looked through for each cell, would take minutes."""
    n = 200_000
    many = Dataset(np.arange(2.0 * n).reshape(n, 2), np.tile([1, -1], n // 2))
    workspace = Workspace(Document(many))
    panel = DataPanel(workspace, ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(panel)
    panel.show()
    workspace.selection.set(range(0, n, 2))
    panel.table.viewport().grab()
    panel.table.selectAll()
    assert len(workspace.selection) == n


def test_the_table_scrolls_to_what_is_selected_in_the_canvas_and_to_the_example_at_the_playhead(qtbot: QtBot) -> None:
    n = 500
    desk = DataDesk(qtbot, Dataset([[float(i), float(i % 7) - 3] for i in range(n)], [1] * (n - 1) + [-1]))
    desk.selection.set([400])
    assert desk.table.viewport().rect().contains(desk.at(400))
    desk.player.go_to_update(1)
    assert desk.table.viewport().rect().contains(desk.at(0))
    assert desk.tinted() == [0]


def test_what_was_selected_among_other_examples_is_forgotten(qtbot: QtBot) -> None:
    desk = DataDesk(qtbot, Dataset([[float(i), 0.0] for i in range(90)], [1, -1] * 45))
    desk.selection.set([85])
    desk.table.scrollToBottom()
    desk.click(85, CONTROL)
    assert desk.selected == []
    desk.document.open(FOUR, None)
    QTest.mousePress(desk.table.viewport(), Qt.MouseButton.LeftButton, SHIFT, desk.at(1))
    QTest.mouseMove(desk.table.viewport(), desk.at(2))
    QTest.mouseRelease(desk.table.viewport(), Qt.MouseButton.LeftButton, SHIFT, desk.at(2))
    assert set(desk.selected) <= set(range(4))


def test_what_is_pointed_at_in_the_table_is_lit_in_the_canvas_and_the_other_way_round(desk4: DataDesk) -> None:
    desk4.player.home()
    QTest.mouseMove(desk4.table.viewport(), desk4.at(1))
    desk4.qtbot.waitUntil(lambda: desk4.highlight.kind == "example")
    assert desk4.highlight.rows == (1,)
    desk4.highlight.show("example", [2])
    assert desk4.tinted() == [2]
    desk4.highlight.clear()
    assert desk4.tinted() == []


def test_a_mouse_that_pointed_at_no_row_leaves_what_is_lit(desk4: DataDesk) -> None:
    desk4.highlight.show("gamma")
    QApplication.sendEvent(desk4.table, QEvent(QEvent.Type.Leave))
    assert desk4.highlight.kind == "gamma"
    desk4.table.entered.emit(desk4.model.index(1, 0))
    QApplication.sendEvent(desk4.table, QEvent(QEvent.Type.Leave))
    assert desk4.highlight.kind is None
