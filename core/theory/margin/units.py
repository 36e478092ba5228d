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

    def growth_of(self, *, within: bool) -> str:
        """What ‖w‖² grows by at most, where examples `within` a margin m are added too, or not."""
        return self.growth_within if within else self.growth

    def times(self, growth: str) -> str:
        """k times that; k alone where it is 1."""
        return "k" if growth == "1" else f"k{growth}"

    def divided(self, formula: str) -> str:
        """A squared length in these units."""
        if not self.by_radius:
            return formula
        return f"({formula})/R²" if " " in formula and not formula.startswith("Σ") else f"{formula}/R²"


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
