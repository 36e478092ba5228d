"""Numbers as a person reads them."""

from __future__ import annotations

import math
import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.numerals import (
    SUPERSCRIPTS,
    at_most,
    column,
    decade,
    in_full,
    number,
    round_steps,
    rounded,
    share_text,
    signed,
    whole_below,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (22133.8, "22,134"),
        (680.1234, "680.1"),
        (0.05217, "0.05217"),
        (0.000123456, "0.0001235"),
        (-4.82, "−4.82"),
        (-0.30000000000000004, "−0.3"),
        (1_000_000, "1,000,000"),
        (0.0, "0"),
        (-0.0, "0"),
        (0.99999, "1"),
        (1.2e-7, "1.2·10⁻⁷"),
        (-3e15, "−3·10¹⁵"),
        (1e15, "10¹⁵"),
        (-1e-7, "−10⁻⁷"),
        (9.99999, "10"),
        (22133.78, "22,134"),
        (math.nan, "–"),
        (-math.inf, "−∞"),
    ],
)
def test_a_number_reads_as_on_paper(value: float, text: str) -> None:
    assert number(value) == text


def test_a_column_has_one_notation() -> None:
    assert column([129.7, 20_990.0, 0.8952]) == ["129.7", "20,990", "0.8952"]
    assert column([1e20, 967, 0.0]) == ["10²⁰", "9.67·10²", "0"]
    assert column([1e20, 3.25, 1.0]) == ["10²⁰", "3.25", "1"]


def test_a_summand_carries_its_sign_apart() -> None:
    assert (signed(1), signed(-0.3)) == ("+ 1", "− 0.3")


@given(st.floats(allow_nan=False, allow_infinity=False).filter(lambda v: v == 0 or 1e-300 < abs(v) < 1e300))
def test_what_is_read_is_near_what_it_was(value: float) -> None:
    assert read(number(value)) == pytest.approx(value, rel=6e-4)
    assert float(rounded(value, 4)) == read(number(value))


def read(text: str) -> float:
    """The number that a text stands for."""
    plain = text.replace(",", "").replace("−", "-")
    found = re.fullmatch(rf"(-?)(?:([\d.]+)·)?10([{SUPERSCRIPTS}]+)", plain)
    if found is None:
        return float(plain)
    sign, mantissa, raised = found.groups()
    return float(f"{sign}{mantissa or 1}e{raised.translate(str.maketrans(SUPERSCRIPTS, '-0123456789'))}")


@pytest.mark.parametrize(
    ("bound", "whole", "most", "full"),
    [
        (22133.78, 22133, "22,133", "22,133.8"),
        (22133.998, 22133, "22,133", "22,133.998"),
        (680.0813, 680, "680", "680.1"),
        (15.999999999999998, 16, "16", "16"),
        (48.99999999999999, 49, "49", "49"),
        (1.0, 1, "1", "1"),
        (1_000_001.5, 1_000_001, "1,000,001", "1,000,001.5"),
    ],
)
def test_a_bound_on_a_whole_number_is_told_alike_in_every_form(bound: float, whole: int, most: str, full: str) -> None:
    assert (whole_below(bound), at_most(bound), in_full(bound)) == (whole, most, full)


@given(st.floats(1, 1e300))
def test_no_bound_is_written_smaller_than_it_is(bound: float) -> None:
    assert read(at_most(bound)) >= math.floor(bound)
    assert math.floor(read(in_full(bound))) == whole_below(bound) or bound >= 1e9


def test_a_bound_that_is_not_finite_is_no_number() -> None:
    assert (at_most(math.inf), in_full(math.inf), at_most(math.nan)) == ("∞", "∞", "–")


def test_decades_are_plain_while_they_are_short() -> None:
    assert list(map(decade, range(-3, 6))) == ["10⁻³", "0.01", "0.1", "1", "10", "100", "1,000", "10⁴", "10⁵"]


@given(st.floats(1e-200, 1e200))
def test_round_steps_are_not_below_the_least_and_round(value: float) -> None:
    above = round_steps(value)
    least, following = next(above), next(above)
    assert value <= least < following
    for step in (least, following):
        assert f"{step:e}".partition("e")[0] in {"1.000000", "2.000000", "5.000000"}


def test_the_first_round_step_is_above_0_where_rounding_left_nothing() -> None:
    assert next(round_steps(0.0)) == next(round_steps(5e-324)) == 5e-324


def test_round_steps_are_1_2_5() -> None:
    assert list(islice(round_steps(0.15), 5)) == [0.2, 0.5, 1, 2, 5]


def test_a_share_below_one_is_never_written_as_one() -> None:
    assert [share_text(value) for value in (1.0, 0.0, 0.5, 29 / 30, 1 - 1e-6)] == [
        "1",
        "0",
        "0.5",
        "0.9667",
        "0.999999",
    ]
