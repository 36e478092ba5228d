"""Sums and angles of numbers of any size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import angle, cosine
from core.datasets.dataset import FloatArray


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
