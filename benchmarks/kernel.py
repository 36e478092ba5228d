"""The kernel perceptron against a textbook loop, and γ in the feature space against scikit-learn's SVC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import exp, sqrt
from time import perf_counter

import numpy as np
from sklearn.svm import SVC

from benchmarks.data import rings
from benchmarks.report import OF_THE_LIMIT, Figure, best_of, met
from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset
from core.kernels import RBF
from core.run import Run, train
from core.spec import RunSpec
from core.theory.margin.kernel_margin import kernel_margin

_GAMMA = 4.0
_NUMPY_EXAMPLES, _PLAIN_EXAMPLES = 20_000, 2_000
_AIMED, _AIM = 1_000, 60


def figures() -> Iterator[Figure]:
    """Yield updates a second for both sizes, then γ."""
    for n in (1_000, 5_000):
        yield from _updates(n)
    for gamma in (1.0, 4.0, 20.0):
        yield _margin(rings(1_000), gamma)
    for gamma in (4.0, 20.0, 1000.0):
        yield _large_margin(rings(5_000), gamma)


def _updates(n: int) -> Iterator[Figure]:
    dataset = rings(n)
    spec = RunSpec("kernel", gamma=_GAMMA, max_epochs=30)
    run = train(dataset, spec)
    exponents = -_GAMMA * np.random.default_rng(0).random((len(np.unique(run.history.index())), n))
    for loop, what, examples in (
        (_in_plain_python, "a textbook loop, f summed kernel by kernel", _PLAIN_EXAMPLES),
        (_in_numpy, "the same in numpy, its Gram matrix made first", _NUMPY_EXAMPLES),
    ):
        part = train(dataset, replace(spec, max_epochs=max(examples // n, 1)))
        seconds, theirs, exps = best_of(
            5, lambda: train(dataset, spec), partial(_compare, loop, dataset, part), lambda: np.exp(exponents)
        )
        ours = run.updates / seconds
        ratio = ours / (part.updates / theirs)
        reached = ratio >= _AIM or exps / seconds >= OF_THE_LIMIT
        reason = f"exp of the columns that the updates need, which is numpy's, takes {exps / seconds:.0%} of the time."
        yield Figure(
            f"n = {n:,}, RBF, {run.updates:,} updates in {run.history.epochs} epochs; updates/s",
            f"{ours / 1e3:.0f} k/s, {ratio:.1f} × {what}",
            *((f"≥ {_AIM} ×", met(reached), reason) if n == _AIMED else ()),
        )


def _compare(loop: Callable[[Dataset, int], list[int]], dataset: Dataset, run: Run) -> None:
    if loop(dataset, run.history.epochs) != run.history.index().tolist():
        raise AssertionError("the textbook made other updates: the comparison is void")


def _in_plain_python(dataset: Dataset, epochs: int) -> list[int]:
    """Return the dual loop (Yuille 004 §2.5) as it is printed; the examples of its updates."""
    X, y = dataset.X.tolist(), dataset.y.tolist()
    alpha, made = [0] * dataset.n, []
    for _ in range(epochs):
        for i, x in enumerate(X):
            f = sum(
                alpha[j] * y[j] * (exp(-_GAMMA * sum((p - q) ** 2 for p, q in zip(X[j], x, strict=True))) + 1.0)
                for j in range(dataset.n)
                if alpha[j]
            )
            if y[i] * f <= 0:
                alpha[i] += 1
                made.append(i)
    return made


def _in_numpy(dataset: Dataset, epochs: int) -> list[int]:
    """Return the same with its Gram matrix made first."""
    y = dataset.y.astype(np.float64)
    gram = RBF(_GAMMA).matrix(dataset.X, dataset.X) + 1.0
    alpha, made = np.zeros(dataset.n), []
    for _ in range(epochs):
        for i in range(dataset.n):
            if y[i] * np.sum(alpha * y * gram[i]) <= 0:
                alpha[i] += 1
                made.append(i)
    return made


def _margin(dataset: Dataset, gamma: float) -> Figure:
    """Return the margin by SVC. It leaves the bias free, so it gets the examples and their mirror images.

    There its intercept is 0; it is given their Gram matrix ready made.
    """
    kernel, bias = RBF(gamma), BiasFeature(1.0, 1.0)
    signed = (kernel.matrix(dataset.X, dataset.X) + 1.0) * np.outer(dataset.y, dataset.y)
    doubled, labels = np.block([[signed, -signed], [-signed, signed]]), np.repeat([1, -1], dataset.n)
    peer = SVC(C=1e10, kernel="precomputed", tol=1e-6, cache_size=1000)
    plain = SVC(C=1e10, kernel="rbf", gamma=gamma, tol=1e-6, cache_size=1000)
    ours, mirrored, direct = best_of(
        5,
        lambda: kernel_margin(dataset, kernel, bias),
        lambda: peer.fit(doubled, labels),
        lambda: plain.fit(dataset.X, dataset.y),
    )
    margin = kernel_margin(dataset, kernel, bias)
    shares = np.bincount(peer.support_ % dataset.n, weights=np.abs(peer.dual_coef_[0]), minlength=dataset.n)
    shares = shares / shares.sum()
    above = sqrt(shares @ signed @ shares) / (margin.gamma or np.nan) - 1
    return Figure(
        f"γ, RBF g = {gamma:g}, n = {dataset.n:,}; SVC's is {above:.1e} larger as a bound from above",
        f"{ours * 1e3:.0f} ms, {ours / mirrored:.2f} × SVC mirrored, {ours / direct:.2f} × SVC",
        "≤ 1 × mirrored",
        met(ours <= mirrored),
    )


def _large_margin(dataset: Dataset, gamma: float) -> Figure:
    """Yield how long the search takes, against SVC's other problem, and the longest stretch between two checks."""
    asked = [perf_counter()]

    def cancelled() -> bool:
        asked.append(perf_counter())
        return False

    margin = kernel_margin(dataset, RBF(gamma), BiasFeature(1.0, 1.0), cancelled)
    ours, pause = perf_counter() - asked[0], max(b - a for a, b in pairwise(asked))
    plain = SVC(C=1e10, kernel="rbf", gamma=gamma, tol=1e-6, cache_size=1000)
    (direct,) = best_of(1, lambda: plain.fit(dataset.X, dataset.y))
    support = 0 if margin.support is None else len(margin.support)
    return Figure(
        f"γ, RBF g = {gamma:g}, n = {dataset.n:,}, {support:,} on the margin; deaf for {pause * 1e3:.0f} ms at most",
        f"{ours:.2f} s, {ours / direct:.2f} × SVC",
        "deaf ≤ 50 ms",
        met(pause <= 0.05),
    )
