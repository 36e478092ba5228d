"""Clouds of the two classes that lie beside one another: apart, overlapping, or with one example that strays."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

import numpy as np

from core.datasets.generators.generator import Chance, Drawn, Generator, examples, halves, mixed, noise, two_decimals
from core.spec import number_field

_NORMALS = np.array([(100, 0), (0, 100), (60, 80), (80, 60), (28, 96), (96, 28)])
"""Directions of length 1, in hundredths: exact decimals."""
_DEPTH, _LENGTH, _OFFSET = 4.0, 4.0, 10


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
        """Return a pair at the margin and the others beyond it, in a random order."""
        normal = chance.choice(_NORMALS) * chance.choice([-1, 1], 2)
        centre = chance.integers(-_OFFSET, _OFFSET + 1, 2)  # in tenths
        thousandths = int((Decimal(repr(self.margin)) * 1000).to_integral_value(ROUND_CEILING))
        labels = halves(self.n)
        # More than two decimals can take from a distance.
        across = labels * (thousandths / 1000 + 0.01 + _DEPTH * chance.random(self.n))
        along = _LENGTH * (2 * chance.random(self.n) - 1)
        u = normal / 100
        X = two_decimals(centre / 10 + np.outer(across, u) + np.outer(along, (-u[1], u[0])))
        pair = centre * 10_000 + np.outer(labels[:2], normal) * thousandths
        X[:2] = pair / 100_000 + 0.0
        return mixed(X, labels, chance)


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
        return self.around(np.outer(labels, (self.distance / 2, 0.0)), labels, chance)


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
        # Without the digits that subtracting only made up.
        return np.vstack([X, (round(self.distance - _CENTRE, 12), 0.0)]), np.append(y, np.int8(-1))
