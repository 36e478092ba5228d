"""A predicted boundary, compared with the next one: the angle between them, and the reason for the turn."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from core.datasets.arithmetic import activations, angle
from core.datasets.dataset import FloatArray
from core.explain import why
from core.numbers.numerals import counted, number
from core.record.history import State
from core.run import Run

RIGHT = 90.0
"""Degrees. A smaller angle counts as right."""
_MOST_ANGLES = 10_000


class QuizOutcome(NamedTuple):
    """The angle between both lines, 0 to 90 degrees, None for w = 0; `between` of `n` examples lie between them."""

    update: int
    angle: float | None
    between: int
    n: int
    why: str

    @property
    def sentence(self) -> str:
        if self.angle is None:
            return "There is no boundary now: w = 0."
        lie = "lies" if self.between == 1 else "lie"
        of = f"{self.between:,} of {counted(self.n, 'example')}"
        return f"{number(self.angle, 3)}° off; {of} {lie} between the two boundaries."


class QuizTally(NamedTuple):
    """The `angles` of the guesses, in degrees, in their order."""

    angles: tuple[float, ...] = ()

    def with_angle(self, angle: float) -> QuizTally:
        return QuizTally((*self.angles, angle)[-_MOST_ANGLES:])

    @property
    def sentence(self) -> str:
        """A sentence with the number of guesses and how good they were; empty before the first."""
        if not self.angles:
            return ""
        count = len(self.angles)
        mean = number(sum(self.angles) / count, 3)
        if count == 1:
            return f"1 guess, {mean}° off."
        return f"{count:,} guesses, {mean}° off on average, {number(min(self.angles), 3)}° at best."

    def to_json(self) -> list[float]:
        return list(self.angles)

    @classmethod
    def from_json(cls, value: Any) -> QuizTally:
        """Return the tally of `to_json`. Raise TypeError or ValueError for anything else."""
        if not isinstance(value, list) or any(isinstance(angle, bool) for angle in value):
            raise TypeError
        angles = [float(angle) for angle in value]
        if not all(isfinite(angle) and 0 <= angle <= 90 for angle in angles):
            raise ValueError
        return cls(tuple(angles[-_MOST_ANGLES:]))


def cannot_predict(run: Run) -> str:
    """Return the reason why nothing can be predicted in a run; empty if a boundary can be drawn beforehand."""
    if not run.space.has_coordinates:
        return "With a kernel w is not written down, so there is no line to be drawn beforehand."
    if run.dataset.d < 2:
        return "With one feature the boundary is a point, so there is no line to be drawn beforehand."
    return ""


def held_against(run: Run, state: State, weights: Sequence[float] | FloatArray) -> QuizOutcome:
    """Return the comparison of the line `weights` (d + 1,) = (w, b) with the boundary at `state`."""
    guess, n = np.asarray(weights, np.float64), run.dataset.n
    if not state.w.any():
        return QuizOutcome(state.update, None, 0, n, why(run, state))
    off = angle(guess[:-1], state.w)
    # A line has no sides, so the sides of a guess are those that agree with w.
    sign, per_rate = -1.0 if off > RIGHT else 1.0, state.weights_per_rate
    called = sign * activations(run.dataset.X, guess[:-1], float(guess[-1])) >= 0
    came = activations(run.dataset.X, per_rate[:-1], float(per_rate[-1])) >= 0
    apart = int(np.count_nonzero(called != came))
    return QuizOutcome(state.update, min(off, 2 * RIGHT - off), apart, n, why(run, state))
