"""Where examples lie and in which directions they spread: what a view of them is made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.datasets.transforms import mean_of

_PRODUCTS = 20_000_000
"""Multiplications that finding the directions may take: some milliseconds."""

_MOST_DIRECTIONS = 100
"""Directions among which the widest is found within a millisecond or two."""


@dataclass(frozen=True, eq=False)
class Spread:
    """Of the examples of a dataset. Worked out when it is first asked for."""

    dataset: Dataset

    @cached_property
    def middle(self) -> FloatArray:
        """The mean of each feature, (d,); 0 where there are no examples."""
        X = self.dataset.X
        return mean_of(X) if len(X) else np.zeros(self.dataset.d)

    @cached_property
    def counted(self) -> int:
        """How many of the examples the directions are of: where n or d is large, as many as a moment allows."""
        n, d = self.dataset.n, self.dataset.d
        few = _PRODUCTS // (d * d) if d <= _MOST_DIRECTIONS else min(isqrt(_PRODUCTS // d), _MOST_DIRECTIONS)
        return min(n, max(few, 2))

    @cached_property
    def principal(self) -> tuple[FloatArray, FloatArray]:
        """Orthonormal directions (r, d), r ≥ 2 where d is, the widest first, and the variance along each (r,).

        They hold all examples that were `counted`, which are taken evenly from all; the variances are in units of the
        largest, so that they neither overflow nor vanish.
        """
        n, d = self.dataset.n, self.dataset.d
        chosen = np.arange(self.counted) * n // max(self.counted, 1)
        centred = self.dataset.X[chosen] - self.middle
        size = float(np.abs(centred).max(initial=0.0))
        centred /= size if size > 0 else 1.0
        if d <= _MOST_DIRECTIONS:
            variances, columns = np.linalg.eigh(centred.T @ centred)
            return _outward(columns.T[::-1]), np.maximum(variances[::-1], 0.0)
        padded = np.vstack([centred, np.zeros((max(2 - len(centred), 0), d))])
        _, lengths, rows = np.linalg.svd(padded, full_matrices=False)
        return _outward(rows), lengths * lengths

    def widest_beside(self, direction: FloatArray) -> FloatArray:
        """The unit vector (d,) along which the examples vary most among those at right angles to a unit `direction`.

        The first principal direction of what is left of the examples without that direction. Of the two that are
        opposite it is the one that goes with the widest direction of all.
        """
        axes, variances = self.principal
        within = axes @ direction
        beside = direction - within @ axes
        length = float(np.linalg.norm(beside))
        if length > 1e-8:  # else the direction is a sum of the axes, but for rounding
            axes, variances = np.vstack([axes, beside / length]), np.append(variances, 0.0)
            within = np.append(within, length)
        moved = variances * within
        left = np.diag(variances) - np.outer(moved, within) - np.outer(within, moved)
        # What lies along the direction itself is made the least of all, so that it is never found.
        left += (float(moved @ within) - float(variances.max(initial=0.0)) - 1.0) * np.outer(within, within)
        found = np.linalg.eigh(left)[1][:, -1]
        leading = found[np.argmax(np.abs(found) > 1e-8)]
        widest: FloatArray = (found if leading > 0 else -found) @ axes
        widest -= (widest @ direction) * direction
        return widest / np.linalg.norm(widest)


def _outward(axes: FloatArray) -> FloatArray:
    """Each with its largest coordinate positive: of the two that are opposite the same on every machine."""
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
    return np.where(largest < 0, -axes, axes)
