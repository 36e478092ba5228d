"""The boundary of a vote in a feature space: where it turns, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import never
from core.plane.fields import contours
from core.plane.fields.contours import CountedVote, VotesOnGrid, zero_lines
from core.run import Run, train
from core.spec import RunSpec
from tests.core.plane.reading import field_at, first_features
from tests.core.tables import DATASET

XS, YS = np.linspace(-3, 3, 49), np.linspace(-3, 3, 37)
SPECS = (
    RunSpec("voted", kernel="rbf", max_epochs=20),
    RunSpec("voted", kernel="poly", degree=2, max_epochs=20),
    RunSpec("voted", rule="passive-aggressive", kernel="rbf", max_epochs=5),
)


def counted(run: Run, example: int, cancelled: Callable[[], bool] = never) -> CountedVote:
    return CountedVote(run, example, first_features(run.dataset), cancelled)


def known_votes(run: Run, example: int) -> VotesOnGrid:
    return VotesOnGrid(XS, YS, field_at(run, example, XS, YS))


def turns_within(run: Run, example: int, segments: FloatArray, slack: float) -> NDArray[np.bool_]:
    """Whether the vote at the ends of each segment is another within so much along x, or along y; shape (m,)."""
    ends = segments.reshape(-1, 2)
    decision = run.decision(example)
    sides = [np.sign(decision.score(ends + np.array(step) * slack)) for step in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    turned: NDArray[np.bool_] = (sides[0] != sides[1]) | (sides[2] != sides[3])
    return turned


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_the_vote_turns_on_each_end_of_a_piece(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    cell = max(XS[1] - XS[0], YS[1] - YS[0])
    for example in (run.history.example_of(2), run.history.examples // 2, run.history.examples):
        known = known_votes(run, example)
        segments = counted(run, example).boundary(known)
        assert segments is not None
        assert len(segments) == len(zero_lines(known.votes, XS, YS)) or not known.votes.all()
        assert turns_within(run, example, segments, cell / 64).all()


def test_ties_have_a_boundary_on_both_sides() -> None:
    run = train(Dataset([[-1.0, 0.0], [1.03, 0.0]], [1, -1]), RunSpec("voted", kernel="rbf"))
    known = known_votes(run, 2)
    assert set(np.unique(known.votes).tolist()) == {0.0, 2.0}
    segments = counted(run, 2).boundary(known)
    assert segments is not None
    assert len(segments)
    assert turns_within(run, 2, segments, (XS[1] - XS[0]) / 64).all()
    assert not len(zero_lines(known.votes, XS, YS))


def test_straight_lines_between_values_would_miss_it() -> None:
    run = train(DATASET, SPECS[0])
    example = run.history.examples
    votes = field_at(run, example, XS, YS)
    assert not turns_within(run, example, zero_lines(votes, XS, YS), (XS[1] - XS[0]) / 64).all()


def test_nobody_votes_once_nobody_waits_or_where_it_would_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    run = train(DATASET, SPECS[0])
    known = known_votes(run, run.history.examples)
    asked: list[FloatArray] = []
    monkeypatch.setattr(contours, "votes_between", lambda _space, _history, Q, *_: asked.append(Q))
    assert counted(run, run.history.examples, cancelled=lambda: True).boundary(known) is not None
    assert not asked
    monkeypatch.setattr(contours, "_MOST", 0)
    assert counted(run, run.history.examples).boundary(known) is None


def sides(votes: FloatArray) -> IntArray:
    return np.sign(votes).astype(np.int64)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_nearer_votes_are_counted_where_what_is_seen_differs_and_taken_over_where_it_does_not(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    xs, ys = np.linspace(-2.97, 2.98, 200), np.linspace(-2.99, 2.96, 150)
    for example in (run.history.example_of(2), run.history.examples):
        known, vote = known_votes(run, example), counted(run, example)
        truth, nearer = field_at(run, example, xs, ys), vote.nearer(known, xs, ys, sides)
        all_of_it = vote.nearer(known, xs, ys, lambda votes: np.arange(votes.size).reshape(votes.shape))
        assert nearer is not None
        assert all_of_it is not None
        assert all_of_it.tolist() == truth.tolist()
        assert set(np.unique(nearer)) <= {*np.unique(truth), *np.unique(known.votes)}
        wrong = np.count_nonzero(sides(nearer) != sides(truth))
        nothing = vote.nearer(known, xs, ys, lambda votes: np.zeros(votes.shape, np.int64))
        assert nothing is not None
        assert wrong <= np.count_nonzero(sides(nothing) != sides(truth)) / 10
        assert wrong <= truth.size / 500


def test_nearer_votes_are_not_counted_once_nobody_waits_or_where_it_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = train(DATASET, SPECS[0])
    wanted = known_votes(run, run.history.examples), XS[:-1] + 0.01, YS[:-1] + 0.01, sides
    asked: list[FloatArray] = []
    monkeypatch.setattr(contours, "votes_between", lambda _space, _history, Q, *_: asked.append(Q))
    assert counted(run, run.history.examples, cancelled=lambda: True).nearer(*wanted) is not None
    assert not asked
    monkeypatch.setattr(contours, "_MOST", 0)
    assert counted(run, run.history.examples).nearer(*wanted) is None
