"""The point of a hull nearest the origin to many digits, for few points: where double precision is not enough.

Kernel values and the search of `core.theory.margin.hull`, one point at a time, in decimal arithmetic.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import EPSILON, BiasFeature
from core.datasets.dataset import Dataset, IntArray
from core.errors import Check
from core.kernels import Kernel
from core.theory.margin.hull import HullPoint, step_inside

MOST_EXAMPLES = 100
"""So many may cost a few seconds."""

_DIGITS = 100
_NOTHING = Decimal("1e-80")
"""A pivot below this, relative to R², is 0 but for rounding."""
_GAP = Decimal("1e-15")
_ROUNDED = 8 * EPSILON
"""By this part a product may be off: the gap, and that it is a float at the end."""
_ROUNDS = 1000

Decimals = NDArray[np.object_]
"""An array of Decimal."""


def nearest_precisely(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, start: IntArray, check: Check
) -> HullPoint | None:
    """The point nearest the origin in the hull of the zᵢ = yᵢφ̃(xᵢ); None where it is the origin itself, or too near it.

    `start` (m,) are rows to begin with. `check` is called every few milliseconds and may raise.
    """
    with localcontext(Context(prec=_DIGITS)):
        gram = _signed_gram(dataset, kernel, bias, check)
        rows = start
        current, best = _zeros(len(rows)), Decimal(0)
        for _ in range(_ROUNDS):
            solved = _solved(gram, rows, current, check)
            if solved is None:
                return None
            rows, current = solved
            if (total := sum(current.tolist(), Decimal(0))) <= best:
                return None
            products, best = gram[:, rows] @ current, total
            nearest = int(products.argmin())
            if products[nearest] >= 1 - _GAP:
                shares, along = (current / total).astype(np.float64), (products / total).astype(np.float64)
                return HullPoint(rows, shares, along, _ROUNDED * float(along.min()))
            rows, current = np.append(rows, nearest), np.concatenate([current, _zeros(1)])
        return None


def _zeros(size: int) -> Decimals:
    return np.full(size, Decimal(0))


def _signed_gram(dataset: Dataset, kernel: Kernel, bias: BiasFeature, check: Check) -> Decimals:
    points = [[Decimal(value) for value in x] for x in dataset.X.tolist()]
    square = Decimal(bias.squared)
    gram = np.empty((dataset.n, dataset.n), object)
    for i, x in enumerate(points):
        check()
        for j in range(i + 1):
            gram[i, j] = gram[j, i] = int(dataset.y[i] * dataset.y[j]) * (kernel.precise(x, points[j]) + square)
    return gram


def _solved(gram: Decimals, rows: IntArray, current: Decimals, check: Check) -> tuple[IntArray, Decimals] | None:
    """The λ > 0 with Gλ = 1 on some of `rows`, the others let go of; None where G is singular on them."""
    while True:
        target = _solution(gram[np.ix_(rows, rows)], check)
        if target is None:
            return None
        if target.min() > 0:
            return rows, target
        moved = step_inside(current, target, 1)
        rows, current = rows[moved >= 0], moved[moved >= 0]


def _solution(gram: Decimals, check: Check) -> Decimals | None:
    """x with Gx = 1 (m,) for a positive definite G, by elimination; None where a pivot vanishes."""
    left, x, smallest = gram.copy(), np.full(len(gram), Decimal(1)), _NOTHING * gram.diagonal().max()
    for k in range(len(left)):
        check()
        if left[k, k] <= smallest:
            return None
        factors = left[k + 1 :, k] / left[k, k]
        left[k + 1 :, k + 1 :] -= np.multiply.outer(factors, left[k, k + 1 :])
        x[k + 1 :] -= factors * x[k]
    for k in reversed(range(len(left))):
        x[k] = (x[k] - left[k, k + 1 :] @ x[k + 1 :]) / left[k, k]
    return x
