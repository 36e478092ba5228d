"""Counts of points in the cells of a grid or in rectangles of cells, and sums of equal stamps laid on them."""

from __future__ import annotations

import ctypes
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from core.compiled import GridStruct, loops
from core.datasets.dataset import FloatArray

Chosen = NDArray[np.bool_]
Counts = NDArray[np.int32]
Levels = NDArray[np.float32]
Pair = tuple[float, float]


@dataclass(frozen=True)
class CellGrid:
    """Cells of the plane. A point lies in cell floor((x − middle)·scale) − first, in both directions."""

    middle: Pair
    scale: Pair
    """Cells per unit."""
    first: Pair
    """The first cell of the grid, counted from the middle."""
    columns: int
    rows: int

    def tally(self, points: FloatArray, chosen: Chosen | None = None) -> Counts:
        """Return the number of `chosen` `points` (m, 2) in each cell, shape (rows, columns), without those outside."""
        # The loop in C expects x and y in one piece each.
        x, y = np.ascontiguousarray(points.T)
        if (library := loops()) is not None:
            counts = np.zeros((self.rows, self.columns), np.int32)
            library.tally(x, y, chosen, len(points), ctypes.byref(GridStruct(*astuple(self))), counts)
            return counts
        across, down = ((points - self.middle) * self.scale - self.first).T
        inside = (across >= 0) & (across < self.columns) & (down >= 0) & (down < self.rows)
        if chosen is not None:
            inside &= chosen
        places = down[inside].astype(np.int64) * self.columns + across[inside].astype(np.int64)
        cells = np.bincount(places, minlength=self.rows * self.columns)
        return cells.reshape(self.rows, self.columns).astype(np.int32)


def summed_areas(counts: Counts) -> Counts:
    """Return sums [i, j] over the first i rows and j columns of `counts` (h, w); (h + 1, w + 1) (Crow 1984)."""
    rows, columns = counts.shape
    sums = np.empty((rows + 1, columns + 1), np.int32)
    if (library := loops()) is not None:
        library.sum_areas(np.ascontiguousarray(counts), rows, columns, sums)
        return sums
    sums[0], sums[:, 0], sums[1:, 1:] = 0, 0, counts
    for axis in (0, 1):
        np.cumsum(sums, axis=axis, out=sums)
    return sums


def convolved(counts: Counts, mask: Levels) -> Levels:
    """Return `counts` (h, w) convolved with `mask` (p, q), (h + p − 1, w + q − 1), summed in one order."""
    (height, width), (rows, columns) = counts.shape, mask.shape
    sums = np.zeros((height + rows - 1, width + columns - 1), np.float32)
    if (library := loops()) is not None:
        library.convolve(np.ascontiguousarray(counts), height, width, np.ascontiguousarray(mask), rows, columns, sums)
        return sums
    levels = counts.astype(np.float32)
    for row, column in np.argwhere(mask)[::-1].tolist():
        sums[row : row + height, column : column + width] += levels * mask[row, column]
    return sums
