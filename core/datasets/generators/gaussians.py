"""Two clouds that overlap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray, LabelArray
from core.datasets.generators.generator import (
    Chance,
    Generator,
    examples,
    gaussian_around,
    halves,
    mixed,
    noise,
    number_parameter,
)


@dataclass(frozen=True)
class Gaussians(Generator):
    """A Gaussian cloud for each class, the centres `distance` apart on a level."""

    name = "gaussians"
    title = "Overlapping Gaussians"
    watch = (
        "Where the clouds overlap no line is right: the last vector never rests; "
        "compare its errors with those of the pocket, the averaged and the voted vectors."
    )
    n: int = examples()
    distance: float = number_parameter(2.0, "δ", "from one centre to the other", most=100)
    spread: float = number_parameter(1.0, "σ", "the standard deviation of each cloud", least=0.1, most=100)
    noise: float = noise()

    def draw(self, chance: Chance) -> tuple[FloatArray, LabelArray]:
        labels = halves(self.n)
        centres = np.outer(labels, (self.distance / 2, 0.0))
        return mixed(gaussian_around(centres, self.spread, chance), labels, chance)
