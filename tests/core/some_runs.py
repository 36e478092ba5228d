"""Runs of every kind over data of any size, by chance but always the same ones, and their pages of the proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.random import Generator, default_rng

from core.datasets.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bounds import own_separator, theorem_of_own, tilted
from core.theory.margin.margin import Margin, in_units
from core.theory.margin.units import NORMALISED, RAW
from core.theory.proof import Proof, proof_of
from tests.core.tables import every_combination


def some_data(rng: Generator) -> Dataset:
    """Up to nine points of one to three features, of any size; mostly separable, sometimes on whole numbers."""
    n, d = int(rng.integers(2, 10)), int(rng.integers(1, 4))
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-3, 4)
    if rng.random() < 0.4:
        X = rng.integers(-3, 4, (n, d)).astype(float)
    w = rng.normal(size=d)
    y = np.where(X @ w + rng.normal() * rng.integers(0, 2) > 0, 1, -1)
    return Dataset(X, y if rng.random() < 0.8 else rng.choice([-1, 1], n))


def some_spec(rng: Generator, d: int) -> RunSpec:
    specs = every_combination(predictors=False)
    spec = specs[int(rng.integers(len(specs)))]
    start = None if spec.start is None else tuple((rng.normal(size=d + 1) * 10.0 ** rng.integers(-1, 2)).tolist())
    bias = float(rng.choice([0.0, 1.0, 1.0, 2.5]))
    if start and not bias:
        start = (*start[:-1], 0.0)
    return replace(
        spec,
        start=start,
        bias=bias,
        seed=int(rng.integers(99)),
        sequence=(1,),
        gamma=float(rng.choice([0.1, 0.5, 2.0])),
        coef0=float(rng.integers(0, 2)),
        margin=float(rng.choice([0.5, 1.0, 3.0])),
        max_epochs=9,
        max_updates=60,
    )


def margins_of(run: Run, rng: Generator) -> Iterator[tuple[Margin, bool]]:
    """That of the run, and that of a separator of one's own, where there may be one; and whether it is one's own."""
    yield run.margin, False
    gamma = run.margin.gamma
    if gamma is None or run.margin.w_star is None:
        return
    made = tilted(run.dataset, run.margin, rng.normal(size=run.dataset.d + 1), gamma * float(rng.uniform(0.05, 1)))
    if made is not None:
        held = theorem_of_own(own_separator(run.dataset, run.margin.bias, *made, run.margin), run.margin)
        if held is not None:
            yield held, True


def pages_of(run: Run, rng: Generator) -> Iterator[tuple[Proof, Margin]]:
    """At some playheads, in both units."""
    updates = {0, 1, run.updates // 2, run.updates, int(rng.integers(run.updates + 1))}
    for margin, own in margins_of(run, rng):
        for k in sorted(updates & set(range(run.updates + 1))):
            state = run.history.seek(k)
            for units in (RAW, NORMALISED):
                held = in_units(margin, units)
                yield proof_of(run.facts(state, held, with_gap=not own)), held


def some_runs(many: int) -> Iterator[tuple[Run, Generator]]:
    for seed in range(many):
        rng = default_rng(seed)
        dataset = some_data(rng)
        yield train(dataset, some_spec(rng, dataset.d)), rng
