"""A lesson gone through beforehand: its data are there, and each question has an answer that the run gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.lessons.goals.margin import MarginBecomes
from core.lessons.goals.playhead import Playhead
from core.lessons.lesson import GuidedLesson, LessonStep
from core.lessons.moment import LessonMoment
from core.run import Run, train

MOST_UPDATES = 100_000
"""Of a run that a lesson is checked with: one that never stops by itself is as well known by then."""


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


def places(lesson: GuidedLesson, changed: Callable[[Dataset], Dataset] = lambda dataset: dataset) -> Iterator[Place]:
    """The steps one after another, with the playhead where each finds it; the examples `changed` before all.

    Raises InputError where data cannot be read.
    """
    before: Place | None = None
    update, known = 0, True
    for number, step in enumerate(lesson.steps, 1):
        fresh = before is None or before.step.data != step.data or before.step.spec != step.spec
        run = _run_of(step, changed) if before is None or fresh else before.run
        update = step.update if step.update is not None else 0 if step.opens else update
        known = known or step.opens
        before = Place(number, step, run, fresh, LessonMoment.at(run, update) if known else None)
        yield before
        if isinstance(step.goal, Playhead):
            update = run.updates if step.goal.update is None else step.goal.update
        known = known and not isinstance(step.goal, MarginBecomes)


def check_lesson(lesson: GuidedLesson) -> None:
    """Raises InputError for the first step that could not be gone through as it is written."""
    for place in places(lesson):
        goal = place.step.goal
        why = goal.cannot(place.moment) if goal is not None and place.moment is not None else ""
        if why:
            raise InputError(f"step {place.number} {why}")


def _run_of(step: LessonStep, changed: Callable[[Dataset], Dataset]) -> Run:
    """To its end, or as far as it is looked at."""
    spec = replace(step.spec, max_updates=min(step.spec.max_updates, MOST_UPDATES))
    return train(changed(step.data.read()), spec)
