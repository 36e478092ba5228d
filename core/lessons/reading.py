"""Reader of lessons in TOML. A name outside the vocabulary is refused with its line and the reason.

`docs/lessons.md` describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PureWindowsPath

from core import files
from core.built_in import BUILT_IN, BuiltIn
from core.datasets.dataset import Dataset
from core.errors import InputError, listed_names
from core.files.disk import naming, text_of
from core.learners import with_options
from core.lessons.goals import GOALS
from core.lessons.goals.conditions import OptionsChosen
from core.lessons.goals.goal import Goal
from core.lessons.lesson import Display, GuidedLesson, LessonData, LessonStep
from core.lessons.lesson_files import lesson_title
from core.lessons.quantities import EXAMPLES, QUANTITIES, stranger
from core.lessons.toml_table import TomlTable, read_toml
from core.lessons.vocabulary import LAYERS, LIT, NO_TAB, PAGES, SECRETS, TABS, TOOLS
from core.plots.proof_pictures import PICTURES
from core.spec import RunSpec

_MOST_SENTENCES = 3
_BUILT_IN: Mapping[str, BuiltIn] = {data.name: data for data in BUILT_IN}


WINDOW = "window"
"""The name of the data that the window shows, in a lesson over these."""


def read_lesson(path: Path, window: tuple[Dataset, RunSpec] | None = None) -> GuidedLesson:
    """Return the lesson in a file. Raise InputError with file, line and reason.

    `window` is the run of a lesson over the data of the window; without it the first built-in set is used.
    """
    with naming(path):
        try:
            text = text_of(path)
        except UnicodeDecodeError as error:
            raise InputError("the file is no text in UTF-8") from error
        table = read_toml(text, "a lesson")
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
        return LessonData(name, "The points in the window", lambda: dataset, update=None), spec
    if name in _BUILT_IN:
        built_in = _BUILT_IN[name]
        return LessonData(name, built_in.title, built_in.dataset), built_in.spec
    if _leads_away(name):
        expected = "put the file beside it, and write its name"
        raise table.refusal(f"data {name!r} lead away from the lesson; {expected}", "data")
    beside = path.parent / name
    if not beside.is_file():
        raise table.refusal(
            f"data {name!r} are neither built in ({listed_names(_BUILT_IN)}) nor a file beside the lesson", "data"
        )
    return LessonData(name, beside.stem, partial(files.load, beside)), RunSpec()


def _leads_away(name: str) -> bool:
    """Return whether a name is not that of a file in the lesson's folder, or below it, on any system."""
    path = PureWindowsPath(name)  # Both slashes separate there, and an anchor is a root, a drive or a share.
    return bool(path.anchor) or ".." in path.parts


def _spec(table: TomlTable, usual: RunSpec, data: LessonData) -> RunSpec:
    if data.name == WINDOW:
        return usual  # The run of the window, with its own limits. A key `run` is left over and so refused.
    try:
        return with_options(usual, table.options("run"))
    except (InputError, TypeError) as error:
        raise table.refusal(f"run: {error}", "run") from error


def _steps(table: TomlTable, before: LessonStep, path: Path) -> Iterator[LessonStep]:
    opens = True
    for entry in table.tables("step", "a step"):
        step = _step(entry, before, path, opens=opens)
        entry.done()
        yield step
        chosen = step.goal.options if isinstance(step.goal, OptionsChosen) else {}
        before, opens = replace(step, spec=with_options(step.spec, chosen)), False


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
        _said(table, "reply") if table.has("reply") else "",
    )
    for text, key in zip(step.texts, ("say", "until", "hint", "paper", "reply"), strict=True):
        name = stranger(text)
        if name is not None:
            raise table.refusal(f"{key} has {{{name}}}; choose one of {listed_names((*QUANTITIES, *EXAMPLES))}", key)
    return step


def _said(table: TomlTable, key: str) -> str:
    said = " ".join(table.text(key).split())
    count = len(re.findall(r"[.?!](?=\s|$)", said))
    if count > _MOST_SENTENCES:
        raise table.refusal(f"{key} has {count} sentences; a step has at most {_MOST_SENTENCES}", key)
    return said


def _display(table: TomlTable, before: Display) -> Display:
    hidden = table.flag("hidden", before.hidden)
    return Display(
        table.one_of("tab", (*TABS, NO_TAB), before.tab or "") or None,
        table.one_of("page", PAGES, before.page or "") or None,
        table.one_of("picture", PICTURES, before.picture or "") or None,
        table.some_of("layers", LAYERS) if table.has("layers") else before.layers,
        table.some_of("tools", TOOLS) if table.has("tools") else before.tools,
        bool(hidden),
        table.some_of("reveal", SECRETS) if table.has("reveal") else before.revealed,
    )
