"""The meaning of each symbol of a formula, in a sentence, with its number if the data give one.

A few letters mean something else in a few formulas: in the cost that a rule minimises, in the bound with D, in a
kernel, and where an average is summed up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from core.numbers.numerals import number
from core.spec import PARAMETERS
from core.theory.margin.margin import Margin
from core.theory.quantities import GIVEN


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


def _by_sign(*symbols: Symbol) -> dict[str, Symbol]:
    return {symbol.written: symbol for symbol in symbols}


SYMBOLS = _by_sign(
    Symbol("cos∠", "the cosine of the angle between two vectors: 1 where they point the same way."),
    Symbol("mistakes", "the examples met so far that had y·a ≤ 0."),
    Symbol("mistake", "an example on the wrong side of the boundary, y·a < 0, or on it where a tie is a mistake."),
    Symbol("epoch", "one pass over all examples."),
    Symbol("tie", "an activation of exactly 0: the example lies on the boundary."),
    Symbol("activation", "w·x + b: how far an example lies on the side of +1, times the length of w."),
    Symbol("floor", "what w·ŵ* has at least: each update adds γ or more to it."),
    Symbol("ceiling", "what ‖w‖ has at most: each update adds R² or less to its square."),
    Symbol("surplus", "progress along ŵ* beyond γ an update."),
    Symbol("sideways", "the part of w that lies across ŵ*."),
    Symbol("depth", "how deep on the wrong side mistakes lay, in place of on the boundary."),
    Symbol("short", "how much shorter the examples of updates are than the longest."),
    Symbol("loss", "the hinge loss of an example that is met, max(0, 1 − y·a)."),
    Symbol("‖", "the length of the vector between the two strokes."),
    Symbol("w⁽⁰⁾", "the vector that the run began with."),
    Symbol("w⊥", "the part of w at right angles to ŵ*."),
    Symbol(
        "ŵ*",
        "the unit vector whose smallest y·(ŵ*·x) is largest; that smallest value is γ. The learner does not know it.",
    ),
    Symbol("u", "a unit vector: your line, in the place of ŵ*."),
    Symbol("w̃", "the learner's vector with b/B as its last component, where there is a bias."),
    Symbol("w", "the learner's vector after k updates, with b/B as its last component where there is a bias."),
    Symbol("k₊", "the most updates that the promises leave room for from another start than w = 0."),
    Symbol(
        "k₋",
        "the other root of (p + kγ)² = q + kR², with R² + 2m in the place of R² where examples within m are added; "
        "it is 0 or less.",
    ),
    Symbol("k", "how many updates were made so far."),
    Symbol("γ", GIVEN["gamma"].meaning, GIVEN["gamma"].length),
    Symbol("R", GIVEN["radius"].meaning, GIVEN["radius"].length),
    Symbol("p", GIVEN["p"].meaning),
    Symbol("q", GIVEN["q"].meaning),
    Symbol(
        "m", "the rule's margin: an example is added wherever y·a ≤ m.", lambda margin: margin.rule.threshold or None
    ),
    Symbol("Φ", "the squared distance from w to (R²/γ)ŵ*, or to ((R² + 2m)/γ)ŵ* where examples within m are added."),
    Symbol("y", "the label of the example, +1 or −1."),
    Symbol("a", "the activation w·x + b of the example, before the update."),
    Symbol("φ", "the kernel's feature map: φ(x)·φ(z) = k(x, z)."),
    Symbol("x̃", "an example with the bias feature B as its last component."),
    Symbol("x", "the example, with the bias feature B as its last component where there is a bias."),
    *(
        Symbol(kernel, "the kernel: the inner product of both examples in the feature space.")
        for kernel in ("k(x, z)", "k(xⱼ, x)", "k(xᵢ, x)")
    ),
    Symbol("z", "another example."),
    Symbol("g", "the scale of the kernel."),
    Symbol("r", "the constant of the kernel."),
    Symbol("ᵖ", "to the power of p, the degree of the kernel."),
    Symbol("α", "how much of an example is in the sum: how often it was added, or by how much."),
    Symbol("f", "the value of the classifier at a place: the class is ○ where it is above 0, × where it is below."),
    Symbol("c", "how many examples a vector survived: for how many it was the present one."),
    Symbol("β", "the running sum for b, which gives its average at the end."),
    Symbol("j", "the number of an example."),
    Symbol("b", "the intercept: with w it makes the activation w·x + b."),
    Symbol("N", "the number of examples."),
    Symbol("B", "the bias feature that every example has.", lambda margin: margin.bias.value or None),
    Symbol(
        "D",
        "how far the examples fall short of the margin γ in E epochs: D² = E·Σ max(0, γ − y·(u·x))², added up over "
        "the examples, for a unit vector u and a γ > 0 that a search found.",
    ),
    Symbol("E", "how many epochs, passes over the data, have begun so far."),
    Symbol("τ", "the size of an update."),
    Symbol(
        "η",
        "the learning rate: an update adds η·y·x to w.",
        lambda margin: margin.rule.rate if margin.rule.rate != 1 else None,
    ),
    Symbol("C", "the weight of the hinge losses in the cost."),
    Symbol("t", "how many examples were seen so far."),
    Symbol("Σ", "the sum over the updates so far."),
    Symbol("√", "the square root of what follows."),
)
SYMBOLS |= _by_sign(*(Symbol(of.letter, f"{of.meaning}.") for of in PARAMETERS.values() if of.letter not in SYMBOLS))

READINGS: dict[re.Pattern[str], dict[str, Symbol]] = {
    re.compile("½"): _by_sign(
        Symbol("w", "the learner's vector after k updates, without b."),
        Symbol("Σ", "the sum over all examples of the data."),
        Symbol("y", "the label of each example, +1 or −1."),
        Symbol("a", "the activation w·x + b of each example."),
    ),
    re.compile("D"): _by_sign(
        Symbol("γ", "a number above 0 that a search found, with a unit vector u: examples may fall short of it.")
    ),
    re.compile(r"\bz\b"): _by_sign(Symbol("p", "the degree of the kernel.")),
    re.compile(r"\bc\b"): _by_sign(Symbol("u", "the running sum for w, which gives its average at the end.")),
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
    pieces = ((found, symbols.get(found[0])) for found in _PIECES.finditer(formula))
    return tuple(SymbolSpan(found.start(), found.end(), symbol) for found, symbol in pieces if symbol is not None)


def symbol_at(text: str, place: int, read: Callable[[str], Iterable[SymbolSpan]] = symbols_in) -> Symbol | None:
    """Return the symbol that the character at `place` belongs to."""
    return next((found.symbol for found in read(text) if found.start <= place < found.stop), None)


def words_in(sentence: str) -> tuple[Symbol, ...]:
    """Return the words of a sentence that have their own meaning; their letters are no symbols."""
    found = (match[0] for match in re.finditer("|".join(f"{name}(?![a-z])" for name in _NAMED), sentence))
    return tuple(SYMBOLS[name] for name in dict.fromkeys(found))


def symbols_of_prose(text: str) -> tuple[Symbol, ...]:
    """Return the symbols of a text, once each."""
    return tuple(dict.fromkeys(found.symbol for found in symbols_in_prose(text)))


def symbols_in_prose(text: str) -> Iterator[SymbolSpan]:
    """Yield the symbols of words and formulas, from left to right; the article “a” is none."""
    for found in symbols_in(text):
        written, before, after = found.symbol.written, text[: found.start], text[found.stop :]
        if written in _NAMED and written not in _IN_PROSE:
            continue
        if written.isupper() and _BEGUN.match(after):
            # A capital letter that begins a word is no symbol.
            continue
        if written == "a" and not (_RELATED[0].search(before) or _RELATED[1].match(after)):
            continue
        yield found


def explained(
    *texts: str, margin: Margin | None = None, read: Callable[[str], Iterable[SymbolSpan]] = symbols_in
) -> str:
    """Return the meanings of all symbols in the formulas, once each, a line for each."""
    symbols = dict.fromkeys(found.symbol for text in texts for found in read(text))
    return "\n".join(symbol.describe(margin) for symbol in symbols)


symbol_of_prose_at = partial(symbol_at, read=symbols_in_prose)
explained_prose = partial(explained, read=symbols_in_prose)
