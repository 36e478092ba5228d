"""The longest-lived vectors at a moment of a run are those that a plain loop over the record finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.updates import LongestLived
from core.datasets.dataset import Dataset
from core.predictors import lives_between
from core.run import train
from core.spec import RunSpec
from tests.core.strategies import datasets
from tests.core.tables import DATASET, every_pair, named


def by_hand(lives: list[int], most: int) -> list[tuple[int, int]]:
    """(survival, update), the longest first, of equals the later one."""
    return sorted(((c, k) for k, c in enumerate(lives) if c), reverse=True)[:most]


@pytest.mark.parametrize("spec", every_pair(predictors=False), ids=named)
@pytest.mark.parametrize("most", [1, 3, 100])
def test_at_every_moment_forth_and_back(spec: RunSpec, most: int) -> None:
    history = train(DATASET, spec).history
    longest = LongestLived(history, most)
    moments = range(history.examples + 1)
    for t in (*moments, *reversed(moments)):
        first, lives = lives_between(history, 0, t)
        found = longest.at(t)
        assert first == 0
        assert list(zip(found.lives.tolist(), found.updates.tolist(), strict=True)) == by_hand(lives.tolist(), most)
        assert found.among == np.count_nonzero(lives)


@given(datasets(min_n=2), st.integers(1, 6), st.data())
def test_however_many_are_read_at_once(dataset: Dataset, block: int, data: st.DataObject) -> None:
    history = train(dataset, RunSpec(order="shuffled", max_epochs=8)).history
    longest = LongestLived(history, 4)
    for t in data.draw(st.lists(st.integers(0, history.examples), min_size=1, max_size=6)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("core.analysis.updates._AT_A_TIME", block)
            found = longest.at(t)
        _, lives = lives_between(history, 0, t)
        assert list(zip(found.lives.tolist(), found.updates.tolist(), strict=True)) == by_hand(lives.tolist(), 4)


def test_over_many_blocks_of_a_long_run() -> None:
    X = np.random.default_rng(1).normal(size=(40, 2))
    run = train(Dataset(X, np.where(np.arange(40) % 2, 1, -1)), RunSpec(max_updates=20_000, max_epochs=10_000))
    longest = LongestLived(run.history, 50)
    for k in (run.updates, 9_000, 4_096, 12_288, 4_095, 1):
        t = run.history.example_of(k)
        _, lives = lives_between(run.history, 0, t)
        found = longest.at(t)
        assert list(zip(found.lives.tolist(), found.updates.tolist(), strict=True)) == by_hand(lives.tolist(), 50)
    assert longest._top.base is None, "no more is kept than is told"
    assert len(longest._top) <= 50
