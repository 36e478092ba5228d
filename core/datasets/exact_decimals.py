"""Examples as they were written: the shortest decimals that read as their floats, as exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from core.datasets.dataset import Dataset


def decimals(dataset: Dataset, row: int) -> list[Fraction]:
    """Return one example as d fractions."""
    return row_fractions(dataset.X[row])


def row_fractions(row: Iterable[float]) -> list[Fraction]:
    """Return the numbers of a row, as fractions."""
    return [Fraction(repr(float(v))) for v in row]


@lru_cache(maxsize=4)
def whole(dataset: Dataset) -> tuple[list[list[int]], int]:
    """Return all examples as whole numbers over a power of ten (n lists of d, the power), for long sums."""
    columns = [[_digits(v) for v in column] for column in dataset.X.T.tolist()]
    least = min([0, *(exponent for column in columns for _, exponent in column)])
    scales = {exponent: 10 ** (exponent - least) for column in columns for _, exponent in column}
    scaled = ([digits * scales[exponent] for digits, exponent in column] for column in columns)
    return [list(row) for row in zip(*scaled, strict=True)], 10**-least


def _digits(number: float) -> tuple[int, int]:
    """Return the decimal of a float as digits·10^exponent."""
    mantissa, _, exponent = repr(number).partition("e")
    before, _, after = mantissa.partition(".")
    return int(before + after), int(exponent or 0) - len(after)


def combined(dataset: Dataset, coefficients: Sequence[Fraction]) -> list[Fraction]:
    """Return Σ cⱼxⱼ over all examples; d fractions."""
    total = [Fraction(0)] * dataset.d
    for row, coefficient in enumerate(coefficients):
        if coefficient:
            total = [t + coefficient * v for t, v in zip(total, decimals(dataset, row), strict=True)]
    return total
