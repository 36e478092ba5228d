"""A lesson on paper: its data, its questions and the steps of its run, with gaps to be filled in, or with the answers.

A seed puts the examples into an order of its own, so that neighbours have different runs; 0 leaves them as they are. An
order whose run leaves a question without an answer is dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain.report.page import Cell, Part, Report, ReportTable, Section, page
from core.lessons.checking import Place, places
from core.lessons.drawing import drawing
from core.lessons.gaps import filled
from core.lessons.goals.choice import Choice
from core.lessons.goals.goal import Condition, MarkedQuestion
from core.lessons.lesson import GuidedLesson
from core.numbers.formulas import vector
from core.numbers.numerals import counted, in_full
from core.run import Run

GAP = "_______"
"""Where something is to be filled in."""

_LABELS = {1: "+1", -1: "−1"}
NOTHING = "–"
"""Where nothing is to be filled in, and that is not given away."""
_MOST_DEALS, _ROWS = 100, 5
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
    """The sheet of a lesson.

    Raises InputError where its data cannot be read, or it cannot be gone through as it is written.
    """
    found = _places(lesson, seed)
    return Worksheet(*(page(_report(lesson, found, seed, solved=solved), {}) for solved in (False, True)))


def _places(lesson: GuidedLesson, seed: int) -> Sequence[Place]:
    why = ""
    for deal in range(_MOST_DEALS if seed else 1):
        found = list(places(lesson, partial(_dealt, seed=seed, deal=deal)))
        why = next((f"step {place.number} {place.why_not}" for place in found if place.why_not), "")
        if not why:
            return found
    raise InputError(f"sheet {seed}: {why}")


def _dealt(dataset: Dataset, *, seed: int, deal: int) -> Dataset:
    """The same examples in the order of a seed, as it deals them for the first time, or again."""
    if not seed:
        return dataset
    order = np.random.default_rng([seed, deal] if deal else seed).permutation(dataset.n)
    return dataset.with_rows(dataset.X[order], dataset.y[order])


def _report(lesson: GuidedLesson, found: Sequence[Place], seed: int, *, solved: bool) -> Report:
    sections, data = [], None
    for count, place in enumerate(filter(_is_written, found), 1):
        fresh, data = place.step.data is not data, place.step.data
        said = place.step.say if place.step.paper is None else place.step.paper
        examples = _examples(place.run) if fresh else ()
        sections.append(Section(f"{count}", (*examples, filled(said, place.moment), *_asked(place, solved=solved))))
    runs = _different(place.run for place in found)
    sections += [Section("The run by hand", tuple(_by_hand(run, solved=solved))) for run in runs]
    told = f", sheet {seed}" if seed else ""
    return Report(f"{lesson.title}{told}{': answers' if solved else ''}", tuple(sections))


def _different(runs: Iterable[Run]) -> Iterator[Run]:
    """Each run once, if it can be followed by hand."""
    return (run for run in dict.fromkeys(runs) if _is_short(run))


def _is_short(run: Run) -> bool:
    plain = run.spec.kernel is None and run.spec.start is None and run.rule.whole and not run.rule.threshold
    in_turn = run.order.has_epochs and not run.order.seeded
    return plain and in_turn and 0 < run.updates <= _MOST_STEPS and run.dataset.n <= _MOST_EXAMPLES


def _examples(run: Run) -> Iterator[Part]:
    dataset = run.dataset
    if dataset.n > _MOST_EXAMPLES:
        yield f"{counted(dataset.n, 'example')}; see the file."
        return
    rows = zip(range(1, dataset.n + 1), dataset.X.tolist(), dataset.y.tolist(), strict=True)
    yield ReportTable(
        ("example", *dataset.features, "y"),
        tuple((Cell(str(n)), *(Cell(in_full(value)) for value in x), Cell(_LABELS[y])) for n, x, y in rows),
    )
    if dataset.d == 2:
        yield drawing(dataset)


def _is_written(place: Place) -> bool:
    """What is to be brought about in the window, or hangs on examples that were moved there, is not for paper."""
    if place.step.paper is not None:
        return bool(place.step.paper)
    return place.moment is not None and not isinstance(place.step.goal, Condition)


def _asked(place: Place, *, solved: bool) -> Iterator[Part]:
    goal, moment = place.step.goal, place.moment
    if isinstance(goal, MarkedQuestion) and moment is not None:
        yield filled(goal.question, moment)
        if isinstance(goal, Choice):
            yield " / ".join(goal.said)
        yield f"Answer: {goal.solution(moment) if solved else GAP}"


def _by_hand(run: Run, *, solved: bool) -> Iterator[Part]:
    """Each update, to be worked out: which example, its y·a, and what w and b are then."""
    yield (
        "Begin with w = 0 and b = 0. Take the examples in the order of the table, again and again; wherever y·a ≤ 0, "
        f"with a = w·x + b, add y·x to w and y·{in_full(run.margin.bias.squared)} to b. Go on until none is left."
    )
    rows = []
    for update in range(1, (run.updates // _ROWS + 1) * _ROWS + 1):
        state = run.history.at_example(run.history.example_of(min(update, run.updates)))
        known = (str(state.index + 1), in_full(state.score), vector(state.w.tolist()), in_full(state.b))
        cells = known if update <= run.updates else (NOTHING,) * len(known)
        rows.append((Cell(str(update)), *(Cell(cell if solved else GAP) for cell in cells)))
    yield ReportTable(("update", "example", "y·a", "w", "b"), tuple(rows))
