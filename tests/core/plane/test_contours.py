"""The zero line of a function on a grid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.plane.fields.contours import zero_lines

XS, YS = np.linspace(-2, 2, 41), np.linspace(-1, 1, 31)


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(-1, 1))
def test_the_zero_line_of_a_plane_lies_on_it(a: float, b: float, c: float) -> None:
    values = a * XS + b * YS[:, None] + c
    segments = zero_lines(values, XS, YS)
    on_plane = a * segments[..., 0] + b * segments[..., 1] + c
    assert np.abs(on_plane).max(initial=0) <= 1e-12


def test_a_circle_has_the_length_of_a_circle_and_is_closed() -> None:
    values = XS**2 + YS[:, None] ** 2 - 0.47
    segments = zero_lines(values, XS, YS)
    lengths = np.hypot(*(segments[:, 1] - segments[:, 0]).T)
    assert lengths.sum() == pytest.approx(2 * np.pi * np.sqrt(0.47), rel=0.01)
    ends, counts = np.unique(segments.reshape(-1, 2).round(9), axis=0, return_counts=True)
    assert set(counts.tolist()) <= {2, 4}
    assert len(ends)


@given(st.integers(2, 7), st.integers(2, 7), st.data())
def test_every_change_of_sign_along_an_edge_is_met_once_from_each_side(q: int, p: int, data: st.DataObject) -> None:
    drawn = [[data.draw(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0])) for _ in range(p)] for _ in range(q)]
    values = np.array(drawn)
    segments = zero_lines(values, np.arange(p, dtype=float), np.arange(q, dtype=float))
    positive = values >= 0
    inner = 2 * np.count_nonzero(positive[1:-1, 1:] != positive[1:-1, :-1])
    inner += 2 * np.count_nonzero(positive[1:, 1:-1] != positive[:-1, 1:-1])
    border = np.count_nonzero(positive[[0, -1], 1:] != positive[[0, -1], :-1])
    border += np.count_nonzero(positive[1:, [0, -1]] != positive[:-1, [0, -1]])
    assert 2 * len(segments) == inner + border


def test_there_is_no_line_where_no_sign_changes() -> None:
    assert zero_lines(np.ones((3, 4)), np.arange(4.0), np.arange(3.0)).shape == (0, 2, 2)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("corner", [0.5, 2.0])
def test_in_a_saddle_the_corners_that_differ_from_the_middle_are_cut_off(corner: float, sign: float) -> None:
    values = sign * np.array([[corner, -1.0], [-1.0, corner]])
    segments = zero_lines(values, np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    differ = [(1.0, 0.0), (0.0, 1.0)] if corner > 1 else [(0.0, 0.0), (1.0, 1.0)]
    assert len(segments) == 2
    for segment in segments:
        (cut,) = [place for place in differ if all((end == place).any() for end in segment)]
        middle = (segment[0] + segment[1]) / 2
        assert np.hypot(*(middle - cut)) < np.hypot(*(middle - 0.5)) + 0.5
    assert len({tuple(segment.mean(axis=0).round(9).tolist()) for segment in segments}) == 2


def test_a_step_is_met_where_it_is_and_not_half_way() -> None:
    values = np.where(XS + 0.3 * YS[:, None] > 0.137, 5.0, -1.0)
    found = zero_lines(values, XS, YS, lambda points: points[:, 0] + 0.3 * points[:, 1] > 0.137)
    x, y = found.reshape(-1, 2).T
    assert np.abs(x + 0.3 * y - 0.137).max() < 0.1 / 64
    assert np.abs(zero_lines(values, XS, YS).reshape(-1, 2) @ (1.0, 0.3) - 0.137).max() > 0.01


def test_values_beyond_all_floats_have_a_line_between_them_all_the_same() -> None:
    values = np.array([[np.inf, -np.inf, 1.0], [-np.inf, np.inf, -1.0], [1e308, -1e308, np.inf]])
    found = zero_lines(values, np.arange(3.0), np.arange(3.0))
    assert len(found)
    assert np.isfinite(found).all()
    assert ((found >= 0) & (found <= 2)).all()
