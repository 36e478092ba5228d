"""The summary in words: nothing in it is a name of the program, and what is one is told as one."""

from __future__ import annotations

import pytest

from core.datasets.dataset import Dataset
from core.explain.summary_text import in_words
from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, named

CLOSE = Dataset([[i * 1e-9, 0.0] for i in range(12)], [1, -1] * 6)
"""So close that no margin is found in a feature space."""


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_what_does_not_exist_is_not_told_as_none(spec: RunSpec) -> None:
    for dataset in (DATASET, CLOSE):
        run = train(dataset, spec)
        assert "None" not in in_words(run.summary("points.csv"), run)


def test_what_is_one_is_told_as_one() -> None:
    run = train(Dataset([[1.0]], [1], labels=("-1", "+1")), RunSpec())
    words = in_words(run.summary("points.csv"), run)
    assert "1 example in 1 dimension, 1 of class “+1”, 0 of class “-1”" in words
    assert "converged after 1 update in 2 epochs" in words
    assert "0 training errors" in words


def test_with_bias_0_no_hulls_are_told_of() -> None:
    run = train(Dataset([[1.0, 0.0], [2.0, 0.0]], [1, -1]), RunSpec(bias=0, max_epochs=3))
    assert "a weighted sum of y·x over the examples [0, 1] is 0" in in_words(run.summary("points.csv"), run)
    origin = train(Dataset([[0.0, 0.0], [2.0, 0.0]], [1, -1]), RunSpec(bias=0, max_epochs=3))
    assert "the vector of example 0 is 0" in in_words(origin.summary("points.csv"), origin)
