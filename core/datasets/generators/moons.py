"""Two half moons that reach into one another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, noise, spread_field

_RADIUS = 2.0


@dataclass(frozen=True)
class Moons(Generator):
    """Half circles of radius 2: +1 the upper one, −1 the lower one, each with an end in the hollow of the other."""

    name = "moons"
    title = "Moons"
    watch = (
        "A line can be right for most of both moons, but not for all; "
        "with the kernel rbf the boundary winds between them: try several scales g."
    )
    n: int = examples()
    spread: float = spread_field(0.2)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        """Both moons, in a random order; half a turn about the origin takes one to the other."""
        labels = halves(self.n)
        angle = np.pi * chance.random(self.n)
        upper = np.column_stack([_RADIUS * np.cos(angle) - _RADIUS / 2, _RADIUS * np.sin(angle) - _RADIUS / 4])
        return self.around(upper * labels[:, np.newaxis], labels, chance)
