"""Exact arithmetic: floats are whole numbers over a power of two, and the nearest hull point is proven nearest."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import FloatArray
from core.theory.margin.exact_hull import (
    ExactPoints,
    nearest_to_origin,
    over_common_denominator,
    square_root,
)
from tests.core.strategies import decimal, real, whole

tiny = st.floats(-1e-300, 1e-300)
huge = st.floats(-1e100, 1e100)


@st.composite
def matrices(draw: st.DrawFn, max_n: int = 10, max_d: int = 4) -> FloatArray:
    n, d = draw(st.integers(1, max_n)), draw(st.integers(1, max_d))
    number = draw(st.sampled_from([whole, decimal, real, tiny, huge, st.one_of(tiny, huge)]))
    return np.array([[draw(number) for _ in range(d)] for _ in range(n)])


def fractions(matrix: FloatArray) -> list[list[Fraction]]:
    return [[Fraction(value) for value in row] for row in matrix.tolist()]


def nearest_point(matrix: FloatArray, start: dict[int, int]) -> dict[int, int]:
    nearest = nearest_to_origin(ExactPoints(matrix), start, 1000, lambda: None)
    assert nearest is not None
    return nearest


def assert_nearest(matrix: FloatArray, nearest: dict[int, int]) -> None:
    """Σ λz with λ > 0 and z·x ≥ x·x for every z is the one nearest point (Wolfe 1976, theorem 2.1)."""
    rows, total = fractions(matrix), sum(nearest.values())
    assert all(weight > 0 for weight in nearest.values())
    x = [sum((rows[i][j] * w for i, w in nearest.items()), Fraction()) / total for j in range(matrix.shape[1])]
    squared = sum(c * c for c in x)
    assert all(sum(a * b for a, b in zip(row, x, strict=True)) >= squared for row in rows)
    assert any(ExactPoints(matrix).combination(nearest)) == (squared > 0)


@given(matrices())
def test_every_float_is_a_whole_number_over_one_power_of_two(matrix: FloatArray) -> None:
    points = ExactPoints(matrix)
    rows = points.rows(range(len(matrix))).tolist()
    assert [[Fraction(c, 2**points.shift) for c in row] for row in rows] == fractions(matrix)


@given(matrices(), st.data())
def test_the_lowest_product_is_the_exact_one(matrix: FloatArray, data: st.DataObject) -> None:
    form = data.draw(st.lists(st.integers(-(10**20), 10**20), min_size=matrix.shape[1], max_size=matrix.shape[1]))
    points = ExactPoints(matrix)
    products = [sum(a * b for a, b in zip(row, form, strict=True)) for row in fractions(matrix)]
    row, product = points.lowest(form)
    assert products[row] == min(products) == Fraction(product, 2**points.shift)


def test_a_difference_lost_to_rounding_still_decides_which_is_lowest() -> None:
    points = ExactPoints(np.array([[1e16, 1.0], [1e16, 0.0]]))
    assert points.lowest([1, 1])[0] == 1


@given(matrices())
def test_the_greatest_length_is_exact(matrix: FloatArray) -> None:
    assert ExactPoints(matrix).longest_squared() == max(sum(c * c for c in row) for row in fractions(matrix))


@given(matrices(), st.data())
def test_wolfe_finds_the_nearest_point_from_any_start(matrix: FloatArray, data: st.DataObject) -> None:
    rows = st.integers(0, len(matrix) - 1)
    start = data.draw(st.dictionaries(rows, st.integers(1, 2**30), min_size=1))
    assert_nearest(matrix, nearest_point(matrix, start))


@given(matrices())
def test_the_nearest_point_needs_at_most_one_row_more_than_dimensions(matrix: FloatArray) -> None:
    nearest = nearest_point(matrix, dict.fromkeys(range(len(matrix)), 1))
    assert len(nearest) <= matrix.shape[1] + 1


def test_the_middle_of_a_segment_through_the_origin_is_the_origin() -> None:
    matrix = np.array([[0.1, 0.3], [-0.1, -0.3]])
    nearest = nearest_point(matrix, {0: 1})
    assert nearest == {0: nearest[0], 1: nearest[0]}
    assert ExactPoints(matrix).combination(nearest) == [0, 0]


def test_a_corner_that_daqp_did_not_name_is_found() -> None:
    matrix = np.array([[3.0, 4.0], [3.0, -4.0], [1.0, 0.0]])
    nearest = nearest_point(matrix, {0: 1, 1: 1})
    assert list(nearest) == [2]


def test_out_of_rounds_nothing_is_claimed() -> None:
    matrix = np.array([[3.0, 4.0], [3.0, -4.0], [1.0, 0.0]])
    assert nearest_to_origin(ExactPoints(matrix), {0: 1}, 1, lambda: None) is None


@given(st.fractions(min_value=0, max_value=10**30), st.integers(-400, 400))
def test_square_root_is_next_to_the_true_one(fraction: Fraction, exponent: int) -> None:
    square = fraction * Fraction(4) ** exponent
    root = square_root(square)
    assert Fraction(math.nextafter(root, 0)) ** 2 <= square <= Fraction(math.nextafter(root, math.inf)) ** 2


@pytest.mark.parametrize("value", [0.0, 1.0, 1e-160, 1e160, 0.1])
def test_the_root_of_a_square_is_the_number(value: float) -> None:
    assert square_root(Fraction(value) ** 2) == value


@given(st.lists(st.fractions(), min_size=1, max_size=6))
def test_whole_numbers_keep_ratios_and_signs(values: list[Fraction]) -> None:
    wholes = over_common_denominator(values)
    assert all(w * values[0] == wholes[0] * v for w, v in zip(wholes, values, strict=True))
    assert all((w > 0) == (v > 0) and (w < 0) == (v < 0) for w, v in zip(wholes, values, strict=True))
