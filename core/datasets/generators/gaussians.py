"""Two clouds that overlap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, noise
from core.spec import number_field


@dataclass(frozen=True)
class Gaussians(Generator):
    """A Gaussian cloud for each class, the centres `distance` apart on a level."""

    name = "gaussians"
    title = "Overlapping Gaussians"
    watch = (
        "Where the clouds overlap no line is right: the last vector never rests; "
        "compare its errors with those of the pocket, the average and the vote."
    )
    n: int = examples()
    distance: float = number_field(2.0, "δ", "from one centre to the other", most=100)
    spread: float = number_field(1.0, "σ", "the standard deviation of each cloud", least=0.1, most=100)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        labels = halves(self.n)
        centres = np.outer(labels, (self.distance / 2, 0.0))
        return self.around(centres, labels, chance)
