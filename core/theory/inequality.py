"""One line of a theorem with its numbers: what is written of it is true as it is written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from core.numbers.numerals import MOST_IN_FULL, in_full, number, short

Relation = Literal["≥", "≤"]

_FEWEST_DIGITS, _MOST_DIGITS = 4, 17


@dataclass(frozen=True)
class Inequality:
    """`left` `relation` `right` at one k, and whether it `holds`; made by `settled`, which says what rounding may do.

    `left` is NaN where it does not exist (the cosine at w = 0, which breaks nothing). `meaning` is a sentence for a
    student. `whole` where `right` bounds a whole number; `right_written` is how that is written, where it is
    not known to all digits.
    """

    key: str
    formula: str
    left: float
    relation: Relation
    right: float
    holds: bool
    meaning: str
    whole: bool = False
    right_written: str = ""

    @property
    def verdict(self) -> str:
        """In words whether the numbers keep it: where one of them does not exist, they say nothing."""
        return "says nothing here" if math.isnan(self.left) else "holds" if self.holds else "does not hold"

    @property
    def marked(self) -> str:
        """The verdict after its sign."""
        return f"{self.mark} {self.verdict}".strip()

    @property
    def mark(self) -> str:
        """The same as a sign."""
        return "" if math.isnan(self.left) else "✓" if self.holds else "✗"

    @property
    def written(self) -> tuple[str, str]:
        """Both numbers, with so many digits that the relation between them is seen to hold, or not.

        Rounding keeps an order, so only what is broken may need more than four digits to be seen.
        """
        if self.right_written and self.holds:
            return number(self.left), self.right_written
        if self.whole and self.right < MOST_IN_FULL:
            return number(self.left), in_full(self.right)
        for digits in range(_FEWEST_DIGITS, _MOST_DIGITS):
            left, right = short(self.left, digits), short(self.right, digits)
            if self.holds or left != right:
                return left, right
        return short(self.left, _MOST_DIGITS), short(self.right, _MOST_DIGITS)


def settled(
    key: str,
    formula: str,
    left: float,
    relation: Relation,
    right: float,
    meaning: str,
    *,
    rounding: float,
    whole: bool = False,
    right_written: str = "",
) -> Inequality:
    """The inequality between two numbers whose difference is uncertain by `rounding` ≥ 0.

    What is proven cannot be broken by less than that: there the two are the same number as far as floats can tell, and
    stand there as the same; as 0 where neither can be told from 0.
    """
    near = abs(left - right) <= rounding
    told = right
    if near and not whole and max(abs(left), abs(right)) <= rounding:
        left = right = 0.0
    elif near and not _is_kept(left, relation, right):
        left, right = (left, left) if whole else (right, right)
    holds = math.isnan(left) or _is_kept(left, relation, right)
    right_written = right_written if right == told else ""
    return Inequality(key, formula, left, relation, right, holds, meaning, whole, right_written)


def _is_kept(left: float, relation: Relation, right: float) -> bool:
    return left >= right if relation == "≥" else left <= right
