"""Examples on both sides of a boundary that a person gives as a formula."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.expressions import parse
from core.datasets.generators.generator import Chance, Drawn, Generator, examples, noise, text, two_decimals
from core.errors import InputError
from core.spec import number_field


@dataclass(frozen=True)
class BoundaryFormula(Generator):
    """Examples in a square about the origin: +1 where the formula is above 0, −1 where it is below.

    There is no example where it is 0 or has no value. Raises InputError for a text that is no formula.
    """

    name = "formula"
    title = "A formula for the boundary"
    watch = "The boundary is where the formula is 0: which kernel can follow it, and how many updates does it take?"
    n: int = examples()
    formula: str = text("x2 - x1^2 + 1", "f", "the label is the sign of this formula in x1 and x2, e.g. x2 - x1^2 + 1")
    reach: float = number_field(3.0, "r", "both coordinates lie between -r and r", least=0.1, most=1000)
    noise: float = noise()

    def __post_init__(self) -> None:
        super().__post_init__()
        parse(self.formula)

    def draw(self, chance: Chance) -> Drawn:
        """Draw points evenly over the square, off the boundary, until there are n."""
        formula = parse(self.formula)
        found, values, have = [np.empty((0, 2))], [np.empty(0)], 0
        for _ in range(20):
            X = two_decimals(self.reach * (2 * chance.random((self.n, 2)) - 1))
            value = formula(X[:, 0], X[:, 1])
            kept = np.isfinite(value) & (value != 0)
            found.append(X[kept])
            values.append(value[kept])
            have += int(np.count_nonzero(kept))
            if have >= self.n:
                return np.concatenate(found)[: self.n], np.sign(np.concatenate(values)[: self.n]).astype(np.int8)
        raise InputError(
            f"the formula {self.formula} is 0 or has no value nearly everywhere in the square; enter a boundary"
        )
