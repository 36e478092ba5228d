"""A rough idea of a run's vote on a grid, soon had, and at one moment after another sooner still."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.plane.fields.decision import decision_field
from core.plane.fields.grid import Grid
from core.plane.projections import Projection, first_features
from core.run import Run


class SampledVote:
    """The vote of few vectors of `run` on the grid `xs` (p,) × `ys` (q,): each stands for the examples since the last.

    They are those after every 2ᵐ-th example and the present one, `most` of them and fewer than twice as many where the
    run is long. So from one moment to the next they stay, and what they say is kept: whole numbers, so that it does not
    show. Raises ValueError unless the coordinates are strictly increasing.
    """

    def __init__(self, run: Run, xs: ArrayLike, ys: ArrayLike, most: int, projection: Projection | None = None) -> None:
        self.grid = Grid.of(xs, ys)
        self._run = run
        self._projection = projection or first_features(run.dataset)
        self._most = most
        self._signs: dict[int, NDArray[np.int8]] = {}
        self._sum: tuple[int, int, IntArray] = 1, 0, np.zeros(self.grid.shape, np.int64)

    def at(self, example: int) -> FloatArray:
        """After example t; shape (q, p)."""
        every = 1 << max((example // self._most).bit_length() - 1, 0)
        whole = example // every
        rest = example - whole * every
        total = every * self._summed(every, whole)
        if rest:
            total += rest * self._sign(example).astype(np.int64)
        return total.astype(np.float64)

    def _summed(self, every: int, whole: int) -> IntArray:
        """The signs after the first `whole` multiples of `every` example added up."""
        known, count, total = self._sum
        if known != every or count > whole:
            count, total = 0, np.zeros(self.grid.shape, np.int64)
        for number in range(count + 1, whole + 1):
            total = total + self._kept_sign(number * every)
        self._sum = every, whole, total
        return total

    def _kept_sign(self, example: int) -> NDArray[np.int8]:
        if example not in self._signs:
            self._signs[example] = self._sign(example)
        return self._signs[example]

    def _sign(self, example: int) -> NDArray[np.int8]:
        history = self._run.history
        decision = self._run.space.at(history, history.updates_before(example))
        return np.sign(np.nan_to_num(decision_field(decision, self._projection, self.grid))).astype(np.int8)
