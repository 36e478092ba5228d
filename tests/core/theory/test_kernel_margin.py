"""The margin in a kernel's feature space, against libsvm, the linear margin and sums in many digits."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray
from core.kernels import RBF, Kernel, Linear, Polynomial
from core.theory.diagnosis import diagnose
from core.theory.margin import kernel_margin as module
from core.theory.margin.kernel_margin import kernel_margin
from core.theory.margin.linear_margin import margin_of
from core.theory.margin.margin import Margin
from tests.core.strategies import datasets, separable_datasets
from tests.core.theory.kernel_data import ONE, noise, ring, signed_gram


def libsvm_shares(gram: FloatArray) -> FloatArray:
    """λ by libsvm: with every z mirrored to −z in the other class, its free intercept is 0. Shape (n,)."""
    n, scale = len(gram), float(gram.diagonal().max())
    doubled = np.block([[gram, -gram], [-gram, gram]]) / scale
    svc = SVC(C=1e10, kernel="precomputed", tol=1e-8).fit(doubled, np.repeat([1, -1], n))
    shares: FloatArray = np.bincount(svc.support_ % n, weights=np.abs(svc.dual_coef_[0]), minlength=n).astype(
        np.float64
    )
    shares /= shares.sum()
    return shares


def assert_consistent(dataset: Dataset, kernel: Kernel, bias: BiasFeature, margin: Margin) -> None:
    assert margin.gamma is not None
    assert margin.products is not None
    assert margin.support is not None
    assert margin.bound == pytest.approx((margin.radius / margin.gamma) ** 2, rel=1e-12)
    assert (margin.gamma < margin.products.min()) == margin.gamma_is_lower_bound
    known = margin
    assert margin.products.min() - margin.gamma <= (known.gamma_at_most or 0.0) - (known.gamma_at_least or 0.0)
    assert margin.products[margin.support] == pytest.approx(margin.gamma, rel=1e-6, abs=1e-7 * margin.radius)
    assert margin.radius_squared == signed_gram(dataset, kernel, bias).diagonal().max()


@pytest.mark.parametrize(
    ("dataset", "kernel", "bias"),
    [
        (ring(100), RBF(1.0), ONE),
        (ring(300), RBF(20.0), ONE),
        (ring(200), Polynomial(2, 1.0, 1.0), ONE),
        (ring(200), Polynomial(4, 0.5, 1.0), BiasFeature(0.0, 0.0)),
        (noise(120), RBF(50.0), BiasFeature(3.0, 9.0)),
        (noise(200), RBF(1000.0), ONE),
    ],
)
def test_gamma_and_support_are_libsvms(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> None:
    margin = kernel_margin(dataset, kernel, bias)
    assert margin.separable
    assert_consistent(dataset, kernel, bias, margin)
    assert margin.gamma is not None
    gram = signed_gram(dataset, kernel, bias)
    shares = libsvm_shares(gram)
    # No vector has a larger margin than the length of any point of the hull: theirs bounds ours from above.
    length = math.sqrt(shares @ gram @ shares)
    assert length * (1 - 1e-4) <= margin.gamma <= length * (1 + 1e-9)
    heavy = np.flatnonzero(shares > 1e-3)
    assert set(heavy.tolist()) <= set((margin.support if margin.support is not None else heavy[:0]).tolist())


@given(separable_datasets(min_n=2, max_n=20), st.sampled_from([0.0, 1.0, 3.0]))
def test_a_polynomial_of_degree_one_has_the_linear_margin(dataset: Dataset, bias: float) -> None:
    feature = BiasFeature(bias, bias * bias)
    assume(dataset.n)
    linear, dual = margin_of(dataset, feature), kernel_margin(dataset, Polynomial(1, 1.0, 0.0), feature)
    assert (dual.radius_squared, dual.in_feature_space) == (linear.radius_squared, True)
    if linear.gamma is not None and dual.separable:
        assert dual.gamma == pytest.approx(linear.gamma, rel=1e-6)
        assert dual.bound == pytest.approx(linear.bound, rel=1e-6)
    else:
        assert linear.gamma is None or linear.gamma < 1e-6 * linear.radius


@given(datasets(min_n=1, max_n=12), st.sampled_from([0.0, 1.0]))
def test_nothing_is_called_separable_that_is_not(dataset: Dataset, bias: float) -> None:
    feature = BiasFeature(bias, bias * bias)
    linear, dual = margin_of(dataset, feature), kernel_margin(dataset, Polynomial(1, 1.0, 0.0), feature)
    if linear.separable is False:
        assert not dual.separable
    if dual.separable is False:
        assert linear.separable is False


@given(datasets(min_n=1, max_n=12))
@settings(max_examples=30)
def test_the_linear_kernel_has_the_proofs_of_the_linear_space(dataset: Dataset) -> None:
    linear, dual = margin_of(dataset, ONE), kernel_margin(dataset, Linear(), ONE)
    assert (dual.separable, dual.gamma, dual.bound) == (linear.separable, linear.gamma, linear.bound)
    if dual.products is not None:
        assert dual.products.min() == pytest.approx(linear.gamma, rel=1e-6, abs=1e-12 * linear.radius)


def test_separable_is_said_of_the_feature_space_only() -> None:
    dataset = ring(50)
    words = diagnose(dataset, kernel_margin(dataset, RBF(1.0), ONE))
    assert words.headline.startswith("Separable in the kernel's feature space: at most")


def alternating(n: int, step: float = 0.5) -> Dataset:
    """n points on a line, `step` apart, with alternating labels from −1."""
    return Dataset(step * np.arange(n)[:, None], [-1 if row % 2 == 0 else 1 for row in range(n)])


def exact_gamma(dataset: Dataset, gamma: float, digits: int = 60) -> float:
    """γ where every example is on the margin, by a dense solve in many digits: 1/γ² = Σ of the solution of Gλ = 1."""
    with localcontext() as context:
        context.prec = digits
        X = [[Decimal(value) for value in row] for row in dataset.X.tolist()]
        squares = [[sum(((p - q) ** 2 for p, q in zip(x, z, strict=True)), Decimal(0)) for z in X] for x in X]
        rows = [[(-Decimal(gamma) * square).exp() + 1 for square in line] for line in squares]
        system = [
            [int(a) * int(b) * entry for b, entry in zip(dataset.y, line, strict=True)] + [Decimal(1)]
            for a, line in zip(dataset.y, rows, strict=True)
        ]
        for k, leading in enumerate(system):
            leading[:] = [entry / leading[k] for entry in leading]
            for line in system:
                if line is not leading:
                    line[:] = [a - line[k] * b for a, b in zip(line, leading, strict=True)]
        shares = [line[-1] for line in system]
        assert min(shares) > 0
        return float(1 / sum(shares, Decimal(0)).sqrt())


@pytest.mark.parametrize("gamma", [0.05, 0.02, 0.01])
def test_a_tiny_gamma_of_a_few_examples_is_found_in_many_digits(gamma: float) -> None:
    dataset = alternating(9)
    margin = kernel_margin(dataset, RBF(gamma), ONE)
    assert_consistent(dataset, RBF(gamma), ONE, margin)
    assert margin.gamma is not None
    assert margin.gamma == pytest.approx(exact_gamma(dataset, gamma), rel=1e-12)
    assert not margin.gamma_is_lower_bound
    assert margin.gamma < 4e-7


@given(st.integers(2, 24), st.sampled_from([0.01, 0.05, 0.3]), st.integers(0, 99))
@settings(max_examples=25)
def test_few_distinct_points_always_have_a_gamma_under_an_rbf_kernel(n: int, gamma: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    dataset = Dataset(rng.normal(size=(n, 2)), np.where(rng.random(n) < 0.5, 1, -1))
    margin = kernel_margin(dataset, RBF(gamma), ONE)
    assert margin.separable
    assert margin.gamma is not None
    assert margin.gamma_at_most is not None
    assert margin.gamma_at_most * (1 - 1e-3) <= margin.gamma <= margin.gamma_at_most * (1 + 1e-15)


def test_where_double_precision_falls_short_gamma_is_called_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = alternating(9)
    monkeypatch.setattr("core.theory.margin.kernel_margin.MOST_PRECISE", 8)
    margin = kernel_margin(dataset, RBF(0.05), ONE)
    truth = exact_gamma(dataset, 0.05)
    assert margin.gamma_is_lower_bound
    assert margin.gamma is not None
    assert margin.gamma_at_most is not None
    assert margin.bound is not None
    assert margin.gamma < truth < margin.gamma_at_most
    assert margin.bound > margin.radius_squared / truth**2
    words = diagnose(dataset, margin)
    assert "at most" in words.detail
    assert "γ of at least" in words.detail
    fine = kernel_margin(ring(50), RBF(1.0), ONE)
    assert not fine.gamma_is_lower_bound
    assert "γ = " in diagnose(ring(50), fine).detail


def test_distinct_points_are_separable_under_an_rbf_kernel_even_where_gamma_is_not_found() -> None:
    dataset = noise(150)
    margin = kernel_margin(dataset, RBF(0.05), ONE)
    assert (margin.separable, margin.gamma, margin.bound) == (True, None, None)
    words = diagnose(dataset, margin)
    assert "open" not in words.headline
    assert words.headline.startswith("Separable in the kernel's feature space, as distinct points always are there")
    assert words.detail.startswith("γ is too small to be found in double precision. It is at most")
    cancelled = kernel_margin(dataset, RBF(0.05), ONE, cancelled=lambda: True)
    assert (cancelled.separable, cancelled.gamma) == (True, None)
    assert "cancelled" in diagnose(dataset, cancelled).detail


@pytest.mark.parametrize("asked", [1, 5, 50, 500])
def test_a_search_ends_when_it_is_told_to(asked: int) -> None:
    answers = iter([False] * asked + [True])
    margin = kernel_margin(ring(500), RBF(20.0), ONE, cancelled=lambda: next(answers))
    assert margin.gamma is None
    assert "cancelled" in margin.unknown


def test_a_hull_of_thousands_of_points_is_solved() -> None:
    dataset = noise(1500)
    margin = kernel_margin(dataset, RBF(1000.0), ONE)
    assert_consistent(dataset, RBF(1000.0), ONE, margin)
    assert margin.gamma is not None
    assert margin.gamma_at_most == pytest.approx(margin.gamma, rel=1e-8)


@pytest.mark.parametrize("size", [3.5e-155, 1e-150, 1e-20, 1e20, 1e90])
def test_data_of_any_size_are_asked_about_without_complaint(size: float) -> None:
    dataset = Dataset(np.array([[size], [-size]]), [1, -1])
    margin = kernel_margin(dataset, Polynomial(1, 1.0, 0.0), BiasFeature(0.0, 0.0))
    if margin.gamma is not None:
        assert margin.gamma == pytest.approx(size, rel=1e-9)
    else:
        assert size < 1e-140


def test_what_is_not_tried_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cancelled" in kernel_margin(ring(200), RBF(20.0), ONE, cancelled=lambda: True).unknown
    monkeypatch.setattr(module, "MOST_WORKING", 100)
    assert "100 examples" in kernel_margin(ring(300), RBF(20.0), ONE).unknown
    monkeypatch.setattr(module, "MOST_EXAMPLES", 150)
    assert "150 examples" in kernel_margin(ring(300), RBF(1.0), ONE).unknown


@given(separable_datasets(min_n=2, max_n=8, max_d=2), st.data())
def test_a_row_that_is_there_twice_changes_nothing(dataset: Dataset, data: st.DataObject) -> None:
    kernel, bias = RBF(0.5), BiasFeature(0.0, 0.0)
    assume(dataset.n > 0)
    again = data.draw(st.lists(st.integers(0, dataset.n - 1), min_size=1, max_size=4))
    rows = [*range(dataset.n), *again]
    once = kernel_margin(dataset, kernel, bias)
    twice = kernel_margin(dataset.with_rows(dataset.X[rows], dataset.y[rows]), kernel, bias)
    assert (twice.gamma, twice.bound, twice.separable) == (once.gamma, once.bound, once.separable)
    assert once.products is None or (
        twice.products is not None and twice.products.tolist() == once.products[rows].tolist()
    )


def test_a_tiny_margin_is_found_though_a_row_is_repeated() -> None:
    x = [0.85, 0.21, 1.24, 1.19, 1.34, 0.24, -0.89, -1.14, -0.05, -0.98, -1.02, -0.8]
    y = [-1, -1, 1, -1, -1, 1, 1, -1, 1, -1, 1, -1]
    kernel, bias = RBF(0.5), BiasFeature(0.0, 0.0)
    for rows in (range(12), [*range(12), 5]):
        margin = kernel_margin(Dataset([[x[i]] for i in rows], [y[i] for i in rows]), kernel, bias)
        assert margin.gamma == pytest.approx(1.7646e-7, rel=1e-3)
