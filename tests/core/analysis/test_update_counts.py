"""How often each example was learned from, wherever the playhead goes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.update_rankings import UpdateCounts
from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET

RUN = train(DATASET, RunSpec("online-svm", order="random", max_updates=2_000))


@given(st.lists(st.integers(0, RUN.updates), max_size=12))
def test_the_counts_are_those_of_the_updates_up_to_the_playhead(places: list[int]) -> None:
    counts, index = UpdateCounts(RUN), RUN.history.index()
    for update in places:
        assert counts.at(update).tolist() == np.bincount(index[:update], minlength=DATASET.n).tolist()
