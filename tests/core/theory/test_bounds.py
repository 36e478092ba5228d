"""The bounds that hold where the theorem has none, and where the separator is one's own."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import BiasFeature, bias_feature
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.rules import Perceptron
from core.run import train
from core.spec import Bias, RunSpec
from core.theory import bounds
from core.theory.bounds import best_slack_bound, own_separator, repeat_bound_of, slack_bound_for
from core.theory.margin.linear_margin import margin_of
from core.theory.margin.margin import margin_start
from tests.core.strategies import datasets, separable_datasets

ONE = BiasFeature(1.0, 1.0)
NONE = BiasFeature(0.0, 0.0)
biases: st.SearchStrategy[Bias] = st.sampled_from([1.0, 0.0, 2.0, "radius"])


def overlapping(seed: int, n: int = 60) -> Dataset:
    """Two clouds that run into each other."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], n)
    return Dataset(rng.normal(size=(n, 2)) + 0.8 * y[:, None], y)


@given(st.lists(st.floats(-100, 100), min_size=3, max_size=3), st.sampled_from([1.0, 2.0, 0.0]))
def test_rounding_makes_no_slack_bound_less_than_it_is(weights: list[float], bias: float) -> None:
    dataset = overlapping(1)
    feature = bias_feature(dataset, bias)
    if not feature.value:
        weights[-1] = 0.0
    start = margin_start(np.array(weights), feature, None, Perceptron())
    direction = feature.augmented(np.array(weights))
    if start is None or float(np.linalg.norm(direction)) < 1e-3:
        return
    bound = slack_bound_for(dataset, feature, direction, 1.0, 3, start)
    exact = [Fraction(value) for value in direction.tolist()]
    along = sum((a * Fraction(b) for a, b in zip(exact, bound.u.tolist(), strict=True)), Fraction())
    least = along + Fraction(bound.lead)
    assert least >= 0
    assert least * least >= sum(value * value for value in exact), "‖w‖ − w·u, which is 0 but for rounding"


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-160])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_start_whose_square_is_lost_to_rounding_changes_no_slack_bound(size: float, sign: int) -> None:
    dataset, known = overlapping(1), best_slack_bound(overlapping(1), NONE, 3)
    start = margin_start(np.array([*(sign * size * np.sign(known.u)), 0.0]), NONE, None, Perceptron())
    bound = best_slack_bound(dataset, NONE, 3, start)
    assert bound.lead >= 0
    assert bound.value == pytest.approx(known.value)


@given(datasets(min_n=1), st.sampled_from(["cyclic", "shuffled"]), biases, st.integers(1, 12))
def test_no_run_passes_the_bound_that_the_search_finds(dataset: Dataset, order: str, bias: Bias, epochs: int) -> None:
    feature = bias_feature(dataset, bias)
    if not dataset.X.any() and not feature.value:
        return
    run = train(dataset, RunSpec(order=order, bias=bias, max_epochs=epochs))
    found = best_slack_bound(dataset, feature, run.history.epochs)
    assert run.updates <= found.value * (1 + 1e-9)


@given(datasets(min_n=1, max_d=2), st.data(), st.integers(1, 6))
def test_no_run_passes_the_bound_of_any_direction_and_margin(
    dataset: Dataset, data: st.DataObject, epochs: int
) -> None:
    u = data.draw(st.lists(st.integers(-5, 5), min_size=dataset.d + 1, max_size=dataset.d + 1).filter(any))
    gamma = data.draw(st.floats(1e-3, 1e3))
    run = train(dataset, RunSpec(max_epochs=epochs))
    assert run.updates <= slack_bound_for(dataset, ONE, u, gamma, run.history.epochs).value * (1 + 1e-9)


def test_the_bound_of_one_direction_is_that_of_a_hand_calculation() -> None:
    # z = (3, 4) and (−1, 0) along u = (1, 0): products 3 and −1; at γ = 1 the second misses 2, so D² = 2·4.
    bound = slack_bound_for(Dataset([[3, 4], [1, 0]], [1, -1]), NONE, [2, 0], 1.0, epochs=2)
    assert bound.slack == pytest.approx(math.sqrt(8))
    assert bound.value == pytest.approx((5 + math.sqrt(8)) ** 2)
    assert (bound.radius, bound.trivial, bound.u.tolist()) == (5.0, 4, [1.0, 0.0])


@pytest.mark.parametrize(("seed", "epochs"), [(0, 1), (1, 5), (2, 50)])
def test_no_other_direction_or_margin_does_better_than_what_the_search_finds(seed: int, epochs: int) -> None:
    dataset, rng = overlapping(seed), np.random.default_rng(seed)
    found = best_slack_bound(dataset, ONE, epochs)
    assert found.value <= found.trivial * (1 + 1e-6)
    for spread in (1.0, 0.1, 0.01):
        for _ in range(100):
            u = found.u + spread * rng.normal(size=3)
            gamma = found.gamma * math.exp(spread * rng.normal())
            assert slack_bound_for(dataset, ONE, u, gamma, epochs).value >= found.value * (1 - 1e-6)


def test_a_bound_that_is_no_better_than_each_example_once_a_pass_is_silent_and_its_row_says_that() -> None:
    corners = Dataset([[-1, -1], [1, 1], [-1, 1], [1, -1]], [-1, -1, 1, 1])
    run = train(corners, RunSpec(max_epochs=5))
    found = best_slack_bound(corners, ONE, 5)
    assert found.silent
    row = run.inequalities(run.history.seek(8), found)[-1]
    assert (row.formula, row.left, row.right, row.holds) == ("k ≤ E·N", 8, 8, True)
    noisy = best_slack_bound(overlapping(1), ONE, 200)
    assert not noisy.silent
    assert noisy.over(1).silent
    with_noise = train(overlapping(1), RunSpec(max_epochs=200))
    assert with_noise.inequalities(with_noise.history.seek(with_noise.updates), noisy)[-1].formula == "k ≤ ((R + D)/γ)²"


@given(separable_datasets(min_n=1, max_d=2))
def test_what_the_search_finds_is_at_least_as_good_as_the_theorem(dataset: Dataset) -> None:
    if dataset.n and (bound := margin_of(dataset, ONE).bound) is not None:
        assert best_slack_bound(dataset, ONE, 1000).value <= bound * 1.001


@pytest.mark.parametrize("looks", [0, 1, 5, 20])
def test_a_search_that_is_called_off_still_finds_a_bound_that_holds(looks: int) -> None:
    left = iter(range(looks))
    run = train(overlapping(1), RunSpec(max_epochs=30))
    found = best_slack_bound(run.dataset, ONE, 30, cancelled=lambda: next(left, None) is None)
    assert run.updates <= found.value
    assert found.value >= best_slack_bound(run.dataset, ONE, 30).value


def test_the_search_leaves_nothing_to_chance() -> None:
    first, second = (best_slack_bound(overlapping(3), ONE, 7) for _ in range(2))
    assert (first.value, first.u.tolist(), first.gamma) == (second.value, second.u.tolist(), second.gamma)


@pytest.mark.parametrize(
    ("u", "gamma", "epochs"), [([0, 0, 0], 1, 1), ([1, 0], 1, 1), ([1, 0, 0], 0, 1), ([1, 0, 0], 1, 0)]
)
def test_what_the_bound_cannot_be_asked_for_is_an_input_error(u: list[float], gamma: float, epochs: int) -> None:
    with pytest.raises(InputError):
        slack_bound_for(overlapping(0), ONE, u, gamma, epochs)


def test_examples_at_the_origin_alone_have_no_bound() -> None:
    with pytest.raises(InputError, match="origin"):
        best_slack_bound(Dataset([[0, 0]], [1]), NONE, 1)


@given(datasets(min_n=1, max_n=3), biases, st.data())
def test_an_example_is_updated_in_a_row_as_often_as_the_bound_says(
    dataset: Dataset, bias: Bias, data: st.DataObject
) -> None:
    feature = bias_feature(dataset, bias)
    w = data.draw(st.lists(st.integers(-20, 20).map(float), min_size=dataset.d, max_size=dataset.d))
    b = data.draw(st.integers(-20, 20).map(float))
    x, y = [Fraction(v) for v in dataset.X[0].tolist()], int(dataset.y[0])
    weights, offset, updates = [Fraction(v) for v in w], Fraction(b), 0
    bound = repeat_bound_of(dataset, feature, 0, w, b)
    if bound is None or bound > 1000:
        assert bound or not (any(x) or feature.squared)
        return
    while y * (sum(p * q for p, q in zip(weights, x, strict=True)) + offset) <= 0:
        weights = [p + y * q for p, q in zip(weights, x, strict=True)]
        offset += y * Fraction(feature.squared)
        updates += 1
    assert updates == bound


def test_a_tie_takes_one_update_and_a_correct_example_none() -> None:
    dataset = Dataset([[3, 4]], [-1])
    assert repeat_bound_of(dataset, ONE, 0, [0, 0], 0.0) == 1
    assert repeat_bound_of(dataset, ONE, 0, [-1, 0], 0.0) == 0
    assert repeat_bound_of(dataset, ONE, 0, [26, 0], 0.0) == 78 // 26 + 1
    assert repeat_bound_of(Dataset([[0]], [1]), NONE, 0, [5], 0.0) is None


@given(separable_datasets(min_n=1), biases)
def test_w_star_as_ones_own_separator_has_the_margin_and_bound_of_the_theorem(dataset: Dataset, bias: Bias) -> None:
    if not dataset.n:
        return
    feature = bias_feature(dataset, bias)
    margin = margin_of(dataset, feature)
    if margin.w_star is None or margin.b_star is None or margin.gamma is None:
        return
    own = own_separator(dataset, feature, 3 * margin.w_star, 3 * margin.b_star, margin)
    assert own.separates
    assert own.gamma == pytest.approx(margin.gamma, rel=1e-6)
    assert own.bound == pytest.approx(margin.bound, rel=1e-5)
    assert own.cosine == pytest.approx(1.0)


def test_the_angle_to_the_widest_separator_is_known_where_b_is_very_many_times_the_bias_feature() -> None:
    dataset = Dataset([[1.0, 2.0], [2.0, 1.0]], [1, 1])
    margin = margin_of(dataset, bias_feature(dataset, 1e-300))
    own = own_separator(dataset, margin.bias, [1.0, 1.0], 1e100, margin)
    assert own.cosine == pytest.approx(0.0)
    assert own_separator(dataset, margin.bias, [1.0, 1.0], 0.0, margin).cosine == pytest.approx(1.0)


@given(separable_datasets(min_n=1, max_d=2), st.lists(st.integers(-9, 9), min_size=3, max_size=3))
def test_no_separator_of_ones_own_has_a_wider_margin_and_every_one_bounds_the_run(
    dataset: Dataset, plane: list[int]
) -> None:
    own = own_separator(dataset, ONE, plane[: dataset.d], plane[-1])
    if own.bound is None:
        assert own.reason
        return
    margin = margin_of(dataset, ONE)
    assert margin.gamma is not None
    assert own.gamma <= margin.gamma * (1 + 1e-9)
    assert train(dataset).updates <= own.bound * (1 + 1e-12)


def test_the_last_vector_of_a_run_that_stopped_is_a_separator_with_a_bound_of_its_own() -> None:
    dataset = Dataset([[2, 1], [3, 0], [-1, -2], [0, -3]], [1, 1, -1, -1])
    run = train(dataset)
    assert run.weights is not None
    assert run.intercept is not None
    own = own_separator(dataset, ONE, run.weights, run.intercept, run.margin)
    assert own.separates
    assert own.bound is not None
    assert own.bound >= (run.margin.bound or 0)
    assert own.errors == 0


def test_why_a_separator_has_no_bound_is_said() -> None:
    dataset = Dataset([[1, 0], [0, 1], [-1, -1]], [1, 1, -1])
    wrong = own_separator(dataset, ONE, [-1, 2], 0.0)
    assert wrong.reason == "No bound: example 1 lies on the wrong side."
    assert (wrong.worst, wrong.errors, wrong.bound) == (0, 1, None)
    assert wrong.gamma == pytest.approx(-1 / math.sqrt(5))
    assert own_separator(dataset, ONE, [0, 1], 0.0).reason == "No bound: example 1 lies on it."
    assert "origin" in own_separator(dataset, NONE, [1, 1], 1.0).reason
    assert "no sides" in own_separator(dataset, ONE, [0, 0], 0.0).reason
    assert "No examples" in own_separator(Dataset.empty(), ONE, [1, 1], 0.0).reason
    with pytest.raises(InputError):
        own_separator(dataset, ONE, [1, 2, 3], 0.0)


def test_a_tie_that_floats_round_away_is_still_seen() -> None:
    # 0.1·3 − 0.3 is 5.55e−17 in floats; exactly, 3·(double of 0.1) − (double of 0.3) is 2.8e−17 > 0.
    own = own_separator(Dataset([[3.0]], [1]), ONE, [0.1], -0.3)
    exact = 3 * Fraction(0.1) - Fraction(0.3)
    assert own.gamma == pytest.approx(float(exact) / math.hypot(0.1, 0.3))


@pytest.mark.parametrize(
    ("w", "b"), [([1e300, 1.0], 0.0), ([1.0, 1.0], 1e101), ([1.0, float("nan")], 0.0), ([1.0], 0.0)]
)
def test_a_separator_out_of_bounds_is_an_input_error(w: list[float], b: float) -> None:
    with pytest.raises(InputError, match=r"enter 2 and b, none beyond 1e\+100"):
        own_separator(Dataset([[1, 0], [0, -1]], [1, -1]), ONE, w, b)


@pytest.mark.parametrize("size", [5e-324, 1e-300, 1e100])
def test_the_margin_of_a_separator_does_not_depend_on_its_length(size: float) -> None:
    own = own_separator(Dataset([[1, 0], [0, -1]], [1, -1]), ONE, [size, size], 0.0)
    assert own.gamma == pytest.approx(math.sqrt(0.5))
    assert own.bound == pytest.approx(4.0)


def test_weights_of_very_different_size_have_their_margin_too() -> None:
    own = own_separator(Dataset([[1, 0], [0, 1]], [1, -1]), ONE, [5e-324, 1e100], 1.0)
    assert own.gamma == pytest.approx(-1.0)
    assert (own.separates, own.worst) == (False, 1)


def test_the_row_says_over_how_many_epochs_it_holds() -> None:
    dataset = overlapping(1)
    run = train(dataset, RunSpec(max_epochs=5))
    slack = best_slack_bound(dataset, ONE, 5)
    told = {state.epoch: run.inequalities(state, slack)[1].meaning for state in map(run.history.seek, (1, run.updates))}
    assert "E = 1 epoch, for any data" in told[1]
    assert "E = 5 epochs, for any data" in told[5]


@pytest.mark.parametrize("seed", range(3))
def test_the_slack_bound_of_few_examples_is_that_of_the_whole_space(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(seed)
    X = generator.normal(size=(5, 30))
    X[3] = X[0]
    dataset = Dataset(X, [1, 1, -1, -1, 1])
    found = best_slack_bound(dataset, ONE, 4)
    monkeypatch.setattr(bounds, "in_span", lambda signed: (None, signed))
    direct = best_slack_bound(dataset, ONE, 4)
    assert found.value == pytest.approx(direct.value, rel=1e-6)
    assert found.u.shape == (31,)
