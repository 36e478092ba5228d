"""Mistakes on all of the data against k, where no run can end without any."""

from __future__ import annotations

from perceptron_gui.look.plots.picture import Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.text.sentences import MISTAKES_DRAWN
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot


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
        return Picture(title, (), x, Scale.up_to(1), remark="counting …", meaning=MISTAKES_DRAWN)
    k = samples.column(lambda sample: sample.update)
    last, own = samples.column(lambda sample: sample.last), samples.column(lambda sample: sample.own)
    predictor = run.predictor
    curves = [Sampled("last vector", k, last, "secondary" if predictor.own else "ink", row="last")]
    if predictor.own:
        curves.append(Sampled(predictor.title, k, own, predictor.role))
    top = max(float(last.max()), float(own.max()))
    missing = "" if k[-1] == run.updates else f"counted up to update {int(k[-1]):,} so far"
    return Picture(title, tuple(curves), x, Scale.up_to(top), remark=missing, meaning=MISTAKES_DRAWN)
