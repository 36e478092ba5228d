"""Which examples the parts of the room under the bound come from, and how that is told."""

from __future__ import annotations

from core.numbers.numerals import number, plural
from core.record.history import State
from core.run import Run
from core.theory.bound_gap import SIDEWAYS, BoundGap, Part, leading

_NAMED = 4


def leading_examples(run: Run | None, state: State | None, part: Part) -> tuple[int, ...]:
    """The examples that contribute most to a part at the playhead."""
    if run is None or state is None or run.gap_along is None or not state.update:
        return ()
    contributions = run.gap_along.contributions(run.history, state, part)
    return () if contributions is None else tuple(leading(contributions).tolist())


def contributors_words(run: Run, state: State, gap: BoundGap | None, part: Part) -> str:
    """What a tooltip says of them, or of the angle where they are not known."""
    angle = ""
    if part is SIDEWAYS and gap is not None:
        angle = f"The angle between w and ŵ* is {number(gap.angle, 3)}°. "
    rows = leading_examples(run, state, part)
    if not rows:
        return angle
    named = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED])
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return f"{angle}Most of it comes from {plural('example', len(rows))} {named}{more}."
