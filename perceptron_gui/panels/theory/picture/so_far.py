"""The picture of the theorem where the future is hidden: the run so far, and what is revealed of the promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from core.theory.corridor import ALONG, CEILING, FLOOR, LENGTH, axis_reach
from perceptron_gui.look.plots.picture import Curve, Sampled
from perceptron_gui.panels.theory.picture.scene import LEAST, LIMIT, CorridorScene

_SECRETS = {FLOOR: "floor", CEILING: "ceiling", ALONG: "star", LIMIT: "bound", LEAST: "bound"}
"""Line → what must be told for it to be shown; a line that is not here is the run's own."""
_PLAIN = "how long w is."
"""What is said of ‖w‖ where what it is held against is hidden."""


def so_far(
    scene: CorridorScene, tells: Callable[[str], bool], place: float, values: Mapping[str, float]
) -> CorridorScene:
    """`scene` with the lines that are told, up to a `place` of its axis where they have these `values`.

    Its axis reaches a little further than what is shown: it grows as the run goes on.
    """
    ahead = tells("curves")
    strands = tuple(
        strand if ahead else replace(strand, curve=_up_to(strand.curve, place, values.get(strand.key, np.nan)))
        for strand in scene.strands
        if tells(_SECRETS.get(strand.key, "")) or strand.key not in _SECRETS
    )
    keys = {strand.key for strand in strands}
    if not {ALONG, CEILING} <= keys:
        strands = tuple(replace(s, meaning=_PLAIN) if s.key == LENGTH else s for s in strands)
    both = {FLOOR, CEILING} <= keys
    meeting = scene.meeting if both and tells("bound") else None
    ends = [float(s.curve.x[-1]) for s in strands if isinstance(s.curve, Sampled) and len(s.curve.x)]
    end, limit = axis_reach(max([place, *ends]), meeting)
    open_ = tells("separable") or scene.waits
    return replace(
        scene,
        name=scene.name if both else "The run so far",
        strands=strands,
        end=end,
        limit=limit,
        meeting=meeting,
        without=scene.without if open_ else "",
        missing=scene.missing if open_ else "",
        floor_known=both,
    )


def _up_to(curve: Curve, place: float, value: float) -> Curve:
    """The run's own curve as far as it was played, with its `value` there; what is promised is no secret of the run."""
    if not isinstance(curve, Sampled):
        return curve
    played = curve.x < place
    known = [] if np.isnan(value) else [value]
    x, values = np.append(curve.x[played], [place] * len(known)), np.append(curve.values[played], known)
    return replace(curve, x=x, values=values)
