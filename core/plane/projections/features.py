"""Two features on the axes, or the only one there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import number
from core.plane.projections.projection import PLANE, Projection, reduced_by
from core.plane.projections.spread import Spread
from core.plane.projections.view_choice import ViewChoice

_MOST_TOLD = 2
"""Means that are written out; of more the number is told."""


@dataclass(frozen=True, eq=False)
class FeatureProjection(Projection):
    """The features `shown`, two of them or the only one, as they are; in the section the rest are as in `others` (d,).

    That is 0 for those shown. Nothing is multiplied where two columns or one say it all.
    """

    shown: tuple[int, ...]
    others: FloatArray

    @property
    def columns(self) -> tuple[int, ...]:
        """Those on the axes."""
        return self.shown

    @property
    def beyond(self) -> FloatArray:
        """How far the section is from 0, and nothing beside it."""
        return super().beyond if self.d <= PLANE else np.array([float(np.linalg.norm(self.others)), 0.0])

    def points(self, X: FloatArray) -> FloatArray:
        """Their columns; (n, 2), with 0 for a second where there is none."""
        return self._chosen(X)

    def vectors(self, rows: FloatArray) -> FloatArray:
        """The same columns."""
        return self._chosen(rows)

    def lift(self, points: FloatArray) -> FloatArray:
        """The others as they are in the section."""
        X = np.tile(self.others, (len(points), 1))
        X[:, list(self.shown)] = points[:, : len(self.shown)]
        return X

    def lines(self, weights: FloatArray) -> FloatArray:
        """The columns of w, and with b what the others add."""
        rows, b = weights[:, :-1], weights[:, -1]
        return np.column_stack([self._chosen(rows), b if self.d <= PLANE else b + rows @ self.others])

    def line(self, w: FloatArray, b: float) -> tuple[FloatArray, float]:
        """w itself where that is all there is."""
        if len(w) == self.d == PLANE and self.shown == (0, 1):
            return w, b
        return super().line(w, b)

    def reduced(self, X: FloatArray) -> FloatArray:
        """As they are where there are no others; else (n, 4)."""
        if self.d < PLANE:
            return X
        if self.d == PLANE:
            return self._chosen(X)
        axes = np.zeros((PLANE, self.d))
        axes[range(PLANE), self.shown] = 1.0
        return reduced_by(X, axes, self.others)

    def same_as(self, other: Projection) -> bool:
        """Whether the features, their names and the section are the same."""
        return (
            isinstance(other, FeatureProjection)
            and (self.shown, self.titles, self.sentence) == (other.shown, other.titles, other.sentence)
            and np.array_equal(self.others, other.others)
        )

    def _chosen(self, rows: FloatArray) -> FloatArray:
        if self.shown == (0, 1):
            return rows if self.d == PLANE else rows[:, :PLANE]
        chosen = rows[:, list(self.shown)]
        return chosen if len(self.shown) == PLANE else np.column_stack([chosen, np.zeros(len(rows))])


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
        """Whether there are such features."""
        return max(self.across, self.up) < d

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """The two; where there are others, the section at their means."""
        dataset, shown = spread.dataset, (self.across, self.up)
        titles = dataset.features[self.across], dataset.features[self.up]
        if dataset.d <= PLANE:
            return FeatureProjection(dataset.d, titles, "", shown, np.zeros(dataset.d))
        others = spread.middle.copy()
        others[list(shown)] = 0.0
        return FeatureProjection(dataset.d, titles, _told(dataset, shown, others), shown, others)


@dataclass(frozen=True)
class NumberLine(ViewChoice):
    """The only feature as a line of numbers, on which a boundary is a point."""

    name: ClassVar[str] = "line"
    title: ClassVar[str] = "A line of numbers"
    meaning: ClassVar[str] = "The boundary is a point of it, drawn as an upright line."

    def fits(self, d: int) -> bool:
        """Whether there is but one feature."""
        return d == 1

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """Every example at the height 0."""
        return FeatureProjection(1, (spread.dataset.features[0], ""), "", (0,), np.zeros(1))


def _told(dataset: Dataset, shown: Sequence[int], others: FloatArray) -> str:
    """What the section is at, with the means of the first features that are not shown."""
    rest = dataset.d - len(shown)
    told = islice((j for j in range(dataset.d) if j not in shown), _MOST_TOLD)
    means = ", ".join(f"{dataset.features[j]} {number(float(others[j]), 3)}" for j in told)
    more = f" and {rest - _MOST_TOLD:,} more" if rest > _MOST_TOLD else ""
    where = "the mean of the other feature" if rest == 1 else f"the means of the other {rest:,} features"
    return f"Section at {where}: {means}{more}. Marks tell who is wrong, not the side they are drawn on"
