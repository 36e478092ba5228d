"""(w·ŵ*)² and ‖w‖² between k²γ² and kR², all divided by kγ²: in updates, between k and R²/γ², which k cannot pass."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan

import numpy as np

from core.dataset import FloatArray
from core.numerals import short
from perceptron_gui.panels.theory.picture import Formula, Picture, Sampled, Wall
from perceptron_gui.panels.theory.pictures.undecided import undecided
from perceptron_gui.panels.theory.scale import Scale
from perceptron_gui.panels.theory.seen import Seen

ALONG, LENGTH = "along in updates", "length in updates"
"""What the values of its curves at the playhead are called."""

_LEAST_SHARE = 1 / 40
"""A run that takes a smaller share of its bound is shown in full width; where the lines meet is then said."""
_HEADROOM = 1.1
"""For the name of the upper line, where no wall has it."""


def squeeze(seen: Seen) -> Picture | None:
    """k²γ² ≤ (w·ŵ*)² ≤ ‖w‖² ≤ kR² in units of updates: the lines of the promises are straight and meet at the bound."""
    run, curves, margin = seen.run, seen.curves, seen.run.margin
    title = f"k cannot pass {margin.bound_formula}"
    if margin.gamma is None or margin.bound is None or curves.w_dot_wstar is None:
        return undecided(title, "No bound on k", run)
    bound, k = margin.bound, curves.k[1:]
    unit = k * margin.gamma * margin.gamma
    lower, upper = Formula("k", lambda k: k), Formula(margin.bound_formula, lambda k: np.full_like(k, bound))
    lines = (
        lower,
        Sampled("(w·ŵ*)²/kγ²", k, _inside(curves.w_dot_wstar[1:] ** 2 / unit, bound), "promise", row=ALONG),
        Sampled("‖w‖²/kγ²", k, _inside(curves.w_norm_sq[1:] / unit, bound), row=LENGTH),
        upper,
    )
    share = run.updates / bound
    whole = share >= _LEAST_SHARE or bound < 1 / _LEAST_SHARE
    return Picture(
        title,
        lines,
        Scale(0, max(bound * 1.04, 1), whole=True) if whole else Scale.counting(run.updates),
        Scale.up_to(bound if whole else _HEADROOM * bound),
        row="bound",
        ordered=True,
        gap=(lower, upper),
        wall=Wall(bound, margin.bound_formula) if whole else None,
        remark="" if whole else f"the lines meet at k = {short(bound)}",
    )


def in_updates(rows: Mapping[str, float], k: int, gamma: float | None) -> dict[str, float]:
    """(w·ŵ*)²/kγ² and ‖w‖²/kγ² from the left sides of the inequalities after update k; empty where they are not."""
    if not k or gamma is None or "progress" not in rows:
        return {ALONG: nan, LENGTH: nan}
    unit = k * gamma * gamma
    return {ALONG: rows["progress"] ** 2 / unit, LENGTH: rows["length"] / unit}


def _inside(values: FloatArray, bound: float) -> FloatArray:
    """What rounding may lift over the line is on the line."""
    return np.minimum(values, bound)
