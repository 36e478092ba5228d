"""What a step asks, and how the run itself marks the answer: a number, one of a few choices, or an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from core.lessons.goals.goal import Mark, MarkedQuestion, options_in, with_options
from core.lessons.moment import QUANTITIES, BoolArray, LessonMoment, Value, value_text
from core.lessons.toml_table import TomlTable
from core.run import train

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
            return Mark(True, f"Yes: {value_text(value)}.")
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


_BEST = {"least": min, "most": max}


@dataclass(frozen=True)
class Candidate:
    """One answer: what it says, and the options of the run it stands for, if it stands for one."""

    say: str
    run: Mapping[str, Any]


@dataclass(frozen=True)
class Choice(MarkedQuestion):
    """One of `choices`, of which the run marks one as right.

    Without `best` they are values of the quantity `answer`. With it each is a run over the same examples, with other
    options, and the one with the least or the most of `answer` is right.
    """

    kind: ClassVar[str] = "choice"
    words: ClassVar[str] = (
        "one of `choices`, for the `question`; right is the one that equals `answer`, or with `best` the one whose "
        '`run` has the "least" or the "most" of it'
    )
    question: str
    answer: str
    choices: tuple[Candidate, ...]
    best: str

    @classmethod
    def read(cls, table: TomlTable) -> Choice:
        """`question`, `answer`, `choices = ["5", "13"]`; or tables `{ say = "…", run = { … } }` and `best`."""
        best = table.one_of("best", _BEST, "")
        answer = table.one_of("answer", QUANTITIES)
        choices = tuple(_candidate(table, each) for each in table.values("choices"))
        if len({each.say for each in choices}) < max(len(choices), 2):
            raise table.refusal("choices are two or more different ones; fewer stand there", "choices")
        if bool(best) != any(each.run for each in choices):
            raise table.refusal('choices with a run and best = "least" or "most" go together', "choices")
        return cls(table.text("question"), answer, choices, best)

    @property
    def said(self) -> tuple[str, ...]:
        """What there is to choose from."""
        return tuple(each.say for each in self.choices)

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        right = answer == self.solution(moment)
        return Mark(right, f"{'Yes' if right else 'No'}: {answer}." if right else f"Not “{answer}”.")

    def solution(self, moment: LessonMoment) -> str:
        fitting = [each.say for each, fits in zip(self.choices, self._fitting(moment), strict=True) if fits]
        return fitting[0] if len(fitting) == 1 else ""

    def _fitting(self, moment: LessonMoment) -> Sequence[bool]:
        quantity = QUANTITIES[self.answer]
        if not self.best:
            value = quantity.of(moment)
            return [value is not None and each.say == value_text(value) for each in self.choices]
        values = [_value_of(quantity.of, each, moment) for each in self.choices]
        known = [value for value in values if value is not None]
        return [len(known) == len(values) and value == _BEST[self.best](known) for value in values]


def _value_of(of: Any, candidate: Candidate, moment: LessonMoment) -> Value | None:
    """Of the candidate's own run, at its end."""
    run = train(moment.run.dataset, with_options(moment.run.spec, candidate.run))
    value: Value | None = of(LessonMoment.at(run, run.updates))
    return value


def _candidate(table: TomlTable, given: Any) -> Candidate:
    if isinstance(given, str):
        return Candidate(given, {})
    if not isinstance(given, dict) or given.keys() != {"say", "run"} or not isinstance(given["say"], str):
        raise table.refusal("choices are texts, or tables { say = …, run = { … } }; something else is there", "choices")
    options_in(table, "choices", given["run"])
    return Candidate(given["say"], given["run"])


@dataclass(frozen=True)
class Target:
    """`rows` that are right; `missed` says of a wrong one what it is not."""

    rows: Callable[[LessonMoment], Collection[int]]
    missed: str


def _rows(chosen: BoolArray) -> Collection[int]:
    return set(np.flatnonzero(chosen).tolist())


def _next(moment: LessonMoment) -> Collection[int]:
    return set() if moment.next_row is None else {moment.next_row}


def _farthest(moment: LessonMoment) -> Collection[int]:
    squared = moment.run.space.norms_squared
    return _rows(squared == squared.max(initial=0.0))


def _nearest(moment: LessonMoment) -> Collection[int]:
    return set() if (support := moment.run.margin.support) is None else set(support.tolist())


TARGETS: Mapping[str, Target] = {
    "mistake": Target(lambda moment: _rows(moment.mistakes), "is on its own side of the boundary"),
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
            return Mark(True, f"Yes: example {int(number)}.")
        return Mark(False, f"Example {int(number)} {TARGETS[self.on].missed}.")

    def solution(self, moment: LessonMoment) -> str:
        rows = TARGETS[self.on].rows(moment)
        return ", ".join(str(row + 1) for row in sorted(rows))
