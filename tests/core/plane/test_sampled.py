"""A rough vote: what few vectors say for all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.plane.fields.grid import Grid, decision_field
from core.plane.fields.votes import SampledVote
from core.run import Run, train
from core.spec import RunSpec
from tests.core.plane.reading import field_at, first_features

XS, YS = np.linspace(-3, 3, 13), np.linspace(-2, 2, 9)


def noisy(kernel: str | None = None) -> Run:
    rng = np.random.default_rng(0)
    dataset = Dataset(rng.normal(size=(40, 2)), np.where(rng.random(40) < 0.5, 1, -1))
    return train(dataset, RunSpec("voted", max_epochs=10**6, max_updates=400, kernel=kernel))


def sampled_vote(run: Run, most: int) -> SampledVote:
    return SampledVote(run, Grid.of(XS, YS), first_features(run.dataset), most)


RUN = noisy()


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_where_every_example_is_sampled_it_is_the_vote(kernel: str | None) -> None:
    run = noisy(kernel)
    sampled = sampled_vote(run, run.history.examples)
    for example in (0, 1, 7, 100):
        assert sampled.at(example).tolist() == field_at(run, example, XS, YS).tolist()


@settings(max_examples=30)
@given(st.lists(st.integers(0, RUN.history.examples), min_size=1, max_size=6), st.integers(1, 30))
def test_the_way_to_a_moment_does_not_show(moments: list[int], most: int) -> None:
    sampled = sampled_vote(RUN, most)
    for moment in moments:
        assert sampled.at(moment).tolist() == sampled_vote(RUN, most).at(moment).tolist()


@settings(max_examples=30)
@given(st.integers(0, RUN.history.examples), st.integers(1, 30))
def test_it_is_the_votes_of_few_vectors_for_as_many_examples(example: int, most: int) -> None:
    values = sampled_vote(RUN, most).at(example)
    every = 1
    while example // (2 * every) >= most:
        every *= 2
    moments = [*range(every, example + 1, every), *([example] if example % every else [])]
    assert len(moments) <= 2 * most
    total, grid, history = np.zeros(values.shape), Grid.of(XS, YS), RUN.history
    for before, moment in zip([0, *moments], moments, strict=False):
        decision = RUN.space.at(history, history.updates_before(moment))
        total += (moment - before) * np.sign(decision_field(decision, first_features(RUN.dataset), grid))
    assert values.tolist() == total.tolist()
    assert np.abs(values).max() <= example
