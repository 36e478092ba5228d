"""Which pieces of a boundary make up a curve, its ends and its inside."""

from __future__ import annotations

import numpy as np
import pytest

from core.datasets.dataset import FloatArray
from core.plane.fields.contours import MOST_PIECES, JoinedPieces, curves_of, zero_lines

XS, YS = np.linspace(-3, 3, 121), np.linspace(-2, 2, 81)
X, Y = np.meshgrid(XS, YS)
NEAR = 0.05
"""As far apart as the points of the grid."""


def joined(pieces: FloatArray, near: float) -> list[JoinedPieces]:
    found = curves_of(pieces, near)
    assert found is not None
    return found


def curves(values: FloatArray) -> list[JoinedPieces]:
    return joined(zero_lines(values, XS, YS), NEAR / 4)


def polyline(*points: tuple[float, float]) -> FloatArray:
    places = np.array(points, np.float64)
    return np.stack([places[:-1], places[1:]], axis=1)


def test_a_circle_is_one_closed_curve_that_holds_its_middle() -> None:
    (circle,) = curves(X**2 + Y**2 - 1)
    assert not len(circle.ends)
    assert circle.even
    assert circle.holds(np.array([[0.0, 0.0], [0.9, 0.1], [1.1, 0.1], [-2.0, 0.0]])).tolist() == [1, 1, 0, 0]
    np.testing.assert_allclose(circle.size, 2, atol=NEAR**2)
    np.testing.assert_allclose(circle.low, -1, atol=NEAR**2)


def test_of_two_rings_the_larger_comes_first_and_the_smaller_is_not_part_of_it() -> None:
    outer, inner = curves((X**2 + Y**2 - 1) * (X**2 + Y**2 - 3))
    assert outer.extent > inner.extent
    assert outer.holds(np.array([[1.5, 0.0]])).all()
    assert not inner.holds(np.array([[1.5, 0.0]])).any()


def test_a_hyperbola_is_two_curves_with_ends_where_the_grid_ends() -> None:
    for branch in curves(X * Y - 0.5):
        assert len(branch.ends) == 2
        at_edge = np.isclose(np.abs(branch.ends), [3, 2])
        assert at_edge.any(axis=1).all()


def test_with_its_ends_joined_an_arch_holds_what_is_below_it() -> None:
    (arch,) = curves(1 - X**2 - Y)
    assert arch.holds(np.array([[0.0, 0.0], [0.0, 1.1], [1.5, 0.0]])).tolist() == [1, 0, 0]


@pytest.mark.parametrize("gap", [0.5, 2.0])
def test_pieces_are_one_curve_where_a_gap_is_no_larger_than_near(gap: float) -> None:
    left, right = polyline((0, 0), (5, 1), (10, 0)), polyline((10 + gap, 0), (20, 5))
    found = joined(np.concatenate([left, right]), 1.0)
    assert [len(curve.ends) for curve in found] == ([2] if gap < 1 else [2, 2])


def test_the_order_of_pieces_and_which_end_comes_first_are_all_one() -> None:
    pieces = zero_lines((X**2 + Y**2 - 1) * (X - 2), XS, YS)
    mixed = np.random.default_rng(0).permutation(pieces)
    mixed[::2] = mixed[::2, ::-1]
    told = [
        [(curve.ends.round(9).tolist(), curve.low.tolist(), len(curve.pieces)) for curve in joined(each, NEAR)]
        for each in (pieces, mixed)
    ]
    assert told[0] == told[1]
    assert [len(ends) for ends, *_ in told[0]] == [2, 0]


def test_where_three_lines_meet_one_curve_has_three_ends() -> None:
    rays = [polyline((0, 0), end) for end in ((0.0, 9.0), (8.0, -4.0), (-8.0, -4.0))]
    (found,) = joined(np.concatenate(rays), 1.0)
    assert sorted(found.ends.tolist()) == [[-8, -4], [0, 9], [8, -4]]
    assert not found.even


def test_no_pieces_are_no_curves_and_specks_are_none() -> None:
    assert joined(np.empty((0, 2, 2)), 1.0) == []
    assert joined(polyline((0, 0), (0.3, 0.2), (0, 0)), 1.0) == []


def test_a_piece_that_is_there_twice_counts_once() -> None:
    (square,) = joined(np.concatenate([polyline((0, 0), (4, 0), (4, 4), (0, 4), (0, 0))] * 2), 1.0)
    assert len(square.pieces) == 4
    assert square.holds(np.array([[2.0, 2.0], [5.0, 2.0]])).tolist() == [True, False]


def test_a_thicket_is_not_followed() -> None:
    rng = np.random.default_rng(1)
    assert curves_of(rng.uniform(size=(MOST_PIECES + 1, 2, 2)), 1e-9) is None
    assert curves_of(rng.uniform(size=(MOST_PIECES // 2, 2, 2)), 1e-9) is None
