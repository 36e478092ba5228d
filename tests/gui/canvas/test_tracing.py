"""The boundary of a vote that is laid over the canvas: exact, at every zoom, forth and back."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import FloatArray
from core.plane.fields.pieces import distinct_lines, vote_boundary
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.canvas.classifier import maps
from perceptron_gui.canvas.classifier.level_sets import Tracing
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Outline
from tests.core.plane.reading import first_features
from tests.gui.canvas.learner_runs import overlapping

VIEWS = tuple(Viewport(0.1, -0.2, unit, unit, 640, 480) for unit in (0.012, 0.002, 0.1))


def outline_of(run: Run, example: int) -> Outline:
    update = run.history.updates_before(example)
    return Outline("A vote", "compared_1", run, example, update, run.decision(example))


def pieces_of(run: Run, example: int, view: Viewport) -> FloatArray:
    voters = distinct_lines(run, example, first_features(run.dataset), 10**6)
    assert voters is not None
    return vote_boundary(voters, view.x_range, view.y_range, 0.5 * view.ux)


def sides_about(run: Run, ends: FloatArray, step: float) -> FloatArray:
    """Whether the vote is another one such a step to the left than to the right of points (m, 2), or up than down."""
    decision = run.decision(run.history.examples)
    left, right, up, down = (
        np.sign(decision.score(ends + np.array(way) * step)) for way in ((-1, 0), (1, 0), (0, 1), (0, -1))
    )
    turned: FloatArray = (left != right) | (up != down)
    return turned


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_the_vote_of_lines_is_drawn_in_its_pieces(qtbot: QtBot, view: Viewport) -> None:
    run = train(overlapping(), RunSpec("voted", max_epochs=25))
    projection, tracing = first_features(run.dataset), Tracing()
    for example in (7, run.history.examples, run.history.examples // 2, 7):
        tracing.trace([outline_of(run, example)], projection, view)
        tracing.finish()
        (traced,) = tracing.traced
        assert not traced.field.rough
        pieces = pieces_of(run, example, view)
        drawn, all_pieces = ({str(piece) for piece in found.tolist()} for found in (traced.field.boundary, pieces))
        seen = pieces[(np.abs(pieces[:, 1] - pieces[:, 0]) > 0.51 * view.ux).any(axis=1)]
        assert {str(piece) for piece in seen.tolist()} <= drawn <= all_pieces


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_the_vote_of_very_many_lines_turns_within_half_a_pixel(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, view: Viewport
) -> None:
    monkeypatch.setattr(maps, "_FEW_LINES", 0)
    monkeypatch.setattr(maps, "_SOME_LINES", 0)
    run = train(overlapping(), RunSpec("voted", max_epochs=25))
    tracing = Tracing()
    tracing.trace([outline_of(run, run.history.examples)], first_features(run.dataset), view)
    tracing.finish()
    (traced,) = tracing.traced
    ends = traced.field.boundary.reshape(-1, 2)
    assert not traced.field.rough
    assert sides_about(run, ends, view.ux).all()
    assert len(ends)


def test_the_first_answer_is_exact_where_the_lines_are_few(qtbot: QtBot) -> None:
    run = train(overlapping(), RunSpec("voted", max_epochs=3))
    tracing = Tracing()
    outline = outline_of(run, run.history.examples)
    tracing.trace([outline], first_features(run.dataset), VIEWS[0])
    with qtbot.waitSignal(tracing.changed):
        pass
    first = tracing.traced
    tracing.finish()
    assert [traced.field.boundary.tolist() for traced in first] == [
        traced.field.boundary.tolist() for traced in tracing.traced
    ]
    tracing.rest()


def test_what_rests_is_made_exact_without_being_asked_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "AT_ONCE", 2_000)
    run = train(overlapping(), RunSpec("voted", max_epochs=25))
    tracing = Tracing()
    tracing.trace([outline_of(run, run.history.examples)], first_features(run.dataset), VIEWS[0])
    with qtbot.waitSignal(tracing.changed):
        pass
    assert all(traced.field.rough for traced in tracing.traced)
    pieces = {str(piece) for piece in pieces_of(run, run.history.examples, VIEWS[0]).tolist()}

    def exact() -> bool:
        return all({str(piece) for piece in traced.field.boundary.tolist()} <= pieces for traced in tracing.traced)

    qtbot.waitUntil(exact)
    told = [traced.field.boundary.tolist() for traced in tracing.traced]
    tracing.finish()
    assert [traced.field.boundary.tolist() for traced in tracing.traced] == told
    assert not any(traced.field.rough for traced in tracing.traced)
    tracing.rest()


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_the_vote_of_curves_turns_within_a_part_of_a_pixel(qtbot: QtBot, view: Viewport) -> None:
    run = train(overlapping(), RunSpec("voted", kernel="rbf", max_epochs=12))
    tracing = Tracing()
    tracing.trace([outline_of(run, run.history.examples)], first_features(run.dataset), view)
    tracing.finish()
    (traced,) = tracing.traced
    ends = traced.field.boundary.reshape(-1, 2)
    assert sides_about(run, ends, view.ux / 8).all()
    assert len(ends)
