"""Where a function given on a grid is zero: marching squares with linear interpolation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.dataset import FloatArray

_EDGES = (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)))
"""Bottom, right, top and left edge of a cell, each from one corner (row, column) to another."""

_JOINED = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
_SADDLES = {True: ((0, 1), (2, 3)), False: ((0, 3), (1, 2))}
"""Which edges are joined in a saddle, by whether its middle has the sign of its first corner."""


@dataclass(frozen=True, eq=False)
class Crossings:
    """Where a zero line crosses the edges of a grid, as shares of each from its lower corner.

    `across` (q, p − 1) are the edges along x, `up` (q − 1, p) those along y. Where one is not
    crossed stands anything.
    """

    across: FloatArray
    up: FloatArray


def zero_lines(values: FloatArray, xs: FloatArray, ys: FloatArray, crossings: Crossings | None = None) -> FloatArray:
    """Segments of the zero line of `values` (q, p) on the grid `ys` (q,) × `xs` (p,); shape (m, 2, 2): ends, then x, y.

    A value of exactly 0 counts as positive, so that a line through grid points is drawn once. It crosses an edge where
    the `crossings` say; None: where the values at its corners, taken as linear, are 0.
    """
    positive = values >= 0
    crossed = [_crossed(positive, edge) for edge in _EDGES]
    points = _points(crossings or interpolated(values), xs, ys)
    count = np.sum(crossed, axis=0)
    segments = [np.stack([points[a], points[b]], axis=-2)[(count == 2) & crossed[a] & crossed[b]] for a, b in _JOINED]
    corner, middle = positive[:-1, :-1], _middle(values) >= 0
    for same, pairs in _SADDLES.items():
        saddle = (count == 4) & ((corner == middle) == same)
        segments += [np.stack([points[a], points[b]], axis=-2)[saddle] for a, b in pairs]
    return np.concatenate(segments)


def interpolated(values: FloatArray) -> Crossings:
    """The crossings of a function that is linear along each edge."""
    return Crossings(_share(values[:, :-1], values[:, 1:]), _share(values[:-1], values[1:]))


def bisected(
    values: FloatArray,
    xs: FloatArray,
    ys: FloatArray,
    positive: Callable[[FloatArray], NDArray[np.bool_] | None],
    halvings: int,
) -> Crossings | None:
    """The crossings of a function that steps, as a vote does: each edge is halved so often towards where it turns.

    `positive` tells of points (m, 2) on which side they lie, or None once nobody waits: then there is no answer.
    """
    x, y = np.meshgrid(xs, ys)
    corners = np.stack([x, y], axis=-1)
    shares = Crossings(np.full((len(ys), len(xs) - 1), 0.5), np.full((len(ys) - 1, len(xs)), 0.5))
    sides = values >= 0
    across, up = sides[:, :-1] != sides[:, 1:], sides[:-1] != sides[1:]
    starts = np.concatenate([corners[:, :-1][across], corners[:-1][up]])
    ways = np.concatenate([corners[:, 1:][across], corners[1:][up]]) - starts
    lower = np.concatenate([sides[:, :-1][across], sides[:-1][up]])
    least, most = np.zeros(len(lower)), np.ones(len(lower))
    for _ in range(halvings if len(lower) else 0):
        middle = (least + most) / 2
        told = positive(starts + middle[:, None] * ways)
        if told is None:
            return None
        beyond = told != lower
        least, most = np.where(beyond, least, middle), np.where(beyond, middle, most)
    found, count = (least + most) / 2, int(np.count_nonzero(across))
    shares.across[across], shares.up[up] = found[:count], found[count:]
    return shares


def _cells(grid: NDArray[np.generic], corner: tuple[int, int]) -> NDArray[np.generic]:
    """The value at one corner of every cell."""
    row, column = corner
    return grid[row : grid.shape[0] - 1 + row, column : grid.shape[1] - 1 + column]


def _crossed(positive: NDArray[np.bool_], edge: tuple[tuple[int, int], tuple[int, int]]) -> NDArray[np.bool_]:
    crossed: NDArray[np.bool_] = np.asarray(_cells(positive, edge[0]) != _cells(positive, edge[1]))
    return crossed


def _points(crossings: Crossings, xs: FloatArray, ys: FloatArray) -> list[FloatArray]:
    """Where each cell's edges are crossed, as (x, y), in the order of the edges."""
    across, up = np.empty((*crossings.across.shape, 2)), np.empty((*crossings.up.shape, 2))
    across[..., 0], across[..., 1] = xs[:-1] + crossings.across * np.diff(xs), ys[:, None]
    up[..., 0], up[..., 1] = xs, ys[:-1, None] + crossings.up * np.diff(ys)[:, None]
    return [across[:-1], up[:, 1:], across[1:], up[:, :-1]]


def _share(start: FloatArray, end: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        share: FloatArray = np.where(start == end, 0.5, start / (start - end))
    return share


def _middle(values: FloatArray) -> FloatArray:
    middle: FloatArray = (values[:-1, :-1] + values[:-1, 1:] + values[1:, :-1] + values[1:, 1:]) / 4
    return middle
