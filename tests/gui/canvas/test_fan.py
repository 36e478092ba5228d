"""The fan of a vote: which vectors are drawn, where their lines and curves are, and what they tell."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.numbers.numerals import counted, superscript
from core.predictors import lives_between
from core.spec import RunSpec
from perceptron_gui.canvas.classifier import level_sets
from perceptron_gui.canvas.classifier.level_sets import MOST, MOST_CURVES
from perceptron_gui.canvas.layers.earlier import FanLayer, opacity
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.model.workspace import Outline
from tests.core.tables import DATASET
from tests.gui.canvas.desk import CanvasDesk, is_drawn, labels_of, notes_of
from tests.gui.canvas.learner_runs import CURVED, overlapping, picture_at, sides_at_ends


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
