"""A lesson: short steps over data and a run; each shows something, and may have a goal.

A check before the lesson goes through every step: its data can be read, and the run answers each question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.lessons.goals.conditions import MarginBecomes
from core.lessons.goals.goal import Goal, MarkedQuestion
from core.lessons.goals.questions import Choice, NumberAsked
from core.lessons.quantities import LessonMoment, untold
from core.lessons.vocabulary import LAYERS, NO_TAB
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

    A `plain` window has few controls, and the words of a newcomer. A tab that is shown `alone` has no other tabs and
    pages beside it. `layers` are all layers drawn, `tools` all tools offered. While the future is `hidden`, only its
    parts in `revealed` are shown.
    """

    tab: str | None = None
    page: str | None = None
    alone: bool = False
    layers: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    hidden: bool = False
    revealed: tuple[str, ...] = ()
    plain: bool = False

    def shows(self, secret: str) -> bool:
        """Return whether one of `SECRETS` is shown."""
        return not self.hidden or secret in self.revealed


_SECRET: Mapping[str, str] = {
    "updates": "totals",
    "epochs": "totals",
    "bound": "bound",
    "gamma": "star",
    "radius": "ceiling",
    "example": "next",
}
"""Answer → the secret that hides it."""
_TABS: Mapping[str, tuple[str, ...]] = {
    "bound": ("Theory", "Runs"),
    "gamma": ("Theory",),
    "radius": ("Theory",),
    "reach": ("Theory",),
    "reach_before": ("Theory",),
    "mistakes": ("Learner", "Data"),
    "errors": ("Learner", "Data", "Compare"),
    "fewest": ("Runs",),
    "most": ("Runs",),
}
"""Answer → the tabs that show it."""
_LAYERS: Mapping[str, tuple[str, ...]] = {"errors": ("reading", "compared"), "radius": ("measures",)}
"""Answer → the layers that show it."""


def shown_by(answer: str, display: Display, *, ended: bool) -> str:
    """Return the part of the window that shows a quantity, and how to hide it; empty if nothing shows it.

    `ended` says that the playhead is at the end of the run, where the number of updates stands beside the track.
    """
    if ended and (answer == "epochs" or (answer == "updates" and not display.plain)):
        return "the track; ask before the run is played"
    secret = _SECRET.get(answer)
    if secret is not None and not display.shows(secret):
        return ""
    if answer in ("updates", "epochs", "example"):
        return f"the track; write hidden = true, and reveal without {secret}"
    tab, drawn = display.tab or "Theory", LAYERS if display.layers is None else display.layers
    if tab in _TABS.get(answer, ()):
        hides = "" if secret is None else f", or hidden = true, and reveal without {secret}"
        return f'the tab {tab}; write tab = "{NO_TAB}"{hides}'
    layer = next((layer for layer in _LAYERS.get(answer, ()) if layer in drawn), None)
    return "" if layer is None else f"the layer {layer}; leave it out of layers"


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step of a lesson: its words, the part of the window it highlights, and the goal it waits for.

    The texts may have gaps. If `opens` is true, the window opens `data` and `spec` again. `update` is the new place of
    the playhead; None leaves it. Without a `goal` the step waits for "Next". `task` replaces the goal's own words for
    what to do. `hint` follows a wrong answer, `reply` a right one, or the goal once it is reached. On paper `paper`
    replaces `say`; if it is empty, the sheet leaves out the step.
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
    task: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that are filled when the step begins; `reply` is filled when the goal is reached."""
        asked = self.goal.question if isinstance(self.goal, MarkedQuestion) else self.task
        return self.say, asked, self.hint, self.paper or ""


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

    @property
    def told_too_early(self) -> str:
        """The reason why there is nothing to ask, as an end of "this step …"; empty if the window hides the number."""
        goal, display = self.step.goal, self.step.display
        if (
            not isinstance(goal, NumberAsked | Choice)
            or (isinstance(goal, Choice) and goal.best)
            or self.moment is None
        ):
            return ""
        ended = self.moment.state.update == self.moment.run.updates
        where = shown_by(goal.answer, display, ended=ended)
        return f"asks for {goal.answer}, and the window shows that number there: {where}" if where else ""


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


def check_lesson(lesson: GuidedLesson, *, on_paper: bool = False) -> None:
    """Raise InputError for the first step that cannot be done as written, or that asks for a number on the screen."""
    for place in places(lesson):
        if why := place.why_not or ("" if on_paper else place.told_too_early):
            raise InputError(f"step {place.number} {why}")
