"""What a step waits for that the person brings about with mouse and keys: it is met as soon as it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from core.learners import find_learner, resolved
from core.lessons.goals.goal import Condition, options_in
from core.lessons.moment import LessonMoment
from core.lessons.toml_table import TomlTable
from core.numbers.numerals import counted, number

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

    @property
    def asked(self) -> str:
        return "Play to the end." if self.update is None else f"Go on to update {self.update}."


@dataclass(frozen=True)
class MarginBecomes(Condition):
    """γ of other examples than the step found is between `above` and `below`; not `separable`: there is none."""

    kind: ClassVar[str] = "margin"
    words: ClassVar[str] = (
        "examples were moved until γ is under `below`, over `above`, or with `separable = false` until none is left"
    )
    above: float
    below: float
    separable: bool = True

    @classmethod
    def read(cls, table: TomlTable) -> MarginBecomes:
        """`below = 0.4`, `above = 1`, or both; or `separable = false`."""
        separable = table.flag("separable", True) is not False
        above = table.number("above") if "above" in table else 0.0
        below = table.number("below") if "below" in table else inf
        if not above < below:
            raise table.refusal(f"γ cannot be over {number(above)} and under {number(below)} at once", "above")
        table.known("above", "below")
        return cls(above, below, separable)

    def met(self, moment: LessonMoment) -> bool:
        margin = moment.run.margin
        if not moment.changed:
            return False
        if not self.separable:
            return margin.separable is False
        return margin.gamma is not None and bool(margin.separable) and self.above < margin.gamma < self.below

    @property
    def asked(self) -> str:
        if not self.separable:
            return "Drag an example until nothing separates the two classes."
        bounds = [f"over {number(self.above)}"] * (self.above > 0) + [f"under {number(self.below)}"] * (
            self.below < inf
        )
        return f"Drag an example until γ is {' and '.join(bounds)}." if bounds else "Drag an example."


@dataclass(frozen=True)
class LineDrawn(Condition):
    """One's own line with a margin over `margin`; None: any line."""

    kind: ClassVar[str] = "line"
    words: ClassVar[str] = "a line was drawn (L); with `margin`, one whose own γ is over that number"
    margin: float | None

    @classmethod
    def read(cls, table: TomlTable) -> LineDrawn:
        """`margin = 0.3`, or nothing."""
        table.known("margin")
        return cls(table.number("margin") if "margin" in table else None)

    def met(self, moment: LessonMoment) -> bool:
        if moment.own is None:
            return False
        return self.margin is None or (moment.own.separates and moment.own.gamma > self.margin)

    def cannot(self, moment: LessonMoment) -> str:
        gamma = moment.run.margin.gamma
        if self.margin is not None and not (moment.run.margin.separable and gamma is not None and gamma > self.margin):
            return f"asks for a line with a margin over {number(self.margin)}, and no line has one"
        return ""

    @property
    def asked(self) -> str:
        if self.margin is None:
            return "Draw a line (L)."
        return f"Draw a line (L) whose margin is over {number(self.margin)}."


@dataclass(frozen=True)
class OptionsChosen(Condition):
    """The run has these `options`, fields of a RunSpec."""

    kind: ClassVar[str] = "options"
    words: ClassVar[str] = '`run`: these options are chosen, such as `{ learner = "voted" }`'
    options: Mapping[str, Any]

    @classmethod
    def read(cls, table: TomlTable) -> OptionsChosen:
        """`run = { learner = "voted" }`."""
        options = table.options("run")
        options_in(table, "run", options)
        if not options:
            raise table.refusal('run is missing; options such as { learner = "voted" } are expected')
        return cls(options)

    def met(self, moment: LessonMoment) -> bool:
        spec = resolved(moment.run.spec)
        return all(getattr(spec, name) == value for name, value in self.options.items())

    @property
    def asked(self) -> str:
        learner = self.options.get("learner")
        if learner is not None:
            return f"Choose the learner “{find_learner(learner).title}”."
        told = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"Choose {told}."


@dataclass(frozen=True)
class BoundaryPredicted(Condition):
    """A guess at most `within` degrees off."""

    kind: ClassVar[str] = "boundary"
    words: ClassVar[str] = "the next boundary was predicted (G), at most `within` degrees off"
    within: float

    @classmethod
    def read(cls, table: TomlTable) -> BoundaryPredicted:
        """`within`, an angle in degrees."""
        return cls(table.number("within"))

    def met(self, moment: LessonMoment) -> bool:
        angle = None if moment.guess is None else moment.guess.angle
        return angle is not None and angle <= self.within

    @property
    def asked(self) -> str:
        return f"Draw where the boundary will be, at most {number(self.within)}° off, then step."
