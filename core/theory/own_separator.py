"""A separator of one's own in the place of ŵ*: the theorem holds for it too, with its own γ and its own bound."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.datasets.arithmetic import ordered_dot
from core.datasets.dataset import Dataset, FloatArray
from core.theory.bounds import OwnSeparator
from core.theory.margin.linear_margin import signed_examples
from core.theory.margin.margin import Margin

NAME = "u"
"""What it is called in formulas."""

_HALVINGS = 60
_LEAST_ASIDE = 1e-6
"""Less than this of a unit vector is rounding, and no direction."""


def theorem_of_own(own: OwnSeparator, margin: Margin) -> Margin | None:
    """`margin`, raw, with the unit vector of one's own separator in the place of ŵ*; None where it does not separate.

    Of a learner on which the theorem is silent the bound stays None.
    """
    if own.exactly is None or own.worst is None:
        return None
    w, b = own.exactly.unit(margin.bias)
    return replace(
        margin,
        separable=True,
        gamma=own.gamma,
        bound=own.bound_in(margin),
        w_star=w,
        b_star=b,
        support=np.array([own.worst]),
        evidence=replace(margin.evidence, exactly=own.exactly, gamma_at_most=None),
        start=own.start_in(margin) or margin.start,
        notation=replace(margin.notation, separator=NAME),
    )


def tilted(dataset: Dataset, margin: Margin, away: FloatArray | None, gamma: float) -> tuple[FloatArray, float] | None:
    """A separator (w, b) of length 1 with this γ, tilted from ŵ* towards `away` (w, b) (d + 1,).

    Without one, or where that is ŵ* itself, towards the bias feature: then the line moves in parallel; with B = 0
    towards the first feature that ŵ* does not have to itself. A γ above that of ŵ* is that of ŵ*, one below 0 is 0,
    both but for rounding. None where there is no ŵ* in the space of the data, or nowhere to tilt it.
    """
    if margin.w_star is None or margin.b_star is None or margin.gamma is None:
        return None
    star = margin.bias.augmented(np.append(margin.w_star, margin.b_star))
    aside = _aside(star, None if away is None else margin.bias.augmented(away))
    if aside is None:
        return None
    signed = signed_examples(dataset, margin.bias)
    along, across = ordered_dot(signed, star), ordered_dot(signed, aside)
    near, far = 0.0, np.pi / 2
    for _ in range(_HALVINGS):
        angle = (near + far) / 2
        reached = float((np.cos(angle) * along + np.sin(angle) * across).min())
        near, far = (angle, far) if reached >= max(gamma, 0.0) else (near, angle)
    turned = np.cos(near) * star + np.sin(near) * aside
    return margin.bias.parted(turned)


def _aside(star: FloatArray, away: FloatArray | None) -> FloatArray | None:
    """A unit vector at right angles to `star` (D,): along `away`, else along a feature, the last first."""
    features = np.eye(len(star))[[-1, *range(len(star) - 1)]]
    for candidate in ([] if away is None else [away / (np.linalg.norm(away) or 1.0)]) + list(features):
        across = candidate - (candidate @ star) * star
        length = float(np.linalg.norm(across))
        if length > _LEAST_ASIDE:
            unit: FloatArray = across / length
            return unit
    return None
