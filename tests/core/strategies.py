"""Datasets for properties: small whole numbers meet ties and duplicates, floats meet rounding."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from core.datasets.dataset import Dataset

whole = st.integers(-4, 4).map(float)
decimal = st.integers(-500, 500).map(lambda v: v / 10)
real = st.floats(-1e6, 1e6).map(lambda v: v if abs(v) > 1e-90 else 0.0)
"""Products of smaller numbers are lost, and data of them refused without a bias feature."""


def so_many(count: int) -> int:
    """`count` examples where the profile asks for a hundred, as `make test-slow` does; of fewer the same part."""
    return count * settings().max_examples // 100


@st.composite
def datasets(draw: st.DrawFn, min_n: int = 0, max_n: int = 12, max_d: int = 4) -> Dataset:
    """Any labelled examples, separable or not."""
    n, d = draw(st.integers(min_n, max_n)), draw(st.integers(1, max_d))
    number = draw(st.sampled_from([whole, decimal, real]))
    X = [[draw(number) for _ in range(d)] for _ in range(n)]
    y = [draw(st.sampled_from([-1, 1])) for _ in range(n)]
    return Dataset(np.array(X, float).reshape(n, d), y)


@st.composite
def separable_datasets(draw: st.DrawFn, min_n: int = 1, max_n: int = 12, max_d: int = 4) -> Dataset:
    """Examples labelled by a plane of whole coefficients, so that it separates them in exact arithmetic."""
    d = draw(st.integers(1, max_d))
    plane = [draw(st.integers(-5, 5)) for _ in range(d)]
    offset = draw(st.integers(-5, 5))
    points = st.lists(st.tuples(*[st.integers(-30, 30)] * d), min_size=min_n, max_size=max_n)
    sides = [(x, sum(a * v for a, v in zip(plane, x, strict=True)) + offset) for x in draw(points)]
    kept = [(x, 1 if side > 0 else -1) for x, side in sides if side != 0]
    X = np.array([x for x, _ in kept], float).reshape(len(kept), d)
    return Dataset(X, [label for _, label in kept])
