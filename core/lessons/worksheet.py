"""A lesson on paper: its data, its questions and the steps of its run, with gaps to be filled in, or with the answers.

A seed puts the examples into an order of its own, so that neighbours have different runs; 0 leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset
from core.explain.report.page import page
from core.explain.report.parts import Cell, Gap, Part, Report, ReportTable, Section, Sentence
from core.explain.report.solution import examples_of
from core.lessons.goals.goal import MarkedQuestion
from core.lessons.goals.questions import Choice
from core.lessons.lesson import GuidedLesson, Place, places
from core.numbers.formulas import vector
from core.numbers.numerals import counted, in_full
from core.run import Run

_MOST_STEPS, _MOST_EXAMPLES = 20, 40
"""More than these are no work for a sheet of paper."""


@dataclass(frozen=True)
class Worksheet:
    """Both pages as HTML; they differ only in the gaps."""

    blank: str
    answers: str


def answers_beside(path: Path) -> Path:
    """The file of the answers to the sheet in a file."""
    return path.with_stem(f"{path.stem}-answers")


def worksheet(lesson: GuidedLesson, seed: int = 0) -> Worksheet:
    """The sheet of a lesson. Raises InputError where its data cannot be read."""
    sheet = _report(lesson, list(places(lesson, partial(_dealt, seed=seed))), seed)
    return Worksheet(page(sheet.blank(), {}), page(replace(sheet, title=f"{sheet.title}: answers"), {}))


def _dealt(dataset: Dataset, *, seed: int) -> Dataset:
    """The same examples in the order of a seed."""
    if not seed:
        return dataset
    order = np.random.default_rng(seed).permutation(dataset.n)
    return dataset.with_rows(dataset.X[order], dataset.y[order])


def _report(lesson: GuidedLesson, found: Sequence[Place], seed: int) -> Report:
    sections = [
        Section(
            f"{place.number}",
            (*(_examples(place.run) if place.fresh else ()), place.step.say, *_asked(place)),
        )
        for place in found
    ]
    runs = filter(_is_short, dict.fromkeys(place.run for place in found))
    sections += [Section("The run by hand", tuple(_by_hand(run))) for run in runs]
    return Report(f"{lesson.title}{f', sheet {seed}' if seed else ''}", tuple(sections))


def _is_short(run: Run) -> bool:
    """Whether it can be followed by hand."""
    plain = run.spec.kernel is None and run.spec.start is None and run.rule.whole and not run.rule.threshold
    in_turn = run.order.has_epochs and not run.order.seeded
    return plain and in_turn and 0 < run.updates <= _MOST_STEPS and run.dataset.n <= _MOST_EXAMPLES


def _examples(run: Run) -> Iterator[Part]:
    if run.dataset.n > _MOST_EXAMPLES:
        yield f"{counted(run.dataset.n, 'example')}; see the file."
    else:
        yield from examples_of(run.dataset)


def _asked(place: Place) -> Iterator[Part]:
    goal, moment = place.step.goal, place.moment
    if isinstance(goal, MarkedQuestion):
        yield goal.question
        if isinstance(goal, Choice):
            yield " / ".join(goal.said)
        known = goal.solution(moment) if moment is not None else "as your examples have it"
        yield Sentence(("Answer: ", Gap(known)))


def _by_hand(run: Run) -> Iterator[Part]:
    """Each update, to be worked out: which example, its y·a, and what w and b are then."""
    yield (
        "Begin with w = 0 and b = 0. Take the examples in the order of the table, again and again; wherever y·a ≤ 0, "
        f"with a = w·x + b, add y·x to w and y·{in_full(run.margin.bias.squared)} to b. Go on until none is left."
    )
    rows: list[tuple[Cell | Gap, ...]] = []
    for update in range(1, run.updates + 1):
        state = run.history.at_example(run.history.example_of(update))
        filled = (str(state.index + 1), in_full(state.score), vector(state.w.tolist()), in_full(state.b))
        rows.append((Cell(str(update)), *map(Gap, filled)))
    yield ReportTable(("update", "example", "y·a", "w", "b"), tuple(rows))
