"""The two halves of the theorem; and what stands in the place of a picture that needs ŵ* where none is known."""

from __future__ import annotations

from core.run import Run
from perceptron_gui.look.plots.picture import KnownCurve, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

_FAR = 1.6
"""How far above the curve a promise is followed that grows without end."""


def progress(seen: RunSnapshot) -> Picture | None:
    """The first half of the theorem."""
    run, margin, gamma = seen.run, seen.margin, seen.margin.gamma
    title = f"{margin.notation.along} grows by ≥ {margin.notation.progress}"
    if gamma is None or (values := (curves := seen.curves).w_dot_wstar) is None:
        return undecided(title, "ŵ* is not known", run)
    begun = margin.along_start
    lines = (
        KnownCurve(margin.notation.lower, margin.lower),
        Sampled(margin.notation.along, curves.k, values, row="progress"),
    )
    top = max(float(values.max()), margin.lower(run.updates))
    scale = Scale.around(min(float(values.min()), begun), top)
    return Picture(title, lines, Scale.counting(run.updates), scale, row="progress", ordered=True)


def length(seen: RunSnapshot) -> Picture | None:
    """The second half of the theorem.

    Without ŵ* k grows without end but ‖w‖² does not (the cycling theorem): the scales let that be seen, and what
    happened first too.
    """
    run, curves, margin = seen.run, seen.curves, seen.margin
    if not margin.theorem:
        return None
    values, growth = curves.w_norm_sq, margin.notation.growth
    squared = margin.notation.units.squared
    title, found = f"{squared} grows by ≤ {growth.strip('()')}", float(values.max())
    promised = margin.upper(run.updates)
    top, x = max(found, promised), Scale.counting(run.updates)
    if margin.separable is False and promised > _FAR * found:
        top, x = _FAR * found, Scale.unfolding(run.updates)
        title = f"{squared} stays bounded{x.note}"
    lines = (
        Sampled(squared, curves.k, values, row="length"),
        KnownCurve(margin.notation.upper, margin.upper),
    )
    return Picture(title, lines, x, Scale.up_to(top), row="length", ordered=True)


def undecided(title: str, missing: str, run: Run) -> Picture | None:
    """The reason why something is `missing`; None where it is proven that there is no ŵ*, or none is spoken of."""
    margin = run.margin
    if not margin.theorem or margin.separable is False:
        return None
    if not run.dataset.n:
        reason = "There are no examples."
    else:
        reason = margin.evidence.unknown or "It is too close to tell whether the data are separable."
    return Picture(title, (), Scale.counting(run.updates), Scale.up_to(1), remark=f"{missing}. {reason}")
