"""The set that attains the bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator
from core.spec import number_field


@dataclass(frozen=True)
class Orthonormal(Generator):
    """One example on each of n axes, at 1 or −1, with any labels: with B = 0, R = 1 and γ = 1/√n.

    An update for one of them changes no other's activation, so each is a mistake once (Block & Novikoff 1962 attained).
    """

    name = "orthonormal"
    title = "Orthonormal: the bound is attained"
    watch = "With the bias 0 the bound is attained: n examples at right angles take exactly n = R²/γ² updates."
    n: int = number_field(
        2, "n", "how many examples, and features; the window draws two", least=1, most=500, whole=True
    )

    def draw(self, chance: Chance) -> Drawn:
        signs = chance.choice([-1.0, 1.0], self.n)
        X = (np.eye(self.n) * signs)[chance.permutation(self.n)] + 0.0
        return X, chance.choice(np.array([-1, 1], np.int8), self.n)
