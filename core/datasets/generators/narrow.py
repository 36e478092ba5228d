"""Two rows a hair apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, mixed, two_decimals
from core.spec import number_field

_REACH = 3.0


@dataclass(frozen=True)
class Narrow(Generator):
    """Pairs (t, ±margin), so that the margin is just that, in the plane and in the augmented space for every B.

    No vector can do better for a pair: the sum of its signed examples is (0, 2·margin, 0).
    """

    name = "narrow"
    title = "Tiny margin"
    watch = (
        "The line is plain to see, and yet the perceptron may need many updates to find it: "
        "a tenth of the margin raises the bound R²/γ² about a hundredfold."
    )
    n: int = examples(20)
    margin: float = number_field(
        0.05,
        "ρ",
        "how far each example is from the line x₂ = 0; of two examples or more that is the theorem's γ",
        least=1e-6,
        most=1,
    )

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        level = two_decimals(_REACH * (2 * chance.random((self.n + 1) // 2) - 1))
        return mixed(np.column_stack([np.repeat(level, 2)[: self.n], labels * self.margin]), labels, chance)
