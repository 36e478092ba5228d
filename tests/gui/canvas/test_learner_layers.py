"""What only one learner has on the canvas: the trail of averages, shades, support examples; forth and back."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import number
from core.predictors import PREDICTORS
from core.predictors.averaged import Averaged
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.canvas.classifier.maps import BANDS, bands_of
from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.canvas.layers import points as support_layer
from perceptron_gui.canvas.layers.boundary import ShadingLayer, reading_title
from perceptron_gui.canvas.layers.earlier import FanLayer, TrailLayer, steps_before
from perceptron_gui.canvas.layers.points import MOST_RINGED, CoefficientsLayer, SupportLayer, share_of
from perceptron_gui.canvas.markers import MarkerStyle
from perceptron_gui.look.viewport import Viewport
from tests.core.tables import DATASET, over_pairs
from tests.gui.canvas.desk import XOR, CanvasDesk, is_drawn, tooltip_at
from tests.gui.canvas.learner_runs import outline_of, overlapping, picture_at, sides_at_ends


@over_pairs()
def test_every_learner_shows_the_same_at_a_playhead_forth_and_back(qtbot: QtBot, spec: RunSpec) -> None:
    desk = CanvasDesk(qtbot, DATASET, spec)
    run = desk.player.run
    assert run is not None
    places = [0, 1, run.updates // 2, run.updates]
    forth = [picture_at(desk, k) for k in places]
    back = [picture_at(desk, k) for k in reversed(places)]
    assert forth == back[::-1]


def test_a_new_predictor_is_told_in_the_title_of_the_layer_that_draws_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shaken(Averaged):
        title = "shaken average"

    before = LAYERS["reading"].title
    assert before == reading_title()
    monkeypatch.setitem(PREDICTORS, "shaken", Shaken())
    assert reading_title() == f"{before.replace(' or ', ', ')} or shaken average"


def averages_before(run: Run, update: int, view: Viewport) -> list[tuple[int, list[list[float]]]]:
    """Return the updates of the trail at an update, and the line of the average after each, ends in pixels."""
    found = []
    for k in steps_before(update):
        decision = run.decision(run.history.example_of(k))
        assert decision.weights is not None
        assert decision.intercept is not None
        segment = view.segment(view.line(decision.weights, decision.intercept))
        if segment is not None:
            found.append((k, [list(segment.toTuple())]))
    return found


def test_the_trail_holds_averages_of_before_and_of_another_run_its_own(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec("averaged", max_epochs=25))
    trail, view = desk.canvas.layers["trail"], desk.canvas.stage.viewport
    assert isinstance(trail, TrailLayer)
    runs = [train(overlapping(), RunSpec("averaged", order="shuffled", seed=seed, max_epochs=25)) for seed in (3, 4)]
    for run in runs:
        desk.player.set_run(run)
        for k in (run.updates, 20, 3, 1, 50):
            desk.player.go_to_update(k)
            found = [(update, lines.tolist()) for update, lines in trail.lines_before(view)]
            assert found == averages_before(run, k, view)
    assert averages_before(runs[0], 20, view) != averages_before(runs[1], 20, view)


def test_the_trail_of_a_feature_space_is_where_the_averages_of_before_are_0(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec("averaged", kernel="rbf", max_epochs=12))
    run, trail, stage = desk.player.run, desk.canvas.layers["trail"], desk.canvas.stage
    assert run is not None
    assert isinstance(trail, TrailLayer)
    held: dict[int, object] = {}
    for k in (run.updates, 20, 6, 20, run.updates):
        picture_at(desk, k)
        found = [(update, lines.tolist()) for update, lines in trail.lines_before(stage.viewport)]
        assert held.setdefault(k, found) == found
        assert found
        assert {update for update, _ in found} <= set(steps_before(k))
        for update, lines in found:
            ends = np.array([stage.viewport.to_data(QPointF(*line[:2])) for line in lines])
            decision = run.decision(run.history.example_of(update))
            assert sides_at_ends(decision, ends, 2 * stage.viewport.ux) <= {2, 3}


def test_the_steps_of_the_trail_lie_before_and_stay_for_a_while() -> None:
    assert steps_before(0) == []
    assert steps_before(1) == []
    assert steps_before(2) == [1]
    assert steps_before(100) == [99, 96, 64]
    assert set(steps_before(101)) == {100, 96, 64}
    assert all(0 < k < 5_000 for k in steps_before(5_000))


def test_shades_are_the_same_however_near_one_looks(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec("kernel", gamma=1.0))
    shading, stage = desk.canvas.layers["shading"], desk.canvas.stage
    assert isinstance(shading, ShadingLayer)
    desk.player.end()
    assert desk.player.run is not None
    largest = float(np.abs(desk.player.run.decision().score(XOR.X)).max())
    seen = []
    for factor in (1.0, 0.5, 3.0):
        stage.set_viewport(stage.viewport.zoomed(factor, stage.viewport.rect.center()))
        stage.classifier.finish()
        assert shading.largest == largest
        beside = stage.viewport.rect.center() + QPointF(2, 2)  # A line of the grid goes through the middle.
        seen.append(desk.color_at(*stage.viewport.to_data(beside)).name())
    assert len(set(seen)) == 1


def test_bands_are_eighths_of_the_largest_value() -> None:
    values = np.array([[0.0, 0.124, 0.126, -0.126, 0.99, 1.0, 7.0, -1e308]])
    assert bands_of(values, 1.0).tolist() == [[0, 0, 1, -1, 7, BANDS, BANDS, -BANDS]]
    assert bands_of(np.array([[np.nan, np.inf, -np.inf]]), np.inf).tolist() == [[0, 0, 0]]
    assert bands_of(np.array([[np.nan, np.inf, -np.inf]]), 2.0).tolist() == [[0, BANDS, -BANDS]]


def test_a_vote_is_shaded_by_its_lead_among_all_votes(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=5))
    shading = desk.canvas.layers["shading"]
    assert isinstance(shading, ShadingLayer)
    desk.player.go_to_update(12)
    assert desk.player.state is not None
    assert shading.largest == desk.player.state.example


def test_the_area_of_a_disc_grows_with_alpha() -> None:
    shares = share_of(np.array([0.0, 1.0, 4.0, 16.0]))
    assert shares.tolist() == [0.0, 0.25, 0.5, 1.0]
    assert share_of(np.array([1.0])).tolist() == [0.5]


def test_an_example_tells_its_alpha_and_its_score(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec("kernel", gamma=1.0))
    discs = desk.canvas.layers["coefficients"]
    assert isinstance(discs, CoefficientsLayer)
    for k in (0, 2, 1):
        desk.player.go_to_update(k)
        assert desk.player.state is not None
        assert desk.player.state.alpha is not None
        assert [tooltip_at(discs, QPointF(), row) for row in range(4)] == [
            f"α = {a}" for a in desk.player.state.alpha.tolist()
        ]
    pixel = QPointF(desk.canvas.stage.viewport.pixel(*XOR.X[0].tolist()))
    assert "α = " in desk.canvas.view.told_at(pixel)


@pytest.mark.parametrize("learner", ["online-svm", "margin"])
def test_support_examples_are_those_the_rule_would_add(qtbot: QtBot, learner: str) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec(learner, max_epochs=4, max_updates=60))
    support = desk.canvas.layers["support"]
    assert isinstance(support, SupportLayer)
    run = desk.player.run
    assert run is not None
    for k in (run.updates, 3, 1, run.updates // 2):
        desk.player.go_to_update(k)
        state = run.history.seek(k)
        assert support.scores is not None
        by_hand = [y * float(x @ state.w + state.b) for x, y in zip(run.dataset.X, run.dataset.y, strict=True)]
        assert support.scores.tolist() == pytest.approx(by_hand)
        assert tooltip_at(support, QPointF(), 0) == f"y·f = {number(float(support.scores[0]))}"


def test_too_many_support_examples_are_not_ringed_and_a_note_says_so(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ringed: list[int] = []

    def draw(_painter: object, pixels: FloatArray, style: MarkerStyle) -> None:
        if style.width == 1.3:  # a ring, and no example
            ringed.append(len(pixels))

    monkeypatch.setattr(support_layer, "draw_markers", draw)
    n = 2 * (MOST_RINGED + 1)
    X = np.random.default_rng(0).normal(size=(n, 2))
    desk = CanvasDesk(qtbot, Dataset(X, np.where(X[:, 0] > 0, 1, -1)), RunSpec("margin", gamma=0.3, max_epochs=2))
    layer = desk.canvas.layers["support"]
    assert isinstance(layer, SupportLayer)
    desk.player.go_to_update(1)
    count = len(layer.rows)
    assert count > MOST_RINGED
    assert any(f"{count:,} support examples: too many" in note for note in desk.notes)
    desk.picture()
    assert ringed == []
    desk.player.end()
    assert not any("support examples" in note for note in desk.notes)
    desk.picture()
    assert ringed == [len(layer.rows)] != [0]


def test_what_a_learner_does_not_have_is_not_drawn(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec(max_epochs=5))
    desk.player.go_to_update(9)
    fan, trail, discs, support = (desk.canvas.layers[n] for n in ("fan", "trail", "coefficients", "support"))
    assert isinstance(fan, FanLayer)
    assert not is_drawn(fan)
    assert not is_drawn(trail)
    assert not is_drawn(discs)
    assert isinstance(support, SupportLayer)
    assert not support.applies


@pytest.mark.parametrize(("learner", "name"), [("standard", "boundary"), ("voted", "fan"), ("averaged", "trail")])
def test_what_a_comparison_leaves_out_is_drawn_anew_when_one_begins_and_ends(
    qtbot: QtBot, learner: str, name: str
) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec(learner, max_epochs=9))
    desk.player.go_to_update(4)
    run, compared = desk.player.run, desk.canvas.workspace.compared_boundaries
    assert run is not None
    for change in (partial(compared.show, [outline_of(run, 4)]), compared.clear):
        desk.picture()
        with qtbot.waitSignal(desk.canvas.layers[name].aged, timeout=0):
            change()
