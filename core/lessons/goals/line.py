"""Wait until a separator of one's own is drawn, one that separates where that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.lessons.goals.goal import Condition
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.numbers.numerals import number


@dataclass(frozen=True)
class LineDrawn(Condition):
    """One's own line with a margin over `margin`; None: any line."""

    kind: ClassVar[str] = "line"
    words: ClassVar[str] = "a line was drawn (L); with `margin`, one whose own γ is over that number"
    margin: float | None

    @classmethod
    def read(cls, table: TomlTable) -> LineDrawn:
        """`margin = 0.3`, or nothing."""
        table.known("margin")
        return cls(table.number("margin") if "margin" in table else None)

    def met(self, moment: LessonMoment) -> bool:
        if moment.own is None:
            return False
        return self.margin is None or (moment.own.separates and moment.own.gamma > self.margin)

    def cannot(self, moment: LessonMoment) -> str:
        gamma = moment.run.margin.gamma
        if self.margin is not None and not (moment.run.margin.separable and gamma is not None and gamma > self.margin):
            return f"asks for a line with a margin over {number(self.margin)}, and no line has one"
        return ""

    @property
    def asked(self) -> str:
        if self.margin is None:
            return "Draw a line (L)."
        return f"Draw a line (L) whose γ is over {number(self.margin)}."
