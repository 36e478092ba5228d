"""Along w: how far each example is from the present boundary, against the direction of most spread beside that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.datasets.arithmetic import activations
from core.datasets.dataset import LARGEST, FloatArray
from core.plane.projections.projection import PLANE, Projection, reduced_by
from core.plane.projections.spread import Spread
from core.plane.projections.view_choice import ViewChoice

_SHORTEST, _LONGEST = 1e-280, 1e280
"""Lengths of w that quotients neither lose nor blow up."""


@dataclass(frozen=True, eq=False)
class Boundary:
    """w·x + b = 0 with ‖w‖ = `length`."""

    w: FloatArray
    b: float
    length: float

    def distances(self, X: FloatArray) -> FloatArray:
        """The signed distance (w·x + b)/‖w‖ of examples X (n, d), its sum in the binding order; shape (n,)."""
        return activations(X, self.w, self.b) / self.length


@dataclass(frozen=True, eq=False)
class TurnedProjection(Projection):
    """The section through `origin` (d,) along orthonormal `axes` (2, d), where x and y are 0.

    Of a `boundary` the first axis is the direction, and x its distance.
    """

    axes: FloatArray
    origin: FloatArray
    boundary: Boundary | None

    @property
    def shift(self) -> FloatArray:
        """What the origin has along the axes."""
        shift: FloatArray = self.axes @ self.origin
        return shift

    @property
    def beyond(self) -> FloatArray:
        """How far the section is from 0, and nothing beside it."""
        return np.array([float(np.linalg.norm(self._off)), 0.0])

    def points(self, X: FloatArray) -> FloatArray:
        """At right angles onto the section; the distances as they are."""
        points = X @ self.axes.T - self.shift
        if self.boundary is not None:
            points[:, 0] = self.boundary.distances(X)
        return points

    def vectors(self, rows: FloatArray) -> FloatArray:
        """Their parts along the axes."""
        parts: FloatArray = rows @ self.axes.T
        return parts

    def lift(self, points: FloatArray) -> FloatArray:
        """Out from the origin along both axes."""
        lifted: FloatArray = self.origin + points @ self.axes
        return lifted

    def lines(self, weights: FloatArray) -> FloatArray:
        """The parts of w, and what it is at the origin."""
        rows, b = weights[:, :-1], weights[:, -1]
        return np.column_stack([self.vectors(rows), b + rows @ self.origin])

    def reduced(self, X: FloatArray) -> FloatArray:
        """Along the axes, out to the section, and beside it; (n, 4)."""
        return reduced_by(X, self.axes, self._off)

    def same_as(self, other: Projection) -> bool:
        """Whether axes, origin and names are the same."""
        return (
            isinstance(other, TurnedProjection)
            and (self.titles, self.sentence) == (other.titles, other.sentence)
            and np.array_equal(self.axes, other.axes)
            and np.array_equal(self.origin, other.origin)
        )

    @property
    def _off(self) -> FloatArray:
        """The point of the section nearest to 0."""
        off: FloatArray = self.origin - self.shift @ self.axes
        return off


@dataclass(frozen=True)
class AlongW(ViewChoice):
    """→ the signed distance from the present boundary, ↑ the first principal direction of the rest."""

    name: ClassVar[str] = "along w"
    title: ClassVar[str] = "Along w"
    meaning: ClassVar[str] = (
        "→ is how far each example is from the boundary of w, ↑ the first principal direction of the rest. "
        "It turns with w from update to update; nothing can be placed or moved in it."
    )
    turns: ClassVar[bool] = True
    standing: ClassVar[str] = (
        "Along w a place stands for many examples, so nothing is placed or moved; "
        "View ▸ Features to Show puts two features on the axes"
    )

    def fits(self, d: int) -> bool:
        """Whether there is a direction beside w."""
        return d >= PLANE

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """The section through the mean; where w has no direction, or its boundary is out of reach, a principal one."""
        length = 0.0 if w is None else math.hypot(*w.tolist())
        if w is None or not _SHORTEST < length < _LONGEST:
            return self._undirected(spread)
        boundary = Boundary(w, b, length)
        distance = float(boundary.distances(spread.middle[None, :])[0])
        if abs(distance) > LARGEST:
            return self._undirected(spread)
        direction = w / length
        axes = np.stack([direction, spread.widest_beside(direction)])
        origin = spread.middle - distance * direction
        titles = "distance from the boundary", "first principal direction of the rest"
        sentence = (
            "Seen along w: distances from its boundary are true. "
            f"Other lines are those of the section through the mean; marks tell who is wrong{_of_some(spread)}"
        )
        return TurnedProjection(spread.dataset.d, titles, sentence, axes, origin, boundary)

    def _undirected(self, spread: Spread) -> Projection:
        titles = "first principal direction", "second principal direction"
        sentence = (
            "Here w gives no boundary to look along. Lines are those of the section through the mean "
            f"along the first two principal directions; marks tell who is wrong{_of_some(spread)}"
        )
        return TurnedProjection(
            spread.dataset.d, titles, sentence, spread.principal[0][:PLANE], spread.middle, boundary=None
        )


def _of_some(spread: Spread) -> str:
    """Of how many examples the directions are, where not of all."""
    if spread.counted == spread.dataset.n:
        return ""
    return f"; principal is meant of {spread.counted:,} of the {spread.dataset.n:,} examples, taken evenly"
