"""What a projection is: where examples of any number of features are seen on a plane, and the section it stands for.

An example has a place on the plane, whatever its other features are; a boundary is drawn where it cuts the section. So
which side of a drawn line an example is seen on says nothing of its class unless it lies in the section itself.
A person chooses how to look at the features: of the choice, the spread of the data and the present boundary a
projection is made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isqrt
from typing import Any, ClassVar

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


PLANE = 2
"""Features that a plane shows as they are."""


@dataclass(frozen=True, eq=False)
class Projection(ABC):
    """One way to see R^d, d = `d`, at one moment."""

    d: int
    titles: tuple[str, str]
    """What the axes are, → and ↑; the second is empty for a line of numbers."""
    sentence: str
    """Of what the picture is a section; empty where it leaves nothing out."""

    columns: tuple[int, ...]
    """The features on the axes: what a move on the plane changes. None where a move would mean nothing."""

    @property
    @abstractmethod
    def shift(self) -> FloatArray:
        """By how much `reduced` counts the first two coordinates otherwise than the plane does; (2,)."""

    @property
    @abstractmethod
    def beyond(self) -> FloatArray:
        """The coordinates after the second that all points of the section share, as `reduced` counts them."""

    @abstractmethod
    def points(self, X: FloatArray) -> FloatArray:
        """Where examples X (n, d) are drawn; shape (n, 2)."""

    @abstractmethod
    def vectors(self, rows: FloatArray) -> FloatArray:
        """The parts of vectors `rows` (m, d) that lie in the plane; shape (m, 2)."""

    @abstractmethod
    def lift(self, points: FloatArray) -> FloatArray:
        """The points of the section that `points` (m, 2) of the plane stand for; shape (m, d)."""

    @abstractmethod
    def lines(self, weights: FloatArray) -> FloatArray:
        """w·x + b on the section, for rows (w, b) of `weights` (m, d + 1): rows (w₁, w₂, b₀) of shape (m, 3)."""

    @abstractmethod
    def reduced(self, X: FloatArray) -> FloatArray:
        """Coordinates of X (n, d), few of them, that leave all products with points of the section as they are.

        And all distances to them. In these the point of the section for (x, y) is (x + shift₁, y + shift₂, *beyond).
        """

    @abstractmethod
    def same_as(self, other: Projection) -> bool:
        """Whether everything is seen alike."""

    def place(self, x: FloatArray) -> tuple[float, float]:
        across, up = self.points(x[None, :])[0].tolist()
        return across, up

    def line(self, w: FloatArray, b: float) -> tuple[FloatArray, float]:
        """w·x + b on the section, w (d,): (w₁, w₂) and b₀.

        A vector of other features has no line there, and is 0; of one in a feature space there is only its b.
        """
        if len(w) != self.d:
            return np.zeros(PLANE), 0.0 if len(w) else b
        drawn = self.lines(np.append(w, b)[None, :])[0]
        return drawn[:-1], float(drawn[-1])


@dataclass(frozen=True, eq=False)
class WholeProjection(Projection):
    """All the features there are, two or one, in the order of `columns`; nothing is multiplied."""

    @property
    def shift(self) -> FloatArray:
        return np.zeros(PLANE)

    @property
    def beyond(self) -> FloatArray:
        return np.zeros(0)

    def points(self, X: FloatArray) -> FloatArray:
        """Their columns; (n, 2), with 0 for a second where there is none."""
        if self.columns == (0, 1):
            return X
        return X[:, list(self.columns)] if self.d == PLANE else np.column_stack([X, np.zeros(len(X))])

    def vectors(self, rows: FloatArray) -> FloatArray:
        return self.points(rows)

    def lift(self, points: FloatArray) -> FloatArray:
        return points[:, list(self.columns)]

    def lines(self, weights: FloatArray) -> FloatArray:
        return np.column_stack([self.points(weights[:, :-1]), weights[:, -1]])

    def line(self, w: FloatArray, b: float) -> tuple[FloatArray, float]:
        return (w, b) if len(w) == PLANE and self.columns == (0, 1) else super().line(w, b)

    def reduced(self, X: FloatArray) -> FloatArray:
        return X if self.d < PLANE else self.points(X)

    def same_as(self, other: Projection) -> bool:
        """Whether the features and their names are the same."""
        return isinstance(other, WholeProjection) and (self.columns, self.titles) == (other.columns, other.titles)


@dataclass(frozen=True, eq=False)
class SectionProjection(Projection):
    """The section through `origin` (d,) along orthonormal `axes` (2, d), where x and y are 0."""

    axes: FloatArray
    origin: FloatArray

    @property
    def shift(self) -> FloatArray:
        return self.axes @ self.origin

    @property
    def beyond(self) -> FloatArray:
        """How far the section is from 0, and nothing beside it."""
        return np.array([float(np.linalg.norm(self._off)), 0.0])

    def points(self, X: FloatArray) -> FloatArray:
        return X @ self.axes.T - self.shift

    def vectors(self, rows: FloatArray) -> FloatArray:
        return rows @ self.axes.T

    def lift(self, points: FloatArray) -> FloatArray:
        return self.origin + points @ self.axes

    def lines(self, weights: FloatArray) -> FloatArray:
        rows, b = weights[:, :-1], weights[:, -1]
        return np.column_stack([self.vectors(rows), b + rows @ self.origin])

    def reduced(self, X: FloatArray) -> FloatArray:
        """Along the axes, out to the section at right angles, and beside all three: that is a length; (n, 4)."""
        length = float(np.linalg.norm(self._off))
        frame = np.vstack([self.axes, self._off / length if length else self._off])
        along = X @ frame.T
        return np.column_stack([along, np.linalg.norm(X - along @ frame, axis=1)])

    def same_as(self, other: Projection) -> bool:
        return (
            isinstance(other, SectionProjection)
            and (self.titles, self.sentence) == (other.titles, other.sentence)
            and np.array_equal(self.axes, other.axes)
            and np.array_equal(self.origin, other.origin)
        )

    @property
    def _off(self) -> FloatArray:
        """The point of the section nearest to 0."""
        return self.origin - self.shift @ self.axes


@dataclass(frozen=True)
class ViewChoice(ABC):
    """A choice, the same whatever the data are; its fields are plain JSON values."""

    name: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    """What one sees, in a sentence."""
    turns: ClassVar[bool] = False
    """Whether what is seen turns with the boundary."""
    standing: ClassVar[str] = ""
    """Why nothing can be placed or moved there; empty where it can."""

    @abstractmethod
    def fits(self, d: int) -> bool:
        """Whether examples of d features can be looked at so."""

    @abstractmethod
    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """What is seen while w (d,) and b are the boundary; w is None where it has no direction in the features."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.name, **asdict(self)}
