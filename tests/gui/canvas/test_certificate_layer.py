"""Why no line separates the examples, drawn and told in the words of each space."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.canvas.layers.points import PointsLayer
from perceptron_gui.canvas.markers import WRONG, ring_radius
from perceptron_gui.look.theme import LIGHT
from tests.gui.canvas.colours import blended, channels, near, show_only
from tests.gui.canvas.desk import XOR, CanvasDesk, is_drawn, tooltip_at


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.player.end()
    return made


def test_where_no_line_separates_the_picture_says_so(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec(max_epochs=5))
    assert "no line separates these" in desk.words
    assert not any(word.startswith("ŵ*") for word in desk.words)
    assert near(desk.color_at(0.5, 0.5), LIGHT.color("danger"), 40)


def test_a_wrong_example_that_the_proof_names_has_its_whole_ring(qtbot: QtBot) -> None:
    """Point 2 (×) lies between points 5 and 9 (○) as seen from the origin; all else stands back."""
    moved = BUILT_IN[0].dataset().moved([1], np.array([[3.8, 0.2]]))
    desk = CanvasDesk(qtbot, moved, RunSpec(max_epochs=3, bias=0.0))
    desk.player.go_to_update(24)
    show_only(desk, "points", "certificate")
    points, stage = desk.canvas.layers["points"], desk.canvas.stage
    assert isinstance(points, PointsLayer)
    named, others = (set(points.wrong.tolist()) & rows for rows in (set(stage.spoken_of or ()), {3, 5}))
    assert named
    assert others
    gold = {row: _off_gold(desk, row) for row in named | others}
    assert max(gold[row] for row in named) < min(gold[row] for row in others)


def _off_gold(desk: CanvasDesk, row: int) -> float:
    """How near the gold of a ring comes to that of the theme: the least distance around an example."""
    at, now = desk.canvas.stage.pixels[row], channels(LIGHT.color("now"))
    radius = ring_radius(desk.canvas.stage.marker_size, WRONG)
    ways = np.linspace(0, 2 * np.pi, 60)
    image = desk.picture()
    ring = (at + radius * np.column_stack([np.cos(ways), np.sin(ways)])).round().astype(int).tolist()
    return min(float(np.abs(np.subtract(channels(image.pixelColor(x, y)), now)).sum()) for x, y in ring)


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


def test_only_the_examples_that_say_why_nothing_separates_stand_at_full_strength(qtbot: QtBot) -> None:
    dataset = Dataset([[1.0, 2.0], [1.0, -2.0], [1.5, -0.1], [-1.0, 1.0], [-1.0, -1.0]], [1, 1, -1, -1, -1])
    desk = CanvasDesk(qtbot, dataset, NO_BIAS)
    show_only(desk, "certificate", "points")
    run = desk.player.run
    assert run is not None
    assert run.margin.certificate is not None
    told = run.margin.certificate.indices.tolist()
    labels = {each.label.text: each.label for each in desk.canvas.words.arranged(desk.canvas.stage.viewport)}
    assert 0 < len(told) < dataset.n
    for row, (x, y) in enumerate(dataset.X.tolist()):
        full = LIGHT.color(LIGHT.of_label(int(dataset.y[row])))
        assert near(desk.color_at(x, y), full, 40) == (row in told)
        assert labels[f"{row + 1}"].opacity == (1.0 if row in told else 0.4)
    show_only(desk, "points")
    assert near(desk.color_at(1.0, 2.0), LIGHT.color("positive"), 12)


def test_the_examples_that_say_why_nothing_separates_have_numbers_where_that_is_drawn(qtbot: QtBot) -> None:
    outlier = next(data for data in BUILT_IN if data.name == "outlier")
    desk = CanvasDesk(qtbot, outlier.dataset(), RunSpec(max_epochs=2))
    run = desk.player.run
    assert run is not None
    assert run.margin.certificate is not None
    numbers = {f"{row + 1}" for row in run.margin.certificate.indices.tolist()}
    assert numbers & set(desk.words)
    desk.canvas.set_layer_visible("certificate", False)
    assert not numbers & set(desk.words)


def test_arrows_stand_back_while_it_is_drawn_why_nothing_separates(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[1.0, 2.0], [1.0, -2.0], [1.5, -0.1]], [1, 1, -1]), NO_BIAS)
    desk.player.go_to_update(1)
    show_only(desk, "arrow")
    assert near(desk.color_at(0.5, 1.0), LIGHT.color("ink"), 12)
    desk.canvas.set_layer_visible("certificate", True)
    assert not near(desk.color_at(0.5, 1.0), LIGHT.color("ink"), 60)


def test_what_meets_in_a_feature_space_only_is_not_drawn_between_the_examples(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, OPPOSITE, SQUARES)
    show_only(desk, "certificate")
    assert all(near(desk.color_at(x, x), LIGHT.color("page")) for x in (-0.45, 0.05, 0.45))


@pytest.mark.parametrize("learner", ["voted", "averaged", "pocket", "standard"])
def test_where_vectors_vote_the_certificate_gives_way_to_their_lines(qtbot: QtBot, learner: str) -> None:
    square = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    desk = CanvasDesk(qtbot, square, RunSpec(learner, max_epochs=10))
    assert is_drawn(desk.canvas.layers["certificate"]) == (learner != "voted")
