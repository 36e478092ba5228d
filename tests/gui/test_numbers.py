"""Numbers as a person reads them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.look.numbers import column, number, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (22133.8, "22,134"),
        (680.1234, "680.1"),
        (0.05217, "0.0522"),
        (0.000123456, "0.000123"),
        (-4.82, "−4.82"),
        (-0.30000000000000004, "−0.3"),
        (1_000_000, "1,000,000"),
        (0.0, "0"),
        (-0.0, "0"),
        (0.99999, "1"),
        (1.2e-7, "1.2·10⁻⁷"),
        (-3e15, "−3·10¹⁵"),
        (math.nan, "–"),
        (-math.inf, "−∞"),
    ],
)
def test_a_number_reads_as_on_paper(value: float, text: str) -> None:
    assert number(value) == text


def test_a_column_has_one_notation() -> None:
    assert column([129.7, 20_990.0, 0.8952]) == ["129.7", "20,990", "0.8952"]
    assert column([1e20, 967, 0.0]) == ["1·10²⁰", "9.67·10²", "0"]


def test_a_summand_carries_its_sign_apart() -> None:
    assert (signed(1), signed(-0.3)) == ("+ 1", "− 0.3")


@given(st.floats(allow_nan=False, allow_infinity=False).filter(lambda v: v == 0 or 1e-300 < abs(v) < 1e300))
def test_what_is_read_is_near_what_it_was(value: float) -> None:
    text = number(value).replace(",", "").replace("−", "-")
    mantissa, _, power = text.partition("·10")
    exponent = int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or "0")
    assert float(f"{mantissa}e{exponent}") == pytest.approx(value, rel=6e-3)
