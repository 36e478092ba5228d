"""The binding order of every sum that a decision depends on, the bias feature, and examples as exact fractions.

An activation is ((w₁x₁ + w₂x₂) + … + w_d x_d) + b, each product and each sum rounded once to float64: no BLAS, no fused
multiply-add, no pairwise sum. So a run is the same bit for bit on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from core.compiled import loops
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.spec import Bias

EPSILON = float(np.finfo(np.float64).eps)


class BiasFeature(NamedTuple):
    """The constant feature B ≥ 0 of the augmented space, and B² by which an update moves b."""

    value: float
    squared: float

    def augmented(self, weights: FloatArray) -> FloatArray:
        """Return w̃ = (w, b/B) for (w, b) of shape (…, d + 1); shape (…, D). With B = 0 it is w alone."""
        if not self.value:
            return weights[..., :-1]
        return np.concatenate([weights[..., :-1], weights[..., -1:] / self.value], axis=-1)

    def parted(self, augmented: FloatArray) -> tuple[FloatArray, float]:
        """Return (w, b) of w̃ (D,)."""
        return (augmented[:-1], float(augmented[-1]) * self.value) if self.value else (augmented, 0.0)


def bias_feature(dataset: Dataset, bias: Bias) -> BiasFeature:
    """Return B for these data: the number itself, or K = max‖xᵢ‖ for "radius" (Yuille 004 §2.5)."""
    if bias == "radius":
        squared = float(squared_norms(dataset.X).max(initial=0.0))
        return BiasFeature(math.sqrt(squared), squared)
    return BiasFeature(bias, bias * bias)


def ordered_dot(X: FloatArray, w: FloatArray) -> FloatArray:
    """Return `(…(w₁x₁ + w₂x₂) + …) + w_d x_d` for each row of X (n, d); shape (n,)."""
    if not isinstance(X, np.ndarray):
        return _sums(np.diff(X.indptr), w[X.indices] * X.data)
    return _ordered_sum(len(X), X.shape[1], lambda j: X[:, j] * w[j])


def _sums(lengths: IntArray, terms: FloatArray) -> FloatArray:
    """Return the sum of the first of `terms`, as many as the first of `lengths` (m,) says, of the next, …; (m,)."""
    m = len(lengths)
    return np.bincount(np.repeat(np.arange(m), lengths), terms, m).astype(np.float64, copy=False)


def sparse_dot(X: Any, w: FloatArray, rows: Rows) -> FloatArray:
    """Return `ordered_dot(X[rows], w)` of SciPy's X, whose own copy of a few rows takes ten times as long; (m,)."""
    starts, lengths = X.indptr[rows], X.indptr[rows + 1] - X.indptr[rows]
    places = np.arange(lengths.sum()) + np.repeat(starts - lengths.cumsum() + lengths, lengths)
    return _sums(lengths, w[X.indices[places]] * X.data[places])


def _ordered_sum(n: int, d: int, terms: Callable[[int | slice], FloatArray]) -> FloatArray:
    """Return `(…(t₁ + t₂) + …) + t_d` in n rows, (n,), given the `terms` (n,) of a column or (n, d) of several."""
    if not d:
        return np.zeros(n)
    if n < d:  # A tenth of the time of a loop over the columns.
        return np.add.accumulate(terms(slice(d)), axis=1)[:, -1].copy()
    total = terms(0)
    for j in range(1, d):
        total += terms(j)
    return total


def activations(X: FloatArray, w: FloatArray, b: float) -> FloatArray:
    """Return `w·x + b` for each row of X (n, d), in the binding order; shape (n,)."""
    return ordered_dot(X, w) + b


def accumulate_updates(
    dataset: Dataset, bias: BiasFeature, index: Rows, start: FloatArray, sizes: FloatArray | None = None
) -> FloatArray:
    """Return (w, b) after each of the updates on rows `index` (m,), made one after another from `start` (d + 1,).

    Each update adds ((τy)·x, (τy)·B²) with τ of `sizes` (m,), or 1 without sizes. The weights have shape (m + 1, d +
    1), with `start` as row 0.
    """
    y = dataset.y.take(index).astype(np.float64)
    if sizes is not None:
        y *= sizes
    weights = np.empty((len(index) + 1, dataset.d + 1), order="F")
    weights[0] = start
    if len(index) < dataset.d:
        np.multiply(y[:, None], dataset.X.take(index, axis=0), out=weights[1:, :-1])
        np.multiply(y, bias.squared, out=weights[1:, -1])
        return np.add.accumulate(weights, axis=0, out=weights)
    for j, walk in enumerate(weights.T):
        np.multiply(y, bias.squared if j == dataset.d else dataset.X[:, j].take(index), out=walk[1:])
        np.add.accumulate(walk, out=walk)
    return weights


def weights_after(
    dataset: Dataset, bias: BiasFeature, index: Rows, start: FloatArray, places: IntArray, sizes: FloatArray | None
) -> FloatArray:
    """Return the weights after as many updates as each of `places` (p,) says, which do not decrease; (p, d + 1)."""
    if (library := loops()) is None:
        return accumulate_updates(dataset, bias, index, start, sizes)[places]
    # The loops in C expect arrays in one piece.
    rows, places = np.ascontiguousarray(index, np.int32), np.ascontiguousarray(places, np.int64)
    weights, w = np.empty((len(places), dataset.d + 1)), np.array(start, np.float64)
    sizes = None if sizes is None else np.ascontiguousarray(sizes)
    given = (dataset.X, dataset.n, dataset.d, dataset.y)
    library.replay(*given, rows, sizes, len(rows), w, bias.squared, places, len(places), weights)
    return weights


def activations_along(dataset: Dataset, index: Rows, weights: FloatArray) -> FloatArray:
    """Return the activations of rows `index` (m,), each under its (w, b) of `weights` (m, d + 1), in binding order."""
    total = _ordered_sum(len(index), dataset.d, lambda j: weights[:, :-1][:, j] * dataset.X[:, j].take(index, axis=0))
    return total + weights[:, dataset.d]


def products(X: FloatArray, Q: FloatArray) -> FloatArray:
    """Return `(…(x₁q₁ + x₂q₂) + …) + x_d q_d` for each row of X (p, d) and of Q (m, d); shape (p, m)."""
    total: FloatArray = X[:, :1] * Q[:, 0]
    for j in range(1, X.shape[1]):
        total += X[:, j : j + 1] * Q[:, j]
    return total


def augmented_norms(X: FloatArray, bias: BiasFeature) -> FloatArray:
    """Return `‖x̃‖² = (x₁² + … + x_d²) + B²` for each row of X (n, d), summed in order; shape (n,)."""
    return squared_norms(X) + bias.squared


def walked(start: FloatArray | float, moves: FloatArray) -> FloatArray:
    """Return `start`, and its value after each of `moves` (m, …), made in order; shape (m + 1, …)."""
    walk = np.concatenate([np.asarray(start)[None, ...], moves])
    return np.add.accumulate(walk, axis=0, out=walk)


def squared_norms(X: FloatArray) -> FloatArray:
    """Return `x₁² + … + x_d²` for each row of X (n, d), summed in order; shape (n,)."""
    if not isinstance(X, np.ndarray):
        return _sums(np.diff(X.indptr), X.data * X.data)
    return _ordered_sum(len(X), X.shape[1], lambda j: X[:, j] * X[:, j])


def largest(X: FloatArray) -> FloatArray:
    """Return the largest |xⱼ| of all examples X (n, d), dense or SciPy's rows; shape (d,)."""
    if not isinstance(X, np.ndarray):
        return np.asarray(abs(X).max(axis=0).toarray(), np.float64).ravel()
    return np.asarray(np.maximum(X.max(axis=0, initial=0.0), -X.min(axis=0, initial=0.0)))


def distinct_rows(rows: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the first place of each distinct one of `rows` (m, d), in numeric order, and the class of each row (m,).

    The result equals that of `np.unique`, in a quarter of the time, and other threads may work during the sort.
    """
    # np.lexsort sorts by its last key first.
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    new = np.append(np.ones(min(len(rows), 1), np.bool_), (ordered[1:] != ordered[:-1]).any(axis=1))
    which = np.empty(len(rows), np.int64)
    which[order] = np.cumsum(new) - 1
    return order[new], which


def angle(a: FloatArray, b: FloatArray) -> float:
    """Return the angle in degrees between two vectors (d,) that are not 0; exactly 0 or 180 within rounding.

    It is computed from half the angle, whose sine and cosine are both known: the arc cosine of nearly 1 is mostly
    rounding.
    """
    a, b = (each / np.abs(each).max() for each in (a, b))
    a, b = (each / np.linalg.norm(each) for each in (a, b))
    apart, together = float(np.linalg.norm(a - b)), float(np.linalg.norm(a + b))
    noise = 4 * EPSILON * (len(a) + 2)
    return 0.0 if apart <= noise else 180.0 if together <= noise else math.degrees(2 * math.atan2(apart, together))


def cosine(a: FloatArray, b: FloatArray) -> float:
    """Return the cosine of the angle between two vectors (d,) that are not 0, whatever their lengths."""
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    return float(np.clip(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)), -1.0, 1.0))


def decimals(row: Iterable[float]) -> list[Fraction]:
    """Return the numbers of a row, as they are written in decimals, as fractions."""
    return [Fraction(repr(float(v))) for v in row]


@lru_cache(maxsize=4)
def whole(dataset: Dataset) -> tuple[list[list[int]], int]:
    """Return all examples as whole numbers over a power of ten (n lists of d, the power), for long sums."""
    rows = [[Decimal(repr(v)) for v in dataset.row(i)[1].tolist()] for i in range(dataset.n)]
    least = min([0, *(int(v.as_tuple().exponent) for row in rows for v in row)])
    return [[int(v.scaleb(-least)) for v in row] for row in rows], 10**-least
