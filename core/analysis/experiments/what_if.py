"""k, γ and R²/γ² of fresh runs: over places of one example, over bias features, and over origins."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.datasets.transforms import Transformed, with_origin
from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.numbers.numerals import round_steps
from core.run import train
from core.spec import RunSpec


@dataclass(frozen=True)
class Fresh:
    """What a fresh run gives: its updates, and γ and the bound, written as `formula`, where they exist."""

    updates: int
    converged: bool
    gamma: float | None
    bound: float | None
    formula: str


def fresh(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Fresh:
    """A run of `spec`, and its margin. Raises CancelledError once it is `cancelled`."""
    run = train(dataset, spec, cancelled)
    margin = run.space.solve_margin(cancelled)
    raise_if_cancelled(cancelled)
    return Fresh(run.updates, run.converged, margin.gamma, margin.bound, margin.notation.bound)


@dataclass(frozen=True)
class WhatIfGrid:
    """`columns` × `rows` square cells of the plane of the features `shown`, with the corner (`left`, `bottom`)."""

    left: float
    bottom: float
    cell: float
    columns: int
    rows: int
    shown: tuple[int, int] = (0, 1)

    @classmethod
    def around(cls, dataset: Dataset, most: int, shown: tuple[int, int] = (0, 1)) -> WhatIfGrid:
        """Cells over all examples and some room beside them; `most` along the longer side. `shown` are two features.

        Raises InputError where there are no examples, or fewer than two features.
        """
        if dataset.d < 2:
            raise InputError("the data have one feature; a plane of two is expected")
        if not dataset.n:
            raise InputError("there are no examples; at least one is expected")
        seen = dataset.X[:, list(shown)]
        low, high = seen.min(axis=0), seen.max(axis=0)
        span = high - low
        # All cells together are at least this wide, so that floats tell their places apart.
        finest = float(np.abs([low, high]).max()) * 1e-9
        longer = max(float(span.max()), finest) or 1.0
        size = np.maximum(span, longer / 2) + 2 * 0.15 * longer
        cell = float(size.max()) / most
        columns, rows = (int(count) for count in np.ceil(np.round(size / cell, 6)))
        left, bottom = ((low + high) / 2 - cell * np.array([columns, rows]) / 2).tolist()
        return cls(left, bottom, cell, columns, rows, shown)

    def place(self, column: int, row: int) -> tuple[float, float]:
        """The point that stands for a cell: its middle, in few decimals."""
        decimals = 2 - math.floor(math.log10(self.cell))
        x, y = self.left + (column + 0.5) * self.cell, self.bottom + (row + 0.5) * self.cell
        return round(x, decimals), round(y, decimals)

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The column and the row of the cell that holds (x, y); None outside."""
        column, row = math.floor((x - self.left) / self.cell), math.floor((y - self.bottom) / self.cell)
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None


def moved_to(dataset: Dataset, row: int, place: tuple[float, float], shown: tuple[int, int] = (0, 1)) -> Dataset:
    """With example `row` at `place` in the two features `shown`; its others stay."""
    x: FloatArray = dataset.X[row].copy()
    x[list(shown)] = place
    return dataset.moved([row], x)


@dataclass(frozen=True)
class WhatIfCell:
    """What a fresh run gives if the example lay at the middle of a cell, which for now stands for `size` × `size`."""

    column: int
    row: int
    size: int
    fresh: Fresh


def what_if(
    dataset: Dataset, spec: RunSpec, example: int, grid: WhatIfGrid, cancelled: Cancelled = never
) -> Iterator[WhatIfCell]:
    """Every cell of `grid` as if the example of this row of the data lay there; coarse at once, then finer."""
    for column, row, size in coarse_to_fine(grid.columns, grid.rows):
        moved = moved_to(dataset, example, grid.place(column, row), grid.shown)
        yield WhatIfCell(column, row, size, fresh(moved, spec, cancelled))


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


_PER_DECADE, _DECADES = 10, 2


@dataclass(frozen=True)
class ParameterResult:
    """What a fresh run gives with a parameter at `value`."""

    value: float
    fresh: Fresh


def bias_values(dataset: Dataset) -> tuple[float, ...]:
    """0, and ten round values a decade from a hundredth of max‖xᵢ‖ to a hundred times as much."""
    longest = float(np.linalg.norm(dataset.X, axis=1).max(initial=0.0))
    middle = round(_PER_DECADE * math.log10(longest)) if longest else 0
    tenths = range(middle - _DECADES * _PER_DECADE, middle + _DECADES * _PER_DECADE + 1)
    return 0.0, *(float(f"{10 ** (tenth / _PER_DECADE):.2g}") for tenth in tenths)


def over_biases(
    dataset: Dataset, spec: RunSpec, values: Sequence[float], cancelled: Cancelled = never
) -> Iterator[ParameterResult]:
    """Fresh runs with each bias feature, in the order of `values`; with B = 0 the b of a start is a fixed threshold."""
    for value in values:
        yield ParameterResult(value, fresh(dataset, replace(spec, bias=value), cancelled))


def origin_values(dataset: Dataset, feature: int) -> tuple[float, ...]:
    """Places on the axis of a feature, in equal round steps: over the examples, room beside them, and always 0."""
    column = dataset.X[:, feature]
    low, high = float(column.min(initial=0.0)), float(column.max(initial=0.0))
    if dataset.n:
        room = float(np.ptp(column)) or 1.0
        low, high = min(float(column.min()) - room, 0.0), max(float(column.max()) + room, 0.0)
    step = next(round_steps(max((high - low) / 60, 1 / LARGEST)))
    decimals = max(-math.floor(math.log10(step)), 0)
    return tuple(round(place * step, decimals) for place in range(math.floor(low / step), math.ceil(high / step) + 1))


def measured_from(dataset: Dataset, feature: int, origin: float) -> Transformed:
    """With the origin at this place on the axis of a feature. Raises InputError where an example would lie too far out.

    For B > 0 the lines that separate lie where they were among the examples; the mistakes on the way do not.
    """
    place = np.zeros(dataset.d)
    place[feature] = origin
    return with_origin(dataset, place)


def over_origins(
    dataset: Dataset, spec: RunSpec, feature: int, values: Sequence[float], cancelled: Cancelled = never
) -> Iterator[ParameterResult]:
    """Fresh runs with the origin at each place on the axis of a feature, in the order of `values`."""
    for value in values:
        yield ParameterResult(value, fresh(measured_from(dataset, feature, value).dataset, spec, cancelled))
