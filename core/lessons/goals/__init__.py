"""The goals of lesson steps: a class for each, and the table of them."""

from __future__ import annotations

from collections.abc import Mapping

from core.lessons.goals.conditions import LineDrawn, MarginBecomes, OptionsChosen, Playhead, RunByHand, RunStops
from core.lessons.goals.goal import Goal
from core.lessons.goals.questions import BoundaryPredicted, Choice, ExampleAsked, NumberAsked

GOALS: Mapping[str, type[Goal]] = {
    goal.kind: goal
    for goal in (
        Playhead,
        MarginBecomes,
        LineDrawn,
        OptionsChosen,
        RunByHand,
        RunStops,
        Choice,
        NumberAsked,
        ExampleAsked,
        BoundaryPredicted,
    )
}
"""`kind` in a step's `until` → goal."""
