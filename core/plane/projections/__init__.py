"""Any number of features on a plane: what may be chosen, and what is then seen."""

from __future__ import annotations

from typing import Any

from core.plane.projections.choices import AlongW, NumberLine, Pair
from core.plane.projections.projection import PLANE, Projection, Spread, ViewChoice

__all__ = [
    "PLANE",
    "VIEW_CHOICES",
    "AlongW",
    "NumberLine",
    "Pair",
    "Projection",
    "Spread",
    "ViewChoice",
    "usual_view_choice",
    "view_choice_from_json",
]

VIEW_CHOICES: dict[str, type[ViewChoice]] = {kind.name: kind for kind in (Pair, AlongW, NumberLine)}
"""Name → kind of view, in the order they are offered."""


def usual_view_choice(d: int) -> ViewChoice:
    """How d features are looked at before anyone chooses: the first two, or the only one."""
    return Pair() if d > 1 else NumberLine()


def view_choice_from_json(value: Any) -> ViewChoice:
    """The inverse of `to_json`. Raises TypeError, ValueError or LookupError for what is no choice."""
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no choice of features; an object is expected")
    fields = dict(value)
    return VIEW_CHOICES[fields.pop("kind")](**fields)
