"""A list of which one entry is chosen: searching hides entries, and chooses nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from perceptron_gui.look.fields.entry_list import Entries, PickList


@pytest.fixture
def pick(qtbot: QtBot) -> PickList:
    made = PickList("&Class")
    made.show_entries(Entries([f"class {i}" for i in range(30)], barred={3: "It is empty"}), 4)
    qtbot.addWidget(made)
    made.show()
    return made


def shown(pick: PickList) -> list[str]:
    model = pick.view.model()
    return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]


def test_searching_hides_the_others_and_keeps_the_choice(pick: PickList) -> None:
    heard: list[int | None] = []
    pick.changed.connect(lambda: heard.append(pick.chosen))
    pick.search.setText("CLASS 2")
    assert shown(pick) == ["class 2", *(f"class {i}" for i in range(20, 30))]
    assert (pick.chosen, heard) == (4, [])
    pick.search.clear()
    assert pick.view.currentIndex().row() == 4
    assert (pick.chosen, heard) == (4, [])


def test_what_is_found_can_be_chosen(pick: PickList, qtbot: QtBot) -> None:
    pick.search.setText("27")
    place = pick.view.visualRect(pick.view.model().index(0, 0)).center()
    qtbot.mouseClick(pick.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pick.chosen == 27
    pick.search.clear()
    assert pick.view.currentIndex().row() == pick.chosen == 27


def test_the_arrow_keys_leave_out_what_cannot_be_chosen(pick: PickList, qtbot: QtBot) -> None:
    qtbot.keyClick(pick.view, Qt.Key.Key_Up)
    assert pick.chosen == 2
    barred = pick.view.model().index(3, 0)
    assert pick.view.model().data(barred, Qt.ItemDataRole.ToolTipRole) == "It is empty"


def test_few_entries_need_no_search(pick: PickList) -> None:
    assert pick.search.isVisible()
    pick.show_entries(Entries(["a", "b"]), 1)
    assert (pick.search.isVisible(), pick.chosen) == (False, 1)


def test_other_entries_forget_the_search_and_the_choice_before(pick: PickList) -> None:
    pick.search.setText("27")
    pick.show_entries(Entries([f"other {i}" for i in range(12)]), None)
    assert (len(shown(pick)), pick.search.text(), pick.chosen) == (12, "", None)
