"""The summary in words: nothing in it is a name of the program, and what is one is told as one."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from core.datasets.dataset import Dataset
from core.explain.summary_text import in_words
from core.run import train
from core.spec import RunSpec
from core.theory.diagnosis import separability, unending
from tests.core.tables import DATASET, every_pair, named

CLOSE = Dataset([[i * 1e-9, 0.0] for i in range(12)], [1, -1] * 6)
"""So close that no margin is found in a feature space."""


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_what_does_not_exist_is_not_told_as_none(spec: RunSpec) -> None:
    for dataset in (DATASET, CLOSE):
        run = train(dataset, spec)
        assert "None" not in in_words(run.summary("points.csv"), run)


def test_the_limit_that_ended_a_run_is_named() -> None:
    for spec, limit in ((RunSpec(max_epochs=2), "epochs"), (RunSpec(max_updates=1), "updates")):
        run = train(DATASET, spec)
        assert f"stopped at its limit of {limit} after" in in_words(run.summary(), run)


def test_what_is_one_is_told_as_one() -> None:
    run = train(Dataset([[1.0]], [1], labels=("-1", "+1")), RunSpec())
    words = in_words(run.summary("points.csv"), run)
    assert "1 example in 1 dimension, 1 of class “+1”, 0 of class “-1”" in words
    assert "converged after 1 update in 2 epochs" in words
    assert "0 training errors" in words


@pytest.mark.parametrize("spec", every_pair(predictors=False), ids=named)
def test_what_is_said_of_the_data_is_what_the_window_says(spec: RunSpec) -> None:
    for dataset in (DATASET, CLOSE, Dataset([[0.0, 1.0], [0.0, 2.0]], [1, -1])):
        for bias in (0.0, 1.0):
            run = train(dataset, replace(spec, bias=bias, start=None))
            words = in_words(run.summary("points.csv"), run)
            found = separability(run.dataset, run.margin)
            assert (found.headline in words) == (run.margin.separable is not True)
            assert ("stopped at its limit of" in words) == (not run.converged)
            assert not unending(run.margin) or (unending(run.margin) in words) == (not run.converged)


@pytest.mark.parametrize("seed", range(20))
def test_examples_count_from_1_in_words_and_from_0_in_the_summary(seed: int) -> None:
    rng = np.random.default_rng(seed)
    run = train(Dataset(rng.integers(-9, 10, (40, 2)), rng.choice([-1, 1], 40)), RunSpec(max_epochs=2))
    summary = run.summary()
    words = in_words(summary, run)
    found = re.findall(r"[Ee]xamples? ([0-9, and]+?) (?:\(.\)|are the same)", words)
    rows = sorted(int(row) - 1 for named in found for row in re.findall("[0-9]+", named))
    assert rows == summary["certificate"]["indices"]


def test_with_bias_0_no_hulls_are_told_of() -> None:
    run = train(Dataset([[1.0, 0.0], [2.0, 0.0]], [1, -1]), RunSpec(bias=0, max_epochs=3))
    assert "As seen from the origin, example 2 (×) and example 1 (○) lie in the same direction" in in_words(
        run.summary(), run
    )
    origin = train(Dataset([[0.0, 0.0], [2.0, 0.0]], [1, -1]), RunSpec(bias=0, max_epochs=3))
    assert "Example 1 lies at the origin and can never be classified" in in_words(origin.summary(), origin)


def test_a_long_vector_is_told_by_its_ends_and_where_the_rest_is() -> None:
    run = train(Dataset([[float(j) for j in range(1, 3_001)], [0.0] * 3_000], [1, -1]))
    words = in_words(run.summary("points.csv"), run)
    assert "w = [1.0, 2.0, 3.0, 4.0, 5.0, …, 3000.0] (3,000 numbers, all of them with --json), b = " in words
    assert len(words) < 1_000
