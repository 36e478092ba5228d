"""‖w‖² between k²γ² and kR², which meet at the bound on k."""

from __future__ import annotations

from core.numerals import number
from core.run import Run
from core.theory.theorem import Curves
from perceptron_gui.panels.theory.picture import Formula, Picture, Sampled, Wall
from perceptron_gui.panels.theory.pictures.undecided import undecided
from perceptron_gui.panels.theory.scale import Scale

_LEAST_SHARE = 0.02
"""A run that takes a smaller share of its bound would be a speck on a linear scale."""


def squeeze(curves: Curves, run: Run) -> Picture | None:
    """(kγ)² ≤ (w·ŵ*)² ≤ ‖w‖² ≤ kR² leaves room for k only up to R²/γ², where the outer two meet."""
    margin, growth = run.margin, run.margin.growth_formula
    title = f"k cannot pass {margin.bound_formula}"
    if margin.gamma is None or margin.bound is None:
        return undecided(title, "No bound on k", run)
    gamma_squared, step, bound = margin.gamma * margin.gamma, margin.growth, margin.bound
    lower, upper = Formula("k²γ²", lambda k: k * k * gamma_squared), Formula(f"k{growth}", lambda k: k * step)
    share = run.updates / bound
    if share >= _LEAST_SHARE or bound < 1 / _LEAST_SHARE:
        x, y = Scale(0, max(bound * 1.04, 1), whole=True), Scale(0, step * bound * 1.04)
    else:
        title += " (log scales)"
        top = step * bound
        x, y = Scale(1, bound * 1.5, True), Scale(gamma_squared, top * (top / gamma_squared) ** 0.35, True)
    return Picture(
        title,
        (lower, Sampled("‖w‖²", curves.k, curves.w_norm_sq, row="length"), upper),
        x,
        y,
        row="bound",
        ordered=True,
        gap=(lower, upper),
        wall=Wall(bound, margin.bound_formula),
        remark=f"the whole run takes {number(100 * share, 2)}\N{NO-BREAK SPACE}% of the bound",
    )
