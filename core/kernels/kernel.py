"""The base of all kernels: an inner product in a feature space, with its formula and its parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar

from core.datasets.dataset import FloatArray
from core.spec import Idea, RunSpec

Scalar = TypeVar("Scalar", Decimal, Fraction)


class Kernel(ABC):
    """k(x, z) = φ(x)·φ(z). Sums over features are made in the order of the features, so a value is the same anywhere.

    The kernel of the augmented space, k̃ = k + B², is made where it is used.
    """

    name: ClassVar[str]
    formula: ClassVar[str]
    """k(x, z), in letters."""
    idea: ClassVar[Idea]
    parameters: ClassVar[tuple[str, ...]] = ()
    """The fields of a RunSpec that matter to it."""
    effects: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What each of these does when it is changed."""
    origin: ClassVar[str] = ""
    """The effect of another origin on this kernel; empty if it is the same as without a kernel."""

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        return cls(**{name: getattr(spec, name) for name in cls.parameters})

    @abstractmethod
    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        """Return k(x, q) for each row x of X (p, d) and q of Q (m, d); shape (p, m)."""

    @abstractmethod
    def diagonal(self, X: FloatArray) -> FloatArray:
        """Return k(x, x) for each row of X (n, d), bit for bit the diagonal of `matrix(X, X)`; shape (n,)."""

    @abstractmethod
    def written(self) -> str:
        """Return k(x, z), with its numbers."""

    @property
    def strictly_positive(self) -> bool:
        """True if the Gram matrix of distinct points is positive definite: then any labels of them are separable."""
        return False

    def merged(self, X: FloatArray) -> FloatArray:
        """Return points (n, d) that are equal just where those of X (n, d) are one point of the feature space."""
        return X

    def rays(self, X: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        """Return which points lie on one line, for a kernel that maps multiples to multiples; None for others.

        If x is a multiple of z, φ(x) is then a multiple of φ(z). The points (n, d) are equal, up to rounding, if those
        of X (n, d), not 0, lie on one line with the origin. The signs (n,) are equal exactly if the φ of the two point
        the same way.
        """
        return None

    @abstractmethod
    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        """Return k(x, z) to about as many digits as the decimal context has."""

    def exact(self, x: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction | None:
        """Return k(x, z) of fractions; None for a kernel whose values are not fractions."""
        return None

    def described(self) -> dict[str, Any]:
        """Return the kernel in plain JSON values: its `name`, and its parameters."""
        return {"name": self.name, **{name: getattr(self, name) for name in self.parameters}}


def inner(x: Sequence[Scalar], z: Sequence[Scalar]) -> Scalar | int:
    """Return x·z, summed in the order of the features; 0 without any."""
    return sum(p * q for p, q in zip(x, z, strict=True))
