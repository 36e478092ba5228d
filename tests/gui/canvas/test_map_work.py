"""Maps of a classifier: rough at once and exact at rest, worked out only where somebody looks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QTimer
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.canvas.classifier import maps, prediction
from perceptron_gui.canvas.classifier.maps import FieldReading, bands_of
from tests.gui.canvas.desk import CanvasDesk, labels_of
from tests.gui.canvas.learner_runs import OVERLAPPING, settled, show
from tests.partly_slow import partly_slow


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    return CanvasDesk(qtbot)


def values_at(run: Run, example: int, field: FieldReading) -> FloatArray:
    x, y = np.meshgrid(field.xs, field.ys)
    scores: FloatArray = run.decision(example).score(np.column_stack([x.ravel(), y.ravel()])).reshape(x.shape)
    return scores


@partly_slow(
    "spec",
    [
        RunSpec("voted", max_updates=200),
        RunSpec("passive-aggressive", kernel="poly", predictor="voted", max_updates=60),
        RunSpec("pocket", kernel="rbf", gamma=0.01, max_updates=200),
    ],
    [RunSpec("voted", kernel="rbf", gamma=0.5, max_updates=200), RunSpec("averaged", kernel="rbf", max_updates=200)],
    ids=lambda spec: f"{spec.learner}-{spec.kernel}-{spec.predictor}",
)
def test_what_takes_long_is_rough_at_once_and_then_exact_at_any_moment_on_and_back(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch, spec: RunSpec
) -> None:
    for module in (maps, prediction):
        monkeypatch.setattr(module, "AT_ONCE", 0)
    run = train(OVERLAPPING, spec)
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    stage = desk.canvas.stage
    for update in (run.updates, run.updates // 3, run.updates // 2):
        desk.player.go_to_update(update)
        example = run.history.example_of(update)
        rough = stage.classifier.field(stage.viewport)
        assert rough is not None
        assert rough.rough
        assert not rough.settled
        assert len(rough.values)
        assert stage.classifier.mistakes is None
        assert any(": counting mistakes …" in label.text for label in labels_of(desk.canvas.layers["reading"]))
        assert any("an estimate" in note for note in desk.notes)
        settled(desk)
        field = stage.classifier.field(stage.viewport)
        assert field is not None
        expected = values_at(run, example, field)
        assert np.allclose(field.values, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
        scores = run.decision(example).score(OVERLAPPING.X)
        assert stage.classifier.mistakes == np.count_nonzero(scores * OVERLAPPING.y <= 0)
        assert not any("an estimate" in note for note in desk.notes)


def test_what_is_made_finer_is_not_begun_anew_with_each_answer(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prediction, "_REST_MS", 0)
    run = train(OVERLAPPING, RunSpec("voted", kernel="rbf", gamma=0.5, max_updates=200))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.end()
    settled(desk)
    field = desk.canvas.stage.classifier.field(desk.canvas.stage.viewport)
    assert field is not None
    assert field.settled


def test_at_rest_the_shades_of_a_kernels_vote_end_where_they_do_to_the_pixel(desk: CanvasDesk) -> None:
    run = train(OVERLAPPING, RunSpec("voted", kernel="rbf", gamma=0.5, max_updates=60))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    desk.player.end()
    stage = desk.canvas.stage
    settled(desk)
    field, view = stage.classifier.field(stage.viewport), stage.viewport
    assert field is not None
    assert field.shown.shape == (math.ceil(view.height), math.ceil(view.width))
    x, y = np.meshgrid(
        view.x_range[0] + (np.arange(field.shown.shape[1]) + 0.5) * view.ux,
        view.y_range[0] + (np.arange(field.shown.shape[0]) + 0.5) * view.uy,
    )
    votes = run.decision(run.history.examples).score(np.column_stack([x.ravel(), y.ravel()])).reshape(x.shape)
    for seen in (np.sign, partial(bands_of, largest=float(run.history.examples))):
        assert np.count_nonzero(seen(field.shown) != seen(votes)) <= votes.size / 1_000


def test_a_moment_that_is_left_before_its_answer_comes_is_never_shown(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (maps, prediction):
        monkeypatch.setattr(module, "AT_ONCE", 0)
    run = train(OVERLAPPING, RunSpec("voted", kernel="rbf", gamma=0.5, max_updates=200))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    stage = desk.canvas.stage
    for update in (run.updates, 3, 90, 20):
        desk.player.go_to_update(update)
        assert stage.classifier.field(stage.viewport) is not None
        assert stage.classifier.mistakes is None
        desk.qtbot.wait(1)
    other = Dataset(OVERLAPPING.X, -OVERLAPPING.y)
    desk.document.open(other, None)
    run = train(other, RunSpec("voted", kernel="rbf", gamma=0.5, max_updates=77))
    desk.player.set_run(run)
    desk.player.go_to_update(50)
    settled(desk)
    field = stage.classifier.field(stage.viewport)
    assert field is not None
    assert field.values.tolist() == values_at(run, run.history.example_of(50), field).tolist()
    scores = run.decision(run.history.example_of(50)).score(other.X)
    assert stage.classifier.mistakes == np.count_nonzero(scores * other.y <= 0)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many updates the moments are that work beside was begun on."""
    begun: list[int] = []
    work = prediction._Bench.work

    def watched(self: prediction._Bench, wish: prediction.MapRequest, cancelled: Cancelled) -> Iterator[object]:
        begun.append(len(wish.record))
        yield from work(self, wish, cancelled)

    monkeypatch.setattr(prediction._Bench, "work", watched)
    return begun


def test_a_map_that_is_no_estimate_is_made_finer_only_where_the_playhead_rests(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch, begun: list[int]
) -> None:
    monkeypatch.setattr(prediction, "_REST_MS", 60_000)
    run = train(OVERLAPPING, RunSpec("voted", kernel="rbf", gamma=0.5, max_updates=60))
    desk.document.open(OVERLAPPING, None)
    desk.player.set_run(run)
    stage = desk.canvas.stage
    for update in range(20, 50, 10):
        desk.player.go_to_update(update)
        field = stage.classifier.field(stage.viewport)
        assert field is not None
        assert not field.rough
        assert not field.settled
        desk.qtbot.wait(20)
    assert begun == []
    monkeypatch.setattr(prediction, "_REST_MS", 0)
    desk.player.go_to_update(50)
    settled(desk)
    assert set(begun) == {50}


def test_while_it_plays_what_the_next_frame_would_overtake_is_not_begun(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch, begun: list[int]
) -> None:
    for module in (maps, prediction):
        monkeypatch.setattr(module, "AT_ONCE", 0)
    run, stage, player = show(desk, "voted", 1), desk.canvas.stage, desk.player
    player.set_speed(60)
    player.play()
    for clock in player.findChildren(QTimer):
        clock.stop()
    for pause in [60_000] * 19 + [0]:
        monkeypatch.setattr(prediction, "_PASSING_MS", pause)
        player.advance(1 / 60)
        stage.classifier.field(stage.viewport)
        assert stage.classifier.mistakes is None
        QCoreApplication.processEvents()
        assert begun == [] or not pause
    player.pause()
    settled(desk)
    assert player.state is not None
    assert player.state.update < run.updates
    assert set(begun) == {player.state.update}


def test_a_hidden_canvas_works_on_nothing_and_begins_again_when_it_is_seen(
    desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (maps, prediction):
        monkeypatch.setattr(module, "AT_ONCE", 0)
    run = show(desk, "voted")
    desk.picture()
    desk.canvas.hide()
    desk.canvas.show()
    settled(desk)
    assert desk.canvas.stage.classifier.mistakes == run.training_errors


def test_a_picture_for_a_file_is_worked_out_at_once(desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (maps, prediction):
        monkeypatch.setattr(module, "AT_ONCE", 0)
    run = show(desk, "voted")
    stage = desk.canvas.stage
    desk.picture()
    stage.classifier.finish()
    field = stage.classifier.field(stage.viewport)
    assert field is not None
    assert field.settled
    assert stage.classifier.mistakes == run.training_errors
