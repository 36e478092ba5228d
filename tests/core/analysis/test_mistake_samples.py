"""Samples along a run are those of the same run stopped there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.held_out_errors import counted_at, moments, samples, snapshot, wrong_at
from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.run import prepare, train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, named


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_a_sample_is_what_a_run_stopped_there_gets_wrong(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for sample in samples(snapshot(run)):
        if not sample.update:
            continue
        stopped = train(DATASET, replace(spec, max_updates=sample.update))
        assert (stopped.updates, stopped.history.examples) == (sample.update, sample.example)
        assert sample.own == stopped.training_errors
        assert sample.last == stopped.errors[-1]
        assert sample.cost == stopped.objective()
        assert (sample.lost is None) == (not run.rule.bounds_losses)


def test_the_first_hundred_moments_are_all_there_and_the_rest_is_spread() -> None:
    assert moments(0).tolist() == [0]
    assert moments(40).tolist() == list(range(41))
    many = moments(10**6)
    assert many[:129].tolist() == list(range(129))
    assert (many[-1], len(many) < 800) == (10**6, True)
    assert np.diff(many).max() < 4_000


def test_a_snapshot_does_not_grow_with_its_run() -> None:
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    run, engine = prepare(xor, RunSpec(max_updates=50))
    run.history.append(engine.advance(10, 10.0))
    taken = snapshot(run)
    run.history.append(engine.advance(1000, 10.0))
    assert (taken.updates, run.updates) == (10, 50)
    assert [sample.update for sample in samples(taken)] == list(range(11))


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_what_is_wrong_after_any_example_is_what_its_decision_gets_wrong(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for example in {0, 1, run.history.examples // 2, run.history.examples}:
        counted, update = counted_at(snapshot(run), example), run.history.updates_before(example)
        wrong = DATASET.y * run.decision(example).score(DATASET.X) <= 0
        last = DATASET.y * run.space.at(run.history, update).score(DATASET.X) <= 0
        assert (counted.update, counted.example) == (update, example)
        assert (counted.last, counted.own) == (int(np.count_nonzero(last)), int(np.count_nonzero(wrong)))


def test_a_state_gets_wrong_what_its_sample_counts() -> None:
    run = train(DATASET, RunSpec(max_epochs=5))
    for sample in samples(run):
        assert wrong_at(run, run.history.at_example(sample.example)) == sample.last


@pytest.mark.parametrize("learner", list(LEARNERS))
def test_losses_too_large_for_a_number_are_infinite_and_no_error(learner: str) -> None:
    data = Dataset([[1e100, 1e-100], [-1e100, 1e100], [1e-100, 1e-100]], [1, 1, -1])
    run = train(data, RunSpec(learner, bias=0, max_updates=30))
    lost = [sample.lost for sample in samples(run)]
    assert all(squared >= 0 for squared in lost if squared is not None)
