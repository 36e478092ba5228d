"""Examples as they were written: as whole numbers over one power of ten they are the decimals that a person reads."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.datasets.arithmetic import decimals, whole
from core.datasets.dataset import LARGEST, Dataset

FLOATS = st.floats(-LARGEST, LARGEST) | st.sampled_from([0.0, -0.0, 0.1, -2.5, 1e16, -3e22, 1.5e-7, 5e-324, 123456.789])


@given(st.integers(1, 3).flatmap(lambda d: st.lists(st.lists(FLOATS, min_size=d, max_size=d), min_size=1, max_size=6)))
def test_whole_numbers_over_a_power_of_ten_are_the_decimals(rows: list[list[float]]) -> None:
    dataset = Dataset(rows, [1] * len(rows))
    numbers, denominator = whole(dataset)
    assert [[Fraction(v, denominator) for v in row] for row in numbers] == [
        decimals(dataset.X[row]) for row in range(dataset.n)
    ]
    assert decimals(dataset.X[0]) == [Fraction(repr(v)) for v in rows[0]]


def test_without_examples_there_are_none() -> None:
    assert whole(Dataset.empty()) == ([], 1)
