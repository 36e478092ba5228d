"""The boundary of a vote whose voters are no lines: found along the edges of a grid by asking the voters there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.dataset import FloatArray
from core.fields.contours import bisected, zero_lines
from core.predictors import votes_between
from core.run import Run
from core.sights import Sight, first_features
from core.spaces.space import never

_ABOUT_TIES = -0.5, 0.5
"""Votes are whole numbers."""

_HALVINGS = 6
"""The error is a hundredth part of an edge then."""

_VALUES = 1 << 22
"""Decision values worked out between two looks at whether anyone still waits."""

_MOST = 1 << 28
"""Decision values beyond which it takes too long."""


def vote_contour(
    run: Run,
    example: int,
    xs: FloatArray,
    ys: FloatArray,
    votes: FloatArray,
    sight: Sight | None = None,
    cancelled: Callable[[], bool] = never,
) -> FloatArray | None:
    """The boundary after example t from the `votes` (q, p) on a grid; segments (m, 2, 2): ends, then x, y.

    A vote is a step, so that between two points of the grid it does not turn where a straight line through both values
    is 0: where it does is found by halves. Where there are ties, it is the boundary on both sides of them. None once
    `cancelled`, and where that would take too long. What turns twice between two neighbours of the grid is not seen.
    """
    section = sight or first_features(run.dataset)
    voters = run.history.updates_before(example) + 1
    levels = (0.0,) if votes.all() else _ABOUT_TIES
    edges = sum(_turned(votes >= level) for level in levels)
    if voters * edges * _HALVINGS > _MOST:
        return None
    size = max(_VALUES // voters, 1)

    def above(level: float, points: FloatArray) -> NDArray[np.bool_] | None:
        questions = section.lift(points)
        told = np.empty(len(questions), np.bool_)
        for start in range(0, len(questions), size):
            if cancelled():
                return None
            part = questions[start : start + size]
            told[start : start + size] = votes_between(run.space, run.history, part, 0, example) >= level
        return told

    found = []
    for level in levels:
        crossings = bisected(votes - level, xs, ys, partial(above, level), _HALVINGS)
        if crossings is None:
            return None
        found.append(zero_lines(votes - level, xs, ys, crossings))
    return found[0] if len(found) == 1 else np.unique(np.concatenate(found), axis=0)


def _turned(sides: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(sides[:, 1:] != sides[:, :-1]) + np.count_nonzero(sides[1:] != sides[:-1]))
