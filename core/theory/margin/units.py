"""Raw or normalised: whether lengths are those of the data, or all of them are divided by R, so that R = 1.

With every x̃ divided by R, w̃ is divided by R too, γ becomes γ/R, and the rule's m becomes m/R²; the mistakes, and so k
and the bound R²/γ² = 1/(γ/R)², stay as they are.

With a learning rate η an update adds η·y·x̃: all that is promised is that of examples which are η times as long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple


@dataclass(frozen=True)
class Units:
    """How the quantities of the theorem are written; {u} stands for the separator.

    `begun` is what stands before the promise for ‖w‖² from w⁽⁰⁾; `of_start` is how p and q are written.
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
    of_start: tuple[str, str]


RAW = Units(
    "Lengths are those of the data.",
    by_radius=False,
    gamma="γ",
    gamma_squared="γ²",
    radius_squared="R²",
    along="w·{u}",
    squared="‖w‖²",
    length="‖w‖",
    begun="q + ",
    losses_from="R²·‖w⁽⁰⁾ − {u}/γ‖²",
    of_start=("p = w⁽⁰⁾·ŵ*", "q = ‖w⁽⁰⁾‖²"),
)
NORMALISED = Units(
    "All lengths are divided by R, as if the longest example had length 1; mistakes, k and the bound stay as they are.",
    by_radius=True,
    gamma="γ/R",
    gamma_squared="(γ/R)²",
    radius_squared="1",
    along="w·{u}/R",
    squared="‖w‖²/R²",
    length="‖w‖/R",
    begun="q/R² + ",
    losses_from="‖R·w⁽⁰⁾ − {u}/(γ/R)‖²",
    of_start=("p/R = w⁽⁰⁾·ŵ*/R", "q/R² = ‖w⁽⁰⁾‖²/R²"),
)


class _Growth(NamedTuple):
    """The growth of ‖w‖² that an update allows: `alone`, and `within` a slack {s}; k times the former, and its root.

    `over` is the dividend of the bound, over γ², where there is such a slack.
    """

    alone: str
    within: str
    times: str
    root: str
    over: str


_GROWTHS = {
    (False, False): _Growth("R²", "(R² + 2{s})", "kR²", "√k·R", "(R² + 2{s})"),
    (True, False): _Growth("1", "(1 + 2{s}/R²)", "k", "√k", "(1 + 2{s}/R²)"),
    (False, True): _Growth("η²R²", "(η²R² + 2η{s})", "η²kR²", "η√k·R", "(R² + 2{s}/η)"),
    (True, True): _Growth("η²", "(η² + 2η{s}/R²)", "k·η²", "η√k", "(1 + 2{s}/(ηR²))"),
}
"""By whether lengths are divided by R, and whether there is a learning rate."""


@dataclass(frozen=True)
class Notation:
    """How the theorem is written for one run: in which `units`, and what the `separator` is called in formulas.

    `unit` is the length of the data that is called 1. `slack` is the sign of the rule's slack: "m", "|b|", "(m + |b|)",
    or empty. `started`: the run began elsewhere than at w = 0; `rated`: it has a learning rate.
    """

    units: Units = RAW
    unit: float = 1.0
    separator: str = "ŵ*"
    slack: str = ""
    started: bool = False
    rated: bool = False

    @property
    def raw(self) -> Notation:
        """The same in raw units."""
        return replace(self, units=RAW)

    @property
    def _growth(self) -> _Growth:
        return _GROWTHS[self.units.by_radius, self.rated]

    @property
    def _rate(self) -> str:
        return "η" if self.rated else ""

    @property
    def growth(self) -> str:
        """What ‖w‖² grows by at most in an update."""
        return self._growth.within.format(s=self.slack) if self.slack else self._growth.alone

    @property
    def times_growth(self) -> str:
        """k times that; k alone where it is 1."""
        return f"k{self.growth}" if self.slack else self._growth.times

    @property
    def progress(self) -> str:
        """What w·ŵ* grows by at least in an update."""
        return f"{self._rate}{self.units.gamma}"

    @property
    def centre(self) -> str:
        """How far along ŵ* Φ is centred, in raw units."""
        return f"({self._rate}R² + 2{self.slack})/γ" if self.slack else f"{self._rate}R²/γ"

    @property
    def _over(self) -> str:
        return self._growth.over.format(s=self.slack) if self.slack else self.units.radius_squared

    @property
    def bound(self) -> str:
        return "k₊" if self.started else f"{self._over}/{self.units.gamma_squared}"

    @property
    def bound_meaning(self) -> str:
        """What its letters stand for, where that must be said."""
        return f"the larger root of ({self.raw.lower})² = {self.raw.upper}" if self.started else ""

    @property
    def lower(self) -> str:
        """The promise for w·ŵ*."""
        if not self.started:
            return f"{self._rate}k{self.units.gamma}"
        begun = f"p + {self._rate}kγ"
        return f"({begun})/R" if self.units.by_radius else begun

    @property
    def upper(self) -> str:
        """The promise for ‖w‖²."""
        return f"{self.units.begun if self.started else ''}{self.times_growth}"

    @property
    def ceiling(self) -> str:
        """The promise for ‖w‖."""
        return f"√({self.upper})" if self.started or self.slack else self._growth.root

    @property
    def along(self) -> str:
        return self.units.along.format(u=self.separator)

    @property
    def angle(self) -> str:
        """The promise for the cosine between w and ŵ*."""
        if self.started:
            return f"({self.lower})/√({self.upper})"
        gamma = f"({self.units.gamma})" if self.units.by_radius else "γ"
        longest = f"/√{self._over}" if self.slack else "" if self.units.by_radius else "/R"
        return f"√k·{gamma}{longest}"

    @property
    def potential(self) -> str:
        """That Φ falls."""
        per = "/R²" if self.units.by_radius else ""
        return f"Φ(k){per} ≤ Φ(0){per} − {self.times_growth}"

    @property
    def losses(self) -> str:
        """What the squared losses of a rule that bounds them add up to at most."""
        if self.started:
            return self.units.losses_from.format(u=self.separator)
        return f"{self.units.radius_squared}/{self.units.gamma_squared}"

    @property
    def part_divisor(self) -> str:
        """What each part of the room under the bound is divided by."""
        return f"{'(k − k₋)' if self.started else 'k'}{self.units.gamma_squared}"

    def squared(self, formula: str) -> str:
        """A squared length in these units."""
        if not self.units.by_radius:
            return formula
        return f"({formula})/R²" if " " in formula and not formula.startswith("Σ") else f"{formula}/R²"
