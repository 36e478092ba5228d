"""Examples as they were written: the shortest decimals that read as their floats, as exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from core.dataset import Dataset


def decimals(dataset: Dataset, row: int) -> list[Fraction]:
    """One example; d fractions."""
    return [Fraction(repr(v)) for v in dataset.X[row].tolist()]


def written(row: Iterable[float]) -> list[Fraction]:
    """The numbers of a row, as fractions."""
    return [Fraction(repr(float(v))) for v in row]


@lru_cache(maxsize=4)
def whole(dataset: Dataset) -> tuple[list[list[int]], int]:
    """All examples as whole numbers over one denominator: (n lists of d, denominator); for sums over many of them."""
    rows = [written(row) for row in dataset.X.tolist()]
    denominator = lcm(*(v.denominator for row in rows for v in row))
    return [[int(v * denominator) for v in row] for row in rows], denominator


def combined(dataset: Dataset, coefficients: Sequence[Fraction]) -> list[Fraction]:
    """Σ cⱼxⱼ over all examples; d fractions."""
    total = [Fraction(0)] * dataset.d
    for row, coefficient in enumerate(coefficients):
        if coefficient:
            total = [t + coefficient * v for t, v in zip(total, decimals(dataset, row), strict=True)]
    return total
