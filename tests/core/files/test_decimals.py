"""Numbers read a block at once are those of `float`, bit for bit, or left to it."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.decimals import FRONT, ByteBlock, block_decimals

NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")

digits = st.text("0123456789", max_size=23)
numbers = st.builds("{}{}{}{}".format, st.sampled_from(["", "-", "+"]), digits, st.sampled_from(["", "."]), digits)
near = st.text("0123456789.+-e x/:,\0", max_size=24)
doubles = st.floats(-1e17, 1e17, allow_subnormal=False).map(repr)
whole = st.integers(-(10**20), 10**20).map(str)


def read(cells: list[str], mark: str = ".") -> list[float | None]:
    """The number in each cell; None where it is left to `float`."""
    data = "".join(f"{cell}\n" for cell in cells).encode()
    block = ByteBlock(data)
    ends = block.positions(b"\n")
    starts = np.concatenate([[FRONT], ends[:-1] + 1])
    values, usual = block_decimals(block, starts, ends, mark.encode())
    return [value if known else None for value, known in zip(values.tolist(), usual.tolist(), strict=True)]


@given(st.lists(numbers | near | doubles | whole, min_size=1, max_size=40))
def test_what_is_read_at_once_is_what_float_reads(cells: list[str]) -> None:
    for cell, value in zip(cells, read(cells), strict=True):
        if value is not None:
            assert NUMBER.fullmatch(cell)
            assert value.hex() == float(cell).hex()


@given(st.lists(st.floats(1e-2, 1e5) | st.floats(-1e5, -1e-2), min_size=1, max_size=40))
def test_a_double_as_it_is_printed_is_read_at_once(values: list[float]) -> None:
    cells = [repr(value) for value in values]
    assert read([*cells, "0"])[:-1] == [float(cell) for cell in cells]


@given(st.integers(2**53, 10**18), st.integers(1, 9))
def test_a_number_half_way_between_two_doubles_is_never_read_wrong(m: int, f: int) -> None:
    below = float(m)
    middle = (Fraction(below) + Fraction(np.nextafter(below, np.inf))) / 2
    cells = [str(middle.numerator // middle.denominator), str(m), f"{str(m)[:-f]}.{str(m)[-f:]}"]
    for cell, value in zip(cells, read(cells), strict=True):
        assert value is None or value == float(cell)


@pytest.mark.parametrize(
    "cell", ["", ".", "-", "+", "-.", "1.2.3", "--1", "1e5", "123456789.5", "1" * 24, "9" * 20, "1,5", " 1"]
)
def test_any_other_cell_is_left_alone(cell: str) -> None:
    assert read(["7.5", cell, "-2"]) == [7.5, None, -2.0]


def test_zero_keeps_its_sign_and_a_comma_can_be_the_mark() -> None:
    assert [value.hex() for value in read(["-0", "+0.0", "-,5"], ",") if value is not None] == [
        "-0x0.0p+0",
        "-0x1.0000000000000p-1",
    ]
