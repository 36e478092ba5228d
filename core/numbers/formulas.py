"""Numbers in formulas: to ten digits, or as exact fractions; and whether a formula and its result are equal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from core.numbers import numerals

Number = float | Fraction
"""A number of a run, or its exact value."""

_Term = TypeVar("_Term")

DIGITS = 10
COMPONENTS = 8
"""The most components of a vector that are all written."""
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Written(NamedTuple):
    """A formula as text and its exact value, None if unknown."""

    text: str
    value: Fraction | None

    def equals(self, result: Number, digits: int = DIGITS) -> str:
        """Return this, and the value that it equals, exactly or nearly; a value equal to the text is left out."""
        end = written(result, digits)
        if self.text == end.text:
            return self.text
        return f"{self.text} {self.relation(end)} {end.text}"

    def relation(self, end: Written) -> str:
        """Return the sign between this and a result, as both are written: "=" or "≈"."""
        return "=" if self.value is not None and self.value == end.value else "≈"


def written(value: Number, digits: int = DIGITS) -> Written:
    """Return one number as text: a fraction exactly, a float to `digits` digits, with the true minus sign."""
    if isinstance(value, Fraction):
        return Written(str(value).replace("-", "−"), value)
    return _rounded(value, digits)


# As many numbers as the values of a kernel at all pairs of 100 examples.
@lru_cache(1 << 13, typed=True)
def _rounded(value: float, digits: int) -> Written:
    """Return a float as it is written. The terms of a kernel's sum are the same from step to step, so they are kept."""
    text = numerals.number(value, digits, grouped=False)
    return Written(text, Fraction(numerals.rounded(value, digits)) if math.isfinite(value) else None)


def number_text(value: Number) -> str:
    """Return the text of one number."""
    return written(value).text


def bracketed(text: str) -> str:
    """Return a number within a product: in brackets where it has a sign or is a fraction."""
    return f"({text})" if text.startswith("−") or "/" in text else text


def vector(values: Sequence[Number]) -> str:
    """Return `(v₁, v₂, …)`; of a long one the beginning and the end."""
    return f"({', '.join(abridged(values, number_text))})"


def abridged(terms: Sequence[_Term], text: Callable[[_Term], str]) -> list[str]:
    """Return the texts of at most eight terms; of more, of the beginning and the end."""
    if len(terms) <= COMPONENTS:
        return [*map(text, terms)]
    return [*map(text, terms[: COMPONENTS - 2]), "…", text(terms[-1])]


def product(left: Number, right: Number) -> Written:
    """Return `left·right`."""
    one, other = written(left), written(right)
    known = None if one.value is None or other.value is None else one.value * other.value
    return Written(f"{bracketed(one.text)}·{bracketed(other.text)}", known)


def total(terms: Sequence[Written]) -> Written:
    """Return the sum of the terms in their order, abridged if it is long. Its value counts all terms."""
    texts = abridged(terms, lambda term: term.text)
    text = texts[0] if texts else "0"
    for following in texts[1:]:
        text += f" − {following[1:]}" if following.startswith("−") else f" + {following}"
    values = [term.value for term in terms if term.value is not None]
    return Written(text, sum(values, Fraction(0)) if len(values) == len(terms) else None)


def subscript(index: int) -> str:
    """Return a number below the line."""
    return str(index).translate(_SUBSCRIPTS)
