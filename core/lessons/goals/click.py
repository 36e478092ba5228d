"""Ask for an example, to be clicked on the canvas or named by its number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.lessons.goals.goal import Mark, MarkedQuestion
from core.lessons.goals.value import number_from
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable


@dataclass(frozen=True)
class Target:
    """`rows` that are right; `missed` says of a wrong one what it is not."""

    rows: Callable[[LessonMoment], Collection[int]]
    missed: str


def _mistakes(moment: LessonMoment) -> Collection[int]:
    return [int(row) for row in np.flatnonzero(moment.mistakes)]


def _next(moment: LessonMoment) -> Collection[int]:
    return [] if moment.next_row is None else [moment.next_row]


def _farthest(moment: LessonMoment) -> Collection[int]:
    squared = moment.run.space.norms_squared
    return [int(row) for row in np.flatnonzero(squared == squared.max(initial=0.0))]


def _nearest(moment: LessonMoment) -> Collection[int]:
    support = moment.run.margin.support
    return [] if support is None else [int(row) for row in support]


TARGETS: Mapping[str, Target] = {
    "mistake": Target(_mistakes, "is on its own side of the boundary"),
    "next": Target(_next, "is not the next mistake in the order of this run"),
    "farthest": Target(_farthest, "is not the longest vector (x, B): R comes from that one"),
    "nearest": Target(_nearest, "is not one of those nearest to ŵ*'s boundary: γ comes from those"),
}
"""Name in a lesson → the examples that are right."""


@dataclass(frozen=True)
class ExampleAsked(MarkedQuestion):
    """An example `on` one of the targets; the answer is its number, from 1."""

    kind: ClassVar[str] = "click"
    words: ClassVar[str] = "a click on an example, for the `question`; right is each that is `on` the target"
    question: str
    on: str

    @classmethod
    def read(cls, table: TomlTable) -> ExampleAsked:
        """`question`, and `on`, a name in TARGETS."""
        return cls(table.text("question"), table.one_of("on", TARGETS))

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        number = number_from(answer)
        if number is None or not number.is_integer() or not 1 <= number <= moment.run.dataset.n:
            return Mark(False, "Click an example.")
        if int(number) - 1 in TARGETS[self.on].rows(moment):
            return Mark(True, f"Right: example {int(number)}.")
        return Mark(False, f"Example {int(number)} {TARGETS[self.on].missed}.")

    def solution(self, moment: LessonMoment) -> str:
        rows = TARGETS[self.on].rows(moment)
        return ", ".join(str(row + 1) for row in sorted(rows))
