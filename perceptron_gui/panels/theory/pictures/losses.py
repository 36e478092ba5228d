"""What a run has lost so far under the most that it can lose."""

from __future__ import annotations

import numpy as np

from perceptron_gui.look.plots.picture import KnownCurve, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

_HEADROOM = 1.1
"""For the name of the upper line."""


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
