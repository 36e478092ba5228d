"""Ask for the boundary of the next step, drawn beforehand; how far off it was is measured once the step is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.lessons.goals.goal import Condition
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.numbers.numerals import number


@dataclass(frozen=True)
class BoundaryPredicted(Condition):
    """A guess at most `within` degrees off."""

    kind: ClassVar[str] = "boundary"
    words: ClassVar[str] = "the next boundary was predicted (G), at most `within` degrees off"
    within: float

    @classmethod
    def read(cls, table: TomlTable) -> BoundaryPredicted:
        """`within`, an angle in degrees."""
        return cls(table.number("within"))

    def met(self, moment: LessonMoment) -> bool:
        angle = None if moment.guess is None else moment.guess.angle
        return angle is not None and angle <= self.within

    @property
    def asked(self) -> str:
        return f"Draw where the boundary will be, at most {number(self.within)}° off, then step."
