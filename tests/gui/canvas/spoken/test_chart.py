"""What a screen reader finds on the canvas is what the canvas shows."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.spec import RunSpec
from perceptron_gui.canvas.spoken import WINDOW
from tests.gui.canvas.desk import SEPARABLE, XOR, CanvasDesk

_ALT = Qt.KeyboardModifier.AltModifier
_MANY = Dataset(np.random.default_rng(0).normal(size=(100_000, 2)), np.tile([1, -1], 50_000))


def names(desk: CanvasDesk) -> list[str]:
    """Of all parts, as they are told now."""
    return [part.name for part in desk.canvas.view.voice.parts]


def test_an_example_is_told_with_its_class_number_place_verdict_and_score(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.go_to_update(2)
    state = desk.player.state
    assert state is not None
    scores = SEPARABLE.y * (SEPARABLE.X @ state.w + state.b)
    told = {name.split(" at ")[0]: name for name in names(desk)}
    for row, (x, score) in enumerate(zip(SEPARABLE.X, scores, strict=True)):
        key = f"{'○' if SEPARABLE.y[row] > 0 else '×'} {row + 1}"
        verdict = f"{'wrong' if score <= 0 else 'right'}, y·a = {number(score)}"
        assert told[key].startswith(f"{key} at {number(x[0])}, {number(x[1])}, {verdict}")
    assert names(desk)[0].endswith("current example")
    assert names(desk)[0] == told[f"{'○' if state.label > 0 else '×'} {state.index + 1}"]


def test_boundary_and_best_separator_are_parts_with_their_sides(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[0.0, 1.0], [0.0, -1.0]], [1, -1]), RunSpec(bias=0))
    desk.player.end()
    lines = [name for name in names(desk) if "from" in name]
    assert [line.split(":")[0] for line in lines] == ["best line", "boundary"]
    assert all(line.endswith("○ above") for line in lines)


def test_the_summary_counts_examples_and_mistakes_and_says_how_it_ended(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.end()
    told = desk.canvas.view.voice.told()
    assert told.startswith(
        "4 examples: 2 ○ +1, 2 × −1. x1 from 0 to 3. x2 from −2 to 3. Standard perceptron, cyclic order"
    )
    assert "0 examples wrong now. Converged" in told


@pytest.mark.parametrize("learner", ["voted", "averaged", "kernel"])
def test_a_score_is_told_only_where_it_is_that_of_the_learner(qtbot: QtBot, learner: str) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec(learner, max_epochs=3))
    desk.player.end()
    qtbot.waitUntil(lambda: "right" in names(desk)[0] or "wrong" in names(desk)[0])
    assert ("y·a" in names(desk)[0]) == (learner == "kernel")


def test_a_window_of_many_examples_follows_the_playhead_and_costs_nothing_more(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, _MANY, RunSpec(max_updates=40_000, max_epochs=1))
    desk.player.go_to_example(50_000)
    told = [name for name in names(desk) if " at " in name]
    assert len(told) == WINDOW
    assert told[0].split(" at ")[0] == f"{'○' if _MANY.y[49_999] > 0 else '×'} 50,000"
    assert len({part.slot for part in desk.canvas.view.voice.parts}) == len(desk.canvas.view.voice.parts)


def test_alt_and_an_arrow_choose_the_next_example_in_that_direction(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    chosen: list[int] = []
    for _ in range(5):
        QTest.keyClick(desk.canvas.view, Qt.Key.Key_Right, _ALT)
        chosen += desk.selection.indices
    assert [SEPARABLE.X[row, 0] for row in chosen] == [0.0, 1.0, 2.0, 3.0, 3.0]
    QTest.keyClick(desk.canvas.view, Qt.Key.Key_Up, _ALT)
    assert desk.selection.indices == (0,)
    part = desk.canvas.view.voice.selected
    assert part is not None
    assert part.name.startswith("○ 1 at 2, 1")
    assert desk.document.dataset is SEPARABLE


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_part_lies_where_its_marker_is_and_is_found_there(qtbot: QtBot, scale: float) -> None:
    desk = CanvasDesk(qtbot)
    view = desk.canvas.view
    view.set_scale(scale)
    QCoreApplication.processEvents()
    told = QAccessible.queryAccessibleInterface(view)
    for row in range(SEPARABLE.n):
        at = view.viewport().mapToGlobal(desk.at(*SEPARABLE.X[row]))
        found = told.childAt(at.x(), at.y())
        assert found.text(QAccessible.Text.Name).split()[1] == str(row + 1)
        assert (found.rect().center() - at).manhattanLength() <= 3
        assert told.child(told.indexOfChild(found)).object() is found.object()
        assert found.parent().object() is view
    assert told.role() is QAccessible.Role.Chart
    assert told.childAt(*QPoint(-99, -99).toTuple()) is None
