"""ŵ*, γ, R and the bound R²/γ² in a kernel's feature space, from the dual hard-margin problem.

ŵ* points along the shortest vector of the convex hull of the zᵢ = yᵢφ̃(xᵢ). Any point v of the hull says both of γ: it
is at most ‖v‖, and at least min v·zᵢ / ‖v‖, the margin of v itself. That nothing separates a few examples is proven in
exact arithmetic from their products. For few points, where double precision is not enough, the search is made in
decimal arithmetic, one point at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import EPSILON, BiasFeature, distinct_rows
from core.datasets.dataset import LARGEST, Dataset, IntArray
from core.errors import Cancelled, CancelledError, Check, never, raise_if_cancelled
from core.kernels import Kernel, Linear
from core.theory.margin.exact_hull import ExactGram, nearest_to_origin, over_common_denominator
from core.theory.margin.hull import GivenUpError, HullPoint, Search, SignedGram, step_inside
from core.theory.margin.linear_margin import margin_meanwhile, margin_of, opposite_twins
from core.theory.margin.margin import CANCELLED, Certificate, Margin, careful, still_sought

MOST_EXAMPLES = 20_000
"""Beyond this many examples nothing is tried."""

MOST_WORKING = 5_000
"""Nor where the solution depends on more examples than this."""

_Exact = TypeVar("_Exact", Fraction, Decimal)

_AT_ONCE = 300
"""Examples for which ŵ* is found within a few milliseconds."""


def kernel_margin(dataset: Dataset, kernel: Kernel, bias: BiasFeature, cancelled: Cancelled = never) -> Margin:
    """Return the margin of the examples in the augmented feature space.

    `separable` is True where every y⟨ŵ*, φ̃(x)⟩ is positive beyond rounding, or where the kernel separates any distinct
    points; False where an example is the origin or two are the same point of the feature space with different labels,
    or, of a few examples under a kernel of fractions, where a weighted sum of them is 0, with that as the certificate;
    else None. Where there is no γ, `unknown` says why. A few examples are solved in many digits where double precision
    is not enough. `cancelled` is asked every few milliseconds, at most every few dozen. The linear kernel's feature
    space is the space of the data, where all is proven.
    """
    if isinstance(kernel, Linear):
        margin = margin_of(dataset, bias, cancelled)
        products = margin.along_star(dataset)
        # γ is proven: only the rounding of a product may bring it below.
        lifted = None if products is None or margin.gamma is None else np.maximum(products, margin.gamma)
        return replace(margin, products=lifted)
    start = _plainly(dataset, kernel, bias)
    if dataset.n == 0 or start.certificate is not None:
        return start
    # A point that is there twice says nothing new of γ, and would leave the search a matrix without an inverse.
    first, which = distinct_rows(np.column_stack([kernel.merged(dataset.X), dataset.y]))
    order = np.argsort(first)
    rows, place = first[order], np.argsort(order)[which]
    try:
        examples, check = dataset.with_rows(dataset.X[rows], dataset.y[rows]), partial(raise_if_cancelled, cancelled)
        found = _found(examples, kernel, bias, start, check)
    except (GivenUpError, CancelledError) as reason:
        return replace(start, unknown=str(reason) or CANCELLED)
    if (proof := found.certificate) is not None:
        return replace(found, certificate=replace(proof, indices=rows[proof.indices]))
    if found.products is None or found.support is None or found.shares is None:
        return found
    shares = np.zeros(dataset.n)
    shares[rows] = found.shares
    support = np.flatnonzero(np.isin(place, found.support))
    return replace(found, products=found.products[place], support=support, shares=shares)


def kernel_margin_meanwhile(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> Margin | None:
    """Return what is known before a search longer than a frame: R. None if everything is known sooner.

    Apart from the linear kernel it is never a margin that is not separable, because the proof of that is found at once.
    """
    if isinstance(kernel, Linear):
        return margin_meanwhile(dataset, bias)
    if dataset.n <= _AT_ONCE:
        return None
    start = _plainly(dataset, kernel, bias)
    return None if start.certificate is not None else still_sought(start)


def _plainly(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> Margin:
    """Return what is known without a search: R, and whether two points or the kind of kernel decide the matter."""
    radius_squared = float((kernel.diagonal(dataset.X) + bias.squared).max(initial=0.0))
    start = Margin(None, math.sqrt(radius_squared), bias, radius_squared, in_feature_space=True)
    if dataset.n == 0:
        return start
    origin = np.flatnonzero(kernel.diagonal(dataset.X) + bias.squared == 0)[:1]
    twins = opposite_twins(dataset.with_rows(kernel.merged(dataset.X), dataset.y))[:1].ravel()
    if len(origin):
        certificate: Certificate | None = Certificate(origin, np.ones(1), None)
    elif len(twins):
        one, other = dataset.X[twins]
        certificate = Certificate(np.sort(twins), np.full(2, 0.5), one.copy() if (one == other).all() else None)
    else:
        certificate = None if bias.squared else _opposite_images(dataset, kernel)
    if certificate is not None:
        return replace(start, separable=False, certificate=certificate)
    return replace(start, separable=True) if kernel.strictly_positive else start


def _found(dataset: Dataset, kernel: Kernel, bias: BiasFeature, start: Margin, check: Check) -> Margin:
    check()
    if dataset.n > MOST_EXAMPLES:
        raise GivenUpError(f"ŵ* was not sought: more than {MOST_EXAMPLES:,} examples are too many.")
    if not math.isfinite(start.radius_squared):
        raise GivenUpError("The kernel's values are too large for double precision.")
    gram = SignedGram(dataset, kernel, bias, start.radius_squared, check)
    point = Search(gram, MOST_WORKING, 8 * (dataset.d + 8) * EPSILON).nearest()
    margin = _margin_along(point, start)
    if (margin.gamma is not None and not margin.gamma_is_lower_bound) or dataset.n > MOST_PRECISE:
        return margin
    if (better := nearest_precisely(dataset, kernel, bias, point.rows, check)) is not None:
        return _margin_along(better, start)
    certificate = exact_certificate(dataset, kernel, bias, point.rows, check)
    return margin if certificate is None else replace(start, separable=False, certificate=certificate)


def _margin_along(point: HullPoint, start: Margin) -> Margin:
    """Return the margin by `point`; if rounding hides written digits of γ, only a lower bound."""
    squared, least = point.length_squared, float(point.products.min())
    at_most = math.sqrt(max(squared, 0.0) + point.error)
    if least <= point.error:
        small = "γ is too small to be found in double precision."
        unknown = small if start.separable else "Double precision finds no separator."
        return replace(start, gamma_at_most=at_most, unknown=unknown)
    length, shares = math.sqrt(squared), np.zeros(len(point.products))
    shares[point.rows] = point.shares / length
    gamma = least / length
    known = replace(start, gamma_at_most=at_most, gamma_at_least=(least - point.error) / at_most)
    # A support vector lies on the margin up to rounding.
    support = np.flatnonzero(point.products <= least * (1 + 1e-7) + point.error)
    bound, products = start.radius_squared / gamma / gamma, point.products / length
    found = replace(known, separable=True, gamma=gamma, bound=bound, support=support)
    return careful(replace(found, products=products, shares=shares))


def _opposite_images(dataset: Dataset, kernel: Kernel) -> Certificate | None:
    """Return two examples whose y·φ(x) are multiples of one another and point in opposite directions."""
    found = kernel.rays(dataset.X)
    if found is None:
        return None
    directions, signs = found
    directions[~(np.abs(directions) <= LARGEST).all(axis=1)] = 0.0
    for pair in map(np.sort, opposite_twins(dataset.with_rows(directions, dataset.y * signs))):
        x, z = ([Fraction(value) for value in row] for row in dataset.X[pair].tolist())
        own, both, other = kernel.exact(x, x), kernel.exact(x, z), kernel.exact(z, z)
        if own and both and other and both * both == own * other:
            longer = abs(both) / own
            return Certificate(pair, np.array([float(longer / (1 + longer)), float(1 / (1 + longer))]), None)
    return None


_MOST_BITS = 6_000
"""Of a determinant: about a hundred linear systems of such numbers are solved in a second."""


def exact_certificate(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, start: IntArray, check: Check
) -> Certificate | None:
    """Return λ > 0 with Σλ = 1 and Σ λᵢyᵢφ̃(xᵢ) = 0; None if there are none.

    None, too, where products are no fractions, or the numbers would grow too long. `start` (m,) are rows to begin with.
    By Wolfe's algorithm, as in `core.theory.margin.exact_hull`, from the products of the examples alone. `check` is
    called now and then and may raise.
    """
    fractions = _signed_gram(dataset, kernel.exact, Fraction(bias.value) ** 2, check)
    if fractions is None:
        return None
    numbers = over_common_denominator(fractions.ravel())
    points = ExactGram(np.array(numbers, object).reshape(fractions.shape))
    most = _MOST_BITS // max(number.bit_length() for number in numbers)
    proposed = start if len(start) <= most else start[:1]
    weights = nearest_to_origin(points, dict.fromkeys(proposed.tolist(), 1), 200, check, most)
    return None if weights is None or any(points.combination(weights)) else Certificate.of(weights)


def _signed_gram(
    dataset: Dataset, product: Callable[[list[_Exact], list[_Exact]], _Exact | None], square: _Exact, check: Check
) -> NDArray[np.object_] | None:
    """Return yᵢyⱼ(k(xᵢ, xⱼ) + B²) in numbers like B² = `square`, (n, n); None if a `product` k is None."""
    points = [[type(square)(value) for value in x] for x in dataset.X.tolist()]
    labels, gram = dataset.y.tolist(), np.empty((dataset.n, dataset.n), object)
    for i, x in enumerate(points):
        check()
        for j in range(i + 1):
            value = product(x, points[j])
            if value is None:
                return None
            gram[i, j] = gram[j, i] = labels[i] * labels[j] * (value + square)
    return gram


MOST_PRECISE = 100
"""Computations in high precision that take a few seconds."""

Decimals = NDArray[np.object_]
"""An array of Decimal."""


def nearest_precisely(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, start: IntArray, check: Check
) -> HullPoint | None:
    """Return the hull point of zᵢ = yᵢφ̃(xᵢ) nearest the origin, from rows `start` (m,) on; None if it is too near."""
    with localcontext(Context(prec=100)):
        gram, rows = _signed_gram(dataset, kernel.precise, Decimal(bias.squared), check), start
        if gram is None:
            return None
        current, best = np.full(len(rows), Decimal(0)), Decimal(0)
        for _ in range(1000):
            solved = _solved(gram, rows, current, check)
            if solved is None:
                return None
            rows, current = solved
            if (total := sum(current.tolist(), Decimal(0))) <= best:
                return None
            products, best = gram[:, rows] @ current, total
            nearest = int(products.argmin())
            if products[nearest] >= 1 - Decimal("1e-15"):
                shares, along = (current / total).astype(np.float64), (products / total).astype(np.float64)
                # By this part a product may be off: the gap, and that it is a float at the end.
                return HullPoint(rows, shares, along, 8 * EPSILON * float(along.min()))
            rows, current = np.append(rows, nearest), np.concatenate([current, np.full(1, Decimal(0))])
        return None


def _solved(gram: Decimals, rows: IntArray, current: Decimals, check: Check) -> tuple[IntArray, Decimals] | None:
    """Return the λ > 0 with Gλ = 1 on some of `rows`, without the others; None if G is singular on them."""
    while True:
        target = _solution(gram[np.ix_(rows, rows)], check)
        if target is None:
            return None
        if target.min() > 0:
            return rows, target
        moved = step_inside(current, target, 1)
        rows, current = rows[moved >= 0], moved[moved >= 0]


def _solution(gram: Decimals, check: Check) -> Decimals | None:
    """Return x with Gx = 1 (m,) for a positive definite G, by elimination; None if a pivot vanishes."""
    left, x = gram.copy(), np.full(len(gram), Decimal(1))
    # A pivot below this, relative to R², is 0 up to rounding.
    smallest = Decimal("1e-80") * gram.diagonal().max()
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
