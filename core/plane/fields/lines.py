"""The vote of many lines on a grid: `Σ c sign(w₁x + w₂y + b)`, exact, in a few nanoseconds a line and row.

In the binding arithmetic an activation never decreases along a grid row, or never increases: every product and sum is
rounded, and rounding keeps order. So along a row a line votes −c up to a crossing and +c from there on, or the other
way round, and only a grid point at the crossing itself may be a tie. Crossings come from one division a line and a
fixed-point step a row. One that lies nearer to a grid point than errors of rounding reach says nothing about that
point: there the sign of the activation itself is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.plane.fields.grid import Grid, GridAxis

_BITS = 32
_ONE = 1 << _BITS
"""A grid step in fixed point."""

_ROUNDING = 64 * float(np.finfo(np.float64).eps)
"""Bounds every error of a crossing, relative to the distance of the grid from 0 in steps."""

_LARGEST_DOUBT = 0.125
_SCALES = (1e-250, 1e250)
"""Outside, products would underflow or overflow."""

_AT_ONCE = 1 << 15
"""Crossings worked on at a time: they stay in the processor's second cache."""

_VALUES = 1 << 20
"""Activations held at a time where every one is computed."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Lines:
    """K lines w₁x + w₂y + b: `x`, `y`, `b` (K,), and their `votes` (K,), whole numbers."""

    x: FloatArray
    y: FloatArray
    b: FloatArray
    votes: FloatArray

    @classmethod
    def of(cls, weights: ArrayLike, votes: ArrayLike) -> Lines:
        """From `weights` (K, 3), each (w₁, w₂, b). Raises ValueError where shapes disagree."""
        table, counts = np.asarray(weights, np.float64), np.asarray(votes, np.float64)
        if table.ndim != 2 or table.shape[1] != 3 or counts.shape != table.shape[:1]:
            raise ValueError(f"weights {table.shape} and votes {counts.shape}; (K, 3) and (K,) are expected")
        return cls(table[:, 0], table[:, 1], table[:, 2], counts)

    def __len__(self) -> int:
        return len(self.votes)

    def where(self, chosen: Mask | IntArray | slice) -> Lines:
        """Those that are `chosen`."""
        return Lines(self.x[chosen], self.y[chosen], self.b[chosen], self.votes[chosen])

    def signs(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """The sign of each line's activation at its point (x, y), in the binding order of sums; shape (K,)."""
        total = self.x * x
        total += self.y * y
        total += self.b
        return np.sign(total)


def vote_of_lines(grid: Grid, weights: ArrayLike, votes: ArrayLike) -> IntArray:
    """`Σ votes·sign(w₁x + w₂y + b)` with sign(0) = 0 over `weights` (K, 3); shape (q, p).

    Equal to the sum line by line, in the arithmetic of a run, while no sum of |votes| passes 2⁵³. Fast where the grid
    is evenly spaced; elsewhere every activation is computed. Raises ValueError where shapes disagree.
    """
    lines = Lines.of(weights, votes)
    reach = np.abs(lines.x) * grid.x.reach + np.abs(lines.y) * grid.y.reach
    constant = np.abs(lines.b) >= 2 * reach
    total = np.full(grid.shape, float(lines.votes[constant] @ np.sign(lines.b[constant])))
    regular = ~constant & (_doubt(grid) < _LARGEST_DOUBT) & (_SCALES[0] < reach) & (reach < _SCALES[1])
    _add_each(total, grid, lines.where(~constant & ~regular))
    steep = np.abs(lines.x) * grid.x.step >= np.abs(lines.y) * grid.y.step
    _add_crossings(total, _Sweep(grid, rows=True), lines.where(regular & steep))
    _add_crossings(total.T, _Sweep(grid, rows=False), lines.where(regular & ~steep))
    whole: IntArray = np.rint(total).astype(np.int64)
    return whole


def _doubt(grid: Grid) -> float:
    """How far, in steps, a computed crossing may be from where the signs really change."""
    distance = grid.x.reach / grid.x.step + grid.y.reach / grid.y.step
    return grid.x.crooked + grid.y.crooked + _ROUNDING * (distance + len(grid.x) + len(grid.y))


def _add_each(total: FloatArray, grid: Grid, lines: Lines) -> None:
    """Add the lines' votes by computing every activation."""
    size = max(_VALUES // total.size, 1)
    for start in range(0, len(lines), size):
        part = lines.where(slice(start, start + size))
        values = (part.x[:, None] * grid.x.values)[:, None, :] + (part.y[:, None] * grid.y.values)[:, :, None]
        values += part.b[:, None, None]
        total += np.tensordot(part.votes, np.sign(values), 1)


@dataclass(frozen=True, eq=False)
class _Sweep:
    """A grid swept row by row, or column by column where `rows` is false: then read "column" for "row" below.

    Lines given to it cross a row at most as aslant as a diagonal of the grid's cells, so from row to row a crossing
    moves by a step at most, and one that is seen in any row lies within q steps of the grid in all.
    """

    grid: Grid
    rows: bool

    @property
    def along(self) -> GridAxis:
        """The coordinate along a row."""
        return self.grid.x if self.rows else self.grid.y

    @property
    def across(self) -> GridAxis:
        """The coordinate from row to row."""
        return self.grid.y if self.rows else self.grid.x

    @cached_property
    def before(self) -> int:
        """Steps before the first grid point that a crossing is followed for."""
        return len(self.across) + 1

    @cached_property
    def width(self) -> int:
        """Steps that a crossing is followed for."""
        return len(self.along) + 2 * self.before + 2

    @cached_property
    def doubt(self) -> int:
        """How far a crossing in fixed point may be from where the signs really change."""
        return int(_doubt(self.grid) * _ONE) + len(self.across) + 2

    def weights(self, lines: Lines) -> tuple[FloatArray, FloatArray]:
        """The lines' weights along a row and from row to row."""
        return (lines.x, lines.y) if self.rows else (lines.y, lines.x)

    def course(self, lines: Lines) -> tuple[FloatArray, FloatArray]:
        """Where each line crosses the first row, in steps from its first point, and the move from row to row."""
        along, across = self.weights(lines)
        first = (-(lines.b + across * self.across.values[0]) / along - self.along.values[0]) / self.along.step
        return first, -(across * self.across.step) / (along * self.along.step)

    def signs(self, lines: Lines, place: IntArray, row: IntArray) -> FloatArray:
        """The sign of each line's activation at its own place in its own row."""
        along, across = self.along.values[place], self.across.values[row]
        return lines.signs(along, across) if self.rows else lines.signs(across, along)


def _add_crossings(total: FloatArray, sweep: _Sweep, lines: Lines) -> None:
    """Add the lines' votes to `total` (rows, places along a row), crossing by crossing."""
    if not len(lines):
        return
    first, move = sweep.course(lines)
    last = first + move * (len(sweep.across) - 1)
    turned = lines.votes * np.sign(sweep.weights(lines)[0])
    beyond = np.minimum(first, last) > len(sweep.along) - 0.5
    ahead = np.maximum(first, last) < -0.5
    total += turned[ahead].sum() - turned[~ahead].sum()
    met = ~beyond & ~ahead
    lines, first, move, turned = lines.where(met), first[met], move[met], turned[met]
    turns = np.zeros((len(sweep.across), sweep.width))
    for start in range(0, len(lines), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        block = _Block(sweep, lines.where(part), turned[part])
        for row, places in block.crossings(first[part], move[part]):
            turns[row : row + len(places)] += block.turns(places)
            block.set_right(total, row, places)
    total += 2 * np.cumsum(turns, axis=1)[:, sweep.before : sweep.before + len(sweep.along)]


@dataclass(frozen=True, eq=False)
class _Block:
    """Some lines of a sweep, and what each votes beyond its crossing: `turned` (K,).

    Their crossings (rows, K) are in fixed point, `doubt` above where they were found, and counted in a table of some
    rows and `width` steps, row after row: the whole part of one is the first place it has surely turned at.
    """

    sweep: _Sweep
    lines: Lines
    turned: FloatArray

    def crossings(self, first: FloatArray, move: FloatArray) -> Iterator[tuple[int, IntArray]]:
        """Some rows at a time: the number of the first, and the crossings (rows, K); the array is used again."""
        rows = len(self.sweep.across)
        count = min(max(_AT_ONCE // len(self.lines), 1), rows)
        step = np.rint(move * _ONE).astype(np.int64)
        start = np.rint((first + self.sweep.before + 1) * _ONE).astype(np.int64) + self.sweep.doubt
        crossings = start + np.arange(count)[:, None] * (step + self.sweep.width * _ONE)
        for row in range(0, rows, count):
            yield row, crossings[: rows - row]
            crossings += count * step

    def turns(self, crossings: IntArray) -> FloatArray:
        """What the votes of each row turn by at each step; shape (rows, width)."""
        size, weights = len(crossings) * self.sweep.width, np.broadcast_to(self.turned, crossings.shape)
        turns = np.bincount((crossings >> _BITS).ravel(), weights.ravel(), size).astype(np.float64, copy=False)
        return turns.reshape(len(crossings), self.sweep.width)

    def set_right(self, total: FloatArray, row: int, crossings: IntArray) -> None:
        """Where a crossing is too close to a grid point to tell, take the sign there in place of −turned."""
        sweep = self.sweep
        close = np.flatnonzero(crossings & (_ONE - 1) <= 2 * sweep.doubt)
        if not len(close):
            return
        local, line = np.divmod(close, len(self.lines))
        place = (crossings.ravel()[close] >> _BITS) - local * sweep.width - sweep.before - 1
        inside = (place >= 0) & (place < len(sweep.along))
        line, place, local = line[inside], place[inside], local[inside]
        lines = self.lines.where(line)
        votes = lines.votes * sweep.signs(lines, place, row + local)
        np.add.at(total, (row + local, place), votes + self.turned[line])


class VoteField:
    """The vote of lines on a grid while they come in: `votes` (q, p), whole numbers."""

    def __init__(self, grid: Grid, votes: IntArray | None = None) -> None:
        self._grid = grid
        self._votes = np.zeros(grid.shape, np.int64) if votes is None else votes.copy()

    @property
    def votes(self) -> IntArray:
        """The sum so far; shape (q, p). A copy."""
        return self._votes.copy()

    def extend(self, weights: ArrayLike, votes: ArrayLike) -> None:
        """Add lines `weights` (m, 3), each (w₁, w₂, b), with their `votes` (m,); negative ones take back.

        A line that survives more examples is added again, with the votes it has gained.
        """
        self._votes += vote_of_lines(self._grid, weights, votes)
