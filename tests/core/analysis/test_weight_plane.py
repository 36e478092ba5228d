"""The plane of two weights: the region drawn is the intersection of all half-planes, no more and no less."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from core.analysis.weight_plane import EDGE, Box, Region, WeightPlane
from core.datasets.dataset import Dataset, FloatArray
from core.run import train
from core.spec import RunSpec

BOX: Box = (-4.0, -3.0, 5.0, 4.0)
_NEAR = 1e-9

coordinates = st.integers(-6, 6).map(lambda v: v / 2)


@st.composite
def planes(draw: st.DrawFn) -> tuple[WeightPlane, FloatArray]:
    """A plane of the space of (w, b) over a few examples in one to three dimensions, and a vector in it."""
    d, n = draw(st.integers(1, 3)), draw(st.integers(1, 12))
    X = draw(st.lists(st.lists(coordinates, min_size=d, max_size=d), min_size=n, max_size=n))
    if draw(st.booleans()):  # labels of a separator, so that there often is a region
        normal = np.array(draw(st.lists(coordinates, min_size=d, max_size=d)))
        y = np.where(np.array(X) @ normal + draw(coordinates) > 0, 1, -1)
    else:
        y = np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))
    axes = draw(st.permutations(range(d + 1)))[:2]
    weights = np.array(draw(st.lists(coordinates, min_size=d + 1, max_size=d + 1)))
    return WeightPlane(Dataset(X, y), (axes[0], axes[1])), weights


def clearances(plane: WeightPlane, weights: FloatArray, points: FloatArray) -> FloatArray:
    """The least y·(w·x + b) of all examples with the two components at each of `points`, by plain arithmetic."""
    least = []
    for x, y in points.tolist():
        vector = plane.moved(weights, x, y)
        scores = [
            label * (sum(w * v for w, v in zip(vector[:-1].tolist(), row, strict=True)) + vector[-1])
            for row, label in zip(plane.dataset.X.tolist(), plane.dataset.y.tolist(), strict=True)
        ]
        least.append(min(scores))
    return np.array(least)


def inside(region: Region, points: FloatArray, room: float) -> FloatArray:
    """Whether each point lies in the convex polygon, by at least `room`."""
    starts, sides = region.corners, np.roll(region.corners, -1, axis=0) - region.corners
    lengths = np.hypot(*sides.T)
    kept = lengths > 0
    normals = np.column_stack([-sides[:, 1], sides[:, 0]])[kept] / lengths[kept, None]
    away = ((points[:, None, :] - starts[kept]) * normals).sum(axis=2)
    result: FloatArray = away.min(axis=1) > room
    return result


def grid(box: Box) -> FloatArray:
    left, bottom, right, top = box
    xs, ys = np.meshgrid(np.linspace(left, right, 13) + 0.0137, np.linspace(bottom, top, 13) - 0.0071)
    points = np.column_stack([xs.ravel(), ys.ravel()])
    return points[((points > (left, bottom)) & (points < (right, top))).all(axis=1)]


@given(planes())
def test_every_point_of_the_region_separates_and_no_point_outside_does(given_: tuple[WeightPlane, FloatArray]) -> None:
    plane, weights = given_
    region, points = plane.region(weights, BOX), grid(BOX)
    clear = clearances(plane, weights, points)
    if region is None:
        assert not (clear > _NEAR).any()
        return
    assert (clear[inside(region, points, _NEAR)] > -_NEAR).all()
    assert inside(region, points[clear > _NEAR], -_NEAR).all()
    within = np.array(region.middle) + 0.999 * (region.corners - region.middle)
    assert (clearances(plane, weights, within) > -_NEAR).all()
    assert plane.separates(plane.moved(weights, *region.middle))


@given(planes())
def test_each_edge_lies_on_the_line_of_its_example_or_on_the_edge_of_the_view(
    given_: tuple[WeightPlane, FloatArray],
) -> None:
    plane, weights = given_
    region = plane.region(weights, BOX)
    if region is None:
        return
    half_planes = plane.through(weights)
    ends = np.roll(region.corners, -1, axis=0)
    for start, end, row in zip(region.corners.tolist(), ends.tolist(), region.rows.tolist(), strict=True):
        if row == EDGE:
            assert any(start[axis] == end[axis] == BOX[side] for axis, side in ((0, 0), (1, 1), (0, 2), (1, 3)))
        else:
            assert [abs(half_planes.at(*corner)[row]) < _NEAR for corner in (start, end)] == [True, True]
    nearest = np.array(region.nearest(9.0, -8.0))
    along = region.corners[:, None] + np.linspace(0, 1, 9)[:, None] * (ends - region.corners)[:, None]
    away = np.hypot(*(along.reshape(-1, 2) - (9.0, -8.0)).T)
    assert np.hypot(*(nearest - (9.0, -8.0))) <= away.min() + _NEAR


@given(planes())
def test_whether_anything_in_the_plane_separates_agrees_with_linear_programming(
    given_: tuple[WeightPlane, FloatArray],
) -> None:
    plane, weights = given_
    unit = np.zeros(plane.dataset.d + 1)
    offsets = clearances_of_each(plane, weights)
    slopes = np.column_stack([clearances_of_each(plane, unit, axis) for axis in plane.axes])
    # the largest t ≤ 1 with slopes·p + offsets ≥ t
    rows = np.column_stack([-slopes, np.ones(len(offsets))])
    solved = linprog([0, 0, -1], A_ub=rows, b_ub=offsets, bounds=[(None, None), (None, None), (None, 1)])
    assert solved.status == 0
    assert plane.anywhere(weights) is bool(solved.x[2] > 1e-7)


def clearances_of_each(plane: WeightPlane, weights: FloatArray, axis: int | None = None) -> FloatArray:
    """y·(w·x + b) of every example where both components are 0; or with `axis` the change along that one."""
    vector = plane.moved(weights, 0.0, 0.0)
    if axis is not None:
        vector[axis] = 1.0
    scores: FloatArray = plane.dataset.y * (plane.dataset.X @ vector[:-1] + vector[-1])
    return scores


def test_the_region_is_exact_over_a_hundred_thousand_examples() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100_000, 2))
    y = np.where(X @ [1.0, 2.0] + 0.5 > 0, 1, -1)
    X += 0.05 * y[:, None] * np.array([1.0, 2.0])
    plane, weights = WeightPlane(Dataset(X, y), (0, 1)), np.array([0.0, 0.0, 0.5])
    region = plane.region(weights, BOX)
    assert region is not None
    assert plane.through(weights).at(*region.middle).min() > 0
    for x, y_ in region.corners.tolist():
        assert plane.through(weights).at(x, y_).min() > -1e-11


def test_xor_has_no_region_however_it_is_cut() -> None:
    xor = Dataset([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1])
    for axes in ((0, 1), (0, 2), (2, 1)):
        for b in (-1.0, 0.0, 0.7):
            plane, weights = WeightPlane(xor, axes), np.full(3, b)
            assert plane.region(weights, BOX) is None
            assert plane.anywhere(weights) is False


def test_a_section_may_be_empty_though_the_examples_are_separable() -> None:
    both_positive_side = Dataset([[1.0, 0.0], [2.0, 0.0]], [-1, 1])  # separable only with b < 0
    assert train(both_positive_side, RunSpec()).margin.separable
    plane = WeightPlane(both_positive_side, (0, 1))
    assert plane.anywhere(np.array([0.0, 0.0, 0.0])) is False
    assert plane.anywhere(np.array([0.0, 0.0, -1.5])) is True


@pytest.mark.parametrize("scale", [1e100, 1e-300])
def test_extreme_coordinates_are_taken_as_they_are(scale: float) -> None:
    plane = WeightPlane(Dataset([[scale, 0.0], [0.0, -scale]], [1, -1]), (0, 1))
    weights = np.zeros(3)
    region = plane.region(weights, (-1.0, -1.0, 1.0, 1.0))
    assert region is not None
    assert sorted(map(tuple, region.corners.tolist())) == [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]
    assert plane.anywhere(weights) is True
