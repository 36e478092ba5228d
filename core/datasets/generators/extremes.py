"""Sets on which the bound is attained, nearly attained, or very far away; and one with as many updates as asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, mixed, two_decimals
from core.errors import InputError
from core.numbers.numerals import counted, number
from core.spec import number_field


@dataclass(frozen=True)
class Narrow(Generator):
    """Pairs (t, ±margin): their signed sum is (0, 2·margin, 0), so γ is `margin` in the plane and for every B."""

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
    """One example on each of n axes, at ±1: with B = 0, γ = 1/√n, R = 1, each is a mistake once (Novikoff 1962)."""

    name = "orthonormal"
    title = "Orthonormal: the bound is attained"
    watch = "With the bias 0 the bound is attained: n examples at right angles take exactly n = R²/γ² updates."
    n: int = number_field(
        2, "n", "how many examples, and features; the window draws two", least=1, most=500, whole=True
    )

    def draw(self, chance: Chance) -> Drawn:
        X = (np.eye(self.n) * chance.choice([-1.0, 1.0], self.n))[chance.permutation(self.n)] + 0.0
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


_LARGEST = 9
_TRIES, _AT_ONCE = 10_000, 250


@dataclass(frozen=True)
class Exam(Generator):
    """Different points with whole coordinates of one digit, in two classes, for the standard rule in cyclic order.

    They are searched for: sets labelled by a random line are drawn until the run over one, with B = 1, is as asked for.
    Nothing in it depends on a convention: after the first update no example is met on the boundary, and w is never 0.
    """

    name = "exam"
    title = "Exam by hand"
    watch = (
        "With the bias 1 the standard perceptron makes exactly so many updates in cyclic order, all in whole numbers, "
        "and meets no tie after the first."
    )
    updates: int = number_field(
        4,
        "k",
        "how many updates the standard perceptron makes, in cyclic order with B = 1",
        least=1,
        most=20,
        whole=True,
    )
    n: int = number_field(5, "n", "how many examples", least=2, most=40, whole=True)

    def draw(self, chance: Chance) -> Drawn:
        """Return the first set found. Raises InputError where there is none among as many as are tried."""
        for _ in range(0, _TRIES, _AT_ONCE):
            # Some sets, and what a random line with no point on it calls each of their points.
            sets = chance.integers(-_LARGEST, _LARGEST + 1, (_AT_ONCE, self.n, 2))
            heights = (sets * chance.integers(-_LARGEST, _LARGEST + 1, (_AT_ONCE, 1, 2))).sum(axis=2)
            low, high = heights.min(axis=1), heights.max(axis=1)
            levels = chance.integers(low, np.maximum(high, low + 1))  # and a half: from the lowest to below the highest
            labels = np.where(heights > levels[:, np.newaxis], 1, -1).astype(np.int8)
            for X, y in zip(sets, labels, strict=True):
                points = list(map(tuple, X.tolist()))
                both = len({*points}) == self.n and len({*y.tolist()}) == 2
                if both and _updates(points, y.tolist(), self.updates) == self.updates:
                    return X.astype(np.float64), y
        raise InputError(
            f"no exam with {counted(self.updates, 'update')} was found among {number(_TRIES)} sets of "
            f"{counted(self.n, 'example')}; choose another seed, or other numbers of updates and examples"
        )


def _updates(points: Sequence[tuple[int, int]], labels: Sequence[int], most: int) -> int | None:
    """Return the updates of the run, exactly; None if w is 0 after one, a tie is met after it, or they are too many."""
    w1 = w2 = b = updates = 0
    moved = True
    while moved:
        moved = False
        for (x1, x2), y in zip(points, labels, strict=True):
            score = y * (w1 * x1 + w2 * x2 + b)
            if updates and not score:
                return None
            if score <= 0:
                w1, w2, b, updates = w1 + y * x1, w2 + y * x2, b + y, updates + 1
                moved = True
                if updates > most or not (w1 or w2):
                    return None
    return updates
