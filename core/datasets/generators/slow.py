"""Three examples that take half of the updates that the bound allows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator
from core.spec import number_field


@dataclass(frozen=True)
class Slow(Generator):
    """Signed examples (1, h), (1, −2h), (1, 2h) with any labels: with B = 0, γ = 1 and R² = 1 + 4h².

    In this order w₂ swings between h and −h, and after k updates w₁ = k; so there is a mistake just while
    k − 2h² ≤ 0, which makes 2h² + 1 = ⌊R²/2γ²⌋ + 1 updates. All numbers are whole, so none is rounded.
    """

    name = "slow"
    title = "The slow set"
    watch = (
        "With the bias 0, in cyclic order, they take ⌊R²/2γ²⌋ + 1 = 2h² + 1 updates, just over half of what the bound "
        "allows: w goes to and fro across ŵ* (for h > 31 it takes more than 1,000 epochs)."
    )
    height: int = number_field(
        5, "h", "the signed examples are (1, h), (1, -2h) and (1, 2h)", least=1, most=500, whole=True
    )

    def draw(self, chance: Chance) -> Drawn:
        labels = chance.choice(np.array([-1, 1], np.int8), 3)
        signed = np.array([(1.0, self.height), (1.0, -2 * self.height), (1.0, 2 * self.height)])
        return signed * labels[:, np.newaxis], labels
