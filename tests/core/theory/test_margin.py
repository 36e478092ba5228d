"""The margin: scikit-learn's hard margin agrees, and every yes and no is proven again here, in fractions."""

from __future__ import annotations

import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.svm import SVC

from core.datasets.arithmetic import BiasFeature, bias_feature
from core.datasets.dataset import Dataset, FloatArray
from core.theory.bounds import best_slack_bound
from core.theory.margin import linear_margin
from core.theory.margin.linear_margin import margin_meanwhile, margin_of, opposite_twins
from core.theory.margin.margin import Certificate, Margin
from tests.core.strategies import datasets, separable_datasets, so_many
from tests.partly_slow import partly_slow

biases = st.sampled_from([0.0, 1.0, 0.1, 3.0])


def solved(X: ArrayLike, y: ArrayLike, bias: float = 1.0) -> Margin:
    dataset = Dataset(X, y)
    return margin_of(dataset, bias_feature(dataset, bias))


def iris(negative: int, positive: int, columns: list[int]) -> Dataset:
    bunch = load_iris()
    rows = np.isin(bunch.target, (negative, positive))
    return Dataset(bunch.data[rows][:, columns], np.where(bunch.target[rows] == positive, 1, -1))


def signed(dataset: Dataset, bias: BiasFeature) -> FloatArray:
    augmented = np.hstack([dataset.X, np.full((dataset.n, 1), bias.value)])
    return augmented * dataset.y[:, None]


def hard_margin(dataset: Dataset, bias: BiasFeature) -> float:
    """γ by libsvm: with every z mirrored to −z in the other class, its free intercept is 0."""
    z = signed(dataset, bias)
    scale = float(np.abs(z).max())
    svc = SVC(C=1e9, kernel="linear", tol=1e-9).fit(np.vstack([z, -z]) / scale, np.repeat([1, -1], len(z)))
    return scale / float(np.linalg.norm(svc.coef_))


def exact_margins(dataset: Dataset, margin: Margin) -> list[Fraction]:
    assert margin.w_star is not None
    assert margin.b_star is not None
    w, b = [Fraction(v) for v in margin.w_star.tolist()], Fraction(margin.b_star)
    rows = zip(dataset.X.tolist(), dataset.y.tolist(), strict=True)
    return [y * (sum((Fraction(c) * v for c, v in zip(x, w, strict=True)), Fraction()) + b) for x, y in rows]


def assert_separates(dataset: Dataset, margin: Margin) -> None:
    assert margin.w_star is not None
    assert margin.b_star is not None
    assert margin.gamma is not None
    assert margin.bound is not None
    assert margin.support is not None
    margins = exact_margins(dataset, margin)
    assert min(margins) > 0
    assert float(min(margins)) == pytest.approx(margin.gamma, rel=1e-9, abs=1e-14 * margin.radius)
    last = margin.b_star / margin.bias.value if margin.bias.value else 0.0
    assert math.hypot(*margin.w_star.tolist(), last) == pytest.approx(1.0, abs=1e-14)
    assert margin.bound == pytest.approx((margin.radius / margin.gamma) ** 2, rel=1e-12)
    assert margins.index(min(margins)) in margin.support
    assert margin.certificate is None


def assert_certified(dataset: Dataset, bias: BiasFeature, certificate: Certificate | None) -> None:
    assert certificate is not None
    rows, weights = certificate.indices, certificate.weights
    assert (weights > 0).all()
    assert weights.sum() == pytest.approx(1.0, abs=1e-14)
    assert len(rows) <= dataset.d + (2 if bias.value else 1)
    assert len(set(rows.tolist())) == len(rows)
    z = signed(dataset, bias)[rows]
    assert np.abs(weights @ z) == pytest.approx(0, abs=1e-14 * np.abs(z).max(initial=1e-300))
    assert (certificate.point is None) == (not bias.value)
    for label in (1, -1):
        of_class = dataset.y[rows] == label
        if certificate.point is not None:
            mean = 2 * weights[of_class] @ dataset.X[rows[of_class]]
            assert certificate.point == pytest.approx(mean, rel=1e-12, abs=1e-13 * np.abs(z).max())


def converges_in_whole_numbers(dataset: Dataset, bias: int) -> bool:
    """A run on whole numbers stops, or begins an epoch as it began one before and so never will."""
    z = signed(dataset, BiasFeature(bias, bias * bias)).astype(int).tolist()
    w, seen = [0] * len(z[0]), set()
    while tuple(w) not in seen:
        seen.add(tuple(w))
        for row in z:
            if sum(a * b for a, b in zip(w, row, strict=True)) <= 0:
                w = [a + b for a, b in zip(w, row, strict=True)]
        if all(sum(a * b for a, b in zip(w, row, strict=True)) > 0 for row in z):
            return True
    return False


@st.composite
def small_whole_datasets(draw: st.DrawFn) -> Dataset:
    d = draw(st.integers(1, 2))
    points = draw(st.lists(st.tuples(*[st.integers(-3, 3)] * d), min_size=1, max_size=6))
    return Dataset(np.array(points, float), [draw(st.sampled_from([-1, 1])) for _ in points])


@pytest.mark.parametrize(
    ("pair", "columns", "bound", "support"),
    [((0, 2), [0, 3], 680.081357, [43, 84]), ((0, 1), [0, 1], 22133.77795, [36, 41, 57, 84])],
)
def test_iris_pairs_have_the_known_bound(
    pair: tuple[int, int], columns: list[int], bound: float, support: list[int]
) -> None:
    dataset = iris(*pair, columns)
    margin = margin_of(dataset, BiasFeature(1.0, 1.0))
    assert_separates(dataset, margin)
    assert margin.bound == pytest.approx(bound, rel=1e-8)
    assert margin.support is not None
    assert margin.support.tolist() == support


def test_versicolor_and_virginica_overlap_in_all_four_measurements() -> None:
    dataset, bias = iris(1, 2, [0, 1, 2, 3]), BiasFeature(1.0, 1.0)
    margin = margin_of(dataset, bias)
    assert margin.separable is False
    assert_certified(dataset, bias, margin.certificate)


@given(small_whole_datasets(), st.sampled_from([0, 1, 2]))
@settings(max_examples=so_many(150))
def test_separable_exactly_when_the_perceptron_converges(dataset: Dataset, bias: int) -> None:
    assert margin_of(dataset, bias_feature(dataset, bias)).separable is converges_in_whole_numbers(dataset, bias)


@given(datasets(min_n=1), biases)
def test_every_yes_and_every_no_is_proven(dataset: Dataset, bias: float) -> None:
    feature = bias_feature(dataset, bias)
    margin = margin_of(dataset, feature)
    if margin.separable:
        assert_separates(dataset, margin)
    elif margin.separable is False:
        assert_certified(dataset, feature, margin.certificate)


@given(separable_datasets(min_n=2), st.sampled_from([1.0, 7.0]))
@settings(max_examples=25)
def test_the_margin_is_the_one_a_hard_margin_svm_finds(dataset: Dataset, bias: float) -> None:
    if dataset.n == 0:
        return
    feature = bias_feature(dataset, bias)
    margin = margin_of(dataset, feature)
    assert margin.separable
    assert margin.gamma == pytest.approx(hard_margin(dataset, feature), rel=1e-4)


@given(separable_datasets(min_n=2), st.integers(-200, 200))
def test_rescaling_the_data_and_the_bias_leaves_the_bound_as_it_is(dataset: Dataset, exponent: int) -> None:
    if dataset.n == 0:
        return
    factor = 2.0**exponent
    scaled = Dataset(dataset.X * factor, dataset.y)
    bound = margin_of(dataset, BiasFeature(1.0, 1.0)).bound
    assert bound is not None
    assert margin_of(scaled, BiasFeature(factor, factor * factor)).bound == bound


@pytest.mark.parametrize("n", [1, 2, 5, 16, 40])
def test_orthonormal_examples_attain_the_bound_n(n: int) -> None:
    margin = solved(np.eye(n), np.where(np.arange(n) % 2, 1, -1), bias=0)
    assert margin.bound == pytest.approx(n, rel=1e-15)
    assert margin.support is not None
    assert len(margin.support) == n


def test_a_margin_of_a_millionth_is_right_to_the_last_bit() -> None:
    margin = solved([[1e-6, 1.0], [1e-6, -1.0], [1.0, 0.5]], [1, 1, 1], bias=0)
    assert margin.gamma == 1e-6
    assert margin.w_star is not None
    assert margin.w_star.tolist() == [1.0, 0.0]


def test_data_a_million_away_from_the_origin_are_separated() -> None:
    margin = solved([[1e6 + 1], [1e6 - 1]], [1, -1])
    assert margin.gamma == pytest.approx(2 / math.hypot(2e6, 2), rel=1e-15)


@pytest.mark.parametrize("size", [1e-100, 1e-6, 1e6, 1e99])
def test_size_does_not_decide_separability(size: float) -> None:
    X = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]) * size
    assert solved(X, [1, 1, -1, -1], bias=size).separable is True
    assert solved(X, [1, -1, 1, 1], bias=size).separable is True
    assert solved(X, [1, 1, -1, -1], bias=0).separable is False


def test_without_examples_nothing_is_claimed() -> None:
    dataset = Dataset.empty()
    margin = margin_of(dataset, BiasFeature(1.0, 1.0))
    assert (margin.separable, margin.radius, margin.gamma, margin.certificate) == (None, 0.0, None, None)


def test_one_class_is_separable_by_the_bias_alone() -> None:
    dataset = Dataset([[1, 2], [-3, 1], [0, 0]], [-1, -1, -1])
    assert_separates(dataset, margin_of(dataset, BiasFeature(1.0, 1.0)))


def test_an_example_at_the_origin_is_its_own_certificate_without_bias() -> None:
    margin = solved([[1, 1], [0, 0], [2, 1]], [1, -1, 1], bias=0)
    assert margin.certificate is not None
    assert margin.certificate.indices.tolist() == [1]
    assert margin.certificate.weights.tolist() == [1.0]


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_one_point_with_both_labels_is_its_own_certificate(bias: float) -> None:
    margin = solved([[5, 5], [1, 2], [-5, 0], [1, 2], [0, 7]], [1, 1, -1, -1, -1], bias)
    assert margin.certificate is not None
    assert margin.certificate.indices.tolist() == [1, 3]
    assert margin.certificate.weights.tolist() == [0.5, 0.5]


def test_the_hulls_of_xor_meet_in_the_middle() -> None:
    certificate = solved([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1]).certificate
    assert certificate is not None
    assert certificate.weights.tolist() == [0.25] * 4
    assert certificate.point is not None
    assert certificate.point.tolist() == [0.5, 0.5]


def test_hulls_that_touch_are_not_separable() -> None:
    certificate = solved([[0, 0], [2, 0], [1, 0], [1, 5]], [1, 1, -1, -1]).certificate
    assert certificate is not None
    assert certificate.indices.tolist() == [0, 1, 2]
    assert certificate.weights.tolist() == [0.25, 0.25, 0.5]


def test_decimals_on_a_line_are_too_close_to_tell() -> None:
    margin = solved([[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]], [1, -1, 1])
    assert (margin.separable, margin.gamma, margin.certificate) == (None, None, None)
    assert margin.radius == pytest.approx(math.sqrt(0.09 + 0.81 + 1))


def test_points_on_a_line_separate_where_their_order_does() -> None:
    assert solved([[0, 0], [1, 1], [2, 2], [3, 3]], [1, 1, -1, -1]).separable is True
    assert solved([[0, 0], [1, 1], [2, 2], [3, 3]], [1, -1, -1, 1]).separable is False


def test_duplicates_lie_on_the_margin_together() -> None:
    margin = solved([[1, 0], [1, 0], [-1, 0], [5, 0]], [1, 1, -1, 1], bias=0)
    assert margin.support is not None
    assert margin.support.tolist() == [0, 1, 2]


def test_twins_are_named_by_their_first_rows() -> None:
    X = np.array([[3, 3], [0.0, 1], [3, 3], [-0.0, 1], [3, 3], [9, 9], [9, 9]])
    dataset = Dataset(X, [1, -1, -1, 1, -1, 1, 1])
    assert opposite_twins(dataset).tolist() == [[0, 2], [3, 1]]


@given(
    st.lists(st.tuples(st.sampled_from([-0.0, 0.0, 0.1, -0.1]), st.sampled_from([0.0, 7.0]), st.booleans()), min_size=1)
)
def test_twins_are_the_pairs_that_a_look_at_every_pair_finds(examples: list[tuple[float, float, bool]]) -> None:
    y = [1 if positive else -1 for *_, positive in examples]
    found: dict[tuple[float, float], dict[int, int]] = {}
    for row, (x1, x2, _) in enumerate(examples):
        found.setdefault((x1, x2), {}).setdefault(y[row], row)
    pairs = sorted(([both[1], both[-1]] for both in found.values() if len(both) == 2), key=min)
    assert opposite_twins(Dataset([[x1, x2] for x1, x2, _ in examples], y)).tolist() == pairs


@pytest.mark.parametrize("d", [20, 70])
def test_many_dimensions_are_separated(d: int) -> None:
    generator = np.random.default_rng(d)
    X = generator.normal(size=(300, d))
    dataset = Dataset(X, np.where(X @ generator.normal(size=d) > 0, 1, -1))
    bias = BiasFeature(1.0, 1.0)
    margin = margin_of(dataset, bias)
    assert_separates(dataset, margin)
    assert margin.gamma == pytest.approx(hard_margin(dataset, bias), rel=1e-4)


@partly_slow(("digit", "separable"), [(0, True), (8, False)], [(1, True), (9, False)])
def test_digits_against_the_rest(digit: int, separable: bool) -> None:
    bunch = load_digits()
    dataset, bias = Dataset(bunch.data, np.where(bunch.target == digit, 1, -1)), BiasFeature(1.0, 1.0)
    margin = margin_of(dataset, bias)
    assert margin.separable is separable
    if separable:
        assert_separates(dataset, margin)
    else:
        assert_certified(dataset, bias, margin.certificate)


def test_twins_in_many_dimensions_are_certified() -> None:
    X = np.repeat(np.random.default_rng(0).normal(size=(5, 30)), 2, axis=0)
    margin = solved(X, [1, -1] * 5)
    assert margin.certificate is not None
    assert margin.certificate.indices.tolist() == [0, 1]


@pytest.mark.parametrize(("flipped", "separable"), [(0.0, True), (0.1, False)])
def test_features_of_very_different_sizes_are_decided(flipped: float, separable: bool) -> None:
    bunch = load_breast_cancer()
    y = np.where(bunch.target == 1, 1, -1) * np.where(
        np.random.default_rng(0).random(len(bunch.target)) < flipped, -1, 1
    )
    dataset, bias = Dataset(bunch.data, y), BiasFeature(1.0, 1.0)
    margin = margin_of(dataset, bias)
    assert margin.separable is separable
    if separable:
        assert_separates(dataset, margin)
    else:
        assert_certified(dataset, bias, margin.certificate)


@given(st.one_of(datasets(max_n=40), separable_datasets()), biases)
def test_few_or_all_together_makes_no_difference_to_what_is_proven(dataset: Dataset, bias: float) -> None:
    feature = bias_feature(dataset, bias)
    whole = margin_of(dataset, feature)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear_margin, "_TOGETHER", 0)
        patch.setattr(linear_margin, "_FIRST", 3)
        patch.setattr(linear_margin, "_WORST", 2)
        some = margin_of(dataset, feature)
    assert (some.separable, some.gamma, some.bound, some.radius) == (
        whole.separable,
        whole.gamma,
        whole.bound,
        whole.radius,
    )
    if whole.w_star is None or some.w_star is None:
        assert some.w_star is whole.w_star
    else:
        assert (some.w_star.tolist(), some.b_star) == (whole.w_star.tolist(), whole.b_star)
    if some.separable is False:
        assert_certified(dataset, feature, some.certificate)


@pytest.mark.parametrize("flipped", [0.0, 0.2])
def test_many_examples_are_decided_as_by_all_of_them(flipped: float, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(7)
    X = generator.normal(size=(30_000, 3))
    y = np.where(X @ [1.0, -2.0, 0.5] > 0.3, 1, -1) * np.where(generator.random(len(X)) < flipped, -1, 1)
    some = solved(X, y)
    monkeypatch.setattr(linear_margin, "_TOGETHER", len(X))
    whole = solved(X, y)
    assert some.separable is whole.separable is (flipped == 0)
    assert (some.gamma, some.bound) == (whole.gamma, whole.bound)
    if flipped:
        assert_certified(Dataset(X, y), BiasFeature(1.0, 1.0), some.certificate)


@given(datasets(max_n=40), biases, st.sampled_from([1e-170, 1e-100, 1.0, 1e90]))
def test_the_radius_that_is_told_meanwhile_is_that_of_the_answer(dataset: Dataset, bias: float, size: float) -> None:
    scaled = Dataset(dataset.X * size, dataset.y)
    feature = bias_feature(scaled, bias)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear_margin, "_AT_ONCE", 0)
        meanwhile = margin_meanwhile(scaled, feature)
    answer = margin_of(scaled, feature)
    if meanwhile is not None:
        assert (meanwhile.sought, meanwhile.separable, answer.sought) == (True, None, False)
        assert (meanwhile.radius, meanwhile.radius_squared) == (answer.radius, answer.radius_squared)


def test_a_search_that_nobody_waits_for_tells_of_the_radius_and_why_of_no_more() -> None:
    dataset, bias = iris(0, 1, [0, 1]), BiasFeature(1.0, 1.0)
    margin = margin_of(dataset, bias, lambda: True)
    assert (margin.separable, margin.gamma, margin.certificate) == (None, None, None)
    assert margin.radius == margin_of(dataset, bias).radius
    assert margin.unknown == "The search for ŵ* was cancelled."


@st.composite
def wide_datasets(draw: st.DrawFn) -> Dataset:
    """Fewer examples than features, some of them there twice."""
    n, d = draw(st.integers(1, 12)), draw(st.integers(17, 40))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    X = generator.normal(size=(n, d)) * draw(st.sampled_from([1e-3, 1.0, 300.0]))
    X[generator.random(n) < 0.2] = X[0]
    return Dataset(X, np.where(generator.random(n) < 0.5, 1, -1))


@given(wide_datasets(), biases)
def test_in_the_span_of_few_examples_the_margin_is_found_that_is_found_in_the_whole_space(
    dataset: Dataset, bias: float
) -> None:
    feature = bias_feature(dataset, bias)
    found = margin_of(dataset, feature)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear_margin, "in_span", lambda signed: (None, signed))
        direct = margin_of(dataset, feature)
    assert found.separable is direct.separable
    if found.separable:
        assert_separates(dataset, found)
        assert found.gamma == pytest.approx(direct.gamma, rel=1e-9)
        assert found.w_star == pytest.approx(direct.w_star, abs=1e-7)
    elif found.separable is False:
        assert_certified(dataset, feature, found.certificate)


def test_a_point_with_both_labels_is_proof_among_any_number_of_features() -> None:
    X = np.random.default_rng(0).normal(size=(6, 500))
    X[4] = X[1]
    feature = BiasFeature(1.0, 1.0)
    margin = margin_of(Dataset(X, [1, 1, -1, 1, -1, -1]), feature)
    assert margin.separable is False
    assert margin.certificate is not None
    assert margin.certificate.indices.tolist() == [1, 4]


def test_very_many_features_take_no_memory_for_pairs_of_them() -> None:
    generator, d = np.random.default_rng(0), 3_000
    dataset = Dataset(generator.normal(size=(8, d)), [1, -1] * 4)
    tracemalloc.start()
    margin = margin_of(dataset, BiasFeature(1.0, 1.0))
    bound = best_slack_bound(dataset, BiasFeature(1.0, 1.0), 5)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert margin.separable
    assert bound.value >= (margin.bound or 0) * (1 - 1e-6)
    assert peak < d * d * 8 / 4
