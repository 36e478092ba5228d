"""The theorem's quantities: their symbols and words, from resources/quantities.toml, their values and promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from core.numbers.numerals import DIGITS, number
from core.theory.margin.margin import Margin
from core.theory.margin.units import TEXTS

Relation = Literal["≥", "≤"]


def worded(text: str, margin: Margin) -> str:
    """Return a text of the table for one run."""
    notation, rule = margin.notation, margin.rule
    where = "where y·a ≤ m" if rule.threshold else "on a mistake"
    root = f", {notation.bound_meaning}" if notation.started else ""
    return text.format(n=notation, u=notation.separator, rule=rule, where=where, root=root)


class Given(NamedTuple):
    """A number of the data and of the start: its symbol, its label in a report, its meaning, and its value or None.

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


_VALUES: dict[str, Callable[[Margin], float | None]] = {
    "radius": lambda margin: margin.radius,
    "gamma": lambda margin: margin.gamma,
    "bound": lambda margin: margin.bound,
    "q": lambda margin: margin.start_squared if margin.start else None,
    "p": lambda margin: margin.along_start if margin.start and margin.gamma is not None else None,
}
_WRITTEN: dict[str, Callable[[Margin, int], str]] = {
    "radius": lambda margin, digits: f"= {number(margin.radius * margin.notation.unit, digits)}",
    "gamma": Margin.gamma_written,
    "bound": lambda margin, digits: margin.bound_written,
}
GIVEN = {key: Given(value=value, write=_WRITTEN.get(key), **TEXTS["given"][key]) for key, value in _VALUES.items()}


class Promise(NamedTuple):
    """An inequality of the theorem: its formula, why it holds, and what the letter of a start other than 0 means."""

    formula: str
    why: str
    begun: str = ""

    @property
    def relation(self) -> Relation:
        return "≥" if "≥" in self.formula else "≤"

    def reason(self, margin: Margin) -> str:
        """Return why it holds in this run."""
        return worded(f"{self.why} {self.begun}".rstrip() if margin.start else self.why, margin)


PROMISES = {key: Promise(**texts) for key, texts in TEXTS["promises"].items()}
"""Key of a row → inequality. From another start than 0 there is "no angle" at first."""

FLOOR, ALONG, LENGTH, CEILING = "floor", "along", "length", "ceiling"
LOST, MISSED, COST = "lost", "missed", "cost"
LIMIT, LEAST = "limit", "least"
"""The lines of the picture of the theorem; those after the first four are of learners of which it does not speak."""


class Line(NamedTuple):
    """A line in the picture of the theorem: its name, and what it means."""

    name: str
    meaning: str


LINES = {key: Line(**texts) for key, texts in TEXTS["lines"].items()}
"""Key of a line → its name and meaning."""
