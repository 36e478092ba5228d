"""Exercises for a person: a run by hand over the examples that one picks, and a boundary that one predicts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.datasets.arithmetic import activations, angle
from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled, InputError, never
from core.explain.wording import formula, why
from core.learners import rule_of, title_of
from core.numbers.numerals import counted, number
from core.orders import Listed
from core.record.history import State
from core.rules import Rule, Verdict
from core.run import Run, prepare
from core.spec import RunSpec
from core.theory.diagnosis import may_end_in_ties

if TYPE_CHECKING:
    from core.analysis.experiments.orders import Extremes

ORDERS_TRIED = 1000
"""The number of shuffled orders to run if there are too many orders to try them all."""
RIGHT = 90.0
"""Degrees. A smaller angle counts as right."""
_MOST_ANGLES = 10_000


class Role(StrEnum):
    """The aim of a person who chooses the mistakes."""

    FREE = "free"
    ADVERSARY = "adversary"
    FRIEND = "friend"

    def task(self, rule: Rule) -> str:
        """Return the aim in a sentence, with the condition for a mistake."""
        wanted = f"y·a {'<' if rule.strict else '≤'} {rule.limit}"
        one, many = ("an example with ", "examples with ") if rule.threshold else ("an example that is a ", "")
        what = wanted if rule.threshold else "mistake"
        return _TASKS[self].format(one=f"{one}{what}", many=f"{many}{what}{'' if rule.threshold else 's'}")


_TASKS = {
    Role.FREE: "Click {one} now.",
    Role.ADVERSARY: "Click {many}: as many updates as you can.",
    Role.FRIEND: "Click {many}: as few updates as you can.",
}


class Grade(NamedTuple):
    """The rule's verdict on example `row`: a mistake if `verdict.adds`. `change` is the formula of the update."""

    row: int
    verdict: Verdict
    change: str

    @property
    def sentence(self) -> str:
        """A sentence with the example, counted from 1, its test and the result."""
        name = self.verdict.said if self.verdict.tie else _NAMES.get(self.verdict.name, self.verdict.name)
        told = f"Example {self.row + 1:,}: {self.verdict.test}, {name}"
        return f"{told}: {self.change}" if self.verdict.adds else f"{told}."


_NAMES = {"mistake": "a mistake", "right": "right already", "outside the margin": "outside the margin already"}


def cannot_click(dataset: Dataset, spec: RunSpec) -> str:
    """Return the reason why a run cannot be made by hand; empty if it can."""
    if not dataset.n:
        return "There is no example to click."
    if rule_of(spec).every_example:
        title = title_of(spec)
        return f"{title} moves w at every example, right or wrong: there is no mistake to click, and no end."
    return ""


def clicked(spec: RunSpec, rows: tuple[int, ...]) -> RunSpec:
    """Return `spec` with one update on each of these rows, in this order, and no further one."""
    return replace(spec, order=Listed.name, sequence=rows, max_updates=len(rows))


def scores_after(run: Run, update: int) -> FloatArray:
    """Return y·a of every example under the vector after update k, (n,), bit for bit as the run computes them."""
    values: FloatArray = run.space.trajectory(run.history, run.dataset.X, update, update)[0]
    return values * run.dataset.y


def grade(run: Run, update: int, row: int) -> Grade:
    """Return the verdict on an example after update k."""
    score, label, rule = float(scores_after(run, update)[row]), int(run.dataset.y[row]), run.rule
    verdict = rule.verdict(rule.times_rate(score), label, rule.admits(score, label))
    size = rule.times_rate(rule.size(score, float(run.space.norms_squared[row])))
    return Grade(row, verdict, formula(run, label, size, row))


@dataclass(frozen=True)
class Par:
    """The `extremes` over all orders, or the updates of shuffled runs, of which `limited` did not end; or why none."""

    extremes: Extremes | None = None
    updates: tuple[int, ...] = ()
    limited: int = 0
    why_none: str = ""

    @property
    def sentence(self) -> str:
        """The scores in words; empty while none is known."""
        if self.extremes is not None:
            return f"Fewest of all orders: {len(self.extremes.fewest):,}, most: {len(self.extremes.most):,}."
        if not self.updates:
            return self.why_none or (f"{counted(self.limited, 'shuffled order')} did not end." if self.limited else "")
        low, high = min(self.updates), max(self.updates)
        took = counted(high, "update") if low == high else f"{low:,} to {counted(high, 'update')}"
        more = f"; {self.limited:,} more did not end" if self.limited else ""
        return f"{counted(len(self.updates), 'shuffled order')} took {took}{more}."

    def praise(self, role: Role, updates: int) -> str:
        """Return a sentence if no order could do better than the finished run; else empty."""
        if self.extremes is None:
            return ""
        if role is Role.FRIEND and updates == len(self.extremes.fewest):
            return "Nobody can do it in fewer."
        most = role is Role.ADVERSARY and updates == len(self.extremes.most)
        return "Nobody can make it take more." if most else ""


def pars(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Iterator[Par]:
    """Yield the scores of `spec` in other orders, until all orders of few examples, else `ORDERS_TRIED`, are known."""
    # Imported here because only a run by hand needs them.
    from core.analysis.experiments.orders import extremes, over_shuffles

    # Where there are too many orders to try each, a sample of them gives the par.
    with suppress(InputError):
        yield Par(extremes(dataset, spec, cancelled))
        return
    margin = prepare(dataset, spec)[0].space.solve_margin(cancelled)
    if margin.separable is False and not may_end_in_ties(dataset, margin):
        yield Par(why_none="Nothing separates these examples: a mistake is always left.")
        return
    par, told = Par(), time.monotonic()
    for outcome in over_shuffles(dataset, replace(spec, sequence=()), ORDERS_TRIED, cancelled=cancelled):
        if outcome.converged:
            par = replace(par, updates=(*par.updates, outcome.updates))
        else:
            par = replace(par, limited=par.limited + 1)
        if time.monotonic() - told > 0.1:
            yield par
            told = time.monotonic()
    yield par


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
