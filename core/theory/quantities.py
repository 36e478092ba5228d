"""The theorem's quantities in one table: their symbols, their words, their values, and what is promised of them.

In a text {n} is the notation of a run, {u} the name of its separator, {rule} its rule, {where} says where an update is
made, and {root} what k₊ is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from core.numbers.numerals import DIGITS, number
from core.theory.margin.margin import Margin

Relation = Literal["≥", "≤"]


def worded(text: str, margin: Margin) -> str:
    """Return a text of the tables below for one run."""
    notation, rule = margin.notation, margin.rule
    where = "where y·a ≤ m" if rule.threshold else "on a mistake"
    root = f", {notation.bound_meaning}" if notation.started else ""
    return text.format(n=notation, u=notation.separator, rule=rule, where=where, root=root)


class Given(NamedTuple):
    """A number of the data and of the start: its symbol, its label in a report, its value or None, and its meaning.

    `write` takes the digits and returns the number with its relation, e.g. "≥ 1.2", where that is not "=".
    """

    symbol: str
    label: str
    value: Callable[[Margin], float | None]
    meaning: str = ""
    write: Callable[[Margin, int], str] | None = None

    def written(self, margin: Margin, digits: int = DIGITS) -> str:
        """Return the number with its relation, e.g. "= 680.1"."""
        return self.write(margin, digits) if self.write else f"= {number(self.value(margin) or 0.0, digits)}"

    def told(self, margin: Margin, digits: int = DIGITS) -> str:
        """Return the symbol and the number, e.g. "γ = 0.5"."""
        return f"{worded(self.symbol, margin)} {self.written(margin, digits)}"

    def length(self, margin: Margin) -> float | None:
        """Return the value of a length in units of the data; None for 0."""
        return (self.value(margin) or 0.0) * margin.notation.unit or None


GIVEN = {
    "radius": Given(
        "R",
        "R, the length of the longest example",
        lambda margin: margin.radius,
        "the distance from the origin to the farthest example, counting the bias input B.",
        lambda margin, digits: f"= {number(margin.radius * margin.notation.unit, digits)}",
    ),
    "gamma": Given(
        "{n.units.gamma}",
        "γ, the margin",
        lambda margin: margin.gamma,
        "the margin: the distance from the best line to its nearest example, counting the bias input B.",
        Margin.gamma_written,
    ),
    "bound": Given(
        "{n.bound}",
        "{n.bound}, the bound{root}",
        lambda margin: margin.bound,
        write=lambda margin, digits: margin.bound_written,
    ),
    "q": Given(
        "{n.units.of_start[1]}",
        "q = ‖w⁽⁰⁾‖²",
        lambda margin: margin.start_squared if margin.start else None,
        "the squared length that the run began with, ‖w⁽⁰⁾‖².",
    ),
    "p": Given(
        "{n.units.of_start[0]}",
        "p = w⁽⁰⁾·ŵ*",
        lambda margin: margin.along_start if margin.start and margin.gamma is not None else None,
        "how far along ŵ*, or along your own u, the run began: w⁽⁰⁾·ŵ*, w⁽⁰⁾·u.",
    ),
}


class Promise(NamedTuple):
    """An inequality of the theorem: its formula, why it holds, and what its letter for the start means, if it has one.

    From w = 0 the last sentence goes.
    """

    formula: str
    why: str
    begun: str = ""

    @property
    def relation(self) -> Relation:
        return "≥" if "≥" in self.formula else "≤"

    def reason(self, margin: Margin) -> str:
        """Return why it holds in this run."""
        return worded(f"{self.why} {self.begun}".rstrip() if margin.start else self.why, margin)


PROMISES = {
    "progress": Promise(
        "{n.along} ≥ {n.lower}",
        "Each update carries w at least {n.raw.progress} further along {u}.",
        "p = w⁽⁰⁾·{u} is where it began.",
    ),
    "length": Promise(
        "{n.units.squared} ≤ {n.upper}",
        "Each update adds at most {n.growth} to {n.units.squared}, because it is made {where}.",
        "q = ‖w⁽⁰⁾‖² is what it began with.",
    ),
    "bound": Promise("k ≤ {n.bound}", "Both together leave room for no more than {n.bound} updates{root}."),
    "angle": Promise(
        "cos∠(w, {u}) ≥ {n.angle}",
        "The angle between w and {u} is never wider than this allows, and a cosine cannot pass 1.",
    ),
    "no angle": Promise(
        "cos∠(w, {u}) ≥ −1",
        "While {n.raw.lower} < 0 nothing is promised of the angle between w and {u}; no cosine is below −1.",
    ),
    "potential": Promise(
        "{n.potential}",
        "Each update takes at least {n.raw.growth} from the squared distance between w and ({n.centre}){u}.",
    ),
    "losses": Promise("Σ loss² ≤ {n.losses}", "{u}/γ loses nothing here, which bounds what the run loses in all."),
    "mistakes": Promise(
        "mistakes ≤ {n.losses}", "A mistake loses at least 1, so mistakes are no more than all squared losses together."
    ),
}
"""Key of a row → inequality. From another start than 0 the angle is promised nothing at first."""

FLOOR, ALONG, LENGTH, CEILING = "floor", "along", "length", "ceiling"
LOST, MISSED, COST = "lost", "missed", "cost"
LIMIT, LEAST = "limit", "least"
"""The lines of the picture of the theorem; from the third on they are of learners of which it does not speak."""


class Line(NamedTuple):
    """A line in the picture of the theorem: its name, and what it means."""

    name: str
    meaning: str


LINES = {
    FLOOR: Line(
        "{n.lower}",
        "the floor. Every update carries w at least {n.progress} further along {u}, for every example lies at least γ "
        "on its own side: after k updates {n.along} is at least {n.lower}.",
    ),
    ALONG: Line(
        "{n.along}",
        "how far w reaches along {u}, the length of its projection there. It never falls below the floor.",
    ),
    LENGTH: Line("{n.units.length}", "how long w is."),
    CEILING: Line(
        "{n.ceiling}",
        "the ceiling. An update is made only {where}, so it adds at most {n.growth} to {n.units.squared}: after k "
        "updates {n.units.length} is at most {n.ceiling}.",
    ),
    MISSED: Line("mistakes", "how many examples met had y·a ≤ 0."),
    LOST: Line("Σ loss²", "what the run has lost: the squares of max(0, 1 − y·a) of the examples met, added up."),
    LIMIT: Line(
        "{n.losses}",
        "the most that the squared losses add up to: ŵ*/γ loses nothing here, and each loss brings w nearer to it. A "
        "mistake loses at least 1, so there are no more mistakes than that either.",
    ),
    COST: Line(
        "cost",
        "what the vector costs after each example, {rule.cost}: a long w, and examples that are not beyond their "
        "margin line, cost.",
    ),
    LEAST: Line(
        "the least cost",
        "the least that any w and b cost: that of the support vector machine. The online SVM comes near it, in jumps "
        "of C·y·x, and does not settle there.",
    ),
}
"""Key of a line → its name and meaning."""
