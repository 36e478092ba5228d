"""A vote whose voters are no lines, between the points of a grid: they are asked only where it turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled, never
from core.plane.fields.contours import bisected, zero_lines
from core.plane.projections import Projection, first_features
from core.predictors import votes_between
from core.run import Run

_ABOUT_TIES = -0.5, 0.5
"""Votes are whole numbers."""

_HALVINGS = 6
"""The error is a hundredth part of an edge then."""

_VALUES = 1 << 22
"""Decision values worked out between two looks at whether anyone still waits."""

_MOST = 1 << 28
"""Decision values beyond which it takes too long."""


@dataclass(frozen=True, eq=False)
class VotesOnGrid:
    """The `votes` (q, p) at each of `xs` (p,) × `ys` (q,), at least two of each, increasing."""

    xs: FloatArray
    ys: FloatArray
    votes: FloatArray


def vote_contour(
    run: Run,
    example: int,
    xs: FloatArray,
    ys: FloatArray,
    votes: FloatArray,
    projection: Projection | None = None,
    cancelled: Cancelled = never,
) -> FloatArray | None:
    """The boundary after example t from the `votes` (q, p) on a grid; segments (m, 2, 2): ends, then x, y.

    A vote is a step, so that between two points of the grid it does not turn where a straight line through both values
    is 0: where it does is found by halves. Where there are ties, it is the boundary on both sides of them. None once
    `cancelled`, and where that would take too long. What turns twice between two neighbours of the grid is not seen.
    """
    section = projection or first_features(run.dataset)
    voters = run.history.updates_before(example) + 1
    levels = (0.0,) if votes.all() else _ABOUT_TIES
    edges = sum(_turned(votes >= level) for level in levels)
    if voters * edges * _HALVINGS > _MOST:
        return None

    def above(level: float, points: FloatArray) -> NDArray[np.bool_] | None:
        told = _counted(run, example, section.lift(points), cancelled)
        return None if told is None else told >= level

    found = []
    for level in levels:
        crossings = bisected(votes - level, xs, ys, partial(above, level), _HALVINGS)
        if crossings is None:
            return None
        found.append(zero_lines(votes - level, xs, ys, crossings))
    return found[0] if len(found) == 1 else np.unique(np.concatenate(found), axis=0)


def votes_nearer(
    run: Run,
    example: int,
    known: VotesOnGrid,
    xs: FloatArray,
    ys: FloatArray,
    seen: Callable[[FloatArray], IntArray],
    projection: Projection | None = None,
    cancelled: Cancelled = never,
) -> FloatArray | None:
    """The votes after example t on the finer grid `xs` (p,) × `ys` (q,), as far as they are `seen`; shape (q, p).

    They are counted where what is seen differs among the four points of the `known` grid around; elsewhere they are
    those of the nearest. None once `cancelled`, and where that would take too long.
    """
    column, nearest_column = _around(known.xs, xs)
    row, nearest_row = _around(known.ys, ys)
    asked = _mixed(seen(known.votes))[np.ix_(row, column)]
    if (run.history.updates_before(example) + 1) * np.count_nonzero(asked) > _MOST:
        return None
    rows, columns = np.nonzero(asked)
    section = projection or first_features(run.dataset)
    counted = _counted(run, example, section.lift(np.column_stack([xs[columns], ys[rows]])), cancelled)
    if counted is None:
        return None
    votes: FloatArray = known.votes[np.ix_(nearest_row, nearest_column)]
    votes[asked] = counted
    return votes


def _counted(run: Run, example: int, questions: FloatArray, cancelled: Cancelled) -> FloatArray | None:
    """The votes on questions (m, d) after example t; None once `cancelled`."""
    told = np.empty(len(questions))
    size = max(_VALUES // (run.history.updates_before(example) + 1), 1)
    for start in range(0, len(questions), size):
        if cancelled():
            return None
        part = questions[start : start + size]
        told[start : start + size] = votes_between(run.space, run.history, part, 0, example)
    return told


def _around(grid: FloatArray, places: FloatArray) -> tuple[IntArray, IntArray]:
    """Of each of `places` the stretch of the `grid` it lies in, and the nearest point of it."""
    stretch = np.clip(np.searchsorted(grid, places) - 1, 0, len(grid) - 2)
    return stretch, stretch + (places - grid[stretch] > grid[stretch + 1] - places)


def _mixed(seen: IntArray) -> NDArray[np.bool_]:
    """Which cells of a grid (q, p) have corners that differ; shape (q − 1, p − 1)."""
    first = seen[:-1, :-1]
    mixed: NDArray[np.bool_] = (seen[1:, 1:] != first) | (seen[1:, :-1] != first) | (seen[:-1, 1:] != first)
    return mixed


def _turned(sides: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(sides[:, 1:] != sides[:, :-1]) + np.count_nonzero(sides[1:] != sides[:-1]))
