"""Where a function given on a grid is zero: marching squares with linear interpolation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.dataset import FloatArray

_EDGES = (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)))
"""Bottom, right, top and left edge of a cell, each from one corner (row, column) to another."""

_JOINED = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
_SADDLES = {True: ((0, 1), (2, 3)), False: ((0, 3), (1, 2))}
"""Which edges are joined in a saddle, by whether its middle has the sign of its first corner."""


def zero_lines(values: FloatArray, xs: FloatArray, ys: FloatArray) -> FloatArray:
    """Segments of the zero line of `values` (q, p) on the grid `ys` (q,) × `xs` (p,); shape (m, 2, 2): ends, then x, y.

    A value of exactly 0 counts as positive, so that a line through grid points is drawn once.
    """
    positive = values >= 0
    crossed = [_crossed(positive, edge) for edge in _EDGES]
    points = [_crossing(values, xs, ys, edge) for edge in _EDGES]
    count = np.sum(crossed, axis=0)
    segments = [np.stack([points[a], points[b]], axis=-2)[(count == 2) & crossed[a] & crossed[b]] for a, b in _JOINED]
    corner, middle = positive[:-1, :-1], _middle(values) >= 0
    for same, pairs in _SADDLES.items():
        saddle = (count == 4) & ((corner == middle) == same)
        segments += [np.stack([points[a], points[b]], axis=-2)[saddle] for a, b in pairs]
    return np.concatenate(segments)


def _cells(grid: NDArray[np.generic], corner: tuple[int, int]) -> NDArray[np.generic]:
    """The value at one corner of every cell."""
    row, column = corner
    return grid[row : grid.shape[0] - 1 + row, column : grid.shape[1] - 1 + column]


def _crossed(positive: NDArray[np.bool_], edge: tuple[tuple[int, int], tuple[int, int]]) -> NDArray[np.bool_]:
    crossed: NDArray[np.bool_] = np.asarray(_cells(positive, edge[0]) != _cells(positive, edge[1]))
    return crossed


def _crossing(
    values: FloatArray, xs: FloatArray, ys: FloatArray, edge: tuple[tuple[int, int], tuple[int, int]]
) -> FloatArray:
    """Where each cell's edge meets zero, as (x, y); anything where it does not."""
    x, y = np.meshgrid(xs, ys)
    (v0, v1), (x0, x1), (y0, y1) = (
        [np.asarray(_cells(grid, corner), np.float64) for corner in edge] for grid in (values, x, y)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(v0 == v1, 0.5, v0 / (v0 - v1))
    return np.stack([x0 + share * (x1 - x0), y0 + share * (y1 - y0)], axis=-1)


def _middle(values: FloatArray) -> FloatArray:
    middle: FloatArray = (values[:-1, :-1] + values[:-1, 1:] + values[1:, :-1] + values[1:, 1:]) / 4
    return middle
