"""ŵ*, γ, R and the bound R²/γ² in a kernel's feature space, from the dual hard-margin problem.

ŵ* points along the shortest vector of the convex hull of the zᵢ = yᵢφ̃(xᵢ): min ½λᵀGλ over λ ≥ 0, Σλ = 1, where
Gᵢⱼ = yᵢyⱼk̃(xᵢ, xⱼ). daqp solves it over a working set that grows by the examples which its solution leaves too near.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import daqp
import numpy as np

from core.arithmetic import BiasFeature, activations
from core.dataset import Dataset, FloatArray, IntArray
from core.gram import GramColumns
from core.kernels import Kernel, Linear
from core.margin import Certificate, Margin, margin_of, opposite_twins

MOST_EXAMPLES = 20_000
"""Beyond this many examples nothing is tried."""

MOST_WORKING = 2_500
"""Nor where the solution hangs on more examples than this."""

_FIRST_WORKING = 64
_EPSILON = float(np.finfo(np.float64).eps)
_GAP = 1e-10
"""Relative to ‖v‖²: how far below it an example may lie at the solution v."""
_SUPPORT = 1e-7
_INDEPENDENT = 1e-9
"""Points whose smallest pivot, relative to R², is beyond this are independent for all practical purposes."""
_NO_LIMIT = 1e30
_EQUALITY = 5
"""daqp's word for a constraint that holds with equality."""


def kernel_margin(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, cancelled: Callable[[], bool] = lambda: False
) -> Margin:
    """The margin of the examples in the augmented feature space.

    `separable` is True where every y⟨ŵ*, φ̃(x)⟩ is positive beyond rounding; False where an example is the origin or two
    are the same point with different labels, with that as the certificate; else None, and `unknown` says why.
    `cancelled` is asked now and then. The linear kernel's feature space is the space of the data, where all is proven.
    """
    if isinstance(kernel, Linear):
        return _linear_margin(dataset, bias)
    radius_squared = float((kernel.diagonal(dataset.X) + bias.squared).max(initial=0.0))
    start = Margin(None, math.sqrt(radius_squared), bias, radius_squared, in_feature_space=True)
    if dataset.n == 0:
        return start
    if (certificate := _plain_certificate(dataset, kernel, bias)) is not None:
        return replace(start, separable=False, certificate=certificate)
    if dataset.n > MOST_EXAMPLES:
        return replace(start, unknown=f"More than {MOST_EXAMPLES:,} examples are too many for this question.")
    return _Hull(dataset, kernel, bias, start).margin(cancelled)


def _linear_margin(dataset: Dataset, bias: BiasFeature) -> Margin:
    margin = margin_of(dataset, bias)
    if margin.w_star is None or margin.b_star is None:
        return margin
    return replace(margin, products=dataset.y * activations(dataset.X, margin.w_star, margin.b_star))


@dataclass(frozen=True, eq=False)
class _Point:
    """A point v = Σ λᵢzᵢ of the hull: rows with λ > 0, λ, and v·zᵢ for all examples (n,)."""

    rows: IntArray
    shares: FloatArray
    products: FloatArray

    @property
    def length_squared(self) -> float:
        """‖v‖²."""
        return float(self.shares @ self.products[self.rows])


class _Hull:
    """The hull of the zᵢ, and the steps toward its point nearest the origin."""

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, start: Margin) -> None:
        self._columns = GramColumns(dataset, kernel, bias, dataset.X)
        self._labels = dataset.y.astype(np.float64)
        self._start = start
        self._rounding = 8 * (dataset.d + 8) * _EPSILON * start.radius_squared

    def margin(self, cancelled: Callable[[], bool]) -> Margin:
        """Grow the working set until no example lies nearer than those in it."""
        n = len(self._labels)
        working = np.unique(np.linspace(0, n - 1, min(n, _FIRST_WORKING)).astype(np.int64))
        while not cancelled():
            point = self._nearest(working)
            squared = point.length_squared
            if squared <= self._error(point):
                return replace(self._start, unknown="Double precision finds no separator there.")
            nearer = np.flatnonzero(point.products < squared * (1 - _GAP))
            nearer = np.setdiff1d(nearer, working)
            if not len(nearer):
                return self._found(point)
            nearest_first = nearer[np.argsort(point.products[nearer], kind="stable")]
            working = np.union1d(working, nearest_first[: max(_FIRST_WORKING, len(point.rows) // 2)])
            if len(working) > MOST_WORKING:
                return replace(self._start, unknown=f"It hangs on more than {MOST_WORKING:,} examples, too many.")
        return replace(self._start, unknown="The search was cancelled.")

    def _error(self, point: _Point) -> float:
        """How far rounding may carry v·zᵢ."""
        return self._rounding + len(point.rows) * _EPSILON * self._start.radius_squared

    def _nearest(self, working: IntArray) -> _Point:
        """The point nearest the origin in the hull of the working set."""
        gram = np.array([self._column(row)[working] for row in working.tolist()])
        shares = _hull_weights(gram)
        kept = np.flatnonzero(shares)
        rows, shares = working[kept], shares[kept]
        products = np.zeros(len(self._labels))
        for row, share in zip(rows.tolist(), shares.tolist(), strict=True):
            products += share * self._column(row)
        return _Point(rows, shares, products)

    def _column(self, row: int) -> FloatArray:
        column: FloatArray = self._columns.column(row) * self._labels
        return column

    def _found(self, point: _Point) -> Margin:
        length = math.sqrt(point.length_squared)
        least = float(point.products.min())
        if least <= self._error(point):
            return replace(self._start, unknown="Double precision finds no separator there.")
        gamma = least / length
        return replace(
            self._start,
            separable=True,
            gamma=gamma,
            bound=self._start.radius_squared / gamma / gamma,
            support=np.flatnonzero(point.products <= least * (1 + _SUPPORT) + self._error(point)),
            products=point.products / length,
        )


def _plain_certificate(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> Certificate | None:
    """An example that is the origin of the feature space, or the same point with both labels: no vector parts them."""
    origin = np.flatnonzero(kernel.diagonal(dataset.X) + bias.squared == 0)[:1]
    if len(origin):
        return Certificate(origin, np.ones(1), None)
    twins = opposite_twins(dataset)[:1].ravel()
    if len(twins):
        return Certificate(np.sort(twins), np.full(2, 0.5), dataset.X[twins[0]].copy())
    return None


def _hull_weights(gram: FloatArray) -> FloatArray:
    """λ (m,) ≥ 0 with Σλ = 1 and the least λᵀGλ."""
    try:
        factor: FloatArray = np.linalg.cholesky(gram).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:
        return _weights_by_vector(gram)
    if factor.diagonal().min() ** 2 < _INDEPENDENT * gram.diagonal().max():
        return _weights_by_vector(gram)
    return _weights_by_shares(factor)


def _weights_by_shares(factor: FloatArray) -> FloatArray:
    """λ, for independent points with the Gram matrix LLᵀ: min ½‖u‖² subject to λ = L⁻ᵀu ≥ 0 and Σλ = 1.

    daqp is done soon where most points have a share.
    """
    m = len(factor)
    back = np.linalg.inv(factor).T
    constraints = np.vstack([back, back.sum(axis=0)])
    upper, lower, senses = np.full(m + 1, _NO_LIMIT), np.zeros(m + 1), np.zeros(m + 1, np.int32)
    upper[m], lower[m], senses[m] = 1.0, 1.0, _EQUALITY
    u, *_ = daqp.solve(np.eye(m), np.zeros(m), constraints, upper, lower, senses, primal_tol=1e-12)
    return _normalised(back @ u)


def _weights_by_vector(gram: FloatArray) -> FloatArray:
    """λ, for any points Z with the Gram matrix G = ZZᵀ: min ½‖v‖² + ½s² subject to zᵢ·v + s ≥ 1.

    That is always feasible, and its multipliers are λ up to their sum: the slack s, shared by all, adds (Σλ)² to λᵀGλ,
    a constant.
    """
    coordinates = _coordinates(gram)
    constraints = np.hstack([coordinates / math.sqrt(gram.diagonal().max()), np.ones((len(gram), 1))])
    m, dimensions = constraints.shape
    upper, lower, senses = np.full(m, _NO_LIMIT), np.ones(m), np.zeros(m, np.int32)
    cost, linear = np.eye(dimensions), np.zeros(dimensions)
    *_, info = daqp.solve(cost, linear, constraints, upper, lower, senses, primal_tol=1e-12)
    return _normalised(-info["lam"])


def _normalised(multipliers: FloatArray) -> FloatArray:
    """Shares ≥ 0 that add up to 1; equal ones where the solver gave up."""
    shares: FloatArray = np.maximum(multipliers, 0.0)
    total = float(shares.sum())
    return shares / total if math.isfinite(total) and total > 0 else np.full(len(shares), 1 / len(shares))


def _coordinates(gram: FloatArray) -> FloatArray:
    """Z (m, r) with G = ZZᵀ up to rounding, by Cholesky's method with the largest pivot first."""
    left = gram.diagonal().copy()
    negligible = 4 * _EPSILON * left.max()
    factor = np.zeros_like(gram, order="F")
    for k in range(len(gram)):
        pivot = int(left.argmax())
        if left[pivot] <= negligible:
            return factor[:, :k]
        factor[:, k] = (gram[:, pivot] - factor[:, :k] @ factor[pivot, :k]) / math.sqrt(left[pivot])
        left -= factor[:, k] * factor[:, k]
        left[pivot] = 0.0
    return factor
