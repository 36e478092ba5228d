"""The growth of w in one update as a triangle, made from inner products only (Block 1962, Novikoff 1962).

Inner products are the same in every dimension and in a kernel's feature space, so the triangle is true to scale there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class GrowthTriangle:
    """The arrows w before and y·x̃ tip to tail, from the origin; w before lies along the first axis.

    Lengths are in units of the learning rate. `product` is y·(w̃·x̃) before the update.
    """

    before_squared: float
    added_squared: float
    product: float

    @property
    def before(self) -> float:
        """The length of w before the update."""
        return math.sqrt(self.before_squared)

    @property
    def after_squared(self) -> float:
        """The square of the length of w after the update; rounding never makes it negative."""
        return max(self.before_squared + 2 * self.product + self.added_squared, 0.0)

    @property
    def arc(self) -> float:
        """The radius of the arc where w after would end if y·x̃ stood at a right angle to w before."""
        return math.sqrt(self.before_squared + self.added_squared)

    @property
    def tip(self) -> tuple[float, float]:
        """The end of w after; from w = 0 the arrow y·x̃ alone, which is drawn along the first axis."""
        if not self.before_squared:
            return math.sqrt(self.added_squared), 0.0
        along = self.product / self.before
        return self.before + along, math.sqrt(max(self.added_squared - along * along, 0.0))
