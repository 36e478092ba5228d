"""Kernels, inner products in a feature space; their table; and Gram matrices, made by columns (Yuille 004 §2.5)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

import numpy as np

from core.compiled import loops
from core.datasets.arithmetic import BiasFeature, products, squared_norms
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.numbers.formulas import number_text
from core.numbers.numerals import superscript
from core.spec import PARAMETERS, Axis, Idea, Parametric, RunSpec

Scalar = TypeVar("Scalar", Decimal, Fraction)


class Kernel(Parametric, ABC):
    """k(x, z) = φ(x)·φ(z), summed in the order of the features; k̃ = k + B² is made where it is used."""

    formula: ClassVar[str]
    """k(x, z), in letters."""
    origin: ClassVar[str] = ""
    """The effect of another origin on this kernel; empty if it is the same as without a kernel."""

    @abstractmethod
    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        """Return k(x, q) for each row x of X (p, d) and q of Q (m, d); shape (p, m)."""

    @abstractmethod
    def diagonal(self, X: FloatArray) -> FloatArray:
        """Return k(x, x) for each row of X (n, d), bit for bit the diagonal of `matrix(X, X)`; shape (n,)."""

    def written(self) -> str:
        """Return k(x, z), with its numbers."""
        return self.formula

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


@dataclass(frozen=True)
class Linear(Kernel):
    """k(x, z) = x·z."""

    name = "linear"
    formula = "x·z"
    idea = Idea(
        "The vector w is not written down: αᵢ says what example i has added, and a sums up products with examples.",
        "All that is needed of the examples then is their products x·z, whose place another kernel can take.",
    )

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        return products(X, Q)

    def diagonal(self, X: FloatArray) -> FloatArray:
        return squared_norms(X)

    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        return Decimal(inner(x, z))

    def exact(self, x: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction:
        return Fraction(inner(x, z))


@dataclass(frozen=True)
class Polynomial(Kernel):
    """k(x, z) = (g·x·z + r)^p, the power by repeated multiplication; infinite where it overflows."""

    degree: int
    gamma: float
    coef0: float

    name = "poly"
    formula = "(g·x·z + r)ᵖ"
    idea = Idea(
        "Every product x·z becomes (g·x·z + r)ᵖ: the same rule, in a space of products of up to p features.",
        "There a boundary that bends among the examples, a circle or a parabola, is flat and learned as a line is.",
    )
    parameters = ("degree", "gamma", "coef0")
    effects: ClassVar[Mapping[str, str]] = {
        "degree": "Larger: the boundary may bend more often.",
        "gamma": "Larger: products of many features count more.",
        "coef0": "Larger: products of few features count more; 0: only those of p.",
    }
    origin = "This kernel depends on the origin: R, γ, the bound and the mistakes change."

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        return self._power(products(X, Q))

    def diagonal(self, X: FloatArray) -> FloatArray:
        return self._power(squared_norms(X))

    def merged(self, X: FloatArray) -> FloatArray:
        """Merge points that are one in feature space: x and −x for an even power without r, all for g = 0. (n, d)."""
        if not self.gamma:
            return np.zeros_like(X)
        return X if self.coef0 or self.degree % 2 else X * np.where(_leading(X) < 0, -1.0, 1.0)

    def rays(self, X: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        """Return c and φ(z) of φ(x) = cᵖφ(z): without r, cᵖφ(z) is the image of c·z; shapes (n, d) and (n,)."""
        if self.coef0 or not self.gamma:
            return None
        leading = _leading(X)
        # Quotients that overflow only lose a grouping, not a result.
        with np.errstate(over="ignore", under="ignore"):
            directions: FloatArray = X / leading
        return directions, np.sign(leading[:, 0]) ** self.degree

    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        return (Decimal(self.gamma) * inner(x, z) + Decimal(self.coef0)) ** self.degree

    def written(self) -> str:
        return f"({number_text(self.gamma)}·x·z + {number_text(self.coef0)}){superscript(self.degree)}"

    def exact(self, x: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction:
        """Return (g·x·z + r)^p, with g and r as the decimals they were written as."""
        return Fraction((Fraction(repr(self.gamma)) * inner(x, z) + Fraction(repr(self.coef0))) ** self.degree)

    def _power(self, base: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            base = self.gamma * base
            base += self.coef0
            power = base.copy()
            for _ in range(self.degree - 1):
                power *= base
        return power


def _leading(X: FloatArray) -> FloatArray:
    """Return the first number of each row of X (n, d) that is not 0, if there is one; shape (n, 1)."""
    return np.take_along_axis(X, (X != 0).argmax(axis=1)[:, None], axis=1)


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
        """Return k, of distances that are summed in the order of the features; shape (p, m)."""
        if (library := loops()) is not None:
            # The loop in C runs along the columns of both.
            X, Q, exponent = np.asfortranarray(X), np.asfortranarray(Q), np.empty((len(X), len(Q)))
            library.scaled_distances(X, *X.shape, Q, len(Q), -self.gamma, exponent)
            return np.exp(exponent, out=exponent)
        exponent = np.zeros((len(X), len(Q)))
        for j in range(X.shape[1]):
            term = X[:, j : j + 1] - Q[:, j]
            exponent += np.square(term, out=term)
        with np.errstate(over="ignore"):
            exponent *= -self.gamma
        return np.exp(exponent, out=exponent)

    def diagonal(self, X: FloatArray) -> FloatArray:
        return np.ones(len(X))

    @property
    def strictly_positive(self) -> bool:
        """Unless g = 0 (Micchelli 1986, Constructive Approximation 2, 11–22)."""
        return self.gamma > 0

    def merged(self, X: FloatArray) -> FloatArray:
        return X if self.gamma else np.zeros_like(X)

    def precise(self, x: Sequence[Decimal], z: Sequence[Decimal]) -> Decimal:
        squares = [(p - q) * (p - q) for p, q in zip(x, z, strict=True)]
        return (-Decimal(self.gamma) * sum(squares, Decimal(0))).exp()

    def written(self) -> str:
        return f"exp(−{number_text(self.gamma)}·‖x − z‖²)"


KERNELS: Axis[type[Kernel]] = Axis("kernel", "a kernel", (Linear, Polynomial, RBF))


def make_kernel(spec: RunSpec) -> Kernel:
    """Return the kernel that `spec` names. Raises InputError for a name that is not in the table."""
    return KERNELS.find(spec.kernel).of(spec)


def parameter_meaning(name: str) -> str:
    """Return the meaning of a parameter, and its kernels; a kernel's formula is given with its first parameter."""
    takers = [kernel for kernel in KERNELS.values() if name in kernel.parameters]
    told = (f"of {k.name}{f', {k.formula}' if k.parameters[0] == name else ''}" for k in takers)
    return f"{PARAMETERS[name].meaning} {' and '.join(told)}".rstrip()


def signed_gram(
    dataset: Dataset, kernel: Kernel, bias: BiasFeature, Q: FloatArray, examples: slice | IntArray = slice(None)
) -> FloatArray:
    """Return yⱼ·k̃(xⱼ, q), with k̃ = k + B², for the examples j (p of them) and each row q of Q (m, d); shape (p, m)."""
    gram = kernel.matrix(dataset.X[examples], Q)
    signs = dataset.y[examples].astype(np.float64)
    if (library := loops()) is not None and gram.flags.c_contiguous:
        library.sign_gram(gram, *gram.shape, bias.squared, signs)
        return gram
    gram += bias.squared
    gram *= signs[:, None]
    return gram


class GramColumns:
    """yⱼ·k̃(xⱼ, q) over the rows q of Q (m, d), a column for each example j; the one used longest ago goes first."""

    def __init__(
        self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, Q: FloatArray, values_kept: int = 1 << 24
    ) -> None:
        self.Q, self._dataset, self._kernel, self._bias = Q, dataset, kernel, bias
        self.room = max(values_kept // max(len(Q), 1), 1)
        self._columns: OrderedDict[int, FloatArray] = OrderedDict()
        self.places = np.zeros(dataset.n, np.int64)
        """where in memory the column of each example begins, for C; 0 for those that are not there"""

    def column(self, row: int) -> FloatArray:
        """Return the column of example `row`; shape (m,). Do not write to it."""
        if row not in self._columns:
            self.make(np.array([row]))
        elif self.room < self._dataset.n:
            self._columns.move_to_end(row)
        return self._columns[row]

    def make(self, rows: IntArray) -> None:
        """Make the columns of examples `rows` (p,), at most `room`, together; none of them is there yet."""
        made = signed_gram(self._dataset, self._kernel, self._bias, self.Q, rows)
        self._columns.update(zip(rows.tolist(), made, strict=True))
        self.places[rows] = made.ctypes.data + made.strides[0] * np.arange(len(rows))
        while len(self._columns) > self.room:
            oldest, _ = self._columns.popitem(last=False)
            self.places[oldest] = 0

    def rows(self, index: Rows) -> FloatArray:
        """Return the columns of the examples `index` (p,), one below the other; shape (p, m)."""
        kinds, which = np.unique(index, return_inverse=True)
        return np.array([self.column(row) for row in kinds.tolist()]).reshape(len(kinds), len(self.Q))[which]

    def vote(self, index: Rows, sizes: FloatArray, lives: FloatArray, values: FloatArray, votes: FloatArray) -> None:
        """Let the vectors after updates on the examples `index` (p,), of such `sizes`, vote, each with its `lives`.

        `values` (m,) are the decision values on Q before them; they and the `votes` (m,) are changed in place.
        """
        library, kept = loops(), self.room >= self._dataset.n
        for start in range(0, len(index), self.room):
            part = slice(start, start + self.room)
            if library is not None:
                rows = index[part]
                for row in np.unique(rows[self.places[rows] == 0] if kept else rows).tolist():
                    self.column(row)
                each = self.places[rows]  # where in memory the columns begin
                library.survive(each, sizes[part], lives[part], len(each), len(values), values, votes)
                continue
            # The blocks stay referenced, so none of them is freed meanwhile.
            columns = {row: self.column(row) for row in index[part].tolist()}
            with np.errstate(over="ignore", invalid="ignore"):  # far from all examples: then it has no sign there
                for row, size, life in zip(index[part].tolist(), sizes[part], lives[part], strict=True):
                    values += size * columns[row]
                    votes += life * np.sign(values)
