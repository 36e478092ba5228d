"""Numbers in formulas: to ten digits, or as exact fractions; and whether what is written is equal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.numbers import numerals

Number = float | Fraction
"""What a run had, or what it is exactly."""

DIGITS = 10
_COMPONENTS = 8
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Written:
    """A formula as text, and the number it stands for exactly as it is written; None where that is not known."""

    text: str
    value: Fraction | None

    def equals(self, result: Number, digits: int = DIGITS) -> str:
        """This, and what it is equal to, or nearly; not said twice."""
        end = written(result, digits)
        if self.text == end.text:
            return self.text
        return f"{self.text} {'=' if self.value is not None and self.value == end.value else '≈'} {end.text}"


def written(value: Number, digits: int = DIGITS) -> Written:
    """One number: a fraction exactly, a float to so many digits, with the true minus sign."""
    if isinstance(value, Fraction):
        return Written(numerals.with_minus(str(value)), value)
    text = numerals.number(value, digits, grouped=False)
    return Written(text, Fraction(numerals.rounded(value, digits)) if math.isfinite(value) else None)


def number_text(value: Number) -> str:
    """The text of one number."""
    return written(value).text


def factor(value: Number) -> str:
    """The text of one number within a product: in brackets where it has a sign or is a fraction."""
    return bracketed(number_text(value))


def bracketed(text: str) -> str:
    """A number within a product: in brackets where it has a sign or is a fraction."""
    return f"({text})" if text.startswith("−") or "/" in text else text


def vector(values: Sequence[Number]) -> str:
    """`(v₁, v₂, …)`; of a long one the beginning and the end."""
    texts = [number_text(value) for value in values]
    if len(texts) > _COMPONENTS:
        texts[_COMPONENTS - 2 : -1] = ["…"]
    return f"({', '.join(texts)})"


def product(left: Number, right: Number) -> Written:
    """`left·right`."""
    return Written(f"{factor(left)}·{factor(right)}", _times(written(left).value, written(right).value))


def total(terms: Sequence[Written]) -> Written:
    """The sum of the terms in their order; of a long one the beginning and the end. Its value counts them all."""
    texts = [term.text for term in terms]
    if len(texts) > _COMPONENTS:
        texts[_COMPONENTS - 2 : -1] = ["…"]
    text = texts[0] if texts else "0"
    for following in texts[1:]:
        text += f" − {following[1:]}" if following.startswith("−") else f" + {following}"
    return Written(text, _sum(term.value for term in terms))


def vectors_equal(left: Sequence[Number], change: Sequence[Number], right: Sequence[Number]) -> bool:
    """Whether `left + change = right`, component by component, as they are written."""
    rows = zip(left, change, right, strict=True)
    return all(total([written(a), written(b)]).value == written(c).value for a, b, c in rows)


def subscript(index: int) -> str:
    """A number below the line."""
    return str(index).translate(_SUBSCRIPTS)


def _times(left: Fraction | None, right: Fraction | None) -> Fraction | None:
    return None if left is None or right is None else left * right


def _sum(values: Iterable[Fraction | None]) -> Fraction | None:
    result = Fraction(0)
    for value in values:
        if value is None:
            return None
        result += value
    return result
