"""The vote of a run on a grid at any moment of it: a playhead moves on or back, and only the difference is worked out.

After example t each vector has as many votes as it has survived examples so far (000, 001): the vote is the sum over
the examples 1 … t of the sign that the vector of that moment gives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray
from core.kernels import make_kernel
from core.kernels.gram import GramColumns
from core.plane.fields.grid import Grid
from core.plane.fields.lines import VoteField
from core.plane.projections import Projection, first_features
from core.predictors import lives_between
from core.record.kernel import KernelHistory
from core.run import Run

_LINES = 1 << 13
"""Lines counted in one step of the work."""

_VALUES = 1 << 22
"""Decision values worked out in one step of the work."""

_FIRST_INTERVAL = 128
_MOST_KEYFRAMES = 32


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

    def __init__(self, run: Run, grid: Grid, projection: Projection) -> None:
        self.grid = grid
        self._projection = projection
        self._run = run
        self._history = run.history
        self._here = self._start()
        self._keyframes = [self._here]
        self._interval = _FIRST_INTERVAL

    @property
    def here(self) -> Reached:
        """The moment last asked for, or how far the way there has come."""
        return self._here

    def seek(self, example: int) -> IntArray:
        """`Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` as it stood after example t; shape (q, p).

        Raises IndexError beyond the record.
        """
        for _ in self.steps(example):
            pass
        return self._here.votes

    def steps(self, example: int) -> Iterator[None]:
        """The same in steps of some milliseconds, for who may be called off: at the end `here` is there."""
        if not 0 <= example <= self._history.examples:
            raise IndexError(f"example {example} of {self._history.examples}")
        self._here = self._nearest(example)
        size, forward = self._step_length(), example >= self._here.example
        while self._here.example != example:
            k, last = self._here.update, self._history.updates_before(example)
            if forward:
                following = min(k + size, (k // self._interval + 1) * self._interval)
                target = self._history.example_of(following) if following <= last else example
            else:
                target = max(self._history.example_of(max(k - size, 0)), example)
            self._here = self._moved(self._here, target)
            if forward:
                self._keep(self._here)
            yield

    def cost(self, example: int) -> float:
        """About how many grid values have to be worked out to get to example t."""
        updates = abs(self._history.updates_before(example) - self._nearest(example).update) + 1
        return updates * self._values_each()

    def adopt(self, reached: Reached) -> None:
        """Go on from what another has reached on the same grid."""
        self._here = reached

    def _keep(self, reached: Reached) -> None:
        """A keyframe every `interval` updates; every other one goes when they have become many."""
        if reached.update >= self._keyframes[-1].update + self._interval:
            self._keyframes.append(reached)
        if len(self._keyframes) > _MOST_KEYFRAMES:
            self._keyframes = self._keyframes[::2]
            self._interval *= 2

    def _start(self) -> Reached:
        return Reached(0, 0, np.zeros(self.grid.shape, np.int64))

    @abstractmethod
    def _nearest(self, example: int) -> Reached:
        """From where the way to example t is shortest."""

    @abstractmethod
    def _moved(self, reached: Reached, example: int) -> Reached:
        """On to another example."""

    @abstractmethod
    def _values_each(self) -> float:
        """About how many grid values an update takes."""

    @abstractmethod
    def _step_length(self) -> int:
        """How many updates make a step of the work."""


def follow_vote(run: Run, xs: ArrayLike, ys: ArrayLike, projection: Projection | None = None) -> FollowedVote:
    """The vote of `run` on the grid `xs` (p,) × `ys` (q,). Raises ValueError unless both are strictly increasing.

    Equal to the vote of `core.predictors` in every point, whatever way the playhead took; in the section of a
    `projection` over more than two features, where points are sums, but for rounding. None: the first two features, the
    others 0.
    """
    kind = _VoteOfLines if run.spec.kernel is None else _VoteOfExpansions
    return kind(run, Grid.of(xs, ys), projection or first_features(run.dataset))


class _VoteOfLines(FollowedVote):
    """In the space of the data the difference is added, or taken away again: whole numbers leave no rounding."""

    def _nearest(self, example: int) -> Reached:
        update = self._history.updates_before(example)
        return min((self._here, *self._keyframes), key=lambda reached: abs(reached.update - update))

    def _moved(self, reached: Reached, example: int) -> Reached:
        first, votes = lives_between(self._history, *sorted((reached.example, example)))
        field = VoteField(self.grid, reached.votes)
        weights = self._history.weights(first, first + len(votes) - 1)
        field.extend(self._projection.lines(weights), votes if example > reached.example else -votes)
        return Reached(example, self._history.updates_before(example), field.votes)

    def _values_each(self) -> float:
        return 4.0 * max(self.grid.shape)  # a line's crossings, one each row or column

    def _step_length(self) -> int:
        return _LINES


class _VoteOfExpansions(FollowedVote):
    """In a feature space values are summed in the order of the updates, so the way back begins at a keyframe."""

    def __init__(self, run: Run, grid: Grid, projection: Projection) -> None:
        super().__init__(run, grid, projection)
        bias = bias_feature(run.dataset, run.spec.bias)
        # A length may be a little larger than each of the coordinates it is made of, which may be as large as can be.
        reduced = np.clip(projection.reduced(run.dataset.X), -LARGEST, LARGEST)
        points = grid.seen(projection).points(reduced.shape[1])
        self._columns = GramColumns(Dataset(reduced, run.dataset.y), make_kernel(run.spec), bias, points)

    def _start(self) -> Reached:
        votes = np.zeros(self.grid.shape, np.int64)
        return Reached(0, 0, votes, np.zeros(votes.size))

    def _nearest(self, example: int) -> Reached:
        earlier = [reached for reached in (*self._keyframes, self._here) if reached.example <= example]
        return max(earlier, key=attrgetter("example"))

    def _moved(self, reached: Reached, example: int) -> Reached:
        """On to a later example, update by update."""
        first, lives = lives_between(self._history, reached.example, example)
        values = np.zeros(self.grid.shape).ravel() if reached.values is None else reached.values.copy()
        votes = lives[0] * np.sign(values)
        signs, stop = np.empty_like(values), first + len(lives) - 1
        index, sizes = self._history.index(first, stop), self._sizes(first, stop)
        for row, size, life in zip(index.tolist(), sizes.tolist(), lives[1:].tolist(), strict=True):
            column = self._columns.column(row)
            with np.errstate(over="ignore", invalid="ignore"):  # far from all examples: then it has no sign there
                values += column if size == 1.0 else size * column
                np.sign(values, out=signs)
            signs *= life
            votes += signs
        whole = reached.votes + np.rint(np.nan_to_num(votes)).astype(np.int64).reshape(self.grid.shape)
        return Reached(example, stop, whole, values)

    def _sizes(self, start: int, stop: int) -> FloatArray:
        """τ of updates start+1 … stop."""
        if self._run.rule.sized and isinstance(self._history, KernelHistory):
            return self._history.sizes(start, stop)
        return np.ones(stop - start)

    def _values_each(self) -> float:
        return float(self.grid.shape[0] * self.grid.shape[1])

    def _step_length(self) -> int:
        return max(_VALUES // (self.grid.shape[0] * self.grid.shape[1]), 1)
