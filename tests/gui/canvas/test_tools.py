"""What a user does with the mouse and the keys on the canvas."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from perceptron_gui.canvas import TOOLS
from perceptron_gui.canvas.tools.coordinates_dialog import CoordinatesDialog
from perceptron_gui.model.document import editing
from tests.gui.canvas.desk import SEPARABLE, CanvasDesk

ALT, SHIFT, CTRL = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
MIDDLE, RIGHT = Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


@pytest.fixture
def empty(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot, Dataset.empty())


@pytest.mark.parametrize(("tool", "label"), [("positive", 1), ("negative", -1)])
def test_a_click_places_an_example_of_the_tools_class(empty: CanvasDesk, tool: str, label: int) -> None:
    empty.canvas.view.set_tool(tool)
    empty.click(empty.at(0.5, -0.25))
    assert empty.labels == [label]
    assert empty.X[0] == pytest.approx([0.5, -0.25], abs=0.005)


def test_a_placed_example_has_short_coordinates(empty: CanvasDesk) -> None:
    empty.canvas.view.set_tool("positive")
    empty.click(QPoint(333, 217))
    assert all(x == round(x, 3) for x in empty.X[0])


def test_two_quick_clicks_place_two_examples(empty: CanvasDesk) -> None:
    empty.canvas.view.set_tool("positive")
    empty.double_click(empty.at(0, 0))
    assert empty.labels == [1, 1]


def test_undo_takes_back_one_placed_example_at_a_time(empty: CanvasDesk) -> None:
    empty.canvas.view.set_tool("positive")
    empty.click(empty.at(0, 0))
    empty.click(empty.at(0.5, 0))
    empty.document.undo_stack.undo()
    assert len(empty.X) == 1


@pytest.mark.parametrize("tool", list(TOOLS))
def test_alt_click_places_in_any_tool(empty: CanvasDesk, tool: str) -> None:
    empty.canvas.view.set_tool(tool)
    empty.click(empty.at(0, 0.5), modifiers=ALT)
    empty.click(empty.at(0, -0.5), RIGHT, ALT)
    assert empty.labels == [1, -1]


def test_alt_click_on_an_example_places_nothing(desk: CanvasDesk) -> None:
    desk.click(desk.at(2, 1), modifiers=ALT)
    assert len(desk.X) == 4


def test_a_ghost_shows_what_a_click_would_place(empty: CanvasDesk) -> None:
    empty.canvas.view.set_tool("negative")
    empty.hover(empty.at(0.5, 0.5))
    (ghost,) = empty.canvas.stage.preview.ghosts
    assert ghost is not None
    empty.click(empty.at(0.5, 0.5))
    assert (*empty.X[0], empty.labels[0]) == ghost


def test_putting_the_tool_away_takes_the_ghost_away(empty: CanvasDesk) -> None:
    empty.canvas.view.set_tool("negative")
    empty.hover(empty.at(0.5, 0.5))
    empty.canvas.view.set_tool("select")
    assert not empty.canvas.stage.preview.ghosts


def test_changing_the_tool_is_told_once(desk: CanvasDesk, qtbot: QtBot) -> None:
    told: list[str] = []
    desk.canvas.view.tool_changed.connect(told.append)
    desk.canvas.view.set_tool("pan")
    desk.canvas.view.set_tool("pan")
    assert told == ["pan"]
    assert desk.canvas.view.tool == "pan"


def test_a_click_selects_the_example_under_the_mouse(desk: CanvasDesk) -> None:
    desk.click(desk.at(1, 3))
    assert desk.selection.indices == (1,)


def test_shift_extends_and_ctrl_toggles(desk: CanvasDesk) -> None:
    desk.click(desk.at(1, 3))
    desk.click(desk.at(2, 1), modifiers=SHIFT)
    assert list(desk.selection.indices) == [0, 1]
    desk.click(desk.at(1, 3), modifiers=CTRL)
    assert list(desk.selection.indices) == [0]


def test_a_click_on_empty_canvas_selects_nothing(desk: CanvasDesk) -> None:
    desk.selection.set([0, 1])
    desk.click(desk.at(-1, 2))
    assert desk.selection.indices == ()


def test_a_click_on_one_of_several_selected_selects_it_alone(desk: CanvasDesk) -> None:
    desk.selection.set([0, 1])
    desk.click(desk.at(2, 1))
    assert desk.selection.indices == (0,)


def test_a_rubber_band_selects_what_it_holds(desk: CanvasDesk) -> None:
    desk.drag(desk.at(0.5, 0.5), desk.at(2.5, 3.2))
    assert desk.selection.indices == (0, 1)
    assert desk.canvas.stage.preview.band is None


def test_a_rubber_band_with_shift_adds(desk: CanvasDesk) -> None:
    desk.selection.set([2])
    desk.drag(desk.at(0.5, 0.5), desk.at(2.5, 3.2), modifiers=SHIFT)
    assert desk.selection.indices == (0, 1, 2)


def test_dragging_moves_the_selection_and_the_run_follows(desk: CanvasDesk) -> None:
    runs: list[object] = []
    desk.player.run_changed.connect(runs.append)
    desk.selection.set([0, 1])
    desk.drag(desk.at(2, 1), desk.at(1.5, 2))
    assert desk.X[0] == pytest.approx([1.5, 2], abs=0.02)
    assert desk.X[1] == pytest.approx([0.5, 4], abs=0.02)
    assert desk.X[2:] == SEPARABLE.X[2:].tolist()
    assert len(runs) > 2


def test_one_drag_is_one_undo(desk: CanvasDesk) -> None:
    desk.drag(desk.at(2, 1), desk.at(1.5, 2))
    assert desk.document.undo_stack.count() == 1
    desk.document.undo_stack.undo()
    assert SEPARABLE.X.tolist() == desk.X


def test_two_drags_are_two_undos(desk: CanvasDesk) -> None:
    desk.drag(desk.at(2, 1), desk.at(1.5, 2))
    desk.drag(desk.at(1, 3), desk.at(1, 2.5))
    assert desk.document.undo_stack.count() == 2


def test_a_drag_along_one_axis_keeps_the_other_coordinate_exactly(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[0.1, 1 / 3], [1.0, 1.0]], [1, -1]))
    start = desk.at(0.1, 1 / 3)
    desk.drag(start, start + QPoint(50, 0))
    assert desk.X[0][1] == 1 / 3
    assert desk.X[0][0] > 0.1


def test_esc_puts_a_dragged_example_back_and_leaves_nothing_to_undo(desk: CanvasDesk) -> None:
    desk.press(desk.at(2, 1))
    desk.move(desk.at(1.5, 2))
    desk.key(Qt.Key.Key_Escape)
    desk.release(desk.at(1.5, 2))
    assert SEPARABLE.X.tolist() == desk.X
    assert not desk.document.undo_stack.canUndo()


def test_a_drag_that_comes_back_leaves_nothing_to_undo(desk: CanvasDesk) -> None:
    desk.press(desk.at(2, 1))
    desk.move(desk.at(1.5, 2))
    desk.move(desk.at(2, 1))
    desk.release(desk.at(2, 1))
    assert SEPARABLE.X.tolist() == desk.X
    assert not desk.document.modified


def test_esc_clears_the_selection(desk: CanvasDesk) -> None:
    desk.selection.set([0])
    desk.key(Qt.Key.Key_Escape)
    assert desk.selection.indices == ()


def test_double_click_edits_coordinates_exactly(desk: CanvasDesk) -> None:
    def type_coordinates() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, CoordinatesDialog)
        dialog.fields[0].setText("0,1")
        dialog.fields[1].setText("−7e-3")
        dialog.accept()

    QTimer.singleShot(0, type_coordinates)
    desk.double_click(desk.at(2, 1))
    assert desk.X[0] == [0.1, -0.007]
    assert desk.document.undo_stack.count() == 1


def test_coordinates_are_shown_in_full_and_nonsense_cannot_be_entered(qtbot: QtBot) -> None:
    dialog = CoordinatesDialog(Dataset([[1 / 3, 2.0]], [1]), 0)
    qtbot.addWidget(dialog)
    assert dialog.chosen == [1 / 3, 2.0]
    dialog.fields[0].setText("a third")
    assert dialog.chosen is None
    dialog.fields[0].setText("1e300")
    assert dialog.chosen is None


@pytest.mark.parametrize(
    ("d", "told"), [(61, "The other feature stays as it is"), (63, "The other 3 features stay as they are")]
)
def test_features_that_are_not_asked_for_are_said_to_stay(qtbot: QtBot, d: int, told: str) -> None:
    dialog = CoordinatesDialog(Dataset(np.ones((1, d)), [1]), 0)
    qtbot.addWidget(dialog)
    assert any(told in label.text() for label in dialog.findChildren(QLabel))


def test_arrows_nudge_the_selection_by_a_hundredth_of_the_view(desk: CanvasDesk) -> None:
    width = desk.canvas.stage.viewport.width * desk.canvas.stage.viewport.ux
    desk.selection.set([0])
    desk.key(Qt.Key.Key_Right)
    moved = desk.X[0][0] - 2
    assert 0.005 * width < moved < 0.02 * width
    assert desk.X[0][1] == 1
    desk.key(Qt.Key.Key_Up, SHIFT)
    assert 0 < desk.X[0][1] - 1 < moved


def test_a_run_of_nudges_is_one_undo(desk: CanvasDesk) -> None:
    desk.selection.set([0])
    for _ in range(3):
        desk.key(Qt.Key.Key_Left)
    assert desk.document.undo_stack.count() == 1
    desk.selection.set([1])
    desk.key(Qt.Key.Key_Left)
    assert desk.document.undo_stack.count() == 2


def test_arrows_belong_to_the_window_while_nothing_is_selected(desk: CanvasDesk) -> None:
    def taken() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(desk.canvas.view, event)
        return event.isAccepted()

    assert not taken()
    desk.selection.set([0])
    assert taken()


def test_pan_drags_the_view(desk: CanvasDesk) -> None:
    desk.canvas.view.set_tool("pan")
    before = desk.at(0, 0)
    desk.drag(QPoint(300, 200), QPoint(360, 170))
    assert desk.at(0, 0) - before == QPoint(60, -30)
    assert SEPARABLE.X.tolist() == desk.X


def test_the_middle_button_pans_in_any_tool(desk: CanvasDesk) -> None:
    desk.canvas.view.set_tool("positive")
    before = desk.at(0, 0)
    desk.drag(QPoint(300, 200), QPoint(360, 170), MIDDLE)
    assert desk.at(0, 0) - before == QPoint(60, -30)
    assert len(desk.X) == 4


def test_the_wheel_zooms_about_the_mouse(desk: CanvasDesk) -> None:
    place, unit = desk.at(2, 1), desk.canvas.stage.viewport.ux
    desk.wheel(place, 2)
    assert desk.canvas.stage.viewport.ux < unit
    assert (desk.at(2, 1) - place).manhattanLength() <= 2


def test_deleting_an_example_leaves_no_other_selected(desk: CanvasDesk) -> None:
    desk.selection.set([1])
    desk.document.edit(desk.document.dataset.removed([0]), "delete")
    assert desk.selection.indices == ()


def test_a_drag_moves_nothing_once_its_examples_are_gone(desk: CanvasDesk) -> None:
    desk.press(desk.at(2, 1))
    desk.move(desk.at(1.5, 2))
    desk.document.open(Dataset.empty(), None)
    desk.move(desk.at(1, 2))
    desk.key(Qt.Key.Key_Escape)
    desk.release(desk.at(1, 2))
    assert desk.X == []


def test_the_tooltip_names_the_example_under_the_mouse(desk: CanvasDesk) -> None:
    view = desk.canvas.stage.viewport
    assert desk.canvas.view.told_at(view.pixel(1, 3)) == "example 2: ○ +1\nx1 = 1\nx2 = 3"


@pytest.mark.parametrize("name", list(TOOLS))
def test_every_tool_can_be_named_and_reached(name: str) -> None:
    tool = TOOLS[name]
    assert tool.title
    assert tool.tooltip
    assert tool.hint
    assert tool.shortcut not in [other.shortcut for key, other in TOOLS.items() if key != name]


@pytest.mark.parametrize("modifier", [ALT, CTRL])
@pytest.mark.parametrize("tool", TOOLS)
def test_in_any_tool_ctrl_or_alt_and_a_click_place_either_class(
    empty: CanvasDesk, tool: str, modifier: Qt.KeyboardModifier
) -> None:
    empty.canvas.view.set_tool(tool)
    empty.click(empty.at(0.5, 0.5), modifiers=modifier)
    empty.click(empty.at(-0.5, 0.5), RIGHT, modifier)
    assert empty.labels == [1, -1]
    assert np.array(empty.X) == pytest.approx(np.array([[0.5, 0.5], [-0.5, 0.5]]), abs=0.01)


def test_ctrl_and_a_drag_still_select_and_ctrl_click_on_an_example_still_toggles(desk: CanvasDesk) -> None:
    desk.drag(desk.at(-0.5, -2.2), desk.at(2.5, 1.5), modifiers=CTRL)
    assert set(desk.selection.indices) == {0, 3}
    desk.click(desk.at(2, 1), modifiers=CTRL)
    assert desk.selection.indices == (3,)
    assert len(desk.X) == 4


def test_escape_during_a_ctrl_press_places_nothing(desk: CanvasDesk) -> None:
    desk.press(desk.at(-1, 2), modifiers=CTRL)
    desk.canvas.view.cancel()
    desk.release(desk.at(-1, 2), modifiers=CTRL)
    assert len(desk.X) == 4


def test_undoing_a_delete_selects_what_came_back(desk: CanvasDesk) -> None:
    desk.selection.set([0, 2])
    editing.delete_selected(desk.document, desk.selection)
    assert not desk.selection.indices
    desk.document.undo_stack.undo()
    assert list(desk.selection.indices) == [0, 2]
    desk.document.undo_stack.redo()
    assert not desk.selection.indices
    desk.document.undo_stack.undo()
    assert list(desk.selection.indices) == [0, 2]
