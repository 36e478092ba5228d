"""Examples a second while every update is recorded, against scikit-learn's Perceptron over as many epochs."""

from __future__ import annotations

from collections.abc import Iterator

from sklearn.linear_model import Perceptron

from benchmarks.data import overlapping, separable
from benchmarks.report import Figure, best_of
from core.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec


def figures() -> Iterator[Figure]:
    """Sparse mistakes, then dense ones."""
    yield _against_peer("10⁶ × 2, separable by 0.01", separable(1_000_000, 0.01), RunSpec(), least=1, aim=3)
    yield _against_peer("10⁶ × 2, separable by 0.0005", separable(1_000_000, 0.0005), RunSpec(), least=1, aim=3)
    yield _against_peer(
        "10⁵ × 2, overlapping",
        overlapping(100_000, 0.325),
        RunSpec(max_epochs=100, max_updates=10**8),
        least=0.25,
        aim=1,
    )


def _against_peer(what: str, dataset: Dataset, spec: RunSpec, least: float, aim: float) -> Figure:
    run = train(dataset, spec)
    peer = Perceptron(shuffle=False, max_iter=run.history.epochs, tol=None)
    ours, theirs = best_of(5, lambda: train(dataset, spec), lambda: peer.fit(dataset.X, dataset.y))
    _check_same(run, peer)
    ratio = theirs / ours
    rate = run.history.examples / ours / 1e6
    share = run.updates / run.history.examples
    verdict = "aim met" if ratio >= aim else "least met" if ratio >= least else "MISSED"
    name = f"{what}: {share:.2%} mistakes, {run.history.epochs} epochs; examples/s"
    return Figure(name, f"{rate:.1f} M/s, {ratio:.2f} × scikit-learn", f"≥ {least} ×, aim {aim} ×", verdict)


def _check_same(run: Run, peer: Perceptron) -> None:
    if (
        run.history.weights(run.updates)[0, :-1].tolist() != peer.coef_[0].tolist()
        or run.intercept != peer.intercept_[0]
    ):
        raise AssertionError("scikit-learn came to other weights: the comparison is void")
