"""What only one learner has on the canvas: at every playhead, forth and back, at every zoom."""

from __future__ import annotations

from functools import partial
from math import sqrt

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import counted, number, superscript
from core.predictors import PREDICTORS, lives_between
from core.predictors.averaged import Averaged
from core.run import Run, train
from core.spaces.space import Decision
from core.spec import RunSpec
from perceptron_gui.canvas.classifier import level_sets
from perceptron_gui.canvas.classifier.level_sets import MOST, MOST_CURVES
from perceptron_gui.canvas.classifier.maps import BANDS, bands_of
from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.canvas.layers import points as support_layer
from perceptron_gui.canvas.layers.boundary import ShadingLayer, reading_title
from perceptron_gui.canvas.layers.earlier import FanLayer, TrailLayer, opacity, steps_before
from perceptron_gui.canvas.layers.points import MOST_RINGED, CoefficientsLayer, SupportLayer, share_of
from perceptron_gui.canvas.markers import MarkerStyle
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.pointing.highlight import Outline
from perceptron_gui.model.threads.worker import Worker
from tests.core.tables import DATASET, over_pairs
from tests.gui.canvas.desk import XOR, CanvasDesk, is_drawn, labels_of, notes_of, tooltip_at


def overlapping(n: int = 60) -> Dataset:
    X = np.random.default_rng(5).normal(size=(n, 2)).round(2)
    noise = np.random.default_rng(6).normal(size=n)
    return Dataset(X, np.where(X @ (1.0, 2.0) + 0.8 * noise > 0.3, 1, -1))


def picture_at(desk: CanvasDesk, update: int) -> QImage:
    desk.player.go_to_update(update)
    desk.picture()
    desk.canvas.stage.classifier.finish()
    desk.canvas.stage.level_sets.finish()
    desk.canvas.words.placer.forget()  # Labels keep the side on which they stood, which is another one on the way back.
    return desk.picture()


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


def test_the_fan_is_of_the_longest_lived_and_says_how_many_are_not_drawn(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=25))
    run, voters = desk.player.run, desk.canvas.stage.voters
    assert run is not None
    assert run.updates > 2 * MOST
    for k in (1, 5, run.updates // 2, run.updates, 7, 2):
        desk.player.go_to_update(k)
        _, lives = lives_between(run.history, 0, run.history.example_of(k))
        ranked = sorted(((c, u) for u, c in enumerate(lives.tolist()) if c), reverse=True)[:MOST]
        drawn = [(c, u) for c, u in ranked if run.history.seek(u).w.any()]
        assert [(voter.votes, voter.update) for voter in voters.shown] == drawn
        for voter in voters.shown:
            state = run.history.seek(voter.update)
            assert (voter.w.tolist(), voter.b) == (state.w.tolist(), state.b)
        among = int(np.count_nonzero(lives))
        told = f"{len(drawn):,} of {among:,} voters drawn: those that survived longest"
        assert (told in desk.notes) == (len(drawn) < among)


CURVED = RunSpec("voted", kernel="rbf", max_epochs=12)


def sides_at_ends(decision: Decision, ends: FloatArray, reach: float) -> set[int]:
    """How many sides of a classifier lie within a small step of each point."""
    around = [ends + reach * np.array(step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    sides = np.sign([decision.score(places) for places in around])
    return {len(set(column.tolist())) for column in sides.T}


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1.0, 0.3, 4.0])
def test_the_fan_of_a_feature_space_is_where_the_longest_lived_are_0(qtbot: QtBot, factor: float) -> None:
    desk = CanvasDesk(qtbot, overlapping(), CURVED)
    run, stage, fan = desk.player.run, desk.canvas.stage, desk.canvas.layers["fan"]
    assert run is not None
    assert isinstance(fan, FanLayer)
    stage.set_viewport(stage.viewport.zoomed(factor, stage.viewport.rect.center()))
    held: dict[int, object] = {}
    for k in (3, run.updates // 2, run.updates, run.updates // 2, 3):
        picture_at(desk, k)
        _, lives = lives_between(run.history, 0, run.history.example_of(k))
        ranked = sorted(((c, u) for u, c in enumerate(lives.tolist()) if c and u), reverse=True)[:MOST_CURVES]
        drawn = [(voter, lines.tolist()) for voter, lines in fan.drawn(stage.viewport)]
        assert [(voter.votes, voter.update) for voter, _ in drawn] == ranked
        for voter, lines in drawn:
            if lines:
                ends = np.array([stage.viewport.to_data(QPointF(*line[:2])) for line in lines])
                assert sides_at_ends(run.space.at(run.history, voter.update), ends, 2 * stage.viewport.ux) <= {2, 3}
        assert any(lines for _, lines in drawn) or factor < 1
        assert held.setdefault(k, drawn) == drawn
        among = int(np.count_nonzero(lives))
        assert (f"{len(ranked)} of {among} voters drawn: those that survived longest" in desk.notes) == (
            len(ranked) < among
        )


def test_curves_of_the_fan_come_by_themselves(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), CURVED)
    fan, stage = desk.canvas.layers["fan"], desk.canvas.stage
    assert isinstance(fan, FanLayer)
    desk.player.end()
    desk.picture()
    qtbot.waitUntil(lambda: len(fan.drawn(stage.viewport)) == MOST_CURVES)
    desk.canvas.hide()


def test_few_curves_are_worked_out_while_the_playhead_moves_and_all_once_it_rests(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = CanvasDesk(qtbot, overlapping(), CURVED)
    fan, stage, asked = desk.canvas.layers["fan"], desk.canvas.stage, []
    assert isinstance(fan, FanLayer)
    monkeypatch.setattr(Worker, "ask", lambda _worker, work: asked.append(work))
    for pause, most in ((10**9, 0), (-1, 10)):
        monkeypatch.setattr(level_sets, "_PAUSE_S", pause)
        for k in range(20, 30):
            desk.player.go_to_update(k)
            fan.drawn(stage.viewport)
        assert len(asked) <= most
    assert asked
    monkeypatch.undo()
    stage.level_sets.rest()
    qtbot.waitUntil(lambda: len(fan.drawn(stage.viewport)) == MOST_CURVES)
    desk.canvas.hide()


def test_no_fan_and_no_path_is_drawn_while_others_are_compared(qtbot: QtBot) -> None:
    for spec, name in ((RunSpec("voted", max_epochs=9), "fan"), (RunSpec("averaged", max_epochs=9), "trail")):
        desk = CanvasDesk(qtbot, overlapping(), spec)
        layer, run = desk.canvas.layers[name], desk.player.run
        assert run is not None
        desk.player.end()
        assert is_drawn(layer)
        decision = run.space.at(run.history, run.updates)
        outline = Outline("A last", "compared_1", run, run.history.examples, run.updates, decision)
        desk.canvas.workspace.compared_boundaries.show([outline])
        assert not is_drawn(layer)
        assert not [*labels_of(layer), *notes_of(layer)]
        desk.canvas.workspace.compared_boundaries.clear()
        assert is_drawn(layer)


def test_a_start_other_than_0_votes_first(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, DATASET, RunSpec("voted", start=(0.0, 1.0, 0.25)))
    desk.player.go_to_example(1)
    (voter,) = [voter for voter in desk.canvas.stage.voters.shown if voter.update == 0]
    assert voter.w.tolist() == [0.0, 1.0]
    assert voter.b == 0.25
    assert voter.votes == 1


def test_a_voter_is_the_stronger_the_more_votes_it_has() -> None:
    strengths = [opacity(votes, 40) for votes in (1, 10, 40)]
    assert strengths == sorted(strengths)
    assert strengths[-1] <= 1
    assert (strengths[1] - opacity(0, 40)) / (strengths[2] - opacity(0, 40)) == pytest.approx(sqrt(10 / 40))


@pytest.mark.parametrize("factor", [1.0, 0.02, 40.0])
def test_the_fan_is_where_the_boundaries_are_at_every_zoom(qtbot: QtBot, factor: float) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=25))
    for name in desk.canvas.layers:
        desk.canvas.set_layer_visible(name, name == "fan")
    desk.player.go_to_update(9)
    longest = desk.canvas.stage.voters.shown[0]
    stage, view = desk.canvas.stage, desk.canvas.stage.viewport
    foot = view.line(longest.w, longest.b).foot(view.rect.center())
    assert foot is not None
    stage.set_viewport(view.zoomed(factor, foot))
    view = stage.viewport
    there = view.line(longest.w, longest.b).foot(foot)
    assert there is not None
    picture = desk.picture()
    pixel = desk.canvas.view.viewport().mapTo(desk.canvas, desk.at(*view.to_data(there)))
    around = [picture.pixelColor(pixel + QPoint(x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    paper = stage.theme.color("page").name()
    assert any(color.name() != paper for color in around)


@pytest.mark.parametrize("learner", ["voted", "averaged", "standard"])
def test_a_vector_that_is_pointed_at_is_drawn_and_named(qtbot: QtBot, learner: str) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec(learner, max_epochs=25))
    run, stage, fan = desk.player.run, desk.canvas.stage, desk.canvas.layers["fan"]
    assert run is not None
    assert isinstance(fan, FanLayer)
    desk.player.go_to_update(60)
    before = desk.picture()
    for k in (9, 31, 60):
        desk.canvas.workspace.highlight.show("vector", update=k)
        (x0, y0, x1, y1), state = fan.lit(stage.viewport)[0], run.history.seek(k)
        for pixel in (QPointF(x0, y0), QPointF(x1, y1)):
            assert float(state.w @ stage.viewport.to_data(pixel) + state.b) == pytest.approx(0, abs=1e-6)
        assert f"w⁽{superscript(k)}⁾" in desk.words
        assert desk.picture() != before
    desk.canvas.workspace.highlight.show("vector", update=0)
    assert not len(fan.lit(stage.viewport))
    desk.canvas.workspace.highlight.show("vector", update=run.updates + 1)
    assert not len(fan.lit(stage.viewport))
    desk.canvas.workspace.highlight.clear()
    desk.canvas.words.placer.forget()  # The name of the line has moved others aside, where they stay.
    assert desk.picture() == before


def test_a_curve_of_the_fan_that_is_pointed_at_is_lit(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), CURVED)
    stage, fan = desk.canvas.stage, desk.canvas.layers["fan"]
    assert isinstance(fan, FanLayer)
    picture_at(desk, 9)
    voter, lines = fan.drawn(stage.viewport)[1]
    desk.canvas.workspace.highlight.show("vector", update=voter.update)
    assert fan.lit(stage.viewport).tolist() == lines.tolist()
    assert f"w⁽{superscript(voter.update)}⁾" in desk.words


def test_pointing_at_a_line_of_the_fan_lights_its_vector_and_at_an_example_the_example(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, overlapping(), RunSpec("voted", max_epochs=25))
    stage, fan = desk.canvas.stage, desk.canvas.layers["fan"]
    assert isinstance(fan, FanLayer)
    desk.player.go_to_update(9)
    longest = stage.voters.shown[0]
    line = stage.viewport.segment(stage.viewport.line(longest.w, longest.b))
    assert line is not None
    away = [stage.pixels - (spot.x(), spot.y()) for spot in map(line.pointAt, np.linspace(0.1, 0.9, 50).tolist())]
    clear = int(np.argmax([np.hypot(*steps.T).min() for steps in away]))
    desk.hover(desk.at(*stage.viewport.to_data(line.pointAt(np.linspace(0.1, 0.9, 50)[clear]))))
    assert (desk.canvas.workspace.highlight.kind, desk.canvas.workspace.highlight.update) == ("vector", longest.update)
    desk.hover(desk.at(*stage.points[0].tolist()))
    assert desk.canvas.workspace.highlight.kind == "example"


def in_space(n: int = 40) -> Dataset:
    X = np.random.default_rng(8).normal(size=(n, 3)).round(2)
    return Dataset(X, np.where(X @ (1.0, 2.0, -2.0) + np.random.default_rng(9).normal(size=n) > 0, 1, -1))


@pytest.mark.parametrize("kernel", [None, "rbf"])
@pytest.mark.parametrize("dataset", [overlapping(), in_space()], ids=["2 features", "3 features"])
def test_the_tooltip_of_a_vote_tells_what_the_longest_lived_say(
    qtbot: QtBot, dataset: Dataset, kernel: str | None
) -> None:
    desk = CanvasDesk(qtbot, dataset, RunSpec("voted", kernel=kernel, max_epochs=25))
    stage, run = desk.canvas.stage, desk.player.run
    assert run is not None
    desk.player.go_to_update(min(30, run.updates))
    stage.classifier.finish()
    places = np.random.default_rng(0).uniform(-2, 2, (200, 2))
    away = np.hypot(*(places[:, None] - stage.points[None]).transpose(2, 0, 1)).min(axis=1)
    place = tuple(places[away.argmax()].tolist())
    told = desk.canvas.view.told_at(QPointF(stage.viewport.pixel(*place))).splitlines()
    question = stage.projection.lift(np.array([place]))
    for line, voter in zip(told[1:], stage.voters.shown, strict=False):
        side = "○" if run.space.at(run.history, voter.update).score(question)[0] > 0 else "×"
        assert line.startswith(f"w of update {voter.update}: {voter.votes} vote")
        assert line.endswith(f"for {side}")
    assert len(told) == 4


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


@pytest.mark.slow
def test_no_curve_is_worked_out_where_nobody_looks(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(Worker, "ask", lambda _worker, work: asked.append(work))
    for spec in (CURVED, RunSpec("averaged", kernel="rbf", max_epochs=12)):
        desk = CanvasDesk(qtbot, overlapping(), spec)
        desk.picture()
        desk.canvas.hide()
        asked.clear()
        for k in (20, 5, 21):
            desk.player.go_to_update(k)
        qtbot.wait(300)
        assert not asked


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


def test_a_voter_whose_line_is_under_the_mouse_votes_for_neither(qtbot: QtBot) -> None:
    mirrored = Dataset([[1.0, 1.0], [1.0, -1.0]], [1, -1])
    desk = CanvasDesk(qtbot, mirrored, RunSpec("voted", bias=0, max_epochs=9))
    stage = desk.canvas.stage
    desk.player.end()
    stage.classifier.finish()
    (voter,) = [voter for voter in stage.voters.shown if voter.w[0] == voter.b == 0]
    at = stage.viewport.pixel(1.5, 0.0)
    assert stage.viewport.to_data(at)[1] == 0
    told = desk.canvas.view.told_at(at).splitlines()
    assert f"w of update {voter.update}: {counted(voter.votes, 'vote')} for neither" in told


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


def outline_of(run: Run, update: int) -> Outline:
    example = run.history.example_of(update)
    return Outline("A", "compared_1", run, example, update, run.space.at(run.history, update))
