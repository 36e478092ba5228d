"""What a page draws of a run beside its numbers: the plane, the kernel, ŵ*, and the picture of the theorem."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from core.analysis.mistake_samples import moments
from core.datasets.dataset import FloatArray
from core.kernels import make_kernel
from core.numbers.numerals import at_most
from core.plane.projections import Projection, Spread, ViewChoice, usual_view_choice
from core.player.numbers import columns, packed
from core.plots.corridor import PLACE, corridor_plot
from core.plots.spec import Curve, KnownCurve, PlotSpec
from core.run import Run
from core.theory.theorem import ALONG, COST, LENGTH, LOST, MISSED, Curves

_MOST_MARKED = 1 << 21
"""Numbers of all examples up to which they are on the page, so that those that are wrong can be marked."""


def plane_of(run: Run, view: ViewChoice | None) -> dict[str, Any]:
    """Where the examples are, and of which section lines and level sets are to be drawn.

    A view that turns with the boundary, or does not fit, gives way to the usual one.
    """
    dataset = run.dataset
    fits = view is not None and view.fits(dataset.d) and not view.turns
    choice = view if view is not None and fits else usual_view_choice(dataset.d)
    projection = choice.projection(Spread(dataset), None, 0.0)
    origin = projection.lift(np.zeros((1, 2)))
    axes = projection.lift(np.eye(2)) - origin
    known = dataset.n * dataset.d <= _MOST_MARKED
    return {
        "points": columns(projection.points(dataset.X)),
        "labels": packed(dataset.y),
        "examples": columns(dataset.X) if known else None,
        "axes": axes.tolist(),
        "origin": origin[0].tolist(),
        "titles": list(projection.titles),
        "sentence": projection.sentence,
        "kernel": _kernel(run, projection),
        "star": _star(run, projection),
    }


def _kernel(run: Run, projection: Projection) -> dict[str, Any] | None:
    """The kernel and what it takes of the examples for points of the section."""
    if run.spec.kernel is None:
        return None
    return {
        **make_kernel(run.spec).described(),
        "reduced": columns(projection.reduced(run.dataset.X)),
        "shift": projection.shift.tolist(),
        "beyond": projection.beyond.tolist(),
    }


def _star(run: Run, projection: Projection) -> dict[str, Any] | None:
    """The line of ŵ* on the section, how far from it in units of w·x + b its margin lies, and its name."""
    margin = run.margin
    if margin.w_star is None or margin.b_star is None or margin.gamma is None:
        return None
    (u, v), c = projection.line(margin.w_star, margin.b_star)
    return {"line": [float(u), float(v), c], "gamma": margin.gamma, "name": f"ŵ*, γ {margin.gamma_written()}"}


def corridor_picture(run: Run, held: int, least: Fraction | None) -> dict[str, Any] | None:
    """Return the picture of the theorem at the first `held` updates, as `corridor_plot` describes it.

    A curve has its places `k` and values `v`; the page has those of ‖w‖ and w·ŵ* in its record.
    """
    curves, places = Curves(run.margin), moments(held)
    curves.extend(run.history, held)
    counts: dict[str, FloatArray] = {PLACE: places.astype(np.float64)}
    if (along := run.losses_along) is not None:
        lost = [along.at(run.history, k) for k in places.tolist()]
        counts |= {LOST: np.array([each.squared for each in lost]), MISSED: np.array([each.mistakes for each in lost])}
    elif run.rule.cost:
        counts[COST] = np.array([run.objective(k) or 0.0 for k in places.tolist()])
    plot = corridor_plot(run, curves, counts, least, held)
    if plot is None:
        return None
    meeting, bound = plot.meeting, run.margin.bound_at_most if run.margin.theorem else None
    return {
        "name": plot.title,
        "axis": plot.axis.title,
        "end": plot.x.high,
        "low": plot.y.low,
        "top": plot.y.high,
        "curves": [_curve(plot, curve) for curve in plot.curves],
        "filled": plot.gap is not None,
        "meeting": meeting and {"k": meeting.place, "v": meeting.value, "name": meeting.name},
        "bound": "" if bound is None else f"k ≤ {at_most(bound)}",
    }


def _curve(plot: PlotSpec, curve: Curve) -> dict[str, Any]:
    promised = isinstance(curve, KnownCurve)
    name = curve.title or curve.name if isinstance(curve, KnownCurve) else curve.name
    told = {"key": curve.key, "name": name, "role": curve.role.replace("_", "-"), "promised": promised}
    if curve.key in (LENGTH, ALONG):
        return told
    k, v = plot.points(curve)
    return told | {"k": packed(k), "v": packed(v)}
