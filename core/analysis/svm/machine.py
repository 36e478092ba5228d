"""The support vector machine of Yuille 004 §2: the separator with the largest margin, which a perceptron need not
reach.

Its bias is free of penalty, so its margin is a distance among the data themselves. The γ of the convergence theorem
(`core.theory.margin.linear_margin`) measures the augmented space, bias included: the two differ, and so do the
separators. Its cost is the least that there is, what an online SVM comes near to (Yuille 004 §2.7).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from core.analysis.svm.dual import DualSolution, solve_dual
from core.datasets.arithmetic import BiasFeature, activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.datasets.exact_decimals import whole
from core.errors import Cancelled, InputError, never
from core.run import Run
from core.spaces.linear import hinge
from core.theory.margin.exact_hull import dot, over_common_denominator
from core.theory.margin.linear_margin import margin_of

LARGEST = 5000
"""So many examples are practical: their whole Gram matrix is held."""


_CLEAR = 1e-3
"""A solution is believed where f misses its conditions by less than this."""


class KernelFunction(Protocol):
    """A positive semidefinite kernel."""

    def matrix(self, X: FloatArray, Q: FloatArray, /) -> FloatArray:
        """k(x, q) for each x of X (n, d) and q of Q (m, d); shape (n, m)."""


@dataclass(frozen=True, eq=False)
class Svm:
    """A support vector machine: `f(x) = Σ αᵢyᵢk(xᵢ, x) + b` (Yuille 004 §2.3).

    `C` weighs the slack, infinite for a hard margin. `alpha` (n,) has 0 ≤ α ≤ C; `support` are the rows with α > 0,
    which alone decide. `weights` (d,) is w in the space of the data, None with a kernel. `slack` (n,) is
    ξ = max(0, 1 − y·f), the hinge loss. `squared_norm` is ‖w‖². `gap` says by how much f misses the conditions of the
    optimum, as rounding left it.
    """

    dataset: Dataset
    C: float
    kernel: KernelFunction | None
    alpha: FloatArray
    support: IntArray
    weights: FloatArray | None
    intercept: float
    slack: FloatArray
    squared_norm: float
    gap: float

    @property
    def margin(self) -> float:
        """1/‖w‖, how far f = ±1 lies from the separator (Yuille 004 §2.2), infinite where w = 0; not the γ of the
        theorem.
        """
        return 1 / math.sqrt(self.squared_norm) if self.squared_norm > 0 else math.inf

    @property
    def hinge(self) -> float:
        """Σξ, the sum of the hinge losses (Yuille 004 §2.6)."""
        return float(self.slack.sum())

    @property
    def objective(self) -> float:
        """½‖w‖² + C·Σξ, or ½‖w‖² with a hard margin (Yuille 004 §2.2)."""
        return self.squared_norm / 2 + (0.0 if math.isinf(self.C) else self.C * self.hinge)

    def score(self, Q: FloatArray) -> FloatArray:
        """f of questions Q (m, d); shape (m,). With a precomputed kernel Q is k(q, xᵢ), shape (m, n)."""
        if self.weights is not None:
            return activations(Q, self.weights, self.intercept)
        columns = Q[:, self.support] if self.kernel is None else self.kernel.matrix(Q, self.dataset.X[self.support])
        return columns @ (self.alpha * self.dataset.y)[self.support] + self.intercept


def svm(
    dataset: Dataset,
    C: float = math.inf,
    kernel: KernelFunction | FloatArray | None = None,
    cancelled: Cancelled = never,
) -> Svm:
    """The soft-margin machine with slack weight C, or the hard-margin one (Yuille 004 §2.1 to 2.4), solved in the dual.

    `kernel` has `matrix(X, Q)`, or is the Gram matrix (n, n) itself; None is x·z. Raises InputError for C ≤ 0, a Gram
    matrix of another shape or not finite, too many examples, or where double precision finds no solution; and
    CancelledError where it is `cancelled`.
    """
    if not C > 0:
        raise InputError(f"C {C!r} is not possible; a number above 0 is expected")
    if dataset.n > LARGEST:
        raise InputError(f"{dataset.n:,} examples are too many for this machine; at most {LARGEST:,} are expected")
    if kernel is None:
        return _linear(dataset, C, cancelled)
    gram = kernel if isinstance(kernel, np.ndarray) else kernel.matrix(dataset.X, dataset.X)
    if gram.shape != (dataset.n, dataset.n):
        raise InputError(f"the Gram matrix has shape {gram.shape}; ({dataset.n}, {dataset.n}) is expected")
    if not np.isfinite(gram).all():
        raise InputError("the Gram matrix has values that are not finite; smaller data are expected")
    # The same points about their mean.
    centred = gram - gram.mean(axis=0) if dataset.n else gram
    centred = centred - centred.mean(axis=1, keepdims=True) if dataset.n else gram
    solution, y = _solved(centred, dataset, C, cancelled), dataset.y.astype(np.float64)
    about_mean = centred @ (solution.alpha * y)
    squared_norm = max(0.0, float((solution.alpha * y) @ about_mean))
    b = solution.b - float((gram.mean(axis=0) @ (solution.alpha * y)) if dataset.n else 0.0)
    source = None if isinstance(kernel, np.ndarray) else kernel
    return _result(dataset, C, source, solution, None, b, squared_norm, about_mean + solution.b)


def _linear(dataset: Dataset, C: float, cancelled: Cancelled) -> Svm:
    """In the space of the data: solved about the mean, which the dual does not see but rounding does."""
    # None separates where the augmented space, with whatever B > 0, has a proof that none does.
    if math.isinf(C) and margin_of(dataset, BiasFeature(1.0, 1.0)).separable is False:
        raise InputError("the data are not separable, so there is no hard margin; a finite C is expected")
    mean = dataset.X.mean(axis=0) if dataset.n else np.zeros(dataset.d)
    centred = dataset.X - mean
    solution = _solved(centred @ centred.T, dataset, C, cancelled)
    w: FloatArray = (solution.alpha * dataset.y) @ centred
    b = solution.b - float(w @ mean)
    return _result(dataset, C, None, solution, w, b, float(w @ w), centred @ w + solution.b)


def _solved(gram: FloatArray, dataset: Dataset, C: float, cancelled: Cancelled) -> DualSolution:
    y = dataset.y.astype(np.float64)
    if not math.isinf(C):
        solution = solve_dual(gram, y, C, cancelled=cancelled)
        if solution.gap > _CLEAR:
            raise InputError(
                f"no machine with C = {C:g} is found in double precision: f is off by {solution.gap:.1g}; "
                "a smaller C is expected"
            )
        return solution
    largest = float(gram.diagonal().max(initial=0.0)) or 1.0
    start = np.zeros(dataset.n)
    # Upper limits of α, relative to 1/R², until no example reaches it: then it limits nothing.
    for step in (10.0**power for power in range(1, 14, 2)):
        limit = step / largest
        solution = solve_dual(gram, y, limit, start, cancelled)
        if solution.alpha.max(initial=0.0) < limit and solution.gap < _CLEAR:
            return solution
        start = solution.alpha
    raise InputError("no hard margin is found in double precision; a finite C is expected")


def _result(
    dataset: Dataset,
    C: float,
    kernel: KernelFunction | None,
    solution: DualSolution,
    w: FloatArray | None,
    b: float,
    squared_norm: float,
    scores: FloatArray,
) -> Svm:
    slack = hinge(dataset.y.astype(np.float64), scores)
    support = np.flatnonzero(solution.alpha)
    for array in (solution.alpha, support, slack):
        array.setflags(write=False)
    return Svm(dataset, C, kernel, solution.alpha, support, w, b, slack, squared_norm, solution.gap)


MOST_SOLVED = 500
"""Of so many examples the least cost is found while a person waits."""


def least_cost(run: Run, cancelled: Cancelled = never) -> Fraction | None:
    """Return what no w and b cost less than, by the rule of a run; `at_least` writes it.

    None where the rule minimises nothing, or where there are too many examples to solve for it. With B = 0 the run's
    own b stays 0: then it costs no less than this either. Raises CancelledError where `cancelled`.
    """
    penalty, dataset = run.rule.penalty, run.dataset
    if penalty is None or not 0 < dataset.n <= MOST_SOLVED:
        return None
    try:
        machine = svm(dataset, penalty, cancelled=cancelled)
    except InputError:
        return None
    return dual_value(dataset, machine.alpha, penalty)


def dual_value(dataset: Dataset, alpha: FloatArray, C: float) -> Fraction:
    """Return the dual's value Σα − ½‖w‖² (Yuille 004 §2.4) at the best α in the ratios of `alpha` (n,), exactly.

    The α of each class are in these ratios and add up to the same number s, so Σαy = 0 holds without rounding. Each
    class has a mean p, weighed by its α: w is s·(p₊ − p₋), and the value is 2s − ½s²‖p₊ − p₋‖². The best s is
    2/‖p₊ − p₋‖², or less where an α would pass C. Every w and b cost that much, whatever α is.
    """
    rows, scale = whole(dataset)
    means, largest = [], Fraction(0)
    for label in (1, -1):
        active = np.flatnonzero((alpha > 0) & (dataset.y == label)).tolist()
        weights = over_common_denominator(map(Fraction, alpha[active].tolist()))
        if not weights:
            return Fraction(0)
        largest = max(largest, Fraction(max(weights), sum(weights)))
        columns = zip(*(rows[row] for row in active), strict=True)
        means.append([Fraction(dot(weights, column), sum(weights) * scale) for column in columns])
    squared = sum(((p - q) ** 2 for p, q in zip(*means, strict=True)), Fraction(0))
    most = Fraction(repr(C)) / largest
    each = min(most, 2 / squared) if squared else most
    return 2 * each - each * each * squared / 2
