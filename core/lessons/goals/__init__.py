"""The goal of a step: something that a person does, or a question that the run itself answers."""

from __future__ import annotations

from abc import ABC, abstractmethod

from core.lessons.quantities import LessonMoment
from core.lessons.toml_table import TomlTable


class Goal(ABC):
    """An entry of a step's `until`, as docs/lessons.md describes it to the author of a lesson."""

    @classmethod
    @abstractmethod
    def read(cls, table: TomlTable) -> Goal:
        """Read the goal from its table, key by key. Raise InputError."""

    def cannot(self, moment: LessonMoment) -> str:
        """Return the reason why the goal cannot be reached from this moment, as an end of "this step …"; else empty."""
        return ""

    def leads_to(self, update: int | None) -> int | None:
        """Return the update of the playhead once the goal is reached; None means the end of the run."""
        return update
