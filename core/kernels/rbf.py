"""The radial basis function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.dataset import FloatArray
from core.formulas import number
from core.kernels.kernel import Kernel


@dataclass(frozen=True)
class RBF(Kernel):
    """k(x, z) = exp(−g‖x − z‖²)."""

    gamma: float

    name: ClassVar[str] = "rbf"
    formula: ClassVar[str] = "exp(−g·‖x − z‖²)"
    parameters: ClassVar[tuple[str, ...]] = ("gamma",)

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        """exp(−g‖x − z‖²) of every pair; shape (p, m)."""
        exponent: FloatArray = np.square(X[:, :1] - Q[:, 0])
        for j in range(1, X.shape[1]):
            exponent += np.square(X[:, j : j + 1] - Q[:, j])
        with np.errstate(over="ignore"):
            exponent *= -self.gamma
        return np.exp(exponent, out=exponent)

    def diagonal(self, X: FloatArray) -> FloatArray:
        """1, whatever x; shape (n,)."""
        return np.ones(len(X))

    def written(self) -> str:
        """exp(−g·‖x − z‖²)."""
        return f"exp(−{number(self.gamma)}·‖x − z‖²)"
