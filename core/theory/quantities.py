"""The theorem's quantities in one table: their symbols, their words, their values, and what is promised of them.

In a text {n} is the notation of a run, {u} the name of its separator, {rule} its rule, {where} says where an update is
made, and {most} is the most that an update adds to ‖w‖², {raw_most} in units of the data.
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
    most, raw_most = notation.growth.strip("()"), notation.raw.growth.strip("()")
    return text.format(n=notation, u=notation.separator, rule=rule, where=where, most=most, raw_most=raw_most)


class Given(NamedTuple):
    """A number of the data and of the start: its symbol, words, value (None if there is none), and how it is written.

    `written` takes the digits and returns the number with its relation, e.g. "= 680.1" or "≥ 1.2".
    """

    symbol: str
    words: str
    value: Callable[[Margin], float | None]
    written: Callable[[Margin, int], str]

    def label(self, margin: Margin) -> str:
        """Return the symbol and the words."""
        return worded(f"{self.symbol}, {self.words}", margin).rstrip(", ")

    def told(self, margin: Margin, digits: int = DIGITS) -> str:
        """Return the symbol and the number, e.g. "γ = 0.5"."""
        return f"{worded(self.symbol, margin)} {self.written(margin, digits)}"


GIVEN = {
    "radius": Given(
        "R",
        "the length of the longest example",
        lambda margin: margin.radius,
        lambda margin, digits: f"= {number(margin.radius * margin.notation.unit, digits)}",
    ),
    "gamma": Given("{n.units.gamma}", "the margin", lambda margin: margin.gamma, Margin.gamma_written),
    "bound": Given(
        "{n.bound}",
        "the bound, {n.bound_meaning}",
        lambda margin: margin.bound,
        lambda margin, digits: margin.bound_written,
    ),
    "q": Given(
        "{n.units.of_start[1]}",
        "",
        lambda margin: margin.start_squared if margin.start else None,
        lambda margin, digits: f"= {number(margin.start_squared, digits)}",
    ),
    "p": Given(
        "{n.units.of_start[0]}",
        "",
        lambda margin: margin.along_start if margin.start and margin.gamma is not None else None,
        lambda margin, digits: f"= {number(margin.along_start, digits)}",
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
        "Each update adds at most {most} to {n.units.squared}, because it is made {where}.",
        "q = ‖w⁽⁰⁾‖² is what it began with.",
    ),
    "bound": Promise("k ≤ {n.bound}", "Both together leave room for no more than {n.bound} updates"),
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
        "Each update takes at least {raw_most} from the squared distance between w and ({n.centre}){u}.",
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
        "the ceiling. An update is made only {where}, so it adds at most {most} to {n.units.squared}: after k updates "
        "{n.units.length} is at most {n.ceiling}.",
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
