"""Numbers in formulas, and sums whose written terms add up to the written total; all as text with its exact value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, TypeVar

from core.numbers import numerals

Number = float | Fraction

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
        return self.text if self.text == end.text else f"{self.text} {self.relation(end)} {end.text}"

    def relation(self, end: Written) -> str:
        """Return the sign between this and a result, as both are written: "=" or "≈"."""
        return "=" if self.value is not None and self.value == end.value else "≈"


# The terms of a kernel's sum are the same from step to step; these are its values at all pairs of 100 examples.
@lru_cache(1 << 13, typed=True)
def written(value: Number, digits: int = DIGITS) -> Written:
    """Return one number as text: a fraction exactly, a float to `digits` digits, with the true minus sign."""
    if isinstance(value, Fraction):
        return Written(str(value).replace("-", "−"), value)
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
    text = " + ".join(abridged(terms, attrgetter("text"))).replace(" + −", " − ") or "0"
    value: Fraction | None = Fraction(0)
    for term in terms:
        value = None if value is None or term.value is None else value + term.value
    return Written(text, value)


def subscript(index: int) -> str:
    """Return a number below the line."""
    return str(index).translate(_SUBSCRIPTS)


_WRITTEN = re.compile(rf"(−?)(?:(\d+(?:\.\d+)?)|(?:(\d+(?:\.\d+)?)·)?10([{numerals.SUPERSCRIPTS}]+))")
_LOWERED = str.maketrans(numerals.SUPERSCRIPTS, "-0123456789")


class WrittenSum(NamedTuple):
    """The texts of `terms` and of their `total`."""

    terms: tuple[str, ...]
    total: str

    @property
    def relation(self) -> str:
        """An equals sign where they add up to it as they are written."""
        return equals_or_nearly(self.total, [as_written(term) for term in self.terms])


def adding_up(terms: Sequence[float], total: float, digits: int = numerals.DIGITS) -> WrittenSum:
    """Return the terms of a sum and their `total` with equal decimals, so that the written terms add up to it.

    The total has `digits` digits. For that a term may be rounded the other way. If the sum or a term is small, there
    are up to `digits` + 3 digits. A term too small for these keeps its own.
    """
    widest = max(map(abs, terms), default=0.0)
    # Terms this many times larger than their sum are still written to its decimals.
    size = max(abs(total), widest / 1000)
    if not (size and math.isfinite(size + widest)):
        return WrittenSum(tuple(numerals.number(term, digits) for term in terms), numerals.number(total, digits))
    places = digits - 1 - math.floor(math.log10(size))
    if max(size, widest) < numerals.MOST_IN_FULL:
        places = max(places, 0)
    # It takes some decimals more to see the smallest term; none are added where they would be too many.
    smallest = min((abs(term) for term in terms if term), default=size)
    more = -math.floor(math.log10(smallest)) - places
    places += more if 0 < more <= 3 else 0
    # A double has at most this many digits, before its point and after it.
    with localcontext(Context(prec=800)):
        unit = Decimal(1).scaleb(-places)
        whole = Decimal(total).quantize(unit)
        near = zip(terms, _rounded([Decimal(term) for term in terms], whole, unit), strict=True)
        texts = tuple(
            numerals.of_decimal(value) if value or not term else numerals.number(term, digits) for term, value in near
        )
        return WrittenSum(texts, numerals.of_decimal(whole))


def _rounded(terms: list[Decimal], total: Decimal, unit: Decimal) -> list[Decimal]:
    """Return the terms as multiples of `unit`, some rounded the other way if that makes them add up to `total`."""
    rounded = [term.quantize(unit) for term in terms]
    lacking = int((total - sum(rounded, Decimal(0))) / unit)
    step = unit.copy_sign(Decimal(lacking))
    movable = [place for place, value in enumerate(rounded) if value and value + step]  # None may become 0.
    movable.sort(key=lambda place: (terms[place] - rounded[place]) * step, reverse=True)
    if abs(lacking) <= len(movable):
        for place in movable[: abs(lacking)]:
            rounded[place] += step
    return rounded


def as_written(text: str) -> Fraction | None:
    """Return the number of a text written by `core.numbers.numerals`; None if it is not one."""
    found = _WRITTEN.fullmatch(text.replace(",", ""))
    if found is None:
        return None
    sign, plain, mantissa, power = found.groups()
    value = Fraction(plain or mantissa or 1)
    if power:
        value *= Fraction(10) ** int(power.translate(_LOWERED))
    return -value if sign else value


def equals_or_nearly(whole: str, terms: Sequence[Fraction | None]) -> str:
    """Return "=" if `whole` equals the sum of `terms` as written, else "≈"; None marks an unknown term."""
    return "≈" if missed_by(whole, terms) else "="


def missed_by(whole: str, terms: Sequence[Fraction | None]) -> Fraction | float:
    """Return the distance of the sum of `terms` from `whole`, as written, ≥ 0; infinite if it is unknown."""
    value, known = as_written(whole), [term for term in terms if term is not None]
    return math.inf if value is None or len(known) < len(terms) else abs(sum(known, Fraction(0)) - value)
