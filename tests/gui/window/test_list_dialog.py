"""An order by hand, typed in the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QDialogButtonBox
from pytestqt.qtbot import QtBot

from core.orders import ORDERS
from core.spec import RunSpec
from perceptron_gui.model.document import editing
from perceptron_gui.window.dialogs.forms import ListDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

LISTED = [name for name, order in ORDERS.items() if order.listed]


@pytest.mark.parametrize("order", LISTED)
def test_a_list_is_typed_counted_from_1(order: str, qtbot: QtBot) -> None:
    dialog = ListDialog(3, RunSpec(), order)
    qtbot.addWidget(dialog)
    dialog.rows.setText("3, 1 2")
    assert not dialog.verdict.text()
    assert dialog.chosen == RunSpec(order=order, sequence=(2, 0, 1))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Enter example numbers"),
        ("3, 4", "example 4 of the list does not exist; enter 1 to 3, counted from 1"),
        ("0", "the list names example 0; enter numbers from 1"),
        ("x", "the list 'x' is not possible; enter whole numbers with commas"),
    ],
)
def test_what_is_no_list_cannot_be_accepted(typed: str, told: str, qtbot: QtBot) -> None:
    dialog = ListDialog(3, RunSpec(), LISTED[0])
    qtbot.addWidget(dialog)
    dialog.rows.setText(typed)
    assert dialog.verdict.text() == told
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_an_order_that_goes_by_a_list_asks_for_one(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    box = next(each for each in window.findChildren(QComboBox) if each.accessibleName() == "Order")

    def choose(dialog: ListDialog) -> RunSpec | None:
        assert dialog.orders["visit"].isChecked()
        dialog.rows.setText("5, 3")
        return dialog.chosen if accepts else None

    monkeypatch.setattr(ListDialog, "ask", choose)
    for answer, expected in ((False, None), (True, "visit")):
        accepts = answer
        box.setCurrentIndex(box.findData("visit"))
        box.activated.emit(box.currentIndex())
        assert window.document.spec.order == expected
        assert box.currentData() == (expected or "cyclic")
    assert window.document.spec.sequence == (4, 2)


def test_that_the_list_names_what_is_there_no_more_is_said_once(desk: Desk, window: MainWindow) -> None:
    window.document.set_spec(RunSpec(order="visit", sequence=(11, 0)))
    window.selection.set([11])
    editing.delete_selected(window.document, window.selection)
    desk.qtbot.waitUntil(lambda: bool(window.notice.text))
    assert window.notice.text.startswith("1 example of the list is not there and is passed over.")
    window.notice.retract(window.notice.text)
    window.selection.set([3])
    editing.flip_selected(window.document, window.selection)
    desk.settled(window)
    assert not window.notice.text
