"""One run, several readings: last, averaged, voted and pocket against textbook loops."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain.steps import exact_step, step_at
from core.kernels import make_kernel
from core.predictors import PREDICTORS
from core.predictors.predictor import errors_along
from core.run import train
from core.spec import Bias, RunSpec
from tests.core.strategies import datasets, separable_datasets
from tests.core.tables import DATASET, every_pair, telling
from tests.core.textbook import TextbookRun, textbook

orders = st.sampled_from(["cyclic", "shuffled"])
biases: st.SearchStrategy[Bias] = st.sampled_from([1.0, 0.0, 2.0, "radius"])


def vectors(oracle: TextbookRun, d: int) -> list[tuple[list[float], float, int]]:
    """(w, b) and survival of every vector of a textbook run, w⁽⁰⁾ = 0 included."""
    starts = [1, *oracle.example, oracle.examples + 1]
    lives = np.diff(starts).tolist()
    return list(zip([[0.0] * d, *oracle.weights], [0.0, *oracle.intercepts], lives, strict=True))


@given(separable_datasets(min_n=2), orders, biases, st.integers(1, 8))
def test_the_average_is_that_of_the_vectors_after_each_example_and_the_first(
    dataset: Dataset, order: str, bias: Bias, epochs: int
) -> None:
    run = train(dataset, RunSpec("averaged", order, bias=bias, max_epochs=epochs))
    squared = bias_feature(dataset, bias).squared
    oracle = textbook(dataset, order=order, bias_squared=squared, max_epochs=epochs)
    total = [Fraction(0)] * (dataset.d + 1)
    for w, b, life in vectors(oracle, dataset.d):
        total = [s + life * Fraction(v) for s, v in zip(total, [*w, b], strict=True)]
    expected = [float(s / (oracle.examples + 1)) for s in total]
    assert run.weights is not None
    assert [*run.weights.tolist(), run.intercept] == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(datasets(min_n=1), orders, st.integers(1, 6), st.data())
def test_a_vote_counts_every_vector_as_often_as_it_survived(
    dataset: Dataset, order: str, epochs: int, data: st.DataObject
) -> None:
    run = train(dataset, RunSpec("voted", order, max_epochs=epochs))
    oracle = textbook(dataset, order=order, max_epochs=epochs)
    number = st.floats(-20, 20)
    questions = np.array([[data.draw(number) for _ in range(dataset.d)] for _ in range(3)])
    votes = []
    for q in questions.tolist():
        total = 0
        for w, b, life in vectors(oracle, dataset.d):
            a = w[0] * q[0]
            for j in range(1, dataset.d):
                a += w[j] * q[j]
            a += b
            total += life * ((a > 0) - (a < 0))
        votes.append(total)
    assert run.score(questions).tolist() == votes
    assert (run.weights, run.intercept) == (None, None)


def random_mistakes(dataset: Dataset, seed: int, limit: int) -> list[int]:
    """Pocket 002's order by hand: a mistake drawn uniformly from all current ones."""
    generator = np.random.Generator(np.random.PCG64(seed))
    w, b = [0.0] * dataset.d, 0.0
    picked: list[int] = []
    while len(picked) < limit:
        wrong = []
        for i, (x, y) in enumerate(zip(dataset.X.tolist(), dataset.y.tolist(), strict=True)):
            a = w[0] * x[0]
            for j in range(1, dataset.d):
                a += w[j] * x[j]
            if y * (a + b) <= 0:
                wrong.append(i)
        if not wrong:
            break
        i = wrong[int(generator.integers(len(wrong)))]
        picked.append(i)
        w = [v + float(dataset.y[i]) * u for v, u in zip(w, dataset.X[i].tolist(), strict=True)]
        b += float(dataset.y[i])
    return picked


@given(datasets(min_n=1), st.integers(0, 3), st.integers(1, 30))
def test_random_order_draws_from_the_current_mistakes(dataset: Dataset, seed: int, limit: int) -> None:
    run = train(dataset, RunSpec("pocket", seed=seed, max_updates=limit))
    picked = random_mistakes(dataset, seed, limit)
    assert run.history.index().tolist() == picked
    assert run.history.example().tolist() == list(range(1, len(picked) + 1))
    assert run.stopped == ("max-updates" if len(picked) == limit and run.errors[-1] else "converged")


@given(datasets(min_n=1, max_n=8), st.sampled_from(["cyclic", "shuffled", "random"]), st.integers(1, 25))
def test_the_pocket_holds_the_earliest_vector_with_the_fewest_mistakes(
    dataset: Dataset, order: str, limit: int
) -> None:
    run = train(dataset, RunSpec("pocket", order, max_updates=limit))
    errors = []
    for k in range(run.updates + 1):
        state = run.history.seek(k)
        a = [float(v) for v in (dataset.X * state.w).cumsum(axis=1)[:, -1] + state.b]
        errors.append(sum(y * v <= 0 for y, v in zip(dataset.y.tolist(), a, strict=True)))
    assert run.errors.tolist() == errors
    best = run.history.seek(errors.index(min(errors)))
    assert run.weights is not None
    assert [*run.weights.tolist(), run.intercept] == [*best.w.tolist(), best.b]
    assert run.training_errors == min(errors)


def test_the_pocket_starts_with_the_zero_vector_that_gets_all_wrong() -> None:
    dataset = Dataset([[1.0, 1.0], [1.0, 1.0]], [1, -1])
    run = train(dataset, RunSpec("pocket", max_updates=3))
    assert run.errors[0] == dataset.n


@given(separable_datasets(min_n=1), st.integers(0, 5))
def test_random_order_stops_by_itself_where_a_separator_exists(dataset: Dataset, seed: int) -> None:
    run = train(dataset, RunSpec("pocket", seed=seed))
    assert run.converged
    assert run.margin.bound is None or run.updates <= run.margin.bound
    assert run.training_errors == 0


def test_blocks_of_decisions_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    dataset = Dataset(rng.normal(size=(30, 2)).round(1), rng.choice([-1, 1], 30))
    run = train(dataset, RunSpec("voted", max_epochs=20))
    whole = run.score(dataset.X), errors_along(run.space, run.history)
    monkeypatch.setattr("core.predictors.predictor._VALUES", 100)
    assert run.score(dataset.X).tolist() == whole[0].tolist()
    assert run.errors.tolist() == whole[1].tolist()


@pytest.mark.parametrize("learner", ["standard", "averaged", "voted"])
def test_one_mistake_sequence_serves_every_predictor(learner: str) -> None:
    rng = np.random.default_rng(4)
    dataset = Dataset(rng.normal(size=(40, 2)).round(1), rng.choice([-1, 1], 40))
    spec = RunSpec(learner, "shuffled", seed=7, max_epochs=12)
    standard = train(dataset, RunSpec("standard", "shuffled", seed=7, max_epochs=12))
    assert train(dataset, spec).history.index().tobytes() == standard.history.index().tobytes()


def test_a_predictor_can_be_asked_for_apart_from_the_learner() -> None:
    dataset = Dataset([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [1, -1, 1])
    asked = train(dataset, RunSpec(predictor="averaged"))
    named = train(dataset, RunSpec("averaged"))
    assert asked.weights is not None
    assert named.weights is not None
    assert asked.weights.tolist() == named.weights.tolist()
    with pytest.raises(InputError, match=f"'best' is not a predictor; enter {', '.join(PREDICTORS)}"):
        train(dataset, RunSpec(predictor="best"))


@pytest.mark.parametrize("learner", ["standard", "averaged", "voted", "pocket"])
def test_a_run_read_at_an_earlier_moment_is_read_as_if_it_had_stopped_there(learner: str) -> None:
    rng = np.random.default_rng(6)
    dataset = Dataset(rng.normal(size=(25, 2)).round(1), rng.choice([-1, 1], 25))
    run = train(dataset, RunSpec(learner, "cyclic", max_epochs=9))
    for epochs in (1, 4, 9):
        shorter = train(dataset, RunSpec(learner, "cyclic", max_epochs=epochs))
        earlier = run.decision(shorter.history.examples)
        assert earlier.score(dataset.X).tolist() == shorter.score(dataset.X).tolist()


def test_the_result_of_a_predictor_predicts_what_it_does_at_every_moment() -> None:
    for spec in every_pair():
        run = train(DATASET, spec)
        points = DATASET.X if spec.kernel is None else make_kernel(spec).matrix(DATASET.X, DATASET.X) * DATASET.y
        for state in map(run.history.at_example, {run.history.examples // 2, run.history.examples}):
            found = run.predictor.result(exact_step(run, state) if run.rule.whole else step_at(run, state))
            total = np.zeros(DATASET.n)
            for w, b, votes in found:
                score = points @ np.array(w, float) + float(b)
                total += votes * np.sign(np.round(score, 9)) if run.predictor.votes else score
            with telling(spec):
                assert total == pytest.approx(run.decision(state.example).score(DATASET.X), abs=1e-9)
