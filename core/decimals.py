"""Examples as they were written: the shortest decimals that read as their floats, as exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.dataset import Dataset


def decimals(dataset: Dataset, row: int) -> list[Fraction]:
    """One example; d fractions."""
    return [Fraction(repr(v)) for v in dataset.X[row].tolist()]


def combined(dataset: Dataset, coefficients: Sequence[Fraction]) -> list[Fraction]:
    """Σ cⱼxⱼ over all examples; d fractions."""
    total = [Fraction(0)] * dataset.d
    for row, coefficient in enumerate(coefficients):
        if coefficient:
            total = [t + coefficient * v for t, v in zip(total, decimals(dataset, row), strict=True)]
    return total
