"""Every moment of a run can be shown again exactly."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FrameType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets import arithmetic
from core.datasets.dataset import Dataset
from core.engine.engine import Batch
from core.record.history import History
from core.run import NoteTaker, Run, prepare, train
from core.spec import RunSpec
from tests.core.strategies import datasets
from tests.core.tables import DATASET, every_pair, named, over_pairs
from tests.core.textbook import textbook


@pytest.fixture(scope="module")
def long_run() -> Run:
    """Overlapping classes: 200,000 updates, many chunks and keyframes."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(500, 2))
    return train(Dataset(X, np.where(rng.random(500) < 0.5, 1, -1)), RunSpec(max_updates=200_000))


def test_seek_gives_the_weights_the_textbook_had(long_run: Run) -> None:
    oracle = textbook(long_run.dataset, max_updates=200_000)
    for k in (1, 2, 1023, 1024, 1025, 32_768, 32_769, 99_999, 200_000):
        state = long_run.history.seek(k)
        assert (state.update, state.example, state.index) == (k, oracle.example[k - 1], oracle.index[k - 1])
        assert state.activation == oracle.activation[k - 1]
        assert [*state.w.tolist(), state.b] == [*oracle.weights[k - 1], oracle.intercepts[k - 1]]
        if k > 1:
            assert [*state.w_before.tolist(), state.b_before] == [*oracle.weights[k - 2], oracle.intercepts[k - 2]]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("spec", every_pair(predictors=False), ids=named)
def test_weights_at_some_updates_are_those_of_all(
    spec: RunSpec, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setattr(arithmetic, "loops", lambda: None)
    history = train(DATASET, replace(spec, max_epochs=400, max_updates=2_500)).history
    for updates in (np.array([0]), np.array([len(history)] * 2), np.arange(0, len(history) + 1, 7)):
        every = history.weights()[updates]
        assert history.weights_at(updates).tobytes() == np.ascontiguousarray(every).tobytes()


def test_of_equally_long_lived_vectors_the_first_counts_however_far_apart_they_are() -> None:
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    history = train(xor, RunSpec(max_epochs=10**6, max_updates=2 * 65_536 + 9)).history
    assert set(history.survival()[1:].tolist()) == {1}, "in every block"
    for update in (1, 65_535, 65_536, 100_000):
        assert history.longest_lived(update) == (update + 1, 1)


def test_an_update_costs_at_most_24_bytes(long_run: Run) -> None:
    assert long_run.history.nbytes <= 24 * len(long_run.history)


@over_pairs(predictors=False)
def test_the_memory_it_says_is_what_it_holds(spec: RunSpec) -> None:
    history = train(DATASET, replace(spec, max_epochs=400, max_updates=40_000)).history
    history.weights(len(history))
    kept = getattr(history, "_milestones", ())
    frames = np.array(history._framed), np.array(history._frames)
    parts = [*history._chunks._kept, *frames, *(stone.alpha for stone in kept)]
    assert history.nbytes == sum(part.nbytes for part in parts)
    history.release(len(history))
    assert history.nbytes <= sum(part.nbytes for part in parts)


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, whoever is called."""
    count = 0

    def noticed(frame: FrameType, event: str, called: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(noticed)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def taken_over(run: Run, taker: NoteTaker, batch: Batch) -> int:
    """What is done with every batch of a run; the memory that its record takes."""
    run.append(batch, taker.take(batch))
    return run.history.nbytes


@pytest.mark.parametrize("learner", ["standard", "averaged", "voted"])
def test_the_next_updates_cost_no_more_at_the_end_of_a_long_run(learner: str) -> None:
    """Neither to take them over, nor to ask what the record holds, nor to follow them."""
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    spec = RunSpec(learner, max_epochs=10**6, max_updates=10**6)
    run, engine = prepare(xor, spec)
    taker, costs = NoteTaker(xor, spec), list[int]()
    while run.stopped is None:
        batch = engine.advance(10_000, 60.0)
        costs.append(calls(partial(taken_over, run, taker, batch)))
    assert len(costs) == 100
    assert max(costs[-10:]) <= max(costs[:10])


@given(datasets(min_n=1), st.sampled_from(["cyclic", "shuffled"]), st.integers(0, 5))
def test_every_example_can_be_shown_again_mistake_or_not(dataset: Dataset, order: str, seed: int) -> None:
    spec = RunSpec(order=order, seed=seed, max_epochs=5)
    history = train(dataset, spec).history
    w, b, k = np.zeros(dataset.d), 0.0, 0
    for t in range(1, history.examples + 1):
        state = history.at_example(t)
        x, y = dataset.X[state.index], dataset.y[state.index]
        a = w[0] * x[0]
        for j in range(1, dataset.d):
            a = a + w[j] * x[j]
        a = a + b
        assert (state.activation, state.label, state.epoch) == (a, y, (t - 1) // dataset.n + 1)
        assert state.added == (y * a <= 0)
        if state.added:
            w, b, k = w + y * x, b + float(y), k + 1
        assert (state.update, state.w.tolist(), state.b) == (k, w.tolist(), b)
    assert k == len(history)


@given(datasets(min_n=1), st.integers(0, 5))
def test_shuffled_epochs_are_permutations_seen_alike_in_any_order_of_asking(dataset: Dataset, seed: int) -> None:
    history = train(dataset, RunSpec(order="shuffled", seed=seed, max_epochs=6)).history
    forward = [history.at_example(t).index for t in range(1, history.examples + 1)]
    backward = [history.at_example(t).index for t in range(history.examples, 0, -1)]
    assert backward[::-1] == forward
    for epoch in range(history.epochs):
        whole = forward[epoch * dataset.n : (epoch + 1) * dataset.n]
        assert len(whole) < dataset.n or sorted(whole) == list(range(dataset.n))


def test_updates_are_counted_alike_one_by_one_and_together(long_run: Run) -> None:
    history = long_run.history
    examples = np.array([0, 1, 2, 500, history.example_of(40_000), history.example_of(40_000) - 1, history.examples])
    assert history.updates_before_each(examples).tolist() == [history.updates_before(int(t)) for t in examples]


def test_survivals_count_every_example_once(long_run: Run) -> None:
    history = long_run.history
    survival = history.survival()
    assert survival.min() >= 1
    assert survival.sum() == history.examples
    assert survival[4000:4010].tolist() == history.survival(4000, 4010).tolist()


def test_the_start_has_zero_weights_and_no_example(long_run: Run) -> None:
    state = long_run.history.seek(0)
    assert (state.update, state.example, state.index, state.b) == (0, 0, -1, 0.0)
    assert state.w.tolist() == [0.0, 0.0]


def test_asking_beyond_the_record_is_an_error(long_run: Run) -> None:
    history: History = long_run.history
    for k in (-1, len(history) + 1):
        with pytest.raises(IndexError):
            history.seek(k)
    with pytest.raises(IndexError):
        history.at_example(history.examples + 1)


def test_slices_of_the_record_join_up(long_run: Run) -> None:
    history = long_run.history
    parts = [history.index(0, 32_000), history.index(32_000, 70_000), history.index(70_000)]
    assert np.concatenate(parts).tobytes() == history.index().tobytes()
    assert history.weights(40_000, 40_100).tobytes() == history.weights()[40_000:40_101].tobytes()


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_who_follows_a_run_may_let_go_of_what_was_before(kernel: str | None) -> None:
    """Neither rows nor keyframes pile up, and what comes after is as it was."""
    rng = np.random.default_rng(3)
    dataset = Dataset(rng.normal(size=(40, 2)), rng.choice([-1, 1], 40))
    spec = RunSpec(kernel=kernel, gamma=1e-4, order="cyclic", max_updates=400_000, max_epochs=10**6)
    run, engine = prepare(dataset, spec)
    following, held = prepare(dataset, spec)[0].history, list[int]()
    while run.stopped is None:
        batch = engine.advance(50_000, 60.0)
        run.append(batch)
        following.append(batch)
        k = len(following) - 5_000
        following.release(k)
        held.append(following.nbytes)
        for update in (k, k + 1, len(following)):
            frame, expected = following.keyframe(update), run.history.keyframe(update)
            assert (frame.update, frame.weights.tobytes()) == (expected.update, expected.weights.tobytes())
            assert following.example(update - 1, update) == run.history.example(update - 1, update)
            if kernel is None:
                assert following.weights(update).tobytes() == run.history.weights(update).tobytes()
    assert held[-1] <= held[1] + 8 * 400_000 // 1024


def test_a_moment_far_from_a_keyframe_takes_no_memory_for_all_vectors_on_the_way() -> None:
    d, k = 4_000, 2_000
    X = np.random.default_rng(0).normal(size=(3, d))
    X[1] = X[0]
    run = train(Dataset(X, [1, -1, 1]), RunSpec(max_updates=k, max_epochs=k))
    assert run.updates == k
    history, frame = run.history, run.history.keyframe(k)
    assert k - frame.update > 1_000
    tracemalloc.start()
    last = history.weights(k, k)[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < (k - frame.update) * d * 8 / 2
    assert last[:-1].tolist() == (run.weights if run.weights is not None else last).tolist()
