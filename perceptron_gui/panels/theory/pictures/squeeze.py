"""(w·ŵ*)² and ‖w‖² between k²γ² and kR², all divided by kγ²: in updates, between k and R²/γ², which k cannot pass.

From w⁽⁰⁾ ≠ 0, with the roots k₋ and k₊ of (p + kγ)² = q + kR², they lie between (p + kγ)² and q + kR²: in updates a
length v² between those is k + (v² − (p + kγ)²)/((k − k₋)γ²), which lies between k and k₊.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import nan

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import short
from core.theory.margin.margin import Margin
from perceptron_gui.look.plots.picture import KnownCurve, Picture, Sampled, Wall
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.theory.pictures.halves import undecided
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

ALONG, LENGTH = "along in updates", "length in updates"
"""What the values of its curves at the playhead are called."""

_LEAST_SHARE = 1 / 40
"""A run that takes a smaller share of its bound is shown in full width; where the lines meet is then said."""
_DIGITS = 6
"""Of that place: as many as the row of the bound has, rounded it would lie above a bound in whole updates."""
_HEADROOM = 1.1
"""For the name of the upper line, where no wall has it."""


def squeeze(seen: RunSnapshot) -> Picture | None:
    """k²γ² ≤ (w·ŵ*)² ≤ ‖w‖² ≤ kR² in units of updates: the lines of the promises are straight and meet at the bound."""
    run, margin = seen.run, seen.margin
    title = f"k cannot pass {margin.notation.bound}"
    if margin.gamma is None or margin.bound is None or (curves := seen.curves).w_dot_wstar is None:
        return undecided(title, "No bound on k", run)
    bound = margin.bound
    k, along, length = _squared_from(curves.k, curves.w_dot_wstar, curves.w_norm_sq, margin)
    unit = " in updates" if margin.start or margin.notation.units.by_radius else "/kγ²"
    lower, upper = KnownCurve("k", lambda k: k), KnownCurve(margin.notation.bound, lambda k: np.full_like(k, bound))
    # What rounding may lift over the line is on the line.
    along, length = (np.minimum(_in_updates(squares, k, margin), bound) for squares in (along, length))
    drawn = Sampled(f"(w·ŵ*)²{unit}", k, along, "promise", row=ALONG), Sampled(f"‖w‖²{unit}", k, length, row=LENGTH)
    share = run.updates / bound if bound else 1.0
    whole = share >= _LEAST_SHARE or bound < 1 / _LEAST_SHARE
    return Picture(
        title,
        (lower, *(drawn if len(k) else ()), upper),
        Scale(0, max(bound * 1.04, 1), whole=True) if whole else Scale.counting(run.updates),
        Scale.up_to(bound if whole else _HEADROOM * bound),
        row="bound",
        ordered=True,
        gap=(lower, upper),
        wall=Wall(bound, margin.notation.bound) if whole else None,
        remark=_remark(margin, whole=whole, waits=bool(run.updates) and not len(k)),
    )


def _remark(margin: Margin, *, whole: bool, waits: bool) -> str:
    """Where the lines meet that are not shown so far; or that a run `waits` for a promise that can be squared."""
    if waits:
        return f"{margin.notation.raw.lower} < 0 so far: its square promises nothing"
    return "" if whole else f"the lines meet at k = {short(margin.bound or 0.0, _DIGITS)}"


def in_updates(rows: Mapping[str, float], k: int, margin: Margin) -> dict[str, float]:
    """(w·ŵ*)² and ‖w‖² in updates, from the left sides of the inequalities after update k; NaN where they are not."""
    if not k or margin.gamma is None or "progress" not in rows or margin.lower(k) < 0:
        return {ALONG: nan, LENGTH: nan}
    at = np.array([float(k)])
    squares = {ALONG: rows["progress"] ** 2, LENGTH: rows["length"]}
    return {name: float(_in_updates(np.array([square]), at, margin)[0]) for name, square in squares.items()}


def _squared_from(
    k: FloatArray, along: FloatArray, squared: FloatArray, margin: Margin
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """k, (w·ŵ*)² and ‖w‖² after each update k > 0 from which on p + kγ ≥ 0, so that its square is a promise too."""
    told = (k > 0) & (margin.lower(k) >= 0)
    return k[told], along[told] ** 2, squared[told]


def _in_updates(squares: FloatArray, k: FloatArray, margin: Margin) -> FloatArray:
    """Squared lengths (m,) after updates k (m,) as counts of updates; no numbers where γ² is too small for one."""
    gamma = margin.progress or nan
    with np.errstate(divide="ignore", invalid="ignore"):
        if margin.start is None:
            values: FloatArray = squares / (k * gamma * gamma)
            return values
        promised = margin.lower(k)
        return np.maximum(k + (squares - promised * promised) / ((k - margin.least_root) * gamma * gamma), k)
