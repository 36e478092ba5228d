"""Average, pocket and vote are drawn and named beside the wandering boundary, and the sides are theirs."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.pace import FASTEST
from core.predictors import lives_between
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.classifier import maps, prediction
from perceptron_gui.canvas.classifier.maps import CIRCLES, CROSSES, sides_of
from perceptron_gui.canvas.layers.points import PointsLayer
from tests.core.tables import DATASET, every_pair, telling
from tests.gui.canvas.desk import XOR, CanvasDesk, dots, labels_of, tooltip_at
from tests.gui.canvas.learner_runs import OVERLAPPING, settled, show


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


@pytest.mark.parametrize(("learner", "word"), [("averaged", "average"), ("pocket", "pocket")])
def test_the_learners_own_vector_is_named_with_its_mistakes(desk: CanvasDesk, learner: str, word: str) -> None:
    run = show(desk, learner)
    stage = desk.canvas.stage
    decision = run.decision(run.history.example_of(run.updates))
    plane = stage.classifier.plane
    assert plane is not None
    assert decision.weights is not None
    assert [*plane.w.tolist(), plane.b] == [*decision.weights.tolist(), decision.intercept]
    labels = [label.text for label in labels_of(desk.canvas.layers["reading"])]
    errors = run.training_errors
    assert labels == [f"{word}: {errors} mistake{'' if errors == 1 else 's'}"]


def test_the_standard_learner_means_its_last_vector(desk: CanvasDesk) -> None:
    show(desk, "standard")
    assert desk.canvas.stage.classifier.plane is None


def test_the_reading_follows_the_playhead(desk: CanvasDesk) -> None:
    run = show(desk, "averaged", 3)
    decision = run.decision(run.history.example_of(3))
    plane = desk.canvas.stage.classifier.plane
    assert plane is not None
    assert decision.weights is not None
    assert plane.w.tolist() == decision.weights.tolist()


def test_the_fills_show_as_many_wrong_as_the_learner_gets_wrong_from_the_very_start(desk: CanvasDesk) -> None:
    stage = desk.canvas.stage
    desk.document.open(DATASET, None)
    for spec in every_pair():
        run = train(DATASET, spec)
        desk.player.set_run(run)
        for example in (0, 1, run.history.examples):
            desk.player.go_to_example(example)
            expected = run.tie.errors(DATASET.y * run.decision(example).score(DATASET.X), DATASET.y)
            with telling(spec):
                assert stage.margins is not None
                assert run.tie.errors(stage.margins, DATASET.y) == expected


def test_before_the_first_update_of_a_kernel_every_example_is_a_mistake_and_none_is_ringed(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec("kernel"))
    desk.player.home()
    stage, theme = desk.canvas.stage, desk.theme.current
    assert "every example counts as a mistake" in labels_of(desk.canvas.layers["region"])[0].text
    assert stage.classifier.mistakes == XOR.n
    image = desk.canvas.view.grab().toImage()
    for (x, y), label in zip(stage.pixels.round().astype(int).tolist(), XOR.y.tolist(), strict=True):
        assert image.pixelColor(x, y) == theme.color(theme.of_label(label))
    points = desk.canvas.layers["points"]
    assert isinstance(points, PointsLayer)
    assert not len(points.wrong)


def test_a_vote_is_read_over_the_whole_view(desk: CanvasDesk) -> None:
    run = show(desk, "voted")
    stage = desk.canvas.stage
    field = stage.classifier.field(stage.viewport)
    assert field is not None
    decision = run.decision(run.history.example_of(run.updates))
    x, y = np.meshgrid(field.xs, field.ys)
    assert field.values.ravel().tolist() == decision.score(np.column_stack([x.ravel(), y.ravel()])).tolist()
    assert stage.classifier.plane is None
    assert any(label.text.startswith("vote: ") for label in labels_of(desk.canvas.layers["reading"]))


@pytest.mark.parametrize("largest", [1.0, 1.7e308, np.inf])
def test_the_sides_of_a_field_are_those_of_its_values_however_large(largest: float) -> None:
    sides = sides_of(np.array([[largest, largest, -largest], [largest, -largest, -largest]]), 9)
    assert sides[0, 0] == sides[-1, 0] == sides[-1, 4] == CIRCLES
    assert sides[0, -1] == sides[-1, -1] == CROSSES


def test_the_sides_of_a_vote_have_the_colours_of_their_classes(desk: CanvasDesk) -> None:
    run = show(desk, "voted")
    for name in desk.canvas.layers:
        desk.canvas.set_layer_visible(name, name == "region")
    decision = run.decision(run.history.example_of(run.updates))
    for x, y in ((2.0, 2.0), (-2.0, -2.0), (2.0, -2.0), (-2.0, 2.0)):
        score = float(decision.score(np.array([[x, y]]))[0])
        color = desk.color_at(x, y)
        if score:
            assert (color.blue() > color.red()) == (score > 0)


@pytest.mark.parametrize("learner", ["kernel", "voted"])
def test_racing_the_sides_are_those_at_rest_but_for_cells_along_the_boundary(desk: CanvasDesk, learner: str) -> None:
    run = train(OVERLAPPING, RunSpec(learner, max_epochs=8, max_updates=40))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.go_to_update(run.updates // 2)
    for name in desk.canvas.layers:
        desk.canvas.set_layer_visible(name, name == "region")
    desk.player.set_speed(FASTEST)
    at_rest = dots(desk.picture())
    desk.player.play()
    racing = dots(desk.picture())
    desk.player.pause()
    assert (np.abs(racing - at_rest) > 1).any()
    assert (np.abs(racing - at_rest) > 1).mean() < 0.025
    assert (dots(desk.picture()) == at_rest).all()


@pytest.mark.parametrize("learner", ["kernel", "voted", "averaged", "pocket"])
def test_in_a_kernels_feature_space_the_level_set_is_drawn(desk: CanvasDesk, learner: str) -> None:
    run = train(OVERLAPPING, RunSpec(learner, kernel="rbf", max_epochs=3, max_updates=60))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.end()
    assert not desk.picture().isNull()
    settled(desk)
    stage = desk.canvas.stage
    field = stage.classifier.field(stage.viewport)
    assert field is not None
    scores = run.score(OVERLAPPING.X)
    assert stage.classifier.margins is not None
    assert stage.classifier.margins.tolist() == (OVERLAPPING.y * scores).tolist()
    x, y = np.meshgrid(field.xs[::40], field.ys[::40])
    expected = run.score(np.column_stack([x.ravel(), y.ravel()]))
    assert np.allclose(field.values[::40, ::40].ravel(), expected, rtol=1e-6, atol=1e-6)


def test_a_vote_is_told_in_whole_numbers_where_the_mouse_is(desk: CanvasDesk) -> None:
    run = show(desk, "voted", 150)
    example = run.history.example_of(150)
    layer, view = desk.canvas.layers["reading"], desk.canvas.stage.viewport
    cast = run.history.until(example)
    first, lives = lives_between(cast, 0, example)
    for x, y in ((0.513, 0.487), (-1.237, 1.911), (0.071, 0.023)):
        activations = cast.weights(first, first + len(lives) - 1) @ (x, y, 1.0)
        ahead, behind = (int(lives[sign * activations > 0].sum()) for sign in (1, -1))
        told = tooltip_at(layer, view.pixel(x, y))
        assert told.startswith(f"{ahead:,} for ○, {behind:,} for ×")


def test_where_votes_are_too_many_to_count_the_lead_close_by_is_told(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prediction, "_FEW_UPDATES", 10)
    run = show(desk, "voted")
    stage = desk.canvas.stage
    stage.classifier.field(stage.viewport)
    lead = run.decision().score(np.array([[2.0, 2.0]]))[0]
    told = tooltip_at(desk.canvas.layers["reading"], stage.viewport.pixel(2.0, 2.0)).splitlines()[0]
    assert told.endswith("more for ○ than for ×" if lead > 0 else "more for × than for ○")


def test_tied_votes_are_named_and_belong_to_no_side(desk: CanvasDesk) -> None:
    dataset = Dataset([[0.0, 2.0], [2.0, 0.0], [0.5, 0.4]], [1, -1, 1])
    run = train(dataset, RunSpec("voted", max_updates=40, bias=0.0))
    tied = next(
        k
        for k in range(2, run.updates)
        if not run.decision(run.history.example_of(k)).score(np.array([[1.0, 1.9], [1.9, 1.0]])).all()
    )
    desk.document.open(dataset, None)
    desk.player.set_run(run)
    desk.player.go_to_update(tied)
    assert "tie" in desk.words
    settled(desk)
    stage = desk.canvas.stage
    field = stage.classifier.field(stage.viewport)
    assert field is not None
    assert "tie" in desk.words
    assert set(np.unique(field.sides[::-1][field.values == 0])) == {maps.NOTHING, maps.HATCHED}


def test_a_few_voters_are_drawn_line_by_line(desk: CanvasDesk) -> None:
    run = show(desk, "voted", 6)
    stage = desk.canvas.stage
    field = stage.classifier.field(stage.viewport)
    assert field is not None
    weights = run.history.weights(1, 6)
    middles = field.boundary.mean(axis=1)
    away = np.abs(middles @ weights[:, :2].T + weights[:, 2]) / np.hypot(weights[:, 0], weights[:, 1])
    assert away.min(axis=1).max() < 1e-9


@pytest.mark.parametrize("learner", ["averaged", "pocket"])
def test_the_last_vectors_own_mistakes_stand_beside_the_learners(desk: CanvasDesk, learner: str) -> None:
    for update in (5, 60, 61):
        run = show(desk, learner, update)
        state = run.history.seek(update)
        wrong = int(np.count_nonzero(OVERLAPPING.y * (OVERLAPPING.X @ state.w + state.b) <= 0))
        assert run.errors[update] == wrong
        labels = [label.text for label in labels_of(desk.canvas.layers["boundary"])]
        assert f"w: {wrong} mistakes" in labels


def test_the_standard_learners_boundary_needs_no_such_label(desk: CanvasDesk) -> None:
    show(desk, "standard")
    labels = [label.text for label in labels_of(desk.canvas.layers["boundary"])]
    assert not any(text.startswith("w:") for text in labels)


def test_a_note_speaks_of_the_classifier_whose_sides_are_shown(desk: CanvasDesk) -> None:
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    run = train(xor, RunSpec("averaged", max_epochs=6))
    desk.document.open(xor, None)
    desk.player.set_run(run)
    told = set()
    for update in range(1, run.updates + 1):
        desk.player.go_to_update(update)
        plane, state = desk.canvas.stage.classifier.plane, run.history.seek(update)
        assert plane is not None
        notes = [label.text for label in labels_of(desk.canvas.layers["region"]) if "w = 0" in label.text]
        assert bool(notes) == (not plane.w.any())
        assert all(note.startswith("average: w = 0") for note in notes)
        told.add((bool(notes), bool(state.w.any())))
    assert (False, False) in told


@pytest.mark.parametrize("learner", ["averaged", "voted", "pocket", "kernel"])
def test_points_with_other_features_are_painted_before_their_run_comes(desk: CanvasDesk, learner: str) -> None:
    show(desk, learner)
    for layer in desk.canvas.layers.values():
        layer.set_visible(True)
    desk.canvas.grab()
    desk.document.dataset_changed.disconnect(desk.solve)
    desk.document.open(Dataset(np.arange(9.0).reshape(3, 3) % 4, np.array([1, -1, 1])), None)
    desk.canvas.grab()
    assert [layer.title for layer in desk.canvas.layers.values() if layer.failed] == []
