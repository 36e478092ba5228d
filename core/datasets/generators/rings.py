"""A ring around another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, noise, spread_field
from core.spec import number_field


@dataclass(frozen=True)
class Rings(Generator):
    """The class +1 on a circle of radius 1 about the origin, the class −1 on one of `radius`."""

    name = "rings"
    title = "Rings"
    watch = (
        "No line parts a ring from the one around it, but a circle does, "
        "and that is a plane in the feature space of the kernel poly with p = 2."
    )
    n: int = examples()
    radius: float = number_field(
        2.0, "r", "the radius of the outer ring; that of the inner one is 1", least=1, most=100
    )
    spread: float = spread_field(0.1)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        angle = 2 * np.pi * chance.random(self.n)
        radius = np.where(labels > 0, 1.0, self.radius)
        centres = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
        return self.around(centres, labels, chance)
