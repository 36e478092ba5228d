"""The linear kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from core.datasets.arithmetic import products, squared_norms
from core.datasets.dataset import FloatArray
from core.idea import Idea
from core.kernels.kernel import Kernel, inner


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
