"""Ask for a number that the run knows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import ClassVar

from core.lessons.goals.goal import Mark, MarkedQuestion
from core.lessons.moment import LessonMoment
from core.lessons.quantities import QUANTITIES, value_text
from core.lessons.toml_table import TomlTable

_GROUPED = re.compile(r"-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")


@dataclass(frozen=True)
class NumberAsked(MarkedQuestion):
    """Right is what differs from the run's own `answer` by `within` at most."""

    kind: ClassVar[str] = "number"
    words: ClassVar[str] = "a number, for the `question`; right is `answer`, or what is `within` so much of it"
    question: str
    answer: str
    within: float

    @classmethod
    def read(cls, table: TomlTable) -> NumberAsked:
        """`question`, `answer`, and `within` where it need not be exact."""
        table.known("within")
        within = table.number("within") if "within" in table else 0.0
        return cls(table.text("question"), table.one_of("answer", QUANTITIES), within)

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        given, value = number_from(answer), QUANTITIES[self.answer].of(moment)
        if given is None or value is None:
            return Mark(False, "A number is asked for.")
        if abs(given - value) <= self.within:
            return Mark(True, f"Right: {value_text(value)}.")
        return Mark(False, f"It is {'more' if given < value else 'less'} than {answer.strip()}.")

    def solution(self, moment: LessonMoment) -> str:
        value = QUANTITIES[self.answer].of(moment)
        return "" if value is None else value_text(value)


def number_from(text: str) -> float | None:
    """The number that was typed, with a decimal point or comma, or written as the window writes it; None for none."""
    typed = text.strip().replace("\N{MINUS SIGN}", "-")
    if _GROUPED.fullmatch(typed):
        typed = typed.replace(",", "")
    try:
        value = float(typed.replace(",", "."))
    except ValueError:
        return None
    return value if isfinite(value) else None
