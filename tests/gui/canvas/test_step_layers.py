"""The step on the canvas: its test, its vectors laid tip to tail, its angle, and words that fade."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QPointF
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.pace import FASTEST
from core.record.history import State
from core.rules import Perceptron
from core.spec import RunSpec
from perceptron_gui.canvas.layers.drawn_lines import SUBSCRIPTS, ArrowLayer, StepVectors, added, step_vectors
from tests.gui.canvas.desk import CanvasDesk, crosses, is_drawn, labels_of, lines_of, tooltip_at, words_of


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.player.end()
    return made


MISTAKE = State(1, 1, 1, 0, 1, True, -2.0, np.array([1.0, 0.0]), 0.0, np.array([3.0, 2.0]), 1.0, added=True, size=1.0)
"""on a positive example: w = (1, 0) became (3, 2)"""


def test_the_arrow_stands_on_the_boundary_at_right_angles_to_it(desk: CanvasDesk) -> None:
    arrow = ArrowLayer(desk.canvas.stage)
    state, view, line = desk.player.state, desk.canvas.stage.viewport, arrow.drawn
    assert line is not None
    assert state is not None
    start, end = (np.array(view.to_data(point)) for point in (line.p1(), line.p2()))
    w, b = (state.w_before, state.b_before) if state.moved else (state.w, state.b)
    assert float(w @ start) + b == pytest.approx(0, abs=1e-9)
    assert (end - start) == pytest.approx(state.w * vectors(desk).scale)
    assert view.rect.contains(line.p2())


@pytest.mark.parametrize("size", [1e-6, 0.3, 1.0, 40.0, 1e5])
def test_the_arrow_is_never_too_short_or_too_long_to_be_read(qtbot: QtBot, size: float) -> None:
    desk = CanvasDesk(qtbot, Dataset([[size, 0.0], [-size, 0.0], [0.0, size / 3]], [1, -1, 1]))
    desk.player.end()
    found = vectors(desk)
    assert 20 < found.line(found.after).length() < 700
    assert math.log2(found.scale).is_integer()


def test_the_tooltip_of_w_tells_its_scale(desk: CanvasDesk) -> None:
    arrow = ArrowLayer(desk.canvas.stage)
    assert arrow.drawn is not None
    assert "length" in tooltip_at(arrow, arrow.drawn.center())
    assert tooltip_at(arrow, QPointF(-50, -50)) == ""


def ten(qtbot: QtBot, **choices: Any) -> CanvasDesk:
    desk = CanvasDesk(qtbot, BUILT_IN[0].dataset(), replace(BUILT_IN[0].spec, **choices))
    desk.canvas.resize(900, 700)
    desk.player.go_to_update(3)
    return desk


def test_the_angle_between_w_before_and_the_step_is_marked_outside_the_triangle(qtbot: QtBot) -> None:
    desk = ten(qtbot)
    layer, vectors = desk.canvas.layers["update"], step_vectors(desk.canvas.stage, desk.canvas.stage.viewport)
    assert vectors is not None
    assert "113°" in [label.text for label in labels_of(layer)]
    # w before is (2, −2), the step (2, 5): the arc begins in the direction of w before, beyond its tip.
    tip = vectors.line(vectors.before).p2()
    assert tooltip_at(layer, tip + QPointF(14, 0)) == (
        "The angle between w and x is 113°, because y·a = −6. Because it was a mistake, the step points away from w: "
        "90° or more."
    )
    assert "angle" not in tooltip_at(layer, tip + QPointF(-6, 0))
    desk.player.go_to_update(2)
    assert tooltip_at(layer, layer_step(desk)).startswith("A × pushes the other way: −x.")


def layer_step(desk: CanvasDesk) -> QPointF:
    found = step_vectors(desk.canvas.stage, desk.canvas.stage.viewport)
    assert found is not None
    return found.line(found.after, found.kept).pointAt(0.6)


@pytest.mark.parametrize("choices", [{"bias": 1.0}, {"learner": "kernel", "kernel": "poly"}])
def test_no_angle_is_marked_where_the_plane_shows_another(qtbot: QtBot, choices: dict[str, Any]) -> None:
    desk = ten(qtbot, **choices)
    assert not [label for label in labels_of(desk.canvas.layers["update"]) if "°" in label.text]


def test_the_test_of_the_current_example_is_written_beside_it(desk: CanvasDesk) -> None:
    desk.player.go_to_update(1)
    assert "y·a was 0: a tie, a mistake" in desk.words
    assert desk.canvas.view.told_at(desk.at(2, 1).toPointF()).endswith("y·a was 0, now 6")


@pytest.mark.parametrize(
    ("label", "activation", "words"),
    [
        (1, -4.82, "mistake: y·a = −4.82 ≤ 0"),
        (-1, 2.5, "mistake: y·a = −2.5 ≤ 0"),
        (-1, -0.7, "right: y·a = 0.7 > 0"),
        (-1, -0.0, "tie: y·a = 0 ≤ 0"),
    ],
)
def test_a_verdict_names_the_sign_of_y_times_a(label: int, activation: float, words: str) -> None:
    met = replace(MISTAKE, label=label, activation=activation, added=label * activation <= 0)
    made = Perceptron().verdict(met.score, met.label, met.added)
    assert f"{made.name}: {made.test}" == words


@pytest.mark.parametrize(("update", "role"), [(1, "now_text"), (None, "secondary")])
def test_only_what_moves_the_vector_is_written_in_the_colour_of_a_mistake(
    desk: CanvasDesk, update: int | None, role: str
) -> None:
    if update is None:
        desk.player.end()
    else:
        desk.player.go_to_update(update)
    (label,) = labels_of(desk.canvas.layers["current"])
    assert label.role == role


def vectors(desk: CanvasDesk) -> StepVectors:
    found = step_vectors(desk.canvas.stage, desk.canvas.stage.viewport)
    assert found is not None
    return found


def test_an_update_is_laid_tip_to_tail_from_the_line_before_and_to_scale(desk: CanvasDesk) -> None:
    desk.player.go_to_update(2)
    stage, state, found = desk.canvas.stage, desk.player.state, vectors(desk)
    assert state is not None
    assert found.scale == 1.0
    assert abs(stage.line(state.w_before, state.b_before).at(found.start)) < 1e-6
    x, y = stage.viewport.to_data(found.start)
    for tip, w in ((found.before, state.w_before), (found.after, state.w)):
        end = stage.viewport.to_data(found.line(tip).p2())
        assert end == pytest.approx((x + float(w[0]), y + float(w[1])))
    assert {"w before", added(state, plain=False)} == {label.text for label in labels_of(desk.canvas.layers["update"])}
    assert added(state, plain=False) in desk.words


def test_a_step_is_named_by_its_sign_size_and_example() -> None:
    state = replace(MISTAKE, index=11, label=-1, size=0.5)
    assert added(state, plain=False) == "− 0.5·x₁₂"
    assert added(state, plain=True) == "− point 12"
    assert added(replace(state, label=1, size=1.0), plain=False) == "+ x₁₂"


def test_the_first_update_is_one_arrow_that_says_what_w_is(desk: CanvasDesk) -> None:
    desk.player.go_to_update(1)
    state = desk.player.state
    assert state is not None
    assert "w before" not in desk.words
    assert any(word.startswith("w = ") and f"x{state.index + 1}".translate(SUBSCRIPTS) in word for word in desk.words)


def test_an_arrow_that_would_leave_the_view_is_halved_until_it_fits(desk: CanvasDesk) -> None:
    desk.player.end()
    stage = desk.canvas.stage
    for _ in range(4):
        found = vectors(desk)
        assert math.log2(found.scale).is_integer()
        if found.scale < 1.0:
            assert stage.viewport.rect.contains(found.line(found.after).p2())
        desk.canvas.view.zoom(2.0, found.start)
    assert vectors(desk).scale < 1.0


def test_one_factor_for_all_vectors_of_a_run_only_ever_halves(qtbot: QtBot) -> None:
    flowers = next(data for data in BUILT_IN if data.name == "iris_setosa_versicolor").dataset()
    desk = CanvasDesk(qtbot, flowers)
    stage, places = desk.canvas.stage, range(1, 41)

    def scale(update: int) -> float | None:
        """The factor where the longest arrow is 60 pixels long: elsewhere it is shortened alone."""
        desk.player.go_to_update(update)
        found = step_vectors(stage, stage.viewport)
        return None if found is None or found.line(found.after).length() < 60 else found.scale

    forth = [scale(update) for update in places]
    factors = [found for found in forth if found is not None]
    assert factors == sorted(factors, reverse=True)
    assert len(set(factors)) > 1
    assert [scale(update) for update in reversed(places)] == forth[::-1]
    desk.player.go_to_update(10)
    assert any(label.text == "× ⅛" for label in labels_of(desk.canvas.layers["arrow"]))


def test_words_keep_off_the_arrows_of_an_update(desk: CanvasDesk) -> None:
    desk.player.go_to_update(2)
    arrows = [word for word in words_of(desk.canvas.layers["update"]) if isinstance(word, QLineF)]
    assert len(arrows) == 2
    placed = desk.canvas.words.arranged(desk.canvas.stage.viewport)
    assert not any(crosses(word.rect, arrow) for word in placed for arrow in arrows)


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (400, 300)])
@pytest.mark.parametrize("name", ["first_start", "iris_setosa_virginica", "xor", "slow"])
def test_no_arrow_has_its_head_cut_off_at_the_edge(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    data = next(data for data in BUILT_IN if data.name == name)
    desk = CanvasDesk(qtbot, data.dataset(), RunSpec(max_epochs=30))
    desk.canvas.resize(*size)
    layer, stage = desk.canvas.layers["arrow"], desk.canvas.stage
    assert isinstance(layer, ArrowLayer)
    for update in range(1, stage.run.updates + 1 if stage.run else 0):
        desk.player.go_to_update(update)
        if layer.drawn is not None:
            assert stage.viewport.rect.adjusted(8, 8, -8, -8).contains(layer.drawn.p2())


@pytest.mark.slow
def test_what_is_said_of_a_step_fades_once_it_was_read_and_comes_back_when_pointed_at(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.canvas.set_tween(True)
    stage = desk.canvas.stage
    desk.player.go_to_update(1)
    stage.glide.finish()
    assert stage.call_out_strength == 1
    stage.afterglow._reading.stop()  # eight seconds later
    stage.afterglow.words.go(0.0)
    qtbot.waitUntil(lambda: stage.call_out_strength == 0)
    state = desk.player.state
    assert state is not None
    desk.canvas.workspace.highlight.show("example", (state.index,))
    assert stage.call_out_strength == 1
    desk.canvas.workspace.highlight.clear()
    assert stage.call_out_strength == 0
    desk.player.go_to_update(2)
    assert stage.call_out_strength == 1
    stage.afterglow.finish()


def test_of_a_step_that_races_by_nothing_is_said_until_the_player_rests(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.go_to_update(2)
    update = desk.canvas.layers["update"]
    said = desk.words
    mistake = next(word for word in said if word.startswith("y·a was "))
    assert "line before" in said
    assert is_drawn(update)
    desk.player.set_speed(FASTEST)
    desk.player.play()
    assert not is_drawn(update)
    assert not {mistake, "line before"} & set(desk.words)
    assert not any(line.name == "before" for line in lines_of(desk.canvas.layers["boundary"]))
    desk.player.set_speed(1)
    assert desk.words == said
    desk.player.set_speed(FASTEST)
    assert not is_drawn(update)
    desk.player.pause()
    assert is_drawn(update)
    assert desk.words == said


def test_where_nothing_glides_nothing_fades(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.end()
    glow = desk.canvas.stage.afterglow
    assert glow.words.number == 1
    assert not glow._reading.isActive()
