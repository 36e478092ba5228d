"""What proves that no hyperplane of a kernel's feature space separates the examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray
from core.kernels import RBF, Kernel, Polynomial
from core.theory.diagnosis import diagnose
from core.theory.margin.kernel_margin import kernel_margin
from core.theory.margin.linear_margin import margin_of
from tests.core.strategies import datasets, so_many
from tests.core.theory.kernel_data import ONE, noise, signed_gram


def monomials(X: FloatArray, degree: int, *, lower: bool) -> list[list[Fraction]]:
    """Of each row the products of features whose coefficient in (x·z + r)ᵖ is not 0; those below p where `lower`."""
    d = X.shape[1]
    powers = [p for p in product(range(degree + 1), repeat=d) if sum(p) == degree or (lower and sum(p) < degree)]
    return [
        [prod((Fraction(v) ** k for v, k in zip(x, p, strict=True)), start=Fraction(1)) for p in powers]
        for x in X.tolist()
    ]


@given(
    datasets(min_n=2, max_n=9, max_d=2),
    st.integers(1, 3),
    st.sampled_from([0.0, 1.0]),
    st.sampled_from([0.0, 0.3, 2.0]),
)
@settings(max_examples=so_many(150))
def test_what_a_certificate_weighs_adds_up_to_nothing_exactly(
    dataset: Dataset, degree: int, constant: float, bias: float
) -> None:
    """Coordinates of the feature space of (g·x·z + r)ᵖ are monomials, each times a number that is not 0."""
    margin = kernel_margin(dataset, Polynomial(degree, 0.7, constant), BiasFeature(bias, bias * bias))
    if margin.certificate is None:
        return
    assert margin.separable is False
    rows, weights = margin.certificate.indices, margin.certificate.weights
    assert weights.min() > 0
    assert weights.sum() == pytest.approx(1)
    vectors = monomials(dataset.X, degree, lower=constant > 0)
    signs = [int(dataset.y[row]) for row in rows]
    for j in range(len(vectors[0])):
        terms = [float(s * vectors[row][j]) * w for s, row, w in zip(signs, rows, weights, strict=True)]
        assert sum(terms) == pytest.approx(0, abs=1e-9 * max(map(abs, terms)))
    if bias:
        assert weights @ signs == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("bias", [0.0, 1.0])
@pytest.mark.parametrize("constant", [0.0, 1.0])
@given(dataset=datasets(min_n=1, max_n=8, max_d=2))
def test_of_a_few_examples_under_a_kernel_of_fractions_it_is_not_left_open(
    dataset: Dataset, constant: float, bias: float
) -> None:
    """The kernel x·z + r is that of the data with a feature √r more."""
    feature, larger = BiasFeature(bias, bias * bias), BiasFeature(float(bool(bias + constant)), 1.0)
    linear = margin_of(dataset, larger)
    if linear.separable is False:
        assert kernel_margin(dataset, Polynomial(1, 1.0, constant), feature).separable is False


def test_an_example_that_is_a_multiple_of_another_in_the_feature_space_proves_it() -> None:
    """(1, 0) and (2, 0) under (x·z)²: 4·φ(x₁) = φ(x₂)."""
    dataset = Dataset([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [1, 1, 1, -1])
    certificate = kernel_margin(dataset, Polynomial(2, 1.0, 0.0), BiasFeature(0.0, 0.0)).certificate
    assert certificate is not None
    assert (certificate.indices.tolist(), certificate.weights.tolist()) == ([1, 3], [0.8, 0.2])
    told = diagnose(dataset, kernel_margin(dataset, Polynomial(2, 1.0, 0.0), BiasFeature(0.0, 0.0)))
    assert "Examples 2 and 4 prove it: suitably weighted, their y·φ(x) add up to 0." in told.detail


def test_the_same_point_with_both_labels_is_separable_in_no_feature_space() -> None:
    dataset = Dataset([[1, 2], [0, 1], [1, 2]], [1, 1, -1])
    margin = kernel_margin(dataset, RBF(1.0), ONE)
    assert margin.separable is False
    assert margin.certificate is not None
    assert margin.certificate.indices.tolist() == [0, 2]
    assert "same point with different labels" in diagnose(dataset, margin).headline


def test_an_example_that_is_the_origin_of_the_feature_space_can_never_be_classified() -> None:
    dataset = Dataset([[1, 2], [0, 0]], [1, -1])
    margin = kernel_margin(dataset, Polynomial(2, 1.0, 0.0), BiasFeature(0.0, 0.0))
    assert margin.separable is False
    assert "example 2 lies at the origin of the kernel's feature space" in diagnose(dataset, margin).headline.lower()
    assert kernel_margin(dataset, RBF(1.0), BiasFeature(0.0, 0.0)).separable


def test_data_that_a_low_degree_cannot_part_are_proven_so_where_they_are_few_and_else_left_open() -> None:
    few = noise(40)
    words = diagnose(few, kernel_margin(few, Polynomial(2, 1.0, 1.0), ONE))
    assert words.headline.startswith("Not separable: no hyperplane of the kernel's feature space has every example")
    assert "their y·(φ(x), B) add up to 0" in words.detail
    dataset = noise(140)
    margin = kernel_margin(dataset, Polynomial(2, 1.0, 1.0), ONE)
    assert (margin.separable, margin.gamma, margin.certificate) == (None, None, None)
    words = diagnose(dataset, margin)
    assert "open" in words.headline
    assert words.detail


@pytest.mark.parametrize("kernel", [Polynomial(2, 1.0, 0.0), RBF(0.0), Polynomial(3, 0.0, 1.0)])
def test_points_that_a_kernel_makes_one_are_a_certificate(kernel: Kernel) -> None:
    dataset = Dataset([[3, 1], [1, -2], [-1, 2]], [1, 1, -1])
    margin = kernel_margin(dataset, kernel, ONE)
    assert not kernel.strictly_positive
    assert margin.separable is False
    assert margin.certificate is not None
    pair, shares = margin.certificate.indices, margin.certificate.weights
    gram = signed_gram(dataset, kernel, ONE)[np.ix_(pair, pair)]
    assert shares @ gram @ shares == 0
    assert "the same point of the kernel's feature space" in diagnose(dataset, margin).headline
    assert kernel_margin(dataset, Polynomial(3, 1.0, 0.0), ONE).separable is not False
    assert kernel_margin(dataset, Polynomial(2, 1.0, 0.5), ONE).separable is not False


@pytest.mark.parametrize(
    ("X", "y", "degree", "weights"),
    [
        ([[1, 0], [2, 0]], [1, -1], 2, [0.8, 0.2]),
        ([[3, 1], [1, -2], [-2, 4]], [1, 1, -1], 2, [0.8, 0.2]),
        ([[1, 2], [2, 4]], [1, -1], 3, [8 / 9, 1 / 9]),
        ([[1, 2], [-2, -4]], [1, 1], 3, [8 / 9, 1 / 9]),
        ([[0.1, 0.3], [-0.1, -0.3]], [-1, -1], 3, [0.5, 0.5]),
        ([[1e-60, 0], [1e60, 0]], [1, -1], 1, [1.0, 1e-120]),
    ],
)
def test_images_that_lie_opposite_on_a_line_through_the_origin_are_a_certificate(
    X: list[list[float]], y: list[int], degree: int, weights: list[float]
) -> None:
    dataset, kernel, none = Dataset(X, y), Polynomial(degree, 1.0, 0.0), BiasFeature(0.0, 0.0)
    margin = kernel_margin(dataset, kernel, none)
    assert margin.separable is False
    assert margin.certificate is not None
    assert margin.certificate.weights == pytest.approx(weights, rel=1e-12)
    pair = margin.certificate.indices
    gram = signed_gram(dataset, kernel, none)[np.ix_(pair, pair)]
    assert weights @ gram @ weights == pytest.approx(0, abs=1e-12 * (weights[0] ** 2 * gram[0, 0]))
    assert "suitably weighted, their y·φ(x) add up to 0" in diagnose(dataset, margin).detail
    assert kernel_margin(dataset, kernel, ONE).separable is not False
    assert kernel_margin(dataset, Polynomial(degree, 1.0, 0.5), none).separable is not False


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.sampled_from([-1, 1])), min_size=1, max_size=7))
@settings(max_examples=so_many(150))
def test_two_opposite_images_are_found_wherever_there_are_any(rows: list[tuple[int, int, int]]) -> None:
    dataset = Dataset([row[:2] for row in rows], [row[2] for row in rows])
    for degree in (1, 2, 3):
        gram = signed_gram(dataset, Polynomial(degree, 1.0, 0.0), BiasFeature(0.0, 0.0))
        lengths = gram.diagonal()
        opposite = (gram <= 0) & (gram * gram == np.outer(lengths, lengths))
        found = kernel_margin(dataset, Polynomial(degree, 1.0, 0.0), BiasFeature(0.0, 0.0)).certificate
        assert found is not None or not opposite.any()
