"""Sums as they are written add up, and a text stands for the number that a person reads."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.formulas import adding_up, as_written, equals_or_nearly, missed_by
from core.numbers.numerals import number


@pytest.mark.parametrize(
    ("terms", "total", "written"),
    [
        ([267.75, -214.59, -77.0], -23.84, "−23.84 = 267.75 + −214.59 + −77"),
        ([-1.0, 0.001104, 0.0], -0.998896, "−0.9989 = −1 + 0.0011 + 0"),
        ([268.25, -268.2, -0.05], 0.0, "0 = 268.25 + −268.2 + −0.05"),
        ([312.94, 183.64, 5.34, 150.24], 652.16, "652.2 = 312.9 + 183.6 + 5.4 + 150.3"),
        ([1e-7, 2.3333e-8, 4e-9], 1.27333e-7, "1.273·10⁻⁷ = 10⁻⁷ + 2.33·10⁻⁸ + 4·10⁻⁹"),
        ([1.2345e9, 2e8], 1.4345e9, "1.434·10⁹ = 1.234·10⁹ + 200,000,000"),
        ([1e-9, 3.0], 3.000000001, "3 ≈ 10⁻⁹ + 3"),
        ([3e20, 1.0], 3e20, "3·10²⁰ ≈ 3·10²⁰ + 1"),
        ([], 0.0, "0 = "),
    ],
)
def test_terms_add_up_to_their_sum_as_they_are_read(terms: list[float], total: float, written: str) -> None:
    summed = adding_up(terms, total)
    assert f"{summed.total} {summed.relation} {' + '.join(summed.terms)}" == written


@given(st.lists(st.floats(1e-3, 1e6), min_size=1, max_size=13), st.integers(4, 7))
def test_terms_that_are_seen_beside_their_sum_add_up_to_it_and_none_is_off_by_a_last_digit(
    terms: list[float], digits: int
) -> None:
    summed = adding_up(terms, sum(terms), digits)
    texts = [as_written(text) for text in (*summed.terms, summed.total)]
    assert all(text is not None for text in texts)
    size = as_written(number(sum(terms), 1)) or Fraction(1)
    for value, text in zip(terms, texts[:-1], strict=True):
        assert abs(Fraction(value) - (text or 0)) <= size / 10 ** (digits - 1)
    seen = all(value * 10 ** (digits - 1) > sum(terms) * 10 for value in terms)
    assert summed.relation == "=" or not seen


@given(st.floats(allow_nan=False, allow_infinity=False).filter(lambda v: v == 0 or 1e-300 < abs(v) < 1e300))
def test_a_text_stands_for_what_is_read(value: float) -> None:
    read = as_written(number(value))
    assert read is not None
    assert abs(read - Fraction(value)) <= abs(Fraction(value)) / 1000
    assert equals_or_nearly(number(value), [read]) == "="


@pytest.mark.parametrize("text", ["∞", "–", "", "3·", "a", "1.2.3"])
def test_what_is_no_number_is_equal_to_nothing(text: str) -> None:
    assert as_written(text) is None
    assert equals_or_nearly(text, [Fraction(1)]) == "≈"
    assert missed_by("1", [None]) > 0
