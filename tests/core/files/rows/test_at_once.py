"""Rows read at once, by column and in C: the same numbers, texts and faults, and the numbers are those of `float`."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.compiled import loops
from core.datasets.dataset import LARGEST
from core.errors import InputError
from core.files.rows import reader
from core.files.rows.reader import CellReader, read_rows, split_records
from core.files.table.numbers import Signs
from core.files.table.table import Block

NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")

needs_library = pytest.mark.skipif(loops() is None, reason="the compiled loops were not built")

digits = st.text("0123456789", max_size=23)
numbers = st.builds("{}{}{}{}".format, st.sampled_from(["", "-", "+"]), digits, st.sampled_from(["", "."]), digits)
near = st.text("0123456789.+-e x/:,\0", max_size=24)
doubles = st.floats(-1e17, 1e17, allow_subnormal=False).map(repr)
whole = st.integers(-(10**20), 10**20).map(str)
powers = st.builds("{}{}{}".format, numbers | whole, st.sampled_from("eE"), st.integers(-40, 40) | st.just("+007"))
clear = st.floats(1e-2, 1e5) | st.floats(-1e5, -1e-2)
labels = st.sampled_from(["a", "b", "-1", "+1", "Iris-setosa", "Iris-versicolor", "versicolor and more", "é", "", "NA"])
cells = st.one_of(
    clear.map(repr),
    clear.map(repr),
    numbers,
    doubles,
    powers,
    labels,
    near,
    st.sampled_from(["1,5", "1.234,5", "?", ""]),
)
scraps = st.sampled_from(
    [" ", "  ", ",", ";", "\t", "\n", "\r\n", "\r", '"', ".", "-", "9" * 20, "1e5", "\0", "−", "\xa0"]
)


@st.composite
def texts(draw: st.DrawFn, delimiter: str, width: int) -> str:
    """Rows of cells that may be anything, in which something may be wrong."""
    tidy = draw(st.booleans())
    kept = (
        draw(st.sampled_from([clear.map(repr), clear.map(lambda value: repr(value).replace(".", ","))]))
        if tidy
        else cells
    )
    row = st.tuples(*[kept] * (width - 1), st.sampled_from("ab") if tidy else cells)
    text = "".join(delimiter.join(row) + "\n" for row in draw(st.lists(row, max_size=12)))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(scraps) + text[place + draw(st.integers(0, 3)) :]
    return text


Read = tuple[object, ...] | str


def outcome(blocks: list[str], delimiter: str, width: int) -> Read:
    """All that comes of reading the blocks one after the other: bits of numbers, texts, marks and lines."""
    try:
        cells = CellReader(1, width, delimiter).read(block.encode() for block in blocks)
    except InputError as error:
        return str(error)
    bits = cells.values.copy().view(np.int64).tolist()
    marks = {mark: marked.tolist() for mark, marked in cells.marked.items()}
    return bits, dict(cells.odd_texts), marks, [cells.line(row) for row in range(cells.n)], cells.first_rows(99)


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, int, list[str]]:
    delimiter, width = draw(st.sampled_from(",;\t")), draw(st.integers(1, 4))
    return delimiter, width, draw(st.lists(texts(delimiter, width), min_size=1, max_size=3))


@needs_library
@given(tables())
def test_both_ways_read_the_same(table: tuple[str, int, list[str]]) -> None:
    delimiter, width, blocks = table
    fast = outcome(blocks, delimiter, width)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "loops", lambda: None)
        assert outcome(blocks, delimiter, width) == fast


@given(tables())
def test_every_cell_comes_back_as_it_stands(table: tuple[str, int, list[str]]) -> None:
    delimiter, width, blocks = table
    try:
        cells = CellReader(1, width, delimiter).read(block.encode() for block in blocks)
    except InputError:
        return
    rows = [record.cells for block in blocks for record in split_records(block, delimiter)]
    assert cells.first_rows(len(rows)) == rows
    for j in range(width):
        assert list(cells.all_texts(j)) == [row[j] for row in rows]
        column = cells.column(j)
        assert [column.texts[code] for code in column.codes] == [rows[row][j] for row in column.odd]


def block_of(data: str) -> Block:
    return Block(data.encode(), b";", b"\n", (), True)


def read_in_c(cells: list[str]) -> list[float | None]:
    """The number in each cell; None where it is left to `float`."""
    found = read_rows(block_of("".join(f"{cell};\n" for cell in cells)), b".", 2)
    assert found is not None
    left = {row for row, column, _, _ in found.left.tolist() if column == 0}
    return [None if row in left else value for row, value in enumerate(found.numbers[0].tolist())]


PLAIN = re.compile(rf" *(?:{NUMBER.pattern})(?:[eE][+-]?[0-9]+)? *")


@given(numbers | near.filter(lambda cell: "," not in cell) | doubles | whole | powers, st.sampled_from(".,"))
def test_what_is_read_without_c_is_every_number_as_float_reads_it(cell: str, mark: str) -> None:
    value = Signs(mark).value(cell.replace(".", mark))
    is_number = PLAIN.fullmatch(cell) is not None and abs(float(cell)) <= LARGEST
    assert (value is not None) == is_number
    if value is not None:
        assert value.hex() == float(cell).hex()


@needs_library
@given(
    st.lists(numbers | near.filter(lambda cell: ";" not in cell) | doubles | whole | powers, min_size=1, max_size=40)
)
def test_what_c_reads_is_what_float_reads(cells: list[str]) -> None:
    for cell, value in zip(cells, read_in_c(cells), strict=True):
        if value is not None:
            mantissa, *_ = cell.strip(" ").replace("E", "e").split("e")
            assert NUMBER.fullmatch(mantissa)
            assert value.hex() == float(cell).hex()


@needs_library
@given(st.lists(clear, min_size=1, max_size=40))
def test_c_reads_a_double_however_it_is_printed(values: list[float]) -> None:
    for write in (repr, "{:.18e}".format, "{:.17g}".format, "{:.4f}".format):
        written = [write(value) for value in values]
        assert read_in_c(written) == [float(cell) for cell in written]


@needs_library
@given(st.integers(2**53, 10**18), st.integers(1, 22))
def test_c_never_reads_a_number_half_way_between_two_doubles_wrong(m: int, f: int) -> None:
    below = float(m)
    middle = (Fraction(below) + Fraction(np.nextafter(below, np.inf))) / 2
    whole_ = middle.numerator // middle.denominator
    cells = [str(whole_), f"{whole_}e-{f}", f"{m}e-{f}", f"{m}e{f}"]
    for cell, value in zip(cells, read_in_c(cells), strict=True):
        assert value is None or value == float(cell)


@needs_library
def test_c_reads_zeros_signs_and_powers() -> None:
    cells = ["-0", "+.5", "7.", "-0e99", "1e22", "1e23", "1e", "1e+", ".", "-", "--1", "1e00005", "0" * 30 + "7"]
    read = read_in_c(cells)
    assert [None if value is None else value.hex() for value in read] == [
        *(float(cell).hex() for cell in cells[:5]),
        *[None] * 7,
        float(7).hex(),
    ]


@pytest.mark.parametrize("pure", [False, True])
def test_usual_rows_never_go_cell_by_cell(pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if pure:
        monkeypatch.setattr(reader, "loops", lambda: None)
    monkeypatch.delattr(CellReader, "_resolved")
    text = "1;2,5;Iris.setosa;-3\r\n 4 ;1e-05;b;+,5\r\n5;6;Iris.setosa;7,25"
    cells = CellReader(1, 4, ";").read([b"1;0;b;2,5\n", text.encode()])
    assert cells.values[:, [3, 0]].tolist() == [[2.5, 1], [-3, 1], [0.5, 4], [7.25, 5]]
    assert (cells.odd_texts, cells.column(2).codes.tolist()) == ({2: ["b", "Iris.setosa"]}, [0, 1, 0, 1])
