"""The numbers of the theorem at one moment of a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from core.record.history import State
from core.theory.bound_gap import BoundGap
from core.theory.corridor import ALONG, CEILING, COST, FLOOR, LENGTH, LOST, MISSED
from core.theory.inequality import Inequality
from core.theory.margin.margin import Margin
from core.theory.sums import Losses


@dataclass(frozen=True, eq=False)
class TheoremFacts:
    """All numbers of the theorem at a `state` of a run; a number that does not exist, or that is hidden, is None.

    `margin` is that of the run, in the units to be used, or with another separator in the place of ŵ*; `rows` are the
    inequalities there. `floor` p + kγ ≤ `along` w·ŵ* ≤ `length` ‖w‖ ≤ `ceiling` √(q + k(R² + 2m)). `bound` is the most
    that k can be, `loss_bound` the most that squared losses add up to. `met_squared` ‖x̃‖² and `met_along` y·(ŵ*·x̃) are
    those of the example of an update, raw. `cost` is what the rule minimises, and no vector costs less than
    `least_cost`. `bound_gap` is only there where it was asked for. `learns` says whether there are examples.
    """

    margin: Margin
    state: State
    rows: tuple[Inequality, ...]
    learns: bool
    diagnosis: str | None
    gamma: float | None
    floor: float | None
    along: float | None
    length: float | None
    ceiling: float | None
    bound: float | None
    met_squared: float | None
    met_along: float | None
    losses: Losses | None
    loss_bound: float | None
    cost: float | None
    least_cost: Fraction | None
    bound_gap: BoundGap | None

    def row(self, key: str) -> Inequality | None:
        """Return the inequality of that key."""
        return next((row for row in self.rows if row.key == key), None)

    @property
    def lines(self) -> dict[str, float]:
        """Key → the number of each line of the picture of the theorem, as far as it is there."""
        numbers = {FLOOR: self.floor, ALONG: self.along, LENGTH: self.length, CEILING: self.ceiling, COST: self.cost}
        if self.losses is not None:
            numbers |= {LOST: self.losses.squared, MISSED: float(self.losses.mistakes)}
        return {key: number for key, number in numbers.items() if number is not None}


def lengths_at(rows: Iterable[Inequality]) -> tuple[float | None, float | None, float | None, float | None]:
    """Return floor, w·ŵ*, ‖w‖ and ceiling from the rows of one state, in an order that rounding does not break.

    The first two are None without a ŵ*, and all where the theorem does not speak of the learner.
    """
    keyed = {row.key: row for row in rows}
    squared, progress = keyed.get("length"), keyed.get("progress")
    if squared is None:
        return None, None, None, None
    floor, along = (progress.right, progress.left) if progress else (None, None)
    length = max(sqrt(max(squared.left, 0.0)), along or 0.0)
    return floor, along, length, max(sqrt(max(squared.right, 0.0)), length)
