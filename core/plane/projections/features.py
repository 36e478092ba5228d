"""Two features on the axes, or the only one there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import number
from core.plane.projections.projection import PLANE, Projection, SectionProjection, ViewChoice, WholeProjection
from core.plane.projections.spread import Spread

_MOST_TOLD = 2
"""Means that are written out; of more the number is told."""


@dataclass(frozen=True)
class Pair(ViewChoice):
    """Features number `across` (→) and `up` (↑), from 0; the others at their means.

    Raises TypeError for what is no whole number, ValueError for numbers below 0 or twice the same.
    """

    across: int = 0
    up: int = 1

    name: ClassVar[str] = "features"
    title: ClassVar[str] = "Two features"
    meaning: ClassVar[str] = "The boundary is drawn where the other features have their means."

    def __post_init__(self) -> None:
        if any(type(column) is not int for column in (self.across, self.up)):
            raise TypeError(f"{self.across!r} and {self.up!r} number two features; whole numbers are expected")
        if min(self.across, self.up) < 0 or self.across == self.up:
            raise ValueError(f"{self.across} and {self.up} number two features; two different ones are expected")

    def fits(self, d: int) -> bool:
        return max(self.across, self.up) < d

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """The two; where there are others, the section at their means."""
        dataset, shown = spread.dataset, (self.across, self.up)
        titles = dataset.features[self.across], dataset.features[self.up]
        if dataset.d <= PLANE:
            return WholeProjection(dataset.d, titles, "", shown)
        others, axes = spread.middle.copy(), np.zeros((PLANE, dataset.d))
        others[list(shown)], axes[range(PLANE), shown] = 0.0, 1.0
        return SectionProjection(dataset.d, titles, _told(dataset, shown, others), shown, axes, others)


@dataclass(frozen=True)
class NumberLine(ViewChoice):
    """The only feature as a line of numbers, on which a boundary is a point."""

    name: ClassVar[str] = "line"
    title: ClassVar[str] = "A line of numbers"
    meaning: ClassVar[str] = "The boundary is a point of it, drawn as an upright line."

    def fits(self, d: int) -> bool:
        return d == 1

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        return WholeProjection(1, (spread.dataset.features[0], ""), "", (0,))


def _told(dataset: Dataset, shown: Sequence[int], others: FloatArray) -> str:
    """What the section is at, with the means of the first features that are not shown."""
    rest = dataset.d - len(shown)
    told = islice((j for j in range(dataset.d) if j not in shown), _MOST_TOLD)
    means = ", ".join(f"{dataset.features[j]} {number(float(others[j]), 3)}" for j in told)
    more = f" and {rest - _MOST_TOLD:,} more" if rest > _MOST_TOLD else ""
    where = "the mean of the other feature" if rest == 1 else f"the means of the other {rest:,} features"
    return f"Section at {where}: {means}{more}. Marks tell who is wrong, not the side they are drawn on"
