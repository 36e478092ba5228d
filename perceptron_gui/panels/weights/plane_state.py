"""What the weights panel shows of a state: its vectors in the coordinates of the plane that was chosen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.analysis.weight_plane import HalfPlanes, WeightPlane
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.formulas import subscript
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from core.theory.margin.margin import in_units
from core.theory.margin.units import RAW, Units

MOST_UPDATES = 1_000
"""So many of the last updates are drawn as a path."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Move:
    """An update as it is seen: what is added, from `start` to where w is now, and its name."""

    start: Point
    name: str


@dataclass(frozen=True, eq=False)
class PlaneState:
    """A state of a run and one's `own_separator` (d + 1,) beside it, or None, in a plane of the space of (w, b).

    All vectors are raw; `units` say how they are written.
    """

    run: Run
    state: State
    plane: WeightPlane
    own_separator: FloatArray | None = None
    units: Units = RAW
    races_by: bool = False
    """whether the next picture shows another state: nothing is said of the update then, as on the canvas"""

    @cached_property
    def unit(self) -> float:
        """What one of `units` is in those of the data: R, or 1."""
        return in_units(self.run.margin, self.units).notation.unit

    @property
    def per(self) -> str:
        """What is written behind the name of a vector that is divided by its unit."""
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
        at = self.state.decides if self.own_separator is None else self.own_separator
        return self.run.tie.mistaken(self.run.dataset, at)

    @cached_property
    def path(self) -> FloatArray:
        """w after each of the last updates and before the first of them; shape (m + 1, 2)."""
        k = self.state.update
        path: FloatArray = self.run.history.weights(max(k - MOST_UPDATES, 0), k)[:, list(self.plane.axes)]
        return self.run.rule.shown(path)

    @property
    def before(self) -> Point | None:
        """Where w was; None where it is there still, or goes by so fast that nothing is said of it."""
        if self.races_by or not self.state.moved:
            return None
        return self.place(np.append(self.state.w_before, self.state.b_before))

    @property
    def move(self) -> Move | None:
        """The update on display; where w shrank before, it does not begin where w was."""
        state = self.state
        if not state.added:
            return None
        added = state.label * state.size * np.append(self.run.dataset.X[state.index], self.run.margin.bias.squared)
        size = "" if state.size == 1 else f"{number(state.size, 3)}·"
        return Move(self.place(self.present - added), f"{'+' if state.label > 0 else '−'} {size}x{self.per}")

    @property
    def star(self) -> Point | None:
        """The direction of ŵ* as it is seen in the plane; None where there is none."""
        star = self._star
        return None if star is None or not any(self.place(star)) else self.place(star)

    @property
    def star_here(self) -> Point | None:
        """Where the ray of ŵ* meets the plane, which is not through the origin; None where it does not."""
        star, others = self._star, self.others
        if star is None or len(others) != 1:
            return None
        along, here = float(star[others[0]]), float(self.at[others[0]])
        if not along * here > 0:
            return None
        x, y = (value * (here / along) for value in self.place(star))
        return (x, y) if math.isfinite(x) and math.isfinite(y) else None

    @property
    def reach(self) -> float:
        """How far one update moves w in the plane at most, if its size is 1."""
        signed = self.run.dataset.X
        lengths = [
            self.run.margin.bias.squared
            if axis == self.run.dataset.d
            else float(np.abs(signed[:, axis]).max(initial=0))
            for axis in self.plane.axes
        ]
        return max(lengths)

    def place(self, vector: FloatArray) -> Point:
        first, second = self.plane.axes
        return float(vector[first]), float(vector[second])

    @property
    def _star(self) -> FloatArray | None:
        margin = self.run.margin
        if margin.w_star is None or margin.b_star is None:
            return None
        return np.append(margin.w_star, margin.b_star)


def components(run: Run) -> range:
    """The components of (w, b) that a run can change: j < d for feature j, and d for b where there is a bias."""
    return range(run.dataset.d + bool(run.margin.bias.squared))


def name(run: Run, component: int) -> str:
    """E.g. w₁, or b."""
    return "b" if component == run.dataset.d else f"w{subscript(component + 1)}"


def segments(path: FloatArray) -> FloatArray:
    """The ends (x, y, x, y) of the pieces of a path (m + 1, 2) that are longer than nothing."""
    ends: FloatArray = np.hstack([path[:-1], path[1:]])
    return ends.compress((path[:-1] != path[1:]).any(axis=1), axis=0)
