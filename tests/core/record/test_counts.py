"""How often each example was learned from, between any two moments of a run."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET

RUN = train(DATASET, RunSpec("online-svm", order="random", max_updates=2_000))


@given(st.integers(0, RUN.updates), st.integers(0, RUN.updates))
def test_the_counts_are_those_of_the_updates_between_two_moments(one: int, other: int) -> None:
    start, stop = sorted((one, other))
    expected = np.bincount(RUN.history.index()[start:stop], minlength=DATASET.n)
    assert RUN.history.counts(start, stop).tolist() == expected.tolist()
