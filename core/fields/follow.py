"""The vote of a run on a grid at any moment of it: a playhead moves on or back, and only the difference is worked out.

After example t each vector has as many votes as it has survived examples so far (000, 001): the vote is the sum over
the examples 1 … t of the sign that the vector of that moment gives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import ArrayLike

from core.arithmetic import bias_feature
from core.dataset import FloatArray, IntArray
from core.fields.grid import Grid, drawn
from core.fields.lines import VoteField
from core.kernels import make_kernel
from core.kernels.gram import GramColumns
from core.run import Run

_BLOCK = 1 << 15
_FIRST_INTERVAL = 128
_MOST_KEYFRAMES = 32


class FollowedVote(ABC):
    """The vote of a run that is recorded, or still being recorded, on a grid."""

    def __init__(self, run: Run, grid: Grid) -> None:
        self._run = run
        self._history = run.history
        self._grid = grid

    def seek(self, example: int) -> IntArray:
        """`Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` as it stood after example t; shape (q, p).

        Raises IndexError beyond the record.
        """
        if not 0 <= example <= self._history.examples:
            raise IndexError(f"example {example} of {self._history.examples}")
        return self._seek(example)

    @abstractmethod
    def _seek(self, example: int) -> IntArray:
        """The vote after example t of the record."""

    def _lives(self, before: int, until: int) -> tuple[int, IntArray]:
        """Which vectors were current after the examples `before` + 1 … `until`, and after how many of them.

        The first is w⁽ᵏ⁾ for the k that is returned, the others follow it; shape (m,), m ≥ 1.
        """
        first, last = self._history.updates_before(before), self._history.updates_before(until)
        births = self._history.example(first, last)
        return first, np.diff(np.concatenate([[before + 1], births, [until + 1]]))


def follow_vote(run: Run, xs: ArrayLike, ys: ArrayLike) -> FollowedVote:
    """The vote of `run` on the grid `xs` (p,) × `ys` (q,). Raises ValueError unless both are strictly increasing.

    Equal to the vote of `core.predictors` in every point, whatever way the playhead took.
    """
    kind = _VoteOfLines if run.spec.kernel is None else _VoteOfExpansions
    return kind(run, Grid.of(xs, ys))


class _VoteOfLines(FollowedVote):
    """In the space of the data the difference is added, or taken away again: whole numbers leave no rounding."""

    def __init__(self, run: Run, grid: Grid) -> None:
        super().__init__(run, grid)
        self._field = VoteField(grid)
        self._example = 0

    def _seek(self, example: int) -> IntArray:
        there, here = (self._history.updates_before(t) for t in (example, self._example))
        if there < here - there:
            self._field, self._example = VoteField(self._grid), 0
        first, votes = self._lives(*sorted((example, self._example)))
        self._extend(first, votes if example > self._example else -votes)
        self._example = example
        return self._field.votes

    def _extend(self, first: int, votes: IntArray) -> None:
        for start in range(0, len(votes), _BLOCK):
            part = votes[start : start + _BLOCK]
            weights = self._history.weights(first + start, first + start + len(part) - 1)
            self._field.extend(np.column_stack([*drawn(weights[:, :-1]), weights[:, -1]]), part)


@dataclass(frozen=True, eq=False)
class _Reached:
    """Decision `values` and `votes` (q·p,) after example t, k updates in."""

    example: int
    update: int
    values: FloatArray
    votes: FloatArray


class _VoteOfExpansions(FollowedVote):
    """In a feature space values are summed in the order of the updates, so the way back begins at a keyframe."""

    def __init__(self, run: Run, grid: Grid) -> None:
        super().__init__(run, grid)
        points = grid.points(run.dataset.d)
        bias = bias_feature(run.dataset, run.spec.bias)
        self._columns = GramColumns(run.dataset, make_kernel(run.spec), bias, points)
        self._interval = _FIRST_INTERVAL
        self._keyframes = [_Reached(0, 0, np.zeros(len(points)), np.zeros(len(points)))]
        self._here = self._keyframes[0]

    def _seek(self, example: int) -> IntArray:
        earlier = [reached for reached in (*self._keyframes, self._here) if reached.example <= example]
        reached = max(earlier, key=attrgetter("example"))
        last = self._history.updates_before(example)
        while (update := (reached.update // self._interval + 1) * self._interval) <= last:
            reached = self._walk(reached, self._history.example_of(update))
            self._keep(reached)
        self._here = self._walk(reached, example)
        return np.rint(self._here.votes).astype(np.int64).reshape(self._grid.shape)

    def _walk(self, reached: _Reached, example: int) -> _Reached:
        """On to a later example, update by update."""
        first, lives = self._lives(reached.example, example)
        values, votes = reached.values.copy(), reached.votes + lives[0] * np.sign(reached.values)
        signs = np.empty_like(values)
        for row, life in zip(self._history.index(first, first + len(lives) - 1), lives[1:], strict=True):
            values += self._columns.column(int(row))
            np.sign(values, out=signs)
            signs *= life
            votes += signs
        return _Reached(example, first + len(lives) - 1, values, votes)

    def _keep(self, reached: _Reached) -> None:
        """A keyframe every `interval` updates; every other one goes when they have become many."""
        if reached.update > self._keyframes[-1].update:
            self._keyframes.append(reached)
        if len(self._keyframes) > _MOST_KEYFRAMES:
            self._keyframes = self._keyframes[::2]
            self._interval *= 2
