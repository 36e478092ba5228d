"""A state in the plane of two weights: its vectors, the part of the plane in view, and the lines."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF

from core.analysis.weight_plane import Box, HalfPlanes, Region, WeightPlane
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.formulas import subscript
from core.numbers.numerals import number, round_steps
from core.record.history import State
from core.run import Run
from core.theory.margin.margin import in_units
from core.theory.margin.units import RAW, Units
from perceptron_gui.look.viewport import Viewport

MOST_UPDATES = 1_000
"""The last updates that are drawn as a path."""
_MOST_LINES, _WRONG = 120, 60
"""The most examples whose lines are all drawn, and of more examples the most wrong ones, evenly spaced."""
_LEAST, _ROOM = 1e-280, 0.08
_EDGE, _STROKE = 1.0, 5.0 / math.sqrt(2)
"""Pixels: the line around the picture; and a stroke across its line, and along it."""
Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class PlaneState:
    """A state, and one's `own_separator` (d + 1,) or None, in a plane of the space of (w, b); raw, shown in `units`."""

    run: Run
    state: State
    plane: WeightPlane
    own_separator: FloatArray | None = None
    units: Units = RAW
    races_by: bool = False
    """True if the next picture shows another state: then nothing is said of the update, as on the canvas"""

    @cached_property
    def unit(self) -> float:
        """The length of one of `units` in units of the data: R, or 1."""
        return in_units(self.run.margin, self.units).notation.unit

    @property
    def per(self) -> str:
        """The unit by which a vector is divided, written after its name."""
        return "/R" if in_units(self.run.margin, self.units).notation.units.by_radius else ""

    @cached_property
    def present(self) -> FloatArray:
        """w and b of the state; (d + 1,)."""
        return np.append(self.state.w, self.state.b)

    @property
    def at(self) -> FloatArray:
        """The vector through which the plane goes: the one that is tried out, else the run's; (d + 1,)."""
        return self.present if self.own_separator is None else self.own_separator

    @property
    def others(self) -> list[int]:
        """The components that are the same everywhere in the plane."""
        return [component for component in components(self.run) if component not in self.plane.axes]

    @cached_property
    def half_planes(self) -> HalfPlanes:
        return self.plane.through(self.at)

    @cached_property
    def wrong(self) -> IntArray:
        """The examples that the vector at `at` gets wrong."""
        at = self.state.weights_per_rate if self.own_separator is None else self.own_separator
        return self.run.tie.mistaken(self.run.dataset, at)

    @cached_property
    def path(self) -> FloatArray:
        """w after each of the last updates and before the first of them; shape (m + 1, 2)."""
        k = self.state.update
        path: FloatArray = self.run.history.weights(max(k - MOST_UPDATES, 0), k)[:, list(self.plane.axes)]
        return path

    @property
    def before(self) -> Point | None:
        """The place of w before; None if it is the same, or passes so fast that nothing is said of it."""
        if self.races_by or not self.state.moved:
            return None
        return self.place(np.append(self.state.w_before, self.state.b_before))

    @property
    def move(self) -> tuple[Point, str] | None:
        """The start of the vector that was added to reach w, not the earlier w if that shrank before, and its name."""
        state = self.state
        if not state.added:
            return None
        added = state.label * state.size * np.append(self.run.dataset.X[state.index], self.run.margin.bias.squared)
        size = "" if state.size == 1 else f"{number(state.size, 3)}·"
        return self.place(self.present - added), f"{'+' if state.label > 0 else '−'} {size}x{self.per}"

    @property
    def star(self) -> Point | None:
        """The direction of ŵ* in the plane; None if there is none."""
        star = self.run.margin.star
        return None if star is None or not any(self.place(star)) else self.place(star)

    @property
    def star_here(self) -> Point | None:
        """The point where the ray of ŵ* meets the plane, which does not contain the origin; None if it does not."""
        star, others = self.run.margin.star, self.others
        if star is None or len(others) != 1:
            return None
        along, here = float(star[others[0]]), float(self.at[others[0]])
        if not along * here > 0:
            return None
        x, y = (value * (here / along) for value in self.place(star))
        return (x, y) if math.isfinite(x) and math.isfinite(y) else None

    @property
    def reach(self) -> float:
        """The most by which one update moves w in the plane, if its size is 1."""
        dataset = self.run.dataset
        return max(
            self.run.margin.bias.squared if axis == dataset.d else float(np.abs(dataset.X[:, axis]).max(initial=0))
            for axis in self.plane.axes
        )

    def place(self, vector: FloatArray) -> Point:
        first, second = self.plane.axes
        return float(vector[first]), float(vector[second])


def components(run: Run) -> range:
    """Return the components of (w, b) that a run can change: j < d for feature j, and d for b where there is a bias."""
    return range(run.dataset.d + bool(run.margin.bias.squared))


def name(run: Run, component: int) -> str:
    """Return the name of a component, e.g. w₁ or b."""
    return "b" if component == run.dataset.d else f"w{subscript(component + 1)}"


def viewport(cx: float, cy: float, ux: float, uy: float, size: QSizeF) -> Viewport:
    """Return a view of the plane on this many pixels; weights may be far smaller and larger than data."""
    return Viewport(cx, cy, ux, uy, size.width(), size.height(), finest=_LEAST, coarsest=1e120)


def visible_box(view: Viewport, times: float = 1.0) -> Box:
    """Return left, bottom, right and top of the visible part, enlarged by a factor."""
    x, y = (view.width / 2 - _EDGE) * view.ux * times, (view.height / 2 - _EDGE) * view.uy * times
    return view.cx - x, view.cy - y, view.cx + x, view.cy + y


def fitted(points: FloatArray, reach: float, size: QSizeF) -> Viewport:
    """Return the origin, all `points` (m, 2) and one update's `reach` around the origin, out to the next round number.

    It depends on nothing else, and round numbers are seldom passed: so the view stands still while w wanders, is the
    same forward and back, and goes out as ‖w‖ grows.
    """
    reach = max(reach, _LEAST)
    low = np.minimum(points.min(axis=0, initial=0.0), -reach).tolist()
    high = np.maximum(points.max(axis=0, initial=0.0), reach).tolist()
    ends = []
    for least, most in zip(low, high, strict=True):
        step = next(round_steps((most - least) / 6))
        ends.append((math.floor(least / step) * step, math.ceil(most / step) * step))
    (left, right), (bottom, top) = ends
    ux = (right - left) / max((size.width() - 2 * _EDGE) * (1 - 2 * _ROOM), 1.0)
    uy = (top - bottom) / max((size.height() - 2 * _EDGE) * (1 - 2 * _ROOM), 1.0)
    if max(ux, uy) <= 4.0 * min(ux, uy):  # Both axes have the same scale, unless that leaves most of the view empty.
        ux = uy = max(ux, uy)
    return viewport((left + right) / 2, (bottom + top) / 2, ux, uy, size)


@dataclass(frozen=True, eq=False)
class Borders:
    """The visible parts of the lines of the examples `rows` (m,): `ends` (m, 4) in pixels, the wrong side at the right.

    `wrong` (m, 2) is the way of one pixel from each line to its wrong side.
    """

    rows: IntArray
    ends: FloatArray
    wrong: FloatArray

    def strokes(self, count: int) -> FloatArray:
        """Return `count` short slanted strokes on the wrong side of each line; shape (m · count, 4)."""
        ways = self.ends[:, 2:] - self.ends[:, :2]
        slants = self.wrong + self.wrong[:, ::-1] * (1, -1)
        shares = (np.arange(count) + 0.5) / count
        feet = self.ends[:, None, :2] + shares[:, None] * ways[:, None, :]
        return np.concatenate([feet, feet + slants[:, None, :] * _STROKE], axis=2).reshape(-1, 4)


def borders_of(planes: HalfPlanes, rows: IntArray, view: Viewport) -> Borders:
    """Return the lines of these examples that are in view."""
    normals, size = planes.normals[rows], np.array([view.width, view.height])
    corner = view.to_data(QPointF(0.0, 0.0))
    with np.errstate(all="ignore"):
        right = normals * (view.ux, -view.uy)
        lengths = np.hypot(*right.T)[:, None]
        right /= lengths
        depths = (normals @ corner + planes.distances[rows])[:, None] / lengths + right @ (size / 2)[:, None]
        feet, ways = size / 2 - depths * right, right[:, ::-1] * (-1, 1)
        # Where a line enters and leaves the view: the last of the two sides that it enters, the first that it leaves.
        sides = np.stack([-feet / ways, (size - feet) / ways])
        first, last = sides.min(axis=0).max(axis=1), sides.max(axis=0).min(axis=1)
    seen = first < last
    feet, ways, first, last = feet[seen], ways[seen], first[seen, None], last[seen, None]
    return Borders(rows[seen], np.hstack([feet + first * ways, feet + last * ways]), -right[seen])


def region_of(seen: PlaneState, box: Box) -> Region | None:
    """Return the common part of all half-planes in `box`; nothing if no vector separates, or if that is hidden."""
    if seen.run.margin.separable is False or seen.run.margin.hides_separators:
        return None
    return seen.plane.region(seen.at, box, seen.half_planes)


def follow(seen: PlaneState, size: QSizeF) -> PlanePicture:
    """Return the view that follows w and a near separating part: it depends on the state of the run alone."""
    run = seen if seen.own_separator is None else replace(seen, own_separator=None)
    view = fitted(run.path, run.reach, size)
    if len(run.wrong) and (region := region_of(run, visible_box(view, 3.0))) is not None:
        view = fitted(np.vstack([run.path, region.nearest(*run.place(run.present))]), run.reach, size)
    return PlanePicture(seen, view)


@dataclass(frozen=True, eq=False)
class PlanePicture:
    """A state as it is `seen`, in a part of the plane."""

    seen: PlaneState
    view: Viewport

    @property
    def area(self) -> QRectF:
        """The pixels within the line around the picture."""
        return self.view.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)

    @cached_property
    def region(self) -> Region | None:
        """The visible common part of all half-planes; None if none is visible."""
        return region_of(self.seen, visible_box(self.view))

    @cached_property
    def rows(self) -> IntArray:
        """The examples whose lines are drawn if they are in view: all, or the important ones."""
        n, seen = self.seen.run.dataset.n, self.seen
        if n <= _MOST_LINES:
            return np.arange(n)
        wrong = seen.wrong[:: -(-len(seen.wrong) // _WRONG) or 1]
        bounding = np.empty(0, np.int64) if self.region is None else self.region.bounding
        present = [seen.state.index] if seen.state.example else []
        return np.unique(np.concatenate([wrong, bounding, np.array(present, np.int64)]))

    @property
    def all_wrong(self) -> bool:
        """True if the line of every wrong example is among them."""
        return self.seen.run.dataset.n <= _MOST_LINES or len(self.seen.wrong) <= _WRONG

    @cached_property
    def borders(self) -> Borders:
        return borders_of(self.seen.half_planes, self.rows, self.view)

    def border(self, row: int) -> tuple[QLineF, QPointF] | None:
        """Return the line of any example, and the way to its wrong side; None if it is not in view."""
        borders = borders_of(self.seen.half_planes, np.array([row]), self.view)
        return (QLineF(*borders.ends[0].tolist()), QPointF(*borders.wrong[0].tolist())) if len(borders.rows) else None

    def row_at(self, pixel: QPointF) -> int | None:
        """Return the example whose line is nearest to a pixel; None if none is within 6 pixels."""
        borders = self.borders
        if not len(borders.rows) or not self.area.contains(pixel):
            return None
        away = np.abs(((borders.ends[:, :2] - pixel.toTuple()) * borders.wrong).sum(axis=1))
        nearest = int(np.argmin(away))
        return int(borders.rows[nearest]) if away[nearest] <= 6.0 else None
