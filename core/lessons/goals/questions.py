"""Questions of a step, marked by the run: a choice, a number, an example, or the next boundary."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from core.analysis.exercises import cannot_predict
from core.errors import listed_names, shown
from core.learners import with_options
from core.lessons.goals import Goal
from core.lessons.quantities import QUANTITIES, UNKNOWN, LessonMoment, Value, value_text
from core.lessons.toml_table import TomlTable, spec_in
from core.numbers.formulas import vector
from core.numbers.numerals import in_full, number
from core.run import train
from core.spec import RunSpec


@dataclass(frozen=True)
class Mark:
    """The mark of an answer. `told` is a sentence with the run's answer, unless that reveals something too early."""

    right: bool
    told: str


@dataclass(frozen=True)
class MarkedQuestion(Goal):
    """A question to answer; `question` is its text."""

    question: str
    typed: ClassVar[bool] = True
    """True if the answer can be typed."""

    @abstractmethod
    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        """Return the mark of an answer, typed or chosen, by the run."""

    @abstractmethod
    def solution(self, moment: LessonMoment) -> str:
        """Return the answer of the run; empty if the run does not know it."""

    def reason(self, moment: LessonMoment) -> str:
        """Return a sentence to add once the question is answered; empty if there is none."""
        return ""

    def labels(self, moment: LessonMoment) -> Mapping[int, str]:
        """Return what to write beside which rows, to show the answer in the picture; empty if it is not seen there."""
        return {}

    def cannot(self, moment: LessonMoment) -> str:
        return "" if self.solution(moment) else f"asks {self.question!r}, which the run cannot answer there"


_BEST = {"least": min, "most": max}


def _answer(table: TomlTable) -> str:
    return table.one_of("answer", QUANTITIES, why="the run itself answers, so ")


@dataclass(frozen=True)
class Candidate:
    """One answer to choose: its text, the options of the run that it is about, if any, and the value that it means."""

    say: str
    run: Mapping[str, Any]
    value: str
    """The value as it would be written, which is the text unless it means another."""


@dataclass(frozen=True)
class Choice(MarkedQuestion):
    """One of `choices`; the run decides which is right.

    Without `best` they are values of the quantity `answer`. With `best` each choice is a run over the same examples
    with other options; the one with the least or the most of `answer` is right.
    """

    typed: ClassVar[bool] = False
    answer: str
    choices: tuple[Candidate, ...]
    best: str

    @classmethod
    def read(cls, table: TomlTable) -> Choice:
        """Read `question`, `answer`, `choices = ["5", "13"]`; or tables `{ say = "…", run = { … } }` and `best`."""
        best = table.one_of("best", _BEST, "")
        answer = _answer(table)
        choices = tuple(_candidate(table, each) for each in table.typed("choices", list, None))
        if len({each.say for each in choices}) < max(len(choices), 2):
            raise table.refusal("choices must be two or more different ones", "choices")
        if bool(best) != any(each.run for each in choices):
            raise table.refusal('write choices with a run and best = "least" or "most" together', "choices")
        yes_or_no = QUANTITIES[answer].yes_or_no
        kind = '"yes" or "no"' if yes_or_no else "a number"
        for value in () if best else [each.value for each in choices]:
            if not (value in ("yes", "no") if yes_or_no else number_from(value) is not None):
                told = f"choices has {shown(value)}, but {answer} is {kind}; write such choices only"
                raise table.refusal(told, "choices")
        return cls(table.text("question"), answer, choices, best)

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(each.say for each in self.choices)

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        right = answer == self.solution(moment)
        return Mark(right, f"Right: {answer}." if right else f"Not “{answer}”.")

    def solution(self, moment: LessonMoment) -> str:
        fitting = self._fitting(moment)
        return fitting[0] if len(fitting) == 1 else ""

    def reason(self, moment: LessonMoment) -> str:
        """Return what each choice's run takes, where each has one."""
        if not self.best:
            return ""
        values = (UNKNOWN if value is None else value_text(value) for value in self._values(moment))
        counts = ", ".join(f"{each.say} {value}" for each, value in zip(self.choices, values, strict=True))
        return f"{self.answer.capitalize()}: {counts}."

    def cannot(self, moment: LessonMoment) -> str:
        """Return the run's answer as a complaint if none of the choices has it, or several do."""
        fitting = self._fitting(moment)
        value = QUANTITIES[self.answer].of(moment)
        if len(fitting) > 1:
            return f"asks {self.question!r}, and {listed_names(fitting)} are all right; leave one right choice"
        if fitting or self.best or value is None:
            return super().cannot(moment)
        return f"asks {self.question!r}, and the run says {value_text(value)}; put that among its choices"

    def _fitting(self, moment: LessonMoment) -> list[str]:
        """Return the choices that are right; none if a value is not known."""
        if not self.best:
            value = QUANTITIES[self.answer].of(moment)
            if value is None:
                return []
            # A number is right in the window's notation or a person's.
            read = str if isinstance(value, bool) else number_from
            return [each.say for each in self.choices if read(each.value) == read(value_text(value))]
        values = self._values(moment)
        known = [value for value in values if value is not None]
        if len(known) < len(values):
            return []
        return [say for say, value in zip(self.said, known, strict=True) if value == _BEST[self.best](known)]

    def _values(self, moment: LessonMoment) -> list[Value | None]:
        """Return the value of each choice's run, in the order of the choices."""
        runs = (train(moment.run.dataset, with_options(moment.run.spec, each.run)) for each in self.choices)
        return [QUANTITIES[self.answer].of(LessonMoment.at(run)) for run in runs]


def _candidate(table: TomlTable, given: Any) -> Candidate:
    if isinstance(given, str):
        return Candidate(given, {}, given)
    if isinstance(given, dict) and given.keys() == {"say", "is"} and all(isinstance(v, str) for v in given.values()):
        return Candidate(given["say"], {}, given["is"])
    if not isinstance(given, dict) or given.keys() != {"say", "run"} or not isinstance(given["say"], str):
        told = f"choices has {shown(str(given))[1:-1]}"
        raise table.refusal(f"{told}; write texts in quotes, or tables {{ say = …, run = {{ … }} }}", "choices")
    spec_in(table, RunSpec(), given["run"], "choices")
    return Candidate(given["say"], given["run"], given["say"])


@dataclass(frozen=True)
class NumberAsked(MarkedQuestion):
    """A number within `within` of the run's own `answer`."""

    answer: str
    within: float

    @classmethod
    def read(cls, table: TomlTable) -> NumberAsked:
        return cls(table.text("question"), _answer(table), table.number("within", 0.0))

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

    def labels(self, moment: LessonMoment) -> Mapping[int, str]:
        """Number the examples that are counted, from 1."""
        rows = QUANTITIES[self.answer].rows
        found = [] if rows is None else np.flatnonzero(rows(moment)).tolist()
        return {row: str(place) for place, row in enumerate(found, 1)}


def number_from(text: str) -> float | None:
    """Return the typed number, with a decimal point or comma, or in the window's notation; None if it is no number."""
    typed = text.strip().replace("\N{MINUS SIGN}", "-")
    if re.fullmatch(r"-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?", typed):
        typed = typed.replace(",", "")
    try:
        value = float(typed.replace(",", "."))
    except ValueError:
        return None
    return value if isfinite(value) else None


@dataclass(frozen=True)
class Target:
    """`rows` that are right; `missed` describes a wrong one."""

    rows: Callable[[LessonMoment], Collection[int]]
    missed: str


TARGETS: Mapping[str, Target] = {
    "mistake": Target(lambda at: np.flatnonzero(at.mistakes).tolist(), "is on its own side of the line"),
    "next": Target(
        lambda at: [] if at.next_row is None else [at.next_row], "is not the next mistake in the order of this run"
    ),
    "farthest": Target(
        lambda at: np.flatnonzero(at.run.space.norms_squared == at.run.space.norms_squared.max(initial=0.0)).tolist(),
        "is not one of the farthest from the origin: R comes from those",
    ),
    "nearest": Target(
        lambda at: at.run.deciding("gamma"), "is not one of those nearest to the best line: γ comes from those"
    ),
}
"""Name in a lesson → the right examples."""


@dataclass(frozen=True)
class ExampleAsked(MarkedQuestion):
    """An example `on` one of the targets; the answer is its number, from 1."""

    on: str

    @classmethod
    def read(cls, table: TomlTable) -> ExampleAsked:
        return cls(table.text("question"), table.one_of("on", TARGETS))

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        number = number_from(answer)
        if number is None or not number.is_integer() or not 1 <= number <= moment.run.dataset.n:
            return Mark(False, "Click one, or type its number.")
        if int(number) - 1 in TARGETS[self.on].rows(moment):
            return Mark(True, f"Right: {int(number)}.")
        return Mark(False, f"{int(number)} {TARGETS[self.on].missed}.")

    def solution(self, moment: LessonMoment) -> str:
        return ", ".join(str(row + 1) for row in sorted(TARGETS[self.on].rows(moment)))

    def labels(self, moment: LessonMoment) -> Mapping[int, str]:
        return {row: str(row + 1) for row in TARGETS[self.on].rows(moment)}


_ASKED = "Draw where the boundary will be, then step."


@dataclass(frozen=True)
class BoundaryPredicted(MarkedQuestion):
    """A predicted boundary at most `within` degrees off. The guess was drawn and is part of the moment."""

    typed: ClassVar[bool] = False
    within: float

    @classmethod
    def read(cls, table: TomlTable) -> BoundaryPredicted:
        """Read `within`, an angle in degrees, and `question` to say more than the task."""
        return cls(table.text("question", _ASKED), table.number("within"))

    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        angle = None if moment.guess is None else moment.guess.angle
        if angle is None:
            return Mark(False, _ASKED)
        right = angle <= self.within
        return Mark(right, f"{'Right: ' if right else ''}{number(angle, 3)}° off.")

    def solution(self, moment: LessonMoment) -> str:
        """Return the vector where the step led, or will lead; empty if that is no boundary."""
        update = moment.state.update + 1 if moment.guess is None else moment.guess.update
        state = LessonMoment.at(moment.run, update).state
        there = state.update == update and state.w.any()
        return f"w = {vector(state.w.tolist())}, b = {in_full(state.b)}" if there else ""

    def leads_to(self, update: int | None) -> int | None:
        return None if update is None else update + 1

    def cannot(self, moment: LessonMoment) -> str:
        if why := cannot_predict(moment.run):
            return f"asks for the next boundary. {why}"
        return "" if self.solution(moment) else "asks for the next boundary, and there is none"
