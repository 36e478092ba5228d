"""Rules beside the perceptron's: textbook loops, bit for bit, and what their authors prove of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain import why
from core.kernels import make_kernel
from core.learners import LEARNERS
from core.rules import RULES, make_rule
from core.run import Run, train
from core.spec import Bias, RunSpec
from tests.core.strategies import datasets, separable_datasets
from tests.core.tables import DATASET, TWELVE, every_pair, named

pytestmark = pytest.mark.usefixtures("either_way")

XOR = Dataset([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]], [-1, -1, 1, 1])
biases: st.SearchStrategy[Bias] = st.sampled_from([1.0, 0.0, 2.5, "radius"])


def stepped(dataset: Dataset, spec: RunSpec) -> tuple[list[int], list[list[float]]]:
    """The rows of the updates of a cyclic run, and (w, b) after each, one example at a time."""
    rule, squared = make_rule(spec), bias_feature(dataset, spec.bias).squared
    X, y = dataset.X.tolist(), dataset.y.tolist()
    w, b = [0.0] * dataset.d, 0.0
    index, vectors = [], []
    for _ in range(spec.max_epochs):
        clean = True
        for i in range(dataset.n):
            a, norm = w[0] * X[i][0], X[i][0] * X[i][0]
            for j in range(1, dataset.d):
                a, norm = a + w[j] * X[i][j], norm + X[i][j] * X[i][j]
            a, norm = a + b, norm + squared
            score = y[i] * a
            limit = 1 - 2.0**-40 if rule.sized else rule.threshold
            if score < limit or (score == limit and not rule.strict):
                signed = rule.size(score, norm) * y[i]
                w = [w[j] + signed * X[i][j] for j in range(dataset.d)]
                b += signed * squared
                index.append(i)
                vectors.append([*w, b])
                clean = False
                if len(index) == spec.max_updates:
                    return index, vectors
        if clean:
            return index, vectors
    return index, vectors


@pytest.mark.parametrize("size", [1, 1 << 13])
@given(data=st.data(), dataset=datasets(min_n=1), bias=biases, m=st.sampled_from([0.0, 0.5, 3.0]))
def test_updates_equal_the_textbook_loop_bit_for_bit(
    size: int, data: st.DataObject, dataset: Dataset, bias: Bias, m: float
) -> None:
    lazy = [name for name, rule in RULES.items() if not rule.every_example]
    rule = data.draw(st.sampled_from(lazy))
    spec = RunSpec(rule=rule, bias=bias, margin=m, max_epochs=6, max_updates=40)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.engine.vectors._SMALLEST_BLOCK", size)
        try:
            run = train(dataset, spec)
        except InputError:  # some example is too near to the origin for a step: tested below
            return
    index, vectors = stepped(dataset, spec)
    assert run.history.index().tolist() == index
    weights = run.history.weights()[1:]
    assert weights.tolist() == vectors
    scores = [run.history.seek(k).score for k in range(1, len(index) + 1)]
    assert (run.history.activation() * dataset.y[run.history.index()]).tolist() == scores


def test_with_no_margin_a_margin_perceptron_is_the_perceptron() -> None:
    rng = np.random.default_rng(3)
    dataset = Dataset(rng.normal(size=(40, 3)), rng.choice([-1, 1], 40))
    margin, plain = (train(dataset, RunSpec(rule=rule, margin=0.0, max_epochs=20)) for rule in ("margin", "perceptron"))
    assert margin.history.index().tolist() == plain.history.index().tolist()
    assert margin.margin.bound == plain.margin.bound


@given(separable_datasets(min_n=2), st.sampled_from(["cyclic", "shuffled", "random", "furthest"]), st.floats(0, 10))
def test_a_margin_perceptron_ends_within_its_bound_with_every_example_above_m(
    dataset: Dataset, order: str, m: float
) -> None:
    assume(dataset.n)
    run = train(dataset, RunSpec("margin", order, margin=m, max_epochs=10**6))
    assert run.margin.bound is not None
    assert run.margin.gamma is not None
    promised = (run.margin.radius_squared + 2 * m) / run.margin.gamma**2
    assert run.margin.bound == pytest.approx(promised)
    assert run.converged
    assert run.updates <= promised * (1 + 1e-9)
    assert (run.score(dataset.X) * dataset.y > m).all()


@given(separable_datasets(min_n=1), biases, st.integers(1, 20))
def test_the_squared_losses_of_a_passive_aggressive_run_stay_below_the_bound(
    dataset: Dataset, bias: Bias, epochs: int
) -> None:
    run = train(dataset, RunSpec("passive-aggressive", bias=bias, max_epochs=epochs))
    if not run.margin.separable or run.margin.gamma is None:
        return
    scores = run.history.activation() * dataset.y[run.history.index()]
    bound = run.margin.radius_squared / run.margin.gamma**2
    assert float(np.square(1 - scores).sum()) <= bound * (1 + 1e-9)
    assert np.count_nonzero(scores <= 0) <= bound * (1 + 1e-9)
    assert run.margin.bound is None


def test_a_passive_aggressive_step_brings_its_example_to_the_margin() -> None:
    rng = np.random.default_rng(8)
    dataset = Dataset(rng.normal(size=(30, 2)), rng.choice([-1, 1], 30))
    run = train(dataset, RunSpec("passive-aggressive", max_epochs=3))
    for k in range(1, run.updates + 1):
        state = run.history.seek(k)
        after = state.label * (float(state.w @ dataset.X[state.index]) + state.b)
        assert after == pytest.approx(1.0)


def test_passive_aggressive_weights_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(9)
    dataset = Dataset(rng.normal(size=(50, 4)), rng.choice([-1, 1], 50))
    run = train(dataset, RunSpec("passive-aggressive", bias=0, max_epochs=5))
    plain = {"penalty": None, "fit_intercept": False, "shuffle": False, "max_iter": 5, "tol": None}
    peer = SGDClassifier(loss="hinge", learning_rate="pa1", eta0=1e9, **plain)
    peer.fit(dataset.X, dataset.y)
    assert run.weights is not None
    assert run.weights.tolist() == pytest.approx(peer.coef_[0].tolist(), rel=1e-9)


def test_an_example_too_near_to_the_origin_for_a_step_is_refused() -> None:
    dataset = Dataset([[1.0, 1.0], [1e-110, 0.0]], [1, -1])
    with pytest.raises(InputError, match="example 2 lies so near to the origin"):
        train(dataset, RunSpec("passive-aggressive", bias=0))
    assert train(dataset, RunSpec("passive-aggressive", max_epochs=3)).updates


@pytest.mark.parametrize("spec", [spec for spec in every_pair() if spec.start is None], ids=named)
def test_what_products_would_lose_is_refused_by_every_rule_and_space(spec: RunSpec) -> None:
    tiny, plain = Dataset(1e-170 * DATASET.X, DATASET.y), replace(spec, coef0=0.0)
    if plain.kernel and make_kernel(plain).diagonal(0 * DATASET.X).all():
        assert train(tiny, replace(plain, bias=0.0)).history.examples  # there not even the origin has length 0
        return
    for bias in (0.0, 1e-170):
        with pytest.raises(InputError, match="so near to the origin that products with it are lost"):
            train(tiny, replace(plain, bias=bias))
    assert train(tiny, plain).history.examples


def updates_by_furthest(run: Run) -> list[int]:
    """The rows that a plain loop picks: of the examples with y·a ≤ 0 the least, the first of several."""
    X, y, w, b, rows = run.dataset.X, run.dataset.y, np.zeros(run.dataset.d), 0.0, list[int]()
    while (scores := y * (X @ w + b)).min() <= 0 and len(rows) < run.spec.max_updates:
        row = int(scores.argmin())
        rows.append(row)
        w, b = w + y[row] * X[row], b + y[row]
    return rows


@given(datasets(min_n=1, max_d=1), st.integers(1, 30))
def test_the_furthest_mistake_comes_first(dataset: Dataset, most: int) -> None:
    run = train(dataset, RunSpec(order="furthest", max_updates=most))
    assert run.history.index().tolist() == updates_by_furthest(run)
    assert run.history.epochs == 0


@given(datasets(min_n=1, max_n=6), st.sampled_from([None, "rbf", "poly"]), st.sampled_from(["cyclic", "furthest"]))
def test_rounding_is_never_shown_as_learning_by_a_passive_aggressive_run(
    dataset: Dataset, kernel: str | None, order: str
) -> None:
    spec = RunSpec("passive-aggressive", order, kernel=kernel, max_epochs=200, max_updates=400)
    try:
        run = train(dataset, spec)
    except InputError:  # some example is too near to the origin for a step
        return
    scores = run.history.activation() * dataset.y[run.history.index()]
    assert (1 - scores > 2.0**-40).all()


@pytest.mark.parametrize(
    ("dataset", "kernel", "updates"), [(TWELVE, None, 364), (XOR, "rbf", 51)], ids=["plane", "rbf"]
)
def test_a_passive_aggressive_run_ends_where_only_rounding_is_left(
    dataset: Dataset, kernel: str | None, updates: int
) -> None:
    run = train(dataset, RunSpec("passive-aggressive", kernel=kernel))
    assert (run.converged, run.updates) == (True, updates)
    for update in range(max(updates - 40, 1), updates + 1):
        state = run.history.seek(update)
        assert why(run, state).partition("y·a = ")[2].partition(" ")[0] != "1"
    last = [
        run.history.at_example(example)
        for example in range(run.history.examples - dataset.n + 1, run.history.examples + 1)
    ]
    assert all("≥ 1" in why(run, state) for state in last)


@pytest.mark.parametrize("score", [1 - 1e-12, 1 - 2.0**-40, 1 - 2.0**-41, 1 - 2.0**-53, 0.99996, 1.0, 1 + 2.0**-52])
def test_the_test_is_true_as_it_is_written(score: float) -> None:
    for rule in (make_rule(RunSpec(rule=name)) for name in RULES):
        made = rule.verdict(score, 1, rule.admits(score, 1))
        _, written, sign, threshold = made.test.replace("·a = ", " ").split()
        left, right = float(written), float(threshold)
        assert {"<": left < right, "≤": left <= right, ">": left > right, "≥": left >= right}[sign]
        assert made.adds == (sign in "<≤")


def test_every_rule_is_that_of_a_named_learner() -> None:
    """What compares learners, and the tests of all combinations, find a rule by its learners."""
    assert set(RULES) == {learner.rule for learner in LEARNERS.values()}
