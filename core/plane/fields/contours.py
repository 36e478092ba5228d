"""Where a function given on a grid is zero: marching squares, with linear interpolation or by halves.

The voters of a vote are asked only where it turns between the points of a grid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled
from core.plane.projections import Projection
from core.predictors import votes_between
from core.run import Run

_SADDLES = {True: ((0, 1), (2, 3)), False: ((0, 3), (1, 2))}
"""Which edges of a cell are joined in a saddle, by whether its middle has the sign of its first corner."""

HALVINGS = 6
"""The error is a hundredth part of an edge then."""

Sides = Callable[[FloatArray], NDArray[np.bool_]]
"""Whether a function is at least 0 at points (m, 2)."""


def zero_lines(values: FloatArray, xs: FloatArray, ys: FloatArray, positive: Sides | None = None) -> FloatArray:
    """Segments of the zero line of `values` (q, p) on the grid `ys` (q,) × `xs` (p,); shape (m, 2, 2): ends, then x, y.

    A value of exactly 0 counts as positive, so that a line through grid points is drawn once. Between two points it is
    taken as linear; of a function that steps, as a vote does, `positive` tells the sides of more points.
    """
    sides = values >= 0
    across, up = crossed_edges(sides)
    (row, column), (lower, place) = _where(across), _where(up)
    starts = np.stack([np.append(xs[column], xs[place]), np.append(ys[row], ys[lower])], axis=-1)
    ends = np.stack([np.append(xs[column + 1], xs[place]), np.append(ys[row], ys[lower + 1])], axis=-1)
    at_start = np.append(values[row, column], values[lower, place])
    at_end = np.append(values[row, column + 1], values[lower + 1, place])
    if positive is None:
        with np.errstate(invalid="ignore"):
            shares: FloatArray = at_start / (at_start - at_end)
    else:
        shares = _halved(starts, ends - starts, at_start >= 0, positive)
    points = starts + shares[:, None] * (ends - starts)
    numbers = np.empty(across.shape, np.intp), np.empty(up.shape, np.intp)  # read where an edge is crossed alone
    numbers[0][row, column], numbers[1][lower, place] = np.arange(len(row)), np.arange(len(row), len(points))
    return _segments(values, (across, up), numbers, points)


def crossed_edges(sides: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which edges of a grid (q, p) have two sides: those along x (q, p − 1), and those along y (q − 1, p)."""
    return sides[:, :-1] != sides[:, 1:], sides[:-1] != sides[1:]


def _where(mask: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns, as `np.nonzero` has them of a mask (q, p), in a fifth of the time where few are set."""
    return np.divmod(np.flatnonzero(mask), mask.shape[1])


def _segments(
    values: FloatArray,
    crossed: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    numbers: tuple[NDArray[np.intp], NDArray[np.intp]],
    points: FloatArray,
) -> FloatArray:
    """From edge to edge of each cell; which edges are `crossed`, and the `numbers` of the `points` where, as above."""
    edges, which = ([each[0][:-1], each[1][:, 1:], each[0][1:], each[1][:, :-1]] for each in (crossed, numbers))
    along, up = crossed
    cells = _where(along[:-1] | up[:, 1:] | along[1:] | up[:, :-1])
    met, at = ([edge[cells] for edge in each] for each in (edges, which))
    count = np.sum(met, axis=0)
    corners = values[:-1, :-1], values[:-1, 1:], values[1:, :-1], values[1:, 1:]
    near, right, above, beyond = (corner[cells] for corner in corners)
    same = (near >= 0) == ((near + right + above + beyond) / 4 >= 0)
    joins = [(pair, (count == 2) & met[pair[0]] & met[pair[1]]) for pair in combinations(range(4), 2)]
    joins += [(pair, (count == 4) & (same == kind)) for kind, pairs in _SADDLES.items() for pair in pairs]
    found = [np.stack([at[edge][chosen] for edge in pair], axis=-1) for pair, chosen in joins]
    segments: FloatArray = points[np.concatenate(found)]
    return segments


def _halved(starts: FloatArray, ways: FloatArray, lower: NDArray[np.bool_], positive: Sides) -> FloatArray:
    """How far along each edge a function that steps turns: the edge is halved towards it."""
    least, most = np.zeros(len(lower)), np.ones(len(lower))
    for _ in range(HALVINGS if len(lower) else 0):
        middle = (least + most) / 2
        beyond = positive(starts + middle[:, None] * ways) != lower
        least, most = np.where(beyond, least, middle), np.where(beyond, middle, most)
    return (least + most) / 2


_MOST = 1 << 28
"""Decision values beyond which it takes too long."""


@dataclass(frozen=True, eq=False)
class VotesOnGrid:
    """The `votes` (q, p) at each of `xs` (p,) × `ys` (q,), at least two of each, increasing."""

    xs: FloatArray
    ys: FloatArray
    votes: FloatArray

    @property
    def levels(self) -> tuple[float, ...]:
        """Where there are ties, the boundary runs on both sides of them."""
        # Votes are whole numbers.
        return (0.0,) if self.votes.all() else (-0.5, 0.5)

    def boundary(self) -> FloatArray:
        """Where the vote turns, as if it were linear between two points; segments (m, 2, 2): ends, then x, y."""
        return _joined([zero_lines(self.votes - level, self.xs, self.ys) for level in self.levels])


@dataclass(frozen=True, eq=False)
class CountedVote:
    """The vote of `run` after an example, asked at points of the section of a `projection`.

    Once `cancelled` the answers mean nothing.
    """

    run: Run
    example: int
    projection: Projection
    cancelled: Cancelled

    def at(self, points: FloatArray) -> FloatArray:
        told = np.zeros(len(points))
        # Decision values worked out between two looks at whether anyone still waits.
        size = max((1 << 22) // self._voters, 1)
        for start in range(0, len(points), size):
            if self.cancelled():
                break
            questions = self.projection.lift(points[start : start + size])
            told[start : start + size] = votes_between(self.run.space, self.run.history, questions, 0, self.example)
        return told

    def boundary(self, known: VotesOnGrid) -> FloatArray | None:
        """Where the vote turns between the points of a grid; segments (m, 2, 2): ends, then x, y.

        A vote is a step, so that between two points it does not turn where a straight line through both values is 0:
        where it does is found by halves. None where that would take too long. What turns twice between two neighbours
        of the grid is not seen.
        """
        edges = sum(np.count_nonzero(each) for level in known.levels for each in crossed_edges(known.votes >= level))
        if self._voters * edges * HALVINGS > _MOST:
            return None
        return _joined([self._line(known, level) for level in known.levels])

    def nearer(
        self, known: VotesOnGrid, xs: FloatArray, ys: FloatArray, seen: Callable[[FloatArray], IntArray]
    ) -> FloatArray | None:
        """The votes on the finer grid `xs` (p,) × `ys` (q,), as far as they are `seen`; shape (q, p).

        They are counted where what is seen differs among the four points of the `known` grid around; elsewhere they
        are those of the nearest. None where that would take too long.
        """
        column, nearest_column = _around(known.xs, xs)
        row, nearest_row = _around(known.ys, ys)
        looks = seen(known.votes)
        first = looks[:-1, :-1]
        mixed = (looks[1:, 1:] != first) | (looks[1:, :-1] != first) | (looks[:-1, 1:] != first)
        asked = mixed[np.ix_(row, column)]
        if self._voters * np.count_nonzero(asked) > _MOST:
            return None
        rows, columns = np.nonzero(asked)
        votes: FloatArray = known.votes[np.ix_(nearest_row, nearest_column)]
        votes[asked] = self.at(np.column_stack([xs[columns], ys[rows]]))
        return votes

    def _line(self, known: VotesOnGrid, level: float) -> FloatArray:
        return zero_lines(known.votes - level, known.xs, known.ys, lambda points: self.at(points) >= level)

    @property
    def _voters(self) -> int:
        return self.run.history.updates_before(self.example) + 1


def _joined(lines: list[FloatArray]) -> FloatArray:
    return lines[0] if len(lines) == 1 else np.unique(np.concatenate(lines), axis=0)


def _around(grid: FloatArray, places: FloatArray) -> tuple[IntArray, IntArray]:
    """Of each of `places` the stretch of the `grid` it lies in, and the nearest point of it."""
    stretch = np.clip(np.searchsorted(grid, places) - 1, 0, len(grid) - 2)
    return stretch, stretch + (places - grid[stretch] > grid[stretch + 1] - places)
