"""Decision values of a classifier on a grid: a column of the field for each x, a row for each y.

A kernel expansion `Σ cⱼ k(xⱼ, ·) + b` is computed from factors of one coordinate each if the kernel has them. The
values are for pictures: they may differ from the sum over single examples by rounding, relative to its largest term.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import comb, isqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.datasets.dataset import FloatArray
from core.kernels import RBF, Kernel, Linear, Polynomial
from core.plane.projections import PLANE, Projection
from core.spaces.kernel import Expansion
from core.spaces.linear import Plane
from core.spaces.space import Decision

_STEPS = (1e-100, 1e100)
"""The range of steps; a step outside would overflow or vanish in a quotient."""


@dataclass(frozen=True, eq=False)
class GridAxis:
    """Strictly increasing `values` (m,), m ≥ 1, and a ruler with steps of equal length along them.

    Place i of the ruler is `values[0] + i·step`. `crooked` is the largest distance of a value from its place, in steps.
    """

    values: FloatArray
    step: float
    crooked: float

    @classmethod
    def of(cls, values: ArrayLike) -> GridAxis:
        """Return the axis of `values`. Raise ValueError if they are empty, not finite, or not strictly increasing."""
        array = np.array(values, np.float64)
        if array.ndim != 1 or not len(array) or not np.isfinite(array).all() or (np.diff(array) <= 0).any():
            raise ValueError("the coordinates of a grid are finite, strictly increasing numbers, one at least")
        array.setflags(write=False)
        step = float((array[-1] - array[0]) / (len(array) - 1)) if len(array) > 1 else 1.0
        if not _STEPS[0] < step < _STEPS[1]:
            return cls(array, step, np.inf)
        return cls(array, step, float(np.abs((array - array[0]) / step - np.arange(len(array))).max()))

    def __len__(self) -> int:
        return len(self.values)

    @property
    def reach(self) -> float:
        """The largest |value|."""
        return max(abs(float(self.values[0])), abs(float(self.values[-1])))

    @property
    def middle(self) -> float:
        return float(self.values[0] / 2 + self.values[-1] / 2)


@dataclass(frozen=True, eq=False)
class Grid:
    """Points (x, y) for each of `x` (p values) and `y` (q values); a field over them has shape (q, p).

    The field of data with one feature is the same in every row. The coordinates `beyond` (r,) the second are the same
    at all points; missing ones are 0.
    """

    x: GridAxis
    y: GridAxis
    beyond: FloatArray = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of(cls, xs: ArrayLike, ys: ArrayLike) -> Grid:
        """Return the grid of `xs` (p,) and `ys` (q,). Raise ValueError unless both are finite and increasing."""
        return cls(GridAxis.of(xs), GridAxis.of(ys))

    def seen(self, projection: Projection) -> Grid:
        """Return the same points in the coordinates to which a projection reduces the examples."""
        across, up = projection.shift
        x, y = (replace(axis, values=axis.values + by) for axis, by in ((self.x, across), (self.y, up)))
        return Grid(x, y, projection.beyond)

    @property
    def shape(self) -> tuple[int, int]:
        """(q, p)."""
        return len(self.y), len(self.x)

    def points(self, d: int) -> FloatArray:
        """Return the points in `d` coordinates, row after row; shape (q·p, d)."""
        points = np.zeros((len(self.y) * len(self.x), d))
        points[:, 0] = np.tile(self.x.values, len(self.y))
        if d > 1:
            points[:, 1] = np.repeat(self.y.values, len(self.x))
        points[:, 2 : 2 + len(self.beyond)] = self.beyond
        return points


def drawn(rows: NDArray[np.float64]) -> tuple[FloatArray, FloatArray]:
    """Return the first two columns of `rows` (…, d), each of shape (…); zeros if there is no second."""
    first = rows[..., 0]
    return first, rows[..., 1] if rows.shape[-1] > 1 else np.zeros_like(first)


def decision_field(decision: Decision, projection: Projection, grid: Grid) -> FloatArray:
    """Return the scores of a classifier on a grid in the section of a projection; shape (q, p)."""
    if isinstance(decision, Expansion):
        support = projection.reduced(decision.support)
        offset = decision.offset_per_rate
        return expansion_field(grid.seen(projection), decision.kernel, support, decision.per_rate, offset)
    if isinstance(decision, Plane):
        return plane_field(grid, *projection.line(decision.per_rate[:-1], float(decision.per_rate[-1])))
    return decision.score(projection.lift(grid.points(PLANE))).reshape(grid.shape)


def plane_field(grid: Grid, w: FloatArray, b: float) -> FloatArray:
    """Return `w·x + b` for w (d,), in the binding order of sums; shape (q, p)."""
    first, second = drawn(w)
    if len(grid.beyond):
        b += float(w[2:] @ grid.beyond)
    field: FloatArray = first * grid.x.values + (second * grid.y.values)[:, None]
    field += b
    return field


def expansion_field(grid: Grid, kernel: Kernel, X: FloatArray, coefficients: FloatArray, b: float) -> FloatArray:
    """Return `Σ cⱼ k(xⱼ, ·) + b` of X (m, d), coefficients (m,); (q, p). Far away it may be infinite or NaN."""
    carried = coefficients != 0
    X, coefficients = X[carried], coefficients[carried]
    with np.errstate(over="ignore", invalid="ignore"):
        match kernel:
            case Linear():
                return plane_field(grid, coefficients @ X, b)
            case RBF():
                return _rbf(grid, kernel, X, coefficients) + b
            # For more examples a polynomial has more terms than its expansion saves.
            case Polynomial() if kernel.degree <= 24:
                return _polynomial(grid, kernel, X, coefficients) + b
        points = grid.points(X.shape[1])
        total = np.zeros(len(points))
        # Kernel values held in memory at a time.
        size = max((1 << 20) // len(points), 1)
        for start in range(0, len(X), size):
            total += coefficients[start : start + size] @ kernel.matrix(X[start : start + size], points)
        return total.reshape(grid.shape) + b


def _rbf(grid: Grid, kernel: RBF, X: FloatArray, coefficients: FloatArray) -> FloatArray:
    """Return the RBF sum from exp(−g(x − u)²)·exp(−g(y − v)²): one matrix product, (q, m) by (m, p)."""
    columns = np.exp(-kernel.gamma * np.square(X[:, :1] - grid.x.values))
    rows = np.exp(-kernel.gamma * np.square(X[:, 1:2] - grid.y.values)) if X.shape[1] > 1 else np.ones((1, len(grid.y)))
    weights = coefficients * np.exp(-kernel.gamma * np.square(X[:, 2:] - _beyond(grid, X)).sum(axis=1))
    return _product((rows * weights[:, None]).T, columns)


def _product(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return the product (q, m) by (m, p) in blocks for one core: to wait for busy ones takes 40 ms instead of 2."""
    product = np.empty((len(left), right.shape[1]))
    # OpenBLAS starts no threads for products with at most this many multiplications.
    side = max(isqrt((1 << 18) // max(len(right), 1)), 1)
    for i in range(0, len(left), side):
        for j in range(0, right.shape[1], side):
            np.matmul(left[i : i + side], right[:, j : j + side], out=product[i : i + side, j : j + side])
    return product


def _polynomial(grid: Grid, kernel: Polynomial, X: FloatArray, coefficients: FloatArray) -> FloatArray:
    """Return the sum as one polynomial in two variables: coefficients by the multinomial theorem, then two products.

    The variables are ξ and η in [−1, 1] across the grid. There g·x·z + r = αξ + βη + ρ is at most |α| + |β| + |ρ|, and
    reaches this in a corner. So no term of the theorem is larger than the sum, and nothing large cancels.
    """
    p = kernel.degree
    (u, v), (x, y) = drawn(X), (grid.x, grid.y)
    spread = x.values[-1] - x.middle or 1.0, y.values[-1] - y.middle or 1.0
    alpha, beta = kernel.gamma * u * spread[0], kernel.gamma * v * spread[1]
    rho = kernel.gamma * (u * x.middle + v * y.middle + X[:, 2:] @ _beyond(grid, X)) + kernel.coef0
    of_alpha, of_beta, of_rho = (np.vander(base, p + 1, increasing=True).T for base in (alpha, beta, rho))
    table = np.zeros((p + 1, p + 1))
    for i in range(p + 1):
        for j in range(p + 1 - i):
            ways = comb(p, i) * comb(p - i, j)
            table[j, i] = ways * ((coefficients * of_alpha[i] * of_beta[j]) @ of_rho[p - i - j])
    columns = np.vander((x.values - x.middle) / spread[0], p + 1, increasing=True)
    rows = np.vander((y.values - y.middle) / spread[1], p + 1, increasing=True)
    return np.asarray(rows @ table @ columns.T)


def _beyond(grid: Grid, X: FloatArray) -> FloatArray:
    """Return the coordinates of examples X (m, d) beyond the second, on the grid; (d − 2,), or none."""
    return grid.beyond if len(grid.beyond) else np.zeros(max(X.shape[1] - 2, 0))
