"""The steps of a run as the lines of a table, a few at a time; its columns, and which steps it lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import IntArray
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from core.theory.vectors import vector_at, vectors_along

_DIGITS = 4


@dataclass(frozen=True)
class StepLine:
    """One step. What only an update has is None where the example is none: k, how long its vector lived, ‖w̃‖²."""

    example: int
    epoch: int
    index: int
    label: int
    score: float
    added: bool
    update: int | None = None
    survival: int | None = None
    norm_squared: float | None = None


def lines_of_updates(run: Run, start: int, stop: int) -> list[StepLine]:
    """Updates start+1 … stop."""
    rows = run.history.rows(start, stop)
    norms = vectors_along(run.history, run.margin, start, stop).norm_squared()
    rule = run.rule
    return [
        StepLine(t, epoch, index, label, score, rule.whole or rule.admits(score, label), k, lived, squared)
        for k, t, epoch, index, label, score, lived, squared in zip(
            rows.update.tolist(),
            rows.example.tolist(),
            rows.epoch.tolist(),
            rows.index.tolist(),
            rows.label.tolist(),
            (rows.label * rows.activation).tolist(),
            rows.survival.tolist(),
            norms.tolist(),
            strict=True,
        )
    ]


def line_of_example(run: Run, example: int) -> StepLine:
    """Example t > 0, an update or not."""
    state: State = run.history.at_example(example)
    line = StepLine(example, state.epoch, state.index, state.label, state.score, state.added)
    if not state.moved:
        return line
    k = state.update
    lived = int(run.history.survival(k - 1, k)[0])
    squared = float(vector_at(state, run.margin).norm_squared()[0])
    return StepLine(line.example, line.epoch, line.index, line.label, line.score, line.added, k, lived, squared)


@dataclass(frozen=True)
class StepColumn:
    """`text` of a line; `widest` of those that are expected of a run; sorted by a ranking where it has one."""

    title: str
    meaning: str
    text: Callable[[Run, StepLine], str]
    widest: Callable[[Run], str]
    ranking: str = ""
    needs_epochs: bool = False


def step_columns(run: Run) -> tuple[StepColumn, ...]:
    """Those that say something of a run."""
    return tuple(column for column in _COLUMNS if run.order.has_epochs or not column.needs_epochs)


def _score(run: Run, line: StepLine) -> str:
    """With as many digits as show on which side of the threshold it lies."""
    return number(line.score, run.rule.digits(line.score, line.label, line.added, _DIGITS))


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


_A_NUMBER = "−0.00000"

_COLUMNS: tuple[StepColumn, ...] = (
    StepColumn(
        "k",
        "The number of the update; empty for an example that is none",
        lambda run, line: _count(line.update),
        lambda run: f"{run.updates:,}",
        "update",
    ),
    StepColumn(
        "t",
        "How many examples have been seen, this one included",
        lambda run, line: f"{line.example:,}",
        lambda run: f"{run.history.examples:,}",
    ),
    StepColumn(
        "epoch",
        "The pass over the data",
        lambda run, line: f"{line.epoch:,}",
        lambda run: f"{run.history.epochs:,}",
        needs_epochs=True,
    ),
    StepColumn(
        "x",
        "The example, counted from 1: ○ is +1, × is −1",
        lambda run, line: f"{'○' if line.label > 0 else '×'} {line.index + 1:,}",
        lambda run: f"○ {run.dataset.n:,}",
    ),
    StepColumn(
        "y·a",
        "The label y times the activation a, before the update: above 0 on the right side, below 0 a mistake; of 0 the "
        "learner says which",
        _score,
        lambda run: _A_NUMBER,
        "depth",
    ),
    StepColumn(
        "c",
        "How many examples the vector of this update survived, up to the present end of the run",
        lambda run, line: _count(line.survival),
        lambda run: f"{run.dataset.n:,}",
        "survival",
    ),
    StepColumn(
        "‖w‖²",
        "The squared length of w after this update, with b/B as a component where there is a bias",
        lambda run, line: "" if line.norm_squared is None else number(line.norm_squared, _DIGITS),
        lambda run: _A_NUMBER,
    ),
)


MOST = 1_000_000
"""Rows of a table: more of them would take long to lay out."""


@dataclass(frozen=True)
class AsMade:
    """Steps first+1 … first+count in the order of the run: examples seen where it is `of_examples`, else updates."""

    first: int = 0
    count: int = 0
    of_examples: bool = False

    def lines(self, run: Run, start: int, stop: int) -> list[StepLine]:
        """Rows start … stop − 1."""
        if self.of_examples:
            return [line_of_example(run, self.first + row + 1) for row in range(start, stop)]
        return lines_of_updates(run, self.first + start, self.first + stop)

    def row_of(self, update: int, example: int, *, moved: bool) -> int | None:
        """The row of the state after example t, k updates made; None where it has none."""
        step = example if self.of_examples else update
        listed = (moved or self.of_examples) and self.first < step <= self.first + self.count
        return step - 1 - self.first if listed else None


@dataclass(frozen=True, eq=False)
class Ranked:
    """Updates `order` (m,), and the `place` (m,) of update k at k − 1."""

    order: IntArray
    place: IntArray

    @classmethod
    def of(cls, order: IntArray) -> Ranked:
        place = np.empty_like(order)
        place[order - 1] = np.arange(len(order))
        return cls(order, place)

    @property
    def count(self) -> int:
        """The first of them, where there are too many for a table."""
        return min(len(self.order), MOST)

    def lines(self, run: Run, start: int, stop: int) -> list[StepLine]:
        """One after another, for they lie apart in the record."""
        updates = self.order[start:stop].tolist()
        return [line for k in updates for line in lines_of_updates(run, k - 1, k)]

    def row_of(self, update: int, example: int, *, moved: bool) -> int | None:
        """That of the update, if the state is one, and was there when they were ranked."""
        if not moved or not 1 <= update <= len(self.order):
            return None
        row = int(self.place[update - 1])
        return row if row < self.count else None


Listing = AsMade | Ranked
"""Rows of a table, each a step of a run."""
