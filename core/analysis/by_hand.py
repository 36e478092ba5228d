"""A run by hand: a person says which example is a mistake now, the run grades it, and holds the score against others'.

It is the run in the order `listed` with what was clicked, and with as many updates at most: it goes no further.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled, InputError, never
from core.learners import rule_of, title_of
from core.numbers.formulas import subscript
from core.numbers.numerals import counted, number
from core.orders.picks import Listed
from core.rules import Rule, Verdict
from core.run import Run, prepare
from core.spec import RunSpec
from core.theory.diagnosis import may_end_in_ties

if TYPE_CHECKING:
    from core.analysis.experiments.orders import Extremes

ORDERS_TRIED = 1000
"""So many shuffled orders are run where all of them are too many."""


class Role(StrEnum):
    """What a person is after."""

    FREE = "free"
    ADVERSARY = "adversary"
    FRIEND = "friend"

    def task(self, rule: Rule) -> str:
        """It, in a sentence, with what the rule corrects."""
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
    """What the rule makes of example `row` now: if it `verdict.adds`, it is one that is to be corrected.

    `change` is what it then does to the vector, as a formula.
    """

    row: int
    verdict: Verdict
    change: str

    @property
    def sentence(self) -> str:
        """The example, counted from 1, its test, and what follows from it."""
        name = self.verdict.said if self.verdict.tie else _NAMES.get(self.verdict.name, self.verdict.name)
        told = f"Example {self.row + 1:,}: {self.verdict.test}, {name}"
        return f"{told}: {self.change}" if self.verdict.adds else f"{told}."


_NAMES = {
    "mistake": "a mistake",
    "correct": "right already",
    "outside the margin": "outside the margin already",
}


def cannot_click(dataset: Dataset, spec: RunSpec) -> str:
    """Why no run can be made by hand; empty where one can."""
    if not dataset.n:
        return "There is no example to click."
    if rule_of(spec).every_example:
        title = title_of(spec)
        return f"{title} moves w at every example, right or wrong: there is no mistake to click, and no end."
    return ""


def clicked(spec: RunSpec, rows: tuple[int, ...]) -> RunSpec:
    """`spec` with an update on each of these rows, one after another, and no further one."""
    return replace(spec, order=Listed.name, sequence=rows, max_updates=len(rows))


def scores_after(run: Run, update: int) -> FloatArray:
    """y·a of every example under the vector after update k, (n,), with the bits and units by which the run decides."""
    values: FloatArray = run.space.trajectory(run.history, run.dataset.X, update, update)[0]
    return values * run.dataset.y


def grade(run: Run, update: int, row: int) -> Grade:
    """What the rule makes of an example after update k."""
    score, label, rule = float(scores_after(run, update)[row]), int(run.dataset.y[row]), run.rule
    verdict = rule.verdict(rule.shown(score), label, rule.admits(score, label))
    size = rule.shown(rule.size(score, float(run.space.norms_squared[row])))
    if run.spec.kernel is not None:
        coefficient = f"α{subscript(row + 1)}"
        change = f"{coefficient} ← {coefficient} + {number(size)}"
    else:
        change = f"w ← w {'+' if label > 0 else '−'} {'' if size == 1 else f'{number(size)}·'}x"
    return Grade(row, verdict, change)


@dataclass(frozen=True)
class Par:
    """What others took: `extremes` over all orders; or the updates of shuffled runs that ended by themselves.

    `limited` of those runs reached a limit. `why_none` says, in a sentence, why there is nothing to compare with.
    """

    extremes: Extremes | None = None
    updates: tuple[int, ...] = ()
    limited: int = 0
    why_none: str = ""

    @property
    def sentence(self) -> str:
        """In words; empty while nothing is known."""
        if self.extremes is not None:
            return f"Fewest of all orders: {len(self.extremes.fewest):,}, most: {len(self.extremes.most):,}."
        if self.why_none or not self.updates:
            return self.why_none or (f"{counted(self.limited, 'shuffled order')} did not end." if self.limited else "")
        low, high = min(self.updates), max(self.updates)
        took = counted(high, "update") if low == high else f"{low:,} to {counted(high, 'update')}"
        more = f"; {self.limited:,} more did not end" if self.limited else ""
        return f"{counted(len(self.updates), 'shuffled order')} took {took}{more}."

    def praise(self, role: Role, updates: int) -> str:
        """That it could not have been done better, where that is so of a run that has ended; else empty."""
        if self.extremes is not None and role is Role.FRIEND and updates == len(self.extremes.fewest):
            return "Nobody can do it in fewer."
        if self.extremes is not None and role is Role.ADVERSARY and updates == len(self.extremes.most):
            return "Nobody can make it take more."
        return ""


def pars(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Iterator[Par]:
    """What is known so far of the runs of `spec` in other orders, again and again until all is known.

    All orders for few examples with whole coordinates; else `ORDERS_TRIED` shuffled ones, unless nothing separates.
    Raises CancelledError once it is `cancelled`.
    """
    from core.analysis.experiments.orders import extremes  # only who plays needs them

    try:
        yield Par(extremes(dataset, spec, cancelled))
    except InputError:
        yield from _shuffled(dataset, spec, cancelled)


def _shuffled(dataset: Dataset, spec: RunSpec, cancelled: Cancelled) -> Iterator[Par]:
    margin = prepare(dataset, spec)[0].space.solve_margin(cancelled)
    if margin.separable is False and not may_end_in_ties(dataset, margin):
        yield Par(why_none="Nothing separates these examples: a mistake is always left.")
        return
    par, told = Par(), time.monotonic()
    from core.analysis.experiments.orders import over_shuffles

    for outcome in over_shuffles(dataset, replace(spec, sequence=()), ORDERS_TRIED, cancelled=cancelled):
        if outcome.converged:
            par = replace(par, updates=(*par.updates, outcome.updates))
        else:
            par = replace(par, limited=par.limited + 1)
        if time.monotonic() - told > 0.1:
            yield par
            told = time.monotonic()
    yield par
