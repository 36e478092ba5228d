"""Which examples the parts of the room under the bound come from, and how that is told."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number, plural
from core.record.history import State
from core.run import Run
from core.theory.bound_gap import SIDEWAYS, BoundGap, Part, leading

_NAMED = 4


def leading_examples(run: Run | None, state: State | None, part: Part) -> tuple[int, ...]:
    """The examples that contribute most to a part at the playhead."""
    return tuple(leading(_contributions(run, state, part)).tolist())


def contributors_words(run: Run, state: State, gap: BoundGap | None, part: Part) -> str:
    """What a tooltip says of them, or of the angle where they are not known."""
    angle = ""
    if part is SIDEWAYS and gap is not None:
        angle = f"The angle between w and ŵ* is {number(gap.angle, 3)}°. "
    contributions = _contributions(run, state, part)
    rows = leading(contributions)
    if not len(rows):
        return angle
    half = contributions[rows].sum() >= contributions[contributions > 0].sum() / 2
    share = "At least half of it comes" if half else "The largest parts of it come"
    named = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED].tolist())
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return f"{angle}{share} from {plural('example', len(rows))} {named}{more}."


def _contributions(run: Run | None, state: State | None, part: Part) -> FloatArray:
    """How much each example adds to a part (n,), up to a common factor; (0,) where that is not known."""
    if run is None or state is None or run.gap_along is None or not state.update:
        return np.empty(0)
    contributions = run.gap_along.contributions(run.history, state, part)
    return np.empty(0) if contributions is None else contributions
