"""That nothing separates a few examples in a kernel's feature space, proven in exact arithmetic from their products."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, IntArray
from core.kernels import Kernel
from core.theory.margin.exact_hull import Wholes, affine_minimiser, over_common_denominator, step_inside_exactly
from core.theory.margin.margin import Certificate
from core.theory.margin.search import Check

_ROUNDS = 200
_MOST_BITS = 6_000
"""Of a determinant: about a hundred linear systems of such numbers are solved in a second."""


def exact_certificate(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, start: IntArray, check: Check
) -> Certificate | None:
    """λ > 0 with Σλ = 1 and Σ λᵢyᵢφ̃(xᵢ) = 0; None where there are none.

    None, too, where products are no fractions, or the numbers would grow too long. `start` (m,) are rows to begin with.
    By Wolfe's algorithm, as in `core.theory.margin.exact_hull`, from the products of the examples alone. `check` is
    called now and then and may raise.
    """
    gram = _signed_gram(dataset, kernel, bias, check)
    if gram is None:
        return None
    bits = max(abs(entry).bit_length() for entry in gram.ravel().tolist())
    proposed = start if len(start) * bits <= _MOST_BITS else start[:1]
    corral = dict.fromkeys(proposed.tolist(), 1)
    for _ in range(_ROUNDS):
        check()
        rows = list(corral)
        if len(rows) * bits > _MOST_BITS:
            return None
        target = dict(zip(rows, affine_minimiser(gram[np.ix_(rows, rows)]), strict=True))
        if any(weight <= 0 for weight in target.values()):
            corral = step_inside_exactly(corral, target)
            continue
        weights = np.array(list(target.values()), object)
        products = gram[:, rows] @ weights
        squared, least = weights @ products[rows], int(products.argmin())
        if not squared:
            return _certificate(target)
        if products[least] * weights.sum() >= squared:
            return None
        corral = {**target, least: 0}
    return None


def _certificate(weights: dict[int, int]) -> Certificate:
    rows, total = sorted(weights), sum(weights.values())
    return Certificate(np.array(rows), np.array([weights[row] / total for row in rows]), None)


def _signed_gram(dataset: Dataset, kernel: Kernel, bias: BiasFeature, check: Check) -> Wholes | None:
    """yᵢyⱼk̃(xᵢ, xⱼ) as whole numbers, up to a common factor; (n, n). None where its values are no fractions."""
    points = [[Fraction(value) for value in x] for x in dataset.X.tolist()]
    square, labels = Fraction(bias.value) ** 2, dataset.y.tolist()
    values: list[Fraction] = []
    for i, x in enumerate(points):
        check()
        for j in range(i + 1):
            value = kernel.exact(x, points[j])
            if value is None:
                return None
            values.append(labels[i] * labels[j] * (value + square))
    gram = np.empty((dataset.n, dataset.n), object)
    below = np.tril_indices(dataset.n)
    gram[below] = gram[below[::-1]] = over_common_denominator(values)
    return gram
