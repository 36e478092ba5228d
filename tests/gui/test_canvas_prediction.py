"""The average and the pocket are drawn beside the wandering boundary, and the sides are theirs."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.sentences import state_words
from tests.gui.canvas_desk import CanvasDesk

RNG = np.random.default_rng(8)
OVERLAPPING = Dataset(RNG.normal(size=(40, 2)).round(1), RNG.choice([-1, 1], 40))


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


def show(desk: CanvasDesk, learner: str, update: int | None = None) -> Run:
    run = train(OVERLAPPING, RunSpec(learner, max_epochs=8, max_updates=200))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.go_to_update(run.updates if update is None else update)
    return run


@pytest.mark.parametrize(("learner", "word"), [("averaged", "average"), ("pocket", "pocket")])
def test_the_learners_own_vector_is_named_with_its_mistakes(desk: CanvasDesk, learner: str, word: str) -> None:
    run = show(desk, learner)
    stage = desk.canvas.stage
    decision = run.decision(run.history.example_of(run.updates))
    plane = stage.reading.plane
    assert plane is not None
    assert decision.weights is not None
    assert [*plane.w.tolist(), plane.b] == [*decision.weights.tolist(), decision.intercept]
    labels = [label.text for label in desk.canvas.layer("reading").labels(stage.viewport)]
    errors = run.training_errors
    assert labels == [f"{word}: {errors} mistake{'' if errors == 1 else 's'}"]


def test_the_standard_learner_means_its_last_vector(desk: CanvasDesk) -> None:
    show(desk, "standard")
    assert desk.canvas.stage.reading.plane is None


def test_the_reading_follows_the_playhead(desk: CanvasDesk) -> None:
    run = show(desk, "averaged", 3)
    decision = run.decision(run.history.example_of(3))
    plane = desk.canvas.stage.reading.plane
    assert plane is not None
    assert decision.weights is not None
    assert plane.w.tolist() == decision.weights.tolist()


def test_a_vote_is_read_over_the_whole_view(desk: CanvasDesk) -> None:
    run = show(desk, "voted")
    stage = desk.canvas.stage
    field = stage.reading.field(stage.viewport)
    assert field is not None
    decision = run.decision(run.history.example_of(run.updates))
    x, y = np.meshgrid(field.xs, field.ys)
    assert field.values.ravel().tolist() == decision.score(np.column_stack([x.ravel(), y.ravel()])).tolist()
    assert stage.reading.plane is None
    assert any(label.text.startswith("vote: ") for label in desk.canvas.layer("reading").labels(stage.viewport))


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


@pytest.mark.parametrize("learner", ["kernel", "voted", "averaged", "pocket"])
def test_in_a_kernels_feature_space_the_level_set_is_drawn(desk: CanvasDesk, learner: str) -> None:
    run = train(OVERLAPPING, RunSpec(learner, kernel="rbf", max_epochs=3, max_updates=60))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.end()
    assert not desk.picture().isNull()
    stage = desk.canvas.stage
    field = stage.reading.field(stage.viewport)
    assert field is not None
    scores = run.score(OVERLAPPING.X)
    assert stage.reading.margins is not None
    assert stage.reading.margins.tolist() == (OVERLAPPING.y * scores).tolist()
    x, y = np.meshgrid(field.xs[::40], field.ys[::40])
    expected = run.score(np.column_stack([x.ravel(), y.ravel()]))
    assert np.allclose(field.values[::40, ::40].ravel(), expected, rtol=1e-6, atol=1e-6)


def test_with_a_kernel_a_mistake_raises_its_alpha() -> None:
    run = train(OVERLAPPING, RunSpec("kernel", max_updates=3))
    assert "α ← α + 1" in state_words(run.history.seek(2), run)
