"""What if a point lay there: k, γ and R²/γ² of fresh runs, over places of one example, over B, over the origin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.dataset import Dataset, FloatArray
from core.run import train
from core.spec import RunSpec


@dataclass(frozen=True)
class Fresh:
    """What a fresh run would give: its updates, and γ and the bound where there is a separator."""

    updates: int
    converged: bool
    gamma: float | None
    bound: float | None


def fresh(dataset: Dataset, spec: RunSpec) -> Fresh:
    """A run of `spec`, and its margin."""
    run = train(dataset, spec)
    return Fresh(run.updates, run.converged, run.margin.gamma, run.margin.bound)


def if_it_lay_at(dataset: Dataset, spec: RunSpec, row: int, place: FloatArray) -> Fresh:
    """As if example `row` had the features `place` (d,)."""
    return fresh(dataset.moved([row], place), spec)


def if_bias_were(dataset: Dataset, spec: RunSpec, bias: float) -> Fresh:
    """With another bias feature B."""
    return fresh(dataset, replace(spec, bias=bias))


def if_origin_were(dataset: Dataset, spec: RunSpec, origin: FloatArray) -> Fresh:
    """With every example measured from `origin` (d,): the line that separates is the same, the mistakes are not."""
    return fresh(dataset.with_rows(dataset.X - origin, dataset.y), spec)


def coarse_to_fine(columns: int, rows: int) -> Iterator[tuple[int, int, int]]:
    """Cells (column, row, size) of a grid, in an order that gives a picture at once which then grows finer.

    First every 16th cell each way, standing for its neighbours too, then every 8th, …; each cell comes once.
    """
    done = np.zeros((rows, columns), bool)
    size = 16
    while size:
        for row in range(0, rows, size):
            for column in range(0, columns, size):
                if not done[row, column]:
                    done[row, column] = True
                    yield column, row, size
        size //= 2
