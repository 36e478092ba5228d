"""Ask for the boundary of the next update, drawn beforehand; the run marks it once the step is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.analysis.prediction_quiz import cannot_predict
from core.lessons.goals.goal import Mark, MarkedQuestion
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.numbers.formulas import vector
from core.numbers.numerals import in_full, number
from core.record.history import State

_ASKED = "Draw where the boundary will be, then step."


@dataclass(frozen=True)
class BoundaryPredicted(MarkedQuestion):
    """A guess at most `within` degrees off. What was drawn is in the moment: nothing is typed."""

    kind: ClassVar[str] = "boundary"
    typed: ClassVar[bool] = False
    words: ClassVar[str] = "the next boundary was predicted (G), at most `within` degrees off"
    question: str
    within: float

    @classmethod
    def read(cls, table: TomlTable) -> BoundaryPredicted:
        """`within`, an angle in degrees; `question` where there is more to say than what to do."""
        return cls(table.text("question", _ASKED), table.number("within"))

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        angle = None if moment.guess is None else moment.guess.angle
        if angle is None:
            return Mark(False, _ASKED)
        right = angle <= self.within
        return Mark(right, f"{'Right: ' if right else ''}{number(angle, 3)}° off.")

    def solution(self, moment: LessonMoment) -> str:
        state = _reached(moment)
        return "" if state is None else f"w = {vector(state.w.tolist())}, b = {in_full(state.b)}"

    def leads_to(self, update: int | None) -> int | None:
        return None if update is None else update + 1

    def cannot(self, moment: LessonMoment) -> str:
        why = cannot_predict(moment.run)
        if why:
            return f"asks for the next boundary. {why}"
        return "" if _reached(moment) is not None else "asks for the next boundary, and there is none"


def _reached(moment: LessonMoment) -> State | None:
    """Where the step led, or will lead; None where there is no boundary."""
    update = moment.state.update + 1 if moment.guess is None else moment.guess.update
    state = LessonMoment.at(moment.run, update).state
    return state if state.update == update and state.w.any() else None
