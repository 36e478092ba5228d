"""What each layer shows of the state on display."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.pace import FASTEST
from core.record.history import State
from core.rules import Perceptron
from core.run import train
from core.spec import Bias, RunSpec
from perceptron_gui.canvas import LAYERS
from perceptron_gui.canvas.layers.drawn_lines import SUBSCRIPTS, ArrowLayer, StepVectors, added, step_vectors
from perceptron_gui.canvas.layers.optimum import OptimumLayer
from perceptron_gui.canvas.layers.points import MOST_WRONG, PointsLayer
from perceptron_gui.canvas.markers import (
    SUPPORTS,
    TESTED,
    argb,
    mark_style,
    marker_size,
    ring_radius,
    wrong_style,
)
from perceptron_gui.look.labels import Label
from perceptron_gui.look.theme import LIGHT
from tests.gui.canvas.desk import XOR, CanvasDesk, crosses, is_drawn, labels_of, lines_of, tooltip_at, words_of

ONLY_REGION = [name for name in LAYERS if name != "region"]


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.player.end()
    return made


MISTAKE = State(1, 1, 1, 0, 1, True, -2.0, np.array([1.0, 0.0]), 0.0, np.array([3.0, 2.0]), 1.0, added=True, size=1.0)
"""on a positive example: w = (1, 0) became (3, 2)"""


def show_only(desk: CanvasDesk, *names: str) -> None:
    for name in LAYERS:
        desk.canvas.set_layer_visible(name, name in names)


def blended(role: str, opacity: float) -> QColor:
    top, page = (np.array(channels(LIGHT.color(name))) for name in (role, "page"))
    return QColor(*(round(float(value)) for value in top * opacity + page * (1 - opacity)))


def near(a: QColor, b: QColor, within: int = 3) -> bool:
    return all(abs(x - y) <= within for x, y in zip(channels(a), channels(b), strict=True))


def channels(color: QColor) -> tuple[int, int, int]:
    return color.red(), color.green(), color.blue()


def test_each_side_of_the_boundary_has_the_colour_of_its_class(desk: CanvasDesk) -> None:
    show_only(desk, "region")
    state = desk.player.state
    assert state is not None
    for x, y in ((3.1, 2.1), (-1.1, -2.1), (0.6, 3.1), (-1.6, 0.1)):
        label = 1 if float(state.w @ (x, y)) + state.b > 0 else -1
        assert near(desk.color_at(x, y), blended(LIGHT.of_label(label), LIGHT.region(label)))


def test_before_the_first_update_no_side_is_shaded_and_a_label_says_why(desk: CanvasDesk) -> None:
    desk.player.home()
    show_only(desk, "region")
    assert near(desk.color_at(-1.1, -2.1), LIGHT.color("page"))
    (label,) = labels_of(desk.canvas.layers["region"])
    assert "w = 0" in label.text
    assert "tie" in label.text
    desk.player.end()
    assert not labels_of(desk.canvas.layers["region"])


def test_w_zero_with_a_bias_gives_the_whole_plane_to_one_class(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[0.0, 0.0], [0.0, 1.0]], [-1, 1]))
    desk.player.go_to_update(1)
    show_only(desk, "region")
    assert near(desk.color_at(0.27, 0.87), blended("negative", LIGHT.region(-1)))
    assert any("b = −1" in label.text for label in labels_of(desk.canvas.layers["region"]))


def test_the_boundary_is_drawn_where_the_activation_is_zero(desk: CanvasDesk) -> None:
    show_only(desk, "boundary")
    state = desk.player.state
    assert state is not None
    foot = -state.b * state.w / float(state.w @ state.w)
    assert near(desk.color_at(*foot), LIGHT.color("ink"), 60)


def test_the_previous_boundary_is_shown_and_named_only_after_an_update(desk: CanvasDesk) -> None:
    desk.player.go_to_update(2)
    assert "line before" in desk.words
    desk.player.go_to_update(1)
    assert "line before" not in desk.words


def test_the_arrow_stands_on_the_boundary_at_right_angles_to_it(desk: CanvasDesk) -> None:
    arrow = ArrowLayer(desk.canvas.stage, desk.canvas.workspace)
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
    arrow = ArrowLayer(desk.canvas.stage, desk.canvas.workspace)
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


def test_w_star_is_an_arrow_of_length_1_across_its_line(desk: CanvasDesk) -> None:
    layer, run, view = desk.canvas.layers["optimum"], desk.player.run, desk.canvas.stage.viewport
    assert isinstance(layer, OptimumLayer)
    assert run is not None
    assert run.margin.w_star is not None
    assert layer.arrow is not None
    line, true = layer.arrow
    assert true
    moved = np.subtract(view.to_data(line.p2()), view.to_data(line.p1()))
    assert moved == pytest.approx(run.margin.w_star)


def test_the_best_line_and_w_star_are_named_where_there_is_a_margin(desk: CanvasDesk) -> None:
    assert {"best line", "ŵ*"} <= set(desk.words)
    desk.canvas.set_layer_visible("optimum", False)
    assert not {"best line", "ŵ*"} & set(desk.words)


@pytest.mark.parametrize(
    ("bias", "aside"),
    [(0.0, ""), (1.0, " Lengths count the bias input B."), ("radius", " Lengths count the bias input B.")],
)
def test_w_star_says_what_it_is_in_the_space_that_it_lies_in(qtbot: QtBot, bias: Bias, aside: str) -> None:
    desk = CanvasDesk(qtbot, Dataset([[2.0, 1.0], [-1.0, -3.0]], [1, -1]), RunSpec(bias=bias))
    layer, view = desk.canvas.layers["optimum"], desk.canvas.stage.viewport
    (star,) = lines_of(layer)
    place = star.line.foot(view.rect.center())
    assert place is not None
    meaning = "the unit vector whose smallest y·(ŵ*·x) is largest; that smallest value is γ."
    assert tooltip_at(layer, place) == f"ŵ*: {meaning}{aside}"


def test_where_no_line_separates_the_picture_says_so(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec(max_epochs=5))
    assert "no line separates these" in desk.words
    assert not any(word.startswith("ŵ*") for word in desk.words)
    assert near(desk.color_at(0.5, 0.5), LIGHT.color("danger"), 40)


SAME_SIDE = Dataset([[1.0, 1.0], [2.0, 2.0]], [1, -1])
OPPOSITE = Dataset([[1.0, 1.0], [-1.0, -1.0]], [1, -1])
AT_ZERO = Dataset([[0.0, 0.0], [2.0, -1.0], [1.0, 0.5]], [1, 1, -1])
TWINS = Dataset([[1.0, 1.0], [1.0, 1.0], [0.0, -1.0]], [1, -1, -1])
SQUARES = RunSpec("kernel", kernel="poly", degree=2, coef0=0.0, max_epochs=5)
NO_BIAS = RunSpec(bias=0.0, max_epochs=5)
NO_SEPARATOR = [
    pytest.param(XOR, RunSpec(max_epochs=5), "no line separates these", "crosses", id="plane"),
    pytest.param(
        XOR, RunSpec("kernel", kernel="linear", max_epochs=5), "no line separates these", "crosses", id="linear"
    ),
    pytest.param(SAME_SIDE, NO_BIAS, "no line through the origin separates these", "same direction", id="origin"),
    pytest.param(AT_ZERO, NO_BIAS, "an example at 0 has activation 0", "bias 0", id="at 0"),
    pytest.param(TWINS, RunSpec("kernel", max_epochs=5), "one point, both labels", "one is wrong", id="twins"),
    pytest.param(OPPOSITE, SQUARES, "nothing separates these", "y·(φ(x), B) add up to 0", id="twins of φ"),
    pytest.param(
        OPPOSITE, replace(SQUARES, bias=0.0), "nothing separates these", "y·φ(x) add up to 0", id="twins of φ, B = 0"
    ),
    pytest.param(AT_ZERO, replace(SQUARES, bias=0.0), "its φ(x) is 0", "feature space", id="φ(x) = 0"),
]


@pytest.mark.parametrize(("dataset", "spec", "label", "why"), NO_SEPARATOR)
def test_why_nothing_separates_is_told_as_it_is_in_each_space(
    qtbot: QtBot, dataset: Dataset, spec: RunSpec, label: str, why: str
) -> None:
    desk = CanvasDesk(qtbot, dataset, spec)
    assert label in desk.words
    run, stage = desk.player.run, desk.canvas.stage
    assert run is not None
    certificate = run.margin.certificate
    assert certificate is not None
    first = certificate.indices[0]
    zero = not run.margin.in_feature_space and certificate.point is None
    place = certificate.point if certificate.point is not None else np.zeros(2) if zero else dataset.X[first]
    assert why in tooltip_at(desk.canvas.layers["certificate"], stage.viewport.pixel(*place))


def test_without_a_bias_the_rays_are_drawn_between_which_the_other_example_lies(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[1.0, 2.0], [1.0, -2.0], [1.5, -0.1]], [1, 1, -1]), NO_BIAS)
    show_only(desk, "certificate")
    inside, outside = desk.color_at(1.2, 1.2), desk.color_at(0.2, 1.5)
    assert near(inside, blended("positive", 0.14))
    assert near(outside, LIGHT.color("page"))


def test_what_meets_in_a_feature_space_only_is_not_drawn_between_the_examples(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, OPPOSITE, SQUARES)
    show_only(desk, "certificate")
    assert all(near(desk.color_at(x, x), LIGHT.color("page")) for x in (-0.45, 0.05, 0.45))


def test_all_words_stay_inside_the_picture_wherever_the_view_is(desk: CanvasDesk) -> None:
    desk.player.go_to_update(2)
    for _ in range(12):
        desk.canvas.view.zoom(1.4)
        view = desk.canvas.stage.viewport
        assert all(view.rect.contains(placed.rect) for placed in desk.canvas.words.arranged(view))


def ring_of(desk: CanvasDesk) -> list[int]:
    """The rows around which the ring of a mistake is drawn."""
    layer = desk.canvas.layers["points"]
    assert isinstance(layer, PointsLayer)
    return [int(row) for row in layer.wrong]


def test_a_mark_is_solid_and_a_dashed_ring_says_that_it_is_wrong(desk: CanvasDesk) -> None:
    show_only(desk, "points")
    desk.player.end()
    assert near(desk.color_at(2, 1), LIGHT.color("positive"), 12)
    assert not ring_of(desk)
    desk.document.dataset_changed.disconnect(desk.solve)
    desk.document.edit(desk.document.dataset.flipped([0]), "flip")
    assert near(desk.color_at(2, 1), LIGHT.color("negative"), 12)
    assert ring_of(desk) == [0]
    ring, size = wrong_style(LIGHT, 15.0), 15.0
    assert ring.dashed
    assert ring.outline == argb(LIGHT.color("now"))
    assert ring_radius(size, SUPPORTS) < ring.size / 2 < ring_radius(size, TESTED)


def test_nothing_is_ringed_before_the_first_update_or_while_somebody_is_asked(desk: CanvasDesk) -> None:
    desk.player.home()
    assert not ring_of(desk)
    desk.player.go_to_update(1)
    wrong = ring_of(desk)
    assert wrong
    desk.canvas.workspace.highlight.ask(True)
    assert not ring_of(desk)
    desk.canvas.workspace.highlight.ask(False)
    assert ring_of(desk) == wrong
    desk.canvas.workspace.quiz.set_on(True)
    assert not ring_of(desk)
    desk.canvas.workspace.quiz.set_on(False)
    desk.canvas.workspace.by_hand.set_on(True)
    assert not ring_of(desk)


def test_few_examples_have_their_numbers_and_of_many_the_one_that_is_pointed_at(qtbot: QtBot) -> None:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(13, 2))
    for n, told in ((12, [str(row + 1) for row in range(12)]), (13, ["5"])):
        desk = CanvasDesk(qtbot, Dataset(X[:n], np.where(X[:n, 0] > 0, 1, -1)))
        desk.player.home()
        show_only(desk, "points")
        desk.canvas.workspace.highlight.show("example", [4])
        labels = [
            word for word in desk.canvas.layers["points"].said(desk.canvas.stage.viewport) if isinstance(word, Label)
        ]
        assert [label.text for label in labels if label.small] == told


def test_marks_of_very_many_examples_are_small_and_let_others_show_through() -> None:
    few, many = (mark_style(LIGHT, 1, marker_size(n)) for n in (10, 10_000))
    assert many.size < few.size
    assert QColor(few.fill).alpha() == 255
    assert QColor(many.fill).alpha() < 160


def test_how_many_examples_share_a_place_is_told_where_it_is_pointed_at(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[1.0, 2.0], [0.0, 0.0], [1.0, 2.0], [1.0, 2.0]], [1, 1, -1, 1]))
    view = desk.canvas.stage.viewport
    assert "3 examples at this place: 2 ○, 1 ×" in desk.canvas.view.told_at(view.pixel(1, 2))
    assert "at this place" not in desk.canvas.view.told_at(view.pixel(0, 0))


def test_too_many_wrong_examples_are_not_marked_and_a_note_says_so(qtbot: QtBot) -> None:
    n = 6 * MOST_WRONG
    desk = CanvasDesk(qtbot, Dataset(np.linspace(-1, 1, 2 * n).reshape(n, 2), np.ones(n)))
    desk.player.go_to_update(1)
    assert any("examples are wrong now: too many to ring each" in note for note in desk.notes)
    desk.player.end()
    assert not any("wrong" in note for note in desk.notes)


@pytest.mark.parametrize("d", [1, 3])
def test_other_numbers_of_features_are_drawn_without_a_fault(qtbot: QtBot, d: int) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, d))
    desk = CanvasDesk(qtbot, Dataset(X, np.where(X[:, 0] > 0, 1, -1)))
    for update in range(3):
        desk.player.go_to_update(update)
        assert not desk.picture().isNull()


def test_a_run_over_other_examples_than_those_on_the_canvas_is_drawn_without_a_fault(desk: CanvasDesk) -> None:
    desk.document.dataset_changed.disconnect(desk.solve)
    desk.player.set_run(train(Dataset(np.ones((50, 3)), np.ones(50))))
    desk.player.end()
    desk.document.open(Dataset.empty(), None)
    assert not desk.picture().isNull()


def test_a_hidden_layer_draws_nothing(desk: CanvasDesk) -> None:
    show_only(desk)
    blank = desk.picture()
    desk.player.go_to_update(1)
    assert desk.picture() == blank
    assert desk.words == ["x1", "x2"]


def test_selected_examples_look_different(desk: CanvasDesk) -> None:
    show_only(desk, "points")
    before = desk.picture()
    desk.selection.set([0])
    assert desk.picture() != before
    desk.selection.clear()
    assert desk.picture() == before


@pytest.mark.parametrize("learner", ["voted", "averaged", "pocket", "standard"])
def test_where_vectors_vote_the_certificate_gives_way_to_their_lines(qtbot: QtBot, learner: str) -> None:
    square = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    desk = CanvasDesk(qtbot, square, RunSpec(learner, max_epochs=10))
    assert is_drawn(desk.canvas.layers["certificate"]) == (learner != "voted")


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
