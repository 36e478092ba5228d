"""Raw or normalised: whether lengths are those of the data, or all of them are divided by R, so that R = 1.

With every x̃ divided by R, w̃ is divided by R too, γ becomes γ/R, and the rule's m becomes m/R²; the mistakes, and so k
and the bound R²/γ² = 1/(γ/R)², stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Units:
    """How the quantities of the theorem are written; {u} stands for the separator.

    `growth` and `growth_within` are R² and R² + 2m; `lower` and `lower_from` are the promises for w·ŵ* from w = 0 and
    from w⁽⁰⁾, `begun` what stands before that for ‖w‖² there; `of_start` is how p and q are written.
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
    lower="kγ/R",
    lower_from="(p + kγ)/R",
    begun="q/R² + ",
    losses_from="‖R·w⁽⁰⁾ − {u}/(γ/R)‖²",
    of_start=("p/R = w⁽⁰⁾·ŵ*/R", "q/R² = ‖w⁽⁰⁾‖²/R²"),
)


@dataclass(frozen=True)
class Notation:
    """How the theorem is written for one run: in which `units`, and what the `separator` is called in formulas.

    `unit` is the length of the data that is called 1. `within`: examples within a margin m are added too; `started`:
    the run began elsewhere than at w = 0.
    """

    units: Units = RAW
    unit: float = 1.0
    separator: str = "ŵ*"
    within: bool = False
    started: bool = False

    @property
    def growth(self) -> str:
        """What ‖w‖² grows by at most in an update."""
        return self.units.growth_within if self.within else self.units.growth

    @property
    def raw_growth(self) -> str:
        """The same in raw units."""
        return RAW.growth_within if self.within else RAW.growth

    @property
    def times_growth(self) -> str:
        """k times that; k alone where it is 1."""
        return "k" if self.growth == "1" else f"k{self.growth}"

    @property
    def bound(self) -> str:
        return "k₊" if self.started else f"{self.growth}/{self.units.gamma_squared}"

    @property
    def bound_meaning(self) -> str:
        """What its letters stand for, where that must be said."""
        return f"the larger root of (p + kγ)² = q + k{self.raw_growth}" if self.started else ""

    @property
    def lower(self) -> str:
        """The promise for w·ŵ*."""
        return self.units.lower_from if self.started else self.units.lower

    @property
    def upper(self) -> str:
        """The promise for ‖w‖²."""
        return f"{self.units.begun if self.started else ''}{self.times_growth}"

    @property
    def ceiling(self) -> str:
        """The promise for ‖w‖."""
        plain = {"k": "√k", f"k{RAW.growth}": f"√k·{RAW.radius}"}
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
        longest = f"/√{self.growth}" if self.within else "" if self.units.by_radius else "/R"
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
