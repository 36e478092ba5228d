"""Counts in the cells of a grid convolved with a mask: what very many equal stamps come to that overlap."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.plane.cell_counts import Counts

Levels = NDArray[np.float32]

_BAND = 64
"""Rows that are worked on together: few enough to stay in the processor's memory."""


def convolved(counts: Counts, mask: Levels) -> Levels:
    """`counts` (h, w) times `mask` (p, q), each laid from its cell on, added up; shape (h + p − 1, w + q − 1).

    Each product and each sum is rounded once, and the sums are made in the order of the cells, row by row.
    """
    (height, width), (rows, columns) = counts.shape, mask.shape
    sums = np.zeros((height + rows - 1, width + columns - 1), np.float32)
    if (library := loops()) is not None:
        counts, mask = np.ascontiguousarray(counts), np.ascontiguousarray(mask)
        library.convolve(counts.ctypes.data, height, width, mask.ctypes.data, rows, columns, sums.ctypes.data)
        return sums
    places = np.argwhere(mask)[::-1].tolist()
    for top in range(0, height, _BAND):
        band = counts[top : top + _BAND].astype(np.float32)
        for row, column in places:
            sums[top + row : top + row + len(band), column : column + width] += band * mask[row, column]
    return sums
