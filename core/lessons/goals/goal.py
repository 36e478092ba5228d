"""The goal of a step: something that a person does, or a question that the run itself answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from core.lessons.quantities import LessonMoment
from core.lessons.toml_table import TomlTable


@dataclass(frozen=True)
class Mark:
    """The mark of an answer. `told` is a sentence with the run's answer, unless that reveals something too early."""

    right: bool
    told: str


class Goal(ABC):
    """An entry of a step's `until`. `kind` is its name there; `words` describe it to the author of a lesson."""

    kind: ClassVar[str]
    words: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, table: TomlTable) -> Goal:
        """Read the goal from its table, key by key. Raise InputError."""

    @abstractmethod
    def cannot(self, moment: LessonMoment) -> str:
        """Return the reason why the goal cannot be reached from this moment, as an end of "this step …"; else empty."""

    def leads_to(self, update: int | None) -> int | None:
        """Return the update of the playhead once the goal is reached; None means the end of the run."""
        return update


class Condition(Goal):
    """A goal reached with mouse and keys, as soon as its condition holds."""

    @abstractmethod
    def met(self, moment: LessonMoment) -> bool:
        """Return whether the condition holds now."""

    def cannot(self, moment: LessonMoment) -> str:
        return ""

    @property
    @abstractmethod
    def asked(self) -> str:
        """A short sentence on what to do."""


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
