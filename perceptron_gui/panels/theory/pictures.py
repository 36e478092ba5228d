"""What the three plots of the theory panel hold: curves, promises and the words that go with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.dataset import FloatArray
from core.numerals import number
from core.run import Run
from core.theory.margin import Margin
from core.theory.theorem import Curves
from perceptron_gui.panels.theory.scale import Scale

_LEAST_SHARE = 0.02
"""A run that takes a smaller share of its bound would be a speck on a linear scale."""
_FAR = 1.6
"""How far above the curve a promise is followed that grows without end."""


@dataclass(frozen=True)
class Promise:
    """A line the theorem draws, as a function of k; shown dashed."""

    name: str
    of: Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, eq=False)
class Picture:
    """One plot over the updates k (m,): a curve `values` (m,), what holds it from below and above, how far k may go.

    `key` names the inequality whose numbers stand in the title. `wall` is the bound on k, `remark` a sentence set in
    the plot: what is special, or why a promise is missing. `curve` is empty where there is nothing to draw.
    """

    key: str
    title: str
    curve: str
    k: FloatArray
    values: FloatArray
    x: Scale
    y: Scale
    lower: Promise | None = None
    upper: Promise | None = None
    wall: float | None = None
    remark: str = ""

    def reading(self, place: int) -> str:
        """The numbers at entry `place` of the curve, in one chain of inequalities."""
        k = self.k[place : place + 1]
        chain = f"{self.curve} = {number(self.values[place])}"
        if self.lower is not None:
            chain = f"{self.lower.name} = {number(float(self.lower.of(k)[0]))} ≤ {chain}"
        if self.upper is not None:
            chain = f"{chain} ≤ {self.upper.name} = {number(float(self.upper.of(k)[0]))}"
        return chain


def pictures(curves: Curves, run: Run) -> tuple[Picture, Picture, Picture]:
    """The three plots: w·ŵ* over kγ; ‖w‖² under kR²; and ‖w‖² between the two, where the bound on k is."""
    return _progress(curves, run), _length(curves, run), _squeeze(curves, run)


def _progress(curves: Curves, run: Run) -> Picture:
    title, name = "w·ŵ* grows by at least γ", "w·ŵ*"
    gamma, values = run.margin.gamma, curves.w_dot_wstar
    if gamma is None or values is None:
        return _bare("progress", title, run, _missing("There is no ŵ*", run.margin))
    x, top = _updates(run), max(float(values.max()), gamma * run.updates)
    lower = Promise("kγ", lambda k: k * gamma)
    return Picture("progress", title, name, curves.k, values, x, _from_zero(top), lower=lower)


def _length(curves: Curves, run: Run) -> Picture:
    """Without ŵ* k grows without end but ‖w‖² does not (the cycling theorem): the scale lets that be seen."""
    step, values = run.margin.radius_squared, curves.w_norm_sq
    title, promised, seen = "‖w‖² grows by at most R²", step * run.updates, float(values.max())
    if not run.margin.theorem:
        return _bare("length", title, run, _missing("No bound on ‖w‖²", run.margin))
    top = max(seen, promised)
    if run.margin.separable is False and promised > _FAR * seen:
        title, top = "‖w‖² stays bounded", _FAR * seen
    upper = Promise("kR²", lambda k: k * step)
    return Picture("length", title, "‖w‖²", curves.k, values, _updates(run), _from_zero(top), upper=upper)


def _squeeze(curves: Curves, run: Run) -> Picture:
    """(kγ)² ≤ (w·ŵ*)² ≤ ‖w‖² ≤ kR² leaves room for k only up to R²/γ², where the outer two meet."""
    title, margin = "k cannot pass R²/γ²", run.margin
    if margin.gamma is None or margin.bound is None:
        return _bare("bound", title, run, _missing("No bound on k", margin))
    gamma_squared, step, bound = margin.gamma * margin.gamma, margin.radius_squared, margin.bound
    lower, upper = Promise("k²γ²", lambda k: k * k * gamma_squared), Promise("kR²", lambda k: k * step)
    share = run.updates / bound
    remark = f"the whole run takes {number(100 * share, 2)}\N{NO-BREAK SPACE}% of the bound"
    if share >= _LEAST_SHARE or bound < 1 / _LEAST_SHARE:
        x, y = Scale(0, max(bound * 1.04, 1), whole=True), Scale(0, step * bound * 1.04)
    else:
        title += " (log scales)"
        top = step * bound
        x, y = Scale(1, bound * 1.5, True), Scale(gamma_squared, top * (top / gamma_squared) ** 0.35, True)
    return Picture("bound", title, "‖w‖²", curves.k, curves.w_norm_sq, x, y, lower, upper, bound, remark)


def _bare(key: str, title: str, run: Run, remark: str) -> Picture:
    nothing = np.empty(0)
    return Picture(key, title, "", nothing, nothing, _updates(run), Scale(0, 1), remark=remark)


def _updates(run: Run) -> Scale:
    return Scale(0, max(run.updates, 1), whole=True)


def _from_zero(top: float) -> Scale:
    return Scale(0, top * 1.06 or 1.0)


def _missing(what: str, margin: Margin) -> str:
    """Why a promise of the theorem is not there."""
    return f"{what}: {_reason(margin)}." if margin.theorem else "The theorem does not speak of this learner."


def _reason(margin: Margin) -> str:
    if margin.separable is False:
        return "the data are not separable"
    return "it is too close to tell whether the data are separable" if margin.radius else "there are no examples"
