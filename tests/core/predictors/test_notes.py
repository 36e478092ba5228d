"""What a predictor keeps along a run says at any moment of it what the record says from its start, and is small."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.datasets.arithmetic import decimals
from core.datasets.dataset import Dataset, FloatArray
from core.predictors import Vote
from core.run import NoteTaker, Run, prepare, train
from core.spec import RunSpec
from tests.core.pieces import wrong
from tests.core.strategies import datasets
from tests.core.tables import DATASET, every_pair, named

RNG = np.random.default_rng(5)
OVERLAPPING = Dataset(RNG.normal(size=(30, 2)).round(1), RNG.choice([-1, 1], 30))
QUESTIONS = np.vstack([OVERLAPPING.X, RNG.normal(size=(9, 2))])
SPECS = [
    RunSpec("pocket", max_updates=400),
    RunSpec("pocket", "cyclic", max_updates=400),
    RunSpec("pocket", "shuffled", kernel="rbf", gamma=0.05, max_updates=400),
    RunSpec("pocket", kernel="poly", degree=2, max_updates=400),
    RunSpec("voted", max_updates=400),
    RunSpec("voted", kernel="rbf", gamma=0.05, max_updates=400),
    RunSpec("passive-aggressive", predictor="voted", kernel="poly", max_updates=400),
    RunSpec("averaged", max_updates=400),
    RunSpec("online-svm", predictor="averaged", max_updates=400),
]


def made_with_notes(dataset: Dataset, spec: RunSpec, most: int) -> Run:
    """A run as the window makes it: batches with the notes that were taken in the engine's thread."""
    run, engine = prepare(dataset, spec)
    taker = NoteTaker(dataset, spec)
    while run.stopped is None:
        batch = engine.advance(taker.most_updates(most), 1.0)
        run.append(batch, taker.take(batch))
    return run


def naive(run: Run, example: int) -> FloatArray:
    """What the predictor says by the record alone."""
    return run.predictor.recall(run.space, run.history.until(example)).score(QUESTIONS)


@pytest.mark.parametrize("spec", SPECS, ids=named)
def test_with_notes_any_moment_is_read_as_without(spec: RunSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.predictors.voted._UPDATES", 16)
    monkeypatch.setattr("core.predictors.voted._AN_EXAMPLE", 0)
    monkeypatch.setattr("core.spaces.linear.UPDATES", 32)
    monkeypatch.setattr("core.spaces.linear._VECTORS", 32)
    monkeypatch.setattr("core.predictors.averaged._STRETCH", 16)
    monkeypatch.setattr("core.predictors.averaged._STRETCH_AN_EXAMPLE", 1)
    run = made_with_notes(OVERLAPPING, spec, 37)
    total = run.history.examples
    for example in [*range(0, total, max(total // 9, 1)), *range(total, 0, -max(total // 7, 1))]:
        assert run.decision(example).score(QUESTIONS).tolist() == naive(run, example).tolist()
        view = run.history.until(example)
        expected = run.predictor.recall(run.space, view)
        assert wrong(run.decision(example), run.dataset) == wrong(expected, run.dataset)


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_notes_of_any_run_are_those_of_the_whole_record_however_it_is_cut(spec: RunSpec) -> None:
    run = made_with_notes(DATASET, spec, 3)
    whole = train(DATASET, spec)
    assert run.history.index().tolist() == whole.history.index().tolist()
    for example in range(run.history.examples, -1, -1):
        assert run.decision(example).score(DATASET.X).tolist() == whole.decision(example).score(DATASET.X).tolist()


@given(datasets(min_n=1), st.sampled_from([RunSpec("averaged"), RunSpec("margin", "shuffled", predictor="averaged")]))
def test_an_average_of_very_many_updates_is_exact_but_for_one_rounding(dataset: Dataset, spec: RunSpec) -> None:
    """Sums of so many may have drifted anywhere: each of w and b is that of the decimals, and so is every sign."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.predictors.averaged.MANY", 0)
        patch.setattr("core.predictors.averaged._STRETCH", 4)
        patch.setattr("core.predictors.averaged._STRETCH_AN_EXAMPLE", 1)
        run = made_with_notes(dataset, replace(spec, max_updates=30, max_epochs=20), 7)
        decision, history = run.decision(), run.history
        seen, d = history.examples + 1, dataset.d
        index, example = history.index().tolist(), history.example().tolist()
        shares = [Fraction(int(dataset.y[i]) * (seen - t), seen) for i, t in zip(index, example, strict=True)]
        rows = [decimals(dataset.X[i]) for i in index]
        w = [sum((s * x[j] for s, x in zip(shares, rows, strict=True)), Fraction(0)) for j in range(d)]
        b = sum(shares, Fraction(0))
        assert decision.weights is not None
        assert decision.weights.tolist() == [float(v) for v in w]
        assert decision.intercept == float(b)
        exact = [sum((v * u for v, u in zip(w, decimals(q), strict=True)), b) for q in dataset.X]
        assert np.sign(decision.score(dataset.X)).tolist() == [(v > 0) - (v < 0) for v in exact]


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_an_engine_that_looks_at_all_examples_counts_the_mistakes_of_each_vector(kernel: str | None) -> None:
    spec = RunSpec("margin", "random", kernel=kernel, margin=2.0, max_updates=200)
    run, engine = prepare(OVERLAPPING, spec)
    batch = engine.advance(10**6, 10.0)
    run.append(batch)
    assert batch.errors is not None
    assert batch.errors.tolist() == run.errors[1:].tolist()


@pytest.mark.parametrize("spec", [*SPECS, RunSpec("standard", max_updates=400)], ids=named)
def test_record_and_notes_take_at_most_24_bytes_an_update(spec: RunSpec) -> None:
    rng = np.random.default_rng(1)
    dataset = Dataset(rng.normal(size=(100, 2)), rng.choice([-1, 1], 100))
    spec = replace(spec, max_updates=1 << 17, max_epochs=10**6, gamma=1e-4 if spec.kernel else 1.0)
    run, engine = prepare(dataset, spec)
    taker, keyframes = NoteTaker(dataset, spec), [np.zeros(dataset.n)]
    for _ in range(40):
        batch = engine.advance(taker.most_updates(1 << 12), 5.0)
        run.append(batch, taker.take(batch))
        keyframes += [frame.weights for frame in batch.keyframes]
        if run.stopped:
            break
    assert run.updates >= 100_000
    kept = sum(votes.votes.nbytes for votes in getattr(run.kept.notes, "counts", ()))
    kept += sum(8 * len(getattr(run.kept.notes, name, ())) for name in ("updates", "errors"))
    whole_chunks = -run.updates % (1 << 15) * 20
    assert run.history.nbytes + kept <= 24 * run.updates + whole_chunks + 100_000
    frames = sum(8 * len(batch_frame) for batch_frame in keyframes)
    assert taker.nbytes - frames <= 20 * 3 * (1 << 15)


def test_a_pocket_headless_is_read_without_counting_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run = train(OVERLAPPING, RunSpec("pocket", "cyclic", max_updates=300))
    expected = run.decision().score(QUESTIONS).tolist()

    def counted(*_: object) -> None:
        raise AssertionError("the errors are counted once more")

    with monkeypatch.context() as patch:
        patch.setattr("core.predictors.predictor.errors_of", counted)
        assert run.decision().score(QUESTIONS).tolist() == expected
        errors = run.training_errors
    assert errors == min(run.errors)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 300), min_size=1, max_size=6))
def test_votes_are_counted_on_and_back_alike(moments: list[int]) -> None:
    run = train(OVERLAPPING, RunSpec("voted", max_updates=200))
    for moment in moments:
        example = min(moment, run.history.examples)
        vote = run.decision(example)
        assert isinstance(vote, Vote)
        for q in QUESTIONS[:3]:
            ahead, behind = vote.at(q)
            assert ahead - behind == vote.score(q[None, :])[0]


def test_an_average_that_is_0_but_for_rounding_is_a_tie() -> None:
    dataset = Dataset([[2.0, 3.0], [1.0, 0.0], [1.0, 0.0]], [-1, 1, 1])
    for kernel in (None, "linear"):
        run = train(dataset, RunSpec("averaged", kernel=kernel, max_epochs=5))
        assert run.score(dataset.X).tolist()[1:] == [0.0, 0.0]
        assert run.training_errors == run.summary()["training_errors"] == 2


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([-1, 1])), min_size=2, max_size=7),
    st.sampled_from([1, 10]),
    st.sampled_from([None, "linear", "poly"]),
    st.integers(1, 7),
)
def test_the_sign_of_an_average_is_that_of_the_fractions(
    rows: list[tuple[int, int, int]], parts: int, kernel: str | None, epochs: int
) -> None:
    dataset = Dataset([[a / parts, b / parts] for a, b, _ in rows], [y for *_, y in rows])
    run = train(dataset, RunSpec("averaged", kernel=kernel, degree=2, gamma=1.0, coef0=1.0, max_epochs=epochs))
    lives = np.zeros(dataset.n, np.int64)
    np.add.at(lives, run.history.index(), run.history.examples + 1 - run.history.example())
    signs = []
    for a, b, _ in rows:
        total = 0
        for life, (u, v, y) in zip(lives.tolist(), rows, strict=True):
            product = a * u + b * v
            value = (product + parts**2) ** 2 + parts**4 if kernel == "poly" else product + parts**2
            total += life * y * value
        signs.append((total > 0) - (total < 0))
    assert np.sign(run.score(dataset.X)).tolist() == signs
