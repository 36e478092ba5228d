"""Sums as text, rounded so that the written terms add up to the written total, and the value of such a text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from core.numbers.numerals import DIGITS, MOST_IN_FULL, SUPERSCRIPTS, number, of_decimal

_WRITTEN = re.compile(rf"(−?)(?:(\d+(?:\.\d+)?)|(?:(\d+(?:\.\d+)?)·)?10([{SUPERSCRIPTS}]+))")
_LOWERED = str.maketrans(SUPERSCRIPTS, "-0123456789")


class WrittenSum(NamedTuple):
    """The texts of `terms` and of their `total`."""

    terms: tuple[str, ...]
    total: str

    @property
    def relation(self) -> str:
        """An equals sign where they add up to it as they are written."""
        return equals_or_nearly(self.total, [as_written(term) for term in self.terms])


def adding_up(terms: Sequence[float], total: float, digits: int = DIGITS) -> WrittenSum:
    """Return the terms of a sum and their `total` with equal decimals, so that the written terms add up to it.

    The total has `digits` digits. For that a term may be rounded the other way. If the sum or a term is small, there
    are up to `digits` + 3 digits. A term too small for these keeps its own.
    """
    widest = max(map(abs, terms), default=0.0)
    # Terms this many times larger than their sum are still written to its decimals.
    size = max(abs(total), widest / 1000)
    if not (size and math.isfinite(size + widest)):
        return WrittenSum(tuple(number(term, digits) for term in terms), number(total, digits))
    places = digits - 1 - math.floor(math.log10(size))
    if max(size, widest) < MOST_IN_FULL:
        places = max(places, 0)
    # It takes some decimals more to see the smallest term; none are added where they would be too many.
    smallest = min((abs(term) for term in terms if term), default=size)
    more = -math.floor(math.log10(smallest)) - places
    places += more if 0 < more <= 3 else 0
    # A double has at most this many digits, before its point and after it.
    with localcontext(Context(prec=800)):
        unit = Decimal(1).scaleb(-places)
        whole = Decimal(total).quantize(unit)
        near = zip(terms, _spread([Decimal(term) for term in terms], whole, unit), strict=True)
        texts = tuple(of_decimal(value) if value or not term else number(term, digits) for term, value in near)
        return WrittenSum(texts, of_decimal(whole))


def _spread(terms: list[Decimal], whole: Decimal, unit: Decimal) -> list[Decimal]:
    """Return the terms as multiples of `unit`, the worst rounded the other way, so that they add up to `whole`.

    As they are where that would take more.
    """
    near = [term.quantize(unit) for term in terms]
    lacking = int((whole - sum(near, Decimal(0))) / unit)
    step = unit.copy_sign(Decimal(lacking))
    movable = [place for place, value in enumerate(near) if value and value + step]
    movable.sort(key=lambda place: (terms[place] - near[place]) * step, reverse=True)
    if abs(lacking) <= len(movable):
        for place in movable[: abs(lacking)]:
            near[place] += step
    return near


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
    if value is None or len(known) < len(terms):
        return math.inf
    return abs(sum(known, Fraction(0)) - value)
