"""The parts of a plot: scales, axis, curves, marks, and the words that explain them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, decade, number, round_steps, short
from core.record.history import State

_Values = TypeVar("_Values", float, FloatArray)

_SHAPES = "△□◇▽☆"
_ROUNDING = 1e-9
_DIGITS = 3
_ROOM = 1.06
_DASH = 0.03
"""The share of the axis up to which a curve that leaves the plot there is no more than a dash, and not drawn."""


@dataclass(frozen=True)
class Scale:
    """From `low` to `high` (> `low`). Where it is `logarithmic` by equal ratios of value + `shift`, which is > 0."""

    low: float
    high: float
    logarithmic: bool = False
    whole: bool = False
    """True if only whole numbers have a meaning."""
    shift: float = 0.0

    @classmethod
    def counting(cls, count: int) -> Scale:
        return cls(0, max(count, 1), whole=True)

    @classmethod
    def unfolding(cls, count: int, first: int = 0) -> Scale:
        """Return whole numbers from `first`, 0 or 1, to `count`; many by equal ratios: the first hundred stay apart."""
        if count > 400:  # more would leave the first hundred too little room
            return cls(first, count, True, shift=1 - first)
        return cls(first, max(count, first + 1), whole=True)

    @classmethod
    def up_to(cls, top: float) -> Scale:
        """Return a scale from 0 to a little more than `top` ≥ 0, which may be beyond all floats."""
        return cls(0, min(top * _ROOM, math.nextafter(math.inf, 0.0)) or 1.0)

    @classmethod
    def between(cls, low: float, top: float) -> Scale:
        """Return a scale from a little less than `low` to a little more than `top` > `low`."""
        room = (_ROOM - 1) * (top - low)
        return cls(low - room, top + room)

    @classmethod
    def around(cls, low: float, top: float) -> Scale:
        """Return a scale from a little less than `low` to a little more than `top`, and 0 within."""
        return cls.up_to(top) if low >= 0 else cls(low * _ROOM, max(top, 0.0) * _ROOM)

    @property
    def note(self) -> str:
        """The words in a title on a scale from left to right that is logarithmic; empty for a linear one."""
        return " (→ log scale)" if self.logarithmic else ""

    def share(self, values: _Values) -> _Values:
        """Return how far along each value lies, 0 at `low` and 1 at `high`; values outside are brought to the edge."""
        if not isinstance(values, np.ndarray):  # fifty a frame, and an array of one takes ten times as long
            inside = min(max(values, self.low), self.high)
            if self.logarithmic:
                return math.log((inside + self.shift) / self._first) / self._span
            return (inside - self.low) / (self.high - self.low)
        within = np.clip(values, self.low, self.high)
        if self.logarithmic:
            return np.asarray(np.log((within + self.shift) / self._first) / self._span)
        return np.asarray((within - self.low) / (self.high - self.low))

    def value(self, share: float) -> float:
        share = min(max(share, 0.0), 1.0)
        if self.logarithmic:
            return self._first * math.exp(share * self._span) - self.shift
        return self.low + (self.high - self.low) * share

    def ticks(self, at_most: int) -> list[float]:
        """Return round values within the scale, at least one and at most `at_most` (≥ 2)."""
        if self.logarithmic:
            last = math.floor(math.log10(self.high) + _ROUNDING)
            if self.low <= 0:  # Beside 0 a 1 would stand too near.
                every = max(-(-last // (at_most - 1)), 1)
                return [0.0, *(10.0**exponent for exponent in range(every, last + 1, every))]
            first = math.ceil(math.log10(self.low) - _ROUNDING)
            every = max(-(-(last - first + 1) // at_most), 1)
            return [10.0**exponent for exponent in range(first, last + 1, every)]
        least = (self.high - self.low) / (at_most + 1)
        for step in round_steps(max(least, 1.0) if self.whole else least):
            # Without this allowance rounding would lose a tick at the end of the axis.
            first, last = math.ceil(self.low / step - _ROUNDING), math.floor(self.high / step + _ROUNDING)
            if last - first < at_most:
                break
        return [multiple * step for multiple in range(first, last + 1)]

    def labels(self, ticks: Sequence[float]) -> list[str]:
        """Return how ticks are written: powers of ten as 10, 100, … 10⁵ on a logarithmic scale."""
        if self.logarithmic:
            return [decade(round(math.log10(tick))) if tick else "0" for tick in ticks]
        return [short(tick, _DIGITS) for tick in ticks] if self.high >= 1e9 else column(ticks, _DIGITS)

    @property
    def _first(self) -> float:
        return self.low + self.shift

    @property
    def _span(self) -> float:
        return math.log((self.high + self.shift) / self._first)


@dataclass(frozen=True)
class PlotAxis:
    """The axis from left to right: its letter and title. A place counts updates, or `examples` examples if not 0."""

    name: str
    title: str
    examples: int = 0
    write: Callable[[float], str] = "{:,.0f}".format

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
        found = np.flatnonzero(self.x == place)
        return float(self.values[found[0]]) if len(found) else math.nan

    def on_line(self, place: float) -> float:
        """Return the value on the straight line between two samples."""
        return float(np.interp(place, self.x, self.values))


@dataclass(frozen=True)
class KnownCurve:
    """A dashed curve known for every place, such as the promise of a theorem. `of` maps places (m,) to values (m,).

    Its dashes alternate with dots if it is `dotted`. Its label is its `title`, or else its name. It is drawn up to
    `until`, or to where no run passes.
    """

    name: str
    of: Callable[[FloatArray], FloatArray]
    role: str = "promise"
    key: str = ""
    meaning: str = ""
    title: str = ""
    dotted: bool = False
    until: float | None = None

    def at(self, place: float) -> float:
        return float(self.of(np.array([place]))[0])


Curve = Sampled | KnownCurve


@dataclass(frozen=True, eq=False)
class Samples:
    """Values (m,) at the places `x` (m,), drawn as dots, as rings, or as dashes from each to the next; NaN for none."""

    name: str
    x: FloatArray
    values: FloatArray
    look: Literal["dots", "rings", "dashes"]
    role: str = "ink"


class PlotBar(NamedTuple):
    """A bar over the places from `left` to `right`, hollow up to the height `hollow`."""

    left: float
    right: float
    height: float
    hollow: float = 0

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class PlotMark(NamedTuple):
    """A `place` on the axis, with its height `value` if it has one, name, meaning and role. No run passes a promise."""

    place: float
    name: str
    value: float = float("nan")
    meaning: str = ""
    role: str = "promise"


@dataclass(frozen=True, eq=False)
class PlotSpec:
    """One plot as plain data.

    `curves` go from the lowest to the highest; if they are `ordered`, each is ≤ the next. `row` is the key of the
    inequality whose numbers the title shows. The area between the two curves of `gap` is filled. No run passes the
    `wall`, or the point where two curves meet (`meeting`). `remark` is a sentence in the plot, which says what is
    special or why nothing is drawn; `why` explains it. The numbers at the playhead are in the key if it is
    `values_in_key`, else beside the title. `meaning` explains the plot if title and names are no formulas; `upward`
    explains the numbers at the left. `role` is the colour of promises. `ghost` is a promise as it was before a change,
    drawn pale; its name is the number at which it met the other one, if it ends there. A person can widen the axis up
    to `limit`; `heights` returns the upright scale for an axis up to a place.

    A plot of the results of many runs has `bars` or `samples`, and `marks` whose names are above it. Its `places` are
    those that a person can open, each with words on it. The key says of the curves of a group in `same` that they lie
    over each other.
    """

    title: str
    curves: tuple[Curve, ...]
    x: Scale
    y: Scale
    axis: PlotAxis = UPDATES
    row: str = ""
    ordered: bool = False
    gap: tuple[KnownCurve, KnownCurve] | None = None
    wall: PlotMark | None = None
    meeting: PlotMark | None = None
    remark: str = ""
    why: str = ""
    values_in_key: bool = False
    meaning: str = ""
    upward: str = ""
    role: str = "promise"
    ghost: Sampled | None = None
    limit: float = 0.0
    heights: Callable[[PlotSpec, float], Scale] | None = None
    bars: tuple[PlotBar, ...] = ()
    samples: tuple[Samples, ...] = ()
    marks: tuple[PlotMark, ...] = ()
    places: Mapping[float, str] = field(default_factory=dict)
    same: tuple[tuple[str, ...], ...] = ()

    def reaching(self, end: float) -> PlotSpec:
        y = self.y if self.heights is None else self.heights(self, end)
        return replace(self, x=Scale(0, end, whole=True), y=y)

    def points(self, curve: Curve) -> tuple[FloatArray, FloatArray]:
        """Return places (m,) and values (m,) of a curve, not thinned, up to the edge, or to where no run passes."""
        if isinstance(curve, Sampled):
            known = ~np.isnan(curve.values)
            x, values = curve.x[known], curve.values[known]
            seen = int(np.searchsorted(x, self.x.high, "right"))
            if 0 < seen < len(x):
                return np.append(x[:seen], self.x.high), np.append(values[:seen], curve.on_line(self.x.high))
            return x[:seen], values[:seen]
        passed = self.wall or self.meeting
        reach = passed.place if passed is not None and curve.until is None else curve.until
        end = self.x.high if reach is None else min(self.x.high, reach)
        # Closer together at the left, where a root is steep.
        places = self.x.low + (end - self.x.low) * np.linspace(0, 1, 97) ** 2
        if self.x.logarithmic:
            places = np.geomspace(self.x.low + self.x.shift, end + self.x.shift, 97) - self.x.shift
        values = curve.of(places)
        inside = (values <= self.y.high) & (values >= self.y.low)
        out = int(np.argmin(inside))
        if inside[0] and out > 0 and self.x.share(float(places[out])) < _DASH:
            return places[:0], values[:0]
        if out and not inside[out]:
            edge = self.y.high if values[out] > self.y.high else self.y.low
            share = (edge - values[out - 1]) / (values[out] - values[out - 1])
            places[out] = places[out - 1] + share * (places[out] - places[out - 1])
            values[out], inside[out] = edge, True
        return places[inside], values[inside]

    def curve(self, key: str) -> Curve | None:
        for curve in self.curves:
            if curve.key == key:
                return curve
        return None

    @cached_property
    def sampled(self) -> tuple[Sampled, ...]:
        """The curves that the run draws."""
        return tuple(curve for curve in self.curves if isinstance(curve, Sampled))

    @cached_property
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
        """True if there is a key, and numbers in it."""
        return self.values_in_key and bool(self.keyed)

    def dots(self, place: float, known: Mapping[str, float]) -> tuple[float, ...]:
        """Return the values of the run's curves at `place`; those of some keys are `known`."""
        values = (known.get(curve.key, curve.on_line(place)) for curve in self.sampled)
        return tuple(value for value in values if not np.isnan(value))

    def nearest(self, place: float) -> float | None:
        """Return the middle of the bar at this place; or else the nearest place that has words or is sampled."""
        if self.bars:
            return next((bar.middle for bar in self.bars if bar.left <= place < bar.right), None)
        places = np.array([*self.places]) if self.places else self.sampled[0].x if self.sampled else np.empty(0)
        return float(places[np.abs(self.x.share(places) - self.x.share(place)).argmin()]) if len(places) else None

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
