"""The vote of many lines on a grid: `Σ c sign(w₁x + w₂y + b)`, exact, in a few nanoseconds a line and row.

In the binding arithmetic an activation never decreases along a grid row, or never increases: every product and sum is
rounded, and rounding keeps order. So along a row a line votes −c up to a crossing and +c from there on, or the other
way round, and only a grid point at the crossing itself may be a tie. Crossings come from one division a line and a
fixed-point step a row. One that lies nearer to a grid point than errors of rounding reach says nothing about that
point: there the sign of the activation itself is taken. Lines that are steeper than a diagonal of the grid's cells are
followed from row to row, the others from column to column.
"""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import ArrayLike

from core.compiled import Ruled, loops
from core.datasets.dataset import FloatArray, IntArray
from core.plane.fields.grid import Grid, GridAxis

_BITS = 32
_ONE = 1 << _BITS
"""A grid step in fixed point."""


_SCALES = (1e-250, 1e250)
"""Outside, products would underflow or overflow."""

_AT_ONCE = 1 << 15
"""Crossings worked on at a time: they stay in the processor's second cache."""


def vote_of_lines(grid: Grid, weights: ArrayLike, votes: ArrayLike) -> IntArray:
    """`Σ votes·sign(w₁x + w₂y + b)` with sign(0) = 0 over `weights` (K, 3); shape (q, p).

    Equal to the sum line by line, in the arithmetic of a run, while no sum of |votes| passes 2⁵³. Fast where the grid
    is evenly spaced; elsewhere every activation is computed. Raises ValueError where shapes disagree.
    """
    table, counts = np.asarray(weights, np.float64), np.asarray(votes, np.float64)
    if table.ndim != 2 or table.shape[1] != 3 or counts.shape != table.shape[:1]:
        raise ValueError(f"weights {table.shape} and votes {counts.shape}; (K, 3) and (K,) are expected")
    lines = np.array([*table.T, counts])
    across, up = np.abs(lines[0]), np.abs(lines[1])
    reach = across * grid.x.reach + up * grid.y.reach
    flat = np.abs(lines[2]) >= 2 * reach  # the same sign at all points
    regular = ~flat & (_doubt(grid) < 0.125) & (_SCALES[0] < reach) & (reach < _SCALES[1])
    steep = across * grid.x.step >= up * grid.y.step
    total = np.full(grid.shape, float(lines[3, flat] @ np.sign(lines[2, flat])))
    _add_each(total, grid, lines[:, ~flat & ~regular])
    for sums, chosen, order, axes in (
        (total, regular & steep, (0, 1, 2, 3), (grid.x, grid.y)),
        (total.T, regular & ~steep, (1, 0, 2, 3), (grid.y, grid.x)),
    ):
        if chosen.any():
            _Sweep(sums, *axes, int(_doubt(grid) * _ONE) + len(axes[1]) + 2).add(lines[order, :][:, chosen])
    whole: IntArray = np.rint(total).astype(np.int64)
    return whole


def _doubt(grid: Grid) -> float:
    """How far, in steps, a computed crossing may be from where the signs really change."""
    distance = grid.x.reach / grid.x.step + grid.y.reach / grid.y.step
    # Bounds every error of a crossing, relative to the distance of the grid from 0 in steps.
    rounding = 64 * float(np.finfo(np.float64).eps)
    return grid.x.crooked + grid.y.crooked + rounding * (distance + len(grid.x) + len(grid.y))


def _add_each(total: FloatArray, grid: Grid, lines: FloatArray) -> None:
    """Add the votes of `lines` (4, K) by computing every activation."""
    # Activations held at a time.
    size = max((1 << 20) // total.size, 1)
    for start in range(0, lines.shape[1], size):
        u, v, b, votes = lines[:, start : start + size]
        values = (u[:, None] * grid.x.values)[:, None, :] + (v[:, None] * grid.y.values)[:, :, None]
        values += b[:, None, None]
        total += np.tensordot(votes, np.sign(values), 1)


class _Sweep:
    """Adds votes to `total` (rows, places), a grid swept row by row.

    Lines (4, K), which are u·along + v·across + b, and votes, cross a row at most as aslant as a diagonal of the grid's
    cells: so from row to row a crossing moves by a step at most. `doubt` is how far one in fixed point may be from
    where the signs really change.
    """

    def __init__(self, total: FloatArray, along: GridAxis, across: GridAxis, doubt: int) -> None:
        self._total = total
        self._along, self._across = along, across
        self._doubt = doubt

    def add(self, lines: FloatArray) -> None:
        """Add the votes of these lines, crossing by crossing."""
        (u, v, b, votes), (rows, places) = lines, self._total.shape
        first = (-(b + v * self._across.values[0]) / u - self._along.values[0]) / self._along.step
        move = -(v * self._across.step) / (u * self._along.step)
        last = first + move * (rows - 1)
        turned = votes * np.sign(u)
        beyond = np.minimum(first, last) > places - 0.5
        ahead = np.maximum(first, last) < -0.5
        self._total += turned[ahead].sum() - turned[~ahead].sum()
        met = np.flatnonzero(~beyond & ~ahead)
        if not len(met):
            return
        turns = np.zeros((rows, places + 1))
        for start in range(0, len(met), _AT_ONCE):
            part = met[start : start + _AT_ONCE]
            steps = np.rint(move[part] * _ONE).astype(np.int64)
            crossings = np.rint((first[part] + 1) * _ONE).astype(np.int64) + self._doubt
            self._turn(turns, np.ascontiguousarray(lines[:, part]), crossings, steps)
        np.cumsum(turns, axis=1, out=turns)
        turns *= 2
        self._total += turns[:, :places]

    def _turn(self, turns: FloatArray, lines: FloatArray, crossings: IntArray, steps: IntArray) -> None:
        """Add half of what the votes turn by to `turns` (rows, places + 1), at the first place of each row after it.

        The whole part of a crossing in fixed point, `doubt` above where it was found, is the first place it has surely
        turned at. From row to row crossings move by `steps`.
        """
        if (library := loops()) is None:
            self._turn_plainly(turns, lines, crossings, steps)
            return
        axes = self._along.values.ctypes.data, self._across.values.ctypes.data
        ruled = Ruled(*axes, len(self._along), len(self._across), self._doubt)
        library.turn(lines, len(steps), crossings, steps, ctypes.byref(ruled), turns)

    def _turn_plainly(self, turns: FloatArray, lines: FloatArray, crossings: IntArray, steps: IntArray) -> None:
        turned, (rows, width) = lines[3] * np.sign(lines[0]), turns.shape
        count = max(_AT_ONCE // len(steps), 1)
        for start in range(0, rows, count):
            row = np.arange(start, min(start + count, rows), dtype=np.int64)[:, None]
            here: IntArray = np.add(crossings, np.multiply(row, steps))
            cells = np.clip(here >> _BITS, 0, width - 1) + (row - start) * width
            weights = np.broadcast_to(turned, here.shape)
            turns[row[:, 0]] += np.bincount(cells.ravel(), weights.ravel(), len(row) * width).reshape(len(row), width)
            self._set_right(turns, lines, start, here)

    def _set_right(self, turns: FloatArray, lines: FloatArray, first: int, crossings: IntArray) -> None:
        """Where a crossing is too close to a grid point to tell, take the sign there in place of −turned."""
        row, line = np.nonzero(crossings & (_ONE - 1) <= 2 * self._doubt)
        place = (crossings[row, line] >> _BITS) - 1
        inside = (place >= 0) & (place < len(self._along))
        row, place = first + row[inside], place[inside]
        u, v, b, votes = lines[:, line[inside]]
        values = u * self._along.values[place] + v * self._across.values[row] + b
        amiss = votes * (np.sign(values) + np.sign(u)) / 2
        np.add.at(turns, (row, place), amiss)
        np.subtract.at(turns, (row, place + 1), amiss)
