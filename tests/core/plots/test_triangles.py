"""The triangle of an update has the lengths of exact arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.plots.triangles import GrowthTriangle

VECTORS = st.integers(1, 6).flatmap(
    lambda d: st.tuples(*[st.lists(st.integers(-50, 50), min_size=d, max_size=d)] * 2),
)


def dot(one: list[int], other: list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


@given(VECTORS)
def test_lengths_and_corner_are_those_of_the_vectors(pair: tuple[list[int], list[int]]) -> None:
    w, x = pair
    triangle = GrowthTriangle(dot(w, w), dot(x, x), dot(w, x))
    after = [a + b for a, b in zip(w, x, strict=True)]
    along, across = triangle.tip

    assert Fraction(triangle.after_squared) == dot(after, after)
    assert math.hypot(along, across) == pytest.approx(math.sqrt(dot(after, after)), abs=1e-5)
    assert math.hypot(along - triangle.before, across) == pytest.approx(math.sqrt(dot(x, x)), abs=1e-5)
    assert (along - triangle.before) * triangle.before == pytest.approx(dot(w, x), abs=1e-5)


@given(VECTORS)
def test_w_after_a_mistake_ends_on_or_inside_the_arc(pair: tuple[list[int], list[int]]) -> None:
    w, x = pair
    triangle = GrowthTriangle(dot(w, w), dot(x, x), -abs(dot(w, x)))

    assert math.hypot(*triangle.tip) <= triangle.arc + 1e-5


def test_from_zero_there_is_only_the_example() -> None:
    assert GrowthTriangle(0, 25, 0).tip == (5, 0)


def test_two_arrows_that_cancel_end_at_the_origin() -> None:
    assert GrowthTriangle(25, 25, -25).tip == (0, 0)
    assert GrowthTriangle(25, 25, -25).after_squared == 0


def test_an_example_of_length_zero_changes_nothing() -> None:
    assert GrowthTriangle(25, 0, 0).tip == (5, 0)
