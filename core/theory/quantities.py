"""The theorem's quantities: symbols and words, from resources/quantities.toml, values, promises and lines.

Each symbol of a formula has a meaning, with its number if known; a few letters differ in some formulas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Literal, NamedTuple

from core.numbers.numerals import DIGITS, number
from core.spec import PARAMETERS
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


@dataclass(frozen=True)
class Symbol:
    """`written` as in formulas; `meaning` is a sentence, `value` its number for a margin, None if it has none."""

    written: str
    meaning: str
    value: Callable[[Margin], float | None] | None = None

    def describe(self, margin: Margin | None = None) -> str:
        value = None if margin is None or self.value is None else self.value(margin)
        here = "" if value is None else f" Here it is {number(value)}."
        return f"{self.written}: {self.meaning}{here}"


class SymbolSpan(NamedTuple):
    """A symbol in a text, from `start` to `stop`."""

    start: int
    stop: int
    symbol: Symbol


_LETTERS = {"γ": "gamma", "R": "radius", "p": "p", "q": "q"}
"""Letter → the number of the data or the start that it is."""
_NUMBERS: dict[str, Callable[[Margin], float | None]] = {
    "γ": lambda margin: (margin.gamma or 0.0) * margin.notation.unit or None,
    "R": lambda margin: margin.radius * margin.notation.unit or None,
    "m": lambda margin: margin.rule.threshold or None,
    "B": lambda margin: margin.bias.value or None,
    "η": lambda margin: margin.rule.rate if margin.rule.rate != 1 else None,
}
_MEANINGS = (
    {of.letter: f"{of.meaning}." for of in PARAMETERS.values()}
    | {letter: GIVEN[key].meaning for letter, key in _LETTERS.items()}
    | TEXTS["symbols"]
)
SYMBOLS = {written: Symbol(written, meaning, _NUMBERS.get(written)) for written, meaning in _MEANINGS.items()}

READINGS = {
    re.compile(mark): {written: Symbol(written, meaning) for written, meaning in meanings.items()}
    for mark, meanings in TEXTS["readings"].items()
}
"""Pattern of a formula → symbols with another meaning in it."""

_WORD = "[a-z]{2,}"
"""A word that is no symbol is passed over whole: its letters are none either."""
_NAMED = [name for name in SYMBOLS if re.fullmatch(_WORD, name)]
_OTHERS = sorted(SYMBOLS.keys() - set(_NAMED), key=len, reverse=True)
_NO_NAME = "(?<![A-Za-z](?=[0-9]))"
"""A letter between a letter and a figure belongs to a name: of the feature x1, say."""
_PIECES = re.compile(
    "|".join(["cos∠", *(f"{name}(?![a-z])" for name in _NAMED), _WORD, *(re.escape(s) + _NO_NAME for s in _OTHERS)])
)
_IN_PROSE = {"activation", "tie", "mistake", "mistakes", "epoch"}
"""Words that mean the same everywhere; floor, short and depth are everyday words elsewhere."""
_BEGUN = re.compile("[a-z’']")
"""The pattern after the first letter of a sentence that is no symbol."""
_RELATED = re.compile("[·=≤≥<>←+−|] ?$"), re.compile(" ?[·=≤≥<>←+−|⁽]|\\)")


@lru_cache(2_048)
def symbols_in(formula: str) -> tuple[SymbolSpan, ...]:
    """Return the symbols of a formula, from left to right; kept, because most formulas of a page stay the same."""
    symbols = dict(SYMBOLS)
    for mark, readings in READINGS.items():
        if mark.search(formula):
            symbols |= readings
    spans = list[SymbolSpan]()
    for found in _PIECES.finditer(formula):
        if (symbol := symbols.get(found[0])) is not None:
            spans.append(SymbolSpan(found.start(), found.end(), symbol))
    return tuple(spans)


def symbol_at(text: str, place: int, read: Callable[[str], Iterable[SymbolSpan]] = symbols_in) -> Symbol | None:
    """Return the symbol that the character at `place` belongs to."""
    return next((found.symbol for found in read(text) if found.start <= place < found.stop), None)


def words_in(sentence: str) -> tuple[Symbol, ...]:
    """Return the words of a sentence that have their own meaning; their letters are no symbols."""
    found = (match[0] for match in re.finditer("|".join(f"{name}(?![a-z])" for name in _NAMED), sentence))
    return tuple(SYMBOLS[name] for name in dict.fromkeys(found))


def symbols_in_prose(text: str) -> Iterator[SymbolSpan]:
    """Yield the symbols of words and formulas, from left to right; the article “a” is none."""
    for found in symbols_in(text):
        written, before, after = found.symbol.written, text[: found.start], text[found.stop :]
        everyday = written in _NAMED and written not in _IN_PROSE
        # A capital letter that begins a word is no symbol.
        begins = written.isupper() and _BEGUN.match(after)
        article = written == "a" and not (_RELATED[0].search(before) or _RELATED[1].match(after))
        if not (everyday or begins or article):
            yield found


def explained(
    *texts: str, margin: Margin | None = None, read: Callable[[str], Iterable[SymbolSpan]] = symbols_in
) -> str:
    """Return the meanings of all symbols in the formulas, once each, a line for each."""
    told: dict[Symbol, str] = {}
    for found in chain.from_iterable(map(read, texts)):
        if found.symbol not in told:
            told[found.symbol] = found.symbol.describe(margin)
    return "\n".join(told.values())


explained_prose = partial(explained, read=symbols_in_prose)
