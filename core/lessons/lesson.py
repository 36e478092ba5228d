"""A lesson: short steps over data and a run, read from a TOML file; each shows something, and may have a goal.

`docs/lessons.md` describes the format. A name outside the vocabulary is refused with its line and the reason. A check
before the lesson goes through every step: its data can be read, and the run answers each question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PureWindowsPath

from core import files
from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.errors import InputError, listed_names
from core.files.disk import file_text, naming
from core.learners import with_options
from core.lessons.goals import Goal
from core.lessons.goals.conditions import LineDrawn, MarginBecomes, OptionsChosen, Playhead, RunByHand, RunStops
from core.lessons.goals.questions import BoundaryPredicted, Choice, ExampleAsked, MarkedQuestion, NumberAsked
from core.lessons.lesson_files import lesson_title
from core.lessons.quantities import EXAMPLES, QUANTITIES, LessonMoment, stranger, untold
from core.lessons.toml_table import TomlTable, read_toml, spec_in
from core.lessons.vocabulary import LAYERS, LIT, NO_TAB, PAGES, SECRETS, TABS, TOOLS
from core.plots.proof_pictures import PICTURES
from core.run import Run, train
from core.spec import RunSpec

_MOST_SENTENCES = 3
_BUILT_IN = {data.name: data for data in BUILT_IN}
GOALS: Mapping[str, type[Goal]] = {
    "playhead": Playhead,
    "margin": MarginBecomes,
    "line": LineDrawn,
    "options": OptionsChosen,
    "by_hand": RunByHand,
    "run": RunStops,
    "choice": Choice,
    "number": NumberAsked,
    "click": ExampleAsked,
    "boundary": BoundaryPredicted,
}
"""`kind` in a step's `until` → goal."""

WINDOW = "window"
"""The name of the data that the window shows, in a lesson over these."""


@dataclass(frozen=True, eq=False)
class LessonData:
    """Examples under the name that the lesson gives them; `read` may raise InputError.

    `update` is the playhead when they are opened; None means the end of the run.
    """

    name: str
    read: Callable[[], Dataset]
    update: int | None = 0


@dataclass(frozen=True)
class Display:
    """The display of a step, by names of `core.lessons.vocabulary`; None leaves a choice to the person.

    A `plain` window has few controls, and the words of a newcomer. A tab that is shown `alone` has no other tabs and
    pages beside it. `layers` are all layers drawn, `tools` all tools offered. While the future is `hidden`, only its
    parts in `revealed` are shown. A `picture` of the proof is shown on a cleared stage.
    """

    tab: str | None = None
    page: str | None = None
    alone: bool = False
    layers: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    hidden: bool = False
    revealed: tuple[str, ...] = ()
    plain: bool = False
    picture: str | None = None


def shown_by(answer: str, display: Display, *, ended: bool) -> str:
    """Return the part of the window that shows a quantity, and how to hide it; empty if nothing shows it.

    `ended` means that the playhead is at the end of the run, where the number of updates stands beside the track.
    """
    if ended and (answer == "epochs" or (answer == "updates" and not display.plain)):
        return "the track; ask before the run is played"
    asked = QUANTITIES[answer]
    if asked.secret and display.hidden and asked.secret not in display.revealed:
        return ""
    if answer in ("updates", "epochs", "example"):
        return f"the track; write hidden = true, and reveal without {asked.secret}"
    tab, drawn = display.tab or "Theory", LAYERS if display.layers is None else display.layers
    if tab in asked.tabs:
        hides = f", or hidden = true, and reveal without {asked.secret}" if asked.secret else ""
        return f'the tab {tab}; write tab = "{NO_TAB}"{hides}'
    layer = next((layer for layer in asked.layers if layer in drawn), None)
    return "" if layer is None else f"the layer {layer}; leave it out of layers"


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step of a lesson: its words, the part of the window it highlights, and the goal it waits for.

    The texts may have gaps. If `opens` is true, the window opens `data` and `spec` again. `update` is the new place of
    the playhead; None leaves it. Without a `goal` the step waits for "Next". `task` replaces the goal's own words for
    what to do. `hint` follows a wrong answer, or stands until the goal is reached; then `reply` is there. On paper
    `paper` replaces `say`; if it is empty, the sheet leaves out the step.
    """

    say: str
    data: LessonData
    spec: RunSpec
    opens: bool = False
    light: str | None = None
    display: Display = Display()
    update: int | None = None
    goal: Goal | None = None
    hint: str = ""
    paper: str | None = None
    reply: str = ""
    task: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that are filled when the step begins; a `reply` is filled when the goal is reached."""
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
        for number, step in enumerate(self.steps[: place + 1]):
            if step.opens:
                update = step.data.update
            if step.update is not None:
                update = step.update
            if step.goal is not None and number < place:
                update = step.goal.leads_to(update)
        return update


@dataclass(frozen=True, eq=False)
class Place:
    """A step as a person reaches it: its `number`, from 1, and its run.

    The `moment` is None once the person has changed the examples, because the change is unknown.
    """

    number: int
    step: LessonStep
    run: Run
    moment: LessonMoment | None

    @property
    def why_not(self) -> str:
        """The reason why the step cannot be done as written, as an end of "this step …"; else empty."""
        if self.moment is None:
            return ""
        goal, texts = self.step.goal, list(self.step.texts)
        if isinstance(goal, MarkedQuestion):
            texts.append(self.step.reply)
        if gap := next(filter(None, (untold(text, self.moment) for text in texts)), None):
            return f"tells {{{gap}}}, which the run does not know there"
        return "" if goal is None else goal.cannot(self.moment)

    @property
    def told_too_early(self) -> str:
        """The reason why there is nothing to ask, as an end of "this step …"; empty if the window hides the number."""
        goal, moment = self.step.goal, self.moment
        compares = isinstance(goal, Choice) and goal.best
        if not isinstance(goal, NumberAsked | Choice) or compares or moment is None:
            return ""
        where = shown_by(goal.answer, self.step.display, ended=moment.state.update == moment.run.updates)
        return f"asks for {goal.answer}, and the window shows that number there: {where}" if where else ""


def places(lesson: GuidedLesson, changed: Callable[[Dataset], Dataset] = lambda dataset: dataset) -> Iterator[Place]:
    """Yield the steps in order, each with the playhead at its start, and the `changed` examples. Raise InputError."""
    before: Place | None = None
    known = True
    for number, step in enumerate(lesson.steps, 1):
        fresh = before is None or before.step.data != step.data or before.step.spec != step.spec
        run = train(changed(step.data.read()), step.spec) if before is None or fresh else before.run
        known = known or step.opens
        moment = LessonMoment.at(run, lesson.update_at(number - 1))
        before = Place(number, step, run, moment if known else None)
        yield before
        known = known and not isinstance(step.goal, MarginBecomes)


def check_lesson(lesson: GuidedLesson, *, on_paper: bool = False) -> None:
    """Raise InputError for the first step that cannot be done as written, or that asks for a number on the screen."""
    for place in places(lesson):
        if why := place.why_not or ("" if on_paper else place.told_too_early):
            raise InputError(f"step {place.number} {why}")


def read_lesson(path: Path, window: tuple[Dataset, RunSpec] | None = None) -> GuidedLesson:
    """Return the lesson in a file. Raise InputError with file, line and reason.

    `window` is the run of a lesson over the data of the window; without it the first built-in set is used.
    """
    with naming(path):
        try:
            table = read_toml(file_text(path), "a lesson")
        except UnicodeDecodeError as error:
            raise InputError("the file is no text in UTF-8") from error
        title, about = table.text("title", lesson_title(path)), table.text("about", "")
        data, usual = _data(table, path, window)
        before = LessonStep("", data, _spec(table, usual, data))
        if "step" in table:
            steps = tuple(_steps(table, before, path))
        else:  # A lesson without steps has a single one: some words, and the tab that they describe.
            said, tab = table.text("text", ""), table.one_of("panel", TABS, "")
            steps = (LessonStep(said, data, before.spec, opens=True, display=Display(tab=tab or None)),)
        table.done()
    return GuidedLesson(title, about, steps)


def _data(table: TomlTable, path: Path, window: tuple[Dataset, RunSpec] | None = None) -> tuple[LessonData, RunSpec]:
    """Return the data of the window, built-in data or those of a file beside the lesson, and the run over them."""
    name = table.text("data")
    if name == WINDOW:
        dataset, spec = window or (BUILT_IN[0].dataset(), BUILT_IN[0].spec)
        return LessonData(name, lambda: dataset, update=None), spec
    if name in _BUILT_IN:
        return LessonData(name, _BUILT_IN[name].dataset), _BUILT_IN[name].spec
    anywhere, beside = PureWindowsPath(name), path.parent / name
    # Both slashes separate there, and an anchor is a root, a drive or a share.
    if anywhere.anchor or ".." in anywhere.parts:
        expected = "put the file beside it, and write its name"
        raise table.refusal(f"data {name!r} lead away from the lesson; {expected}", "data")
    if not beside.is_file():
        known = listed_names(_BUILT_IN)
        raise table.refusal(f"data {name!r} are neither built in ({known}) nor a file beside the lesson", "data")
    return LessonData(name, partial(files.load, beside)), RunSpec()


def _spec(table: TomlTable, usual: RunSpec, data: LessonData) -> RunSpec:
    # The run of the window has its own limits: a key `run` is left over there, and so refused.
    return usual if data.name == WINDOW else spec_in(table, usual, table.typed("run", dict, {}))


def _steps(table: TomlTable, before: LessonStep, path: Path) -> Iterator[LessonStep]:
    for number, entry in enumerate(table.tables("step", "a step")):
        before = _step(entry, before, path, opens=not number)
        entry.done()
        yield before
        if isinstance(before.goal, OptionsChosen):
            before = replace(before, spec=with_options(before.spec, before.goal.options))


def _step(table: TomlTable, before: LessonStep, path: Path, *, opens: bool) -> LessonStep:
    data, usual = before.data, before.spec
    if table.has("data"):
        data, usual = _data(table, path)
        opens = True
    goal: Goal | None = None
    if table.has("until"):
        until = table.table("until", "until")
        goal = GOALS[until.one_of("kind", GOALS)].read(until)
        until.done()
    step = LessonStep(
        _said(table, "say"),
        data,
        _spec(table, usual, data),
        opens,
        table.one_of("light", LIT, "") or None,
        _display(table, before.display),
        table.whole("update") if table.has("update") else None,
        goal,
        table.text("hint", ""),
        _said(table, "paper") if table.has("paper") else None,
        _said(table, "reply", ""),
        table.text("task", ""),
    )
    for text, key in zip((*step.texts, step.reply), ("say", "until", "hint", "paper", "reply"), strict=True):
        if (name := stranger(text)) is not None:
            raise table.refusal(f"{key} has {{{name}}}; choose one of {listed_names((*QUANTITIES, *EXAMPLES))}", key)
    return step


def _said(table: TomlTable, key: str, default: str | None = None) -> str:
    said = " ".join(table.text(key, default).split())
    count = len(re.findall(r"[.?!](?=\s|$)", said))
    if count > _MOST_SENTENCES:
        raise table.refusal(f"{key} has {count} sentences; a step has at most {_MOST_SENTENCES}", key)
    return said


def _display(table: TomlTable, before: Display) -> Display:
    return Display(
        table.one_of("tab", (*TABS, NO_TAB), before.tab or "") or None,
        table.one_of("page", PAGES, before.page or "") or None,
        table.flag("alone", before.alone),
        table.some_of("layers", LAYERS) if table.has("layers") else before.layers,
        table.some_of("tools", TOOLS) if table.has("tools") else before.tools,
        table.flag("hidden", before.hidden),
        table.some_of("reveal", SECRETS) if table.has("reveal") else before.revealed,
        table.flag("plain", before.plain),
        table.one_of("picture", PICTURES, before.picture or "") or None,
    )
