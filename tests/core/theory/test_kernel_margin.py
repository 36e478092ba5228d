"""The margin in a kernel's feature space, against libsvm and the linear margin; the theorem's rows at every update."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray
from core.kernels import RBF, Kernel, Linear, Polynomial
from core.run import Run, train
from core.spec import RunSpec
from core.theory.diagnosis import diagnose
from core.theory.margin import kernel_margin as module
from core.theory.margin.kernel_margin import kernel_margin
from core.theory.margin.linear_margin import margin_of
from core.theory.margin.margin import Margin
from core.theory.theorem import Curves, inequalities, theorem_table
from tests.core.strategies import datasets, separable_datasets, so_many

KEYS = ["progress", "length", "bound", "angle", "potential"]
ONE = BiasFeature(1.0, 1.0)


def signed_gram(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> FloatArray:
    gram: FloatArray = kernel.matrix(dataset.X, dataset.X) + bias.squared
    gram *= np.outer(dataset.y, dataset.y)
    return gram


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


def ring(n: int, seed: int = 0) -> Dataset:
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return Dataset(X, np.where((X**2).sum(axis=1) > 1.4, 1, -1))


def noise(n: int, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    return Dataset(rng.normal(size=(n, 2)), np.where(rng.random(n) < 0.5, 1, -1))


def assert_consistent(dataset: Dataset, kernel: Kernel, bias: BiasFeature, margin: Margin) -> None:
    assert margin.gamma is not None
    assert margin.products is not None
    assert margin.support is not None
    assert margin.bound == pytest.approx((margin.radius / margin.gamma) ** 2, rel=1e-12)
    assert (margin.gamma < margin.products.min()) == margin.gamma_is_lower_bound
    known = margin.evidence
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


@given(datasets(min_n=1, max_n=12))
@settings(max_examples=30)
def test_the_linear_kernel_has_the_proofs_of_the_linear_space(dataset: Dataset) -> None:
    linear, dual = margin_of(dataset, ONE), kernel_margin(dataset, Linear(), ONE)
    assert (dual.separable, dual.gamma, dual.bound) == (linear.separable, linear.gamma, linear.bound)
    if dual.products is not None:
        assert dual.products.min() == pytest.approx(linear.gamma, rel=1e-6, abs=1e-12 * linear.radius)


@given(
    datasets(min_n=1, max_n=12, max_d=3),
    st.sampled_from(
        [
            RunSpec("kernel", gamma=0.1),
            RunSpec("kernel", gamma=5.0, bias=0.0),
            RunSpec("kernel", kernel="poly", degree=2),
            RunSpec("kernel", kernel="poly", degree=3, gamma=0.5, bias="radius"),
            RunSpec("voted", kernel="linear"),
        ]
    ),
    st.sampled_from([1e-3, 1.0]),
)
def test_every_row_of_the_theorem_holds_at_every_update(dataset: Dataset, spec: RunSpec, size: float) -> None:
    if np.abs(dataset.X).max() > 1e3:
        size /= np.abs(dataset.X).max()
    run = train(Dataset(dataset.X * size, dataset.y), RunSpec(**{**spec.to_json(), "max_updates": 150}))
    keys = KEYS if run.margin.gamma is not None else ["length"]
    for update in range(run.updates + 1):
        rows = inequalities(run.history.seek(update), run.margin)
        assert [row.key for row in rows] == keys
        assert all(row.holds for row in rows), rows


def test_progress_holds_where_a_product_with_the_best_vector_cancels() -> None:
    X = np.array([[0, 48.3, 26.5], [0, 0, 0], [-25.7, 48.4, 24], [-25.1, 42.9, 21.4]])
    run = train(Dataset(X, [1, -1, -1, 1]), RunSpec("voted", kernel="linear", max_updates=150))
    assert run.margin.products is not None
    assert run.margin.products.min() == run.margin.gamma
    assert all(row.holds for k in range(run.updates + 1) for row in inequalities(run.history.seek(k), run.margin))


@pytest.fixture(scope="module")
def ring_run() -> Run:
    return train(ring(400), RunSpec("kernel", gamma=2.0))


def test_the_table_follows_from_alpha_and_the_gram_matrix(ring_run: Run) -> None:
    table, margin, dataset = ring_run.theorem(), ring_run.margin, ring_run.dataset
    assert margin.products is not None
    assert margin.gamma is not None
    assert table.w_dot_wstar is not None
    assert table.potential is not None
    assert table.cosine is not None
    gram = signed_gram(dataset, RBF(2.0), ONE)
    for k in (1, 2, 50, ring_run.updates):
        alpha = np.bincount(ring_run.history.index(0, k), minlength=dataset.n)
        squared, along = alpha @ gram @ alpha, alpha @ margin.products
        assert table.w_norm_sq[k - 1] == pytest.approx(squared, rel=1e-10)
        assert table.w_dot_wstar[k - 1] == pytest.approx(along, rel=1e-12)
        assert table.cosine[k - 1] == pytest.approx(along / math.sqrt(squared), rel=1e-10)
        reach = margin.radius_squared / margin.gamma
        assert table.potential[k - 1] == pytest.approx(squared - 2 * reach * along + reach * reach, rel=1e-10)


def test_part_of_the_table_and_the_curves_are_those_of_the_whole(ring_run: Run) -> None:
    whole, part = ring_run.theorem(), theorem_table(ring_run.history, ring_run.margin, 3, 7)
    curves = Curves(ring_run.margin, capacity=16)
    curves.extend(ring_run.history)
    assert whole.w_dot_wstar is not None
    assert part.w_dot_wstar is not None
    assert curves.w_dot_wstar is not None
    assert part.w_dot_wstar.tolist() == whole.w_dot_wstar[3:7].tolist()
    places = curves.k[1:].astype(int) - 1
    assert curves.w_norm_sq[1:].tolist() == whole.w_norm_sq[places].tolist()
    assert curves.w_dot_wstar[1:].tolist() == whole.w_dot_wstar[places].tolist()


def test_a_long_table_is_the_same_however_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.record.histories._STRETCH", 64)
    run = train(ring(300), RunSpec("kernel", gamma=2.0))
    whole = run.theorem().w_dot_wstar
    assert whole is not None
    assert len(whole) > 200
    parts = [
        theorem_table(run.history, run.margin, a, b).w_dot_wstar for a, b in [(0, 63), (63, 65), (65, run.updates)]
    ]
    assert np.concatenate([part for part in parts if part is not None]).tobytes() == whole.tobytes()


def test_a_claim_false_by_a_millionth_is_seen_to_fail() -> None:
    run = train(Dataset(np.eye(6) * 100, [1, -1, 1, 1, -1, 1]), RunSpec("kernel", bias=0.0, gamma=10.0))
    state, margin = run.history.seek(run.updates), run.margin
    assert margin.gamma is not None
    assert margin.bound is not None
    assert run.updates == 6
    lies: list[tuple[str, Callable[[], Margin]]] = [
        ("progress", lambda: replace(margin, gamma=(margin.gamma or 0) * (1 + 1e-6))),
        ("length", lambda: replace(margin, radius_squared=margin.radius_squared * (1 - 1e-6))),
        ("bound", lambda: replace(margin, bound=(margin.bound or 0) * (1 - 1e-6))),
    ]
    assert all(row.holds for row in inequalities(state, margin))
    for key, lie in lies:
        assert key in {row.key for row in inequalities(state, lie()) if not row.holds}


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
    assert margin.evidence.gamma_at_most is not None
    assert margin.evidence.gamma_at_most * (1 - 1e-3) <= margin.gamma <= margin.evidence.gamma_at_most * (1 + 1e-15)


def test_where_double_precision_falls_short_gamma_is_called_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = alternating(9)
    monkeypatch.setattr("core.theory.margin.kernel_margin.MOST_PRECISE", 8)
    margin = kernel_margin(dataset, RBF(0.05), ONE)
    truth = exact_gamma(dataset, 0.05)
    assert margin.gamma_is_lower_bound
    assert margin.gamma is not None
    assert margin.evidence.gamma_at_most is not None
    assert margin.bound is not None
    assert margin.gamma < truth < margin.evidence.gamma_at_most
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


@pytest.mark.parametrize("asked", [1, 5, 50, 500])
def test_a_search_ends_when_it_is_told_to(asked: int) -> None:
    answers = iter([False] * asked + [True])
    margin = kernel_margin(ring(500), RBF(20.0), ONE, cancelled=lambda: next(answers))
    assert margin.gamma is None
    assert "cancelled" in margin.evidence.unknown


def test_a_hull_of_thousands_of_points_is_solved() -> None:
    dataset = noise(1500)
    margin = kernel_margin(dataset, RBF(1000.0), ONE)
    assert_consistent(dataset, RBF(1000.0), ONE, margin)
    assert margin.gamma is not None
    assert margin.evidence.gamma_at_most == pytest.approx(margin.gamma, rel=1e-8)


@pytest.mark.parametrize("size", [3.5e-155, 1e-150, 1e-20, 1e20, 1e90])
def test_data_of_any_size_are_asked_about_without_complaint(size: float) -> None:
    dataset = Dataset(np.array([[size], [-size]]), [1, -1])
    margin = kernel_margin(dataset, Polynomial(1, 1.0, 0.0), BiasFeature(0.0, 0.0))
    if margin.gamma is not None:
        assert margin.gamma == pytest.approx(size, rel=1e-9)
    else:
        assert size < 1e-140


def test_what_is_not_tried_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cancelled" in kernel_margin(ring(200), RBF(20.0), ONE, cancelled=lambda: True).evidence.unknown
    monkeypatch.setattr(module, "MOST_WORKING", 100)
    assert "100 examples" in kernel_margin(ring(300), RBF(20.0), ONE).evidence.unknown
    monkeypatch.setattr(module, "MOST_EXAMPLES", 150)
    assert "150 examples" in kernel_margin(ring(300), RBF(1.0), ONE).evidence.unknown


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
