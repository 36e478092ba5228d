"""The linear engine makes the updates a textbook loop makes, bit for bit, whichever way it scans."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron

from core.datasets.arithmetic import BiasFeature, bias_feature
from core.datasets.dataset import Dataset
from core.engine import vectors
from core.engine.engine import Batch, Stop
from core.engine.engines import PassEngine
from core.engine.vectors import LinearVector, scan_blocks
from core.orders import Shuffled
from core.rules import RULES, make_rule
from core.run import Run, prepare, train
from core.spec import RunSpec
from tests.core.pieces import train_in_pieces
from tests.core.strategies import datasets
from tests.core.textbook import TextbookRun, textbook

pytestmark = pytest.mark.usefixtures("either_way")

specs = st.builds(
    RunSpec,
    order=st.sampled_from(["cyclic", "shuffled"]),
    seed=st.integers(0, 3),
    bias=st.sampled_from([1.0, 0.0, 2.5, "radius"]),
    max_epochs=st.integers(1, 30),
    max_updates=st.integers(1, 60),
)


def expected(dataset: Dataset, spec: RunSpec) -> TextbookRun:
    return textbook(
        dataset,
        bias_squared=bias_feature(dataset, spec.bias).squared,
        order=spec.order or "cyclic",
        seed=spec.seed,
        max_epochs=spec.max_epochs,
        max_updates=spec.max_updates,
    )


def assert_equal(run: Run, oracle: TextbookRun) -> None:
    history = run.history
    assert (run.stopped, history.examples, history.epochs) == (oracle.stopped, oracle.examples, oracle.epochs)
    assert history.index().tolist() == oracle.index
    assert history.example().tolist() == oracle.example
    assert history.activation().tobytes() == np.array(oracle.activation, float).tobytes()
    weights = history.weights()[1:]
    assert weights[:, :-1].tobytes() == np.array(oracle.weights, float).tobytes()
    assert weights[:, -1].tobytes() == np.array(oracle.intercepts, float).tobytes()


@given(datasets(min_n=1), specs)
def test_updates_equal_the_textbook_loop_bit_for_bit(dataset: Dataset, spec: RunSpec) -> None:
    assert_equal(train(dataset, spec), expected(dataset, spec))


@given(datasets(min_n=1), specs, st.integers(1, 5), st.booleans())
def test_the_way_a_run_is_cut_into_batches_does_not_show(
    dataset: Dataset, spec: RunSpec, most: int, hurried: bool
) -> None:
    assert_equal(train_in_pieces(dataset, spec, most, hurried=hurried), expected(dataset, spec))


@given(datasets(min_n=1, max_n=40), st.integers(0, 3), st.data())
def test_both_scans_find_the_same_updates(dataset: Dataset, seed: int, data: st.DataObject) -> None:
    weights = np.array(data.draw(st.lists(st.floats(-10, 10), min_size=dataset.d + 1, max_size=dataset.d + 1)))
    lazy = [name for name, rule in RULES.items() if not rule.every_example]
    rule = make_rule(RunSpec(rule=data.draw(st.sampled_from(lazy))))
    bias = BiasFeature(1.0, 1.0)
    blocked, compiled = (LinearVector(dataset, bias, rule, weights.copy()) for _ in range(2))
    tile = PassEngine(blocked, RunSpec(), Shuffled(dataset.n, seed)).tile(0)
    start = data.draw(st.integers(0, len(tile)))
    stop = data.draw(st.integers(start, len(tile)))
    limit = data.draw(st.integers(1, 500))
    plainly, in_c = scan_blocks(blocked, tile, start, stop, limit), compiled.scan(tile, start, stop, limit)
    assert plainly.places.tolist() == in_c.places.tolist()
    assert plainly.reached == in_c.reached
    assert blocked.values.tolist() == compiled.values.tolist()
    if blocked.keeps_activation:
        assert (plainly.activation + 0.0).tobytes() == (in_c.activation + 0.0).tobytes()


@pytest.mark.parametrize("size", [1, 1 << 13])
@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
def test_the_size_of_a_block_changes_no_bit(monkeypatch: pytest.MonkeyPatch, size: int, order: str) -> None:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(3000, 2)).round(2)
    dataset = Dataset(X, np.where(X @ [1.0, 0.5] + 0.2 > 0, 1, -1))
    spec = RunSpec(order=order, max_epochs=40, max_updates=5000)
    free = train(dataset, spec)
    monkeypatch.setattr(vectors, "_SMALLEST_BLOCK", size)
    forced = train(dataset, spec)
    assert free.history.index().tobytes() == forced.history.index().tobytes()
    assert free.history.activation().tobytes() == forced.history.activation().tobytes()
    assert_equal(free, expected(dataset, spec))


@pytest.mark.parametrize("separable", [True, False])
def test_weights_equal_scikit_learns_after_as_many_epochs(separable: bool) -> None:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(400, 3))
    y = np.where(X @ [1.0, -2.0, 0.5] + 0.3 + (0 if separable else 1) * rng.normal(size=400) > 0, 1, -1)
    run = train(Dataset(X, y), RunSpec(max_epochs=50))
    assert run.converged is separable
    oracle = Perceptron(shuffle=False, max_iter=run.history.epochs, tol=None).fit(X, y)
    assert run.weights is not None
    assert run.weights.tolist() == oracle.coef_[0].tolist()
    assert run.intercept == oracle.intercept_[0]
    assert (run.predict(X) == oracle.predict(X)).all()


def test_a_tie_is_a_mistake_so_that_zero_weights_start_to_learn() -> None:
    run = train(Dataset([[0.0, 0.0]], [1]))
    assert (run.updates, run.history.activation()[0], run.intercept) == (1, 0.0, 1.0)


def test_a_run_over_nothing_ends_at_once() -> None:
    run = train(Dataset.empty())
    assert (run.stopped, run.updates, run.history.examples) == (Stop.CONVERGED, 0, 0)


def test_a_point_at_the_origin_without_bias_is_a_mistake_for_ever() -> None:
    run = train(Dataset([[0.0, 0.0], [1.0, 2.0]], [1, -1]), RunSpec(bias=0.0, max_epochs=7))
    assert (run.stopped, run.history.epochs) == (Stop.MAX_EPOCHS, 7)
    assert np.count_nonzero(run.history.index() == 0) == 7


def test_a_finished_engine_has_nothing_more_to_say() -> None:
    run, engine = prepare(Dataset([[1.0]], [1]), RunSpec())
    while run.stopped is None:
        run.history.append(engine.advance(100, 1.0))
    again: Batch = engine.advance(100, 1.0)
    assert (len(again.index), again.stopped, again.examples) == (0, Stop.CONVERGED, run.history.examples)


@given(datasets(min_n=1), st.integers(1, 40))
def test_on_whole_numbers_every_decision_ties_included_is_that_of_exact_arithmetic(
    dataset: Dataset, limit: int
) -> None:
    whole = Dataset(np.round(np.clip(dataset.X, -1000, 1000)), dataset.y)
    w, b = [Fraction(0)] * whole.d, Fraction(0)
    mistakes: list[int] = []
    for _ in range(12):
        for i, (x, y) in enumerate(zip(whole.X.tolist(), whole.y.tolist(), strict=True)):
            if len(mistakes) < limit and y * (sum(a * Fraction(v) for a, v in zip(w, x, strict=True)) + b) <= 0:
                mistakes.append(i)
                w = [a + y * Fraction(v) for a, v in zip(w, x, strict=True)]
                b += y
    run = train(whole, RunSpec(max_epochs=12, max_updates=limit))
    assert run.history.index().tolist() == mistakes


def test_examples_with_very_many_features_are_not_copied_for_many_epochs_at_once() -> None:
    for d, length in ((2, 4096), (100_000, 8)):
        _, engine = prepare(Dataset(np.ones((4, d)), [1, -1] * 2), RunSpec())
        assert isinstance(engine, PassEngine)
        assert engine.tile_length == length
