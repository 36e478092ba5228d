"""The vote of a run on a grid at any moment of it: a playhead moves on or back, and only the difference is worked out.

After example t each vector has as many votes as it has survived examples so far (Perceptron 000, Huang 001): the vote
is the sum over the examples 1 … t of the sign that the vector of that moment gives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray
from core.kernels import make_kernel
from core.kernels.gram import GramColumns
from core.plane.fields.expansion import decision_field
from core.plane.fields.grid import Grid
from core.plane.fields.lines import vote_of_lines
from core.plane.projections import Projection
from core.predictors import lives_between
from core.run import Run

_MOST_KEYFRAMES = 32
_LINES, _VALUES = 1 << 13, 1 << 22
"""Lines, and decision values of curves, that are worked out in one step of the work."""


@dataclass(frozen=True, eq=False)
class Reached:
    """The `votes` (q, p) after example t, k updates in; and where they are needed to go on, decision `values` (q·p,).

    It never changes, so what one thread has reached another may go on from.
    """

    example: int
    update: int
    votes: IntArray
    values: FloatArray | None = None


class FollowedVote(ABC):
    """The vote of a run that is recorded, or still being recorded, on a grid. For one thread."""

    def __init__(self, run: Run, grid: Grid, projection: Projection, values_each: int, step: int) -> None:
        self.here = self._start = Reached(0, 0, np.zeros(grid.shape, np.int64))
        """The moment last asked for, or how far the way there has come; or what another has reached on the same grid"""
        self._grid = grid
        self._projection = projection
        self._run = run
        self._history = run.history
        self._values_each = values_each
        self._step = step

    def seek(self, example: int) -> IntArray:
        """`Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` as it stood after example t; shape (q, p)."""
        for _ in self.steps(example):
            pass
        return self.here.votes

    def steps(self, example: int) -> Iterator[None]:
        """The same in steps of some milliseconds, for who may be called off: at the end `here` is there."""
        self.here = self._nearest(example)
        way = 1 if example >= self.here.example else -1
        last = self._history.updates_before(example)
        while self.here.example != example:
            following = self.here.update + way * self._step
            there = way * following >= way * last
            self.here = self._moved(example if there else self._history.example_of(following))
            yield

    def cost(self, example: int) -> int:
        """About how many grid values have to be worked out to get to example t."""
        return (abs(self._history.updates_before(example) - self._nearest(example).update) + 1) * self._values_each

    @abstractmethod
    def _nearest(self, example: int) -> Reached:
        """From where the way to example t is shortest."""

    @abstractmethod
    def _moved(self, example: int) -> Reached:
        """On, or back, to another example."""


def follow_vote(run: Run, grid: Grid, projection: Projection) -> FollowedVote:
    """The vote of `run` on a grid in the section of a `projection`.

    Equal to the vote of `core.predictors` in every point, whatever way the playhead took; over more than two features,
    where points are sums, but for rounding.
    """
    return (_VoteOfLines if run.spec.kernel is None else _VoteOfExpansions)(run, grid, projection)


class _VoteOfLines(FollowedVote):
    """In the space of the data the difference is added, or taken away again: whole numbers leave no rounding."""

    def __init__(self, run: Run, grid: Grid, projection: Projection) -> None:
        crossings = 4 * max(grid.shape)  # a line's, one each row or column
        super().__init__(run, grid, projection, crossings, _LINES)

    def _nearest(self, example: int) -> Reached:
        return self.here if 2 * self._history.updates_before(example) > self.here.update else self._start

    def _moved(self, example: int) -> Reached:
        first, votes = lives_between(self._history, *sorted((self.here.example, example)))
        lines = self._projection.lines(self._history.weights(first, first + len(votes) - 1))
        more = vote_of_lines(self._grid, lines, votes if example > self.here.example else -votes)
        return Reached(example, self._history.updates_before(example), self.here.votes + more)


class _VoteOfExpansions(FollowedVote):
    """In a feature space values are summed in the order of the updates, so the way back begins at a keyframe.

    There is one every `interval` updates; every other one goes when they have become many.
    """

    def __init__(self, run: Run, grid: Grid, projection: Projection) -> None:
        size = grid.shape[0] * grid.shape[1]
        super().__init__(run, grid, projection, size, max(_VALUES // size, 1))
        self._keyframes, self._interval = [self._start], self._step
        bias = bias_feature(run.dataset, run.spec.bias)
        # A length may be a little larger than each of the coordinates it is made of, which may be as large as can be.
        reduced = np.clip(projection.reduced(run.dataset.X), -LARGEST, LARGEST)
        points = grid.seen(projection).points(reduced.shape[1])
        self._columns = GramColumns(Dataset(reduced, run.dataset.y), make_kernel(run.spec), bias, points)

    def _nearest(self, example: int) -> Reached:
        return max(
            (each for each in (*self._keyframes, self.here) if each.example <= example), key=attrgetter("example")
        )

    def _moved(self, example: int) -> Reached:
        """On to a later example, update by update."""
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
    """A rough idea of the vote: few vectors of `run` stand for all, each for the examples since the last.

    They are those after every 2ᵐ-th example and the present one, `most` of them and fewer than twice as many where the
    run is long. So from one moment to the next they stay, and what they say together is kept.
    """

    def __init__(self, run: Run, grid: Grid, projection: Projection, most: int) -> None:
        self._run, self._grid, self._projection = run, grid, projection
        self._most = most
        self._signs: dict[int, NDArray[np.int8]] = {}
        self._every = 0
        self._sums: list[NDArray[np.int16]] = []
        """of the signs after the first none, one, two … of those examples"""

    def at(self, example: int) -> IntArray:
        """After example t; shape (q, p)."""
        every = 1 << max((example // self._most).bit_length() - 1, 0)
        if every != self._every:
            self._every, self._sums = every, [np.zeros(self._grid.shape, np.int16)]
        whole, rest = divmod(example, every)
        for moment in range(len(self._sums) * every, example + 1, every):
            if moment not in self._signs:
                self._signs[moment] = self._sign(moment)
            self._sums.append(self._sums[-1] + self._signs[moment])
        total: IntArray = self._sums[whole] * np.int64(every)
        if rest:
            total += self._sign(example) * np.int64(rest)
        return total

    def _sign(self, example: int) -> NDArray[np.int8]:
        """Where the vector of that moment is above 0 and where below; 0 where it is no number."""
        history = self._run.history
        decision = self._run.space.at(history, history.updates_before(example))
        field = decision_field(decision, self._projection, self._grid)
        return (field > 0).view(np.int8) - (field < 0).view(np.int8)
