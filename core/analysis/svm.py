"""The support vector machine of Yuille 004 §2: the separator with the largest margin, which a perceptron may not reach.

Its bias is not penalised, so its margin is a distance in the space of the data. The γ of the convergence theorem
(`core.theory.margin.linear_margin`) is measured in the augmented space, bias included: the two differ, and so do the
separators. Its cost is the minimum that an online SVM approaches (Yuille 004 §2.7).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import daqp
import numpy as np

from core.datasets.arithmetic import EPSILON, BiasFeature, activations, whole
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.run import Run
from core.spaces.linear import hinge
from core.theory.margin.exact_hull import dot, over_common_denominator
from core.theory.margin.linear_margin import margin_of

_PROXIMAL = (1e-9, 1e-6, 1e-3)
"""Weights of the squared distance to the previous α, tried in turn until daqp terminates.

They make a singular Gram matrix safe, and their effect vanishes as α settles.
"""
_STEEP = 1e7
"""Slopes beyond this multiple of the largest α never matter in a sum of 5,000 products, so daqp gets none."""


@dataclass(frozen=True, eq=False)
class DualSolution:
    """`alpha` (n,) with 0 ≤ α ≤ C, the intercept `b`, and `gap`, the violation of the optimality conditions."""

    alpha: FloatArray
    b: float
    gap: float


def solve_dual(
    gram: FloatArray, y: FloatArray, C: float, start: FloatArray | None = None, cancelled: Cancelled = never
) -> DualSolution:
    """Return α that maximises Σα − ½ΣΣ αᵢαⱼyᵢyⱼkᵢⱼ with 0 ≤ α ≤ C and Σαy = 0 (Yuille 004 §2.4).

    `gram` (n, n) is positive semidefinite, best centred: the dual does not depend on the mean, but rounding does.
    `y` (n,) is ±1 as floats, `start` (n,) a feasible first α. The result is always feasible, and has its own `gap`.
    If every example on the margin has α = 0 or C, b is the middle of the possible values. With one class α is 0 and
    b is that class. Raise InputError unless C·k(x, x) is a number above 0, CancelledError once `cancelled`.
    """
    if abs(y.sum()) == len(y):
        return DualSolution(np.zeros(len(y)), float(y[0]) if len(y) else 0.0, 0.0)
    scale = float(gram.diagonal().max()) or 1.0
    if not 0 < C * scale < math.inf:
        raise InputError(f"C {C:g} is out of proportion to data with k(x, x) = {scale:g}: double precision ends there")
    problem = _Problem(gram / scale, y, C * scale, np.zeros(len(y)) if start is None else start * scale)
    problem.solve(cancelled)
    problem.polish()
    lower, upper = problem.range_of_b()
    with np.errstate(over="ignore"):  # What overflows is at most C, too.
        alpha = np.where(problem.alpha >= C * scale, C, np.minimum(problem.alpha / scale, C))
    return DualSolution(alpha, (lower + upper) / 2, problem.gap)


class _Problem:
    """The dual problem with the largest k(x, x) scaled to 1, and the best α so far."""

    def __init__(self, gram: FloatArray, y: FloatArray, C: float, alpha: FloatArray) -> None:
        self._gram, self._y, self._C = gram, y, C
        self._unit = min(C, 1.0)
        self._take(self._balanced(alpha))

    def solve(self, cancelled: Cancelled) -> None:
        """Solve for the free α and the worst violators, until none is left or rounding stops progress."""
        best, stalled = np.inf, 0
        for _ in range(2000):
            raise_if_cancelled(cancelled)
            lower, upper = self.range_of_b()
            rounding = EPSILON * float(self.alpha.sum())
            # No example lacks more than this of f = ±1 (or of C·k(x, x) if that is less).
            if lower - upper <= max(1e-9 * self._unit, rounding, 4 * EPSILON) or stalled == 5:
                return
            middle = (lower + upper) / 2
            b = middle if self.alpha.any() else float(np.sign(self._y.sum()))
            ahead = self._y * (self._products + middle) - 1
            wrong = np.maximum(np.where(self.alpha < self._C, -ahead, 0), np.where(self.alpha > 0, ahead, 0))
            # A stable sort chooses the same working set on every machine.
            worst = np.argsort(-wrong, kind="stable")[:200]
            working = np.union1d(self._free(), worst[wrong[worst] > 0])
            self._take(self._balanced(self._solved_on(working, b)))
            stalled = 0 if self._value() < best - rounding else stalled + 1
            best = min(best, self._value())
            if stalled:
                self.polish()

    @property
    def gap(self) -> float:
        """The amount by which the two ends of `range_of_b` lie in the wrong order."""
        lower, upper = self.range_of_b()
        return max(0.0, lower - upper)

    def range_of_b(self) -> tuple[float, float]:
        """Return the lower and upper limit of b for the present α; equal at an optimum with an example between."""
        to_margin = self._y - self._products
        can_grow, can_fall = self.alpha < self._C, self.alpha > 0
        positive = self._y > 0
        pushes_up, pushes_down = np.where(positive, can_grow, can_fall), np.where(positive, can_fall, can_grow)
        return float(to_margin[pushes_up].max(initial=-np.inf)), float(to_margin[pushes_down].min(initial=np.inf))

    def polish(self) -> bool:
        """Move the free examples exactly onto the margin, where daqp leaves a small error; return whether it helped."""
        free, full = self._free(), np.flatnonzero(self.alpha >= self._C)
        if not len(free):
            return False
        y = self._y[free]
        system = np.zeros((len(free) + 1, len(free) + 1))
        system[:-1, :-1] = self._gram[np.ix_(free, free)] * np.outer(y, y)
        system[:-1, -1] = system[-1, :-1] = y
        pull = self._gram[np.ix_(free, full)] @ (self.alpha[full] * self._y[full])
        wanted = np.append(1 - y * pull, -(self.alpha[full] @ self._y[full]))
        polished = self.alpha.copy()
        polished[free] = np.linalg.lstsq(system, wanted, rcond=None)[0][:-1]
        if polished[free].min() <= 0 or polished[free].max() >= self._C:
            return False
        before, kept = self.gap, self.alpha
        self._take(self._balanced(polished))
        if self.gap < before:
            return True
        self._take(kept)
        return False

    def _take(self, alpha: FloatArray) -> None:
        self.alpha = alpha
        support = np.flatnonzero(alpha)
        self._products: FloatArray = self._gram[:, support] @ (alpha[support] * self._y[support])

    def _value(self) -> float:
        return float((self.alpha * self._y) @ self._products / 2 - self.alpha.sum())

    def _free(self) -> IntArray:
        return np.flatnonzero((self.alpha > 0) & (self.alpha < self._C))

    def _balanced(self, alpha: FloatArray) -> FloatArray:
        """Return `alpha` with Σαy = 0; the excess is taken where the limits allow it, from free examples first."""
        for rows in (np.flatnonzero((alpha > 0) & (alpha < self._C)), np.arange(len(alpha))):
            over = math.fsum(alpha * self._y)
            room = np.where(self._y[rows] * over > 0, alpha[rows], self._C - alpha[rows])
            whole = float(room.sum())
            if abs(over) > EPSILON * whole and (whole >= abs(over) or len(rows) == len(alpha)):
                alpha = alpha.copy()
                alpha[rows] = np.clip(alpha[rows] - self._y[rows] * (over * (room / whole)), 0.0, self._C)
        return alpha

    def _solved_on(self, rows: IntArray, b: float) -> FloatArray:
        """Return α with the best entries at `rows` (m,), near the optimal `b` for accuracy; unchanged if daqp fails."""
        y, m, others, unit = self._y[rows], len(rows), self.alpha.copy(), self._unit
        others[rows] = 0
        active = np.flatnonzero(others)
        signed = others[active] * self._y[active]
        cost = self._gram[np.ix_(rows, rows)] * np.outer(y, y)
        steep = _STEEP * self._C / unit
        with np.errstate(over="ignore"):  # What overflows is clipped, too.
            linear = np.clip((y * (self._gram[np.ix_(rows, active)] @ signed + b) - 1) / unit, -steep, steep)
        rest = -signed.sum() / unit
        upper, lower = np.append(np.full(m, self._C / unit), rest), np.append(np.zeros(m), rest)
        # In daqp, 5 marks an equality constraint.
        senses = np.append(np.zeros(m, np.int32), np.int32(5))
        for weight in _PROXIMAL:
            nearby, pull = cost + weight * np.eye(m), linear - weight * self.alpha[rows] / unit
            found, _, flag, info = daqp.solve(nearby, pull, y[None, :].copy(), upper, lower, senses, cycle_tol=1000)
            if flag > 0:
                held, inside = info["lam"][:m], np.clip(found * unit, 0.0, self._C)
                others[rows] = np.where(held < 0, 0.0, np.where(held > 0, self._C, inside))
                return others
        return self.alpha


LARGEST = 5000
"""The most examples that are practical, because the whole Gram matrix is held in memory."""


_CLEAR = 1e-3
"""A solution is accepted if f violates its conditions by less than this."""


class KernelFunction(Protocol):
    """A positive semidefinite kernel."""

    def matrix(self, X: FloatArray, Q: FloatArray, /) -> FloatArray:
        """Return k(x, q) for each x of X (n, d) and q of Q (m, d); shape (n, m)."""


@dataclass(frozen=True, eq=False)
class Svm:
    """A support vector machine: `f(x) = Σ αᵢyᵢk(xᵢ, x) + b` (Yuille 004 §2.3).

    `C` weighs the slack; infinite for a hard margin. `alpha` (n,) has 0 ≤ α ≤ C; `support` are the rows with α > 0,
    which alone decide. `weights` (d,) is w in the space of the data, None with a kernel. `slack` (n,) is ξ = max(0, 1 −
    y·f), the hinge loss. `squared_norm` is ‖w‖². `gap` is the violation of the optimality conditions left by rounding.
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
        """1/‖w‖, the distance of f = ±1 from the separator (Yuille 004 §2.2), ∞ for w = 0; not the theorem's γ."""
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
        """Return f of questions Q (m, d); shape (m,). For a precomputed kernel Q is k(q, xᵢ), shape (m, n)."""
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
    """Return the machine with slack weight C, or with a hard margin for C = ∞ (Yuille 004 §2.1 to 2.4), by the dual.

    `kernel` has `matrix(X, Q)`, or is the Gram matrix (n, n) itself; None means x·z. Raise InputError for C ≤ 0, a Gram
    matrix of another shape or not finite, too many examples, or if double precision finds no solution. Raise
    CancelledError once `cancelled`.
    """
    if not C > 0:
        raise InputError(f"C {C!r} is not possible; enter a number above 0")
    if dataset.n > LARGEST:
        raise InputError(f"{dataset.n:,} examples are too many for this machine; use at most {LARGEST:,}")
    y = dataset.y.astype(np.float64)
    w: FloatArray | None = None
    if kernel is None:
        # If the augmented space with some B > 0 has a proof that no separator exists, then there is none here.
        if math.isinf(C) and margin_of(dataset, BiasFeature(1.0, 1.0)).separable is False:
            raise InputError("the data are not separable, so there is no hard margin; enter a finite C")
        # The mean is subtracted: the dual does not depend on it, but rounding does.
        mean = dataset.X.mean(axis=0) if dataset.n else np.zeros(dataset.d)
        centred = dataset.X - mean
        solution = _solved(centred @ centred.T, dataset, C, cancelled)
        w = (solution.alpha * dataset.y) @ centred
        b, squared_norm, about_mean = solution.b - float(w @ mean), float(w @ w), centred @ w
    else:
        gram = _checked_gram(kernel, dataset)
        # The Gram matrix of the same points around their mean.
        centred = gram - gram.mean(axis=0) if dataset.n else gram
        centred = centred - centred.mean(axis=1, keepdims=True) if dataset.n else gram
        solution = _solved(centred, dataset, C, cancelled)
        about_mean = centred @ (solution.alpha * y)
        squared_norm = max(0.0, float((solution.alpha * y) @ about_mean))
        b = solution.b - float((gram.mean(axis=0) @ (solution.alpha * y)) if dataset.n else 0.0)
    slack, support = hinge(y, about_mean + solution.b), np.flatnonzero(solution.alpha)
    for array in (solution.alpha, support, slack):
        array.setflags(write=False)
    source = None if isinstance(kernel, np.ndarray) else kernel
    return Svm(dataset, C, source, solution.alpha, support, w, b, slack, squared_norm, solution.gap)


def _checked_gram(kernel: KernelFunction | FloatArray, dataset: Dataset) -> FloatArray:
    gram = kernel if isinstance(kernel, np.ndarray) else kernel.matrix(dataset.X, dataset.X)
    if gram.shape != (dataset.n, dataset.n):
        raise InputError(f"the Gram matrix has shape {gram.shape}; give ({dataset.n}, {dataset.n})")
    if not np.isfinite(gram).all():
        raise InputError("the Gram matrix has values that are not finite; scale the data down")
    return gram


def _solved(gram: FloatArray, dataset: Dataset, C: float, cancelled: Cancelled) -> DualSolution:
    y = dataset.y.astype(np.float64)
    if not math.isinf(C):
        solution = solve_dual(gram, y, C, cancelled=cancelled)
        if solution.gap > _CLEAR:
            raise InputError(
                f"no machine with C = {C:g} is found in double precision: f is off by {solution.gap:.1g}; "
                "enter a smaller C"
            )
        return solution
    largest = float(gram.diagonal().max(initial=0.0)) or 1.0
    start = np.zeros(dataset.n)
    # Upper limits of α, relative to 1/R², raised until no example reaches its limit; then it has no effect.
    for step in (10.0**power for power in range(1, 14, 2)):
        limit = step / largest
        solution = solve_dual(gram, y, limit, start, cancelled)
        if solution.alpha.max(initial=0.0) < limit and solution.gap < _CLEAR:
            return solution
        start = solution.alpha
    raise InputError("no hard margin can be found in double precision; enter a finite C")


MOST_SOLVED = 500
"""The most examples for which the minimum cost is computed while a person waits."""


def least_cost(run: Run, cancelled: Cancelled = never) -> Fraction | None:
    """Return a lower bound of the cost for the rule of a run, written with `at_least`; None if there is none.

    There is none if the rule minimises nothing, or for too many examples. With B = 0 the run's own b stays 0, and the
    bound holds all the more. Raise CancelledError once `cancelled`.
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

    The α of each class keep these ratios and add up to the same number s, so Σαy = 0 holds without rounding. Each class
    has a mean p, weighted by its α. Then w is s·(p₊ − p₋), and the value is 2s − ½s²‖p₊ − p₋‖². The best s is 2/‖p₊ −
    p₋‖², or less if an α would exceed C. The cost of every w and b is at least this value.
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
