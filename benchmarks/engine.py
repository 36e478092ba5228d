"""Examples a second while every update is recorded, against scikit-learn's Perceptron; and the pocket against numpy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import Perceptron

from benchmarks.data import overlapping, separable, wide
from benchmarks.report import OF_THE_LIMIT, Figure, best_of, met
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.run import Run, train
from core.spec import RunSpec

_LONG = RunSpec(max_epochs=100, max_updates=10**8)
_POCKET = RunSpec("pocket", max_updates=2_000)
_POCKET_AIM = 20


def figures() -> Iterator[Figure]:
    """Yield sparse mistakes, then dense ones, then wide data, then the pocket."""
    yield _against_peer("10⁶ × 2, separable by 0.01", separable(1_000_000, 0.01), RunSpec(), 6)
    yield _against_peer("10⁶ × 2, separable by 0.0005", separable(1_000_000, 0.0005), RunSpec(), 3)
    yield _against_peer("10⁵ × 2, overlapping", overlapping(100_000, 0.325), _LONG, 2)
    yield _against_peer("10⁴ × 100, separable by 0.05", wide(10_000, 100, 0.05), _LONG, 2)
    yield _pocket(overlapping(10_000, 0.325))


def _against_peer(what: str, dataset: Dataset, spec: RunSpec, aim: float) -> Figure:
    """Yield as many epochs of both engines, and of passes over the bytes that the examples take."""
    run = train(dataset, spec)
    epochs, looked_at = run.history.epochs, b"\0" * (dataset.X.nbytes + dataset.y.nbytes)
    peer = Perceptron(shuffle=False, max_iter=epochs, tol=None)
    ours, theirs, plain = best_of(
        7, lambda: train(dataset, spec), lambda: peer.fit(dataset.X, dataset.y), lambda: _passes(looked_at, epochs)
    )
    _check_same(run, peer)
    rate, share = run.history.examples / ours / 1e6, run.updates / run.history.examples
    name = f"{what}: {share:.2%} mistakes, {epochs} epochs; examples/s"
    text = f"{rate:.1f} M/s, {theirs / ours:.2f} × scikit-learn"
    reached = theirs / ours >= aim or plain / ours >= OF_THE_LIMIT
    reason = f"A plain pass over as many bytes of examples in each epoch takes {plain / ours:.0%} of the time."
    return Figure(name, text, f"≥ {aim} ×", met(reached), reason)


def _check_same(run: Run, peer: Perceptron) -> None:
    if (
        run.history.weights(run.updates)[0, :-1].tolist() != peer.coef_[0].tolist()
        or run.intercept != peer.intercept_[0]
    ):
        raise AssertionError("scikit-learn came to other weights: the comparison is void")


def _pocket(dataset: Dataset) -> Figure:
    """Yield the pocket against its textbook loop: both count the mistakes of every vector on all data."""
    run = train(dataset, _POCKET)
    index, errors = _textbook(dataset)
    if index.tolist() != run.history.index().tolist() or errors.tolist() != run.errors[1:].tolist():
        raise AssertionError("numpy made other updates: the comparison is void")
    looked_at = b"\0" * (dataset.n * (dataset.d + 1) * np.dtype(np.float32).itemsize)
    ours, theirs, plain = best_of(
        7, lambda: train(dataset, _POCKET), lambda: _textbook(dataset), lambda: _passes(looked_at, run.updates)
    )
    name = f"Pocket, {dataset.n:,} × {dataset.d}, {run.updates:,} updates with their error counts; examples/s"
    text = f"{run.updates * dataset.n / ours / 1e6:,.0f} M/s, {theirs / ours:.1f} × a numpy loop"
    reached = theirs / ours >= _POCKET_AIM or plain / ours >= OF_THE_LIMIT
    reason = f"A plain pass over as many bytes of examples after each update takes {plain / ours:.0%} of the time."
    return Figure(name, text, f"≥ {_POCKET_AIM} ×", met(reached), reason)


def _passes(looked_at: bytes, times: int) -> None:
    """Read all bytes, for the time that memory alone takes: the C library searches for a byte that is not there."""
    for _ in range(times):
        looked_at.find(b"\xff")


def _textbook(dataset: Dataset) -> tuple[IntArray, IntArray]:
    """Return the updates of the pocket's loop (Pocket 002) as a textbook writes it, and the mistakes after each."""
    X, y = dataset.X, dataset.y.astype(np.float64)
    w, b = np.zeros(dataset.d), 0.0
    generator = np.random.Generator(np.random.PCG64(_POCKET.seed))
    index, errors = [], []
    for _ in range(_POCKET.max_updates):
        rows = np.flatnonzero(_scores(X, y, w, b) <= 0)
        i = rows[generator.integers(len(rows))]
        w += y[i] * X[i]
        b += y[i]
        index.append(i)
        errors.append(np.count_nonzero(_scores(X, y, w, b) <= 0))
    return np.array(index), np.array(errors)


def _scores(X: FloatArray, y: FloatArray, w: FloatArray, b: float) -> FloatArray:
    scores: FloatArray = y * (X @ w + b)
    return scores
