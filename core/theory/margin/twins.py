"""Points that carry both labels: the shortest proof that nothing separates the data."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import Dataset, FloatArray, IntArray

_MIXING = np.uint64(0x9E3779B97F4A7C15)
"""An odd number whose bits are well spread: 2⁶⁴ over the golden ratio."""


def opposite_twins(dataset: Dataset) -> IntArray:
    """Points of a dataset (n ≥ 1) that carry both labels, the earliest first; shape (m, 2).

    For each the first row with +1 and the first row with −1.
    """
    order = _repeated(dataset.X)
    if not len(order):
        return np.empty((0, 2), np.int64)
    order = order[np.lexsort([*dataset.X[order].T])]
    X, y = dataset.X[order], dataset.y[order]
    group = np.concatenate([[0], np.cumsum((X[1:] != X[:-1]).any(axis=1))])
    first = np.full((dataset.n, 2), dataset.n)
    np.minimum.at(first, (group, (y < 0).astype(np.intp)), order)
    twins: IntArray = first[first.max(axis=1) < dataset.n]
    return twins[np.argsort(twins.min(axis=1))]


def _repeated(X: FloatArray) -> IntArray:
    """The rows of X (n, d) that stand there more than once, and perhaps a few that do not, by a number made of each."""
    mixed = np.zeros(len(X), np.uint64)
    for column in X.T:
        mixed ^= (column + 0.0).view(np.uint64)  # so that −0 is 0
        mixed *= _MIXING
        mixed ^= mixed >> np.uint64(29)
    order = np.argsort(mixed)
    as_before = np.diff(mixed[order]) == 0
    rows: IntArray = order[np.append(False, as_before) | np.append(as_before, False)]
    return rows
