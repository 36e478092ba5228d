"""Cells and labels are edited in the Data panel, and rows come and go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.datasets.dataset import Dataset
from tests.gui.panels.data.data_desk import FOUR, DataDesk, enter, leave_to_qt

FEWER = Dataset([[2.0, 1.0], [4.0, 3.0]], [1, -1], ["width", "height"])


@pytest.mark.parametrize(("text", "value"), [("7.25", 7.25), ("−7,25", -7.25), ("1e-5", 1e-5), ("0", 0.0)])
def test_a_cell_takes_point_and_comma_and_one_undo_takes_it_back(desk4: DataDesk, text: str, value: float) -> None:
    desk4.type(1, 2, text)
    assert desk4.document.dataset.X[1].tolist() == [1.0, value]
    assert desk4.document.undo_stack.undoText() == "set height"
    desk4.document.undo_stack.undo()
    assert desk4.document.dataset.same_as(FOUR)


def test_a_cell_that_is_opened_and_left_alone_keeps_every_digit(desk4: DataDesk) -> None:
    desk4.double_click(2, 2)
    editor = desk4.editor()
    assert editor is not None
    assert editor.text() == "0.1234567890123"
    enter(editor)
    assert desk4.document.dataset is FOUR


def test_what_is_typed_while_its_row_goes_changes_nothing_and_nobody_warns(desk4: DataDesk) -> None:
    """Enter closes a cell only when Qt comes to it: the points may be others by then."""
    desk4.double_click(1, 2)
    editor = desk4.editor()
    assert editor is not None
    editor.setText("7")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk4.document.open(FEWER, None)
    leave_to_qt()
    assert desk4.document.dataset.same_as(FEWER)
    desk4.type(1, 2, "7")
    assert desk4.document.dataset.X[1].tolist() == [FEWER.X[1, 0], 7.0]


@pytest.mark.parametrize(
    ("text", "sentence"), [("half", "“half” is not a number"), ("1e101", "out of range"), ("", "empty")]
)
def test_a_bad_cell_is_one_sentence_and_changes_nothing(desk4: DataDesk, text: str, sentence: str) -> None:
    desk4.type(1, 1, text)
    assert len(desk4.said) == 1
    assert sentence in desk4.said[0]
    assert "width" in desk4.said[0]
    assert desk4.document.dataset is FOUR


def test_a_double_click_on_a_label_flips_it(desk4: DataDesk) -> None:
    desk4.double_click(0, 3)
    assert desk4.document.dataset.y.tolist() == [-1, 1, -1, -1]
    assert desk4.cell(0, 3) == "× setosa"
    desk4.table.setCurrentIndex(desk4.model.index(1, 3))
    QTest.keyClick(desk4.table, Qt.Key.Key_Return)
    assert desk4.document.dataset.y.tolist() == [-1, -1, -1, -1]


def test_rows_come_and_go_with_the_examples(desk4: DataDesk) -> None:
    desk4.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    desk4.document.edit(FOUR.appended([[1.5, 0.0]], [1]), "add")
    assert desk4.column(0) == ["4", "2", "5", "1", "3"]
    desk4.document.edit(desk4.document.dataset.removed([0, 1]), "remove")
    assert desk4.column(1) == ["0.5", "1.5", "3"]
    desk4.document.open(Dataset([[1.0, 2.0, 3.0]], [1]), None)
    assert desk4.model.columnCount() == 7
    assert desk4.panel.sorted.isHidden()


def test_the_menu_of_a_row_inserts_before_it(desk4: DataDesk) -> None:
    desk4.selection.set([1, 2])
    menu = desk4.panel.menu_at(desk4.at(1))
    actions = {action.text().replace("&", ""): action for action in menu.actions()}
    assert list(actions) == [
        "Insert an Example Before",
        "Flip 2 Examples",
        "Duplicate 2 Examples",
        "Delete 2 Examples",
        "Copy 2 Examples",
        "Paste",
    ]
    actions["Insert an Example Before"].trigger()
    assert desk4.document.dataset.X[1].tolist() == [0.0, 0.0]
    assert desk4.document.dataset.n == 5
