"""Errors along one run are those of shorter runs, predictor by predictor, on training data and on data held out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.held_out_errors import epoch_ends, error_curves, errors_at, update_moments
from core.datasets.dataset import Dataset
from core.datasets.transforms import split
from core.errors import InputError
from core.predictors import PREDICTORS
from core.run import Run, train
from core.spec import RunSpec
from tests.core.pieces import wrong
from tests.core.strategies import datasets


def clouds(seed: int, n: int = 60) -> Dataset:
    """Two clouds that overlap, with one decimal."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], n)
    return Dataset((rng.normal(size=(n, 2)) + 0.7 * y[:, None]).round(1), y)


def expected(run: Run, held_out: Dataset) -> tuple[dict[str, int], dict[str, int]]:
    """The errors at the end of a run, by its predictors themselves."""
    decisions = {name: kind.recall(run.space, run.history) for name, kind in PREDICTORS.items()}
    training = {name: wrong(decision, run.dataset) for name, decision in decisions.items()}
    return training, {name: wrong(decision, held_out) for name, decision in decisions.items()}


@given(
    datasets(min_n=4, max_d=2), st.sampled_from(["cyclic", "shuffled"]), st.integers(0, 3), st.sampled_from([0.2, 0.5])
)
def test_the_errors_at_an_epoch_are_those_of_a_run_of_so_many_epochs(
    dataset: Dataset, order: str, seed: int, share: float
) -> None:
    training, held_out = split(dataset, share, seed)
    run = train(training, RunSpec(order=order, seed=seed, max_epochs=6))
    curves = error_curves(run, held_out)
    assert curves.epoch.tolist() == list(range(1, run.history.epochs + 1))
    for row, epoch in enumerate(curves.epoch.tolist()):
        shorter = train(training, RunSpec(order=order, seed=seed, max_epochs=epoch))
        assert (curves.example[row], curves.update[row]) == (shorter.history.examples, shorter.updates)
        seen, unseen = expected(shorter, held_out)
        assert {name: errors[row] for name, errors in curves.training.items()} == seen
        assert {name: errors[row] for name, errors in curves.held_out.items()} == unseen


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random"])
def test_the_errors_after_an_update_are_those_of_a_run_of_so_many_updates(order: str) -> None:
    training, held_out = split(clouds(1), 0.3, seed=2)
    run = train(training, RunSpec(order=order, max_epochs=8, max_updates=90))
    curves = error_curves(run, held_out, update_moments(run))
    assert curves.update.tolist() == list(range(1, run.updates + 1))
    for row in range(0, run.updates, 7):
        shorter = train(training, RunSpec(order=order, max_updates=row + 1))
        seen, unseen = expected(shorter, held_out)
        assert {name: errors[row] for name, errors in curves.training.items()} == seen
        assert {name: errors[row] for name, errors in curves.held_out.items()} == unseen


def test_any_moment_can_be_asked_for_and_the_start_gets_everything_wrong() -> None:
    training, held_out = split(clouds(3), 0.3, seed=2)
    run = train(training, RunSpec(max_epochs=5))
    start, *later = errors_at(run, held_out, [0, 1, 17, 100, run.history.examples])
    assert set(start.training.values()) == {training.n}
    assert set(start.held_out.values()) == {held_out.n}
    for at in later:
        view = run.history.until(at.example)
        for name, kind in PREDICTORS.items():
            assert at.training[name] == wrong(kind.recall(run.space, view), training)
            assert at.held_out[name] == wrong(kind.recall(run.space, view), held_out)


def test_blocks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    training, held_out = split(clouds(4), 0.4, seed=1)
    run = train(training, RunSpec(max_epochs=30))
    whole = error_curves(run, held_out)
    monkeypatch.setattr("core.predictors.predictor._VALUES", 60 * 7)
    cut = error_curves(run, held_out)
    for name in PREDICTORS:
        assert cut.training[name].tolist() == whole.training[name].tolist()
        assert cut.held_out[name].tolist() == whole.held_out[name].tolist()


def test_training_data_held_out_of_nothing_give_the_training_errors() -> None:
    run = train(clouds(5), RunSpec(max_epochs=20))
    curves = error_curves(run, run.dataset)
    for name in PREDICTORS:
        assert curves.held_out[name].tolist() == curves.training[name].tolist()
    assert (np.diff(curves.training["pocket"]) <= 0).all()


def test_long_runs_are_looked_at_in_few_places() -> None:
    run = train(clouds(6, 10), RunSpec(max_epochs=1000))
    ends = epoch_ends(run, most=50)
    assert 50 <= len(ends) <= 51
    assert ends[-1] == run.history.examples
    assert (ends[:-1] % 10 == 0).all()
    assert len(update_moments(run, most=50)) == 50


def test_a_run_that_stops_within_an_epoch_ends_with_that_moment() -> None:
    run = train(clouds(7), RunSpec(max_updates=40))
    assert run.history.examples % 60
    whole = run.history.examples // 60
    assert epoch_ends(run).tolist() == [*range(60, 60 * whole + 1, 60), run.history.examples]
    assert error_curves(run, run.dataset).epoch.tolist() == list(range(1, whole + 2))


@pytest.mark.parametrize(("kernel", "degree"), [("poly", 2), ("rbf", 1)])
def test_errors_in_a_feature_space_are_those_of_shorter_runs_too(kernel: str, degree: int) -> None:
    training, held_out = split(clouds(8), 0.4, seed=1)
    spec = RunSpec(kernel=kernel, degree=degree, max_epochs=12)
    curves = error_curves(train(training, spec), held_out)
    for row, epoch in enumerate(curves.epoch.tolist()):
        seen, unseen = expected(train(training, replace(spec, max_epochs=epoch)), held_out)
        assert {name: errors[row] for name, errors in curves.training.items()} == seen
        assert {name: errors[row] for name, errors in curves.held_out.items()} == unseen


@given(datasets(min_n=2), st.floats(0.01, 0.99), st.integers(0, 9))
def test_a_split_keeps_every_row_once_and_in_order(dataset: Dataset, share: float, seed: int) -> None:
    training, held_out = split(dataset, share, seed)
    chosen = np.random.Generator(np.random.PCG64(seed)).permutation(dataset.n)[: held_out.n]
    assert held_out.X.tolist() == dataset.X[np.sort(chosen)].tolist()
    assert training.X.tolist() == np.delete(dataset.X, chosen, axis=0).tolist()
    assert (
        training.y.tolist() + held_out.y.tolist()
        == np.append(np.delete(dataset.y, chosen), dataset.y[np.sort(chosen)]).tolist()
    )
    assert abs(held_out.n - share * dataset.n) <= 0.5 or min(training.n, held_out.n) == 1


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0, float("nan")])
def test_a_share_that_leaves_nothing_is_an_input_error(share: float) -> None:
    with pytest.raises(InputError, match="share"):
        split(clouds(0), share, 0)


def test_what_cannot_be_asked_for_is_an_input_error() -> None:
    run = train(clouds(0), RunSpec(max_epochs=2))
    with pytest.raises(InputError, match="features"):
        errors_at(run, Dataset([[1.0]], [1]), [1])
    for moments in ([-1], [3, 3], [run.history.examples + 1]):
        with pytest.raises(InputError, match="moments"):
            errors_at(run, run.dataset, moments)
    with pytest.raises(InputError, match="at least 2"):
        split(Dataset([[1.0]], [1]), 0.5, 0)
    with pytest.raises(InputError, match="no epochs"):
        epoch_ends(train(clouds(0), RunSpec(order="random", max_updates=5)))
