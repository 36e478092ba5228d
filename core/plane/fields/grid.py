"""The grid a field is worked out on: a column of the field for each x, a row for each y."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import FloatArray
from core.plane.projections import Projection

_STEPS = (1e-100, 1e100)
"""Steps outside would overflow, or vanish, in a quotient."""


@dataclass(frozen=True, eq=False)
class GridAxis:
    """Strictly increasing `values` (m,), m ≥ 1, measured in steps of a ruler that fits evenly spaced ones.

    Place i of the ruler is `values[0] + i·step`; `crooked` is the farthest any value is from its place, in steps.
    """

    values: FloatArray
    step: float
    crooked: float

    @classmethod
    def of(cls, values: ArrayLike) -> GridAxis:
        """Raises ValueError for values that are not finite, not strictly increasing, or none."""
        array = np.array(values, np.float64)
        if array.ndim != 1 or not len(array) or not np.isfinite(array).all() or (np.diff(array) <= 0).any():
            raise ValueError("the coordinates of a grid are finite, strictly increasing numbers, one at least")
        array.setflags(write=False)
        step = float((array[-1] - array[0]) / (len(array) - 1)) if len(array) > 1 else 1.0
        if not _STEPS[0] < step < _STEPS[1]:
            return cls(array, step, np.inf)
        crooked = float(np.abs((array - array[0]) / step - np.arange(len(array))).max())
        return cls(array, step, crooked)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def reach(self) -> float:
        """How far from 0 the values go."""
        return max(abs(float(self.values[0])), abs(float(self.values[-1])))

    @property
    def middle(self) -> float:
        """Half way between the ends."""
        return float(self.values[0] / 2 + self.values[-1] / 2)


@dataclass(frozen=True, eq=False)
class Grid:
    """Points (x, y) for each of `x` (p values) and `y` (q values); a field over them has shape (q, p).

    The field of data with one feature is the same in every row; coordinates `beyond` (r,) the second are the same
    at all points, 0 where there are none of them.
    """

    x: GridAxis
    y: GridAxis
    beyond: FloatArray = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of(cls, xs: ArrayLike, ys: ArrayLike) -> Grid:
        """The grid of `xs` (p,) and `ys` (q,). Raises ValueError unless both are finite and strictly increasing."""
        return cls(GridAxis.of(xs), GridAxis.of(ys))

    def seen(self, projection: Projection) -> Grid:
        """The same points in the coordinates to which a projection has reduced the examples."""
        if not len(projection.beyond):
            return self
        across, up = projection.shift
        x, y = (replace(axis, values=axis.values + by) for axis, by in ((self.x, across), (self.y, up)))
        return Grid(x, y, projection.beyond)

    @property
    def shape(self) -> tuple[int, int]:
        """(q, p)."""
        return len(self.y), len(self.x)

    def points(self, d: int) -> FloatArray:
        """The points in `d` coordinates, row after row; shape (q·p, d)."""
        points = np.zeros((len(self.y) * len(self.x), d))
        points[:, 0] = np.tile(self.x.values, len(self.y))
        if d > 1:
            points[:, 1] = np.repeat(self.y.values, len(self.x))
        points[:, 2 : 2 + len(self.beyond)] = self.beyond
        return points


def drawn(rows: NDArray[np.float64]) -> tuple[FloatArray, FloatArray]:
    """The first two columns of `rows` (…, d), zeros where there is no second; each of shape (…)."""
    first = rows[..., 0]
    return first, rows[..., 1] if rows.shape[-1] > 1 else np.zeros_like(first)
