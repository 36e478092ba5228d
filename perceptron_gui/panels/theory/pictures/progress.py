"""w·ŵ* over kγ: each update carries w further along ŵ*."""

from __future__ import annotations

from perceptron_gui.look.plots.picture import KnownCurve, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.theory.pictures.undecided import undecided
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot


def progress(seen: RunSnapshot) -> Picture | None:
    """The first half of the theorem."""
    run, margin, gamma = seen.run, seen.margin, seen.margin.gamma
    title = f"{margin.notation.along} grows by ≥ {margin.notation.units.gamma}"
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
