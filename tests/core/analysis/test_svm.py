"""The support vector machine of Yuille 004 §2, against scikit-learn and against its own conditions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from core.analysis.svm import LARGEST, KernelFunction, Svm, least_cost, solve_dual, svm
from core.datasets.arithmetic import BiasFeature, decimals
from core.datasets.dataset import Dataset, FloatArray
from core.errors import CancelledError, InputError
from core.kernels import make_kernel
from core.numbers.formulas import as_written
from core.numbers.numerals import at_least
from core.run import Run, train
from core.spec import RunSpec
from core.theory.margin.linear_margin import margin_of
from tests.core.strategies import datasets, separable_datasets, so_many
from tests.partly_slow import partly_slow


@dataclass(frozen=True)
class Gaussian:
    """exp(−g‖x − z‖²), written for the tests."""

    g: float = 0.7

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        matrix: FloatArray = np.exp(-self.g * ((X[:, None] - Q[None]) ** 2).sum(axis=-1))
        return matrix


def blobs(n: int, noise: float, seed: int = 0, d: int = 2) -> Dataset:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    side = X[:, 0] - 0.5 * X[:, -1] + 0.3
    y = np.where(side + noise * rng.normal(size=n) > 0, 1, -1)
    X[:, 0] += 0.2 * y if noise == 0 else 0
    return Dataset(X, y)


def gram_of(dataset: Dataset, kernel: KernelFunction | None) -> FloatArray:
    if kernel is not None:
        return kernel.matrix(dataset.X, dataset.X)
    gram: FloatArray = dataset.X @ dataset.X.T
    return gram


def dual_of_gram(dataset: Dataset, gram: FloatArray, alpha: FloatArray) -> float:
    signed = alpha * dataset.y
    return float(alpha.sum() - signed @ gram @ signed / 2)


def assert_optimal(machine: Svm, kernel: KernelFunction | None, tolerance: float) -> None:
    """The conditions of Karush, Kuhn and Tucker (Yuille 004 §2.3), and no gap between primal and dual."""
    dataset, alpha = machine.dataset, machine.alpha
    gram = gram_of(dataset, kernel)
    ahead = dataset.y * machine.score(dataset.X) - 1
    assert alpha.min() >= 0
    assert alpha.max() <= machine.C
    assert abs(float(alpha @ dataset.y)) <= 1e-9 * max(1.0, float(alpha.sum()))
    assert ahead[alpha == 0].min(initial=0) >= -tolerance
    assert ahead[alpha == machine.C].max(initial=0) <= tolerance
    assert np.abs(ahead[(alpha > 0) & (alpha < machine.C)]).max(initial=0) <= tolerance
    assert dual_of_gram(dataset, gram, alpha) == pytest.approx(machine.objective, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("C", [1.0, 10.0, 1e6])
@pytest.mark.parametrize("kernel", [None, Gaussian()], ids=["linear", "rbf"])
@pytest.mark.parametrize("noise", [0.0, 0.4])
@pytest.mark.filterwarnings("ignore:Solver terminated early")
def test_it_agrees_with_scikit_learn(C: float, kernel: Gaussian | None, noise: float) -> None:
    """At a large C on noisy data scikit-learn stops short of the optimum; then ours must be the better one."""
    dataset = blobs(80, noise)
    gram = gram_of(dataset, kernel)
    machine = svm(dataset, C, kernel)
    oracle = SVC(C=C, kernel="precomputed", tol=1e-8, max_iter=200_000).fit(gram, dataset.y)
    theirs = np.zeros(dataset.n)
    theirs[oracle.support_] = np.abs(oracle.dual_coef_[0])
    ours = dual_of_gram(dataset, gram, machine.alpha)
    assert ours >= dual_of_gram(dataset, gram, theirs) * (1 - 1e-9)
    assert_optimal(machine, kernel, 1e-6)
    if C < 1e6 or noise == 0:
        assert machine.score(dataset.X) == pytest.approx(oracle.decision_function(gram), abs=2e-3)
        assert machine.support.tolist() == oracle.support_[np.argsort(oracle.support_)].tolist()
    if kernel is None and C < 1e6:
        linear = SVC(C=C, kernel="linear", tol=1e-8).fit(dataset.X, dataset.y)
        assert machine.weights == pytest.approx(linear.coef_[0], abs=1e-5)
        assert machine.intercept == pytest.approx(linear.intercept_[0], abs=1e-5)


@pytest.mark.slow
@partly_slow(("n", "C"), [(1000, 1e6)], [(1000, 1.0), (1300, 10.0)])
@pytest.mark.parametrize("kernel", [None, Gaussian(5.0)], ids=["linear", "rbf"])
def test_a_thousand_examples_are_solved_to_the_optimum(n: int, C: float, kernel: Gaussian | None) -> None:
    assert_optimal(svm(blobs(n, 0.5), C, kernel), kernel, 1e-5)


def test_a_hard_margin_is_the_limit_of_soft_ones() -> None:
    dataset = blobs(60, 0.0)
    hard, soft = svm(dataset), svm(dataset, 1e8)
    assert hard.weights == pytest.approx(soft.weights, rel=1e-7)
    assert hard.slack.max() <= 1e-9
    assert hard.objective == pytest.approx(1 / (2 * hard.margin**2))
    distance = (dataset.y * hard.score(dataset.X)).min() * hard.margin
    assert distance == pytest.approx(hard.margin)


def test_the_perceptron_need_not_reach_the_largest_margin() -> None:
    """It converges, but not necessarily to the separator of the largest margin (Yuille 004 §2)."""
    dataset = blobs(60, 0.0)
    run = train(dataset)
    assert run.converged
    assert run.weights is not None
    assert run.intercept is not None
    reached = (dataset.y * (dataset.X @ run.weights + run.intercept)).min() / np.linalg.norm(run.weights)
    assert 0 < reached < svm(dataset).margin


def test_its_margin_is_not_the_gamma_of_the_theorem() -> None:
    """Two examples at 1 and 3: half their distance is 1; with the bias as a feature γ is smaller."""
    dataset = Dataset([[1.0], [3.0]], [-1, 1])
    machine, gamma = svm(dataset), margin_of(dataset, BiasFeature(1.0, 1.0)).gamma
    assert machine.weights == pytest.approx([1.0])
    assert machine.intercept == pytest.approx(-2.0)
    assert machine.margin == pytest.approx(1.0)
    assert machine.alpha == pytest.approx([0.5, 0.5])
    assert gamma is not None
    assert gamma < machine.margin / 2


@pytest.mark.parametrize("kernel", [None, Gaussian()], ids=["linear", "rbf"])
@pytest.mark.parametrize("C", [2.0, math.inf])
def test_only_support_examples_matter(C: float, kernel: Gaussian | None) -> None:
    dataset = blobs(70, 0.0 if math.isinf(C) else 0.3)
    whole = svm(dataset, C, kernel)
    others = np.setdiff1d(np.arange(dataset.n), whole.support)
    assert len(others) > 10
    kept = svm(dataset.removed(others), C, kernel)
    assert kept.score(dataset.X) == pytest.approx(whole.score(dataset.X), abs=1e-6)
    assert kept.objective == pytest.approx(whole.objective)


def test_every_example_with_slack_is_a_support_example_at_its_limit() -> None:
    machine = svm(blobs(80, 0.5), 3.0)
    slipped = np.flatnonzero(machine.slack > 1e-9)
    assert len(slipped) > 5
    assert set(slipped) <= set(machine.support)
    assert machine.alpha[slipped].tolist() == [3.0] * len(slipped)
    assert machine.hinge == pytest.approx(machine.slack[slipped].sum())


@given(datasets(min_n=1, max_n=12, max_d=3), st.sampled_from([0.1, 1.0, 100.0]), st.booleans())
def test_the_conditions_of_the_optimum_hold(dataset: Dataset, C: float, curved: bool) -> None:
    spread = np.abs(dataset.X).max(initial=0.0)
    assume(spread == 0 or spread > 1e-3)
    scaled = dataset.with_rows(dataset.X / spread if spread else dataset.X, dataset.y)
    kernel = Gaussian() if curved else None
    assert_optimal(svm(scaled, C, kernel), kernel, 1e-6)


@given(separable_datasets(min_n=2))
def test_a_separable_set_has_a_hard_margin(dataset: Dataset) -> None:
    assume(0 < dataset.positives < dataset.n)
    machine = svm(dataset)
    products = dataset.y * machine.score(dataset.X)
    assert products.min() == pytest.approx(1.0, abs=1e-6)
    gamma = margin_of(dataset, BiasFeature(1.0, 1.0)).gamma
    assert gamma is not None
    assert machine.margin >= gamma * (1 - 1e-6)


@pytest.mark.parametrize("shift", [0.0, 1e6])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_units_and_origin_do_not_matter_to_the_separator(scale: float, shift: float) -> None:
    dataset = blobs(40, 0.0)
    there = dataset.with_rows((dataset.X + shift) * scale, dataset.y)
    assert svm(there).margin == pytest.approx(svm(dataset).margin * scale, rel=1e-6)


def assert_feasible(machine: Svm) -> None:
    alpha = machine.alpha
    assert alpha.min() >= 0
    assert alpha.max() <= machine.C
    assert abs(math.fsum(alpha * machine.dataset.y)) <= 1e-12 * alpha.sum()


def true_gap(machine: Svm, scores: FloatArray) -> float:
    """By how much no b at all fits the scores without b: what must be ≤ b less what must be ≥ b (Yuille 004 §2.3)."""
    y, alpha = machine.dataset.y, machine.alpha
    up = np.where(y > 0, alpha < machine.C, alpha > 0)
    down = np.where(y > 0, alpha > 0, alpha < machine.C)
    return max(0.0, float((y - scores)[up].max(initial=-np.inf) - (y - scores)[down].min(initial=np.inf)))


@settings(max_examples=so_many(120))
@given(
    st.integers(2, 14),
    st.integers(0, 999),
    st.integers(-9, 9).map(lambda power: 10.0**power),
    st.sampled_from([0.0, 1.0, 1000.0]),
    st.sampled_from([1e-3, 1.0, 1e3]),
    st.booleans(),
)
def test_at_every_scale_the_constraints_hold_or_it_is_said_that_there_is_no_solution(
    n: int, seed: int, scale: float, shift: float, C: float, given_as_gram: bool
) -> None:
    dataset = blobs(n, 0.5, seed=seed)
    there = dataset.with_rows((dataset.X + shift) * scale, dataset.y)
    centred = there.X - there.X.mean(axis=0)
    gram = centred @ centred.T
    try:
        machine = svm(there, C, gram if given_as_gram else None)
    except InputError:
        machine = None
    if machine is None:
        assert C * gram.diagonal().max() > 1e9
        return
    assert_feasible(machine)
    rounding = 1e-14 * float(machine.alpha.sum()) * gram.diagonal().max()
    gap = true_gap(machine, gram @ (machine.alpha * there.y))
    assert gap == pytest.approx(machine.gap, abs=1e-13 + rounding)
    assert gap <= 1e-6 * min(1.0, C * gram.diagonal().max()) + 1e-14 + rounding


@given(
    st.integers(0, 999), st.integers(-9, 9).map(lambda power: 10.0**power), st.sampled_from([1e-4, 1e-2, 1.0, 100.0])
)
def test_at_every_scale_it_is_the_machine_that_scikit_learn_finds_at_scale_1(
    seed: int, scale: float, strength: float
) -> None:
    """With data s times as large C/s² makes the same separator, and s² times smaller α."""
    dataset = blobs(24, 0.5, seed=seed)
    gram = dataset.X @ dataset.X.T
    oracle = SVC(C=strength, kernel="precomputed", tol=1e-10).fit(gram, dataset.y)
    theirs = np.zeros(dataset.n)
    theirs[oracle.support_] = np.abs(oracle.dual_coef_[0])
    machine = svm(dataset.with_rows(dataset.X * scale, dataset.y), strength / scale**2)
    assert_feasible(machine)
    ours = machine.alpha * scale**2
    assert dual_of_gram(dataset, gram, ours) == pytest.approx(dual_of_gram(dataset, gram, theirs), rel=1e-7)
    assert machine.margin == pytest.approx(
        scale / np.sqrt((theirs * dataset.y) @ gram @ (theirs * dataset.y)), rel=1e-4
    )


@pytest.mark.parametrize("scale", [1e-9, 1e-6, 1e6, 1e9])
def test_five_points_of_any_size_have_a_machine(scale: float) -> None:
    X = scale * np.array([[0.1, -0.1], [0.6, 0.1], [-0.5, 0.4], [1.3, 0.9], [-0.7, -1.3]])
    machine = svm(Dataset(X, [1, -1, 1, -1, 1]), 1.0)
    assert_feasible(machine)
    assert machine.alpha.any()
    assert machine.gap <= 1e-9


@pytest.mark.slow
def test_what_is_too_large_for_double_precision_is_said() -> None:
    dataset = blobs(30, 0.8)
    with pytest.raises(InputError, match="double precision"):
        svm(dataset.with_rows(dataset.X * 1e9, dataset.y), 1.0)
    with pytest.raises(InputError, match="not finite"):
        svm(dataset, 1.0, np.full((30, 30), np.inf))
    with pytest.raises(InputError, match="out of proportion"):
        svm(dataset.with_rows(dataset.X * 1e-150, dataset.y), 1e-30)


def test_a_precomputed_gram_matrix_is_the_kernel_itself() -> None:
    dataset, kernel = blobs(50, 0.3), Gaussian()
    gram = kernel.matrix(dataset.X, dataset.X)
    machine, by_kernel = svm(dataset, 5.0, gram), svm(dataset, 5.0, kernel)
    assert machine.alpha.tolist() == by_kernel.alpha.tolist()
    questions = blobs(9, 0.0, seed=4).X
    assert machine.score(kernel.matrix(questions, dataset.X)) == pytest.approx(by_kernel.score(questions))
    assert machine.weights is None


@pytest.mark.parametrize("name", ["linear", "poly", "rbf"])
def test_the_kernels_of_the_perceptron_serve_it_too(name: str) -> None:
    dataset = blobs(60, 0.3)
    kernel = make_kernel(RunSpec(kernel=name, gamma=0.5))
    machine = svm(dataset, 2.0, kernel)
    oracle = SVC(C=2.0, kernel=name, gamma=0.5, coef0=1.0, degree=3, tol=1e-8).fit(dataset.X, dataset.y)
    questions = blobs(9, 0.0, seed=4).X
    assert machine.score(questions) == pytest.approx(oracle.decision_function(questions), abs=1e-5)
    assert machine.support.tolist() == sorted(oracle.support_.tolist())


@pytest.mark.slow
def test_a_hard_margin_in_a_gaussian_space_exists_where_no_line_separates() -> None:
    xor = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
    machine = svm(xor, kernel=Gaussian())
    assert (xor.y * machine.score(xor.X)).tolist() == pytest.approx([1.0] * 4)
    with pytest.raises(InputError, match="not separable"):
        svm(xor)
    with pytest.raises(InputError, match="no hard margin can be found"):
        svm(xor, kernel=xor.X @ xor.X.T)


def test_with_one_class_there_is_nothing_to_separate() -> None:
    machine = svm(Dataset([[1.0, 2.0], [3.0, 4.0]], [-1, -1]))
    assert machine.weights is not None
    assert (machine.weights.tolist(), machine.intercept, machine.margin) == ([0.0, 0.0], -1.0, math.inf)
    assert (len(machine.support), machine.objective) == (0, 0.0)


def test_what_is_not_possible_is_said_in_a_sentence() -> None:
    dataset = blobs(5, 0.0)
    with pytest.raises(InputError, match="C 0"):
        svm(dataset, 0.0)
    with pytest.raises(InputError, match="too many"):
        svm(Dataset(np.zeros((LARGEST + 1, 1)), np.ones(LARGEST + 1)))
    with pytest.raises(InputError, match=r"give \(5, 5\)"):
        svm(dataset, 1.0, np.eye(4))


def test_a_start_changes_only_the_way() -> None:
    dataset = blobs(40, 0.4)
    gram, y = dataset.X @ dataset.X.T, dataset.y.astype(float)
    cold = solve_dual(gram, y, 5.0)
    warm = solve_dual(gram, y, 5.0, solve_dual(gram, y, 1.0).alpha)
    assert gram @ (warm.alpha * y) + warm.b == pytest.approx(gram @ (cold.alpha * y) + cold.b, abs=1e-7)


def test_the_result_is_frozen() -> None:
    machine = svm(blobs(10, 0.3), 1.0)
    with pytest.raises(ValueError, match="read-only"):
        machine.alpha[0] = 1.0


def test_a_machine_that_nobody_waits_for_any_more_is_given_up() -> None:
    rng = np.random.default_rng(0)
    dataset, asked = Dataset(rng.normal(size=(60, 2)), rng.choice([-1, 1], 60)), []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) == 3

    with pytest.raises(CancelledError):
        svm(dataset, 1.0, cancelled=cancelled)
    assert len(asked) == 3


def exact_cost(dataset: Dataset, w: list[Fraction], b: Fraction, C: Fraction) -> Fraction:
    """Return ½‖w‖² + C·Σ max(0, 1 − y·a) of the decimals of the data."""
    hinges = Fraction(0)
    for row, y in enumerate(dataset.y.tolist()):
        a = sum((p * q for p, q in zip(w, decimals(dataset.X[row]), strict=True)), b)
        hinges += max(Fraction(0), 1 - y * a)
    return sum((v * v for v in w), Fraction(0)) / 2 + C * hinges


def costs(run: Run, machine: Svm) -> list[Fraction]:
    """Return the exact costs of all vectors of a run, and of the support vector machine."""
    assert machine.weights is not None
    vectors = [*run.history.weights().tolist(), [*machine.weights.tolist(), machine.intercept]]
    exact = [decimals(vector) for vector in vectors]
    return [exact_cost(run.dataset, v[:-1], v[-1], Fraction(repr(run.spec.penalty))) for v in exact]


@settings(max_examples=15)  # exact fractions take long: with many examples the test is taken to hang
@given(datasets(min_n=1, max_n=8), st.sampled_from([0.1, 1.0, 30.0]), st.sampled_from([0.0, 1.0]))
def test_no_vector_costs_less_than_the_least_cost_as_it_is_written(dataset: Dataset, C: float, bias: float) -> None:
    run = train(dataset, RunSpec("online-svm", penalty=C, bias=bias, max_epochs=3))
    least = least_cost(run)
    if least is None:  # no machine is found in double precision
        return
    written = as_written(at_least(least))
    machine = svm(dataset, C)
    assert written is not None
    assert written <= least <= min(costs(run, machine))
    assert float(least) == pytest.approx(machine.objective, rel=1e-5, abs=1e-13 * C * dataset.n)


def test_of_two_examples_the_least_cost_is_exact_at_every_scale() -> None:
    """For a distance d it is 2/d², where both lie on the margin; or what α = C gives, where that is less than 2/d²."""
    for scale in (1e-5, 0.1, 3.0, 3e6):
        for C in (1.0, 1e12):
            dataset = Dataset([[0.0, 0.0], [3 * scale, scale]], [-1, 1])
            squared = sum(v * v for v in decimals(dataset.X[1]))
            alpha = min(2 / squared, Fraction(repr(C)))
            least = least_cost(train(dataset, RunSpec("online-svm", penalty=C, max_epochs=1)))
            assert least == 2 * alpha - alpha * alpha * squared / 2
    assert at_least(Fraction(2, 10**13)) == "2·10⁻¹³"
