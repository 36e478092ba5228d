"""Ask for one of a few answers: a value that the run knows, or which of several runs has least or most of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from core.errors import InputError
from core.lessons.goals.goal import Mark, MarkedQuestion
from core.lessons.moment import LessonMoment
from core.lessons.quantities import QUANTITIES, Value, value_text
from core.lessons.run_options import with_options
from core.lessons.toml_table import TomlTable
from core.run import train
from core.spec import RunSpec

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
    typed: ClassVar[bool] = False
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
        return Mark(right, f"Right: {answer}." if right else f"Not “{answer}”.")

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
    try:
        with_options(RunSpec(), given["run"])
    except (InputError, TypeError) as error:
        raise table.refusal(f"choices: {error}", "choices") from error
    return Candidate(given["say"], given["run"])
