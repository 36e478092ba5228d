"""Sets on which the bound is attained, nearly attained, or very far away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, mixed, two_decimals
from core.spec import number_field


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
        level = two_decimals(3.0 * (2 * chance.random((self.n + 1) // 2) - 1))
        return mixed(np.column_stack([np.repeat(level, 2)[: self.n], labels * self.margin]), labels, chance)


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


@dataclass(frozen=True)
class Slow(Generator):
    """Signed examples (1, h), (1, −2h), (1, 2h) with any labels: with B = 0, γ = 1 and R² = 1 + 4h².

    In this order w₂ swings between h and −h, and after k updates w₁ = k; so there is a mistake just while
    k − 2h² ≤ 0, which makes 2h² + 1 = ⌊R²/2γ²⌋ + 1 updates. All numbers are whole, so none is rounded.
    """

    name = "slow"
    title = "The slow set"
    watch = (
        "With the bias 0, in cyclic order, they take 2h² + 1 updates, just over half of what the bound allows: "
        "w goes to and fro across ŵ* (for h > 31 it takes more than 1,000 epochs)."
    )
    height: int = number_field(
        5, "h", "the signed examples are (1, h), (1, -2h) and (1, 2h)", least=1, most=500, whole=True
    )

    def draw(self, chance: Chance) -> Drawn:
        labels = chance.choice(np.array([-1, 1], np.int8), 3)
        signed = np.array([(1.0, self.height), (1.0, -2 * self.height), (1.0, 2 * self.height)])
        return signed * labels[:, np.newaxis], labels
