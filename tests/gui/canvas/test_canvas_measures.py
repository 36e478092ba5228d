"""γ and R as things one can see, lit wherever they are pointed at; margin lines of a rule that wants a margin."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.datasets.arithmetic import squared_norms
from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.spec import RunSpec
from perceptron_gui.canvas.layers.boundary import MarginsLayer
from perceptron_gui.canvas.layers.optimum import Measured, MeasuresLayer, farthest
from perceptron_gui.model.workspace import Kind
from tests.gui.canvas.desk import SEPARABLE, XOR, CanvasDesk, is_drawn, labels_of, lines_of, tooltip_at

ROUND = Dataset([[2.0, 1.0], [1.0, 2.0], [-2.0, -1.0], [-1.0, -2.0]], [1, 1, -1, -1])
"""symmetric about the origin: ŵ* goes through it, so that γ is γ/‖w*‖"""
IRIS = next(data for data in BUILT_IN if data.name == "iris_versicolor_virginica")


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


def layer(desk: CanvasDesk) -> MeasuresLayer:
    found = desk.canvas.layers["measures"]
    assert isinstance(found, MeasuresLayer)
    return found


def measured(desk: CanvasDesk) -> Measured:
    found = layer(desk).measured
    assert found is not None
    return found


@pytest.mark.parametrize("bias", [0.0, 1.0, 3.0])
def test_the_segment_is_as_long_on_the_ruler_as_it_says(qtbot: QtBot, bias: float) -> None:
    desk = CanvasDesk(qtbot, ROUND if not bias else SEPARABLE, RunSpec(bias=bias))
    run, view, found = desk.player.run, desk.canvas.stage.viewport, measured(desk)
    assert run is not None
    foot, example = (np.array(view.to_data(end)) for end in (found.line.p1(), found.line.p2()))
    w, b = run.margin.w_star, run.margin.b_star
    assert w is not None
    assert b is not None
    assert run.margin.gamma is not None
    assert example == pytest.approx(run.dataset.X[found.row])
    assert float(w @ foot) + b == pytest.approx(0, abs=1e-9)
    assert found.length == pytest.approx(float(np.linalg.norm(example - foot)))
    assert found.length == pytest.approx(run.margin.gamma / math.hypot(*w))
    assert found.is_gamma == (b == 0)


def test_one_number_is_called_gamma_in_the_picture_and_the_other_is_told_where_it_is_asked_for(
    desk: CanvasDesk,
) -> None:
    run, found = desk.player.run, measured(desk)
    assert run is not None
    assert run.margin.gamma is not None
    assert not found.is_gamma
    assert [label.text for label in labels_of(layer(desk)) if label.key == "γ"] == ["½ band"]
    assert not any("γ" in word for word in desk.words)
    told = tooltip_at(layer(desk), found.line.center())
    assert number(found.length) in told
    assert number(run.margin.gamma) in told


def test_a_bar_that_is_too_short_for_its_name_has_it_beside_the_example(qtbot: QtBot) -> None:
    narrow = Dataset([[0.2, 3.0], [3.0, 0.0], [-0.2, 3.0], [-3.0, 0.0]], [1, 1, -1, -1])
    desk = CanvasDesk(qtbot, narrow, RunSpec(bias=0))
    assert measured(desk).line.length() < 20
    assert "γ" in desk.words


def test_the_example_farthest_out_is_named_r(desk: CanvasDesk) -> None:
    norms = squared_norms(desk.document.dataset.X)
    assert farthest(layer(desk).run) == tuple(np.flatnonzero(norms == norms.max()).tolist())
    assert "R" in desk.words


def test_examples_that_are_equally_far_out_are_named_together(qtbot: QtBot) -> None:
    rows = [[1.0, 0.0], [0.0, 5.0], [3.0, 4.0], [2.0, 2.0], [-5.0, 0.0], [4.0, 4.0], [0.5, 0.5], [-4.0, -4.0]]
    desk = CanvasDesk(qtbot, Dataset(rows, [1, 1, 1, 1, -1, 1, -1, -1]), RunSpec(max_epochs=1))
    assert farthest(layer(desk).run) == (5, 7)


def test_where_all_examples_are_equally_far_none_is_named(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE, RunSpec("kernel"))
    assert farthest(layer(desk).run) == ()
    assert "R" not in desk.words


def test_where_no_line_separates_nothing_is_measured(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec(max_epochs=3))
    assert layer(desk).measured is None
    assert "R" not in desk.words


def test_gammas_bar_is_gone_where_neither_w_star_nor_its_margin_is_shown(desk: CanvasDesk) -> None:
    canvas, shown, bar = desk.canvas, desk.picture(), measured(desk).line.center()
    for names, is_there in ((("optimum",), True), (("band",), True), (("optimum", "band"), False)):
        for name in names:
            canvas.set_layer_visible(name, False)
        assert (layer(desk).measured is not None) == is_there
        assert any(label.key == "γ" for label in labels_of(layer(desk))) == is_there
        assert bool(tooltip_at(layer(desk), bar)) == is_there
        if not is_there:
            without, (row,) = desk.picture(), farthest(layer(desk).run)
            canvas.workspace.highlight.show("gamma", (row,))
            assert desk.picture() == without
            canvas.set_layer_visible("measures", False)
            canvas.workspace.highlight.clear()
            assert "R" not in desk.words
        for name in names:
            canvas.set_layer_visible(name, True)
    canvas.set_layer_visible("measures", True)
    assert desk.picture() == shown


def test_pointing_at_gamma_r_or_w_star_lights_it_until_the_mouse_leaves(desk: CanvasDesk) -> None:
    view, highlight, run = desk.canvas.stage.viewport, desk.canvas.workspace.highlight, desk.player.run
    assert run is not None
    assert run.margin.support is not None
    desk.hover(_widget(desk, measured(desk).line.pointAt(0.6)))
    assert (highlight.kind, highlight.rows) == ("gamma", tuple(run.margin.support.tolist()))
    (row,) = farthest(layer(desk).run)
    ring = view.pixel(*run.dataset.X[row].tolist()) + QPointF(0, 12)
    desk.hover(_widget(desk, ring))
    assert (highlight.kind, highlight.rows) == ("radius", (row,))
    (star,) = lines_of(desk.canvas.layers["optimum"])
    segment = view.segment(star.line)
    assert segment is not None
    desk.hover(_widget(desk, segment.pointAt(0.93)))
    assert highlight.kind == "star"
    desk.hover(_widget(desk, QPointF(3, 3)))
    assert highlight.kind is None


def test_the_mouse_puts_out_only_what_it_lit(desk: CanvasDesk) -> None:
    highlight = desk.canvas.workspace.highlight
    highlight.show("gamma")
    desk.hover(_widget(desk, QPointF(3, 3)))
    assert highlight.kind == "gamma"


@pytest.mark.parametrize(("kind", "rows"), [("gamma", ()), ("radius", ()), ("star", ()), ("part", (0, 2))])
def test_what_a_panel_points_at_is_lit_in_the_picture(desk: CanvasDesk, kind: Kind, rows: tuple[int, ...]) -> None:
    before = desk.picture()
    desk.canvas.workspace.highlight.show(kind, rows)
    lit = desk.picture()
    assert lit != before
    desk.canvas.workspace.highlight.clear()
    assert desk.picture() == before


def test_r_is_a_ray_and_its_circle_while_it_is_spoken_of(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[2.0, 1.0], [0.5, 1.0], [-1.0, -1.5]], [1, 1, -1]), RunSpec(bias=0))
    highlight, far = desk.canvas.workspace.highlight, math.sqrt(5)

    def darkest(x: float, y: float) -> int:
        image, (a, b) = desk.picture(), desk.canvas.stage.viewport.pixel(x, y).toTuple()
        return min(image.pixelColor(round(a) + dx, round(b) + dy).lightness() for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    on_circle = far * math.cos(0.2), -far * math.sin(0.2)
    before = darkest(*on_circle)
    highlight.show("radius")
    assert darkest(*on_circle) < before - 60
    assert darkest(1.0, 0.5) < before - 60  # on the ray to the farthest
    highlight.clear()
    assert darkest(*on_circle) == before


def test_rows_that_the_data_no_longer_have_are_not_lit(desk: CanvasDesk) -> None:
    before = desk.picture()
    desk.canvas.workspace.highlight.show("part", (99, -1))
    assert desk.picture() == before


def test_the_tooltip_tells_gamma_from_the_length_on_the_plane(desk: CanvasDesk) -> None:
    run, found = desk.player.run, measured(desk)
    assert run is not None
    assert run.margin.gamma is not None
    told = tooltip_at(layer(desk), found.line.center())
    assert told.startswith("γ: the distance from the best line to its nearest example, counting the bias input B")
    assert number(run.margin.gamma) in told
    assert f"A ruler in the picture finds {number(found.length)}" in told


@pytest.mark.parametrize(
    ("spec", "level"),
    [
        (RunSpec("margin", margin=2.5), 2.5),
        (RunSpec("passive-aggressive"), 1.0),
        (RunSpec("online-svm", max_updates=40), 1.0),
    ],
)
def test_a_rule_with_a_margin_draws_its_lines(qtbot: QtBot, spec: RunSpec, level: float) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE, spec)
    desk.player.end()
    state, view, lines = desk.player.state, desk.canvas.stage.viewport, desk.canvas.layers["margins"]
    assert state is not None
    assert isinstance(lines, MarginsLayer)
    drawn = dict(lines.levels(view))
    assert set(drawn) == {level, -level}
    for value, segments in drawn.items():
        for end in (end for segment in segments for end in (segment.p1(), segment.p2())):
            assert float(state.w @ view.to_data(end)) + state.b == pytest.approx(value)
    for line in lines_of(lines):
        foot = line.line.foot(view.rect.center())
        assert foot is not None
        f = float(state.w @ view.to_data(foot)) + state.b
        assert f == pytest.approx(level if line.name == f"f = +{number(level)}" else -level)
    assert {label.text for label in labels_of(lines)} == {
        f"f = {sign}{number(level)}" for sign, value in (("+", level), ("−", -level)) if drawn[value]
    }


@pytest.mark.parametrize("size", [QSize(470, 410), QSize(790, 600), QSize(1400, 900)])
def test_each_margin_line_is_named_from_outside_the_two(qtbot: QtBot, size: QSize) -> None:
    desk = CanvasDesk(qtbot, IRIS.dataset(), RunSpec("online-svm", max_epochs=30))
    desk.canvas.resize(size)
    desk.player.go_to_update(1_500)
    state, view = desk.player.state, desk.canvas.stage.viewport
    assert state is not None
    named = [word for word in desk.canvas.words.arranged(view) if word.label.text in {"f = +1", "f = −1"}]
    assert len(named) == 2
    for word in named:
        f = float(state.w @ view.to_data(word.rect.center())) + state.b
        assert f > 1 if "+" in word.label.text else f < -1


def test_the_perceptron_wants_no_margin_and_draws_none(desk: CanvasDesk) -> None:
    desk.player.end()
    assert not is_drawn(desk.canvas.layers["margins"])
    assert not any(word.startswith("f = ") for word in desk.words)


def test_in_a_kernels_space_the_margin_is_where_the_function_has_that_value(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE, RunSpec("margin", kernel="rbf", gamma=0.3))
    desk.player.end()
    view, lines, run = desk.canvas.stage.viewport, desk.canvas.layers["margins"], desk.player.run
    assert run is not None
    assert isinstance(lines, MarginsLayer)
    drawn = dict(lines.levels(view))
    assert all(drawn.values())
    for value, segments in drawn.items():
        middles = np.array([view.to_data(segment.center()) for segment in segments])
        assert run.score(middles) == pytest.approx(value, abs=0.02)


def test_nothing_measured_leaves_the_picture(desk: CanvasDesk) -> None:
    desk.canvas.view.zoom(40)
    view, found = desk.canvas.stage.viewport, layer(desk).measured
    assert found is None or all(view.rect.contains(end) for end in (found.line.p1(), found.line.p2()))


def _widget(desk: CanvasDesk, pixel: QPointF) -> QPoint:
    """A pixel of the view as one of the widget that the mouse is over."""
    return desk.at(*desk.canvas.stage.viewport.to_data(pixel))
