"""Regions, boundaries and w* on the canvas, and what is true of every layer."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import train
from core.spec import Bias, RunSpec
from perceptron_gui.canvas import LAYERS
from perceptron_gui.canvas.layers.optimum import OptimumLayer
from perceptron_gui.look.theme import LIGHT
from tests.gui.canvas.colours import blended, near, show_only
from tests.gui.canvas.desk import CanvasDesk, labels_of, lines_of, tooltip_at

ONLY_REGION = [name for name in LAYERS if name != "region"]


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.player.end()
    return made


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


def test_the_line_before_has_no_name_among_the_lines_that_vote(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, spec=RunSpec("voted"))
    desk.player.go_to_update(2)
    boundary = desk.canvas.layers["boundary"]
    assert any(line.name == "before" for line in lines_of(boundary))
    assert not any(label.text == "line before" for label in labels_of(boundary))


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


def test_all_words_stay_inside_the_picture_wherever_the_view_is(desk: CanvasDesk) -> None:
    desk.player.go_to_update(2)
    for _ in range(12):
        desk.canvas.view.zoom(1.4)
        view = desk.canvas.stage.viewport
        assert all(view.rect.contains(placed.rect) for placed in desk.canvas.words.arranged(view))


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
