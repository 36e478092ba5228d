"""Which steps a table lists, in which order: a stretch of the record as it grows, or updates as they were ranked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import IntArray
from core.run import Run
from perceptron_gui.panels.step.lines import StepLine, line_of_example, lines_of_updates

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
