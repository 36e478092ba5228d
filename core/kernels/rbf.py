"""The radial basis function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

import numpy as np

from core.compiled import loops
from core.datasets.dataset import FloatArray
from core.kernels.kernel import Kernel
from core.numbers.formulas import number_text
from core.spec import Idea


@dataclass(frozen=True)
class RBF(Kernel):
    """k(x, z) = exp(−g‖x − z‖²)."""

    gamma: float

    name = "rbf"
    formula = "exp(−g·‖x − z‖²)"
    idea = Idea(
        "Every product x·z becomes exp(−g·‖x − z‖²): an example that is learned from puts a bump of its class around "
        "itself, and a adds up the bumps.",
        "With g > 0 it can separate any examples that lie at different places, however their classes are mixed.",
    )
    parameters = ("gamma",)
    effects: ClassVar[Mapping[str, str]] = {"gamma": "Larger: the bumps are narrower; 0: all places are alike."}
    origin = "This kernel knows only how far apart examples are: R, γ, the bound and the mistakes stay as they are."

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        exponent = _scaled_distances(X, Q, -self.gamma)
        return np.exp(exponent, out=exponent)

    def diagonal(self, X: FloatArray) -> FloatArray:
        return np.ones(len(X))

    @property
    def strictly_positive(self) -> bool:
        """Unless g = 0 (Micchelli 1986, Constructive Approximation 2, 11–22)."""
        return self.gamma > 0

    def merged(self, X: FloatArray) -> FloatArray:
        """Return the points merged into one if g = 0; shape (n, d)."""
        return X if self.gamma else np.zeros_like(X)

    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        squares = [(p - q) * (p - q) for p, q in zip(x, z, strict=True)]
        return (-Decimal(self.gamma) * sum(squares, Decimal(0))).exp()

    def written(self) -> str:
        return f"exp(−{number_text(self.gamma)}·‖x − z‖²)"


def _scaled_distances(X: FloatArray, Q: FloatArray, factor: float) -> FloatArray:
    """Return factor·‖x − q‖² for each row of X (p, d) and of Q (m, d), summed in order; shape (p, m)."""
    if (library := loops()) is not None:
        # The loop in C runs along the columns of both.
        X, Q, scaled = np.asfortranarray(X), np.asfortranarray(Q), np.empty((len(X), len(Q)))
        library.scaled_distances(X, *X.shape, Q, len(Q), factor, scaled)
        return scaled
    scaled = X[:, :1] - Q[:, 0]
    scaled *= scaled
    term = np.empty_like(scaled)
    for j in range(1, X.shape[1]):
        np.subtract(X[:, j : j + 1], Q[:, j], out=term)
        term *= term
        scaled += term
    with np.errstate(over="ignore"):
        scaled *= factor
    return scaled
