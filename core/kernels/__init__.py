"""Kernels: inner products in a feature space, one frozen class each, and the table of them (004 §2.5)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from core.arithmetic import squared_norms
from core.dataset import FloatArray
from core.errors import InputError
from core.spec import RunSpec

_HIGHEST_DEGREE = 100


class Kernel(ABC):
    """k(x, z) = φ(x)·φ(z). Sums over features are made in the order of the features, so a value is the same anywhere.

    The kernel of the augmented space, k̃ = k + B², is made where it is used.
    """

    name: ClassVar[str]

    @abstractmethod
    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        """k(x, q) for each row x of X (p, d) and q of Q (m, d); shape (p, m)."""

    @abstractmethod
    def diagonal(self, X: FloatArray) -> FloatArray:
        """k(x, x) for each row of X (n, d), bit for bit the diagonal of `matrix(X, X)`; shape (n,)."""


@dataclass(frozen=True)
class Linear(Kernel):
    """k(x, z) = x·z."""

    name: ClassVar[str] = "linear"

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        """x·z of every pair; shape (p, m)."""
        return _products(X, Q)

    def diagonal(self, X: FloatArray) -> FloatArray:
        """‖x‖²; shape (n,)."""
        return squared_norms(X)


@dataclass(frozen=True)
class Polynomial(Kernel):
    """k(x, z) = (g·x·z + r)^p, the power by repeated multiplication; infinite where it overflows."""

    degree: int
    gamma: float
    coef0: float
    name: ClassVar[str] = "poly"

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        """(g·x·z + r)^p of every pair; shape (p, m)."""
        return self._power(_products(X, Q))

    def diagonal(self, X: FloatArray) -> FloatArray:
        """(g·‖x‖² + r)^p; shape (n,)."""
        return self._power(squared_norms(X))

    def _power(self, products: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            base: FloatArray = self.gamma * products
            base += self.coef0
            power = base.copy()
            for _ in range(self.degree - 1):
                power *= base
        return power


@dataclass(frozen=True)
class RBF(Kernel):
    """k(x, z) = exp(−g‖x − z‖²)."""

    gamma: float
    name: ClassVar[str] = "rbf"

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


def _products(X: FloatArray, Q: FloatArray) -> FloatArray:
    """`(…(x₁q₁ + x₂q₂) + …) + x_d q_d` of every pair of rows; shape (p, m)."""
    total: FloatArray = X[:, :1] * Q[:, 0]
    for j in range(1, X.shape[1]):
        total += X[:, j : j + 1] * Q[:, j]
    return total


def _linear(spec: RunSpec) -> Kernel:
    return Linear()


def _polynomial(spec: RunSpec) -> Kernel:
    if spec.degree > _HIGHEST_DEGREE:
        raise InputError(f"degree {spec.degree} is not possible; at most {_HIGHEST_DEGREE} is expected")
    return Polynomial(spec.degree, spec.gamma, spec.coef0)


def _rbf(spec: RunSpec) -> Kernel:
    return RBF(spec.gamma)


KERNELS: dict[str, Callable[[RunSpec], Kernel]] = {"linear": _linear, "poly": _polynomial, "rbf": _rbf}
"""Name → kernel with the parameters of a spec."""


def make_kernel(spec: RunSpec) -> Kernel:
    """The kernel that `spec` names. Raises InputError for a name that is not in the table or too high a degree."""
    name = spec.kernel or ""
    if name not in KERNELS:
        raise InputError(f"{name!r} is not a kernel; {', '.join(KERNELS)} is expected")
    return KERNELS[name](spec)


def described(kernel: Kernel) -> dict[str, Any]:
    """The kernel in plain JSON values: its `name`, and of `degree`, `gamma`, `coef0` those that matter to it."""
    parameters = {name: getattr(kernel, name) for name in ("degree", "gamma", "coef0") if hasattr(kernel, name)}
    return {"name": kernel.name, **parameters}
