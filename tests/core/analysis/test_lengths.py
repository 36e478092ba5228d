"""How long shuffled runs are, counted without a record: what the whole run says, bit for bit."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import compiled
from core.analysis.experiments import orders
from core.analysis.experiments.orders import ShuffledLengths, can_count
from core.datasets.dataset import Dataset
from core.errors import CancelledError, never
from core.run import prepare, train
from core.spec import RunSpec
from core.ties import TIES
from tests.core.strategies import datasets
from tests.core.tables import COMPILED

pytestmark = pytest.mark.skipif(compiled.loops() is None, reason="the compiled loops were not built")

SQUARE = Dataset([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [1, -1, -1, 1])
"""Nothing separates its corners."""

specs = st.builds(
    RunSpec,
    order=st.just("shuffled"),
    rule=st.sampled_from(COMPILED),
    tie=st.sampled_from(list(TIES)),
    seed=st.integers(0, 2**40),
    bias=st.sampled_from([1.0, 0.0, 2.5, "radius"]),
    max_epochs=st.integers(1, 30),
    max_updates=st.integers(0, 60),
)


def counted(dataset: Dataset, spec: RunSpec) -> ShuffledLengths:
    run, _ = prepare(dataset, spec)
    assert can_count(dataset, run.spec, run.rule)
    return ShuffledLengths(dataset, run.spec, run.rule)


@given(datasets(min_n=1, max_n=40), specs, st.sampled_from([1, 20, 1 << 19]))
def test_a_run_is_as_long_as_with_a_record(dataset: Dataset, spec: RunSpec, looked_at: int) -> None:
    run = train(dataset, spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(orders, "_LOOKED_AT", looked_at)
        assert counted(dataset, spec).of(spec.seed, never) == (run.updates, run.converged)


@given(datasets(min_n=1, max_n=40), st.integers(0, 9), st.lists(st.integers(-9, 9), min_size=5, max_size=5))
def test_it_begins_where_the_run_does(dataset: Dataset, seed: int, start: list[int]) -> None:
    first = tuple(map(float, start[: dataset.d + 1]))
    spec = RunSpec(order="shuffled", seed=seed, start=first, rate=Fraction(1, 10), max_epochs=20)
    run = train(dataset, spec)
    assert counted(dataset, spec).of(seed, never) == (run.updates, run.converged)


def test_one_that_takes_long_is_left_once_nobody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "_LOOKED_AT", 100)
    asked = chain([False] * 5, repeat(True))
    with pytest.raises(CancelledError):
        counted(SQUARE, RunSpec(max_epochs=10**9)).of(0, lambda: next(asked))


def test_what_the_loop_cannot_count_is_left_to_the_run() -> None:
    for dataset, spec in (
        (Dataset.empty(), RunSpec()),
        (SQUARE, RunSpec("kernel")),
        (SQUARE, RunSpec("online-svm")),
    ):
        run, _ = prepare(dataset, spec)
        assert not can_count(dataset, run.spec, run.rule)
