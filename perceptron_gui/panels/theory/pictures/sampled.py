"""What is counted or added up beside a run, sampled along it: its cost, its losses, its mistakes on all of the data."""

from __future__ import annotations

import numpy as np

from perceptron_gui.look.plots.picture import EXAMPLES, KnownCurve, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.text.sentences import mistakes_drawn
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

_HEADROOM = 1.1
"""For the name of the upper line."""


def cost(seen: RunSnapshot) -> Picture | None:
    """The cost after each example, for a rule that has one."""
    run, samples = seen.run, seen.samples
    if not run.rule.cost or not run.dataset.n:
        return None
    x = Scale.unfolding(run.history.examples)
    title = f"{run.rule.cost}{x.note}"
    if not samples.rows:
        return Picture(title, (), x, Scale.up_to(1), EXAMPLES, remark="adding up …")
    values = samples.column(lambda sample: sample.cost)
    curve = Sampled("cost", samples.column(lambda sample: sample.example), values, row="cost")
    return Picture(title, (curve,), x, Scale.up_to(float(values.max())), EXAMPLES, row="cost")


def losses(seen: RunSnapshot) -> Picture | None:
    """Mistakes ≤ Σ loss² ≤ R²/γ², or what it is from another start, for a rule that bounds its losses."""
    run, samples, margin = seen.run, seen.samples, seen.margin
    if not run.rule.bounds_losses or margin.gamma is None:
        return None
    bound = margin.losses
    title, x = f"Σ loss² cannot pass {margin.notation.losses}", Scale.counting(run.updates)
    if not samples.rows:
        return Picture(title, (), x, Scale.up_to(_HEADROOM * bound), remark="adding up …")
    k = samples.column(lambda sample: sample.update)
    curves = (
        Sampled("mistakes", k, samples.column(lambda sample: sample.missed), "now_text", row="mistakes"),
        Sampled("Σ loss²", k, samples.column(lambda sample: sample.lost), row="losses"),
        KnownCurve(margin.notation.losses, lambda k: np.full_like(k, bound)),
    )
    return Picture(title, curves, x, Scale.up_to(_HEADROOM * bound), row="losses", ordered=True)


def mistakes(seen: RunSnapshot) -> Picture | None:
    """Those of the last vector, and of what the learner's predictor makes of the run.

    Where the theorem tells the story none is needed.
    """
    run = seen.run
    if not run.dataset.n or (run.margin.theorem and run.margin.separable):
        return None
    x, samples = Scale.unfolding(run.updates), seen.samples
    title = f"mistakes{x.note}"
    if not samples.rows:
        return Picture(title, (), x, Scale.up_to(1), remark="counting …", meaning=mistakes_drawn(run.tie))
    k = samples.column(lambda sample: sample.update)
    last, own = samples.column(lambda sample: sample.last), samples.column(lambda sample: sample.own)
    predictor = run.predictor
    curves = [Sampled("last vector", k, last, "secondary" if predictor.own else "ink", row="last")]
    if predictor.own:
        curves.append(Sampled(predictor.title, k, own, predictor.role))
    top = max(float(last.max()), float(own.max()))
    missing = "" if k[-1] == run.updates else f"counted up to update {int(k[-1]):,} so far"
    return Picture(title, tuple(curves), x, Scale.up_to(top), remark=missing, meaning=mistakes_drawn(run.tie))
