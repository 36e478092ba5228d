"""Zero lines of a function on a grid, by marching squares with interpolation or bisection; and curves made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled
from core.plane.projections import Projection
from core.predictors.voted import votes_between
from core.run import Run

_SADDLES = {True: ((0, 1), (2, 3)), False: ((0, 3), (1, 2))}
"""The edges of a cell that are joined in a saddle, depending on whether its middle has the sign of its first corner."""

HALVINGS = 6
"""Bisections of an edge; the error is then a hundredth of the edge."""

_MOST_VALUE = 1e307
"""Larger values of a function count as this, so that the four corners of a cell have a finite sum."""

Sides = Callable[[FloatArray], NDArray[np.bool_]]
"""A function of points (m, 2) that returns where the value is at least 0."""


def zero_lines(values: FloatArray, xs: FloatArray, ys: FloatArray, positive: Sides | None = None) -> FloatArray:
    """Return segments of the zero line of `values` (q, p) on the grid `ys` × `xs`; shape (m, 2, 2): ends, x and y.

    A value of exactly 0 counts as positive, so that a line through grid points is drawn once. Between two points the
    function is taken as linear. For a step function, such as a vote, `positive` returns the signs of further points.
    """
    values = np.clip(values, -_MOST_VALUE, _MOST_VALUE)
    across, up = crossed_edges(values >= 0)
    (row, column), (lower, place) = _where(across), _where(up)
    starts = np.stack([np.append(xs[column], xs[place]), np.append(ys[row], ys[lower])], axis=-1)
    ends = np.stack([np.append(xs[column + 1], xs[place]), np.append(ys[row], ys[lower + 1])], axis=-1)
    at_start = np.append(values[row, column], values[lower, place])
    at_end = np.append(values[row, column + 1], values[lower + 1, place])
    if positive is None:
        shares: FloatArray = at_start / (at_start - at_end)
    else:
        shares = _halved(starts, ends - starts, at_start >= 0, positive)
    points = starts + shares[:, None] * (ends - starts)
    # Only the entries at crossed edges are read.
    numbers = np.empty(across.shape, np.intp), np.empty(up.shape, np.intp)
    numbers[0][row, column], numbers[1][lower, place] = np.arange(len(row)), np.arange(len(row), len(points))
    return _segments(values, (across, up), numbers, points)


def crossed_edges(sides: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the edges of a grid (q, p) whose ends differ: those along x (q, p − 1), and those along y (q − 1, p)."""
    return sides[:, :-1] != sides[:, 1:], sides[:-1] != sides[1:]


def _where(mask: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the few set entries of a mask (q, p), five times as fast as `np.nonzero`."""
    return np.divmod(np.flatnonzero(mask), mask.shape[1])


def _segments(
    values: FloatArray,
    crossed: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    numbers: tuple[NDArray[np.intp], NDArray[np.intp]],
    points: FloatArray,
) -> FloatArray:
    """Return the segments in each cell, by its `crossed` edges and the `numbers` of their `points`."""
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
    return np.asarray(points[np.concatenate(found)])


def _halved(starts: FloatArray, ways: FloatArray, lower: NDArray[np.bool_], positive: Sides) -> FloatArray:
    least, most = np.zeros(len(lower)), np.ones(len(lower))
    for _ in range(HALVINGS if len(lower) else 0):
        middle = (least + most) / 2
        beyond = positive(starts + middle[:, None] * ways) != lower
        least, most = np.where(beyond, least, middle), np.where(beyond, middle, most)
    return (least + most) / 2


_MOST = 1 << 28
"""Decision values. A boundary that needs more takes too long."""


@dataclass(frozen=True, eq=False)
class VotesOnGrid:
    """The `votes` (q, p) on the grid of `xs` (p,) and `ys` (q,), each increasing with at least two values."""

    xs: FloatArray
    ys: FloatArray
    votes: FloatArray

    @property
    def levels(self) -> tuple[float, ...]:
        """The levels of the boundary. A region of ties has a boundary on each side."""
        # Votes are whole numbers, so half a vote lies between a tie and a majority.
        return (0.0,) if self.votes.all() else (-0.5, 0.5)

    def boundary(self, seen: Callable[[FloatArray], FloatArray] | None = None) -> FloatArray:
        """Return the boundary, interpolated, or by bisection with votes `seen` at points (m, 2); segments (m, 2, 2)."""
        lines = [zero_lines(self.votes - level, self.xs, self.ys, _sides(seen, level)) for level in self.levels]
        return lines[0] if len(lines) == 1 else np.unique(np.concatenate(lines), axis=0)


def _sides(seen: Callable[[FloatArray], FloatArray] | None, level: float) -> Sides | None:
    return None if seen is None else lambda points: seen(points) >= level


@dataclass(frozen=True, eq=False)
class CountedVote:
    """The vote of `run` after an example, on the section of a `projection`; once `cancelled`, without meaning."""

    run: Run
    example: int
    projection: Projection
    cancelled: Cancelled

    def at(self, points: FloatArray) -> FloatArray:
        told = np.zeros(len(points))
        # Decision values computed between two checks for cancellation.
        size = max((1 << 22) // self._voters, 1)
        for start in range(0, len(points), size):
            # The pieces so far are thrown away by the caller.
            if self.cancelled():
                break
            questions = self.projection.lift(points[start : start + size])
            told[start : start + size] = votes_between(self.run.space, self.run.history, questions, 0, self.example)
        return told

    def boundary(self, known: VotesOnGrid) -> FloatArray | None:
        """Return the boundary of the vote; segments (m, 2, 2): ends, then x, y. None if this would take too long.

        A vote is a step function, so bisection finds the place of a sign change between two grid points. Two changes
        between neighbours of the grid are missed.
        """
        edges = sum(np.count_nonzero(each) for level in known.levels for each in crossed_edges(known.votes >= level))
        return None if self._voters * edges * HALVINGS > _MOST else known.boundary(self.at)

    def nearer(
        self, known: VotesOnGrid, xs: FloatArray, ys: FloatArray, seen: Callable[[FloatArray], IntArray]
    ) -> FloatArray | None:
        """Return the votes on the finer grid `xs` (p,) × `ys` (q,) where they are `seen`; shape (q, p). None if this
        would take too long.

        A vote is counted where the four points of the `known` grid around it differ. Elsewhere it is that of the
        nearest point.
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

    @property
    def _voters(self) -> int:
        return self.run.history.updates_before(self.example) + 1


def _around(grid: FloatArray, places: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the interval of the `grid` that holds each of `places`, and the nearest grid point."""
    stretch = np.clip(np.searchsorted(grid, places) - 1, 0, len(grid) - 2)
    return stretch, stretch + (places - grid[stretch] > grid[stretch + 1] - places)


MOST_PIECES = 20_000
"""Pieces that are joined into curves. With more, no curve can be followed by eye."""


@dataclass(frozen=True, eq=False)
class JoinedPieces:
    """Connected `pieces` (m, 2, 2) and their free `ends` (e, 2); if `even`, a curve without ends has an inside."""

    pieces: FloatArray
    ends: FloatArray
    even: bool

    @property
    def low(self) -> FloatArray:
        """The smallest x and y of the curve, (2,)."""
        return np.asarray(self.pieces.min(axis=(0, 1)))

    @property
    def size(self) -> FloatArray:
        return np.asarray(np.ptp(self.pieces, axis=(0, 1)))

    @property
    def extent(self) -> float:
        return float(np.hypot(*self.size))

    def holds(self, points: FloatArray) -> NDArray[np.bool_]:
        """Return which points (k, 2) are inside the closed curve: a ray from each crosses it an odd number of times."""
        pieces = self.pieces if len(self.ends) != 2 else np.concatenate([self.pieces, self.ends[None]])
        (x, y), (start, end) = points.T[:, :, None], np.moveaxis(pieces, 1, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            met = start[:, 0] + (y - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0])
        crossed = ((start[:, 1] > y) != (end[:, 1] > y)) & (met > x)
        return np.asarray(np.count_nonzero(crossed, axis=1) % 2 == 1)


def curves_of(pieces: FloatArray, near: float) -> list[JoinedPieces] | None:
    """Return the curves made of `pieces` (m, 2, 2), the largest first; None if there are too many to follow.

    Pieces meet where their ends are equal up to rounding. An end that would stay free also joins an end at a distance
    of at most `near`. Curves smaller than `near` are left out.
    """
    if len(pieces) > MOST_PIECES:
        return None
    # Ends closer than this share of `near` differ only by rounding. The distinct ones are in order of x.
    points = pieces.reshape(-1, 2)
    cells = np.round(points / (near * 1e-3)) + 0.0
    _, first, which = np.unique(cells[:, 0] + 1j * cells[:, 1], return_index=True, return_inverse=True)
    places, ends = points[first], which.reshape(-1, 2)
    loose = np.flatnonzero(np.bincount(ends.ravel(), minlength=len(places)) % 2)
    if len(loose) > 1_000:
        return None
    ends = _met(places, loose, near)[ends]
    ends = np.unique(np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1), axis=0)
    degrees = np.bincount(ends.ravel(), minlength=len(places))
    which = _together(len(places), ends)[ends[:, 0]]
    # A stable sort keeps the pieces of a curve in their order.
    order = np.argsort(which, kind="stable")
    groups = np.split(ends[order], np.flatnonzero(np.diff(which[order])) + 1) if len(ends) else []
    found = []
    for group in groups:
        met = np.unique(group)
        single = degrees[met] == 1
        found.append(JoinedPieces(places[group], places[met[single]], not (degrees[met[~single]] % 2).any()))
    return sorted((curve for curve in found if curve.extent > near), key=lambda curve: -curve.extent)


def _met(places: FloatArray, loose: IntArray, near: float) -> IntArray:
    """Return the index of each place, or for a `loose` one the first place near it; places (p, 2) in order of x."""
    starts, stops = (np.searchsorted(places[:, 0], places[loose, 0] + reach) for reach in (-near, near))
    pairs = [np.empty((0, 2), np.intp)]
    for place, start, stop in zip(loose.tolist(), starts.tolist(), stops.tolist(), strict=True):
        close = start + np.flatnonzero(np.hypot(*(places[start:stop] - places[place]).T) <= near)
        pairs.append(np.column_stack([np.full(len(close), place), close]))
    return _together(len(places), np.concatenate(pairs))


def _together(count: int, pairs: IntArray) -> IntArray:
    """Return for each of `count` things the first one in its component; `pairs` (m, 2) are the connections."""
    first = np.arange(count)
    while True:
        ends = first[pairs]
        least = ends.min(axis=1)
        if (ends.max(axis=1) == least).all():
            return first
        np.minimum.at(first, ends.ravel(), np.repeat(least, 2))
        while (first[first] != first).any():
            first = first[first]
