"""Exclusive or: opposite corners of a square belong together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, noise, spread_field

_CORNERS = np.array([(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)])


@dataclass(frozen=True)
class Xor(Generator):
    """A cloud about each corner (±1, ±1), +1 where both signs agree; four examples without spread are the corners."""

    name = "xor"
    title = "XOR"
    watch = (
        "No line has opposite corners on one side and the other two on the other; "
        "in the feature space of the kernel poly with p = 2 a plane has."
    )
    n: int = examples()
    spread: float = spread_field(0.2)
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        centres = _CORNERS[np.arange(self.n) % 4]
        labels = (centres[:, 0] * centres[:, 1]).astype(np.int8)
        return self.around(centres, labels, chance)
