"""A lesson: short steps over data and a run; each shows something, and may have a goal.

A check before the lesson goes through every step: its data can be read, and the run answers each question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.lessons.goals.conditions import MarginBecomes
from core.lessons.goals.goal import Goal, MarkedQuestion
from core.lessons.quantities import LessonMoment, untold
from core.run import Run, train
from core.spec import RunSpec


@dataclass(frozen=True, eq=False)
class LessonData:
    """Examples under the name that the lesson gives them; `read` may raise InputError.

    `update` is the playhead when they are opened; None means the end of the run.
    """

    name: str
    title: str
    read: Callable[[], Dataset]
    update: int | None = 0


@dataclass(frozen=True)
class Display:
    """The display of a step, by names of `core.lessons.vocabulary`; None leaves a choice to the person.

    A `picture` of the proof is shown on a cleared stage. `layers` are all layers drawn, `tools` all tools offered.
    While the future is `hidden`, only its parts in `revealed` are shown.
    """

    tab: str | None = None
    page: str | None = None
    picture: str | None = None
    layers: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    hidden: bool = False
    revealed: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step of a lesson: its words, the part of the window it highlights, and the goal it waits for.

    The texts may have gaps. If `opens` is true, the window opens `data` and `spec` again. `update` is the new place of
    the playhead; None leaves it. Without a `goal` the step waits for "Next". `hint` follows a wrong answer, `reply` a
    right one, in place of the words on it. On paper
    `paper` replaces `say`; if it is empty, the sheet leaves out the step.
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
    paper: str | None = None
    reply: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        asked = self.goal.question if isinstance(self.goal, MarkedQuestion) else ""
        return self.say, asked, self.hint, self.paper or "", self.reply


@dataclass(frozen=True, eq=False)
class GuidedLesson:
    """A lesson of at least one step. `title` comes from the file's text, or else from its name."""

    title: str
    about: str
    """A sentence on what the lesson teaches, for menu and card; may be empty."""
    steps: tuple[LessonStep, ...]

    def update_at(self, place: int) -> int | None:
        """Return the update of the playhead when step `place` (from 0) begins; None means the end of the run."""
        update: int | None = 0
        for step in self.steps[: place + 1]:
            if step.opens:
                update = step.data.update
            if step.update is not None:
                update = step.update
            if step.goal is not None and step is not self.steps[place]:
                update = step.goal.leads_to(update)
        return update


@dataclass(frozen=True, eq=False)
class Place:
    """A step as a person reaches it: its `number`, from 1, its run, and whether this run is new.

    The `moment` is None once the person has changed the examples, because the change is unknown.
    """

    number: int
    step: LessonStep
    run: Run
    fresh: bool
    moment: LessonMoment | None

    @property
    def why_not(self) -> str:
        """The reason why the step cannot be done as written, as an end of "this step …"; else empty."""
        if self.moment is None:
            return ""
        gap = next(filter(None, (untold(text, self.moment) for text in self.step.texts)), None)
        if gap is not None:
            return f"tells {{{gap}}}, which the run does not know there"
        return "" if self.step.goal is None else self.step.goal.cannot(self.moment)


def places(lesson: GuidedLesson, changed: Callable[[Dataset], Dataset] = lambda dataset: dataset) -> Iterator[Place]:
    """Yield the steps in order, with the playhead at the start of each, and the `changed` examples.

    Raise InputError if the data cannot be read.
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
    """Raise InputError for the first step that cannot be done as written."""
    for place in places(lesson):
        if place.why_not:
            raise InputError(f"step {place.number} {place.why_not}")
