"""Where a function given on a grid is zero: marching squares with linear interpolation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray

Cells = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows and columns of cells, by their lower corner. Their edges are told in the order bottom, right, top, left."""

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
    across, up = positive[:, :-1] != positive[:, 1:], positive[:-1] != positive[1:]
    edges = across[:-1], up[:, 1:], across[1:], up[:, :-1]
    rows, columns = np.nonzero(edges[0] | edges[1] | edges[2] | edges[3])
    cells = rows, columns  # few: all else is worked out for these alone
    crossed = [edge[cells] for edge in edges]
    points = _points(_shares(values, cells) if crossings is None else _shares_of(crossings, cells), xs, ys, cells)
    count = np.sum(crossed, axis=0)
    segments = [_between(points, pair, (count == 2) & crossed[pair[0]] & crossed[pair[1]]) for pair in _JOINED]
    corner, middle = positive[cells], _middle(values, cells) >= 0
    for same, pairs in _SADDLES.items():
        saddle = (count == 4) & ((corner == middle) == same)
        segments += [_between(points, pair, saddle) for pair in pairs]
    return np.concatenate(segments)


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


def _corners(values: FloatArray, cells: Cells) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """The values (m,) at the corners of `cells`: at each the lower row first, and the lower column first in it."""
    rows, columns = cells
    return values[cells], values[rows, columns + 1], values[rows + 1, columns], values[rows + 1, columns + 1]


def _shares(values: FloatArray, cells: Cells) -> list[FloatArray]:
    """Where a function that is linear along each edge is 0 on those of `cells`, in the order of the edges."""
    near, right, above, beyond = _corners(values, cells)
    return [_share(near, right), _share(right, beyond), _share(above, beyond), _share(near, above)]


def _shares_of(crossings: Crossings, cells: Cells) -> list[FloatArray]:
    """The crossings of the edges of `cells`, in their order."""
    rows, columns = cells
    across, up = crossings.across, crossings.up
    return [across[cells], up[rows, columns + 1], across[rows + 1, columns], up[cells]]


def _points(shares: list[FloatArray], xs: FloatArray, ys: FloatArray, cells: Cells) -> list[FloatArray]:
    """Where the edges of `cells` are crossed, (m, 2) each, in the order of the edges."""
    rows, columns = cells
    x, y, dx, dy = xs[columns], ys[rows], np.diff(xs)[columns], np.diff(ys)[rows]
    bottom, right, top, left = shares
    places = (
        (x + bottom * dx, y),
        (xs[columns + 1], y + right * dy),
        (x + top * dx, ys[rows + 1]),
        (x, y + left * dy),
    )
    return [np.stack(place, axis=-1) for place in places]


def _between(points: list[FloatArray], pair: tuple[int, int], chosen: NDArray[np.bool_]) -> FloatArray:
    """Segments from one edge to another of the cells that are `chosen`; shape (m, 2, 2)."""
    return np.stack([points[edge][chosen] for edge in pair], axis=-2)


def _share(start: FloatArray, end: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        share: FloatArray = np.where(start == end, 0.5, start / (start - end))
    return share


def _middle(values: FloatArray, cells: Cells) -> FloatArray:
    near, right, above, beyond = _corners(values, cells)
    middle: FloatArray = (near + right + above + beyond) / 4
    return middle
