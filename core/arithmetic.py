"""The binding order of every sum that a decision hangs on, and the bias feature.

An activation is ((w₁x₁ + w₂x₂) + … + w_d x_d) + b, each product and each sum rounded once to float64: no BLAS, no fused
multiply-add, no pairwise sum. Then a run is the same bit for bit on every machine.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.dataset import Dataset, FloatArray, Rows
from core.spec import Bias


@dataclass(frozen=True)
class BiasFeature:
    """The constant feature B ≥ 0 of the augmented space, and B² by which an update moves b."""

    value: float
    squared: float


def bias_feature(dataset: Dataset, bias: Bias) -> BiasFeature:
    """B for these data: the number itself, or K = max‖xᵢ‖ for "radius" (004 §2.5, ball centred on the origin)."""
    if bias == "radius":
        squared = float(squared_norms(dataset.X).max(initial=0.0))
        return BiasFeature(math.sqrt(squared), squared)
    return BiasFeature(bias, bias * bias)


def ordered_dot(X: FloatArray, w: FloatArray) -> FloatArray:
    """`(…(w₁x₁ + w₂x₂) + …) + w_d x_d` for each row of X (n, d); shape (n,)."""
    total: FloatArray = X[:, 0] * w[0]
    for j in range(1, X.shape[1]):
        total += X[:, j] * w[j]
    return total


def activations(X: FloatArray, w: FloatArray, b: float) -> FloatArray:
    """`w·x + b` for each row of X (n, d), in the binding order; shape (n,)."""
    total = ordered_dot(X, w)
    total += b
    return total


def accumulate_updates(dataset: Dataset, bias: BiasFeature, index: Rows, walk: FloatArray) -> FloatArray:
    """Fill `walk` (m + 1, d + 1) with (w, b) after each update on rows `index` (m,), added one after another.

    `walk[0]` holds the weights before the first; each update adds (y·x, y·B²). Returns `walk`.
    """
    y = dataset.y[index].astype(np.float64)
    np.multiply(dataset.X[index], y[:, None], out=walk[1:, :-1])
    np.multiply(y, bias.squared, out=walk[1:, -1])
    return np.add.accumulate(walk, axis=0, out=walk)


def squared_norms(X: FloatArray) -> FloatArray:
    """`x₁² + … + x_d²` for each row of X (n, d), summed in order; shape (n,)."""
    total = X[:, 0] * X[:, 0]
    for j in range(1, X.shape[1]):
        total += X[:, j] * X[:, j]
    return total
