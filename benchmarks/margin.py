"""ŵ* and γ, proven in exact arithmetic, against scikit-learn's SVC with a cost that allows no slack.

SVC leaves the bias free, so its hyperplane is that of Yuille 004 §2, not ŵ*: each is compared with the other's by its
own measure, in which it cannot lose.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.svm import SVC

from benchmarks.data import separable
from benchmarks.report import Figure, best_of, met
from core import Dataset, margin
from core.datasets.dataset import FloatArray

_COST = 1e8
_MOST_PRODUCTS = 40
"""Of floats, one after another; the proof multiplies whole numbers of any size."""
_WHY_SLOW = "nearly all is the proof: each number is read and multiplied as a whole number of Python"
_SLACK = 1e-3
"""SVC stops when its conditions hold to about this."""


def figures() -> Iterator[Figure]:
    """Yield a class-sized set and a large one."""
    for n, gap in ((100, 0.1), (100_000, 0.1), (100_000, 0.01)):
        yield _against_peer(separable(n, gap), gap)
    yield _of_genes(72, 7_129)


def _against_peer(dataset: Dataset, gap: float) -> Figure:
    peer = SVC(kernel="linear", C=_COST)
    ours, theirs = best_of(3, lambda: margin(dataset), lambda: peer.fit(dataset.X, dataset.y))
    _check(dataset, peer.coef_[0], float(peer.intercept_[0]))
    text = f"{ours * 1e3:.1f} ms, {theirs / ours:.1f} × faster than SVC"
    return Figure(f"ŵ*, γ and support, {dataset.n:,} × {dataset.d}, separable by {gap:g}", text)


def _of_genes(n: int, d: int) -> Figure:
    """Measure ŵ* of few examples with very many features, in products of all pairs of examples."""
    generator = np.random.default_rng(0)
    dataset = Dataset(np.round(generator.normal(size=(n, d)) * 300), np.where(np.arange(n) % 2, 1, -1))
    ours, product = best_of(3, lambda: margin(dataset), lambda: np.einsum("ij,kj->ik", dataset.X, dataset.X))
    text = f"{ours * 1e3:.0f} ms, {ours / product:.0f} products of all pairs of examples"
    aim = f"< {_MOST_PRODUCTS}"
    return Figure(f"ŵ*, {n} examples with {d:,} features", text, aim, met(ours < _MOST_PRODUCTS * product), _WHY_SLOW)


def _check(dataset: Dataset, w: FloatArray, b: float) -> None:
    """Check that neither separator beats the other by the other's own measure."""
    found = margin(dataset)
    if found.gamma is None or found.w_star is None or found.b_star is None:
        raise AssertionError("no margin was found: the comparison is void")
    least = float((dataset.y * (dataset.X @ w + b)).min())
    theirs, ours = least / np.linalg.norm(w), found.gamma / np.linalg.norm(found.w_star)
    if least / np.linalg.norm([*w, b]) > found.gamma * (1 + 1e-12) or ours > theirs * (1 + _SLACK):
        raise AssertionError("one separator beats the other by its own measure: the comparison is void")
