"""‖w‖² under kR²: an update on a mistake lengthens w little."""

from __future__ import annotations

from core.run import Run
from core.theory.theorem import Curves
from perceptron_gui.panels.theory.picture import Formula, Picture, Sampled
from perceptron_gui.panels.theory.scale import Scale

_FAR = 1.6
"""How far above the curve a promise is followed that grows without end."""


def length(curves: Curves, run: Run) -> Picture | None:
    """The second half of the theorem.

    Without ŵ* k grows without end but ‖w‖² does not (the cycling theorem): the scale lets that be seen.
    """
    if not run.margin.theorem:
        return None
    step, values, growth = run.margin.growth, curves.w_norm_sq, run.margin.growth_formula
    title, promised, seen = f"‖w‖² grows by at most {growth}", step * run.updates, float(values.max())
    top = max(seen, promised)
    if run.margin.separable is False and promised > _FAR * seen:
        title, top = "‖w‖² stays bounded", _FAR * seen
    lines = (
        Sampled("‖w‖²", curves.k, values, row="length"),
        Formula(f"k{growth}", lambda k: k * step),
    )
    return Picture(title, lines, Scale.counting(run.updates), Scale.up_to(top), row="length", ordered=True)
