"""A run on axes of matplotlib, from the descriptions and in the colours of the page that plays it.

matplotlib is imported when it is first used: the program does without.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from core.analysis.svm import least_cost
from core.errors import InputError
from core.plane.fields.grid import Grid, decision_field, plane_field
from core.plane.projections import Spread, usual_view_choice
from core.plots.spec import KnownCurve
from core.plots.theorem import whole_corridor
from core.resources import resource
from core.run import Run

_PLACES = 300
"""Places along each axis of a grid."""


def draw_plane(run: Run, given: Any = None) -> Any:
    """Draw examples, boundary, and the best line with its margin on `given` axes, or new ones, and return them."""
    axes, colors, margin = _axes(given), _colors(), run.margin
    projection = usual_view_choice(run.dataset.d).projection(Spread(run.dataset), None, 0.0)
    points = projection.points(run.dataset.X)
    for label, mark, role in ((1, "o", "positive"), (-1, "x", "negative")):
        axes.scatter(*points[run.dataset.y == label].T, marker=mark, color=colors[role])
    low, high = np.transpose([axes.get_xlim(), axes.get_ylim()])
    xs, ys = np.linspace(low, high, _PLACES).T
    grid = Grid.of(xs, ys)
    lines = []
    if margin.w_star is not None and margin.b_star is not None and margin.gamma is not None:
        star = plane_field(grid, *projection.line(margin.w_star, margin.b_star))
        shifts = ((-margin.gamma, "dotted"), (0.0, "dashed"), (margin.gamma, "dotted"))
        lines += [(star - shift, "promise", style) for shift, style in shifts]
    lines.append((decision_field(run.decision(), projection, grid), "boundary", "solid"))
    for field, role, style in lines:
        if (field < 0).any() and (field >= 0).any():
            axes.contour(xs, ys, field, [0.0], colors=colors[role], linestyles=style)
    # The names come from a file: two $ in one are no formula.
    axes.set_xlabel(projection.titles[0], parse_math=False)
    axes.set_ylabel(projection.titles[1], parse_math=False)
    return axes


def draw_theorem(run: Run, given: Any = None) -> Any:
    """Draw the picture of the theorem, floor, run and ceiling, on `given` axes, or new ones, and return them."""
    axes, colors, plot = _axes(given), _colors(), whole_corridor(run, run.updates, least_cost(run))
    if plot is None:
        return axes
    for curve in plot.curves:
        name, style = curve.name, "solid"
        if isinstance(curve, KnownCurve):
            name, style = curve.title or name, "dashed"
        x, y = plot.points(curve)
        if len(x):
            axes.plot(x, y, color=colors[curve.role.replace("_", "-")], linestyle=style, label=name)
    if plot.gap is not None:
        floor, ceiling = (plot.points(curve) for curve in plot.gap)
        axes.fill(*np.hstack([floor, np.fliplr(ceiling)]), color=colors[plot.role], alpha=0.1, linewidth=0)
    if plot.meeting is not None:
        axes.plot(plot.meeting.place, plot.meeting.value, "o", color=colors[plot.role], label=plot.meeting.name)
    axes.set(xlim=(plot.x.low, plot.x.high), ylim=(plot.y.low, plot.y.high), title=plot.title, xlabel=plot.axis.title)
    axes.legend()
    return axes


def _axes(given: Any) -> Any:
    if given is not None:
        return given
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise InputError("a picture needs matplotlib, which is not installed; run `pip install matplotlib`") from error
    return pyplot.subplots()[1]


def _colors() -> dict[str, str]:
    """Return role → colour of the page's light theme, which comes first there."""
    style = resource("player", "player.css").read_text(encoding="utf-8")
    return dict(reversed(re.findall(r"--([\w-]+): (#\w{6})", style)))
