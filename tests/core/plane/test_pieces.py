"""The boundary of a vote is made of pieces of the voters' own lines, and of nothing else."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset, FloatArray
from core.plane.fields.pieces import VotingLines, distinct_lines, vote_boundary
from core.run import train
from core.spec import RunSpec
from tests.core.plane.reading import first_features

SIDE = (-3.0, 3.0)


def votes_at(voters: VotingLines, points: FloatArray) -> FloatArray:
    values = points @ voters.weights[:, :2].T + voters.weights[:, 2]
    return np.sign(values) @ voters.votes + voters.constant


def distance(points: FloatArray, segments: FloatArray) -> FloatArray:
    """From each point to the nearest segment."""
    start, way = segments[:, 0], segments[:, 1] - segments[:, 0]
    away = points[:, None] - start
    share = np.clip((away * way).sum(axis=2) / np.maximum((way * way).sum(axis=1), 1e-300), 0, 1)
    nearest: FloatArray = np.hypot(*np.moveaxis(away - share[..., None] * way, 2, 0)).min(axis=1)
    return nearest


@given(st.integers(0, 10**6), st.sampled_from([1, 2, 5, 30, 130]))
def test_the_vote_turns_at_each_piece_and_nowhere_else(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi, count)
    weights = np.column_stack([np.cos(angle), np.sin(angle), rng.uniform(-2, 2, count)])
    voters = VotingLines(weights, rng.integers(1, 6, count).astype(float), 0.0)
    pieces = vote_boundary(voters, SIDE, SIDE, 1e-9)
    way = pieces[:, 1] - pieces[:, 0]
    long = np.hypot(*way.T) > 1e-6
    normal = np.column_stack([-way[long, 1], way[long, 0]]) / np.hypot(*way[long].T)[:, None]
    middle = pieces[long].mean(axis=1)
    sides = [np.sign(votes_at(voters, middle + step * normal)) for step in (1e-8, -1e-8)]
    assert (sides[0] != sides[1]).all()
    on_a_line = np.abs(middle @ weights[:, :2].T + weights[:, 2]).min(axis=1, initial=1.0)
    assert (on_a_line < 1e-12).all()
    points = rng.uniform(*SIDE, (400, 2))
    steps = rng.normal(size=(400, 2)) * 0.02
    turned = np.sign(votes_at(voters, points)) != np.sign(votes_at(voters, points + steps))
    turned &= (np.abs(points + steps) < SIDE[1]).all(axis=1)
    if turned.any():
        assert (distance(points[turned], pieces) <= np.hypot(*steps[turned].T) + 1e-9).all()


def test_equal_lines_vote_as_one_and_opposite_ones_against_each_other() -> None:
    dataset = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    run = train(dataset, RunSpec("voted", max_epochs=500))
    voters = distinct_lines(run, run.history.examples, first_features(dataset), 10**6)
    assert voters is not None
    assert len(voters) < 20 < run.updates
    points = np.random.default_rng(0).uniform(*SIDE, (50, 2))
    assert votes_at(voters, points).tolist() == run.score(points).tolist()
    assert distinct_lines(run, run.history.examples, first_features(dataset), 2) is None


def test_a_line_whose_w_is_nothing_beside_its_b_votes_alike_everywhere() -> None:
    dataset = Dataset([[1.0, 0.0], [0.0, 1.0]], [1, -1])
    run = train(dataset, RunSpec("voted", start=(1e-250, 1e-250, 1e100), max_updates=1))
    voters = distinct_lines(run, run.history.examples, first_features(dataset), 10**6)
    assert voters is not None
    assert voters.weights[:, :2].any(axis=1).all()
    assert np.isfinite(vote_boundary(voters, SIDE, SIDE, 0.01)).all()


def test_two_equal_voters_leave_a_tie_between_them() -> None:
    voters = VotingLines(np.array([[1.0, 0.0, -1.0], [1.0, 0.0, 1.0]]), np.array([3.0, 3.0]), 0.0)
    pieces = vote_boundary(voters, SIDE, SIDE, 1e-9)
    assert sorted({round(float(x), 12) for x in pieces[:, :, 0].ravel()}) == [-1.0, 1.0]


def test_where_lines_are_too_many_for_a_pixel_the_corners_decide() -> None:
    rng = np.random.default_rng(3)
    angle = rng.uniform(0, 2 * np.pi, 400)
    voters = VotingLines(np.column_stack([np.cos(angle), np.sin(angle), np.zeros(400)]), np.ones(400), 0.0)
    pieces = vote_boundary(voters, SIDE, SIDE, 0.05)
    assert np.isfinite(pieces).all()
    assert distance(np.zeros((1, 2)), pieces)[0] < 0.1
    assert len(vote_boundary(voters, SIDE, SIDE, 0.05, cancelled=lambda: True)) <= len(pieces)
