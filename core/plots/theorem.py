"""The plots of the theorem's numbers and of mistakes, their input, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import nan

import numpy as np

from core.analysis.held_out_errors import RunSamples, moments, wrong_at
from core.datasets.dataset import FloatArray
from core.numbers.numerals import short
from core.plots.corridor import PLACE, WAITING, corridor_plot
from core.plots.spec import EXAMPLES, KnownCurve, PlotMark, PlotSpec, Sampled, Scale
from core.predictors import BestErrors
from core.record.history import State
from core.run import Run
from core.theory.margin.margin import Margin, in_units
from core.theory.quantities import COST, LOST, MISSED
from core.theory.theorem import Curves, TheoremFacts

_AT_ONCE = 1 << 15
"""Updates. Nobody notices the time that they take of a frame."""


@dataclass(frozen=True, eq=False)
class RunSnapshot:
    """A run as far as it may be shown, curves of its vectors with the whole margin in the chosen units, and samples."""

    run: Run
    curves: Curves
    samples: RunSamples

    @property
    def margin(self) -> Margin:
        return self.curves.margin

    def told_by(self, own: Margin | None) -> Margin:
        """Return the margin of `own`, the theorem for one's own separator, in these units; else that of the run."""
        return self.margin if own is None else in_units(own, self.margin.notation.units)

    def facts(self, state: State, own: Margin | None = None, *, with_gap: bool = False) -> TheoremFacts:
        samples, gap = self.samples, with_gap and own is None
        return self.run.facts(state, self.told_by(own), samples.slack, samples.least_cost, with_gap=gap)

    def read_on(self) -> None:
        """Let the curves take in a part more of the record."""
        self.curves.extend(self.run.history, _AT_ONCE)


def corridor_of(seen: RunSnapshot, own: Curves | None) -> PlotSpec | None:
    """Return the picture of the theorem; the curves of one's `own` separator replace those of ŵ*."""
    counts, samples = {}, seen.samples
    if not seen.margin.theorem:
        counts = {PLACE: samples.column("update")} | {key: samples.column(key) for key in (MISSED, LOST, COST)}
    return corridor_plot(seen.run, own or seen.curves, counts, samples.least_cost, seen.run.updates)


def whole_corridor(run: Run, held: int, least: Fraction | None) -> PlotSpec | None:
    """Return the picture of the theorem at the first `held` updates; no vector costs less than `least`."""
    curves, places = Curves(run.margin), moments(held)
    curves.extend(run.history, held)
    counts: dict[str, FloatArray] = {PLACE: places.astype(np.float64)}
    if (along := run.losses_along) is not None:
        counts[LOST], counts[MISSED] = np.array([along.at(run.history, k) for k in places.tolist()], np.float64).T
    elif run.rule.cost:
        counts[COST] = np.array([run.objective(k) or 0.0 for k in places.tolist()])
    return corridor_plot(run, curves, counts, least, held)


_FAR = 1.6
"""How far above the curve a promise is followed that grows without end."""


def progress(seen: RunSnapshot) -> PlotSpec | None:
    """Return the plot of the first half of the theorem."""
    updates, margin, values = seen.run.updates, seen.margin, seen.curves.w_dot_wstar
    title = f"{margin.notation.along} grows by ≥ {margin.notation.progress}"
    if margin.gamma is None or values is None:
        return undecided(title, "ŵ* is not known", seen.run)
    sampled = Sampled(margin.notation.along, seen.curves.k, values, key="progress")
    top = max(float(values.max()), margin.lower(updates))
    scale = Scale.around(min(float(values.min()), margin.along_start), top)
    lines = KnownCurve(margin.notation.lower, margin.lower), sampled
    return PlotSpec(title, lines, Scale.counting(updates), scale, row="progress", ordered=True)


def length(seen: RunSnapshot) -> PlotSpec | None:
    """Return the plot of the second half of the theorem.

    Without ŵ* k grows without end but ‖w‖² does not (the cycling theorem): the scales let that be seen, and what
    happened first too.
    """
    updates, margin, values = seen.run.updates, seen.margin, seen.curves.w_norm_sq
    if not margin.theorem:
        return None
    squared, found, promised = margin.notation.units.squared, float(values.max()), margin.upper(updates)
    title, top, x = f"{squared} grows by ≤ {margin.notation.growth}", max(found, promised), Scale.counting(updates)
    if margin.separable is False and promised > _FAR * found:
        top, x = _FAR * found, Scale.unfolding(updates)
        title = f"{squared} stays bounded{x.note}"
    lines = Sampled(squared, seen.curves.k, values, key="length"), KnownCurve(margin.notation.upper, margin.upper)
    return PlotSpec(title, lines, x, Scale.up_to(top), row="length", ordered=True)


def undecided(title: str, missing: str, run: Run) -> PlotSpec | None:
    """Return the reason why something is `missing`; None if there provably is no ŵ*, or none is spoken of."""
    margin = run.margin
    if not margin.theorem or margin.separable is False:
        return None
    reason = margin.unknown or "Rounding leaves open whether the data are separable."
    reason = reason if run.dataset.n else "There are no examples."
    return PlotSpec(title, (), Scale.counting(run.updates), Scale.up_to(1), remark=f"{missing}. {reason}")


ALONG, LENGTH = "along in updates", "length in updates"
"""What the values of its curves at the playhead are called."""

_LEAST_SHARE = 1 / 40
"""A run that takes a smaller share of its bound is shown in full width; where the lines meet is then said."""
_HEADROOM = 1.1
"""For the name of the upper line, where no wall has it."""


def squeeze(seen: RunSnapshot) -> PlotSpec | None:
    """Return (w·ŵ*)² and ‖w‖² between k²γ² and kR², all divided by kγ²: in updates, between k and R²/γ².

    So the lines of the promises are straight and meet at the bound. From w⁽⁰⁾ ≠ 0, with the roots k₋ and k₊ of
    (p + kγ)² = q + kR², they lie between (p + kγ)² and q + kR²: in updates a length v² between those is
    k + (v² − (p + kγ)²)/((k − k₋)γ²), which lies between k and k₊.
    """
    run, margin = seen.run, seen.margin
    title, curves, bound = f"k cannot pass {margin.notation.bound}", seen.curves, margin.bound
    if margin.gamma is None or bound is None or curves.w_dot_wstar is None:
        return undecided(title, "No bound on k", run)
    # From the update on from which p + kγ ≥ 0, so that its square is a promise too.
    told = (curves.k > 0) & (margin.lower(curves.k) >= 0)
    k, along, length = curves.k[told], curves.w_dot_wstar[told] ** 2, curves.w_norm_sq[told]
    unit = " in updates" if margin.start or margin.notation.units.by_radius else "/kγ²"
    lower, upper = KnownCurve("k", lambda k: k), KnownCurve(margin.notation.bound, lambda k: np.full_like(k, bound))
    # What rounding may lift over the line is on the line.
    along, length = (np.minimum(_in_updates(squares, k, margin), bound) for squares in (along, length))
    drawn = Sampled(f"(w·ŵ*)²{unit}", k, along, "promise", key=ALONG), Sampled(f"‖w‖²{unit}", k, length, key=LENGTH)
    share = run.updates / bound if bound else 1.0
    whole = share >= _LEAST_SHARE or bound < 1 / _LEAST_SHARE
    # With six digits, as in the row of the bound: rounded it would lie above a bound in whole updates.
    remark = "" if whole else f"the lines meet at k = {short(bound, 6)}"
    if run.updates and not len(k):
        remark = f"{margin.notation.raw.lower} < 0 so far: its square promises nothing"
    lines = (lower, *(drawn if len(k) else ()), upper)
    x, y, wall = Scale.counting(run.updates), Scale.up_to(_HEADROOM * bound), None
    if whole:
        x, y = Scale(0, max(bound * 1.04, 1), whole=True), Scale.up_to(bound)
        wall = PlotMark(bound, margin.notation.bound)
    return PlotSpec(title, lines, x, y, row="bound", ordered=True, gap=(lower, upper), wall=wall, remark=remark)


def values_at(seen: RunSnapshot, facts: TheoremFacts, *, mistakes: bool) -> dict[str, float]:
    """Return the values of the curves at a state; the `mistakes` of the last vector only if they are drawn."""
    values = {row.key: row.left for row in facts.rows}
    values |= in_updates(values, facts.state.update, seen.margin)
    if facts.cost is not None:
        values["cost"] = facts.cost
    if mistakes and (wrong := wrong_at(seen.run, facts.state)) is not None:
        values["last"] = wrong
    return values


def in_updates(rows: Mapping[str, float], k: int, margin: Margin) -> dict[str, float]:
    """Return (w·ŵ*)² and ‖w‖² in updates, from the left sides of the rows after update k; NaN if there are none."""
    if not k or margin.gamma is None or "progress" not in rows or margin.lower(k) < 0:
        return {ALONG: nan, LENGTH: nan}
    squares = np.array([rows["progress"] ** 2, rows["length"]])
    along, length = _in_updates(squares, np.array([float(k)]), margin).tolist()
    return {ALONG: along, LENGTH: length}


def _in_updates(squares: FloatArray, k: FloatArray, margin: Margin) -> FloatArray:
    """Return squared lengths (m,) after updates k (m,) as counts of updates; NaN if γ² is too small for one."""
    gamma = margin.progress or nan
    with np.errstate(divide="ignore", invalid="ignore"):
        if margin.start is None:
            return squares / (k * gamma * gamma)
        promised = margin.lower(k)
        return np.maximum(k + (squares - promised * promised) / ((k - margin.least_root) * gamma * gamma), k)


def cost(seen: RunSnapshot) -> PlotSpec | None:
    """Return the plot of the cost after each example, for a rule that has one."""
    run, samples = seen.run, seen.samples
    if not run.rule.cost or not run.dataset.n:
        return None
    x = Scale.unfolding(run.history.examples)
    title, values = f"{run.rule.cost}{x.note}", samples.column("cost")
    if not len(values):
        return PlotSpec(title, (), x, Scale.up_to(1), EXAMPLES, remark=WAITING)
    curve = Sampled("cost", samples.column("example"), values, key="cost")
    return PlotSpec(title, (curve,), x, Scale.up_to(float(values.max())), EXAMPLES, row="cost")


def losses(seen: RunSnapshot) -> PlotSpec | None:
    """Return the plot of mistakes ≤ Σ loss² ≤ the bound, for a rule that bounds its losses."""
    run, samples, margin = seen.run, seen.samples, seen.margin
    if not run.rule.bounds_losses or margin.gamma is None:
        return None
    bound = margin.losses
    title, x = f"Σ loss² cannot pass {margin.notation.losses}", Scale.counting(run.updates)
    if not samples.rows:
        return PlotSpec(title, (), x, Scale.up_to(_HEADROOM * bound), remark=WAITING)
    k = samples.column("update")
    curves = (
        Sampled("mistakes", k, samples.column("missed"), "now_text", key="mistakes"),
        Sampled("Σ loss²", k, samples.column("lost"), key="losses"),
        KnownCurve(margin.notation.losses, lambda k: np.full_like(k, bound)),
    )
    return PlotSpec(title, curves, x, Scale.up_to(_HEADROOM * bound), row="losses", ordered=True)


def mistakes(seen: RunSnapshot) -> PlotSpec | None:
    """Return the plot of mistakes; None if the theorem tells the story."""
    run = seen.run
    if not run.dataset.n or (run.margin.theorem and run.margin.separable):
        return None
    return mistakes_plot(run, seen.samples, "last vector")


def mistakes_plot(run: Run, samples: RunSamples, name: str, over: str = "", best: BestErrors | None = None) -> PlotSpec:
    """Return the mistakes of the last vector, called `name`, and those of the predictor where it is another.

    `over` says in the title what they are counted on. `best` are those of the vector in the pocket, which are known
    before anything is counted.
    """
    x, predictor, curves, remark = Scale.unfolding(run.updates), run.predictor, list[Sampled](), ""
    in_pocket = best is not None and bool(best.errors)
    if samples.rows:
        k = samples.column("update")
        role = "secondary" if predictor.own else "ink"
        curves.append(Sampled(name, k, samples.column("last"), role, key="last"))
        if predictor.own and not in_pocket:
            curves.append(Sampled(predictor.title, k, samples.column("own"), predictor.role, key="own"))
        remark = "" if k[-1] == run.updates else f"counted up to update {int(k[-1]):,} so far"
    elif not in_pocket:
        remark = "counting …"
    if best is not None and best.errors:
        k, errors = stairs(best, run.updates)
        curves.append(Sampled(predictor.title, k, errors, predictor.role, key="own"))
    top = max((float(curve.values.max()) for curve in curves), default=1.0)
    meaning = f"How many of all examples a classifier gets wrong after k updates; {run.tie.counted}."
    return PlotSpec(f"mistakes{over}{x.note}", tuple(curves), x, Scale.up_to(top), remark=remark, meaning=meaning)


def stairs(best: BestErrors, updates: int) -> tuple[FloatArray, FloatArray]:
    """Return k (m,), increasing, and the errors of the vector in the pocket (m,): level from one drop to the next."""
    drops = np.array(best.updates)
    places = np.unique([*drops[1:] - 1, *drops, updates])
    errors = np.array(best.errors, np.float64)[np.searchsorted(drops, places, side="right") - 1]
    return places.astype(np.float64), errors


HERO = "squeeze"
"""The largest, at the top: what the theorem is about."""

HALVES = ("progress", "length")
"""The two halves of the theorem: beside each other, at the bottom."""

PICTURES: dict[str, Callable[[RunSnapshot], PlotSpec | None]] = {
    HERO: squeeze,
    "cost": cost,
    "losses": losses,
    "mistakes": mistakes,
    "progress": progress,
    "length": length,
}
"""Name → function that draws a plot of a run; it returns None if the plot does not apply."""
