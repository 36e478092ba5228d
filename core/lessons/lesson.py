"""A lesson: short steps over data and a run, each of which shows something and may wait for something.

Gone through beforehand: its data are there, and each question has an answer that the run gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.lessons.goals.conditions import MarginBecomes, Playhead
from core.lessons.goals.goal import Goal
from core.lessons.moment import LessonMoment
from core.run import Run, train
from core.spec import RunSpec


@dataclass(frozen=True, eq=False)
class LessonData:
    """Examples by the name that the lesson gives them; `read` may raise InputError."""

    name: str
    title: str
    read: Callable[[], Dataset]


@dataclass(frozen=True)
class Display:
    """What the window shows in a step: names of `core.lessons.vocabulary`; None leaves it to the person.

    `layers` are all that are drawn, `tools` all that can be taken up. While the future is `hidden` nothing of it is
    told but what is in `revealed`.
    """

    tab: str | None = None
    page: str | None = None
    layers: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    hidden: bool = False
    revealed: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class LessonStep:
    """One thing at a time: what it says, what it lights, shows and waits for.

    `data` and `spec` are those of the step; they are opened anew where `opens` says so. `update` is where the playhead
    is put, None leaves it. Without a `goal` it waits for "Next". `hint` is told after an answer that was wrong.
    """

    say: str
    data: LessonData
    spec: RunSpec
    opens: bool = False
    light: str | None = None
    display: Display = field(default_factory=Display)
    update: int | None = None
    goal: Goal | None = None
    hint: str = ""


@dataclass(frozen=True, eq=False)
class GuidedLesson:
    """`title` is what the lesson is called: as its file says, or as the file is called. One step at least."""

    title: str
    about: str
    """What it teaches, a sentence for menu and card; may be empty."""
    steps: tuple[LessonStep, ...]

    def update_at(self, place: int) -> int | None:
        """After how many updates the playhead stands as step `place`, from 0, begins; None: at the end of the run."""
        for step in reversed(self.steps[: place + 1]):
            if step is not self.steps[place] and isinstance(step.goal, Playhead):
                return step.goal.update
            if step.update is not None:
                return step.update
            if step.opens:
                return 0
        return 0


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
        goal = place.step.goal
        why = goal.cannot(place.moment) if goal is not None and place.moment is not None else ""
        if why:
            raise InputError(f"step {place.number} {why}")
