"""What a person does with a row of numbers: reads both sides of each relation, and sees whether it holds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

_DOWN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
_POWER = re.compile("(?:·?)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_FACTOR = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_PRODUCT = rf"{_FACTOR}(?:·{_FACTOR})*"
_RELATION = re.compile(" ([=≈≥≤<>]) ")
_DIGITS = 4


def value_of(text: str) -> Fraction | None:
    """A number, a product of numbers or a sum of these, as it is written; None where there are letters."""
    plain = _POWER.sub(lambda found: f"{'' if found[0][0] == '·' else '1'}e{found[1]}", text.strip().replace(",", ""))
    plain = plain.translate(_DOWN)
    if not re.fullmatch(rf"{_PRODUCT}(?: [+-] {_PRODUCT})*", plain):
        return None
    signed = re.split(" ([+-]) ", f"0 + {plain}")
    terms = [math.prod(map(Fraction, term.split("·")), start=Fraction(1)) for term in signed[::2]]
    return terms[0] + sum((-term if sign == "-" else term) for sign, term in zip(signed[1::2], terms[1:], strict=True))


def relations_in(row: str) -> Iterator[tuple[Fraction, str, Fraction]]:
    """Each number that stands beside another, with the relation between them; letters are passed over."""
    for told in re.split(r"[,:] (?!\d{3}\b)", row.removesuffix(" ✗")):
        parts = _RELATION.split(told)
        values = [value_of(part) for part in parts[::2]]
        for left, sign, right in zip(values, parts[1::2], values[1:], strict=False):
            if left is not None and right is not None:
                yield left, sign, right


def last_place(value: Fraction) -> Fraction:
    """What the last of the first four digits counts, or 1."""
    if not value:
        return Fraction(0)
    place = Fraction(10) ** (math.floor(math.log10(abs(value))) + 1 - _DIGITS)
    return place if abs(value) >= 10**9 else min(place, Fraction(1))


def is_true(left: Fraction, sign: str, right: Fraction) -> bool:
    """Whether it is so as it is written; "≈" is true of what differs, by no more than the last digit."""
    if sign == "≈":
        return left != right and abs(left - right) <= last_place(left)
    kept = {"=": left == right, "≥": left >= right, "≤": left <= right, "<": left < right, ">": left > right}
    return kept[sign]
