"""Linear forms and the point of a convex hull nearest the origin, in exact rational arithmetic.

Every float64 is a whole number over a power of two, so a set of points shares one power of two and everything else
is done in Python integers: no tolerance, no rounding, and signs and ties that can be trusted. Floating point only
chooses which rows are worth an exact look, with a bound on its error.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import EPSILON
from core.datasets.dataset import FloatArray, IntArray
from core.errors import Check

Wholes = NDArray[np.object_]
"""An array of Python integers."""

_MANTISSA = 53
_SMALLEST = float(np.finfo(np.float64).smallest_subnormal)


class ExactPoints:
    """The rows of a finite float matrix (n, D), n ≥ 1, read as whole numbers over `2**shift`."""

    def __init__(self, floats: FloatArray) -> None:
        self.floats = floats
        self.shift = _MANTISSA - int(np.frexp(floats)[1].min(initial=0))
        self._reach: FloatArray = np.abs(floats).max(axis=0)

    def rows(self, indices: Sequence[int] | IntArray) -> Wholes:
        """Return `2**shift` times the rows at `indices` (m,), exactly; shape (m, D)."""
        mantissas, exponents = np.frexp(self.floats[indices])
        wholes = np.ldexp(mantissas, _MANTISSA).astype(np.int64)
        return np.asarray(wholes.astype(object) << (exponents + (self.shift - _MANTISSA)).astype(object))

    def combination(self, weights: dict[int, int]) -> list[int]:
        """Return `2**shift` · Σ weight · z_row; shape (D,)."""
        return _dots(self.rows(list(weights)).T, weights.values())

    def lowest(self, form: Sequence[int]) -> tuple[int, int]:
        """Return the row with the least product with whole numbers `form` (D,), and `2**shift` times the product."""
        scale = 1 << max(map(abs, form)).bit_length()
        direction = np.array([c / scale for c in form])
        # This bounds the error of a product whatever the order of its sum.
        error = (self.floats.shape[1] + 2) * (EPSILON * float(self._reach @ np.abs(direction)) + _SMALLEST)
        values = self.floats @ direction
        doubtful = np.flatnonzero(values <= values.min() + 2 * error)
        products = _dots(self.rows(doubtful), form)
        least = min(products)
        return int(doubtful[products.index(least)]), least

    def products(self, indices: list[int]) -> Wholes:
        """Return `4**shift` times the products of the rows at `indices` (m,) with each other; shape (m, m)."""
        rows = self.rows(indices)
        return np.asarray(rows @ rows.T)

    def below(self, weights: dict[int, int]) -> int | None:
        """Return the row with the least product with p = Σ weight·z/Σ weight; None if it is not less than p²."""
        form = self.combination(weights)
        if not any(form):
            return None
        row, product = self.lowest(form)
        return row if product * sum(weights.values()) < dot(form, form) else None

    def longest_squared(self) -> Fraction:
        """Return the greatest squared length of a row."""
        squares = np.einsum("ij,ij->i", self.floats, self.floats)
        error = 2 * (self.floats.shape[1] + 2) * (EPSILON * squares.max() + _SMALLEST)
        rows = self.rows(np.flatnonzero(squares >= squares.max() - error))
        return Fraction(max((rows * rows).sum(axis=1)), 4**self.shift)


class ExactGram(NamedTuple):
    """Points of which only their products with each other are known: whole numbers `gram` (n, n)."""

    gram: Wholes

    def products(self, indices: list[int]) -> Wholes:
        return np.asarray(self.gram[np.ix_(indices, indices)])

    def combination(self, weights: dict[int, int]) -> list[int]:
        """Return the products of Σ weight · z_row with all points; shape (n,)."""
        return _dots(self.gram[:, list(weights)], weights.values())

    def below(self, weights: dict[int, int]) -> int | None:
        products = self.combination(weights)
        squared, least = dot(weights.values(), map(products.__getitem__, weights)), min(products)
        return products.index(least) if least * sum(weights.values()) < squared else None


def nearest_to_origin(
    points: ExactPoints | ExactGram, start: dict[int, int], rounds: int, check: Check, most: int = sys.maxsize
) -> dict[int, int] | None:
    """Return the point of conv{z₁ … z_n} nearest the origin (Wolfe 1976, Math. Programming 11, 128–149).

    It is Σ weight·z/Σ weight of affinely independent z, weights > 0. `start` gives rows to begin with and their
    weights, whole numbers > 0; a good guess saves time and never changes the point. In exact arithmetic no corral
    returns, so the walk ends; None if it takes more than `rounds` linear systems, before each of which it will `check`,
    or one of more than `most` rows.
    """
    corral = start
    for _ in range(rounds):
        check()
        if len(corral) > most:
            break
        target = dict(zip(corral, _affine_minimiser(points.products(list(corral))), strict=True))
        if any(weight <= 0 for weight in target.values()):
            corral = _step_inside(corral, target)
        elif (row := points.below(target)) is None:
            return target
        else:
            corral = {**target, row: 0}
    return None


def dot(a: Iterable[int], b: Iterable[int]) -> int:
    """Return `Σ aⱼbⱼ`, exactly."""
    return sum(p * q for p, q in zip(a, b, strict=True))


def over_common_denominator(values: Iterable[Fraction]) -> list[int]:
    """Return whole numbers in the same ratios and with the same signs."""
    fractions = list(values)
    common = math.lcm(*(f.denominator for f in fractions))
    return [f.numerator * (common // f.denominator) for f in fractions]


def whole_multiple(floats: FloatArray) -> list[int]:
    """Return whole numbers in the same ratios and with the same signs as finite floats (D,)."""
    return list(ExactPoints(floats[None]).rows([0])[0])


def square_root(square: Fraction) -> float:
    """Return √square as a float, right to the last bit or next to it, for a rational ≥ 0 of any size."""
    magnitude = square.numerator.bit_length() - square.denominator.bit_length()
    shift = 96 - magnitude // 2
    return float(math.isqrt(int(square * Fraction(4) ** shift)) / Fraction(2) ** shift)


def nearest_float(value: Fraction) -> float:
    """Return the nearest float, infinite where a rational ≥ 0 is too large."""
    try:
        return float(value)
    except OverflowError:
        # The fraction is beyond all floats.
        return math.inf


def _dots(rows: Wholes, form: Iterable[int]) -> list[int]:
    return list(rows @ np.array(list(form), object))


def _step_inside(corral: dict[int, int], target: dict[int, int]) -> dict[int, int]:
    """Return the point as far from `corral` toward `target` as all weights stay ≥ 0; drop rows with weight 0."""
    here, there = sum(corral.values()), sum(target.values())
    old = {row: weight * there for row, weight in corral.items()}
    new = {row: weight * here for row, weight in target.items()}
    length = min(Fraction(old[row], old[row] - new[row]) for row in old if new[row] <= 0)
    p, q = length.numerator, length.denominator
    moved = {row: (q - p) * old[row] + p * new[row] for row in old}
    common = math.gcd(*moved.values())
    return {row: weight // common for row, weight in moved.items() if weight > 0}


def _affine_minimiser(products: Wholes) -> list[int]:
    """Return whole-number weights (m,), Σ > 0, of the point nearest the origin in the affine hull of points.

    Of the points only their `products` (m, m), the Gram matrix G, are needed. The weights solve (G + 1·1ᵀ)μ = 1 (Wolfe
    1976, §3), times its last pivot; a row that depends affinely on those before it has pivot 0 and gets weight 0.
    Fraction-free symmetric elimination on the upper triangle (Bareiss 1968): no division leaves a remainder.
    """
    gram: list[list[int]] = products.tolist()
    common = math.gcd(*(entry for line in gram for entry in line)) or 1
    system = [[entry // common + 1 for entry in line] + [1] for line in gram]
    m, last, pivots = len(system), 1, []
    for k, leading in enumerate(system):
        pivot = leading[k]
        if pivot:
            for i in range(k + 1, m):
                pairs = zip(system[i][i:], leading[i:], strict=True)
                system[i][i:] = [(pivot * a - leading[i] * b) // last for a, b in pairs]
            last = pivot
            pivots.append(k)
    solution = [0] * m
    for i in reversed(pivots):
        known = dot(system[i][i + 1 : m], solution[i + 1 :])
        solution[i] = (last * system[i][m] - known) // system[i][i]
    return solution
