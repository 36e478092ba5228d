"""A run that repeats itself is told so, from the first repetition on and never wrongly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis import cycles
from core.analysis.cycles import CycleDetector, can_cycle
from core.datasets.dataset import Dataset
from core.run import prepare, train
from core.spec import Bias, RunSpec
from tests.core.pieces import find_cycle
from tests.core.strategies import datasets, separable_datasets

XOR = Dataset([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])


def textbook_cycle(dataset: Dataset, epochs: int) -> tuple[int, int] | None:
    """First epoch (from 1) whose start comes back, and after how many epochs, by a plain loop."""
    w, b = [0.0] * dataset.d, 0.0
    starts: list[list[float]] = []
    for _ in range(epochs + 1):
        if [*w, b] in starts:
            first = starts.index([*w, b])
            return first + 1, len(starts) - first
        starts.append([*w, b])
        for x, y in zip(dataset.X.tolist(), dataset.y.tolist(), strict=True):
            a = w[0] * x[0]
            for j in range(1, dataset.d):
                a += w[j] * x[j]
            if y * (a + b) <= 0:
                w, b = [v + y * u for v, u in zip(w, x, strict=True)], b + y
    return None


@st.composite
def overlapping(draw: st.DrawFn) -> Dataset:
    """Whole numbers that no line separates: a point with both labels among them."""
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 2))
    X = draw(st.lists(st.tuples(*[st.integers(-3, 3)] * d), min_size=n, max_size=n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    return Dataset([*X, X[0]], [*y, -y[0]])


@given(overlapping(), st.sampled_from([1.0, 2.0, 0.0]))
def test_every_run_on_whole_numbers_that_no_line_separates_comes_to_repeat_itself(dataset: Dataset, bias: Bias) -> None:
    run = train(dataset, RunSpec(bias=bias, max_epochs=3000))
    cycle = find_cycle(run)
    assert cycle is not None
    again = cycle.first_update + cycle.length_updates
    rows = run.history.index()
    repeated = rows[cycle.first_update - 1 :]
    assert repeated[cycle.length_updates :].tolist() == repeated[: len(repeated) - cycle.length_updates].tolist()
    assert run.history.seek(cycle.first_update - 1).w.tolist() == run.history.seek(again - 1).w.tolist()


@given(datasets(min_n=1, max_n=6, max_d=2), st.integers(1, 40))
def test_a_cycle_is_the_first_repetition_a_plain_loop_meets(dataset: Dataset, epochs: int) -> None:
    run = train(dataset, RunSpec(max_epochs=epochs))
    cycle = find_cycle(run)
    expected = None if run.converged else textbook_cycle(dataset, run.history.examples // dataset.n)
    assert (cycle and (cycle.epoch, cycle.length_epochs)) == expected


@given(separable_datasets(min_n=1, max_n=8))
def test_a_run_that_stops_does_not_repeat_itself(dataset: Dataset) -> None:
    run = train(dataset)
    assert run.converged
    assert find_cycle(run) is None


def test_xor_repeats_from_the_first_update_on() -> None:
    cycle = find_cycle(train(XOR, RunSpec(max_epochs=50)))
    assert cycle is not None
    assert (cycle.epoch, cycle.first_update) == (1, 1)
    assert cycle.sentence == (
        f"This run repeats from update 1 on, every {cycle.length_updates} updates "
        f"({cycle.length_epochs} epoch{'s' * (cycle.length_epochs > 1)}): it never stops by itself."
    )


@settings(max_examples=30)
@given(overlapping(), st.integers(1, 60), st.integers(2, 8))
def test_neither_how_the_record_arrives_nor_how_much_is_remembered_shows(
    dataset: Dataset, piece: int, capacity: int
) -> None:
    spec = RunSpec(max_epochs=2000)
    run, engine = prepare(dataset, spec)
    detector = CycleDetector(dataset.n, capacity)
    cycle = None
    while run.stopped is None and cycle is None:
        run.history.append(engine.advance(piece, 10.0))
        cycle = detector.extend(run.history)
    assert cycle is not None
    assert cycle == find_cycle(train(dataset, spec))
    assert len(detector._seen) <= capacity + 1


def test_long_cycles_are_found_with_little_memory() -> None:
    rng = np.random.default_rng(5)
    dataset = Dataset(rng.integers(-40, 41, (12, 2)), rng.choice([-1, 1], 12))
    run = train(dataset, RunSpec(max_epochs=100_000))
    whole, thinned = find_cycle(run), CycleDetector(dataset.n, capacity=4).extend(run.history)
    assert whole is not None
    assert whole.length_epochs > 4
    assert thinned == whole


@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_nothing_is_said_where_chance_decides(order: str) -> None:
    run = train(XOR, RunSpec(order=order, max_epochs=50, max_updates=200))
    assert not can_cycle(run)
    assert find_cycle(run) is None


def test_no_examples_no_cycle() -> None:
    assert find_cycle(train(Dataset.empty())) is None


@pytest.mark.parametrize("blocks", [1, 3])
def test_block_by_block_the_same_cycle_is_found(blocks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles, "_BLOCK", 8)
    run = train(XOR, RunSpec(bias=1.0, max_epochs=300))
    detector, calls = CycleDetector(XOR.n), 0
    while detector.is_behind(run.history):
        found = detector.extend(run.history, blocks)
        calls += 1
    assert found is not None
    assert found == find_cycle(run)
    assert calls <= -(-(found.epoch + found.length_epochs) // (2 * blocks)) + 1
