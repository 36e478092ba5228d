"""A lesson on paper: its data, its questions and the steps of its run, with gaps to be filled in, or with the answers.

A seed puts the examples into an order of its own, so that neighbours have different runs; 0 leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset
from core.explain.report.page import Cell, Part, Report, ReportTable, Section, SvgPicture, page
from core.lessons.checking import Place, places
from core.lessons.goals.choice import Choice
from core.lessons.goals.goal import MarkedQuestion
from core.lessons.lesson import GuidedLesson
from core.numbers.formulas import vector
from core.numbers.numerals import counted, in_full
from core.run import Run
from core.spec import written_out

GAP = "_______"
"""Where something is to be filled in."""

_LABELS = {1: "+1", -1: "−1"}
_MOST_STEPS, _MOST_EXAMPLES = 20, 40
"""More than these are no work for a sheet of paper."""
_SIDE, _RADIUS, _FRAME = 320.0, 5.0, 12.0


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
    found = list(places(lesson, partial(_dealt, seed=seed)))
    return Worksheet(*(page(_report(lesson, found, seed, solved=solved), {}) for solved in (False, True)))


def _dealt(dataset: Dataset, *, seed: int) -> Dataset:
    """The same examples in the order of a seed."""
    if not seed:
        return dataset
    order = np.random.default_rng(seed).permutation(dataset.n)
    return dataset.with_rows(dataset.X[order], dataset.y[order])


def _report(lesson: GuidedLesson, found: Sequence[Place], seed: int, *, solved: bool) -> Report:
    sections = [
        Section(
            f"{place.number}",
            (*(_examples(place.run) if place.fresh else ()), place.step.say, *_asked(place, solved=solved)),
        )
        for place in found
    ]
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
        yield _drawing(dataset)


def _asked(place: Place, *, solved: bool) -> Iterator[Part]:
    goal, moment = place.step.goal, place.moment
    if isinstance(goal, MarkedQuestion):
        yield goal.question
        if isinstance(goal, Choice):
            yield " / ".join(goal.said)
        known = goal.solution(moment) if moment is not None else "as your examples have it"
        yield f"Answer: {known if solved else GAP}"


def _by_hand(run: Run, *, solved: bool) -> Iterator[Part]:
    """Each update, to be worked out: which example, its y·a, and what w and b are then."""
    rule = run.rule
    rate = f", with η = {written_out(rule.exact_rate)}" if rule.exact_rate != 1 else ""
    yield (
        f"Begin with w = 0 and b = 0. Take the examples in the order of the table, again and again; wherever "
        f"{rule.condition('0')}, with a = w·x + b, add {rule.factor}y·x to w and "
        f"{rule.factor}y·{in_full(run.margin.bias.squared)} to b{rate}. Go on until none is left."
    )
    rows = []
    for update in range(1, run.updates + 1):
        state = run.history.at_example(run.history.example_of(update))
        filled = (str(state.index + 1), in_full(state.score), vector(state.w.tolist()), in_full(state.b))
        rows.append((Cell(str(update)), *(Cell(cell if solved else GAP) for cell in filled)))
    yield ReportTable(("update", "example", "y·a", "w", "b"), tuple(rows))


def _drawing(dataset: Dataset) -> SvgPicture:
    """The examples in the plane, both axes with one scale: ○ is +1, × is −1, each with its number."""
    low, high = dataset.X.min(axis=0), dataset.X.max(axis=0)
    span = float((high - low).max()) or 1.0
    scale = (_SIDE - 2 * _FRAME) / span
    places = (dataset.X - low) * scale
    marks = "".join(
        _mark(_FRAME + x, _SIDE - _FRAME - y, label, number)
        for number, ((x, y), label) in enumerate(zip(places.tolist(), dataset.y.tolist(), strict=True), 1)
    )
    size = f'width="{_SIDE:g}" height="{_SIDE:g}" viewBox="0 0 {_SIDE:g} {_SIDE:g}"'
    return SvgPicture(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{marks}</svg>', "The examples: ○ is +1, × is −1."
    )


def _mark(x: float, y: float, label: int, number: int) -> str:
    r = _RADIUS
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"/>'
    cross = (
        f'<path d="M{x - r:.1f} {y - r:.1f}L{x + r:.1f} {y + r:.1f}M{x - r:.1f} {y + r:.1f}L{x + r:.1f} {y - r:.1f}"/>'
    )
    shape = f'<g fill="none" stroke="black" stroke-width="1.5">{ring if label > 0 else cross}</g>'
    return f'{shape}<text x="{x + r + 1:.1f}" y="{y - r + 2:.1f}" font-size="10">{number}</text>'
