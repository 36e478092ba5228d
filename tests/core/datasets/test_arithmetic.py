"""Sums and angles of numbers of any size."""

from __future__ import annotations

import numpy as np
import pytest

from core.datasets.arithmetic import cosine


@pytest.mark.parametrize("length", [1e-320, 1e-200, 1.0, 1e200])
def test_a_cosine_does_not_hang_on_lengths(length: float) -> None:
    assert cosine(np.array([length, 0.0]), np.array([3.0, 4.0])) == pytest.approx(0.6)
