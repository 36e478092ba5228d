"""Projections: the places of examples with any number of features on a plane, and the section that the plane shows.

Every example has a place on the plane. A boundary is drawn where it cuts the section. So the side of a drawn line does
not show the class of an example, unless the example lies in the section. A projection is made from the user's choice,
the spread of the data and the current boundary: one or two features as the axes, or a view along w.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from core.datasets.arithmetic import activations
from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.datasets.transforms import mean_of
from core.numbers.numerals import number

_PRODUCTS = 20_000_000
"""Multiplications allowed for finding the directions: some milliseconds."""

_MOST_DIRECTIONS = 100
"""Directions among which the widest is found within a millisecond or two."""


@dataclass(frozen=True, eq=False)
class Spread:
    """The spread of the examples of a dataset, computed when it is first used."""

    dataset: Dataset

    @cached_property
    def middle(self) -> FloatArray:
        """The mean of each feature, (d,); 0 if there are no examples."""
        X = self.dataset.X
        return mean_of(X) if len(X) else np.zeros(self.dataset.d)

    @cached_property
    def counted(self) -> int:
        """The number of examples from which the directions are computed; fewer than n if n or d is large."""
        n, d = self.dataset.n, self.dataset.d
        few = _PRODUCTS // (d * d) if d <= _MOST_DIRECTIONS else min(math.isqrt(_PRODUCTS // d), _MOST_DIRECTIONS)
        return min(n, max(few, 2))

    @cached_property
    def principal(self) -> tuple[FloatArray, FloatArray]:
        """Orthonormal directions (r, d), the widest first, and the variance along each (r,); r ≥ 2 if d is.

        The `counted` examples lie in their span. They are taken evenly from all examples. Variances are in units of the
        largest, so that they neither overflow nor vanish.
        """
        n, d = self.dataset.n, self.dataset.d
        centred = self.dataset.X[np.arange(self.counted) * n // max(self.counted, 1)] - self.middle
        size = float(np.abs(centred).max(initial=0.0))
        centred /= size if size > 0 else 1.0
        if d <= _MOST_DIRECTIONS:
            variances, columns = np.linalg.eigh(centred.T @ centred)
            # np.linalg.eigh sorts upwards, and the widest direction comes first here.
            return _outward(columns.T[::-1]), np.maximum(variances[::-1], 0.0)
        padded = np.vstack([centred, np.zeros((max(2 - len(centred), 0), d))])
        _, lengths, rows = np.linalg.svd(padded, full_matrices=False)
        return _outward(rows), lengths * lengths

    def widest_beside(self, direction: FloatArray) -> FloatArray:
        """Return the unit vector (d,) of the largest spread among those at right angles to a unit `direction`.

        It is the first principal direction of the examples after `direction` is removed from them. Of the two opposite
        vectors it is the one that points along the widest direction of all.
        """
        axes, variances = self.principal
        within = axes @ direction
        beside = direction - within @ axes
        length = float(np.linalg.norm(beside))
        if length > 1e-8:  # Otherwise the direction lies in the span of the axes, up to rounding.
            axes, variances = np.vstack([axes, beside / length]), np.append(variances, 0.0)
            within = np.append(within, length)
        moved = variances * within
        left = np.diag(variances) - np.outer(moved, within) - np.outer(within, moved)
        # The direction itself gets the smallest variance, so that it is never chosen.
        left += (float(moved @ within) - float(variances.max(initial=0.0)) - 1.0) * np.outer(within, within)
        found = np.linalg.eigh(left)[1][:, -1]
        # The first component that is not nearly 0 fixes the sign, whatever the rounding.
        leading = found[np.argmax(np.abs(found) > 1e-8)]
        widest: FloatArray = (found if leading > 0 else -found) @ axes
        widest -= (widest @ direction) * direction
        return widest / np.linalg.norm(widest)


def _outward(axes: FloatArray) -> FloatArray:
    """Return each vector or its opposite, with the largest coordinate positive, the same on every machine."""
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
    return np.where(largest < 0, -axes, axes)


PLANE = 2
"""The number of features that a plane shows directly."""


@dataclass(frozen=True, eq=False)
class Projection:
    """One way to see R^d at one moment: the section through `origin` (d,), where x and y are 0, along `axes` (2, d).

    The axes are orthonormal; with one feature the second is 0. With up to two features the section is all there is.
    """

    titles: tuple[str, str]
    """The titles of the axes, → and ↑; the second is empty for a number line."""
    sentence: str
    """A sentence on the section that the picture shows; empty if the picture leaves nothing out."""
    columns: tuple[int, ...]
    """The features on the axes, which a move on the plane changes. None if nothing can be moved."""
    axes: FloatArray
    origin: FloatArray

    @property
    def d(self) -> int:
        return len(self.origin)

    @property
    def shift(self) -> FloatArray:
        """The difference between the first two `reduced` coordinates and those of the plane; (2,)."""
        return self.axes @ self.origin

    @property
    def beyond(self) -> FloatArray:
        """The `reduced` coordinates after the second, which all points of the section share."""
        return np.zeros(0) if self.d <= PLANE else np.array([float(np.linalg.norm(self._off)), 0.0])

    def points(self, X: FloatArray) -> FloatArray:
        """Return the places of examples X (n, d) on the plane; shape (n, 2)."""
        return X if self._is_plane else self.vectors(X) - self.shift

    def vectors(self, rows: FloatArray) -> FloatArray:
        """Return the parts of vectors `rows` (m, d) that lie in the plane; shape (m, 2)."""
        return rows if self._is_plane else rows @ self.axes.T

    def lift(self, points: FloatArray) -> FloatArray:
        """Return the points of the section at `points` (m, 2) of the plane; shape (m, d)."""
        return self.origin + points @ self.axes

    def lines(self, weights: FloatArray) -> FloatArray:
        """Return w·x + b on the section, for rows (w, b) of `weights` (m, d + 1), as rows (w₁, w₂, b₀), (m, 3)."""
        rows, b = weights[:, :-1], weights[:, -1]
        return np.column_stack([self.vectors(rows), b + rows @ self.origin])

    def line(self, w: FloatArray, b: float) -> tuple[FloatArray, float]:
        """Return w·x + b on the section as (w₁, w₂) and b₀; w is 0 there with another number of features, or none."""
        if len(w) != self.d:
            return np.zeros(PLANE), 0.0 if len(w) else b
        if self._is_plane:
            return w, b
        drawn = self.lines(np.append(w, b)[None, :])[0]
        return drawn[:-1], float(drawn[-1])

    def reduced(self, X: FloatArray) -> FloatArray:
        """Return few coordinates of X (n, d) that keep all products with, and distances to, points of the section.

        In these the point of the section at (x, y) is (x + shift₁, y + shift₂, *beyond): beyond are the part along the
        way from 0 to the section, and the length of the rest.
        """
        if self.d <= PLANE:
            return X if self.d < PLANE else self.vectors(X)
        length = float(np.linalg.norm(self._off))
        frame = np.vstack([self.axes, self._off / length if length else self._off])
        along = X @ frame.T
        return np.column_stack([along, np.linalg.norm(X - along @ frame, axis=1)])

    def same_as(self, other: Projection) -> bool:
        """Return whether both projections show everything alike."""
        alike = (self.titles, self.sentence) == (other.titles, other.sentence)
        return alike and np.array_equal(self.axes, other.axes) and np.array_equal(self.origin, other.origin)

    def place(self, x: FloatArray) -> tuple[float, float]:
        across, up = self.points(x[None, :])[0].tolist()
        return across, up

    @property
    def _is_plane(self) -> bool:
        """True if the plane shows all features as they are, bit for bit."""
        return self.d == PLANE and self.columns == (0, 1)

    @property
    def _off(self) -> FloatArray:
        """The point of the section nearest to 0."""
        return self.origin - self.shift @ self.axes


@dataclass(frozen=True)
class ViewChoice(ABC):
    """A choice of view that does not depend on the data; its fields are plain JSON values."""

    name: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    """A sentence on what the view shows."""
    turns: ClassVar[bool] = False
    """True if the view turns with the boundary."""
    standing: ClassVar[str] = ""
    """The reason why nothing can be placed or moved there; empty if it can."""

    @abstractmethod
    def fits(self, d: int) -> bool:
        """Return whether the view is possible for examples of d features."""

    @abstractmethod
    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """Return the projection while w (d,) and b are the boundary; w is None in a feature space."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.name, **asdict(self)}


_MOST_MEANS = 2
"""The most features whose means are written out; for more their number is given."""


@dataclass(frozen=True)
class Pair(ViewChoice):
    """The features `across` (→) and `up` (↑), from 0; the others have their means. Raise TypeError or ValueError."""

    across: int = 0
    up: int = 1

    name: ClassVar[str] = "features"
    title: ClassVar[str] = "Two features"
    meaning: ClassVar[str] = "The boundary is drawn where the other features have their means."

    def __post_init__(self) -> None:
        wanted = f"{self.across!r} and {self.up!r} must be the numbers of two features"
        if type(self.across) is not int or type(self.up) is not int:
            raise TypeError(f"{wanted}; give whole numbers")
        if min(self.across, self.up) < 0 or self.across == self.up:
            raise ValueError(f"{wanted}; give two different ones from 0")

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
            rest = dataset.d - PLANE
            told = islice((j for j in range(dataset.d) if j not in shown), _MOST_MEANS)
            means = ", ".join(f"{dataset.features[j]} {number(float(others[j]), 3)}" for j in told)
            more = f" and {rest - _MOST_MEANS:,} more" if rest > _MOST_MEANS else ""
            where = "the mean of the other feature" if rest == 1 else f"the means of the other {rest:,} features"
            wrong = "An example is wrong where it has a dashed ring, whichever side of the line it is drawn on"
            sentence = f"Section at {where}: {means}{more}. {wrong}"
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
        titles = "distance from the boundary", "first principal direction of the rest"
        sentence = (
            "Seen along w: distances from its boundary are true. "
            "Other lines are those of the section through the mean; an example is wrong where it has a dashed ring"
            f"{_of_some(spread, 'direction is that')}"
        )
        return BoundaryProjection(titles, sentence, (), axes, spread.middle - distance * direction, distances)

    def _undirected(self, spread: Spread) -> Projection:
        titles = "first principal direction", "second principal direction"
        sentence = (
            "Here w gives no boundary to look along. Lines are those of the section through the mean "
            "along the first two principal directions; an example is wrong where it has a dashed ring"
            f"{_of_some(spread, 'directions are those')}"
        )
        return Projection(titles, sentence, (), spread.principal[0][:PLANE], spread.middle)


def _of_some(spread: Spread, what: str) -> str:
    of = f"; the principal {what} of {spread.counted:,} of the {spread.dataset.n:,} examples, taken evenly"
    return "" if spread.counted == spread.dataset.n else of


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
