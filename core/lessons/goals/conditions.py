"""Goals that a person reaches by doing something: playhead, margin, line, options, a run by hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, isclose
from typing import Any

from core.analysis.exercises import cannot_click
from core.analysis.experiments.orders import fewest_and_most
from core.learners import find_learner, resolved
from core.lessons.goals import Goal
from core.lessons.quantities import LessonMoment
from core.lessons.toml_table import TomlTable, spec_in
from core.numbers.numerals import counted, number
from core.run import train
from core.spec import PARAMETERS, RunSpec
from core.theory.diagnosis import may_end_in_ties
from core.theory.quantities import GIVEN

END = "end"


class Condition(Goal):
    """A goal reached with mouse and keys, as soon as its condition holds."""

    @abstractmethod
    def met(self, moment: LessonMoment) -> bool:
        """Return whether the condition holds now."""

    @property
    @abstractmethod
    def asked(self) -> str:
        """A short sentence on what to do."""


@dataclass(frozen=True)
class Playhead(Condition):
    """The playhead at update k = `update`; None means the moment where the run stops by itself."""

    update: int | None

    @classmethod
    def read(cls, table: TomlTable) -> Playhead:
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


@dataclass(frozen=True)
class MarginBecomes(Condition):
    """Changed examples with γ between `above` and `below`, and R over `radius_above`; not `separable`: no separator."""

    above: float
    below: float
    separable: bool = True
    radius_above: float = 0.0

    @classmethod
    def read(cls, table: TomlTable) -> MarginBecomes:
        above, below = table.number("above", 0.0), table.number("below", inf)
        if not above < below:
            raise table.refusal(f"γ cannot be over {number(above)} and under {number(below)} at once", "above")
        return cls(above, below, table.flag("separable", True), table.number("radius_above", 0.0))

    def met(self, moment: LessonMoment) -> bool:
        margin = moment.run.margin
        if moment.given is None or moment.run.dataset is moment.given:
            return False
        if not self.separable:
            return margin.separable is False
        there = margin.gamma is not None and bool(margin.separable) and self.above < margin.gamma < self.below
        return there and (GIVEN["radius"].value(margin) or 0.0) > self.radius_above

    @property
    def asked(self) -> str:
        if not self.separable:
            return "Drag an example until nothing separates the two classes."
        bounds = [f"above {number(self.above)}"] * (self.above > 0)
        bounds += [f"below {number(self.below)}"] * (self.below < inf)
        told = [f"γ is {' and '.join(bounds)}"] * bool(bounds)
        told += [f"R is above {number(self.radius_above)}"] * (self.radius_above > 0)
        return f"Drag an example until {' and '.join(told)}." if told else "Drag an example."


@dataclass(frozen=True)
class LineDrawn(Condition):
    """A line drawn by the person with a margin over `margin`; None means any line."""

    margin: float | None

    @classmethod
    def read(cls, table: TomlTable) -> LineDrawn:
        return cls(table.number("margin") if table.has("margin") else None)

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
        return f"Draw a line (L){'' if self.margin is None else f' whose γ is over {number(self.margin)}'}."


@dataclass(frozen=True)
class OptionsChosen(Condition):
    """A run with these `options`, fields of a RunSpec."""

    options: Mapping[str, Any]

    @classmethod
    def read(cls, table: TomlTable) -> OptionsChosen:
        options = table.typed("run", dict, {})
        spec_in(table, RunSpec(), options)
        if not options:
            raise table.refusal('run is missing; write options such as { learner = "voted" }')
        return cls(options)

    def met(self, moment: LessonMoment) -> bool:
        spec = resolved(moment.run.spec)
        wanted = replace(spec, **self.options)
        return all(getattr(spec, name) == getattr(wanted, name) for name in self.options)

    @property
    def asked(self) -> str:
        learner = self.options.get("learner")
        if learner is not None:
            return f"Choose the learner “{find_learner(learner).title}”."
        told = (
            f"{PARAMETERS[name].letter} = {value}" if name in PARAMETERS else f"the {name} “{value}”"
            for name, value in self.options.items()
        )
        return f"Choose {', '.join(told)}."


@dataclass(frozen=True)
class RunStops(Condition):
    """A run that stops by itself, over this number of `examples` (None: any), after `at_least` this many updates.

    If `tight`, it makes R²/γ² updates. If not `linear`, no line separates its examples.
    """

    examples: int | None
    at_least: int
    tight: bool
    linear: bool

    @classmethod
    def read(cls, table: TomlTable) -> RunStops:
        examples = table.whole("examples") if table.has("examples") else None
        return cls(examples, table.whole("at_least", 0), table.flag("tight", False), table.flag("linear", True))

    def met(self, moment: LessonMoment) -> bool:
        run = moment.run
        if not run.converged or run.updates < self.at_least or self.examples not in (None, run.dataset.n):
            return False
        bound = run.margin.bound
        # Coordinates placed by hand are short decimals: such a ratio is R²/γ² itself, or farther off than this.
        if self.tight and not (bound is not None and isclose(bound, run.updates, rel_tol=1e-12)):
            return False
        return self.linear or train(run.dataset, RunSpec(max_updates=1)).margin.separable is False

    @property
    def asked(self) -> str:
        count = "examples" if self.examples is None else counted(self.examples, "example")
        lines = "" if self.linear else " that no line separates"
        least = f" after at least {counted(self.at_least, 'update')}" * (self.at_least > 0)
        return f"Find {count}{lines} whose run stops{least}{' after exactly R²/γ² updates' * self.tight}."


@dataclass(frozen=True)
class RunByHand(Condition):
    """A run by hand without mistakes at its end, with `at_least` to `at_most` updates; None means no limit."""

    at_least: int
    at_most: int | None

    @classmethod
    def read(cls, table: TomlTable) -> RunByHand:
        least = table.whole("at_least", 0)
        most = table.whole("at_most") if table.has("at_most") else None
        if most is not None and most < least:
            raise table.refusal(f"no run has at least {least} and at most {most} updates", "at_most")
        return cls(least, most)

    def met(self, moment: LessonMoment) -> bool:
        run, updates = moment.run, moment.state.update
        there = run.order.listed and run.converged and updates == run.updates
        return there and self.at_least <= updates and (self.at_most is None or updates <= self.at_most)

    def cannot(self, moment: LessonMoment) -> str:
        run = moment.run
        why = cannot_click(run.dataset, run.spec)
        if why or (run.margin.separable is False and not may_end_in_ties(run.dataset, run.margin)):
            return f"asks for a run by hand. {why or 'Nothing separates these examples: a mistake is always left.'}"
        fewest, most = fewest_and_most(run.dataset, run.spec)
        if fewest is not None and self.at_most is not None and self.at_most < fewest:
            return f"asks for {counted(self.at_most, 'update')} at most, and no order has fewer than {fewest}"
        if most is not None and self.at_least > most:
            return f"asks for {counted(self.at_least, 'update')} at least, and no order has more than {most}"
        return ""

    @property
    def asked(self) -> str:
        bounds = [f"at least {counted(self.at_least, 'update')}"] * (self.at_least > 0)
        if self.at_most is not None:
            bounds.append(f"at most {counted(self.at_most, 'update')}")
        return f"Click mistakes until none is left{', in ' * bool(bounds)}{' and '.join(bounds)}."

    def leads_to(self, update: int | None) -> int | None:
        return None
