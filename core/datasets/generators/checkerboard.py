"""Squares of the two classes in turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, noise, two_decimals
from core.spec import number_field


@dataclass(frozen=True)
class Checkerboard(Generator):
    """A board of `squares` × `squares` squares of side 1, its middle at the origin, with a `gap` between them."""

    name = "checkerboard"
    title = "Checkerboard"
    watch = (
        "No line can be right; the kernel rbf makes out the squares if its scale g is large enough, "
        "and the more squares there are, the more examples it needs."
    )
    n: int = examples(200)
    squares: int = number_field(4, "q", "how many squares there are on a side", least=2, most=50, whole=True)
    gap: float = number_field(0.2, "e", "the free strip between neighbouring squares", most=0.9)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        square = chance.integers(self.squares, size=(self.n, 2))
        inside = self.gap / 2 + (1 - self.gap) * chance.random((self.n, 2))
        labels = np.where(square.sum(axis=1) % 2, -1, 1).astype(np.int8)
        return two_decimals(square + inside - self.squares / 2), labels
