"""What a step of a lesson can wait for: one class each, and the table of them."""

from __future__ import annotations

from collections.abc import Mapping

from core.lessons.goals.boundary import BoundaryPredicted
from core.lessons.goals.by_hand import RunByHand
from core.lessons.goals.choice import Choice
from core.lessons.goals.click import ExampleAsked
from core.lessons.goals.goal import Goal
from core.lessons.goals.line import LineDrawn
from core.lessons.goals.margin import MarginBecomes
from core.lessons.goals.options import OptionsChosen
from core.lessons.goals.playhead import Playhead
from core.lessons.goals.value import NumberAsked

GOALS: Mapping[str, type[Goal]] = {
    goal.kind: goal
    for goal in (
        Playhead,
        MarginBecomes,
        LineDrawn,
        OptionsChosen,
        RunByHand,
        Choice,
        NumberAsked,
        ExampleAsked,
        BoundaryPredicted,
    )
}
"""`kind` in a step's `until` → what it waits for."""
