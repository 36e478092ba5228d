"""A plane in the space of (w, b): each example is a half-plane of it, and the separators lie in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from core.datasets.arithmetic import BiasFeature, activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.theory.margin.linear_margin import margin_of

Box = tuple[float, float, float, float]
"""Left, bottom, right and top of a part of the plane."""

EDGE = -1
"""In place of a row: an edge of the visible part."""


@dataclass(frozen=True, eq=False)
class HalfPlanes:
    """Half-planes `normals`ᵢ·p + `distances`ᵢ > 0 where example i is right; normal 0 and ±∞ if p does not matter."""

    normals: FloatArray
    distances: FloatArray

    def at(self, x: float, y: float) -> FloatArray:
        """Return the distance of the point from each line, positive on the right side; shape (n,)."""
        return np.asarray(self.normals[:, 0] * x + self.normals[:, 1] * y + self.distances)


@dataclass(frozen=True, eq=False)
class Region:
    """A convex part of the plane: its `corners` (m, 2) in order, and the `rows` (m,) of the edges that leave them."""

    corners: FloatArray
    rows: IntArray

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.corners.mean(axis=0).tolist()
        return x, y

    @property
    def bounding(self) -> IntArray:
        return np.unique(self.rows[self.rows != EDGE])

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        start, side = self.corners, np.roll(self.corners, -1, axis=0) - self.corners
        with np.errstate(all="ignore"):
            share = ((np.array([x, y]) - start) * side).sum(axis=1) / (side * side).sum(axis=1)
        feet = start + np.clip(np.nan_to_num(share), 0.0, 1.0)[:, None] * side
        best = feet[np.argmin(np.hypot(*(feet - (x, y)).T))]
        return float(best[0]), float(best[1])


class WeightPlane:
    """All (w, b) that differ in two components; component j < d belongs to feature j, component d is b."""

    def __init__(self, dataset: Dataset, axes: tuple[int, int]) -> None:
        self.dataset, self.axes = dataset, axes
        y = dataset.y.astype(np.float64)
        signed = np.stack([y if axis == dataset.d else y * dataset.X[:, axis] for axis in axes], axis=1)
        self._lengths = np.hypot(*signed.T)
        # An example at the origin of this plane has length 0; its normal becomes 0, not NaN.
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            self._normals = np.where(self._lengths[:, None] > 0, signed / self._lengths[:, None], 0.0)
        self._signed = signed

    def through(self, weights: FloatArray) -> HalfPlanes:
        """Return the half-planes if all other components are those of `weights` (d + 1,)."""
        offsets = self._offsets(weights)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            distances = offsets / self._lengths
        nowhere = self._lengths == 0
        distances[nowhere] = np.where(offsets[nowhere] > 0, np.inf, -np.inf)
        return HalfPlanes(self._normals, distances)

    def moved(self, weights: FloatArray, x: float, y: float) -> FloatArray:
        """Return `weights` (d + 1,) with the two components replaced by (x, y)."""
        vector = weights.copy()
        vector[list(self.axes)] = x, y
        return vector

    def separates(self, weights: FloatArray) -> bool:
        """Return whether a run would find no mistake with (w, b) = `weights` (d + 1,)."""
        dataset = self.dataset
        return bool((dataset.y * activations(dataset.X, weights[:-1], float(weights[-1])) > 0).all())

    def region(self, weights: FloatArray, box: Box, planes: HalfPlanes | None = None) -> Region | None:
        """Return the part of `box` where every example is right, surely in its middle; None without one."""
        found = common(planes or self.through(weights), box)
        return found if found is not None and self.separates(self.moved(weights, *found.middle)) else None

    def anywhere(self, weights: FloatArray) -> bool | None:
        """Return whether a point of the plane through `weights` (d + 1,) separates; None if too close to decide.

        A point p separates if (p, 1)·s for some s > 0 is on the right side of (0, 0, 1) and of the row of each
        half-plane. This is separability through the origin, which is decided in rational arithmetic.
        """
        rows = np.vstack([np.column_stack([self._signed, self._offsets(weights)]), [0.0, 0.0, 1.0]])
        # The length of a row does not matter, so each is scaled to about 1, by an exact power of two.
        rows = np.ldexp(rows, -np.frexp(np.abs(rows).max(axis=1, keepdims=True))[1])
        return margin_of(Dataset(rows, np.ones(len(rows))), BiasFeature(0.0, 0.0)).separable

    def _offsets(self, weights: FloatArray) -> FloatArray:
        rest = weights.copy()
        rest[list(self.axes)] = 0.0
        return np.asarray(self.dataset.y * (self.dataset.X @ rest[:-1] + rest[-1]))


def common(planes: HalfPlanes, box: Box) -> Region | None:
    """Return the part of `box` inside all `planes`, up to rounding; None if there is none.

    The box is cut repeatedly by the line that has a corner farthest beyond it. Each corner is compared with all lines
    once, and only few lines cut (Sutherland & Hodgman, with a greedy choice of lines).
    """
    left, bottom, right, top = box
    # A corner may lie beyond a line by this share of the box before the line cuts it off: that is rounding.
    slack = 1e-12 * max(right - left, top - bottom)
    points = ((left, bottom), (right, bottom), (right, top), (left, top))
    corners = [_corner(planes, *point, EDGE) for point in points]
    while len(corners) > 2:
        deepest = min(corners, key=attrgetter("least"))
        if deepest.least >= -slack:
            return Region(np.array([(c.x, c.y) for c in corners]), np.array([c.edge for c in corners], np.int64))
        corners = _cut(planes, corners, deepest.row)
    return None


@dataclass(frozen=True)
class _Corner:
    """A corner, the row of the edge that leaves it, and the line that it lies farthest beyond."""

    x: float
    y: float
    edge: int
    least: float
    row: int


def _corner(planes: HalfPlanes, x: float, y: float, edge: int) -> _Corner:
    away = planes.at(x, y)
    row = int(np.argmin(away)) if len(away) else EDGE
    return _Corner(x, y, edge, float(away.min(initial=np.inf)), row)


def _cut(planes: HalfPlanes, corners: Sequence[_Corner], row: int) -> list[_Corner]:
    (a, b), c = planes.normals[row].tolist(), float(planes.distances[row])
    kept: list[_Corner] = []
    for corner, following in zip(corners, [*corners[1:], corners[0]], strict=True):
        value, value_there = (a * each.x + b * each.y + c for each in (corner, following))
        if value > 0:
            kept.append(corner)
        if (value > 0) != (value_there > 0):
            share = value / (value - value_there)
            x, y = corner.x + (following.x - corner.x) * share, corner.y + (following.y - corner.y) * share
            kept.append(_corner(planes, x, y, row if value > 0 else corner.edge))
    return kept
