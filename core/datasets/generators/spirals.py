"""Two spirals wound into one another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, noise, spread_field
from core.spec import number_field

_INNER, _OUTER = 0.4, 3.0


@dataclass(frozen=True)
class Spirals(Generator):
    """An arm for each class, from radius 0.4 to 3; half a turn about the origin takes one to the other."""

    name = "spirals"
    title = "Spirals"
    watch = (
        "The kernel rbf follows the arms: with the default numbers and the scale g = 1 in less than a hundred updates, "
        "with g = 0.2 in thousands."
    )
    n: int = examples(200)
    turns: float = number_field(1.5, "τ", "how often each arm goes round", most=5)
    spread: float = spread_field(0.05)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        """Both arms, evenly along their length (about: as if the radius alone told it), in a random order."""
        labels = halves(self.n)
        part = np.sqrt(chance.random(self.n))
        radius, angle = _INNER + (_OUTER - _INNER) * part, 2 * np.pi * self.turns * part
        arm = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
        return self.around(arm * labels[:, np.newaxis], labels, chance)
