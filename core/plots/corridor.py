"""The theorem in one picture: in lengths, against k, a run lies between a floor and a ceiling that meet.

Squared and joined by Cauchy and Schwarz, the two promises of Block and Novikoff 1962 (Perceptron 000, Huang 001) are

    p + kγ ≤ w·ŵ* ≤ ‖w‖ ≤ √(q + k(R² + 2m)),

with p = q = 0 from w = 0 and m = 0 for the perceptron's own rule. The floor is a line and the ceiling a root, so they
meet once, at the bound on k. Where the theorem does not speak of the learner, its losses, its cost or ‖w‖ are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import isfinite, nan
from typing import Literal, NamedTuple

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import at_least, counted, in_full, number, round_steps
from core.plots.spec import EXAMPLES, Curve, KnownCurve, PlotMark, PlotSpec, Sampled, Scale
from core.run import Run
from core.theory.bound_gap import DEPTH, SHORT, SIDEWAYS, SURPLUS, Part, leading
from core.theory.bounds import NAME as OWN
from core.theory.corridor_words import no_more
from core.theory.margin.margin import Margin
from core.theory.quantities import ALONG, CEILING, COST, FLOOR, LEAST, LENGTH, LIMIT, LINES, LOST, MISSED, worded
from core.theory.theorem import Curves, TheoremFacts

MEETING, BEYOND, MISSING = "meeting", "beyond", "missing"
"""Where floor and ceiling meet, the way there where it is not seen, and the words on why there is no floor."""
WAITING = "adding up …"

_LEAST_ROOM = 5.0
"""The fewest updates that the axis reaches to."""
_BEHIND = 1.08
"""The factor by which the axis goes beyond the bound."""
_KEPT, _DRAGGED = 100.0, 1000.0
"""The greatest bounds that are in view from the first update on, as a rule and after a point was dragged."""

Source = Literal["gamma", "radius", "star", "part", "example"]
SOURCES: dict[str, Source] = {FLOOR: "gamma", CEILING: "radius", ALONG: "star"}
"""Line → the quantity that it comes from."""

Counted = Mapping[str, FloatArray]
"""Counts along a run: the places of an axis (m,) as `PLACE`, and the values there by the keys of lines."""
PLACE = "place"


class Gap(NamedTuple):
    """A gap between floor and ceiling at one k, from `low` to `high`; `parts` of the gap under the bound fill it."""

    name: str
    low: str
    high: str
    parts: tuple[Part, ...]


GAPS = (
    Gap("surplus", FLOOR, ALONG, (SURPLUS,)),
    Gap("sideways", ALONG, LENGTH, (SIDEWAYS,)),
    Gap("short and depth", LENGTH, CEILING, (SHORT, DEPTH)),
)
"""From the bottom up."""


def meeting_of(margin: Margin) -> PlotMark | None:
    """Return the point where floor and ceiling meet; None if they do not, or where floats do not reach."""
    notation, bound = margin.notation, margin.bound
    if not margin.has_star or bound is None or not isfinite(bound):
        return None
    root = f" {notation.bound} is {notation.bound_meaning}." if margin.start else ""
    meaning = (
        f"here floor and ceiling meet. Beyond, {notation.along} would have to be more than {notation.units.length}, "
        f"and no vector reaches further than it is long: {no_more(margin)}, whatever the order.{root}"
    )
    return PlotMark(bound, f"{notation.bound} {margin.bound_written}", margin.lower(bound), meaning)


def meeting_words(meeting: PlotMark) -> str:
    """Return where floor and ceiling meet, in words."""
    _, least, most = meeting.name.partition(" ≤ ")
    return f"they meet at {most} at most" if least else f"they meet at {meeting.name.partition(' = ')[2]}"


def axis_reach(last: float, bound: float | None) -> tuple[float, float]:
    """Return where the axis ends by itself, and at most: at a bound up to 100, else at 1, 2 or 5 · 10ⁿ ≥ `last`."""
    end = next(round_steps(max(last, _LEAST_ROOM)))
    if bound is None:
        return end, end
    beyond = max(bound * _BEHIND, bound + 0.5)
    return beyond if bound <= max(_KEPT, end) else end, max(beyond, last)


def lengths_of(w_norm_sq: FloatArray, w_dot_wstar: FloatArray | None) -> FloatArray:
    """Return ‖w‖ of many vectors (m,), as `lengths_at` has it of one: rounding lifts no w·ŵ* above it."""
    lengths: FloatArray = np.sqrt(np.maximum(w_norm_sq, 0.0))
    return lengths if w_dot_wstar is None else np.maximum(lengths, w_dot_wstar)


def corridor_plot(run: Run, curves: Curves, counts: Counted, least: Fraction | None, updates: int) -> PlotSpec | None:
    """Return the plot of the first `updates`, None without examples; a learner without the theorem has `counts`."""
    if not run.dataset.n:
        return None
    margin, end = curves.margin, axis_reach(updates, None)[0]
    if margin.theorem:
        plot = _between(curves, updates)
    elif run.rule.bounds_losses:
        plot = _losses(margin, counts, end)
    elif run.rule.cost:
        plot = _cost(margin, counts, least, end)
    else:
        drawn = _sampled(LENGTH, margin, curves.k, lengths_of(curves.w_norm_sq, None))
        plot = _open("Length of w", [drawn], end, f"Lengths of vectors. {margin.notation.units.meaning}")
    return plot.reaching(plot.x.high)


def _between(curves: Curves, updates: int) -> PlotSpec:
    margin, notation = curves.margin, curves.margin.notation
    along, meeting = curves.w_dot_wstar, meeting_of(margin)
    role = "own" if notation.separator == OWN else "promise"
    end, limit = axis_reach(updates, None if meeting is None else meeting.place)
    ceiling = _promise(CEILING, margin, margin.ceiling, "ink")
    ceiling = replace(ceiling, title=f"ceiling {ceiling.name}")
    length = _sampled(LENGTH, margin, curves.k, lengths_of(curves.w_norm_sq, along))
    part = "" if along is None else worded("is never shorter than w·{u}, its projection on {u}, and ", margin)
    length = replace(length, meaning=f"{length.meaning} It {part}never passes the ceiling.")
    upward, heights = f"Lengths of vectors. {notation.units.meaning}", partial(_within, margin)
    if along is None:
        why = "ŵ* is still being looked for" if margin.sought else "γ is not known"
        if margin.separable is False:
            why = "nothing separates these examples"
        plot = _open("Ceiling of the run", [length, ceiling], end, upward)
        return replace(plot, remark="no floor", why=why, limit=limit, heights=heights)
    floor = _promise(FLOOR, margin, margin.lower, role)
    floor = replace(floor, title=f"floor {floor.name.replace('kγ', 'k·γ')}", dotted=True)
    drawn: list[Curve] = [floor, _sampled(ALONG, margin, curves.k, along, role), length, ceiling]
    plot = _open("Floor and ceiling of the run", drawn, end, upward)
    return replace(plot, gap=(floor, ceiling), meeting=meeting, role=role, limit=limit, heights=heights)


def _sampled(key: str, margin: Margin, x: FloatArray, values: FloatArray, role: str = "ink") -> Sampled:
    line = LINES[key]
    return Sampled(worded(line.name, margin), x, values, role, key, worded(line.meaning, margin))


def _promise(key: str, margin: Margin, of: Callable[[FloatArray], FloatArray], role: str = "promise") -> KnownCurve:
    line = LINES[key]
    return KnownCurve(worded(line.name, margin), of, role, key, worded(line.meaning, margin))


def _level(key: str, margin: Margin, value: float, written: str) -> KnownCurve:
    line = _promise(key, margin, lambda k: np.full(len(k), value))
    return replace(line, name=f"{line.name} {written}")


def _losses(margin: Margin, counts: Counted, end: float) -> PlotSpec:
    missed = _sampled(MISSED, margin, counts[PLACE], counts[MISSED], "now_text")
    drawn: list[Curve] = [missed, _sampled(LOST, margin, counts[PLACE], counts[LOST])]
    if margin.gamma is not None:
        drawn.append(_level(LIMIT, margin, margin.losses, f"= {in_full(margin.losses)}"))
    return _open("Losses of the run", drawn, end, "Losses and mistakes, added up.")


def _cost(margin: Margin, counts: Counted, least: Fraction | None, end: float) -> PlotSpec:
    drawn: list[Curve] = [_sampled(COST, margin, counts[PLACE], counts[COST])]
    if least is not None:
        drawn.insert(0, _level(LEAST, margin, float(least), at_least(least)))
    # Each example makes an update, so the axis ends at the same place.
    return replace(_open("Cost of the run", drawn, end, "Costs."), axis=EXAMPLES)


def _open(title: str, drawn: Sequence[Curve], end: float, upward: str) -> PlotSpec:
    remark = WAITING
    for curve in drawn:
        if isinstance(curve, Sampled) and len(curve.x):
            remark = ""
    plot = PlotSpec(title, tuple(drawn), Scale(0, end, whole=True), Scale.up_to(1), ordered=True, upward=upward)
    return replace(plot, remark=remark, limit=end, heights=lambda plot, end: _around_curves(plot))


def kept_axes(plot: PlotSpec, before: PlotSpec, last: PlotSpec) -> PlotSpec:
    """Return `plot` with axes no shorter than in `last`, the floor of `before` as a ghost, and both bounds in words."""
    floor, met, meets, ghost = before.curve(FLOOR), before.meeting, moved_on(plot.meeting, before.meeting), None
    if isinstance(floor, KnownCurve):
        places = np.array([0.0, before.x.high if met is None else min(met.place, before.x.high)])
        ghost = Sampled("" if met is None else _bound_in(met), places, floor.of(places), "secondary")

    def at_least(spec: PlotSpec, end: float) -> Scale:
        y = spec.y if plot.heights is None else plot.heights(spec, end)
        return replace(y, low=min(y.low, last.y.low), high=max(y.high, last.y.high))

    kept = replace(plot, ghost=ghost, meeting=meets, limit=max(plot.limit, last.limit), heights=at_least)
    beyond = 0.0 if meets is None or meets.place > _DRAGGED else meets.place * _BEHIND
    return kept.reaching(max(plot.x.high, last.x.high, beyond))


def moved_on(meets: PlotMark | None, met: PlotMark | None) -> PlotMark | None:
    """Return where floor and ceiling meet, in a name that says where they met before, too."""
    if met is None or meets is None or met.name == meets.name:
        return meets
    return meets._replace(name=f"{met.name} → {_bound_in(meets)}")


def _bound_in(meets: PlotMark) -> str:
    """Return the number in the name of the point where floor and ceiling meet."""
    return meets.name.rpartition(" = ")[2] if " = " in meets.name else f"≤ {meets.name.partition(' ≤ ')[2]}"


def floor_before(margin: Margin, role: str = "secondary") -> Sampled:
    """Return the floor as it was before a change, up to where it met the ceiling, with that place as its name."""
    ends, met = np.array([0.0, margin.bound or 0.0]), meeting_of(margin)
    return Sampled("" if met is None else _bound_in(met), ends, margin.lower(ends), role)


def in_powers_of_ten(plot: PlotSpec) -> PlotSpec:
    """Return all of a corridor with both axes in powers of ten: floor and ceiling are straight lines there."""
    floor, meeting = plot.curve(FLOOR), plot.meeting
    if floor is None or meeting is None:
        return plot
    low = floor.at(1.0)
    low = low if low > 0 else meeting.value / meeting.place
    x, y = Scale(1, 1.5 * meeting.place, logarithmic=True), Scale(low, 1.5 * meeting.value, logarithmic=True)
    curves = tuple(
        replace(each, x=each.x[each.x >= 1], values=each.values[each.x >= 1]) if isinstance(each, Sampled) else each
        for each in plot.curves
    )
    return replace(plot, curves=curves, x=x, y=y, ghost=None, heights=None)


def _within(margin: Margin, plot: PlotSpec, end: float) -> Scale:
    """Return the upright scale for an axis up to `end`: up to the ceiling there, or to where floor and ceiling meet."""
    if plot.curve(CEILING) is None:
        return _around_curves(plot)
    top = float(margin.ceiling(min(end, plot.meeting.place) if plot.meeting else end))
    if plot.curve(FLOOR) is not None:
        return Scale.around(min(0.0, margin.along_start), top)
    if isinstance(length := plot.curve(LENGTH), Sampled):
        # In two digits: an axis that depends on the run stays as it is while a point is dragged.
        top = min(top, float(f"{2.2 * float(length.values.max(initial=0.0)):.1e}")) or top
    return Scale.around(_lowest(plot), top)


def _around_curves(plot: PlotSpec) -> Scale:
    """Return a scale up to a promise, if the run comes near enough to it; else to a little above the run."""
    found = [float(curve.values.max()) for curve in plot.sampled if len(curve.values)]
    highest, promised = max(found, default=0.0), (curve.at(0.0) for curve in plot.formulas)
    near = [1.08 * value for value in promised if not found or highest >= 0.2 * value]
    return Scale.around(_lowest(plot), max([highest * 1.1, *near]) or 1.0)


def _lowest(plot: PlotSpec) -> float:
    lowest = 0.0
    for curve in plot.sampled:
        lowest = float(curve.values.min(initial=lowest))
    return lowest


def so_far(plot: PlotSpec, facts: TheoremFacts, place: float, *, ahead: bool) -> PlotSpec:
    """Return `plot` with the lines of `facts`, up to `place` unless what is `ahead` is shown, on a growing axis."""
    lines = facts.lines
    promised = {FLOOR: facts.floor, CEILING: facts.ceiling, LIMIT: facts.loss_bound, LEAST: facts.least_cost}
    hidden = {key for key, number in (promised | {ALONG: facts.along}).items() if number is None}
    curves = tuple(curve for curve in plot.curves if curve.key not in hidden)
    if not ahead:
        curves = tuple(_up_to(curve, place, lines.get(curve.key, nan)) for curve in curves)
    keys = {curve.key for curve in curves}
    if not {ALONG, CEILING} <= keys:
        curves = tuple(replace(c, meaning=LINES[LENGTH].meaning) if c.key == LENGTH else c for c in curves)
    both = {FLOOR, CEILING} <= keys
    meeting = None if facts.bound is None or not both else plot.meeting
    ends = [float(curve.x[-1]) for curve in curves if isinstance(curve, Sampled) and len(curve.x)]
    end, limit = axis_reach(max([place, *ends]), None if meeting is None else meeting.place)
    if not both:
        plot = replace(plot, title="The run so far", gap=None)
    if facts.diagnosis is None and plot.remark != WAITING:
        plot = replace(plot, remark="", why="")
    return replace(plot, curves=curves, meeting=meeting, ghost=None, limit=limit).reaching(end)


def _up_to(curve: Curve, place: float, value: float) -> Curve:
    """Return the run's own curve up to `place`, with its `value` there; a promise is no secret of the run."""
    if not isinstance(curve, Sampled):
        return curve
    played, known = curve.x < place, [] if np.isnan(value) else [value]
    x, values = np.append(curve.x[played], [place] * len(known)), np.append(curve.values[played], known)
    return replace(curve, x=x, values=values)


def thing_words(key: str, plot: PlotSpec, facts: TheoremFacts) -> str:
    """Return what a thing of the plot means, and its number in `facts`; empty if the plot has no such thing."""
    curve, gap, lines = plot.curve(key), next((gap for gap in GAPS if gap.name == key), None), facts.lines
    notation, state = facts.margin.notation, facts.state
    if curve is not None:
        after = counted(state.example, "example") if plot.axis is EXAMPLES else counted(state.update, "update")
        here = f" After {after} it is {number(lines[key])}." if key in lines else ""
        return f"{curve.name}: {curve.meaning}{here}"
    if gap is not None and gap.low in lines and gap.high in lines:
        ends = {FLOOR: "the floor", ALONG: notation.along, LENGTH: notation.units.length, CEILING: "the ceiling"}
        said = " ".join(part.meant(facts.margin) for part in gap.parts)
        away = number(lines[gap.high] - lines[gap.low])
        return f"{gap.name}, from {ends[gap.low]} to {ends[gap.high]}. {said} Here it is {away}."
    if key == MISSING:
        return "It is being counted along the run." if plot.remark == WAITING else facts.diagnosis or ""
    if key in (MEETING, BEYOND) and plot.meeting is not None:
        return f"{plot.meeting.name}: {plot.meeting.meaning}"
    return ""  # The pointer may rest where the run before had a thing that this one has not.


def source_of(key: str, facts: TheoremFacts, run: Run) -> tuple[Source, tuple[int, ...]] | None:
    """Return the quantity and its examples that are lit on the canvas for a thing of the picture; None for nothing."""
    margin, state = facts.margin, facts.state
    support = () if margin.support is None else tuple(margin.support.tolist())
    kind, gap = SOURCES.get(key), next((gap for gap in GAPS if gap.name == key), None)
    if kind is not None and (kind == "radius" or margin.notation.separator != OWN):
        return kind, run.deciding(kind)
    if key == LENGTH and state.moved:
        return "example", (state.index,)
    if key == MISSING and run.margin.certificate is not None:
        return "part", tuple(run.margin.certificate.indices.tolist())
    if gap is not None:
        return "part", tuple(leading(run.contributions(state, gap.parts[0])).tolist())
    if key in (FLOOR, ALONG):
        return "part", support
    return ("part", (*support, *run.deciding("radius"))) if key in (MEETING, BEYOND) else None
