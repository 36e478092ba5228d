"""What a plot holds: curves over an axis, and the words that go with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.record.history import State
from perceptron_gui.look.scale import Scale
from perceptron_gui.model.player import Player


@dataclass(frozen=True)
class PlayedAxis:
    """What runs from left to right: its letter, where a state stands on it, and how a player goes to a place on it."""

    name: str
    place: Callable[[State], float]
    go: Callable[[Player, int], None]
    told: Callable[[float], str] = "{:,.0f}".format
    """How a place is written."""


UPDATES = PlayedAxis("k", lambda state: state.update, Player.visit_update)
EXAMPLES = PlayedAxis("t", lambda state: state.example, Player.visit_example)


@dataclass(frozen=True, eq=False)
class Sampled:
    """A curve that the run draws: `values` (m,) at the places `x` (m,), which increase; strong as far as it was played.

    The playhead's dot and the hover follow it. `row` is the key of the inequality whose left side it is, for then its
    value at the playhead is known between the samples too.
    """

    name: str
    x: FloatArray
    values: FloatArray
    role: str = "ink"
    row: str = ""

    def at(self, place: float) -> float:
        found = int(np.searchsorted(self.x, place))
        return float(self.values[found]) if found < len(self.x) and self.x[found] == place else float("nan")

    def on_line(self, place: float) -> float:
        return float(np.interp(place, self.x, self.values))


@dataclass(frozen=True)
class KnownCurve:
    """A curve known for every place, and dashed: what a theorem promises, say. `of` maps places (m,) to values (m,)."""

    name: str
    of: Callable[[FloatArray], FloatArray]
    role: str = "promise"

    def at(self, place: float) -> float:
        return float(self.of(np.array([place]))[0])


Curve = Sampled | KnownCurve
_SHAPES = "△□◇▽☆"


@dataclass(frozen=True)
class Wall:
    """A place that cannot be passed, and its name."""

    place: float
    name: str


@dataclass(frozen=True, eq=False)
class Picture:
    """One plot. `curves` stand from the lowest to the highest; where they are `ordered`, each is ≤ the next.

    `row` is the key of the inequality whose numbers stand in the title. The room between the two curves of `gap` is
    filled. `remark` is a sentence set in the plot: what is special, or why there is nothing to draw. Where the key
    tells (`told_in_key`), the numbers at the playhead stand there beside the names, else beside the title.
    """

    title: str
    curves: tuple[Curve, ...]
    x: Scale
    y: Scale
    axis: PlayedAxis = UPDATES
    row: str = ""
    ordered: bool = False
    gap: tuple[KnownCurve, KnownCurve] | None = None
    wall: Wall | None = None
    remark: str = ""
    told_in_key: bool = False
    meaning: str = ""
    """What is drawn, where title and names are no formulas; their symbols tell where they are."""

    @property
    def sampled(self) -> tuple[Sampled, ...]:
        return tuple(curve for curve in self.curves if isinstance(curve, Sampled))

    @property
    def formulas(self) -> tuple[KnownCurve, ...]:
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

    def dots(self, place: float, lefts: Mapping[str, float]) -> tuple[float, ...]:
        """The values of the run's curves at `place`, where the inequalities have these left sides."""
        values = (lefts.get(curve.row, curve.on_line(place)) for curve in self.sampled)
        return tuple(value for value in values if not np.isnan(value))

    def nearest(self, place: float) -> float | None:
        """The place nearest to this one at which its curves are sampled; None where there is none."""
        if not self.sampled or not len(self.sampled[0].x):
            return None
        places = self.sampled[0].x
        return float(places[np.abs(places - place).argmin()])

    def reading(self, place: float) -> str:
        """Every curve in numbers at `place`, as far as it is known there; in one chain where they are ordered."""
        told = [(curve.name, curve.at(place)) for curve in self.curves]
        between = " ≤ " if self.ordered else ", "
        return between.join(f"{name} = {number(value)}" for name, value in told if not np.isnan(value))

    def numbers(self, place: float, lefts: Mapping[str, float]) -> str:
        """The run's curves in numbers, as far as they are known; one alone goes without its name."""
        told = self.each(place, lefts)
        return " ".join(told.values()) if len(self.sampled) == 1 else ", ".join(" ".join(each) for each in told.items())

    def each(self, place: float, lefts: Mapping[str, float]) -> dict[str, str]:
        """Name → number of each curve of the run, as far as it is known."""
        known = [(curve.name, lefts.get(curve.row, curve.at(place))) for curve in self.sampled]
        return {name: number(value) for name, value in known if not np.isnan(value)}
