"""Wait until the playhead has come to an update, or to the end of the run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.lessons.goals.goal import Condition
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.numbers.numerals import counted

END = "end"


@dataclass(frozen=True)
class Playhead(Condition):
    """`update` is the k to be reached; None: where the run stops by itself."""

    kind: ClassVar[str] = "playhead"
    words: ClassVar[str] = '`update`: the playhead stands at this update or later; `"end"`: where the run has stopped'
    update: int | None

    @classmethod
    def read(cls, table: TomlTable) -> Playhead:
        """`update = 3`, or `update = "end"`."""
        return cls(None if table.says("update", END) else table.whole("update"))

    def met(self, moment: LessonMoment) -> bool:
        run, state = moment.run, moment.state
        if self.update is None:
            return run.stopped is not None and state.update >= run.updates
        return state.update >= self.update

    def cannot(self, moment: LessonMoment) -> str:
        updates = moment.run.updates
        if self.update is not None and self.update > updates:
            return f"waits for update {self.update}, but the run has {counted(updates, 'update')}"
        return ""

    def leads_to(self, update: int | None) -> int | None:
        return self.update

    @property
    def asked(self) -> str:
        return "Play to the end." if self.update is None else f"Go on to update {self.update}."
