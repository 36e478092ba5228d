"""ŵ*, γ and R in the space of the data, or the proof that there is none: daqp proposes, exact arithmetic proves."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial

import daqp
import numpy as np

from core.datasets.arithmetic import EPSILON, BiasFeature, augmented_norms, distinct_rows
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Cancelled, CancelledError, Check, never, raise_if_cancelled
from core.theory.margin.exact_hull import ExactPoints, nearest_to_origin, square_root, whole_multiple
from core.theory.margin.margin import CANCELLED, Certificate, Margin, Separating, exact_form, still_sought

_AT_ONCE = 500_000
"""Numbers that can be read several times within a frame or two."""
_AT_ONCE_IN_SPAN = 10_000
"""Numbers that can be looked at exactly in this time, where there are no more examples than dimensions."""

_SMALL_SPACE = 16
"""Up to this many dimensions the exact ŵ* costs milliseconds and is always found."""

_LARGE_SPACE = 65
"""Up to this many dimensions an exact linear system costs about a second; a proof may then take a few of them."""

_TOGETHER = 20_000
"""Examples that can be solved together quickly; of more, those that seem to matter are chosen."""
_FIRST, _WORST = 4_096, 512


def margin_of(dataset: Dataset, bias: BiasFeature, cancelled: Cancelled = never) -> Margin:
    """Return the maximum-margin separator of the augmented examples, or the reason why there is none.

    Up to 16 dimensions, bias included, γ and the bound are those of the exact ŵ*, rounded once. Above, they are those
    of a float ŵ* that separates, as good as daqp's tolerance. A long search asks between its steps whether it is
    `cancelled`; then only R is known.
    """
    if dataset.n == 0:
        return Margin(None, 0.0, bias, 0.0)
    try:
        return _Question(dataset, bias, partial(raise_if_cancelled, cancelled)).answer()
    except CancelledError:
        return replace(_undecided(_radius_squared(dataset, bias), bias), unknown=CANCELLED)


def margin_meanwhile(dataset: Dataset, bias: BiasFeature) -> Margin | None:
    """Return what is known before a search longer than a frame: R. None if everything is known sooner."""
    dimensions = dataset.d + bool(bias.value)
    soon = _AT_ONCE if dimensions <= _SMALL_SPACE else _AT_ONCE_IN_SPAN if dataset.n <= dimensions else 0
    if dataset.n * dimensions <= soon:
        return None
    return still_sought(_undecided(_radius_squared(dataset, bias), bias))


class _Question:
    """One set of examples zᵢ = yᵢx̃ᵢ, and the steps that decide about it."""

    def __init__(self, dataset: Dataset, bias: BiasFeature, check: Check) -> None:
        self._dataset, self._bias, self._check = dataset, bias, check
        self._radius_squared = _radius_squared(dataset, bias)
        self._undecided = _undecided(self._radius_squared, bias)
        self._signed = signed_examples(dataset, bias)
        self._points = ExactPoints(self._signed)

    def answer(self) -> Margin:
        """Return the margin, by the cheapest way that proves it."""
        origin = np.flatnonzero(~self._signed.any(axis=1))[:1]
        if origin.size:
            return self._not_separable(dict.fromkeys(origin.tolist(), 1))
        if self._signed.shape[1] <= _SMALL_SPACE:
            return self._exact_answer(propose(self._signed, 1.0, self._check), rounds=10_000)
        # The direction of the shortest v with zᵢ·v = 1 on the proposed support.
        basis, coordinates = in_span(self._signed)
        support = coordinates[list(propose(coordinates, 1e6, self._check))]
        v: FloatArray = np.linalg.lstsq(support / np.abs(support).max(), np.ones(len(support)))[0]
        margin = self._separable(whole_multiple(v if basis is None else basis @ v))
        if margin.separable:
            return margin
        if self._signed.shape[1] > _LARGE_SPACE:
            twins = opposite_twins(self._dataset)[:1].ravel().tolist()
            return self._not_separable(dict.fromkeys(twins, 1)) if twins else margin
        # In units in which no feature dwarfs another ŵ* is another, but a certificate is not.
        largest = np.abs(self._signed).max(axis=0)
        equilibrated = self._signed / np.where(largest > 0, largest, 1.0)
        return self._exact_answer(propose(equilibrated, 1.0, self._check), rounds=3)

    def _exact_answer(self, proposal: dict[int, int], rounds: int) -> Margin:
        nearest = nearest_to_origin(self._points, proposal, rounds, self._check)
        if nearest is None:
            return self._undecided
        direction = self._points.combination(nearest)
        if any(direction):
            return self._separable(direction)
        twins = opposite_twins(self._dataset)[:1].ravel().tolist()
        return self._not_separable(dict.fromkeys(twins, 1) or nearest)

    def _separable(self, direction: list[int]) -> Margin:
        """Return the margin of a `direction` (D,), or "too close to tell".

        It must still separate when rounded to floats, and by more than rounding may do to an activation of that length,
        D·ε·R: below that no run in floats can tell the sides apart.
        """
        if not any(direction):
            return self._undecided
        reach = Fraction(max(self._points.lowest(direction)[1], 0), 2**self._points.shift)
        exactly = Separating(tuple(direction), reach, self._radius_squared)
        (w_star, b_star), gamma_squared = exactly.unit(self._bias), exactly.gamma_squared
        rounded = exact_form(w_star, b_star, self._bias)
        least = (len(direction) * Fraction(EPSILON)) ** 2 * self._radius_squared
        if gamma_squared <= least or self._points.lowest(rounded)[1] <= 0:
            return self._undecided
        gamma = square_root(gamma_squared)
        # Rows this close to γ, relative to γ and to R, are on the margin up to rounding.
        on_margin = gamma * (1 + 1e-9) + 16 * EPSILON * self._undecided.radius
        support = np.flatnonzero(self._dataset.y * (self._dataset.X @ w_star + b_star) <= on_margin)
        bound = float(self._radius_squared / gamma_squared)
        found = replace(self._undecided, separable=True, gamma=gamma, bound=bound, exactly=exactly, support=support)
        return replace(found, w_star=w_star, b_star=b_star)

    def _not_separable(self, weights: dict[int, int]) -> Margin:
        """Return the certificate Σ weight·z = 0; with a bias the hulls meet at the weighted mean of the positives."""
        meeting: FloatArray | None = None
        if self._bias.value:
            positive = {row: weight for row, weight in weights.items() if self._dataset.y[row] > 0}
            scale = sum(positive.values()) << self._points.shift
            meeting = np.array([c / scale for c in self._points.combination(positive)[: self._dataset.d]])
        return replace(self._undecided, separable=False, certificate=Certificate.of(weights, meeting))


def signed_examples(dataset: Dataset, bias: BiasFeature) -> FloatArray:
    """Return zᵢ = yᵢx̃ᵢ: shape (n, d + 1), or (n, d) with B = 0, where the bias feature says nothing."""
    y, d = dataset.y.astype(np.float64), dataset.d
    signed = np.empty((dataset.n, d + bool(bias.value)), order="F")
    np.multiply(dataset.X.T, y, out=signed.T[:d])  # column by column, as they are stored
    if bias.value:
        np.multiply(y, bias.value, out=signed[:, d])
    return signed


def in_span(signed: FloatArray) -> tuple[FloatArray | None, FloatArray]:
    """Return an orthonormal basis (D, n) of a space with all zᵢ = `signed` (n, D), and their coordinates there (n, n).

    ŵ* is a sum of examples, so it lies there too. Unless n < D the basis is None, and the coordinates are `signed`.
    """
    n, dimensions = signed.shape
    if n >= dimensions:
        return None, signed
    scale = float(np.abs(signed).max())
    basis, coordinates = np.linalg.qr(signed.T / scale)
    return basis, coordinates.T * scale


def _undecided(radius_squared: Fraction, bias: BiasFeature) -> Margin:
    return Margin(None, square_root(radius_squared), bias, float(radius_squared))


def _radius_squared(dataset: Dataset, bias: BiasFeature) -> Fraction:
    """Return R², by an exact look at those examples that are about as long as the longest."""
    squares = augmented_norms(dataset.X, bias)
    # No rounding of a squared length is as large as what is taken off here.
    longest = np.flatnonzero(squares >= squares.max() * (1 - 1e-9) - 1e-290)
    few = dataset.with_rows(dataset.X[longest], dataset.y[longest])
    return ExactPoints(signed_examples(few, bias)).longest_squared()


def propose(signed: FloatArray, slack_cost: float, check: Check) -> dict[int, int]:
    """Return the rows of zᵢ = `signed` (n, D) that matter and their weights, whole numbers > 0, as daqp sees it.

    It solves min ½‖v‖² + ½ρs² subject to zᵢ·v + s ≥ 1 with zᵢ scaled to about 1: always feasible, strictly convex, one
    slack s shared by all. The multipliers are > 0 on the support examples of separable data; else v = 0, s = 1 and they
    are the λ of a certificate. A small `slack_cost` ρ is kinder to certificates, a large one to small margins.

    Of many examples some are taken, and then, again and again, those that their solution violates most: few are ever
    looked at together, and where some of them cannot be separated no others need to be. `check` is called now and then.
    """
    n, scale = len(signed), float(np.abs(signed).max())
    taken = np.zeros(n, np.bool_)
    taken[np.linspace(0, n - 1, n if n <= _TOGETHER else _FIRST).astype(np.int64)] = True
    for _ in range(30):
        check()
        rows = np.flatnonzero(taken)
        solution, multipliers = _solved(signed[rows] / scale, slack_cost)
        if len(rows) == n:
            break
        values = signed @ (solution[:-1] / scale) + solution[-1]
        violated = np.flatnonzero(values < 1 - 1e-9)
        # Most other violations vanish once the worst are part of the problem.
        worst = violated[np.argsort(values[violated])[:_WORST]]
        if taken[worst].all():
            break
        taken[worst] = True
    if not multipliers.any():
        return {0: 1}  # any row will do to begin with
    shares = multipliers * (2**30 / multipliers.sum())
    matter = np.flatnonzero(multipliers)
    return {row: math.ceil(share) for row, share in zip(rows[matter].tolist(), shares[matter].tolist(), strict=True)}


def _solved(scaled: FloatArray, slack_cost: float) -> tuple[FloatArray, FloatArray]:
    """Return (v, s), shape (D + 1,), and the multipliers (n,), all 0 if daqp gives up."""
    n, dimensions = scaled.shape
    constraints = np.hstack([scaled, np.ones((n, 1))])
    cost, linear = np.diag([*np.ones(dimensions), slack_cost]), np.zeros(dimensions + 1)
    # daqp takes 10³⁰ as no bound.
    upper, lower, senses = np.full(n, 1e30), np.ones(n), np.zeros(n, np.int32)
    solution, _, flag, info = daqp.solve(cost, linear, constraints, upper, lower, senses, primal_tol=1e-12)
    if flag <= 0:
        return np.append(np.zeros(dimensions), 1.0), np.zeros(n)
    return np.asarray(solution), np.abs(info["lam"])


def opposite_twins(dataset: Dataset) -> IntArray:
    """Return the first rows with +1 and −1 of each point with both labels, the earliest first; n ≥ 1, shape (m, 2)."""
    first, which = distinct_rows(dataset.X)
    rows = np.full((len(first), 2), dataset.n)
    np.minimum.at(rows, (which, (dataset.y < 0).astype(np.intp)), np.arange(dataset.n))
    twins: IntArray = rows[rows.max(axis=1) < dataset.n]
    return twins[np.argsort(twins.min(axis=1))]
