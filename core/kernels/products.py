"""Kernels of the product x·z: itself, and its powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np

from core.datasets.arithmetic import products, squared_norms
from core.datasets.dataset import FloatArray
from core.kernels.kernel import Kernel, inner
from core.numbers.formulas import number_text
from core.numbers.numerals import superscript
from core.spec import Idea


@dataclass(frozen=True)
class Linear(Kernel):
    """k(x, z) = x·z."""

    name = "linear"
    formula = "x·z"
    idea = Idea(
        "The vector w is not written down: αᵢ says what example i has added, and a sums up products with examples.",
        "All that is needed of the examples then is their products x·z, whose place another kernel can take.",
    )

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        return products(X, Q)

    def diagonal(self, X: FloatArray) -> FloatArray:
        return squared_norms(X)

    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        return Decimal(inner(x, z))

    def written(self) -> str:
        return self.formula

    def exact(self, x: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction:
        return Fraction(inner(x, z))


@dataclass(frozen=True)
class Polynomial(Kernel):
    """k(x, z) = (g·x·z + r)^p, the power by repeated multiplication; infinite where it overflows."""

    degree: int
    gamma: float
    coef0: float

    name = "poly"
    formula = "(g·x·z + r)ᵖ"
    idea = Idea(
        "Every product x·z becomes (g·x·z + r)ᵖ: the same rule, in a space of products of up to p features.",
        "There a boundary that bends among the examples, a circle or a parabola, is flat and learned as a line is.",
    )
    parameters = ("degree", "gamma", "coef0")
    effects: ClassVar[Mapping[str, str]] = {
        "degree": "Larger: the boundary may bend more often.",
        "gamma": "Larger: products of many features count more.",
        "coef0": "Larger: products of few features count more; 0: only those of p.",
    }
    origin = "This kernel depends on the origin: R, γ, the bound and the mistakes change."

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        return self._power(products(X, Q))

    def diagonal(self, X: FloatArray) -> FloatArray:
        return self._power(squared_norms(X))

    def merged(self, X: FloatArray) -> FloatArray:
        """Merge points that are one in feature space: x and −x for an even power without r, all for g = 0. (n, d)."""
        if not self.gamma:
            return np.zeros_like(X)
        if self.coef0 or self.degree % 2:
            return X
        leading = np.take_along_axis(X, (X != 0).argmax(axis=1)[:, None], axis=1)
        return X * np.where(leading < 0, -1.0, 1.0)

    def rays(self, X: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        """Return c and φ(z) of φ(x) = cᵖφ(z): without r, cᵖφ(z) is the image of c·z; shapes (n, d) and (n,)."""
        if self.coef0 or not self.gamma:
            return None
        leading = np.take_along_axis(X, (X != 0).argmax(axis=1)[:, None], axis=1)
        # Quotients that overflow only lose a grouping, not a result.
        with np.errstate(over="ignore", under="ignore"):
            directions: FloatArray = X / leading
        return directions, np.sign(leading[:, 0]) ** self.degree

    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        return (Decimal(self.gamma) * inner(x, z) + Decimal(self.coef0)) ** self.degree

    def written(self) -> str:
        return f"({number_text(self.gamma)}·x·z + {number_text(self.coef0)}){superscript(self.degree)}"

    def exact(self, x: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction:
        """Return (g·x·z + r)^p, with g and r as the decimals they were written as."""
        return Fraction((Fraction(repr(self.gamma)) * inner(x, z) + Fraction(repr(self.coef0))) ** self.degree)

    def _power(self, base: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            base = self.gamma * base
            base += self.coef0
            power = base.copy()
            for _ in range(self.degree - 1):
                power *= base
        return power
