"""What a step waits for: something that the person brings about, or a question that the run itself answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from core.lessons.quantities import LessonMoment
from core.lessons.toml_table import TomlTable


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

    def leads_to(self, update: int | None) -> int | None:
        """After how many updates the playhead stands once it is met, from where it stood; None: at the run's end."""
        return update


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
    typed: ClassVar[bool] = True
    """Whether the answer can be typed."""

    @abstractmethod
    def mark(self, moment: LessonMoment, answer: str) -> Mark:
        """Hold an answer, as it was typed or chosen, against the run."""

    @abstractmethod
    def solution(self, moment: LessonMoment) -> str:
        """What the run itself answers; empty where it does not know."""

    def cannot(self, moment: LessonMoment) -> str:
        return "" if self.solution(moment) else f"asks {self.question!r}, which the run cannot answer there"
