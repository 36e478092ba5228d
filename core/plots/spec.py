"""What a plot holds: curves over an axis, and the words that go with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.plots.scale import Scale
from core.record.history import State


@dataclass(frozen=True)
class PlotAxis:
    """What runs from left to right: its letter `name`, and the `title` below it.

    A place counts updates, or `examples` examples where that is not 0. `told` writes a place.
    """

    name: str
    title: str
    examples: int = 0
    told: Callable[[float], str] = "{:,.0f}".format

    def place(self, state: State) -> float:
        """Return where a state stands on this axis."""
        return state.example / self.examples if self.examples else state.update


UPDATES = PlotAxis("k", "updates k")
EXAMPLES = PlotAxis("t", "examples seen t", 1)


@dataclass(frozen=True, eq=False)
class Sampled:
    """A curve that the run draws: `values` (m,) at the places `x` (m,), which increase; strong as far as it was played.

    The playhead's dot and the hover follow it. `key` is that of the number at the playhead, which is known between the
    samples too. `meaning` is a sentence or two.
    """

    name: str
    x: FloatArray
    values: FloatArray
    role: str = "ink"
    key: str = ""
    meaning: str = ""

    def at(self, place: float) -> float:
        """Return the value at a sample; NaN at any other place."""
        found = int(np.searchsorted(self.x, place))
        return float(self.values[found]) if found < len(self.x) and self.x[found] == place else float("nan")

    def on_line(self, place: float) -> float:
        """Return the value on the straight line between two samples."""
        return float(np.interp(place, self.x, self.values))


@dataclass(frozen=True)
class KnownCurve:
    """A curve known for every place, and dashed: what a theorem promises, say. `of` maps places (m,) to values (m,).

    Beside it stands its `title` if it has one, else its name, and in small letters what is `said` of it.
    """

    name: str
    of: Callable[[FloatArray], FloatArray]
    role: str = "promise"
    key: str = ""
    meaning: str = ""
    title: str = ""
    said: str = ""

    def at(self, place: float) -> float:
        """Return the value at any place."""
        return float(self.of(np.array([place]))[0])


Curve = Sampled | KnownCurve
_SHAPES = "△□◇▽☆"


@dataclass(frozen=True)
class Mark:
    """A `place` that no run passes, at the height `value` if it has one; its `name`, and what it means."""

    place: float
    name: str
    value: float = float("nan")
    meaning: str = ""


@dataclass(frozen=True, eq=False)
class PlotSpec:
    """One plot. `curves` stand from the lowest to the highest; where they are `ordered`, each is ≤ the next.

    `row` is the key of the inequality whose numbers stand in the title. The room between the two curves of `gap` is
    filled. No run passes the `wall`, or the point where two curves meet (`meeting`). `remark` is a sentence set in the
    plot: what is special, or why there is nothing to draw; `why` says more of it. Where the key tells (`told_in_key`),
    the numbers at the playhead stand there beside the names, else beside the title. `meaning` says what is drawn where
    title and names are no formulas, and `upward` what the numbers at the left are. `role` is the colour of promises.
    The axis can be widened up to `limit`; `heights` returns the upright scale for an axis that reaches so far.
    """

    title: str
    curves: tuple[Curve, ...]
    x: Scale
    y: Scale
    axis: PlotAxis = UPDATES
    row: str = ""
    ordered: bool = False
    gap: tuple[KnownCurve, KnownCurve] | None = None
    wall: Mark | None = None
    meeting: Mark | None = None
    remark: str = ""
    why: str = ""
    told_in_key: bool = False
    meaning: str = ""
    upward: str = ""
    role: str = "promise"
    limit: float = 0.0
    heights: Callable[[PlotSpec, float], Scale] | None = None

    def reaching(self, end: float) -> PlotSpec:
        """Return the same plot on an axis from 0 to `end`."""
        y = self.y if self.heights is None else self.heights(self, end)
        return replace(self, x=Scale(0, end, whole=True), y=y)

    def points(self, curve: Curve) -> tuple[FloatArray, FloatArray]:
        """Return places (m,) and values (m,) of a curve as far as it is in view, up to where no run passes.

        Its values are not thinned. A curve that leaves the plot ends at its edge.
        """
        if isinstance(curve, Sampled):
            known = ~np.isnan(curve.values)
            x, values = curve.x[known], curve.values[known]
            seen = int(np.searchsorted(x, self.x.high, "right"))
            if 0 < seen < len(x):
                return np.append(x[:seen], self.x.high), np.append(values[:seen], curve.on_line(self.x.high))
            return x[:seen], values[:seen]
        passed = self.wall or self.meeting
        end = self.x.high if passed is None else min(self.x.high, passed.place)
        places = self.x.spread(end, 97)
        if not self.x.logarithmic:  # Closer together at the left, where a root is steep.
            places = self.x.low + (end - self.x.low) * np.linspace(0, 1, 97) ** 2
        values = curve.of(places)
        inside = (values <= self.y.high) & (values >= self.y.low)
        out = int(np.argmin(inside))
        if out and not inside[out]:
            edge = self.y.high if values[out] > self.y.high else self.y.low
            share = (edge - values[out - 1]) / (values[out] - values[out - 1])
            places[out] = places[out - 1] + share * (places[out] - places[out - 1])
            values[out], inside[out] = edge, True
        return places[inside], values[inside]

    def curve(self, key: str) -> Curve | None:
        """Return the curve of that key."""
        return next((curve for curve in self.curves if curve.key == key), None)

    @property
    def sampled(self) -> tuple[Sampled, ...]:
        """The curves that the run draws."""
        return tuple(curve for curve in self.curves if isinstance(curve, Sampled))

    @property
    def formulas(self) -> tuple[KnownCurve, ...]:
        """The curves that are known for every place."""
        return tuple(curve for curve in self.curves if isinstance(curve, KnownCurve))

    @property
    def keyed(self) -> tuple[Sampled, ...]:
        """The curves that a key must name, for one could be taken for another: several solid ones."""
        return self.sampled if len(self.sampled) > 1 else ()

    @property
    def signs(self) -> dict[str, str]:
        """Name → what stands on each of these curves: the name where it is a letter, else a shape."""
        return {
            curve.name: curve.name if len(curve.name) == 1 else _SHAPES[place % len(_SHAPES)]
            for place, curve in enumerate(self.keyed)
        }

    @property
    def key_tells(self) -> bool:
        """Whether there is a key, and numbers in it."""
        return self.told_in_key and bool(self.keyed)

    def dots(self, place: float, known: Mapping[str, float]) -> tuple[float, ...]:
        """Return the values of the run's curves at `place`; those of some keys are `known`."""
        values = (known.get(curve.key, curve.on_line(place)) for curve in self.sampled)
        return tuple(value for value in values if not np.isnan(value))

    def nearest(self, place: float) -> float | None:
        """Return the place nearest to this one at which its curves are sampled; None where there is none."""
        if not self.sampled or not len(self.sampled[0].x):
            return None
        places = self.sampled[0].x
        return float(places[np.abs(places - place).argmin()])

    def reading(self, place: float) -> str:
        """Write every curve in numbers at `place`, as far as it is known there; in one chain where they are ordered."""
        told = [(curve.name, curve.at(place)) for curve in self.curves]
        between = " ≤ " if self.ordered else ", "
        return between.join(f"{name} = {number(value)}" for name, value in told if not np.isnan(value))

    def numbers(self, place: float, known: Mapping[str, float]) -> str:
        """Write the run's curves in numbers, as far as they are known; one alone goes without its name."""
        told = self.each(place, known)
        return " ".join(told.values()) if len(self.sampled) == 1 else ", ".join(" ".join(each) for each in told.items())

    def each(self, place: float, known: Mapping[str, float]) -> dict[str, str]:
        """Return name → number of each curve of the run, as far as it is known."""
        values = [(curve.name, known.get(curve.key, curve.at(place))) for curve in self.sampled]
        return {name: number(value) for name, value in values if not np.isnan(value)}
