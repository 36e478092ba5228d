"""What a step waits for: something that the person brings about, or a question that the run itself answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from core.errors import InputError
from core.learners import with_learner
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.run import checked
from core.spec import RunSpec


@dataclass(frozen=True)
class Mark:
    """How an answer fared; `told` is a sentence with what the run says where that gives nothing away too early."""

    right: bool
    told: str


class Goal(ABC):
    """One entry of a step's `until`. `kind` is its name there, `words` say to who writes a lesson what it waits for."""

    kind: ClassVar[str]
    words: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, table: TomlTable) -> Goal:
        """From its table, each key of which is asked for. Raises InputError."""

    @abstractmethod
    def cannot(self, moment: LessonMoment) -> str:
        """Why it could never be met from this moment on, as an end of "this step …"; empty where it can."""


class Condition(Goal):
    """Something to be brought about with mouse and keys; it is met as soon as it holds."""

    @abstractmethod
    def met(self, moment: LessonMoment) -> bool:
        """Whether it holds now."""

    def cannot(self, moment: LessonMoment) -> str:
        return ""

    @property
    @abstractmethod
    def asked(self) -> str:
        """What to do, a short sentence."""


class MarkedQuestion(Goal):
    """Something to be answered; `question` is what is asked."""

    question: str

    @abstractmethod
    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        """Hold an answer, as it was typed or chosen, against the run."""

    @abstractmethod
    def solution(self, moment: LessonMoment) -> str:
        """What the run itself answers; empty where it does not know."""

    def cannot(self, moment: LessonMoment) -> str:
        return "" if self.solution(moment) else f"asks {self.question!r}, which the run cannot answer there"


MOST_UPDATES = 100_000
"""In a lesson: where no run ends, this is as good as any."""


def with_options(spec: RunSpec, options: Mapping[str, Any]) -> RunSpec:
    """`spec` with these fields of a RunSpec; another learner comes with its own rule, kernel and predictor.

    Raises InputError for what is no option, is not possible, or is in no table; TypeError for another kind of value.
    """
    RunSpec.from_json(dict(options))  # which says what is no option
    learner = options.get("learner")
    if learner is not None and learner != spec.learner:
        spec = replace(with_learner(spec, learner)[0], kernel=None)
    spec = replace(spec, **options)
    spec = replace(spec, max_updates=min(spec.max_updates, MOST_UPDATES))
    checked(spec)
    return spec


def options_in(table: TomlTable, key: str, options: Any, spec: RunSpec | None = None) -> RunSpec:
    """`spec`, else the usual one, with the options that stand under a key. Raises InputError with its line."""
    try:
        return with_options(spec or RunSpec(), options)
    except (InputError, TypeError) as error:
        raise table.refusal(f"{key}: {error}", key) from error
