"""Raw or normalised: whether lengths are those of the data, or all of them are divided by R, so that R = 1.

With every x̃ divided by R, w̃ is divided by R too, γ becomes γ/R, and the rule's m becomes m/R²; the mistakes, and so k
and the bound R²/γ² = 1/(γ/R)², stay as they are.

With a learning rate η an update adds η·y·x̃: all that is promised is that of examples which are η times as long.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from core.resources import resource

TEXTS = tomllib.loads(resource("quantities.toml").read_text("utf-8"))
"""The symbols and the words of the theorem's quantities, by kind."""


class Units(NamedTuple):
    """The notation for the quantities of the theorem; {u} is replaced by the separator.

    `begun` comes before the promise for ‖w‖² from w⁽⁰⁾; `p` and `q` are the notation of the two numbers of the start.
    """

    meaning: str
    by_radius: bool
    gamma: str
    gamma_squared: str
    radius_squared: str
    along: str
    squared: str
    length: str
    begun: str
    losses_from: str
    p: str
    q: str


RAW, NORMALISED = (Units(**TEXTS["units"][name]) for name in ("raw", "by_radius"))


@dataclass(frozen=True)
class Notation:
    """How the theorem is written for one run: in which `units`, and what the `separator` is called in formulas.

    `unit` is the length of the data that is called 1. `slack` is the sign of the rule's slack: "m", "|b|", "(m + |b|)",
    or empty. `started`: the run began elsewhere than at w = 0; `rated`: it has a learning rate. The rest follows.
    """

    units: Units = RAW
    unit: float = 1.0
    separator: str = "ŵ*"
    slack: str = ""
    started: bool = False
    rated: bool = False

    along: str = field(init=False)
    progress: str = field(init=False)
    """The least growth of w·ŵ* in an update."""
    lower: str = field(init=False)
    """The promise for w·ŵ*."""
    growth: str = field(init=False)
    """The largest growth of ‖w‖² in an update."""
    upper: str = field(init=False)
    """The promise for ‖w‖²."""
    ceiling: str = field(init=False)
    """The promise for ‖w‖."""
    bound: str = field(init=False)
    angle: str = field(init=False)
    """The promise for the cosine between w and ŵ*."""
    centre: str = field(init=False)
    """The length along ŵ* at which Φ is centred, in raw units."""
    potential: str = field(init=False)
    """The promise that Φ falls."""
    losses: str = field(init=False)
    """The largest sum of the squared losses of a rule that bounds them."""
    part_divisor: str = field(init=False)
    """The divisor of each part of the gap under the bound."""

    def __post_init__(self) -> None:
        units, by_radius, rate = self.units, self.units.by_radius, "η" if self.rated else ""
        name, slack = f"{'by_radius' if by_radius else 'raw'}{'_rated' * self.rated}", self.slack
        allowed = TEXTS["growths"][name]
        growth = allowed["within"].format(s=slack) if slack else allowed["alone"]
        times = f"k({growth})" if slack else allowed["times"]
        over = allowed["over"].format(s=slack) if slack else units.radius_squared
        bound, losses = f"{over}/{units.gamma_squared}", f"{units.radius_squared}/{units.gamma_squared}"
        lower, upper, ceiling = f"{rate}k{units.gamma}", times, f"√({times})" if slack else allowed["root"]
        longest = f"/√{over}" if slack else "" if by_radius else "/R"
        angle = f"√k·{f'({units.gamma})' if by_radius else 'γ'}{longest}"
        if self.started:
            begun = f"p + {rate}kγ"
            lower, upper = f"({begun})/R" if by_radius else begun, f"{units.begun}{times}"
            ceiling, angle = f"√({upper})", f"({lower})/√({upper})"
            bound, losses = "k₊", units.losses_from.format(u=self.separator)
        per = "/R²" if by_radius else ""
        # A frozen dataclass takes such values only in this way.
        vars(self).update(
            along=units.along.format(u=self.separator),
            progress=f"{rate}{units.gamma}",
            lower=lower,
            growth=growth,
            upper=upper,
            ceiling=ceiling,
            bound=bound,
            angle=angle,
            centre=f"({rate}R² + 2{slack})/γ" if slack else f"{rate}R²/γ",
            potential=f"Φ(k){per} ≤ Φ(0){per} − {times}",
            losses=losses,
            part_divisor=f"{'(k − k₋)' if self.started else 'k'}{units.gamma_squared}",
        )

    @cached_property
    def raw(self) -> Notation:
        return replace(self, units=RAW)

    @property
    def bound_meaning(self) -> str:
        return f"the larger root of ({self.raw.lower})² = {self.raw.upper}" if self.started else ""

    def squared(self, formula: str) -> str:
        """Return a squared length in these units."""
        if not self.units.by_radius:
            return formula
        return f"({formula})/R²" if " " in formula and not formula.startswith("Σ") else f"{formula}/R²"
