"""A line of one's own on the canvas: drawn, held by its grips, tried out; and as a guess of the next boundary."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.canvas.lines import LineGrips
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.canvas.tools.line import grips_on
from perceptron_gui.model.by_hand import PredictionQuiz, TriedSeparator
from perceptron_gui.model.player import Granularity
from perceptron_gui.panels import QuizCard
from perceptron_gui.window.main_window import MainWindow
from tests.gui.canvas.desk import CanvasDesk
from tests.gui.conftest import Desk


@pytest.fixture
def table(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.canvas.view.set_tool("line")
    return made


def own_separator_of(table: CanvasDesk) -> TriedSeparator:
    return table.canvas.workspace.own_separator


def guess_of(table: CanvasDesk) -> PredictionQuiz:
    return table.canvas.workspace.quiz


def weights(table: CanvasDesk) -> tuple[float, float, float]:
    held = own_separator_of(table).weights
    assert held is not None
    w1, w2, b = held.tolist()
    return w1, w2, b


def grips(table: CanvasDesk) -> LineGrips:
    found = grips_on(table.canvas.stage)
    assert found is not None
    return found


def place(table: CanvasDesk, pixel: QPointF) -> QPoint:
    return table.at(*table.canvas.stage.viewport.to_data(pixel))


def on_line(table: CanvasDesk, x: float, y: float) -> float:
    """How far a point of the plane is from the line."""
    w1, w2, b = weights(table)
    return abs(w1 * x + w2 * y + b) / math.hypot(w1, w2)


def test_a_drag_draws_a_line_through_both_its_ends(table: CanvasDesk) -> None:
    table.drag(table.at(0.0, 2.0), table.at(3.0, 1.0))
    pixel = 1.5 * table.canvas.stage.viewport.ux
    assert on_line(table, 0.0, 2.0) < pixel
    assert on_line(table, 3.0, 1.0) < pixel
    run = table.player.run
    judged = own_separator_of(table).judged(run)
    assert judged is not None
    assert judged.errors is not None
    turned_round = [-w for w in weights(table)]
    own_separator_of(table).put(turned_round)
    other = own_separator_of(table).judged(run)
    assert other is not None
    assert other.errors is not None
    assert judged.errors <= other.errors


def test_a_click_draws_nothing(table: CanvasDesk) -> None:
    table.click(table.at(1.0, 1.0))
    assert own_separator_of(table).weights is None


def test_one_place_turns_the_line_about_the_other(table: CanvasDesk) -> None:
    own_separator_of(table).put([0.0, 2.0, -2.0])
    fixed = table.canvas.stage.viewport.to_data(grips(table).first)
    table.drag(place(table, grips(table).second), table.at(2.5, 2.0))
    pixel = 1.5 * table.canvas.stage.viewport.ux
    assert on_line(table, *fixed) < pixel
    assert on_line(table, 2.5, 2.0) < pixel
    assert math.hypot(*weights(table)[:2]) == pytest.approx(2.0)


def test_the_line_itself_moves_in_parallel(table: CanvasDesk) -> None:
    own_separator_of(table).put([1.0, 2.0, -2.0])
    view = table.canvas.stage.viewport
    held = grips(table)
    middle = held.first * 0.7 + held.second * 0.3
    table.drag(place(table, middle), place(table, middle + QPointF(0, -40)))
    w1, w2, b = weights(table)
    assert (w1, w2) == (1.0, 2.0)
    assert b == pytest.approx(-2.0 - 2.0 * 40 * view.uy, abs=4 * view.uy)


def test_the_arrow_turns_w_to_where_it_is_dragged(table: CanvasDesk) -> None:
    own_separator_of(table).put([0.0, 2.0, -2.0])
    foot = table.canvas.stage.viewport.to_data(grips(table).arrow.p1())
    table.drag(place(table, grips(table).arrow.p2()), table.at(foot[0] + 1.0, foot[1] - 1.0))
    w1, w2, _ = weights(table)
    assert w1 == pytest.approx(math.sqrt(2), abs=0.05)
    assert w2 == pytest.approx(-math.sqrt(2), abs=0.05)
    assert on_line(table, *foot) < 1.5 * table.canvas.stage.viewport.ux


def test_without_a_bias_the_line_stays_at_the_origin(qtbot: QtBot) -> None:
    table = CanvasDesk(qtbot, spec=RunSpec(bias=0))
    table.canvas.view.set_tool("line")
    table.drag(table.at(0.5, 2.0), table.at(2.0, 1.0))
    assert weights(table)[2] == 0
    assert on_line(table, 2.0, 1.0) < 1.5 * table.canvas.stage.viewport.ux
    judged = own_separator_of(table).judged(table.player.run)
    assert judged is not None
    assert not math.isnan(judged.gamma)


def test_escape_ends_a_drag_and_puts_the_line_back_then_removes_it(table: CanvasDesk) -> None:
    own_separator_of(table).put([0.0, 2.0, -2.0])
    table.press(place(table, grips(table).second))
    table.move(table.at(2.5, 2.0))
    assert weights(table) != (0.0, 2.0, -2.0)
    table.key(Qt.Key.Key_Escape)
    assert weights(table) == (0.0, 2.0, -2.0)
    table.key(Qt.Key.Key_Escape)
    assert own_separator_of(table).weights is None


@pytest.mark.parametrize("tool", list(TOOLS))
def test_grips_are_seen_with_every_tool_that_holds_them(table: CanvasDesk, tool: str) -> None:
    own_separator_of(table).put([0.0, 2.0, -2.0])
    table.canvas.view.set_tool("pan")
    held = table.canvas.view.viewport().mapTo(table.canvas, place(table, grips(table).first))
    without = table.picture().pixelColor(held)
    table.canvas.view.set_tool(tool)
    assert (table.picture().pixelColor(held) != without) == (tool in ("line", "select"))


def test_a_line_is_held_and_moved_with_the_select_tool_too(table: CanvasDesk) -> None:
    own_separator_of(table).put([0.0, 2.0, -2.0])
    table.canvas.view.set_tool("select")
    examples = table.document.dataset
    fixed = table.canvas.stage.viewport.to_data(grips(table).first)
    table.drag(place(table, grips(table).second), table.at(2.5, 2.0))
    w1, w2, b = weights(table)
    assert abs(w1 * fixed[0] + w2 * fixed[1] + b) < 0.05
    assert (w1, w2, b) != (0.0, 2.0, -2.0)
    assert table.document.dataset is examples
    assert not len(table.selection)


def test_a_line_is_drawn_turned_and_moved_by_key(table: CanvasDesk) -> None:
    def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        table.qtbot.keyClick(table.canvas.view, key, modifier)

    press(Qt.Key.Key_Up)
    middle = table.canvas.stage.viewport.to_data(table.canvas.stage.viewport.rect.center())
    assert on_line(table, *middle) < 1e-9
    assert weights(table)[0] == 0.0
    for _ in range(30):
        press(Qt.Key.Key_Up)
    w1, w2, _ = weights(table)
    assert w2 == pytest.approx(0.0, abs=1e-9)
    assert w1 < 0, "a quarter to the left"
    for _ in range(10):
        press(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    away = on_line(table, *middle)
    assert away == pytest.approx(table.canvas.stage.viewport.height * table.canvas.stage.viewport.uy / 10)
    table.canvas.view.set_tool("select")
    before = weights(table)
    press(Qt.Key.Key_Up)
    assert weights(table) == before


def test_a_guess_by_key_begins_at_the_boundary(table: CanvasDesk) -> None:
    table.player.go_to_update(1)
    guess_of(table).set_on(True)
    table.qtbot.keyClick(table.canvas.view, Qt.Key.Key_Down)
    state, drawn = table.player.state, guess_of(table).weights
    assert state is not None
    assert drawn is not None
    assert drawn.tolist() == pytest.approx([*state.w.tolist(), state.b])


def test_a_kernel_has_no_line_to_be_drawn(qtbot: QtBot) -> None:
    table = CanvasDesk(qtbot, spec=RunSpec("kernel", kernel="rbf", gamma=0.5))
    table.canvas.view.set_tool("line")
    table.drag(table.at(0.0, 2.0), table.at(3.0, 1.0))
    assert own_separator_of(table).weights is None


def test_in_the_feature_space_of_the_linear_kernel_nothing_is_guessed(qtbot: QtBot) -> None:
    table = CanvasDesk(qtbot, spec=RunSpec("kernel", kernel="linear"))
    table.canvas.workspace.quiz.set_on(True)
    table.canvas.view.set_tool("line")
    table.drag(table.at(0.0, 2.0), table.at(3.0, 1.0))
    assert table.canvas.workspace.quiz.weights_in(table.player.run) is None
    assert "With a kernel" in table.canvas.workspace.quiz.missing


def test_more_features_than_are_seen_keep_their_weights(qtbot: QtBot) -> None:
    X = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, -0.5], [3.0, 0.0, 1.0], [0.0, -2.0, 0.0]])
    table = CanvasDesk(qtbot, Dataset(X, [1, 1, -1, -1]))
    table.canvas.view.set_tool("line")
    own_separator_of(table).put([0.0, 1.0, 0.75, -1.0])
    table.drag(place(table, grips(table).second), table.at(2.5, 2.0))
    held = own_separator_of(table).weights
    assert held is not None
    assert held[2] == 0.75


def test_a_guess_is_held_against_the_next_boundary(table: CanvasDesk) -> None:
    guess, player = guess_of(table), table.player
    player.home()
    player.step_forward()
    guess.set_on(True)
    table.drag(table.at(0.0, 2.0), table.at(3.0, 1.0))
    assert own_separator_of(table).weights is None
    drawn = guess.weights
    assert drawn is not None
    player.step_forward()
    state, outcome = player.state, guess.outcome
    assert state is not None
    assert outcome is not None
    assert outcome.angle is not None
    cosine = abs(drawn[:2] @ state.w) / float(np.linalg.norm(drawn[:2]) * np.linalg.norm(state.w))
    assert math.cos(math.radians(outcome.angle)) == pytest.approx(cosine)
    assert outcome.update == state.update
    assert guess.tally.angles == (outcome.angle,)
    assert any("your guess" in word for word in table.words)
    player.step_forward()
    assert guess.weights is None
    assert guess.outcome is None
    assert len(guess.tally.angles) == 1


@pytest.mark.parametrize("away", ["step_back", "home", "end"])
def test_a_guess_that_is_left_counts_for_nothing(table: CanvasDesk, away: str) -> None:
    guess, player = guess_of(table), table.player
    player.go_to(1)
    guess.set_on(True)
    guess.put([1.0, 1.0, 0.0])
    getattr(player, away)()
    assert guess.weights is None
    assert not guess.tally.angles


def test_a_step_to_an_example_that_is_no_mistake_is_foretold_too(table: CanvasDesk) -> None:
    guess, player = guess_of(table), table.player
    player.set_granularity(Granularity.EXAMPLE)
    player.end()
    player.step_back()
    state = player.state
    assert state is not None
    guess.set_on(True)
    guess.put([*state.w.tolist(), state.b])
    player.step_forward()
    assert guess.outcome is not None
    assert guess.outcome.angle == pytest.approx(0.0, abs=1e-5)


def test_another_run_is_not_what_was_foretold(table: CanvasDesk) -> None:
    guess = guess_of(table)
    guess.set_on(True)
    guess.put([1.0, 1.0, 0.0])
    table.solve()
    assert guess.weights is None


def test_off_it_takes_no_guess(table: CanvasDesk) -> None:
    guess = guess_of(table)
    guess.put([1.0, 1.0, 0.0])
    assert guess.weights is None


def test_what_a_session_keeps_of_it_reads_back(table: CanvasDesk) -> None:
    guess = guess_of(table)
    guess.restore({"on": True, "angles": [3.0, 7.5]})
    assert guess.on
    assert guess.saved() == {"on": True, "angles": [3.0, 7.5]}
    for value in ({"on": 1, "angles": []}, {"on": False}, {"on": False, "angles": [99]}, None):
        with pytest.raises((TypeError, ValueError, LookupError)):
            guess.restore(value)
    assert guess.saved() == {"on": True, "angles": [3.0, 7.5]}
    guess.forget()
    assert guess.tally.sentence == ""


def bar_of(window: MainWindow) -> QuizCard:
    return window.quiz_card


def test_one_key_asks_and_the_bar_tells(desk: Desk) -> None:
    window = desk.open()
    assert not bar_of(window).isVisible()
    window.actions_["predict"].trigger()
    assert bar_of(window).isVisible()
    assert window.canvas.view.tool == "line"
    assert bar_of(window).sentence.text().startswith("Where will the boundary be")
    window.workspace.quiz.put([1.0, 1.0, 0.0])
    assert "until you are sure" in bar_of(window).sentence.text()
    window.actions_["step_forward"].trigger()
    outcome = window.workspace.quiz.outcome
    assert outcome is not None
    assert outcome.sentence in bar_of(window).sentence.text()
    assert outcome.why in bar_of(window).sentence.text()
    assert bar_of(window).remark.text() == window.workspace.quiz.tally.sentence != ""
    bar_of(window).quiet.click()
    assert bar_of(window).remark.text() == ""
    window.actions_["predict"].trigger()
    assert not bar_of(window).isVisible()
    assert window.canvas.view.tool == "select"
    assert window.workspace.quiz.weights is None


def test_with_a_kernel_the_tool_is_off_and_its_tooltip_says_why(desk: Desk) -> None:
    window = desk.open()
    action = next(action for action in window.actions_.menu("tools").actions() if action.text() == "Line")
    usual = action.toolTip()
    action.trigger()
    window.document.set_spec(RunSpec("kernel"))
    desk.settled(window)
    assert not action.isEnabled()
    assert action.toolTip() == action.statusTip() != usual
    assert "With a kernel w is not written down" in action.toolTip()
    assert window.canvas.view.tool == "select"
    window.actions_["predict"].trigger()
    assert window.canvas.view.tool == "select"
    assert "With a kernel" in bar_of(window).sentence.text()
    window.document.set_spec(RunSpec())
    desk.settled(window)
    assert action.isEnabled()
    assert action.toolTip() == usual


def test_a_guess_waits_while_the_same_state_is_shown_again(table: CanvasDesk) -> None:
    guess = guess_of(table)
    guess.set_on(True)
    table.player.go_to_update(1)
    guess.put([1.0, 1.0, 0.0])
    assert table.player.state is not None
    table.player.shown.emit(table.player.state)
    assert guess.outcome is None
    assert guess.tally.angles == ()
