"""k, γ and R²/γ² of fresh runs: for places of one example, for bias inputs, and for origins."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.datasets.transforms import Transformed, with_origin
from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.numbers.numerals import counted, number, round_steps, short
from core.run import train
from core.spec import RunSpec


class Fresh(NamedTuple):
    """The result of a fresh run: its updates, and γ and the bound (written as `formula`) if they exist."""

    updates: int
    converged: bool
    gamma: float | None
    bound: float | None
    formula: str

    def words(self, *, gamma: bool = False) -> str:
        """Return the result in words, with its γ if that is asked for."""
        k = f"k = {self.updates:,}" if self.converged else f"{counted(self.updates, 'update')}, then the limit"
        margin = f", γ = {number(self.gamma)}" if gamma and self.gamma is not None else ""
        return k + margin + ("" if self.bound is None else f", {self.formula} = {short(self.bound)}")


def fresh(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Fresh:
    """Return the result of a run of `spec`, with its margin. Raise CancelledError once `cancelled`."""
    run = train(dataset, spec, cancelled)
    margin = run.space.solve_margin(cancelled)
    raise_if_cancelled(cancelled)
    return Fresh(run.updates, run.converged, margin.gamma, margin.bound, margin.notation.bound)


class WhatIfGrid(NamedTuple):
    """`columns` × `rows` square cells in the plane of the features `shown`, from the corner (`left`, `bottom`)."""

    left: float
    bottom: float
    cell: float
    columns: int
    rows: int
    shown: tuple[int, int] = (0, 1)

    @classmethod
    def around(cls, dataset: Dataset, most: int, shown: tuple[int, int] = (0, 1)) -> WhatIfGrid:
        """Return cells over all examples, `most` along the longer side. Raise InputError without two features."""
        if dataset.d < 2:
            raise InputError("the data have one feature; use data with at least two")
        if not dataset.n:
            raise InputError("there are no examples; place or load at least one")
        seen = dataset.X[:, list(shown)]
        low, high = seen.min(axis=0), seen.max(axis=0)
        span = high - low
        largest = float(np.abs([low, high]).max())
        # The grid is at least so wide that floats can distinguish its places.
        longer = max(float(span.max()), 1e-9 * largest, 1e-300) if largest else 1.0
        size = np.maximum(span, longer / 2) + 2 * 0.15 * longer
        cell = float(size.max()) / most
        columns, rows = (int(count) for count in np.ceil(np.round(size / cell, 6)))
        left, bottom = ((low + high) / 2 - cell * np.array([columns, rows]) / 2).tolist()
        return cls(left, bottom, cell, columns, rows, shown)

    def place(self, column: int, row: int) -> tuple[float, float]:
        """Return the place that represents a cell: its middle, rounded to few decimals."""
        decimals = 2 - math.floor(math.log10(self.cell))
        x, y = self.left + (column + 0.5) * self.cell, self.bottom + (row + 0.5) * self.cell
        return round(x, decimals), round(y, decimals)

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return column and row of the cell that holds (x, y); None outside."""
        column, row = (x - self.left) / self.cell, (y - self.bottom) / self.cell
        # Before rounding, because a place far outside may be infinitely many cells away.
        return (int(column), int(row)) if 0 <= column < self.columns and 0 <= row < self.rows else None


def moved_to(dataset: Dataset, row: int, place: tuple[float, float], shown: tuple[int, int] = (0, 1)) -> Dataset:
    """Return the data with example `row` at `place` in the two features `shown`; its other features stay."""
    x: FloatArray = dataset.X[row].copy()
    x[list(shown)] = place
    return dataset.moved([row], x)


class WhatIfCell(NamedTuple):
    """The result if the example lay in the middle of a cell, which represents `size` × `size` cells for now."""

    column: int
    row: int
    size: int
    fresh: Fresh


def what_if(
    dataset: Dataset, spec: RunSpec, example: int, grid: WhatIfGrid, cancelled: Cancelled = never
) -> Iterator[WhatIfCell]:
    """Yield the result for every cell of `grid` with the example of this row there; coarse at first, then finer."""
    for column, row, size in coarse_to_fine(grid.columns, grid.rows):
        moved = moved_to(dataset, example, grid.place(column, row), grid.shown)
        yield WhatIfCell(column, row, size, fresh(moved, spec, cancelled))


def coarse_to_fine(columns: int, rows: int) -> Iterator[tuple[int, int, int]]:
    """Yield each cell (column, row, size) once: every 16th first, for its neighbours too, then every 8th, …."""
    for size in (16, 8, 4, 2, 1):
        for row, column in product(range(0, rows, size), range(0, columns, size)):
            # The others were there before, for cells of twice this size.
            if size == 16 or row % (2 * size) or column % (2 * size):
                yield column, row, size


_PER_DECADE, _DECADES = 10, 2


class ParameterResult(NamedTuple):
    """The result of a fresh run with a parameter at `value`."""

    value: float
    fresh: Fresh


def bias_values(dataset: Dataset) -> tuple[float, ...]:
    """Return 0 and ten round values per decade, from max‖xᵢ‖/100 to 100·max‖xᵢ‖."""
    longest = float(np.linalg.norm(dataset.X, axis=1).max(initial=0.0))
    middle = round(_PER_DECADE * math.log10(longest)) if longest else 0
    tenths = range(middle - _DECADES * _PER_DECADE, middle + _DECADES * _PER_DECADE + 1)
    return 0.0, *(float(f"{10 ** (tenth / _PER_DECADE):.2g}") for tenth in tenths)


def over_biases(
    dataset: Dataset, spec: RunSpec, values: Sequence[float], cancelled: Cancelled = never
) -> Iterator[ParameterResult]:
    """Yield fresh runs with each bias input of `values`; with B = 0 the b of a start is a fixed threshold."""
    for value in values:
        yield ParameterResult(value, fresh(dataset, replace(spec, bias=value), cancelled))


def origin_values(dataset: Dataset, feature: int) -> tuple[float, ...]:
    """Return places on the axis of a feature in equal round steps, over the examples and beside them, with 0."""
    low, high = 0.0, 0.0
    if dataset.n:
        column = dataset.X[:, feature]
        room = float(np.ptp(column)) or 1.0
        low, high = min(float(column.min()) - room, 0.0), max(float(column.max()) + room, 0.0)
    step = next(round_steps(max((high - low) / 60, 1 / LARGEST)))
    decimals = max(-math.floor(math.log10(step)), 0)
    return tuple(round(place * step, decimals) for place in range(math.floor(low / step), math.ceil(high / step) + 1))


def measured_from(dataset: Dataset, feature: int, origin: float) -> Transformed:
    """Return the data with the origin at this place on a feature's axis. Raise InputError if it is too far out."""
    place = np.zeros(dataset.d)
    place[feature] = origin
    return with_origin(dataset, place)


def over_origins(
    dataset: Dataset, spec: RunSpec, feature: int, values: Sequence[float], cancelled: Cancelled = never
) -> Iterator[ParameterResult]:
    """Yield fresh runs with the origin at each place on the axis of a feature, in the order of `values`."""
    for value in values:
        yield ParameterResult(value, fresh(measured_from(dataset, feature, value).dataset, spec, cancelled))
