"""What may be done to examples as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.datasets.transforms import in_order, mean_of, scaled, standardised, with_origin, with_shuffled_labels
from core.errors import InputError
from core.plane.projections import Pair, Spread
from tests.core.strategies import datasets

SMALL = Dataset([[1.0, 7.0, 10.0], [3.0, 7.0, 30.0]], [1, -1], ["width", "kind", "height"])


@given(st.lists(st.floats(-1e100, 1e100), min_size=2, max_size=30, unique=True))
def test_a_standardised_feature_has_mean_0_and_standard_deviation_1_however_large_or_small(values: list[float]) -> None:
    """The rounding of a value grows with its size over the spread."""
    after = standardised(Dataset(np.array(values)[:, None], [1] * len(values))).dataset.X[:, 0]
    away = max(np.abs(values)) / max(np.abs(np.array(values) - values[0])) * len(values) * 1e-15
    assert abs(after.mean()) <= 10 * away + 1e-12
    assert after.std() == pytest.approx(1, rel=10 * away + 1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_no_rounding_is_told_as_the_mean_of_a_standardised_feature(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, sizes, offsets = int(rng.integers(2, 600)), 10.0 ** rng.integers(-3, 4, 4), 10.0 ** rng.integers(-3, 6, 4)
    dataset = standardised(Dataset(rng.normal(size=(n, 4)) * sizes + offsets, np.ones(n))).dataset
    assert mean_of(dataset.X).tolist() == [0.0] * 4
    assert (
        Pair(0, 1)
        .projection(Spread(dataset), None, 0.0)
        .sentence.startswith("Section at the means of the other 2 features: x3 0, x4 0. ")
    )
    assert scaled(dataset, np.arange(n), 2, about_mean=True).sentence.endswith("about their mean (0, 0, 0, 0)")


def test_subnormal_numbers_are_standardised_too() -> None:
    after = standardised(Dataset([[1e-310], [3e-310]], [1, -1])).dataset
    assert after.X.ravel() == pytest.approx([-1, 1])


def test_what_standardising_did_is_said_and_a_constant_feature_stays() -> None:
    done = standardised(SMALL)
    assert done.dataset.X.tolist() == [[-1.0, 7.0, -1.0], [1.0, 7.0, 1.0]]
    assert done.sentence == "standardised: (width − 2)/1; (height − 20)/10; kind is constant and stays"


def test_numbers_that_are_not_written_to_the_last_digit_are_called_rounded() -> None:
    done = standardised(Dataset([[1.0], [2.0], [4.0]], [1, -1, 1]))
    assert done.sentence == "standardised: (x1 − 2.333)/1.247 (rounded)"
    assert with_origin(SMALL, np.array([0.1, 0.2, 0.0])).sentence == "origin moved to (0.1, 0.2, 0)"


def test_where_every_feature_is_constant_there_is_nothing_to_standardise() -> None:
    for dataset in (Dataset([[1.0], [1.0]], [1, -1]), Dataset.empty()):
        with pytest.raises(InputError, match="standardise"):
            standardised(dataset)


def test_scaling_keeps_the_origin_or_the_mean_where_it_is() -> None:
    rows = np.array([0, 1])
    about_origin = scaled(SMALL, rows, 2, about_mean=False)
    assert about_origin.dataset.X.tolist() == [[2.0, 14.0, 20.0], [6.0, 14.0, 60.0]]
    assert about_origin.sentence == "all 2 examples scaled by 2 about the origin"
    about_mean = scaled(SMALL, rows, -0.5, about_mean=True)
    assert mean_of(about_mean.dataset.X).tolist() == mean_of(SMALL.X).tolist()
    assert about_mean.dataset.X.tolist() == [[2.5, 7.0, 25.0], [1.5, 7.0, 15.0]]
    assert about_mean.sentence == "all 2 examples scaled by −0.5 about their mean (2, 7, 20)"


def test_only_the_examples_that_are_meant_are_scaled() -> None:
    done = scaled(SMALL, np.array([1]), 10, about_mean=False)
    assert done.dataset.X.tolist() == [[1.0, 7.0, 10.0], [30.0, 70.0, 300.0]]
    assert done.sentence == "1 example scaled by 10 about the origin"


def test_nothing_is_moved_further_out_than_an_example_may_lie() -> None:
    far = Dataset([[1e100]], [1])
    with pytest.raises(InputError, match="cannot be further out than 1e\\+100"):
        scaled(far, np.array([0]), 1e300, about_mean=False)
    with pytest.raises(InputError, match="cannot be further out than 1e\\+100"):
        with_origin(far, np.array([-1e100]))


def test_the_new_origin_lies_at_zero() -> None:
    done = with_origin(SMALL, SMALL.X[0])
    assert done.dataset.X.tolist() == [[0.0, 0.0, 0.0], [2.0, 0.0, 20.0]]
    assert done.sentence == "origin moved to (1, 7, 10)"


@given(datasets(max_n=30), st.integers(0, 5))
def test_shuffled_labels_are_the_same_labels_and_the_same_again_with_the_same_seed(data: Dataset, seed: int) -> None:
    rows = np.arange(0, data.n, 2)
    done = with_shuffled_labels(data, rows, seed).dataset
    assert done.positives == data.positives
    assert (np.delete(done.y, rows) == np.delete(data.y, rows)).all()
    assert done.X.tobytes() == data.X.tobytes()
    assert with_shuffled_labels(data, rows, seed).dataset.same_as(done)


def test_another_seed_shuffles_in_another_way() -> None:
    data = Dataset(np.zeros((40, 1)), [1, -1] * 20)
    made = {with_shuffled_labels(data, np.arange(40), seed).dataset.y.tobytes() for seed in range(5)}
    assert len(made) == 5


def test_examples_are_put_in_another_order_of_learning() -> None:
    done = in_order(SMALL, np.array([1, 0]), "width")
    assert done.dataset.X[:, 0].tolist() == [3.0, 1.0]
    assert done.dataset.y.tolist() == [-1, 1]
    assert done.sentence == "examples sorted by width"
