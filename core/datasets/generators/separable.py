"""Two classes with a line between them, and room beside it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, mixed, noise, two_decimals
from core.spec import number_field

_NORMALS = np.array([(100, 0), (0, 100), (60, 80), (80, 60), (28, 96), (96, 28)])
"""Directions of length 1, in hundredths: exact decimals."""
_DEPTH, _LENGTH, _OFFSET = 4.0, 4.0, 10
_ROUNDING = 0.01
"""More than two decimals can take from a distance."""


@dataclass(frozen=True)
class Separable(Generator):
    """Every example at least `margin` from a line of a random direction; the first two drawn face one another there.

    So the largest margin in the plane is `margin`, rounded up to three decimals, exactly as the decimals are written.
    """

    name = "separable"
    title = "Separable with a margin"
    watch = (
        "Without noise a line separates them, so with the bias 1 the updates end, after R²/γ² at most, whatever the "
        "order: the narrower the gap, the higher this bound."
    )
    n: int = examples(40)
    margin: float = number_field(
        0.5,
        "ρ",
        "the margin in the plane: no example is nearer to the line than this; "
        "the theorem's γ counts the bias too, and is at most as large",
        least=0.001,
        most=100,
    )
    noise: float = noise()

    def draw(self, chance: Chance) -> Drawn:
        """A pair at the margin, the others beyond it; in a random order."""
        normal = chance.choice(_NORMALS) * chance.choice([-1, 1], 2)
        centre = chance.integers(-_OFFSET, _OFFSET + 1, 2)  # in tenths
        thousandths = int((Decimal(repr(self.margin)) * 1000).to_integral_value(ROUND_CEILING))
        labels = halves(self.n)
        across = labels * (thousandths / 1000 + _ROUNDING + _DEPTH * chance.random(self.n))
        along = _LENGTH * (2 * chance.random(self.n) - 1)
        u = normal / 100
        X = two_decimals(centre / 10 + np.outer(across, u) + np.outer(along, (-u[1], u[0])))
        pair = centre * 10_000 + np.outer(labels[:2], normal) * thousandths
        X[:2] = pair / 100_000 + 0.0
        return mixed(X, labels, chance)
