"""Along w: how far each example is from the present boundary, against the direction of most spread beside that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.datasets.arithmetic import activations
from core.datasets.dataset import LARGEST, FloatArray
from core.plane.projections.projection import PLANE, Projection, SectionProjection, ViewChoice
from core.plane.projections.spread import Spread

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
class BoundaryProjection(SectionProjection):
    """One whose first axis is the direction of a `boundary`, and x its distance."""

    boundary: Boundary

    def points(self, X: FloatArray) -> FloatArray:
        """At right angles onto the section; the distances as they are."""
        points = super().points(X)
        points[:, 0] = self.boundary.distances(X)
        return points


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
            "Other lines are those of the section through the mean; marks tell who is wrong"
            f"{_of_some(spread, 'direction is that')}"
        )
        return BoundaryProjection(spread.dataset.d, titles, sentence, (), axes, origin, boundary)

    def _undirected(self, spread: Spread) -> Projection:
        titles = "first principal direction", "second principal direction"
        sentence = (
            "Here w gives no boundary to look along. Lines are those of the section through the mean "
            "along the first two principal directions; marks tell who is wrong"
            f"{_of_some(spread, 'directions are those')}"
        )
        return SectionProjection(spread.dataset.d, titles, sentence, (), spread.principal[0][:PLANE], spread.middle)


def _of_some(spread: Spread, what: str) -> str:
    """Of how many examples the directions are, where not of all."""
    if spread.counted == spread.dataset.n:
        return ""
    return f"; the principal {what} of {spread.counted:,} of the {spread.dataset.n:,} examples, taken evenly"
