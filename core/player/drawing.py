"""What a page draws of a run beside its numbers: the plane, the kernel, ŵ*, and the picture of the theorem."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.analysis.mistake_samples import moments
from core.analysis.svm import least_cost
from core.kernels import make_kernel
from core.numbers.numerals import at_least, at_most, in_full
from core.plane.projections import Projection, Spread, ViewChoice, usual_view_choice
from core.player.numbers import columns, packed
from core.run import Run
from core.theory.corridor import Corridor, axis_reach, corridor_of
from core.theory.theorem import TheoremTable

_MOST_MARKED = 1 << 21
"""Numbers of all examples up to which they are on the page, so that those that are wrong can be marked."""
_PLACES = 120
"""Of the ceiling; half of them in its first quarter, where a root bends most."""
_ABOVE = 2.2
"""How far above ‖w‖ a ceiling is followed that nothing meets."""
_ROOM = 1.1
_NEAR = 0.2
"""A limit is in the picture where the run comes to this part of it."""


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


def corridor_picture(run: Run, theorem: TheoremTable) -> dict[str, Any] | None:
    """The picture of the `theorem` at the first updates, or of what there is in its place; None without examples.

    A curve has its places `k` and values `v`, or says of which `column` of the record it is drawn.
    """
    if not run.dataset.n:
        return None
    corridor = corridor_of(run.margin)
    if corridor is not None:
        return _between(run, corridor, theorem)
    most = len(theorem.update)
    if run.rule.bounds_losses:
        return _losses(run, most)
    return _cost(run, most) if run.rule.cost else _length(run, theorem)


def _between(run: Run, corridor: Corridor, theorem: TheoremTable) -> dict[str, Any]:
    margin, meeting = run.margin, corridor.meeting
    notation, has_floor = margin.notation, corridor.has_floor
    end, _ = axis_reach(len(theorem.update), meeting)
    last = min(end, meeting.update) if meeting else end
    k = last * np.linspace(0, 1, _PLACES) ** 2
    longest = float(np.append(margin.start_squared, theorem.w_norm_sq).max()) ** 0.5
    top = float(corridor.ceiling(np.array([last]))[0])
    curves = [_promise(f"ceiling {notation.ceiling}", k, corridor.ceiling(k))]
    if has_floor:
        ends = k[[0, -1]]
        curves.append(_promise(f"floor {notation.lower}", ends, corridor.floor(ends)))
        curves.append({"key": "along", "name": notation.along, "role": "promise"})
    else:
        top = min(top, _ABOVE * longest) or top
    curves.append({"key": "length", "name": notation.units.length, "role": "ink"})
    bound = margin.bound_at_most
    return {
        "name": "Floor and ceiling of the run" if has_floor else "Ceiling of the run",
        "axis": "updates k",
        "end": end,
        "low": corridor.lowest(last) * _ROOM,
        "top": top * _ROOM or 1.0,
        "curves": curves,
        "meeting": meeting
        and {"k": meeting.update, "v": meeting.length, "name": f"{notation.bound} {margin.bound_written}"},
        "bound": "" if bound is None else f"k ≤ {at_most(bound)}",
    }


def _losses(run: Run, most: int) -> dict[str, Any]:
    places, margin = moments(most), run.margin
    found = [losses for k in places.tolist() if (losses := run.losses(run.history.seek(k)))]
    own = [
        {"key": "missed", **_curve("mistakes", "now-text", places, [float(each.mistakes) for each in found])},
        {"key": "lost", **_curve("Σ loss²", "ink", places, [each.squared for each in found])},
    ]
    highest = max(max(each.squared, each.mistakes) for each in found)
    limit = margin.losses if margin.gamma is not None and isfinite(margin.losses) else None
    name = "" if limit is None else f"{margin.notation.losses} = {in_full(limit)}"
    return _under_a_limit("Losses of the run", own, most, highest, name, limit)


def _cost(run: Run, most: int) -> dict[str, Any]:
    places, least = moments(most), least_cost(run)
    costs = [run.objective(k) or 0.0 for k in places.tolist()]
    name = "" if least is None else f"the least cost {at_least(least)}"
    own = [{"key": "cost", **_curve("cost", "ink", places, costs)}]
    return _under_a_limit("Cost of the run", own, most, max(costs), name, None if least is None else float(least))


def _length(run: Run, theorem: TheoremTable) -> dict[str, Any]:
    """Of a rule that nothing is promised of."""
    longest = float(np.append(run.margin.start_squared, theorem.w_norm_sq).max()) ** 0.5
    own = [{"key": "length", "name": run.margin.notation.units.length, "role": "ink"}]
    return _under_a_limit("Length of w", own, len(theorem.update), longest, "", None)


def _under_a_limit(
    name: str, own: list[dict[str, Any]], most: int, highest: float, limit_name: str, limit: float | None
) -> dict[str, Any]:
    """Up to the limit, if the run comes near enough to it; else a little above the run."""
    end, _ = axis_reach(most, None)
    promised = [] if limit is None else [_promise(limit_name, [0, end], [limit] * 2)]
    seen = [] if limit is None or highest < _NEAR * limit else [limit]
    top = _ROOM * max([highest, *seen]) or 1.0
    told = {"name": name, "axis": "updates k", "end": end, "low": 0.0, "top": top, "meeting": None, "bound": ""}
    return {**told, "curves": [*promised, *own]}


def _promise(name: str, k: ArrayLike, v: ArrayLike) -> dict[str, Any]:
    return {"promised": True, **_curve(name, "promise", k, v)}


def _curve(name: str, role: str, k: ArrayLike, v: ArrayLike) -> dict[str, Any]:
    return {"name": name, "role": role, "k": packed(k), "v": packed(v)}
