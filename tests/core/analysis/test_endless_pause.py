"""Where a run that never stops by itself pauses; batches that are cut off lose nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.cycles import EPOCHS, EndlessPause, Pause, is_endless
from core.datasets.dataset import Dataset
from core.engine.engine import Batch, cut_off
from core.learners import LEARNERS
from core.run import Run, prepare, train
from core.spec import RunSpec
from tests.core.pieces import find_cycle

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
OVERLAP = Dataset([[0.0, 1.03], [2.0, 0.1], [1.0, 0.7], [0.5, 0.2], [1.7, 1.9]], [1, -1, 1, -1, -1])
SEPARABLE = Dataset([[2.0, 1.0], [1.0, 2.0], [-1.0, -2.0], [-2.0, 0.5]], [1, 1, -1, -1])


def paused(dataset: Dataset, spec: RunSpec, updates: int) -> tuple[Run, Pause]:
    """The run up to its pause, made in batches of so many updates."""
    run, engine = prepare(dataset, spec)
    patience = EndlessPause(run)
    while True:
        batch, pause, _ = patience.take(engine.advance(min(updates, 2 * patience.examples_left), 9.0))
        run.history.append(batch)
        if pause is not None:
            return run, pause


@pytest.mark.parametrize("updates", [1, 37, 10**6])
@pytest.mark.parametrize("learner", ["standard", "pocket", "online-svm", "passive-aggressive"])
def test_how_large_the_batches_are_never_shows_in_the_pause(updates: int, learner: str) -> None:
    run, pause = paused(OVERLAP, RunSpec(learner), updates)
    whole = train(OVERLAP, RunSpec(learner, max_epochs=2 * EPOCHS, max_updates=1000))
    cycle = find_cycle(whole)
    turn = (cycle.epoch + cycle.length_epochs - 1) * OVERLAP.n if cycle else EPOCHS * OVERLAP.n
    assert pause.examples == run.history.examples == min(turn, EPOCHS * OVERLAP.n)
    expected = whole.history.until(pause.examples)
    assert np.array_equal(run.history.index(), expected.index(0, len(expected)))
    assert np.array_equal(run.history.weights(), expected.weights(0, len(expected)))


@pytest.mark.parametrize("updates", [1, 2, 3, 500])
def test_a_cycle_is_shown_once_and_whole(updates: int) -> None:
    run, pause = paused(XOR, RunSpec(), updates)
    assert pause.cycle is not None
    assert pause.cycle == find_cycle(train(XOR))
    assert len(run.history) == pause.cycle.first_update - 1 + pause.cycle.length_updates


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_that_may_stop_is_not_endless(learner: str) -> None:
    run, _ = prepare(SEPARABLE, RunSpec(learner))
    assert is_endless(run) == run.rule.every_example
    assert not is_endless(prepare(Dataset.empty(), RunSpec(learner))[0])


@given(st.integers(0, 1200), st.integers(0, 800))
def test_cut_in_two_a_batch_says_the_same(example: int, before: int) -> None:
    spec = RunSpec("passive-aggressive", max_epochs=200)
    whole, first, second = (prepare(OVERLAP, spec) for _ in range(3))
    whole[0].history.append(whole[1].advance(10**6, 9.0))
    batches: list[Batch | None] = [first[1].advance(max(before, 1), 9.0), first[1].advance(10**6, 9.0)]
    done = len(batches[0].index) if batches[0] else 0
    if batches[1] is not None:
        batches[1:] = cut_off(batches[1], done, max(example, batches[0].examples if batches[0] else 0))
    for batch in filter(None, batches):
        second[0].history.append(batch)
    assert second[0].history.examples == whole[0].history.examples
    assert second[0].history.stopped == whole[0].history.stopped
    assert np.array_equal(second[0].history.weights(), whole[0].history.weights())
    assert np.array_equal(second[0].history.activation(), whole[0].history.activation())
