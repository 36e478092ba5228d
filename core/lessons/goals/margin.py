"""Wait until examples were dragged so that γ is below or above a number, or nothing separates them any more."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import ClassVar

from core.lessons.goals.goal import Condition
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.numbers.numerals import number


@dataclass(frozen=True)
class MarginBecomes(Condition):
    """γ of other examples than the step found is between `above` and `below`; not `separable`: there is none."""

    kind: ClassVar[str] = "margin"
    words: ClassVar[str] = (
        "examples were moved until γ is under `below`, over `above`, or with `separable = false` until none is left"
    )
    above: float
    below: float
    separable: bool = True

    @classmethod
    def read(cls, table: TomlTable) -> MarginBecomes:
        """`below = 0.4`, `above = 1`, or both; or `separable = false`."""
        separable = table.flag("separable", True) is not False
        above = table.number("above") if "above" in table else 0.0
        below = table.number("below") if "below" in table else inf
        if not above < below:
            raise table.refusal(f"γ cannot be over {number(above)} and under {number(below)} at once", "above")
        table.known("above", "below")
        return cls(above, below, separable)

    def met(self, moment: LessonMoment) -> bool:
        margin = moment.run.margin
        if not moment.changed:
            return False
        if not self.separable:
            return margin.separable is False
        return margin.gamma is not None and bool(margin.separable) and self.above < margin.gamma < self.below

    @property
    def asked(self) -> str:
        if not self.separable:
            return "Drag an example until nothing separates the two classes."
        bounds = [f"over {number(self.above)}"] * (self.above > 0) + [f"under {number(self.below)}"] * (
            self.below < inf
        )
        return f"Drag an example until γ is {' and '.join(bounds)}." if bounds else "Drag an example."
