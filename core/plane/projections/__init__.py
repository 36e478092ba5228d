"""Projections of any number of features to a plane: one or two features as the axes, or a view along w."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from core.datasets.arithmetic import activations
from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.numbers.numerals import number
from core.plane.projections.projection import PLANE, Projection, Spread, ViewChoice

__all__ = [
    "PLANE",
    "VIEW_CHOICES",
    "AlongW",
    "NumberLine",
    "Pair",
    "Projection",
    "Spread",
    "ViewChoice",
    "usual_view_choice",
    "view_choice_from_json",
]

_MOST_MEANS = 2
"""The most features whose means are written out; for more their number is given."""


@dataclass(frozen=True)
class Pair(ViewChoice):
    """The features `across` (→) and `up` (↑), numbered from 0; the others are fixed at their means.

    Raise TypeError unless both are whole numbers, ValueError if one is below 0 or both are equal.
    """

    across: int = 0
    up: int = 1

    name: ClassVar[str] = "features"
    title: ClassVar[str] = "Two features"
    meaning: ClassVar[str] = "The boundary is drawn where the other features have their means."

    def __post_init__(self) -> None:
        if type(self.across) is not int or type(self.up) is not int:
            raise TypeError(f"{self.across!r} and {self.up!r} must be the numbers of two features; give whole numbers")
        if min(self.across, self.up) < 0 or self.across == self.up:
            raise ValueError(
                f"{self.across} and {self.up} must be the numbers of two features; give two different ones from 0"
            )

    def fits(self, d: int) -> bool:
        return max(self.across, self.up) < d

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """Return the projection to the two features, or the section at the means of the others."""
        dataset, shown = spread.dataset, (self.across, self.up)
        titles = dataset.features[self.across], dataset.features[self.up]
        others, axes, sentence = np.zeros(dataset.d), np.zeros((PLANE, dataset.d)), ""
        axes[range(PLANE), shown] = 1.0
        if dataset.d > PLANE:
            others = np.where(axes.any(axis=0), 0.0, spread.middle)
            sentence = _section_sentence(dataset, shown, others)
        return Projection(titles, sentence, shown, axes, others)


@dataclass(frozen=True)
class NumberLine(ViewChoice):
    """The only feature as a number line, on which a boundary is a point."""

    name: ClassVar[str] = "line"
    title: ClassVar[str] = "A line of numbers"
    meaning: ClassVar[str] = "The boundary is a point of it, drawn as an upright line."

    def fits(self, d: int) -> bool:
        return d == 1

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        return Projection((spread.dataset.features[0], ""), "", (0,), np.eye(PLANE, 1), np.zeros(1))


def _section_sentence(dataset: Dataset, shown: Sequence[int], others: FloatArray) -> str:
    """Return the means at which the section lies, for the first features that are not shown."""
    rest = dataset.d - len(shown)
    told = islice((j for j in range(dataset.d) if j not in shown), _MOST_MEANS)
    means = ", ".join(f"{dataset.features[j]} {number(float(others[j]), 3)}" for j in told)
    more = f" and {rest - _MOST_MEANS:,} more" if rest > _MOST_MEANS else ""
    where = "the mean of the other feature" if rest == 1 else f"the means of the other {rest:,} features"
    wrong = "An example is wrong where it has a dashed ring, whichever side of the line it is drawn on"
    return f"Section at {where}: {means}{more}. {wrong}"


_SHORTEST, _LONGEST = 1e-280, 1e280
"""The range of lengths of w for which quotients are accurate."""


@dataclass(frozen=True, eq=False)
class BoundaryProjection(Projection):
    """A projection whose first axis is the direction of a boundary w·x + b = 0; x is the distance from it."""

    distances: Callable[[FloatArray], FloatArray]
    """(w·x + b)/‖w‖ of examples (n, d), summed in the binding order; shape (n,)."""

    def points(self, X: FloatArray) -> FloatArray:
        """Return the examples projected at right angles onto the section, with the distances above as x."""
        points = super().points(X)
        points[:, 0] = self.distances(X)
        return points


@dataclass(frozen=True)
class AlongW(ViewChoice):
    """The view along w: → is the signed distance from the boundary, ↑ the first principal direction of the rest."""

    name: ClassVar[str] = "along w"
    title: ClassVar[str] = "Along w"
    meaning: ClassVar[str] = (
        "→ is how far each example is from the boundary of w, ↑ the first principal direction of the rest. "
        "It turns with w from update to update; nothing can be placed or moved in it."
    )
    turns: ClassVar[bool] = True
    standing: ClassVar[str] = (
        "Along w one place shows many possible examples, so nothing can be placed or moved; "
        "View ▸ Features to Show puts two features on the axes"
    )

    def fits(self, d: int) -> bool:
        return d >= PLANE

    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """Return the section through the mean, or a principal one if w = 0 or its boundary is too far away."""
        length = 0.0 if w is None else math.hypot(*w.tolist())
        if w is None or not _SHORTEST < length < _LONGEST:
            return self._undirected(spread)

        def distances(X: FloatArray) -> FloatArray:
            return activations(X, w, b) / length

        distance = float(distances(spread.middle[None, :])[0])
        if abs(distance) > LARGEST:
            return self._undirected(spread)
        direction = w / length
        axes = np.stack([direction, spread.widest_beside(direction)])
        origin = spread.middle - distance * direction
        titles = "distance from the boundary", "first principal direction of the rest"
        sentence = (
            "Seen along w: distances from its boundary are true. "
            "Other lines are those of the section through the mean; an example is wrong where it has a dashed ring"
            f"{_of_some(spread, 'direction is that')}"
        )
        return BoundaryProjection(titles, sentence, (), axes, origin, distances)

    def _undirected(self, spread: Spread) -> Projection:
        titles = "first principal direction", "second principal direction"
        sentence = (
            "Here w gives no boundary to look along. Lines are those of the section through the mean "
            "along the first two principal directions; an example is wrong where it has a dashed ring"
            f"{_of_some(spread, 'directions are those')}"
        )
        return Projection(titles, sentence, (), spread.principal[0][:PLANE], spread.middle)


def _of_some(spread: Spread, what: str) -> str:
    if spread.counted == spread.dataset.n:
        return ""
    return f"; the principal {what} of {spread.counted:,} of the {spread.dataset.n:,} examples, taken evenly"


VIEW_CHOICES: dict[str, type[ViewChoice]] = {kind.name: kind for kind in (Pair, AlongW, NumberLine)}
"""Name → kind of view, in the order of the menu."""


def usual_view_choice(d: int) -> ViewChoice:
    """Return the default view of d features: the first two, or the only one."""
    return Pair() if d > 1 else NumberLine()


def view_choice_from_json(value: Any) -> ViewChoice:
    """Return the view of a JSON value. Raise TypeError, ValueError or LookupError if it is not one."""
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is not a choice of features; give an object")
    fields = dict(value)
    return VIEW_CHOICES[fields.pop("kind")](**fields)
