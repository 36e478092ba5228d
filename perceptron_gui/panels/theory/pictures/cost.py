"""What a rule minimises, against t."""

from __future__ import annotations

from perceptron_gui.look.plots.picture import EXAMPLES, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot


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
