"""The kernel perceptron makes the updates of a textbook's dual loop bit for bit, and its record gives them all back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset, FloatArray
from core.engine.engine import Stop
from core.explain.trace import trace
from core.kernels import GramColumns, make_kernel
from core.predictors import PREDICTORS
from core.record.histories import KernelHistory
from core.run import Run, train
from core.spaces.kernel import Expansion
from core.spec import RunSpec
from tests.core.pieces import train_in_pieces
from tests.core.strategies import datasets, whole
from tests.core.textbook import passes

pytestmark = pytest.mark.usefixtures("either_way")

kernels = st.sampled_from(
    [
        RunSpec("kernel", kernel="linear"),
        RunSpec("kernel", kernel="poly", degree=2),
        RunSpec("kernel", kernel="poly", degree=3, gamma=0.3, coef0=0.7),
        RunSpec("kernel", kernel="rbf", gamma=0.2),
    ]
)


@st.composite
def specs(draw: st.DrawFn) -> RunSpec:
    return replace(
        draw(kernels),
        order=draw(st.sampled_from(["cyclic", "shuffled"])),
        seed=draw(st.integers(0, 3)),
        bias=draw(st.sampled_from([1.0, 0.0, 2.5, "radius"])),
        max_epochs=draw(st.integers(1, 12)),
        max_updates=draw(st.integers(1, 60)),
    )


@dataclass
class Dual:
    """What a plain loop over α saw."""

    index: list[int] = field(default_factory=list)
    example: list[int] = field(default_factory=list)
    activation: list[float] = field(default_factory=list)
    alpha: list[int] = field(default_factory=list)
    b: list[float] = field(default_factory=lambda: [0.0])
    stopped: str = ""
    examples: int = 0


def gram_of(dataset: Dataset, spec: RunSpec) -> list[list[float]]:
    gram = make_kernel(spec).matrix(dataset.X, dataset.X) + bias_feature(dataset, spec.bias).squared
    return [[float(value) for value in row] for row in gram.tolist()]


def dual_loop(dataset: Dataset, spec: RunSpec) -> Dual:
    """Yuille 004 §2.5: αᵢ ← αᵢ + 1, b ← b + yᵢB² on a mistake; f is summed from scratch in the order of the updates."""
    gram, y = gram_of(dataset, spec), dataset.y.tolist()
    squared = bias_feature(dataset, spec.bias).squared
    run = Dual(alpha=[0] * dataset.n)
    for epoch, rows in enumerate(passes(dataset.n, spec.order or "cyclic", spec.seed), start=1):
        clean = True
        for i in rows:
            run.examples += 1
            f = 0.0
            for j in run.index:
                f = f + y[j] * gram[j][i]
            if y[i] * f <= 0:
                clean = False
                run.index.append(i)
                run.example.append(run.examples)
                run.activation.append(f)
                run.alpha[i] += 1
                run.b.append(run.b[-1] + y[i] * squared)
                if len(run.index) == spec.max_updates:
                    run.stopped = "max-updates"
                    return run
        if clean or epoch == spec.max_epochs:
            run.stopped = "converged" if clean else "max-epochs"
            return run
    raise AssertionError("the stream of passes ended")


def record(run: Run) -> KernelHistory:
    assert isinstance(run.history, KernelHistory)
    return run.history


def assert_equal(run: Run, oracle: Dual) -> None:
    history = record(run)
    assert (run.stopped, history.examples) == (oracle.stopped, oracle.examples)
    assert history.index().tolist() == oracle.index
    assert history.example().tolist() == oracle.example
    assert history.activation().tobytes() == np.array(oracle.activation, float).tobytes()
    assert history.alpha_per_rate(run.updates).tolist() == oracle.alpha
    assert history.weights()[:, 0].tobytes() == np.array(oracle.b).tobytes()


@given(datasets(min_n=1, max_n=10), specs())
def test_updates_equal_the_textbook_dual_loop_bit_for_bit(dataset: Dataset, spec: RunSpec) -> None:
    assert_equal(train(dataset, spec), dual_loop(dataset, spec))


@given(datasets(min_n=1, max_n=10), specs(), st.integers(1, 5), st.booleans())
def test_the_way_a_run_is_cut_into_batches_does_not_show(
    dataset: Dataset, spec: RunSpec, most: int, hurried: bool
) -> None:
    assert_equal(train_in_pieces(dataset, spec, most, hurried=hurried), dual_loop(dataset, spec))


@given(st.data(), st.sampled_from(["cyclic", "shuffled", "random"]), st.sampled_from([0.0, 1.0, 2.0]))
def test_the_linear_kernel_makes_the_mistakes_of_the_standard_perceptron(
    data: st.DataObject, order: str, bias: float
) -> None:
    n, d = data.draw(st.integers(1, 10)), data.draw(st.integers(1, 3))
    X = [[data.draw(whole) for _ in range(d)] for _ in range(n)]
    dataset = Dataset(X, data.draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))
    spec = RunSpec(order=order, bias=bias, max_epochs=20, max_updates=100)
    primal, dual = train(dataset, spec), train(dataset, replace(spec, kernel="linear"))
    assert (primal.stopped, primal.history.examples) == (dual.stopped, dual.history.examples)
    for column in ("index", "example", "activation"):
        assert getattr(primal.history, column)().tolist() == getattr(dual.history, column)().tolist()
    assert primal.history.weights()[:, -1].tolist() == dual.history.weights()[:, 0].tolist()
    assert primal.theorem().w_norm_sq.tolist() == dual.theorem().w_norm_sq.tolist()
    for predictor in PREDICTORS:
        one, other = replace(primal.spec, predictor=predictor), replace(dual.spec, predictor=predictor)
        scores = replace(primal, spec=one).score(dataset.X), replace(dual, spec=other).score(dataset.X)
        assert scores[0] == pytest.approx(scores[1], rel=1e-12, abs=1e-12)


@given(datasets(min_n=1, max_n=8), specs())
def test_every_example_can_be_shown_again_mistake_or_not(dataset: Dataset, spec: RunSpec) -> None:
    history = train(dataset, spec).history
    gram, y = gram_of(dataset, spec), dataset.y.tolist()
    f, k, alpha = [0.0] * dataset.n, 0, [0] * dataset.n
    for t in range(1, history.examples + 1):
        state = history.at_example(t)
        i = state.index
        assert (state.activation, state.added) == (f[i], y[i] * f[i] <= 0)
        if state.added:
            f = [v + y[i] * g for v, g in zip(f, gram[i], strict=True)]
            k, alpha[i] = k + 1, alpha[i] + 1
        assert state.alpha is not None
        assert (state.update, state.alpha.tolist()) == (k, alpha)
        assert (len(state.w), len(state.w_before)) == (0, 0)
    assert k == len(history)


@pytest.fixture(scope="module")
def long_run() -> Run:
    """Labels at random: 60,000 updates, many keyframes and milestones."""
    rng = np.random.default_rng(1)
    dataset = Dataset(rng.normal(size=(60, 2)), np.where(rng.random(60) < 0.5, 1, -1))
    return train(dataset, RunSpec("kernel", kernel="poly", degree=2, bias=0.3, max_epochs=10**6, max_updates=60_000))


def values_after(run: Run, update: int) -> FloatArray:
    """f(xᵢ) (n,), by a plain loop over the updates."""
    dataset = run.dataset
    gram = np.array(gram_of(dataset, run.spec))
    values = np.zeros(dataset.n)
    for j in run.history.index(0, update).tolist():
        values = values + float(dataset.y[j]) * gram[j]
    return values


def test_an_update_costs_at_most_24_bytes(long_run: Run) -> None:
    assert long_run.history.nbytes <= 24 * 2**16


@pytest.mark.parametrize("k", [0, 1, 4095, 4096, 4097, 16_384, 16_385, 59_999, 60_000])
def test_any_moment_of_a_long_run_comes_back(long_run: Run, k: int) -> None:
    history, dataset = record(long_run), long_run.dataset
    state, index = history.seek(k), history.index(0, k)
    assert state.alpha is not None
    assert state.alpha.tolist() == np.bincount(index, minlength=dataset.n).tolist()
    b = 0.0
    for i in index.tolist():
        b = b + float(dataset.y[i]) * (0.3 * 0.3)
    assert state.b == b
    assert state.norm_squared == history.norm_squared()[k]
    values = values_after(long_run, k)
    assert long_run.space.trajectory(history, dataset.X, k, k)[0].tobytes() == values.tobytes()
    assert long_run.space.at(history, k).score(dataset.X).tobytes() == values.tobytes()
    other = dataset.X + 0.0
    other[0] = 9.0
    assert long_run.space.at(history, k).score(other)[1:] == pytest.approx(values[1:], rel=1e-6, abs=1e-6)


def test_squared_length_is_the_double_sum_over_alpha(long_run: Run) -> None:
    gram, y = np.array(gram_of(long_run.dataset, long_run.spec)), long_run.dataset.y
    history = record(long_run)
    for k in (1, 100, 20_000, 60_000):
        coefficients = history.alpha_per_rate(k) * y
        expected = pytest.approx(coefficients @ gram @ coefficients, rel=1e-12, abs=1e-11 * k)
        assert history.norm_squared(k, k)[0] == expected


def test_blocks_of_a_trajectory_join_up_bit_for_bit(long_run: Run) -> None:
    history, Q = long_run.history, np.random.default_rng(0).normal(size=(5, 2))
    whole_walk = long_run.space.trajectory(history, Q, 0, 3000)
    for start, stop in [(0, 10), (11, 700), (701, 701), (400, 500), (2999, 3000)]:
        part = long_run.space.trajectory(history, Q, start, stop)
        assert part.tobytes() == whole_walk[start : stop + 1].tobytes()
    moved = Q.copy()
    long_run.space.trajectory(history, moved, 0, 3000)
    moved[:] = 0.0
    assert (long_run.space.trajectory(history, moved, 3000, 3000)[0] == whole_walk[3000]).sum() == 0


@given(datasets(min_n=1, max_n=8), specs())
def test_averaged_is_the_mean_of_the_vectors_after_every_example_and_the_first_zero(
    dataset: Dataset, spec: RunSpec
) -> None:
    run = train(dataset, replace(spec, predictor="averaged"))
    Q = dataset.X[:3] + 0.5
    values = run.space.trajectory(run.history, Q, 0, run.updates)
    vectors = [values[run.history.updates_before(t)] for t in range(run.history.examples + 1)]
    size = np.abs(values).max(initial=1.0)
    assert run.score(Q) == pytest.approx(np.mean(vectors, axis=0), rel=1e-9, abs=1e-12 * size)


@given(datasets(min_n=1, max_n=8), specs())
def test_voted_counts_each_vectors_sign_as_often_as_it_survived(dataset: Dataset, spec: RunSpec) -> None:
    run = train(dataset, replace(spec, predictor="voted"))
    walk = run.space.trajectory(run.history, dataset.X, 0, run.updates)
    votes = sum(c * np.sign(values) for c, values in zip(run.history.survival().tolist(), walk[1:], strict=True))
    assert run.score(dataset.X).tolist() == (votes + np.zeros(dataset.n)).tolist()


def test_a_converged_run_has_no_training_errors_though_another_order_of_sums_would_see_a_tie() -> None:
    X = [[-0.2, 0.1], [-0.1, -0.1], [0.0, 0.1], [0.0, 0.2], [0.2, -0.2]]
    run = train(Dataset(X, [1, 1, 1, -1, -1]), RunSpec("kernel", kernel="linear"))
    decision = run.space.at(run.history, run.updates)
    assert isinstance(decision, Expansion)
    assert 0.0 in Expansion.score(decision, run.dataset.X)
    assert run.converged
    assert run.training_errors == 0


def test_random_order_draws_from_the_current_mistakes() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    dataset = Dataset(X, np.where((X**2).sum(axis=1) > 1, 1, -1))
    spec = RunSpec("kernel", order="random", seed=5, gamma=2.0)
    run = train(dataset, spec)
    generator, f, seen = np.random.Generator(np.random.PCG64(5)), np.zeros(40), []
    gram = np.array(gram_of(dataset, replace(spec, kernel="rbf")))
    while len(mistakes := np.flatnonzero(f * dataset.y <= 0)):
        seen.append(int(mistakes[generator.integers(len(mistakes))]))
        f = f + float(dataset.y[seen[-1]]) * gram[seen[-1]]
    assert run.converged
    assert run.history.index().tolist() == seen
    assert run.history.example().tolist() == list(range(1, len(seen) + 1))


def test_rings_that_no_line_parts_are_learned() -> None:
    rng = np.random.default_rng(0)
    angle, inner = rng.uniform(0, 6.28, 80), np.arange(80) < 40
    X = np.where(inner, 1.0, 2.0)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    run = train(Dataset(X, np.where(inner, 1, -1)), RunSpec("kernel"))
    assert run.converged
    assert (run.predict([[0.0, 1.0], [2.0, 0.0], [0.0, -2.1]]) == [1, -1, -1]).all()
    summary = run.summary()
    assert summary["kernel"] == {"name": "rbf", "gamma": 1.0}
    assert (summary["weights"], summary["training_errors"]) == (None, 0)
    alphas = np.array(summary["alphas"])
    assert alphas.tolist() == run.history.counts().tolist()
    assert summary["intercept"] == (alphas * run.dataset.y).sum()


def test_a_trace_has_b_but_no_weights() -> None:
    run = train(Dataset([[1, 1], [-1, -1], [1, -1], [-1, 1]], [-1, -1, 1, 1]), RunSpec("kernel"))
    header, first = "".join(trace(run)).splitlines()[:2]
    assert header.startswith("update,epoch,example,index,label,activation,b,survival,w_dot_wstar")
    assert first.startswith("1,1,1,0,-1,0.0,-1.0,2,")


def test_a_run_over_nothing_ends_at_once() -> None:
    for order in ("cyclic", "random"):
        run = train(Dataset.empty(), RunSpec("kernel", order=order))
        assert (run.stopped, run.updates, run.history.examples) == (Stop.CONVERGED, 0, 0)
        assert run.margin.separable is None


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "furthest"])
@pytest.mark.parametrize("columns", [1, 3, 11])
def test_columns_that_had_to_go_are_made_again(monkeypatch: pytest.MonkeyPatch, order: str, columns: int) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 2))
    dataset = Dataset(X, np.where((X**2).sum(axis=1) + 0.3 * rng.normal(size=60) > 1.4, 1, -1))
    spec = RunSpec("kernel", order=order, gamma=3.0, max_epochs=20, max_updates=500)
    roomy = train(dataset, spec)
    monkeypatch.setattr("core.engine.vectors.GramColumns", partial(GramColumns, values_kept=columns * dataset.n))
    cramped = train(dataset, spec)
    assert len(np.unique(roomy.history.index())) > columns
    assert cramped.history.index().tolist() == roomy.history.index().tolist()
    assert cramped.history.activation().tobytes() == roomy.history.activation().tobytes()
