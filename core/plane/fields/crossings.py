"""A vote at single points of a plane: its voters are asked only where it turns between the points of a grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled
from core.plane.fields.contours import HALVINGS, crossed_edges, zero_lines
from core.plane.projections import Projection
from core.predictors import votes_between
from core.run import Run

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
