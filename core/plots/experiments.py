"""The plots of experiments: how many runs took how many updates, and k and its bound against a parameter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.analysis.experiments.orders import Bar
from core.analysis.experiments.what_if import Fresh
from core.datasets.dataset import FloatArray
from core.numbers.numerals import counted, number, short
from core.plots.spec import UPDATES, PlotAxis, PlotBar, PlotMark, PlotSpec, Samples, Scale

_ROOM = 1.08
_TAIL = 4
"""The width of the last bar in bars, if it holds more numbers of updates than the others."""
_FAR = 60
"""Bars. An arrow points to a run that is farther away: if it had a place, bars would be too thin to click."""


@dataclass(frozen=True)
class _WithTail(Scale):
    """Whole numbers up to `end`; beyond it a bar, called `name`, holds all larger ones around the place `tail`."""

    end: float = math.inf
    tail: float = math.inf
    name: str = ""

    def ticks(self, at_most: int) -> list[float]:
        return [*(tick for tick in super().ticks(at_most) if tick < self.end), self.tail]

    def labels(self, ticks: Sequence[float]) -> list[str]:
        return [*super().labels(ticks[:-1]), self.name]


@dataclass(frozen=True)
class _Steps(Scale):
    """The increasing `values` at equal distances, interpolated between them; 0 and powers of ten have labels."""

    values: tuple[float, ...] = ()

    def share(self, values: FloatArray | float) -> Any:
        return np.interp(values, self.values, np.linspace(0, 1, len(self.values)))

    def value(self, share: float) -> float:
        return float(np.interp(share, np.linspace(0, 1, len(self.values)), self.values))

    def ticks(self, at_most: int) -> list[float]:
        kept: list[float] = []
        for value in self.values:
            ten = value == 0 or math.log10(value).is_integer()
            if ten and (not kept or self.share(value) - self.share(kept[-1]) >= 1 / at_most):
                kept.append(value)
        return kept

    def labels(self, ticks: Sequence[float]) -> list[str]:
        return [number(tick) for tick in ticks]


def bars_plot(
    bars: Sequence[Bar],
    limited: Sequence[bool],
    bound: tuple[float, str] | None = None,
    present: tuple[int, str] | None = None,
) -> PlotSpec | None:
    """Return bars of how many runs took how many updates, hollow if `limited`, with marks; None without runs."""
    if not bars:
        return None
    x = _scale_of(bars, bound, present)
    drawn, places = list[PlotBar](), dict[float, str]()
    for bar in bars:
        if bar.members:
            at_limit = sum(limited[member] for member in bar.members)
            drawn.append(PlotBar(*_sides(bar, bars), len(bar.members), at_limit))
            size = counted(bar.first, "update") if bar.first == bar.last else f"{bar.first:,} to {bar.last:,} updates"
            stopped = f", {at_limit:,} at the limit" if at_limit else ""
            places[drawn[-1].middle] = f"{size}: {len(bar.members):,} of {counted(len(limited), 'run')}{stopped}"
    marks = list[PlotMark]()
    if bound is not None:
        place = bound[0] if _tail(bars) is None or bound[0] < bars[-1].first else math.inf
        marks.append(PlotMark(place, f"{bound[1]} = {short(bound[0])}", meaning=bound[1]))
    if present is not None:
        marks.append(PlotMark(_place_of(present[0], bars), f"{present[1]}: {present[0]:,}", role="now"))
    y = Scale(0, max(bar.height for bar in drawn) * _ROOM, whole=True)
    return PlotSpec("", (), x, y, UPDATES, bars=tuple(drawn), marks=tuple(marks), places=places)


def _tail(bars: Sequence[Bar]) -> Bar | None:
    """Return the last bar, if it holds all longer runs."""
    return bars[-1] if bars[-1].width > bars[0].width else None


def _sides(bar: Bar, bars: Sequence[Bar]) -> tuple[float, float]:
    if bar is _tail(bars):
        return bar.first + bars[0].width - 0.5, bar.first + (_TAIL + 1) * bars[0].width
    return bar.first - 0.5, bar.last + 0.5


def _place_of(updates: int, bars: Sequence[Bar]) -> float:
    """Return the place of a run with these updates; −∞ or ∞ if it is too far from the bars."""
    tail, room = _tail(bars), _FAR * bars[0].width
    if updates < bars[0].first - room:
        return -math.inf
    if tail is not None and tail.first <= updates <= tail.last:
        return sum(_sides(tail, bars)) / 2
    return math.inf if updates > bars[-1].last + (0 if tail else room) else updates


def _scale_of(bars: Sequence[Bar], bound: tuple[float, str] | None, present: tuple[int, str] | None) -> Scale:
    near = [] if present is None or math.isinf(_place_of(present[0], bars)) else [present[0]]
    low, high, tail = min([bars[0].first, *near]), max([bars[-1].last + 1, *near]), _tail(bars)
    if tail is not None:
        left, right = _sides(tail, bars)
        end, name = tail.first - _TAIL * bars[0].width, f"{tail.first:,} to {tail.last:,}"
        return _WithTail(_edge(low, right), right, whole=True, end=end, tail=(left + right) / 2, name=name)
    if bound is not None and bound[0] <= 2.5 * high:
        high = max(high, int(bound[0]) + 1)
    edge = _edge(low, high)
    return Scale(edge, edge + (high - edge) * _ROOM, whole=True)


def _edge(low: float, high: float) -> float:
    return 0 if low <= high - low else low - 1


def parameter_plot(
    name: str, found: Mapping[float, Fresh | None], present: float | None, *, evenly: bool
) -> PlotSpec | None:
    """Return k as dots, hollow at the limit, and the bound as a dashed line, against a parameter called `name`.

    `found` has the result at each of its values, which increase; None if it is not known yet. `present` is the value in
    the data. The values are `evenly` apart, or else by their size. Return None without values.
    """
    if not found:
        return None
    known = [fresh for fresh in found.values() if fresh is not None]
    formula = next((fresh.formula for fresh in known if fresh.bound is not None), "")
    values, heights = np.array(list(found)), np.full((3, len(found)), np.nan)
    for column, fresh in enumerate(found.values()):
        if fresh is not None:
            heights[0 if fresh.converged else 1, column] = fresh.updates
            heights[2, column] = fresh.bound if fresh.bound is not None and math.isfinite(fresh.bound) else np.nan
    shown = [Samples("k", values, heights[0], "dots")]
    if not all(fresh.converged for fresh in known):
        shown.append(Samples("k at the limit", values, heights[1], "rings"))
    if formula:
        shown.append(Samples(formula, values, heights[2], "dashes", "promise"))
    words = ("" if fresh is None else f": {fresh.words()}" for fresh in found.values())
    places = {value: f"{name} = {number(value)}{told}" for value, told in zip(found, words, strict=True)}
    marks = () if present is None else (PlotMark(present, "", role="now"),)
    low, high = float(values[0]), float(values[-1])
    x = _Steps(low, high, values=tuple(found)) if evenly else Scale(low, high)
    y, axis = decades_around(heights[~np.isnan(heights)].tolist()), PlotAxis(name, f"{name} (↑ log scale)")
    return PlotSpec("", (), x, y, axis, samples=tuple(shown), marks=marks, places=places)


def decades_around(values: Sequence[float]) -> Scale:
    """Return a scale from the decade below the least of `values` ≥ 0 to above the largest; 0 is drawn at 0.5."""
    decade = math.floor(math.log10(max(min(values, default=1.0), 1.0)))
    return Scale(0.5 * 10.0 ** max(decade - 1, 0), max([10.0, *values]) * 1.2, logarithmic=True)
