"""A lesson on paper: its data, its questions and the steps of its run, with gaps or with the answers.

A seed reorders the examples, so that neighbours have different runs; 0 keeps the order. If a question has no answer in
that order, the seed draws another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain.report.parts import AnswerGap, Cell, Part, Report, ReportTable, Section, Sentence
from core.explain.report.solution import Row, examples_of, numbered, with_spare
from core.explain.wording import classes_of
from core.lessons.goals.conditions import Condition
from core.lessons.goals.questions import Choice, MarkedQuestion
from core.lessons.lesson import GuidedLesson, Place, places
from core.lessons.quantities import filled
from core.numbers.formulas import vector
from core.numbers.numerals import counted, in_full
from core.orders import Passes
from core.run import Run
from core.spec import written_out

_MOST_DEALS = 100
_MOST_STEPS, _MOST_EXAMPLES = 20, 40
"""The most steps and examples for a sheet of paper."""


def answers_beside(path: Path) -> Path:
    """Return the file of the answers beside the file of the sheet."""
    return path.with_stem(f"{path.stem}-answers")


def worksheet(lesson: GuidedLesson, seed: int = 0, paper: str = "a4", title: str = "") -> tuple[Report, Report]:
    """Return the sheet of a lesson and the one with the answers; they differ only in the gaps. Raise InputError."""
    found, sections, data = _places(lesson, seed), [], None
    for count, place in enumerate(filter(_is_written, found), 1):
        fresh, data = place.step.data is not data, place.step.data
        said = place.step.say if place.step.paper is None else place.step.paper
        examples = _examples(place.run) if fresh else ()
        sections.append(Section(f"{count}", (*examples, filled(said, place.moment), *_asked(place))))
    played = (place.run for place in found if place.moment is not None and place.moment.state.update)
    sections += [Section("The run by hand", tuple(_by_hand(run))) for run in dict.fromkeys(played) if _is_short(run)]
    sheet = Report(title or lesson.title + f", sheet {seed}" * bool(seed), tuple(sections), paper=paper)
    return sheet.blank(), replace(sheet, title=f"{sheet.title}: answers")


def _places(lesson: GuidedLesson, seed: int) -> Sequence[Place]:
    why = ""
    for deal in range(_MOST_DEALS if seed else 1):
        found = list(places(lesson, partial(_dealt, seed=seed, deal=deal)))
        why = next((f"step {place.number} {place.why_not}" for place in found if place.why_not), "")
        if not why:
            return found
    raise InputError(f"sheet {seed}: {why}")


def _dealt(dataset: Dataset, *, seed: int, deal: int) -> Dataset:
    if not seed:
        return dataset
    order = np.random.default_rng([seed, deal] if deal else seed).permutation(dataset.n)
    return dataset.with_rows(dataset.X[order], dataset.y[order])


def _is_short(run: Run) -> bool:
    plain = run.space.has_coordinates and run.spec.start is None and run.rule.whole and not run.rule.threshold
    in_turn = run.order.has_epochs and not run.order.seeded
    return plain and in_turn and 0 < run.updates <= _MOST_STEPS and run.dataset.n <= _MOST_EXAMPLES


def _examples(run: Run) -> Iterable[Part]:
    elsewhere = f"{counted(run.dataset.n, 'example')}, {classes_of(run.dataset)}; see the file."
    return [elsewhere] if run.dataset.n > _MOST_EXAMPLES else examples_of(run.dataset)


def _is_written(place: Place) -> bool:
    """Return whether a step fits on paper: it needs no window, and no examples that were moved there."""
    if place.step.paper is not None:
        return bool(place.step.paper)
    return place.moment is not None and not isinstance(place.step.goal, Condition)


def _asked(place: Place) -> Iterator[Part]:
    goal, moment = place.step.goal, place.moment
    if isinstance(goal, MarkedQuestion) and moment is not None:
        yield filled(goal.question, moment)
        if isinstance(goal, Choice):
            yield " / ".join(goal.said)
        yield Sentence(("Answer: ", AnswerGap(goal.solution(moment))))


def _by_hand(run: Run) -> Iterator[Part]:
    """Yield each update to work out: the example, its y·a, and the new w and b."""
    rule = run.rule
    rate = f", with η = {written_out(rule.exact_rate)}" if rule.exact_rate != 1 else ""
    order = run.order.of(run.dataset.n, run.spec)
    turn = "of the table"
    if isinstance(order, Passes) and not order.as_in_file:
        turn = numbered(order.epoch(1).tolist())
    yield (
        f"Begin with w = 0 and b = 0. Take the examples in the order {turn}, again and again; wherever "
        f"{rule.condition('0')}, with a = w·x + b, add {rule.factor}y·x to w and "
        f"{rule.factor}y·{in_full(run.margin.bias.squared)} to b{rate}. Go on until none is left."
    )
    rows: list[Row] = []
    for update in range(1, run.updates + 1):
        state = run.history.at_example(run.history.example_of(update))
        cells = str(state.index + 1), in_full(state.score), vector(state.w.tolist()), in_full(state.b)
        rows.append((Cell(str(update)), *map(AnswerGap, cells)))
    yield ReportTable(("update", "example", "y·a", "w", "b"), with_spare(rows))
