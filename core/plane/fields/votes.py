"""The vote of a run on a grid at any moment; a move of the playhead computes only the difference.

After example t each vector has one vote for each example that it has survived (Perceptron 000, Huang 001). So the vote
is the sum, over the examples 1 … t, of the sign given by the vector of that moment.
"""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.compiled import Ruled, library, loops
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray
from core.kernels import GramColumns, Kernel
from core.plane.fields.grid import Grid, GridAxis, decision_field
from core.plane.projections import Projection
from core.predictors import lives_between
from core.run import Run

_ONE = 1 << 32
"""A grid step in fixed-point arithmetic."""

_SCALES = (1e-250, 1e250)
"""The range of scales in which products neither underflow nor overflow."""

_AT_ONCE = 1 << 15
"""Crossings processed at a time, so that they stay in the second cache of the processor."""


def vote_of_lines(grid: Grid, weights: ArrayLike, votes: ArrayLike) -> IntArray:
    """Return `Σ votes·sign(w₁x + w₂y + b)` with sign(0) = 0 over `weights` (K, 3); shape (q, p).

    The result equals the sum line by line, in the arithmetic of a run, while no sum of |votes| passes 2⁵³. An evenly
    spaced grid is fast with the loops in C; else every activation is computed. Raise ValueError if the shapes disagree.

    In the binding arithmetic an activation never decreases along a grid row, or never increases: every product and sum
    is rounded, and rounding keeps order. So along a row a line votes −c up to a crossing and +c from there on, or the
    other way round, and only a grid point at the crossing itself may be a tie. Crossings come from one division a line
    and a fixed-point step a row. One that lies nearer to a grid point than errors of rounding reach says nothing about
    that point: there the sign of the activation itself is taken. Lines that are steeper than a diagonal of the grid's
    cells are followed from row to row, the others from column to column.
    """
    table, counts = np.asarray(weights, np.float64), np.asarray(votes, np.float64)
    if table.ndim != 2 or table.shape[1] != 3 or counts.shape != table.shape[:1]:
        raise ValueError(f"weights {table.shape} and votes {counts.shape}; give (K, 3) and (K,)")
    lines = np.array([*table.T, counts])
    across, up = np.abs(lines[0]), np.abs(lines[1])
    reach = across * grid.x.reach + up * grid.y.reach
    flat = np.abs(lines[2]) >= 2 * reach  # The line has the same sign at all points.
    swift = loops() is not None and _doubt(grid) < 0.125
    regular = ~flat & swift & (_SCALES[0] < reach) & (reach < _SCALES[1])
    steep = across * grid.x.step >= up * grid.y.step
    total = np.full(grid.shape, float(lines[3, flat] @ np.sign(lines[2, flat])))
    _add_each(total, grid, lines[:, ~flat & ~regular])
    for sums, chosen, order, axes in (
        (total, regular & steep, (0, 1, 2, 3), (grid.x, grid.y)),
        (total.T, regular & ~steep, (1, 0, 2, 3), (grid.y, grid.x)),
    ):
        if chosen.any():
            _sweep(sums, *axes, int(_doubt(grid) * _ONE) + len(axes[1]) + 2, lines[order, :][:, chosen])
    return np.asarray(np.rint(total).astype(np.int64))


def _doubt(grid: Grid) -> float:
    """Return an upper bound of the distance, in steps, between a computed crossing and the true one."""
    distance = grid.x.reach / grid.x.step + grid.y.reach / grid.y.step
    # The largest error of a crossing, relative to the distance of the grid from 0 in steps.
    rounding = 64 * float(np.finfo(np.float64).eps)
    return grid.x.crooked + grid.y.crooked + rounding * (distance + len(grid.x) + len(grid.y))


def _add_each(total: FloatArray, grid: Grid, lines: FloatArray) -> None:
    """Add the votes of `lines` (4, K) by computing every activation."""
    # Activations held in memory at a time.
    size = max((1 << 20) // total.size, 1)
    for start in range(0, lines.shape[1], size):
        u, v, b, votes = lines[:, start : start + size]
        values = (u[:, None] * grid.x.values)[:, None, :] + (v[:, None] * grid.y.values)[:, :, None]
        values += b[:, None, None]
        total += np.tensordot(votes, np.sign(values), 1)


def _sweep(total: FloatArray, along: GridAxis, across: GridAxis, doubt: int, lines: FloatArray) -> None:
    """Add the votes of `lines` (4, K), u·along + v·across + b and votes, to `total` (rows, places), row by row, in C.

    Each line is at most as steep as a diagonal of the cells, so from row to row its crossing moves by at most one step.
    `doubt` is the error of a crossing in fixed-point arithmetic: nearer to it the sign of the activation is computed.
    """
    (u, v, b, votes), (rows, places) = lines, total.shape
    first = (-(b + v * across.values[0]) / u - along.values[0]) / along.step
    move = -(v * across.step) / (u * along.step)
    last = first + move * (rows - 1)
    turned = votes * np.sign(u)
    beyond = np.minimum(first, last) > places - 0.5
    ahead = np.maximum(first, last) < -0.5
    total += turned[ahead].sum() - turned[~ahead].sum()
    met = np.flatnonzero(~beyond & ~ahead)
    turns = np.zeros((rows, places + 1))
    ruled = Ruled(along.values.ctypes.data, across.values.ctypes.data, len(along), len(across), doubt)
    for start in range(0, len(met), _AT_ONCE):
        part = met[start : start + _AT_ONCE]
        steps = np.rint(move[part] * _ONE).astype(np.int64)
        crossings = np.rint((first[part] + 1) * _ONE).astype(np.int64) + doubt
        library().turn(np.ascontiguousarray(lines[:, part]), len(steps), crossings, steps, ctypes.byref(ruled), turns)
    # Each turn is half the change of the votes.
    total += 2 * np.cumsum(turns, axis=1)[:, :places]


_MOST_KEYFRAMES = 32
_LINES, _VALUES = 1 << 13, 1 << 22
"""Lines, and decision values of curves, that one step of the work computes."""


@dataclass(frozen=True, eq=False)
class Reached:
    """The `votes` (q, p) after example t, k updates, and the decision `values` (q·p,) if needed to go on; frozen."""

    example: int
    update: int
    votes: IntArray
    values: FloatArray | None = None


class FollowedVote(ABC):
    """The vote of a run on a grid, at any moment; the run may still grow. For use in one thread."""

    def __init__(self, run: Run, grid: Grid, projection: Projection, values_each: int, step: int) -> None:
        self.here = self._start = Reached(0, 0, np.zeros(grid.shape, np.int64))
        """The last moment reached, here or by another vote on the same grid."""
        self._run, self._history, self._grid, self._projection = run, run.history, grid, projection
        self._values_each, self._step = values_each, step

    def seek(self, example: int) -> IntArray:
        """Return `Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` after example t; shape (q, p)."""
        for _ in self.steps(example):
            pass
        return self.here.votes

    def steps(self, example: int) -> Iterator[None]:
        """Compute the same in steps of some milliseconds, so that the work can be cancelled; `here` is the result."""
        self.here = self._nearest(example)
        way = 1 if example >= self.here.example else -1
        last = self._history.updates_before(example)
        while self.here.example != example:
            following = self.here.update + way * self._step
            there = way * following >= way * last
            self.here = self._moved(example if there else self._history.example_of(following))
            yield

    def cost(self, example: int) -> int:
        """Return roughly how many grid values must be computed to reach example t."""
        return (abs(self._history.updates_before(example) - self._nearest(example).update) + 1) * self._values_each

    @abstractmethod
    def _nearest(self, example: int) -> Reached:
        """Return the moment from which the way to example t is shortest."""

    @abstractmethod
    def _moved(self, example: int) -> Reached:
        """Return the vote after another example, later or earlier."""


def follow_vote(run: Run, grid: Grid, projection: Projection) -> FollowedVote:
    """Return the vote of `run` on a grid in the section of a `projection`; rounded with more than two features."""
    if run.space.kernel is not None:
        return _VoteOfExpansions(run, run.space.kernel, grid, projection)
    return _VoteOfLines(run, grid, projection)


class _VoteOfLines(FollowedVote):
    """The vote in the space of the data. Differences are added or removed; whole numbers need no rounding."""

    def __init__(self, run: Run, grid: Grid, projection: Projection) -> None:
        # A line crosses each row or each column once.
        super().__init__(run, grid, projection, 4 * max(grid.shape), _LINES)

    def _nearest(self, example: int) -> Reached:
        return self.here if 2 * self._history.updates_before(example) > self.here.update else self._start

    def _moved(self, example: int) -> Reached:
        first, votes = lives_between(self._history, *sorted((self.here.example, example)))
        lines = self._projection.lines(self._history.weights_per_rate(first, first + len(votes) - 1))
        more = vote_of_lines(self._grid, lines, votes if example > self.here.example else -votes)
        return Reached(example, self._history.updates_before(example), self.here.votes + more)


class _VoteOfExpansions(FollowedVote):
    """The vote in a feature space, summed in the order of the updates from a keyframe every `interval` updates."""

    def __init__(self, run: Run, kernel: Kernel, grid: Grid, projection: Projection) -> None:
        size = grid.shape[0] * grid.shape[1]
        super().__init__(run, grid, projection, size, max(_VALUES // size, 1))
        self._keyframes, self._interval = [self._start], self._step
        bias = bias_feature(run.dataset, run.spec.bias)
        # The length of an example can exceed each of its coordinates, which can be as large as floats allow.
        reduced = np.clip(projection.reduced(run.dataset.X), -LARGEST, LARGEST)
        points = grid.seen(projection).points(reduced.shape[1])
        self._columns = GramColumns(Dataset(reduced, run.dataset.y), kernel, bias, points)

    def _nearest(self, example: int) -> Reached:
        before = (each for each in (*self._keyframes, self.here) if each.example <= example)
        return max(before, key=attrgetter("example"))

    def _moved(self, example: int) -> Reached:
        here = self.here
        first, lives = lives_between(self._history, here.example, example)
        values = np.zeros(here.votes.size) if here.values is None else here.values.copy()
        votes, stop = lives[0] * np.sign(values), first + len(lives) - 1
        sizes = self._history.sizes(first, stop) if self._run.rule.sized else np.ones(stop - first)
        self._columns.vote(self._history.index(first, stop), sizes, lives[1:].astype(np.float64), values, votes)
        whole = here.votes + np.rint(np.nan_to_num(votes)).astype(np.int64).reshape(here.votes.shape)
        reached = Reached(example, stop, whole, values)
        if stop >= self._keyframes[-1].update + self._interval:
            self._keyframes.append(reached)
        if len(self._keyframes) > _MOST_KEYFRAMES:
            self._keyframes = self._keyframes[::2]
            self._interval *= 2
        return reached


class SampledVote:
    """An approximate vote: a few vectors of `run` represent all, each for the examples since the last one.

    They are the vectors after every 2ᵐ-th example and the current one; for a long run at least `most` and fewer than
    twice as many. From one moment to the next most of them stay, and so does their sum.
    """

    def __init__(self, run: Run, grid: Grid, projection: Projection, most: int) -> None:
        self._run, self._grid, self._projection = run, grid, projection
        self._most = most
        self._signs: dict[int, NDArray[np.int8]] = {}
        self._every = 0
        self._sums: list[NDArray[np.int16]] = []
        """Sums of the signs after none, one, two … of those examples."""

    def at(self, example: int) -> IntArray:
        every = 1 << max((example // self._most).bit_length() - 1, 0)
        if every != self._every:
            self._every, self._sums = every, [np.zeros(self._grid.shape, np.int16)]
        whole, rest = divmod(example, every)
        for moment in range(len(self._sums) * every, example + 1, every):
            if moment not in self._signs:
                self._signs[moment] = self._sign(moment)
            self._sums.append(self._sums[-1] + self._signs[moment])
        total: IntArray = self._sums[whole] * np.int64(every)
        return total + self._sign(example) * np.int64(rest) if rest else total

    def _sign(self, example: int) -> NDArray[np.int8]:
        """Return the sign of the vector's decision value at each point; 0 if the value is not a number."""
        history = self._run.history
        decision = self._run.space.at(history, history.updates_before(example))
        field = decision_field(decision, self._projection, self._grid)
        return (field > 0).view(np.int8) - (field < 0).view(np.int8)
