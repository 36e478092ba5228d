"""A run on axes of matplotlib, from the descriptions and in the colours of the page that plays it.

matplotlib is imported when it is first used: the program does without.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from core.analysis.svm import least_cost
from core.errors import InputError
from core.plane.fields.contours import zero_lines
from core.plane.fields.grid import Grid, decision_field, plane_field
from core.plane.projections import Spread, usual_view_choice
from core.plots.spec import KnownCurve
from core.plots.theorem import whole_corridor
from core.resources import resource
from core.run import Run

_PLACES, _ROOM = 300, 0.08
"""Places of the grid along each axis, and the room around the examples, as a share of their spread."""


def draw_plane(run: Run, given: Any = None) -> Any:
    """Draw examples, boundary, and the best line with its margin on `given` axes, or new ones, and return them."""
    axes, colors = _axes(given), _colors()
    from matplotlib.collections import LineCollection

    projection = usual_view_choice(run.dataset.d).projection(Spread(run.dataset), None, 0.0)
    points = projection.points(run.dataset.X)
    for label, mark, role in ((1, "o", "positive"), (-1, "x", "negative")):
        axes.scatter(*points[run.dataset.y == label].T, marker=mark, color=colors[role])
    low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.zeros(2))
    room = _ROOM * np.maximum(high - low, 1e-9 * np.abs(low)) + (high == low)
    xs, ys = np.linspace(low - room, high + room, _PLACES).T
    ends, margin = (xs[[0, -1]], ys[[0, -1]]), run.margin
    if margin.w_star is not None and margin.b_star is not None and margin.gamma is not None:
        # A straight line is one piece, which has dashes.
        star = plane_field(Grid.of(*ends), *projection.line(margin.w_star, margin.b_star))
        for away, style in ((0.0, "dashed"), (margin.gamma, "dotted"), (-margin.gamma, "dotted")):
            pieces = list(zero_lines(star - away, *ends))
            axes.add_collection(LineCollection(pieces, colors=colors["promise"], linestyles=style))
    pieces = list(zero_lines(decision_field(run.decision(), projection, Grid.of(xs, ys)), xs, ys))
    axes.add_collection(LineCollection(pieces, colors=colors["boundary"], capstyle="round"))
    axes.set(xlim=ends[0], ylim=ends[1])
    # The names come from a file: two $ in one are no formula.
    axes.set_xlabel(projection.titles[0], parse_math=False)
    axes.set_ylabel(projection.titles[1], parse_math=False)
    return axes


def draw_theorem(run: Run, given: Any = None) -> Any:
    """Draw the picture of the theorem, floor, run and ceiling, on `given` axes, or new ones, and return them."""
    axes, colors = _axes(given), _colors()
    plot = whole_corridor(run, run.updates, least_cost(run))
    if plot is None:
        return axes
    for curve in plot.curves:
        known = isinstance(curve, KnownCurve)
        name = curve.title or curve.name if isinstance(curve, KnownCurve) else curve.name
        color, (x, y) = colors[curve.role.replace("_", "-")], plot.points(curve)
        if len(x):
            axes.plot(x, y, color=color, linestyle="dashed" if known else "solid", label=name)
    meeting = plot.meeting
    if plot.gap is not None:
        k = np.linspace(plot.x.low, min(meeting.place, plot.x.high) if meeting else plot.x.high, _PLACES)
        floor, ceiling = (curve.of(k) for curve in plot.gap)
        axes.fill_between(k, floor, ceiling, color=colors["promise"], alpha=0.1, linewidth=0)
    if meeting is not None:
        axes.plot(meeting.place, meeting.value, "o", color=colors["promise"], label=meeting.name)
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
