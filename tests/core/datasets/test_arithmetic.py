"""Sums and angles of numbers of any size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import (
    accumulate_updates,
    activations_along,
    angle,
    bias_feature,
    cosine,
    ordered_dot,
    squared_norms,
)
from core.datasets.dataset import Dataset, FloatArray


@pytest.mark.parametrize("length", [1e-320, 1e-200, 1.0, 1e200])
def test_a_cosine_does_not_hang_on_lengths(length: float) -> None:
    assert cosine(np.array([length, 0.0]), np.array([3.0, 4.0])) == pytest.approx(0.6)


vectors = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5).map(np.array).filter(lambda v: np.abs(v).max() > 1e-6)


@given(vectors, st.floats(1e-9, 1e9))
def test_no_angle_is_made_of_rounding(v: FloatArray, factor: float) -> None:
    assert angle(v, v * factor) == 0.0
    assert angle(v, -v * factor) == 180.0


@pytest.mark.parametrize("degrees", [1e-10, 1e-6, 1.0, 45.0, 90.0, 135.0, 179.999999])
def test_a_small_angle_is_as_exact_as_a_large_one(degrees: float) -> None:
    turned = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    assert angle(np.array([2.0, 0.0]), 3 * turned) == pytest.approx(degrees, rel=1e-4)


@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 40))
def test_few_long_rows_are_summed_in_the_same_order_as_many_short_ones(seed: int, n: int, d: int) -> None:
    generator = np.random.default_rng(seed)
    X, w = np.asfortranarray(generator.normal(size=(n, d))), generator.normal(size=d)
    many = np.asfortranarray(np.tile(X, (d + 1, 1)))
    for row, again in zip(X, many, strict=False):
        total = row[0] * w[0]
        for x, v in zip(row[1:], w[1:], strict=True):
            total += x * v
        assert ordered_dot(again[None], w) == total
    assert ordered_dot(X, w).tolist() == ordered_dot(many, w)[:n].tolist()
    assert squared_norms(X).tolist() == squared_norms(many)[:n].tolist()


@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 12))
def test_few_updates_of_long_vectors_are_made_as_many_are(seed: int, m: int, d: int) -> None:
    generator = np.random.default_rng(seed)
    dataset = Dataset(generator.normal(size=(4, d)), [1, -1, 1, -1])
    index, start = generator.integers(0, 4, m).astype(np.int32), generator.normal(size=d + 1)
    more = np.concatenate([index, np.zeros(d, np.int32)])
    bias = bias_feature(dataset, 1.0)
    few, many = (accumulate_updates(dataset, bias, rows, start) for rows in (index, more))
    assert few.tolist() == many[: m + 1].tolist()
    along = activations_along(dataset, index, few[:-1])
    assert along.tolist() == activations_along(dataset, more, many[:-1])[:m].tolist()
