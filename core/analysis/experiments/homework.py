"""The classic homework: a perceptron on random targets (Abu-Mostafa et al. 2012, Learning from Data, exercise 1.4)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled, never
from core.run import train
from core.spec import RunSpec

_SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


@dataclass(frozen=True, eq=False)
class Homework:
    """One target and one run; `target` (3,) is (w₁, w₂, b) of the line through two random points of [−1, 1]².

    `disagreement` is the share of the square that target and hypothesis classify differently, from exact polygon areas;
    NaN if the classifier is no line. `bound` is R²/γ² of the data; None if the theorem does not apply or γ is too small
    to compute.
    """

    seed: int
    target: FloatArray
    dataset: Dataset
    updates: int
    converged: bool
    disagreement: float
    bound: float | None


def homework(n: int, runs: int, spec: RunSpec, first_seed: int = 0, cancelled: Cancelled = never) -> Iterator[Homework]:
    """Yield runs on `n` examples drawn evenly from the square, each with its own target, from seeds `first_seed` …."""
    for seed in range(first_seed, first_seed + runs):
        target, dataset = problem(n, seed)
        run = train(dataset, replace(spec, seed=seed), cancelled)
        bound = run.space.solve_margin(cancelled).bound
        disagreement = math.nan
        if run.weights is not None and run.intercept is not None:
            hypothesis = np.append(run.weights, run.intercept)
            first = _clipped(_clipped(list(_SQUARE), target), -hypothesis)
            second = _clipped(_clipped(list(_SQUARE), -target), hypothesis)
            # A vector that is 0 classifies nothing, so it disagrees on the whole square.
            disagreement = (_area(first) + _area(second)) / 4.0 if hypothesis.any() else 1.0
        yield Homework(seed, target, dataset, run.updates, run.converged, disagreement, bound)


def problem(n: int, seed: int) -> tuple[FloatArray, Dataset]:
    """Return the target (3,) of a seed and its `n` examples; an example on the line would be classified as +1."""
    generator = np.random.Generator(np.random.PCG64(seed))
    (x1, y1), (x2, y2) = generator.uniform(-1, 1, (2, 2)).tolist()
    target = np.array([y2 - y1, x1 - x2, (x2 - x1) * y1 - (y2 - y1) * x1])
    X = generator.uniform(-1, 1, (n, 2))
    return target, Dataset(X, np.where(X @ target[:2] + target[2] >= 0, 1, -1))


def _clipped(polygon: list[tuple[float, float]], line: FloatArray) -> list[tuple[float, float]]:
    """Return the part of a convex polygon where w₁x + w₂y + b ≥ 0 (Sutherland & Hodgman 1974)."""
    kept = []
    a, b, c = line.tolist()
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        v1, v2 = a * x1 + b * y1 + c, a * x2 + b * y2 + c
        if v1 >= 0:
            kept.append((x1, y1))
        if (v1 >= 0) != (v2 >= 0):
            share = v1 / (v1 - v2)
            kept.append((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
    return kept


def _area(polygon: list[tuple[float, float]]) -> float:
    following = [*polygon[1:], *polygon[:1]]
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, following, strict=True))) / 2
