"""Raw or normalised: whether lengths are those of the data, or all of them are divided by R, so that R = 1.

With every x̃ divided by R, w̃ is divided by R too, γ becomes γ/R, and the rule's m becomes m/R²; the mistakes, and so k
and the bound R²/γ² = 1/(γ/R)², stay as they are.

With a learning rate η an update adds η·y·x̃: all that is promised is that of examples which are η times as long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Units:
    """How the quantities of the theorem are written; {u} stands for the separator.

    `growth` and `growth_within` are R² and R² + 2m, by which an update lets ‖w‖² grow, `times` and `times_within` are k
    times that, and `over` and `over_within` what the bound divides by γ²; `lower` and `lower_from` are the promises for
    w·ŵ* from w = 0 and from w⁽⁰⁾, `begun` what stands before that for ‖w‖² there; `centre` and `centre_within` are how
    far along ŵ* Φ is centred; `of_start` is how p and q are written.
    """

    name: str
    title: str
    meaning: str
    by_radius: bool
    gamma: str
    gamma_squared: str
    radius: str
    along: str
    squared: str
    length: str
    growth: str
    growth_within: str
    times: str
    times_within: str
    over: str
    over_within: str
    progress: str
    centre: str
    centre_within: str
    lower: str
    lower_from: str
    begun: str
    losses_from: str
    of_start: tuple[str, str]


RAW = Units(
    "raw",
    "Raw",
    "Lengths are those of the data.",
    by_radius=False,
    gamma="γ",
    gamma_squared="γ²",
    radius="R",
    along="w·{u}",
    squared="‖w‖²",
    length="‖w‖",
    growth="R²",
    growth_within="(R² + 2m)",
    times="kR²",
    times_within="k(R² + 2m)",
    over="R²",
    over_within="(R² + 2m)",
    progress="γ",
    centre="R²/γ",
    centre_within="(R² + 2m)/γ",
    lower="kγ",
    lower_from="p + kγ",
    begun="q + ",
    losses_from="R²·‖w⁽⁰⁾ − {u}/γ‖²",
    of_start=("p = w⁽⁰⁾·ŵ*", "q = ‖w⁽⁰⁾‖²"),
)
NORMALISED = Units(
    "normalised",
    "Normalised",
    "All lengths are divided by R, as if the longest example had length 1; mistakes, k and the bound stay as they are.",
    by_radius=True,
    gamma="γ/R",
    gamma_squared="(γ/R)²",
    radius="R/R",
    along="w·{u}/R",
    squared="‖w‖²/R²",
    length="‖w‖/R",
    growth="1",
    growth_within="(1 + 2m/R²)",
    times="k",
    times_within="k(1 + 2m/R²)",
    over="1",
    over_within="(1 + 2m/R²)",
    progress="γ/R",
    centre="R²/γ",
    centre_within="(R² + 2m)/γ",
    lower="kγ/R",
    lower_from="(p + kγ)/R",
    begun="q/R² + ",
    losses_from="‖R·w⁽⁰⁾ − {u}/(γ/R)‖²",
    of_start=("p/R = w⁽⁰⁾·ŵ*/R", "q/R² = ‖w⁽⁰⁾‖²/R²"),
)


_RATED_RAW = replace(
    RAW,
    growth="η²R²",
    growth_within="(η²R² + 2ηm)",
    times="η²kR²",
    times_within="k(η²R² + 2ηm)",
    over_within="(R² + 2m/η)",
    progress="ηγ",
    centre="ηR²/γ",
    centre_within="(ηR² + 2m)/γ",
    lower="ηkγ",
    lower_from="p + ηkγ",
)
_RATED = {
    RAW: _RATED_RAW,
    NORMALISED: replace(
        NORMALISED,
        growth="η²",
        growth_within="(η² + 2ηm/R²)",
        times="k·η²",
        times_within="k(η² + 2ηm/R²)",
        over_within="(1 + 2m/(ηR²))",
        progress="ηγ/R",
        centre=_RATED_RAW.centre,
        centre_within=_RATED_RAW.centre_within,
        lower="ηkγ/R",
        lower_from="(p + ηkγ)/R",
    ),
}
"""Units → how their quantities are written with a learning rate."""


@dataclass(frozen=True)
class Notation:
    """How the theorem is written for one run: in which `units`, and what the `separator` is called in formulas.

    `unit` is the length of the data that is called 1. `within`: examples within a margin m are added too; `started`:
    the run began elsewhere than at w = 0; `rated`: it has a learning rate.
    """

    units: Units = RAW
    unit: float = 1.0
    separator: str = "ŵ*"
    within: bool = False
    started: bool = False
    rated: bool = False

    @property
    def _promised(self) -> Units:
        return _RATED[self.units] if self.rated else self.units

    @property
    def growth(self) -> str:
        """What ‖w‖² grows by at most in an update."""
        return self._promised.growth_within if self.within else self._promised.growth

    @property
    def raw_growth(self) -> str:
        """The same in raw units."""
        return replace(self, units=RAW).growth

    @property
    def raw_progress(self) -> str:
        """What w·ŵ* grows by at least, in raw units."""
        return replace(self, units=RAW).progress

    @property
    def raw_lower(self) -> str:
        """The promise for w·ŵ* in raw units."""
        return replace(self, units=RAW).lower

    @property
    def times_growth(self) -> str:
        """k times that; k alone where it is 1."""
        return self._promised.times_within if self.within else self._promised.times

    @property
    def progress(self) -> str:
        """What w·ŵ* grows by at least in an update."""
        return self._promised.progress

    @property
    def centre(self) -> str:
        """How far along ŵ* Φ is centred, in raw units."""
        return self._promised.centre_within if self.within else self._promised.centre

    @property
    def _over(self) -> str:
        return self._promised.over_within if self.within else self._promised.over

    @property
    def bound(self) -> str:
        return "k₊" if self.started else f"{self._over}/{self.units.gamma_squared}"

    @property
    def bound_meaning(self) -> str:
        """What its letters stand for, where that must be said."""
        raw = replace(self, units=RAW)
        return f"the larger root of ({self.raw_lower})² = {raw.upper}" if self.started else ""

    @property
    def lower(self) -> str:
        """The promise for w·ŵ*."""
        return self._promised.lower_from if self.started else self._promised.lower

    @property
    def upper(self) -> str:
        """The promise for ‖w‖²."""
        return f"{self.units.begun if self.started else ''}{self.times_growth}"

    @property
    def ceiling(self) -> str:
        """The promise for ‖w‖."""
        plain = {"k": "√k", RAW.times: "√k·R", "k·η²": "η√k", _RATED_RAW.times: "η√k·R"}
        return plain.get(self.upper, f"√({self.upper})")

    @property
    def along(self) -> str:
        return self.units.along.format(u=self.separator)

    @property
    def angle(self) -> str:
        """The promise for the cosine between w and ŵ*."""
        if self.started:
            return f"({self.lower})/√({self.upper})"
        gamma = f"({self.units.gamma})" if self.units.by_radius else "γ"
        longest = f"/√{self._over}" if self.within else "" if self.units.by_radius else "/R"
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
        return f"{self.units.growth}/{self.units.gamma_squared}"

    @property
    def part_divisor(self) -> str:
        """What each part of the room under the bound is divided by."""
        return f"{'(k − k₋)' if self.started else 'k'}{self.units.gamma_squared}"

    def squared(self, formula: str) -> str:
        """A squared length in these units."""
        if not self.units.by_radius:
            return formula
        return f"({formula})/R²" if " " in formula and not formula.startswith("Σ") else f"{formula}/R²"
