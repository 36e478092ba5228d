"""What vectors of a run say of questions, one after another, and what they get wrong."""

from __future__ import annotations

import numpy as np
import pytest

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset
from core.predictors.predictor import errors_of
from core.run import train
from core.spec import RunSpec
from core.ties import TIES, Tie

RNG = np.random.default_rng(5)
SPECS = (
    RunSpec("voted", max_epochs=30),
    RunSpec("voted", rule="passive-aggressive", max_epochs=10),
    RunSpec("voted", kernel="rbf", max_epochs=30),
    RunSpec("voted", rule="passive-aggressive", kernel="poly", degree=2, max_epochs=10),
)


def some(n: int, d: int) -> Dataset:
    """Whole numbers, so that there are ties."""
    return Dataset(RNG.integers(-3, 4, (n, d)).astype(np.float64), RNG.choice([-1, 1], n))


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("spec", SPECS, ids=str)
@pytest.mark.parametrize("d", [1, 2, 5])
def test_votes_are_the_signs_of_the_vectors_each_with_its_votes(spec: RunSpec, d: int) -> None:
    run = train(some(40, d), spec)
    for m in (0, 1, 7, 700):
        Q = RNG.integers(-3, 4, (m, d)).astype(np.float64)
        lives = RNG.integers(0, 9, run.updates - 2)
        signs = np.sign(run.space.trajectory(run.history, Q, 2, run.updates - 1))
        assert run.space.votes(run.history, Q, 2, lives).tolist() == (lives @ signs).tolist()


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("d", [1, 2, 5])
def test_what_lines_say_is_summed_in_the_binding_order(d: int) -> None:
    run = train(some(40, d), RunSpec("passive-aggressive", max_epochs=10))
    for m in (0, 1, 7, 700):
        Q = RNG.normal(size=(m, d))
        said = run.space.trajectory(run.history, Q, 3, run.updates)
        vectors = run.history.weights(3, run.updates)
        assert said.tobytes() == np.array([activations(Q, w[:-1], float(w[-1])) for w in vectors]).tobytes()


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("tie", TIES.values(), ids=TIES)
def test_errors_are_what_the_tie_calls_wrong(tie: Tie) -> None:
    dataset = some(40, 2)
    values = RNG.integers(-2, 3, (30, 50)).astype(np.float64)
    values[3, 4], values[5, 6] = np.nan, np.inf
    expected = [tie.errors(row * dataset.y, dataset.y) for row in values[:, : dataset.n]]
    for held in (values, np.asfortranarray(values)):
        assert errors_of(held, dataset, tie).tolist() == expected


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("spec", SPECS[2:], ids=str)
def test_another_view_of_a_record_goes_on_from_where_the_last_one_was_asked(spec: RunSpec) -> None:
    run = train(some(40, 2), spec)
    Q = RNG.normal(size=(30, 2))
    for update in (3, run.updates // 2, run.updates - 1, 5):
        view = run.history.until(run.history.example_of(update))
        afresh = train(run.dataset, spec)
        found, expected = (each.trajectory(view, Q, update, update) for each in (run.space, afresh.space))
        assert found.tobytes() == expected.tobytes()
        assert not view.shares_rows(afresh.history)
