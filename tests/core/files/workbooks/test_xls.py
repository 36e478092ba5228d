"""The records of Excel until 2003: every kind of cell, texts that go on in another record, and false counts."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from core.errors import InputError
from core.files.workbooks.workbook import Cells
from core.files.workbooks.xls import Xls
from tests.core.files.sheets import compound, record

TEXTS = struct.pack("<II", 3, 3) + struct.pack("<HB", 2, 0) + b"ab" + struct.pack("<HB", 4, 0) + b"cd"
# The second text goes on in the next record, there two bytes wide; the third has a run of a format.
MORE = b"\1" + "eé".encode("utf-16-le") + struct.pack("<HBH", 1, 8, 1) + b"z" + b"\0" * 4


def workbook(folder: Path, *cells: bytes, texts: bytes = TEXTS, more: bytes = MORE, version: int = 0x600) -> Xls:
    begin, end = record(0x809, struct.pack("<HH12x", version, 5)), record(0x0A)
    styles = b"".join(record(0xE0, struct.pack("<HH16x", 0, number)) for number in (0, 14))
    shared = record(0xFC, texts) + record(0x3C, more)
    name = b"one" if version == 0x500 else b"\0one"
    sheet = len(begin) + len(styles) + len(shared) + 4 + 7 + len(name) + len(end)
    bound = record(0x85, struct.pack("<IBBB", sheet, 0, 0, 3) + name)
    stream = begin + styles + shared + bound + end + begin + b"".join(cells) + end
    return Xls(compound(folder / "a.xls", stream).read_bytes())


def cells_of(book: Xls) -> list[list[str]]:
    book.fill(grid := Cells(1000), "one")
    return [each.cells for each in grid.records()]


def cell(kind: int, column: int, rest: bytes, style: int = 0) -> bytes:
    return record(kind, struct.pack("<HHH", 0, column, style) + rest)


@pytest.mark.parametrize(
    ("records", "text"),
    [
        ([cell(0x203, 0, struct.pack("<d", 2.5))], "2.5"),
        ([cell(0x203, 0, struct.pack("<d", 45_000), style=1)], "2023-03-15"),
        ([cell(0x27E, 0, struct.pack("<I", (7 << 2) | 2))], "7"),
        ([cell(0x27E, 0, struct.pack("<I", (-7 << 2 & 0xFFFFFFFF) | 3))], "-0.07"),
        ([cell(0x27E, 0, b"\0\0\xf8\x3f")], "1.5"),
        ([cell(0xFD, 0, struct.pack("<I", 1))], "cdeé"),
        ([cell(0xFD, 0, struct.pack("<I", 2))], "z"),
        ([cell(0x204, 0, struct.pack("<HB", 1, 1) + "Ω".encode("utf-16-le"))], "Ω"),
        ([cell(0x205, 0, b"\1\0")], "TRUE"),
        ([cell(0x205, 0, b"\x07\1")], "#DIV/0!"),
        ([cell(0x06, 0, struct.pack("<d", 4) + b"\0" * 8)], "4"),
        ([cell(0x06, 0, b"\1\0\0\0\0\0\xff\xff" + b"\0" * 8)], "FALSE"),
        ([cell(0x06, 0, b"\0" * 6 + b"\xff\xff" + b"\0" * 8), record(0x207, struct.pack("<HB", 2, 0) + b"uv")], "uv"),
    ],
)
def test_each_kind_of_cell_is_read(records: list[bytes], text: str, tmp_path: Path) -> None:
    assert cells_of(workbook(tmp_path, *records)) == [[text]]


def test_several_short_numbers_stand_in_one_record(tmp_path: Path) -> None:
    numbers = b"".join(struct.pack("<HI", 0, (value << 2) | 2) for value in (3, 4))
    assert cells_of(workbook(tmp_path, record(0xBD, struct.pack("<HH", 0, 1) + numbers + b"\2\0"))) == [["", "3", "4"]]


def test_excel_95_writes_its_texts_in_a_code_page(tmp_path: Path) -> None:
    text = cell(0x204, 0, struct.pack("<H", 2) + "aé".encode("cp1252"))
    book = workbook(tmp_path, text, texts=struct.pack("<II", 0, 0), more=b"", version=0x500)
    assert cells_of(book) == [["aé"]]


@pytest.mark.parametrize("count", [0, 1, 9, 0xFFFFFFFF])
def test_texts_are_read_however_many_the_file_says_they_are(count: int, tmp_path: Path) -> None:
    texts = struct.pack("<II", 3, count) + TEXTS[8:]
    assert cells_of(workbook(tmp_path, cell(0xFD, 0, struct.pack("<I", 2)), texts=texts)) == [["z"]]


@pytest.mark.parametrize(
    "texts",
    [struct.pack("<IIHBI", 1, 1, 0, 4, 0xFFFFFFFF), struct.pack("<IIH", 1, 1, 9)],
    ids=["extra", "length"],
)
def test_a_text_that_reaches_beyond_its_table_is_refused(texts: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="damaged"):
        workbook(tmp_path, texts=texts, more=b"")


@pytest.mark.parametrize(
    "bad",
    [
        cell(0xFD, 0, struct.pack("<I", 3)),
        cell(0x203, 0, b"\0"),
        cell(0x203, 0, b"\0" * 8, style=2),
        record(0xBD, b"\0" * 7),
        b"\x03\x02\xff\xff",
    ],
    ids=["text", "number", "style", "numbers", "length"],
)
def test_a_record_that_is_too_short_or_names_what_is_not_there_is_refused(bad: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="damaged"):
        cells_of(workbook(tmp_path, bad))


def test_a_locked_workbook_says_so(tmp_path: Path) -> None:
    stream = record(0x809, struct.pack("<HH12x", 0x600, 5)) + record(0x2F, b"\0" * 6) + record(0x0A)
    with pytest.raises(InputError, match="this spreadsheet is locked"):
        Xls(compound(tmp_path / "a.xls", stream).read_bytes())
