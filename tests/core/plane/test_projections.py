"""Projections: what is drawn of a boundary is true of the section, whatever number of features there are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import activations
from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.kernels import KERNELS
from core.plane.fields.grid import Grid, decision_field
from core.plane.fields.pieces import distinct_lines
from core.plane.fields.votes import follow_vote, vote_of_lines
from core.plane.projections import (
    VIEW_CHOICES,
    AlongW,
    NumberLine,
    Pair,
    Projection,
    Spread,
    usual_view_choice,
    view_choice_from_json,
)
from core.run import train
from core.spec import RunSpec
from tests.core.plane.reading import field_at

WHOLE = st.integers(-20, 20)
XS, YS = np.linspace(-3, 4, 9), np.linspace(-2, 3, 7)


@dataclass(frozen=True)
class Case:
    """Examples of d features, a boundary, two of the features, and a place on the plane."""

    dataset: Dataset
    w: FloatArray
    b: float
    pair: Pair
    place: FloatArray

    @property
    def spread(self) -> Spread:
        return Spread(self.dataset)


@st.composite
def cases(draw: st.DrawFn, least: int = 2, numbers: st.SearchStrategy[int] = WHOLE) -> Case:
    """Means of four whole numbers, and products with them, are no rounded ones."""
    d = draw(st.integers(least, 6))
    X = [draw(st.lists(numbers, min_size=d, max_size=d)) for _ in range(4)]
    w = np.array(draw(st.lists(numbers, min_size=d, max_size=d)), float)
    columns = draw(st.permutations(range(d)))
    place = np.array([[draw(numbers), draw(numbers)]], float)
    return Case(Dataset(X, [1, -1, 1, -1]), w, float(draw(numbers)), Pair(*columns[:2]), place)


def drawn_value(projection: Projection, case: Case) -> float:
    """What the drawn line says of the place."""
    w, b = projection.line(case.w, case.b)
    return float(w @ case.place[0]) + b


@given(case=cases())
def test_the_line_drawn_through_two_features_is_the_true_section(case: Case) -> None:
    projection = case.pair.projection(case.spread, None, 0.0)
    lifted = projection.lift(case.place)
    assert drawn_value(projection, case) == activations(lifted, case.w, case.b)[0]
    assert projection.points(lifted).tolist() == case.place.tolist()
    others = [j for j in range(case.dataset.d) if j not in (case.pair.across, case.pair.up)]
    assert lifted[0, others].tolist() == case.dataset.X.mean(axis=0)[others].tolist()


@given(case=cases())
def test_two_features_are_drawn_as_they_are(case: Case) -> None:
    projection = case.pair.projection(case.spread, None, 0.0)
    assert projection.points(case.dataset.X).tolist() == case.dataset.X[:, [case.pair.across, case.pair.up]].tolist()
    assert projection.columns == (case.pair.across, case.pair.up)
    assert (projection.sentence == "") is (case.dataset.d == 2)


@given(case=cases().filter(lambda case: case.w.any()))
def test_along_w_an_example_is_as_far_to_the_right_as_from_the_boundary(case: Case) -> None:
    projection = AlongW().projection(case.spread, case.w, case.b)
    distances = activations(case.dataset.X, case.w, case.b) / math.hypot(*case.w.tolist())
    assert projection.points(case.dataset.X)[:, 0].tolist() == distances.tolist()
    assert projection.columns == ()


@given(case=cases().filter(lambda case: case.w.any()))
def test_along_w_every_line_is_the_true_section_and_that_of_w_is_upright(case: Case) -> None:
    projection = AlongW().projection(case.spread, case.w, case.b)
    lifted, size = projection.lift(case.place), 1e-9 * (1 + np.abs(case.w).sum())
    other = Case(case.dataset, case.w[::-1].copy(), -case.b, case.pair, case.place)
    for seen in (case, other):
        assert drawn_value(projection, seen) == pytest.approx(
            float(activations(lifted, seen.w, seen.b)[0]), abs=100 * size
        )
    assert projection.points(lifted) == pytest.approx(case.place, abs=1e-9)
    w, b = projection.line(case.w, case.b)
    assert [*w, b] == pytest.approx([math.hypot(*case.w), 0.0, 0.0], abs=100 * size)


@given(case=cases().filter(lambda case: case.w.any()))
def test_upwards_is_the_direction_beside_w_in_which_the_examples_differ_most(case: Case) -> None:
    direction = case.w / np.linalg.norm(case.w)
    found = case.spread.widest_beside(direction)
    assert [found @ found, found @ direction] == pytest.approx([1.0, 0.0], abs=1e-9)
    centred = case.dataset.X - case.dataset.X.mean(axis=0)
    left = centred - np.outer(centred @ direction, direction)
    widest = float(np.linalg.svd(left, compute_uv=False)[0])
    assert float(np.linalg.norm(left @ found)) == pytest.approx(widest, abs=1e-7)


def test_directions_of_many_features_are_found_among_a_few_examples() -> None:
    chance = np.random.Generator(np.random.PCG64(3))
    X = chance.normal(size=(300, 4_000))
    X[:, 7] *= 500
    dataset = Dataset(X, np.where(X[:, 0] > 0, 1, -1))
    w = np.zeros(4_000)
    w[0] = 2.0
    spread = Spread(dataset)
    projection = AlongW().projection(spread, w, 1.0)
    assert spread.counted == 70
    assert "70 of the 300 examples" in projection.sentence
    up = projection.lift(np.array([[0.0, 1.0]]))[0] - projection.lift(np.zeros((1, 2)))[0]
    assert abs(up[7]) > 0.99
    assert up @ w == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("examples", [0, 1])
@pytest.mark.parametrize("d", [2, 3, 200])
def test_where_nothing_spreads_there_still_are_two_directions(examples: int, d: int) -> None:
    spread = Spread(Dataset(np.ones((examples, d)), np.ones(examples)))
    for w in (None, np.ones(d)):
        up, across = AlongW().projection(spread, w, -1.0).vectors(np.eye(d)).T
        assert [up @ up, across @ across, up @ across] == pytest.approx([1, 1, 0], abs=1e-9)


def test_where_w_is_zero_it_is_said_and_the_principal_directions_are_shown() -> None:
    dataset = Dataset([[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], [1, 1, -1, -1])
    projection = AlongW().projection(Spread(dataset), np.zeros(3), 0.0)
    assert projection.titles[0] == "first principal direction"
    assert "no boundary" in projection.sentence
    assert projection.points(dataset.X)[:, 0].tolist() == pytest.approx([-4.5, 4.5, -4.5, 4.5])


def test_a_boundary_that_no_coordinate_can_reach_is_not_looked_along() -> None:
    projection = AlongW().projection(Spread(three_features()), np.ones(4), 1e200)
    assert "no boundary" in projection.sentence
    assert np.abs(projection.points(three_features().X)).max() < 10


@given(x=WHOLE, w=WHOLE, b=WHOLE)
def test_one_feature_is_a_line_of_numbers_and_its_boundary_a_point(x: int, w: int, b: int) -> None:
    dataset = Dataset([[float(x)], [1.0]], [1, -1], ["a"])
    projection = usual_view_choice(1).projection(Spread(dataset), None, 0.0)
    assert projection.points(dataset.X).tolist() == [[x, 0], [1, 0]]
    assert [
        *projection.line(np.array([float(w)]), float(b))[0],
        projection.line(np.array([float(w)]), float(b))[1],
    ] == [w, 0, b]
    assert projection.lift(np.array([[2.0, 5.0]])).tolist() == [[2.0]]
    assert (projection.titles, projection.sentence) == (("a", ""), "")


def test_two_features_are_seen_bit_for_bit_as_they_are() -> None:
    dataset = Dataset([[0.1, -0.0], [0.3, 1e-310]], [1, -1])
    projection = usual_view_choice(2).projection(Spread(dataset), None, 0.0)
    w = np.array([0.1, 0.2])
    assert projection.points(dataset.X) is dataset.X
    assert projection.reduced(dataset.X) is dataset.X
    assert projection.line(w, 0.3) == (w, 0.3)


def test_a_vector_of_another_space_has_no_line() -> None:
    projection = usual_view_choice(2).projection(Spread(Dataset.empty()), None, 0.0)
    assert (projection.line(np.ones(3), 2.0)[0].tolist(), projection.line(np.ones(3), 2.0)[1]) == ([0, 0], 0)
    assert (projection.line(np.empty(0), 2.0)[0].tolist(), projection.line(np.empty(0), 2.0)[1]) == ([0, 0], 2.0)


def three_features(seed: int = 5, n: int = 12) -> Dataset:
    chance = np.random.Generator(np.random.PCG64(seed))
    X = chance.normal(size=(n, 4)).round(2) + np.arange(-1, 3)
    return Dataset(X, np.where(X[:, 0] * X[:, 1] + X[:, 2] - X[:, 3] > 2.4, 1, -1))


def sights_of(dataset: Dataset) -> list[Projection]:
    spread, w = Spread(dataset), np.array([1.0, -2.0, 0.5, 1.0])
    return [view_choice.projection(spread, w, 0.25) for view_choice in (Pair(2, 0), AlongW())]


@pytest.mark.parametrize("kernel", [None, *KERNELS])
@pytest.mark.parametrize("predictor", ["last", "averaged", "voted"])
def test_a_field_holds_the_decisions_at_the_points_of_the_section(kernel: str | None, predictor: str) -> None:
    dataset = three_features()
    spec = (
        RunSpec("kernel", kernel=kernel, predictor=predictor, max_epochs=8)
        if kernel
        else RunSpec("standard", predictor=predictor, max_epochs=8)
    )
    run = train(dataset, spec)
    places = np.array([[x, y] for y in YS for x in XS])
    for projection in sights_of(dataset):
        field = field_at(run, run.history.examples, XS, YS, projection)
        expected = run.decision(run.history.examples).score(projection.lift(places)).reshape(field.shape)
        assert field == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_vote_in_a_section_is_counted_from_its_lines() -> None:
    dataset = three_features()
    run = train(dataset, RunSpec("voted", max_epochs=8))
    for projection in sights_of(dataset):
        voters, grid = distinct_lines(run, run.history.examples, projection, 10**6), Grid.of(XS, YS)
        followed = follow_vote(run, grid, projection).seek(run.history.examples)
        assert voters is not None
        counted = voters.constant + vote_of_lines(grid, voters.weights, voters.votes)
        assert counted.tolist() == followed.tolist()


def test_a_kernel_is_followed_in_a_section_of_the_largest_coordinates() -> None:
    dataset = Dataset(np.full((2, 5), LARGEST) * [[1], [-1]], [1, -1])
    run = train(dataset, RunSpec("kernel", kernel="rbf", predictor="voted", max_epochs=2))
    projection = Pair().projection(Spread(dataset), None, 0.0)
    assert follow_vote(run, Grid.of(XS, YS), projection).seek(run.history.examples).shape == (7, 9)
    field = decision_field(run.decision(run.history.examples), projection, Grid.of(XS, YS))
    assert np.isfinite(field).all()


@pytest.mark.parametrize("view_choice", [Pair(3, 1), AlongW(), NumberLine()])
def test_a_choice_comes_back_from_plain_values(view_choice: Pair | AlongW | NumberLine) -> None:
    assert view_choice_from_json(view_choice.to_json()) == view_choice
    assert type(view_choice) in VIEW_CHOICES.values()


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"kind": "round"},
        {"kind": "features", "across": 1, "up": 1},
        {"kind": "features", "across": True, "up": 0},
        {"kind": "features", "across": "a", "up": 0},
        {"kind": "features", "across": -1, "up": 0},
        {"kind": "features", "left": 1},
        {"kind": []},
    ],
)
def test_what_is_no_choice_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError, LookupError)):
        view_choice_from_json(value)
