"""Scattering examples with the mouse, and rubbing them out."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from tests.gui.canvas.desk import SEPARABLE, CanvasDesk

SHIFT = Qt.KeyboardModifier.ShiftModifier
FAR = Dataset([[1e100, 1e100], [-1e100, -1e100]], [1, -1])


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


@pytest.fixture
def empty(qtbot: QtBot) -> CanvasDesk:
    desk = CanvasDesk(qtbot, Dataset.empty())
    desk.canvas.view.set_tool("spray")
    return desk


def test_a_click_scatters_the_handful_that_its_ghosts_showed(empty: CanvasDesk) -> None:
    place = empty.at(0.25, 0.25)
    empty.hover(place)
    ghosts = empty.canvas.stage.preview.ghosts
    assert len(ghosts) == 8
    empty.click(place)
    assert [(*x, label) for x, label in zip(empty.X, empty.labels, strict=True)] == list(ghosts)


def test_the_next_handful_is_another_one_but_the_same_in_another_window(qtbot: QtBot) -> None:
    made = []
    for _ in range(2):
        desk = CanvasDesk(qtbot, Dataset.empty())
        desk.canvas.view.set_tool("spray")
        for _ in range(2):
            desk.click(desk.at(0.25, 0.25))
        made.append(np.array(desk.X))
    assert (made[0] == made[1]).all()
    assert (made[0][:8] != made[0][8:]).any()


def test_it_scatters_the_class_that_was_placed_last_and_with_shift_the_other(empty: CanvasDesk) -> None:
    empty.canvas.view.set_tool("negative")
    empty.canvas.view.set_tool("spray")
    empty.click(empty.at(0, 0))
    assert empty.labels == [-1] * 8
    empty.click(empty.at(0, 0), modifiers=SHIFT)
    assert empty.labels == [-1] * 8 + [1] * 8


def test_a_drag_scatters_more_and_is_one_undo(empty: CanvasDesk) -> None:
    empty.drag(QPoint(150, 200), QPoint(500, 200), steps=30)
    sprayed = empty.document.dataset
    assert sprayed.n >= 5 * 8
    empty.document.undo_stack.undo()
    assert empty.document.dataset.n == 0
    empty.document.undo_stack.redo()
    assert empty.document.dataset.same_as(sprayed)


def test_escape_takes_back_what_a_drag_has_scattered(empty: CanvasDesk) -> None:
    empty.press(empty.at(0, 0))
    empty.move(empty.at(0.5, 0.5))
    empty.key(Qt.Key.Key_Escape)
    empty.move(empty.at(-0.5, 0.5))
    empty.release(empty.at(-0.5, 0.5))
    assert empty.document.dataset.n == 0
    assert not empty.document.undo_stack.canUndo()


def test_where_no_example_may_lie_nothing_is_scattered_and_a_sentence_says_so(qtbot: QtBot) -> None:
    desk, said = CanvasDesk(qtbot, FAR), list[str]()
    desk.document.refused.connect(said.append)
    desk.canvas.view.set_tool("spray")
    desk.click(desk.at(1e100, 1e100))
    assert desk.document.dataset is FAR
    assert said == ["An example cannot be further out than 1e+100 in any feature"]


def test_a_click_rubs_out_what_is_within_reach(desk: CanvasDesk) -> None:
    desk.canvas.view.set_tool("erase")
    desk.click(desk.at(1, 3) + QPoint(6, 6))
    assert desk.X == [[2.0, 1.0], [3.0, 0.0], [0.0, -2.0]]
    desk.click(desk.at(1, 3))
    assert len(desk.X) == 3


def test_a_drag_rubs_out_all_it_passes_however_fast_and_is_one_undo(desk: CanvasDesk) -> None:
    desk.canvas.view.set_tool("erase")
    desk.drag(desk.at(1, 3), desk.at(3, -1), steps=1)
    assert desk.X == [[3.0, 0.0], [0.0, -2.0]]
    desk.document.undo_stack.undo()
    assert desk.document.dataset.same_as(SEPARABLE)
    assert not desk.document.undo_stack.canUndo()


def test_escape_puts_back_what_a_drag_has_rubbed_out(desk: CanvasDesk) -> None:
    desk.canvas.view.set_tool("erase")
    desk.press(desk.at(1, 3))
    desk.move(desk.at(2, 1))
    desk.key(Qt.Key.Key_Escape)
    desk.release(desk.at(2, 1))
    assert desk.document.dataset.same_as(SEPARABLE)
    assert not desk.document.undo_stack.canUndo()


def test_its_reach_is_seen_while_it_is_in_hand(desk: CanvasDesk) -> None:
    desk.canvas.view.set_tool("erase")
    before = desk.color_at(1.5, -1)
    desk.hover(desk.at(1.5, -1))
    assert desk.color_at(1.5, -1) != before
    desk.canvas.view.set_tool("select")
    assert desk.canvas.stage.preview.disc is None
    assert desk.color_at(1.5, -1) == before


def test_an_example_that_the_mouse_is_over_is_pointed_at(desk: CanvasDesk) -> None:
    desk.hover(desk.at(0, -2))
    assert (desk.canvas.workspace.highlight.kind, desk.canvas.workspace.highlight.rows) == ("example", (3,))
    desk.hover(desk.at(2.9, -1.9))
    assert desk.canvas.workspace.highlight.rows == ()
