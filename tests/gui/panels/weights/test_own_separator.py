"""Another w, tried in the Weights panel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.arithmetic import activations
from core.run import train
from core.spec import RunSpec
from core.theory.bounds import own_separator
from perceptron_gui.canvas.layers.drawn_lines import OwnSeparatorLayer
from perceptron_gui.model.by_hand import TriedSeparator
from perceptron_gui.model.document.document import Document
from tests.gui.canvas.desk import is_drawn
from tests.gui.panels.weights.weights_desk import IN_FOUR, SEPARABLE, Desk


def layer_of(desk: Desk) -> OwnSeparatorLayer:
    layer = desk.canvas.layers["trial"]
    assert isinstance(layer, OwnSeparatorLayer)
    return layer


def test_dragging_w_tries_another_and_the_canvas_says_what_it_does_while_the_run_is_untouched(desk: Desk) -> None:
    desk.player.go_to(1)
    run, state, spec = desk.player.run, desk.state, desk.workspace.document.spec
    desk.drag(desk.w, QPointF(-70, 40))
    weights = desk.own_separator.weights
    assert weights is not None
    assert weights[:2].tolist() == pytest.approx(list(desk.picture.view.to_data(desk.w + QPointF(-70, 40))), abs=0.05)
    assert weights[2] == state.b
    wrong = int((SEPARABLE.y * activations(SEPARABLE.X, weights[:2], float(weights[2])) <= 0).sum())
    assert wrong
    assert layer_of(desk).describe() == f"your line: {wrong} mistake{'' if wrong == 1 else 's'}"
    assert f"it gets {wrong} of 4 examples wrong" in desk.panel.told.text()
    assert (desk.player.run, desk.state, desk.workspace.document.spec) == (run, state, spec)


def test_a_trial_that_separates_is_told_with_its_margin(desk: Desk) -> None:
    desk.player.end()
    separating = np.append(desk.state.w, desk.state.b)
    desk.own_separator.put(separating)
    run = desk.player.run
    assert run is not None
    gamma = own_separator(run.dataset, run.margin.bias, separating[:-1], float(separating[-1])).gamma
    assert layer_of(desk).describe().startswith("your line: separates by ")
    assert float(layer_of(desk).describe().rpartition(" by ")[2]) == pytest.approx(gamma, rel=1e-3)


def test_the_view_stands_still_while_another_w_is_dragged(desk: Desk) -> None:
    desk.player.go_to(2)
    frame = desk.picture.view
    desk.press(desk.w)
    for step in range(1, 12):
        desk.move(desk.w + QPointF(9 * step, -7 * step))
        assert desk.picture.view == frame
    desk.release(desk.w)


@pytest.mark.parametrize("where", ["panel", "canvas", "button"])
def test_escape_and_the_button_go_back_to_the_run(desk: Desk, where: str) -> None:
    desk.player.go_to(1)
    desk.drag(desk.w, QPointF(40, 10))
    assert desk.own_separator.weights is not None
    if where == "button":
        desk.panel.back.click()
    else:
        QTest.keyClick(desk.panel.view if where == "panel" else desk.canvas.view, Qt.Key.Key_Escape)
    assert desk.own_separator.weights is None
    assert not is_drawn(layer_of(desk))
    assert not desk.panel.told.isVisible()


def test_escape_in_the_middle_of_a_drag_puts_back_what_was_tried_before(desk: Desk) -> None:
    desk.own_separator.put([1.0, 2.0, 0.0])
    before = desk.own_separator.weights
    handle = desk.panel.view.handle(np.array([1.0, 2.0, 0.0]))
    desk.press(handle)
    desk.move(handle + QPointF(50, 0))
    assert desk.own_separator.weights is not before
    QTest.keyClick(desk.panel.view, Qt.Key.Key_Escape)
    assert desk.own_separator.weights is not None
    assert desk.own_separator.weights.tolist() == [1.0, 2.0, 0.0]


def test_a_run_is_started_from_what_was_tried(desk: Desk) -> None:
    desk.panel.try_out.click()
    desk.own_separator.put([0.5, -1.5, 1.0])
    desk.panel.start.click()
    assert desk.workspace.document.spec.start == (0.5, -1.5, 1.0)
    assert desk.own_separator.weights is None
    assert desk.state.w.tolist() == [0.5, -1.5]
    assert desk.state.update == 0


def test_what_if_begins_at_w_and_arrow_keys_move_it(desk: Desk) -> None:
    desk.player.go_to(2)
    desk.panel.try_out.click()
    assert desk.own_separator.weights is not None
    assert desk.own_separator.weights.tolist() == [*desk.state.w, desk.state.b]
    right = desk.own_separator.weights[0]
    QTest.keyClick(desk.panel.view, Qt.Key.Key_Right)
    assert desk.own_separator.weights is not None
    assert desk.own_separator.weights[0] > right
    assert desk.player.position == 2


def test_a_trial_stays_while_points_move_and_goes_with_them(qtbot: QtBot) -> None:
    document = Document(SEPARABLE)
    own_separator, told = TriedSeparator(document), []
    own_separator.changed.connect(lambda: told.append(own_separator.weights))
    own_separator.put([1, 2, 3])
    own_separator.put([1.0, 2.0, 3.0])
    assert len(told) == 1
    document.edit(SEPARABLE.moved([0], [[5.0, 5.0]]), "move")
    assert own_separator.weights is not None
    document.edit(IN_FOUR, "other features", others=True)
    assert own_separator.weights is None
    own_separator.put([0.0] * 5)
    document.open(IN_FOUR, None)
    assert own_separator.weights is None
    own_separator.put([1e200, -1e200, 0.0])
    assert own_separator.weights is not None
    assert own_separator.weights.tolist() == [1e100, -1e100, 0.0]


def test_a_trial_is_judged_over_the_run_it_fits_and_over_no_other(qtbot: QtBot) -> None:
    own_separator, run = TriedSeparator(Document(SEPARABLE)), train(SEPARABLE)
    assert own_separator.judged(run) is None
    own_separator.put([-1.0, 1.0, 0.0])
    judged = own_separator.judged(run)
    assert judged is not None
    assert own_separator.judged(run) is judged
    assert own_separator.judged(train(IN_FOUR)) is None
    assert own_separator.judged(train(SEPARABLE, replace(RunSpec(), learner="kernel"))) is None


def test_an_arrow_key_moves_w_by_six_pixels_and_with_shift_by_one(desk: Desk) -> None:
    desk.player.end()
    start = np.append(desk.state.w, desk.state.b)
    ways = {Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
    for key, way in ways.items():
        for held, step in ((Qt.KeyboardModifier.NoModifier, 6), (Qt.KeyboardModifier.ShiftModifier, 1)):
            desk.own_separator.put(start)
            QTest.keyClick(desk.panel.view, key, held)
            assert desk.own_separator.weights is not None
            moved = (desk.own_separator.weights - start)[:2] / (desk.picture.view.ux, desk.picture.view.uy)
            assert moved == pytest.approx(np.multiply(way, step), abs=0.6)
