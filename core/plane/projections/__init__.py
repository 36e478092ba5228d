"""Any number of features on a plane: what may be chosen, and what is then seen."""

from __future__ import annotations

from typing import Any

from core.plane.projections.along import AlongW
from core.plane.projections.features import NumberLine, Pair, first_features
from core.plane.projections.projection import PLANE, Sight
from core.plane.projections.spread import Spread
from core.plane.projections.view_choice import Aspect

__all__ = [
    "ASPECTS",
    "PLANE",
    "AlongW",
    "Aspect",
    "NumberLine",
    "Pair",
    "Sight",
    "Spread",
    "aspect_from_json",
    "first_features",
    "usual_aspect",
]

ASPECTS: dict[str, type[Aspect]] = {kind.name: kind for kind in (Pair, AlongW, NumberLine)}
"""Name → kind of view, in the order they are offered."""


def usual_aspect(d: int) -> Aspect:
    """How d features are looked at before anyone chooses: the first two, or the only one."""
    return next(aspect for aspect in (Pair(), NumberLine()) if aspect.fits(d))


def aspect_from_json(value: Any) -> Aspect:
    """The inverse of `to_json`. Raises TypeError, ValueError or LookupError for what is no choice."""
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no choice of features; an object is expected")
    fields = dict(value)
    return ASPECTS[fields.pop("kind")](**fields)
