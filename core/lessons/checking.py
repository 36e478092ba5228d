"""A lesson gone through beforehand: its data are there, and each question has an answer that the run gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.lessons.gaps import untold
from core.lessons.goals.conditions import MarginBecomes
from core.lessons.lesson import GuidedLesson, LessonStep
from core.lessons.moment import LessonMoment
from core.run import Run, train


@dataclass(frozen=True, eq=False)
class Place:
    """A step as a person comes to it: its `number`, from 1, its run, and whether this run is another than before.

    The `moment` is None once the person has changed the examples: nobody can tell how.
    """

    number: int
    step: LessonStep
    run: Run
    fresh: bool
    moment: LessonMoment | None

    @property
    def why_not(self) -> str:
        """Why it cannot be gone through as it is written, as an end of "this step …"; empty where it can."""
        if self.moment is None:
            return ""
        gap = next(filter(None, (untold(text, self.moment) for text in self.step.texts)), None)
        if gap is not None:
            return f"tells {{{gap}}}, which the run does not know there"
        return "" if self.step.goal is None else self.step.goal.cannot(self.moment)


def places(lesson: GuidedLesson, changed: Callable[[Dataset], Dataset] = lambda dataset: dataset) -> Iterator[Place]:
    """The steps one after another, with the playhead where each finds it; the examples `changed` before all.

    Raises InputError where data cannot be read.
    """
    before: Place | None = None
    known = True
    for number, step in enumerate(lesson.steps, 1):
        fresh = before is None or before.step.data != step.data or before.step.spec != step.spec
        run = train(changed(step.data.read()), step.spec) if before is None or fresh else before.run
        update = lesson.update_at(number - 1)
        known = known or step.opens
        moment = LessonMoment.at(run, run.updates if update is None else update)
        before = Place(number, step, run, fresh, moment if known else None)
        yield before
        known = known and not isinstance(step.goal, MarginBecomes)


def check_lesson(lesson: GuidedLesson) -> None:
    """Raises InputError for the first step that could not be gone through as it is written."""
    for place in places(lesson):
        if place.why_not:
            raise InputError(f"step {place.number} {place.why_not}")
