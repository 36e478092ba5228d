"""Two tidy clouds, and one example that strays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, mixed, two_decimals
from core.spec import number_field

_DIGITS = 12
"""Without those that subtracting only made up."""
_CENTRE, _RADIUS = 2.0, 0.99
"""With two decimals no example is more than 1 from its centre along an axis."""


@dataclass(frozen=True)
class Outlier(Generator):
    """Discs of radius 1 about (2, 0), +1, and (−2, 0), −1; the last example is a −1 that lies `distance` to the right.

    Up to a distance of 3 a level gap is left between it and the other class; between 3 and 5 it is among them.
    """

    name = "outlier"
    title = "One outlier"
    watch = (
        "One example decides: as it comes near the other class the margin γ shrinks and the bound R²/γ² grows, "
        "and once it is among them no line separates the classes."
    )
    n: int = examples(30)
    distance: float = number_field(
        2.5,
        "δ",
        "how far the last example, a ×, is from the middle of its class; the middle of the ○ is at 4",
        most=100,
    )

    def draw(self, chance: Chance) -> Drawn:
        if not self.n:
            return np.empty((0, 2)), halves(0)
        labels = halves(self.n - 1)
        angle = 2 * np.pi * chance.random(len(labels))
        radius = _RADIUS * np.sqrt(chance.random(len(labels)))
        cloud = np.column_stack([_CENTRE * labels + radius * np.cos(angle), radius * np.sin(angle)])
        X, y = mixed(two_decimals(cloud), labels, chance)
        stray = round(self.distance - _CENTRE, _DIGITS)
        return np.vstack([X, (stray, 0.0)]), np.append(y, np.int8(-1))
