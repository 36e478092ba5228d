"""Spreadsheets: the same as their table in CSV, any sheet of them, and the dangers they bring."""

from __future__ import annotations

import json
import os
import random
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

import pytest

from core import files
from core.errors import InputError
from core.files import Choices
from core.files.formats import spreadsheet
from tests.core.conftest import Headless
from tests.core.files.damage import damaged
from tests.core.files.faults import fault
from tests.core.files.sheets import Rows, number, ods, xls, xlsx

POINTS: Rows = [["a", "b", "y"], [1.0, 2.5, 0.0], [3.0, -1e-3, 1.0], [0.5, 4.0, 1.0]]
WRITERS: Mapping[str, Callable[[Path, Mapping[str, Rows]], Path]] = {".xlsx": xlsx, ".ods": ods, ".xls": xls}
each_kind = pytest.mark.parametrize("suffix", WRITERS)


def written(folder: Path, suffix: str, **sheets: Rows) -> Path:
    return WRITERS[suffix](folder / f"points{suffix}", sheets)


@each_kind
def test_a_sheet_is_the_same_as_its_table_in_csv(suffix: str, headless: Headless, tmp_path: Path) -> None:
    path = written(tmp_path, suffix, one=POINTS)
    plain = tmp_path / "points.csv"
    plain.write_text("a,b,y\n1,2.5,0\n3,-0.001,1\n0.5,4,1\n")
    summaries = [json.loads(headless(each, "--json")) for each in (path, plain)]
    for summary in summaries:
        del summary["dataset"]["path"]
    assert summaries[0] == summaries[1]
    assert summaries[0]["dataset"]["labels"] == ["0", "1"]
    loaded = files.load_with_remarks(path)
    assert loaded.dataset.same_as(files.load(plain))
    assert files.load_questions(path, ("b", "a")).X.tolist() == loaded.dataset.X[:, ::-1].tolist()
    assert files.survey(files.read_table(path)).sample.rows[0] == ("1", "2.5", "0")


@each_kind
def test_a_sheet_is_chosen_by_name_or_number(suffix: str, tmp_path: Path) -> None:
    path = written(tmp_path, suffix, one=POINTS, two=[["c", "y"], [1.0, "u"], [2.0, "v"]])
    first = files.load_with_remarks(path)
    assert first.remarks[0] == "the sheet 'one' was read; there are two too (--sheet reads another)"
    for sheet in ("two", "2", 2):
        found = files.load_with_remarks(path, Choices(sheet=sheet))
        assert (found.dataset.features, found.remarks) == (("c",), ())
    with pytest.raises(InputError, match="there is no sheet 'three'; the sheets are one, two"):
        files.load(path, sheet="three")


@each_kind
def test_titles_empty_rows_and_columns_and_numbers_as_text_are_no_obstacle(suffix: str, tmp_path: Path) -> None:
    rows: Rows = [
        ["Measured in May", None, None, None],
        [None, None, None, None],
        [None, "a", "b", "kind"],
        [None, 1.0, 2.5, "u"],
        [None, None, None, None],
        [None, "3", "4.5", "v"],
    ]
    loaded = files.load_with_remarks(written(tmp_path, suffix, one=rows))
    assert loaded.dataset.X.tolist() == [[1, 2.5], [3, 4.5]]
    assert loaded.dataset.features == ("a", "b")
    assert "line 1, 'Measured in May', was taken for a title and passed over" in loaded.remarks
    assert "column 1 is empty and was left out" in loaded.remarks


def test_a_merged_header_names_its_columns(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "s": [
                ["Name", "Size", None, "Kind"],
                [None, "long", "wide", None],
                ["p", 1.0, 2.0, "u"],
                ["q", 3.0, 5.0, "v"],
            ]
        },
    )
    loaded = files.load_with_remarks(path)
    assert loaded.dataset.features == ("long", "wide")
    assert loaded.dataset.target == "Kind"


def test_dates_and_truths_are_words(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx", {"s": [["a", "ok", "kind"], [1.0, True, "u"], [2.0, False, "v"], [5.0, True, "v"]]}
    )
    assert files.load(path).features == ("a",)
    assert files.load(path, encode=True).X.tolist() == [[1, 1], [2, 0], [5, 1]]


@each_kind
def test_declared_labels_are_compared_as_text(suffix: str, tmp_path: Path) -> None:
    loaded = files.load(written(tmp_path, suffix, one=[["a", "y (-1 = 01, +1 = 1)"], [1.0, "01"], [2.0, "1"]]))
    assert (loaded.y.tolist(), loaded.labels) == ([-1, 1], ("01", "1"))


@each_kind
def test_a_fault_has_its_row_and_column(suffix: str, tmp_path: Path) -> None:
    rows: Rows = [["a", "b", "y"], [1.0, 2.0, "u"], [None, None, None], [3.0, None, "v"], [4.0, 7.0, "v"]]
    assert fault(written(tmp_path, suffix, one=rows)) == "line 4, column 2: the cell is empty; write a number"


@each_kind
def test_what_is_no_spreadsheet_is_refused_in_a_sentence(suffix: str, tmp_path: Path) -> None:
    whole = written(tmp_path, suffix, one=POINTS).read_bytes()
    for content in (b"", b"a,b\n1,2\n", whole[: len(whole) // 2], whole[:30] + b"\xff" * 50 + whole[80:]):
        (path := tmp_path / f"bad{suffix}").write_bytes(content)
        assert "damaged" in fault(path) or "sheet" in fault(path)
    assert "is empty" in fault(written(tmp_path, suffix, one=[]))


@each_kind
def test_a_damaged_spreadsheet_is_refused_in_a_sentence_or_read(suffix: str, tmp_path: Path) -> None:
    whole, chance = written(tmp_path, suffix, one=POINTS).read_bytes(), random.Random(suffix)
    path, refusals = tmp_path / f"damaged{suffix}", list[InputError]()
    for _ in range(120):
        path.write_bytes(damaged(whole, chance))
        try:
            files.load_with_remarks(path)
        except InputError as error:
            refusals.append(error)
    assert refusals
    assert all(each.path == path and "cannot be" not in each.sentence for each in refusals)


def test_an_old_file_is_read_though_there_is_an_archive_in_it(tmp_path: Path) -> None:
    colours = xlsx(tmp_path / "colours.zip", {}).read_bytes()  # Excel packs those of a theme, and puts them at the end.
    path = written(tmp_path, ".xls", one=POINTS)
    path.write_bytes(path.read_bytes() + colours)
    assert zipfile.is_zipfile(path)
    assert files.load(path).X.tolist() == [[1, 2.5], [3, -1e-3], [0.5, 4]]


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_pipe_or_a_folder_is_no_spreadsheet(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xlsx")
    (tmp_path / "folder.ods").mkdir()
    assert fault(tmp_path / "pipe.xlsx") == "this is a pipe; choose a file"
    assert fault(tmp_path / "folder.ods") == "this is a folder; choose a file"
    assert fault(tmp_path / "none.xls") == "there is no such file"


def test_a_spreadsheet_is_not_written(tmp_path: Path) -> None:
    data = files.load(xlsx(tmp_path / "a.xlsx", {"s": POINTS}))
    with pytest.raises(InputError, match="spreadsheets are read and not written"):
        files.write(data, tmp_path / "a.ods")


def test_a_sheet_of_a_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,y\n1,u\n2,v\n")
    with pytest.raises(InputError, match="this is no spreadsheet"):
        files.load(tmp_path / "a.csv", sheet="x")


# Dangers

STRAY = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
STRAY_ODS = (
    '<table:table-row table:number-rows-repeated="1048575"><table:table-cell/></table:table-row><table:table-row>'
    '<table:table-cell table:number-columns-repeated="16383"/><table:table-cell office:value-type="float" '
    'office:value="1"/></table:table-row>'
)


@pytest.mark.parametrize(("write", "stray"), [(xlsx, STRAY), (ods, STRAY_ODS)])
def test_a_stray_cell_far_away_is_refused_before_memory_is_asked_for(
    write: Callable[[Path, Mapping[str, str]], Path], stray: str, tmp_path: Path
) -> None:
    path = write(tmp_path / f"stray.{write.__name__}", {"s": stray})
    assert path.stat().st_size < 3_000
    assert fault(path).startswith("the sheet reaches to row 1,048,576 and column 16,384, which is too far")


@pytest.mark.parametrize("column", [255, 65_535])
def test_a_stray_cell_far_away_in_an_old_file_is_refused_too(column: int, tmp_path: Path) -> None:
    path = written(tmp_path, ".xls", one=POINTS)
    path.write_bytes(path.read_bytes().replace(number(3, 0, 0.5), number(65_535, column, 0.5)))
    assert fault(path).startswith(f"the sheet reaches to row 65,536 and column {column + 1:,}, which is too far")


FAR = '<c r="{}"><v>1</v></c>'
FILLED = '<table:table-cell {} office:value-type="float" office:value="1"/>'
DAMAGED = "this spreadsheet is damaged; save the part that you need as CSV with the program that made it"


@pytest.mark.parametrize("place", ["XFD0001048576", "ZZZZZ5", "A05", "$A$5", "A5 ", "A+5", "XFE5", "A6", "A", "5"])
def test_a_place_in_another_form_than_c4_is_refused(place: str, tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"s": f'<row r="5"><c r="A5"><v>1</v></c>{FAR.format(place)}</row>'})
    assert fault(path) == DAMAGED


@pytest.mark.parametrize("row", ["0", "0001000000", "+3", "-1", " 3", "1e3", "٣", ""])
def test_a_row_or_a_repetition_in_another_form_is_refused(row: str, tmp_path: Path) -> None:
    assert fault(xlsx(tmp_path / "a.xlsx", {"s": f'<row r="{row}"><c><v>1</v></c></row>'})) == DAMAGED
    cell, many = FILLED.format(""), FILLED.format(f'table:number-columns-repeated="{row}"')
    for rows in (
        f'<table:table-row table:number-rows-repeated="{row}">{cell}</table:table-row>',
        f"<table:table-row>{many}</table:table-row>",
    ):
        assert fault(ods(tmp_path / "a.ods", {"s": rows})) == DAMAGED


def test_a_cell_is_read_once(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"s": '<row r="5"><c r="A5"><v>1</v></c><c r="A5"><v>2</v></c></row>'})
    assert fault(path) == DAMAGED


@pytest.mark.parametrize("name", ["xl/worksheets/s1.bin", "xl/worksheets/s1", "elsewhere/S1.XML", "xl/s1.png"])
def test_a_sheet_is_read_wherever_it_is_and_with_the_same_bounds(name: str, tmp_path: Path) -> None:
    path = with_parts(xlsx(tmp_path / "a.xlsx", {"s": POINTS}), moved=name)
    assert files.load(path).n == 3
    far = with_parts(xlsx(tmp_path / "far.xlsx", {"s": STRAY}), moved=name)
    assert fault(far).startswith("the sheet reaches to row 1,048,576 and column 16,384, which is too far")


@pytest.mark.parametrize(
    "change",
    [
        lambda sheet: b"<!DOCTYPE a [<!ENTITY e '1'>]>" + sheet,
        lambda sheet: b"<?xml version='1.0' encoding='none'?>" + sheet,
        lambda sheet: sheet.replace(b"</sheetData>", b"<worksheet/></sheetData>"),
        lambda sheet: sheet.replace(b"<v>1.0</v>", b"<v>1_0</v>"),
        lambda sheet: sheet.replace(b'<c r="A2">', b'<c r="A2" t="s">'),
        lambda sheet: sheet.replace(b'<c r="A2">', b'<c r="A2" t="b">'),
        lambda sheet: sheet + b" " * 2_000_000,
    ],
    ids=["entities", "encoding", "place", "number", "string", "truth", "air"],
)
def test_what_is_not_understood_is_refused(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    assert fault(with_parts(xlsx(tmp_path / "a.xlsx", {"s": POINTS}), change)) == DAMAGED


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_a_sheet_is_read_in_any_encoding_that_it_names(encoding: str, tmp_path: Path) -> None:
    def encoded(sheet: bytes) -> bytes:
        return f"<?xml version='1.0' encoding='{encoding}'?>{sheet.decode()}".encode(encoding)

    rows: Rows = [["ä", "y"], [1.0, "u"], [2.0, "v"]]
    assert files.load(with_parts(xlsx(tmp_path / "a.xlsx", {"s": rows}), encoded)).features == ("ä",)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["xl/worksheets/s1.xml", "xl/Worksheets/S1.xml", "xl\\worksheets\\s1.xml"])
def test_two_parts_of_one_name_are_refused(name: str, tmp_path: Path) -> None:
    path = xlsx(tmp_path / "a.xlsx", {"s": POINTS})
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(name, b"<worksheet/>")
    assert fault(path) == DAMAGED


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_packing_that_is_unpacked_without_a_bound_is_refused(packing: int, tmp_path: Path) -> None:
    assert fault(with_parts(xlsx(tmp_path / "a.xlsx", {"s": POINTS}), packing=packing)) == DAMAGED


def test_a_filled_cell_is_repeated_only_so_often(tmp_path: Path) -> None:
    rows = '<table:table-row table:number-rows-repeated="1000000">' + FILLED.format("") + "</table:table-row>"
    assert fault(ods(tmp_path / "a.ods", {"s": rows})).startswith("the sheet repeats a filled cell too often")


def test_a_long_text_in_many_cells_is_refused(tmp_path: Path) -> None:
    cell = (
        '<table:table-cell table:number-columns-repeated="16000" office:value-type="string">'
        f"<text:p>{'x' * 30_000}</text:p></table:table-cell>"
    )
    row = f"<table:table-row>{cell}</table:table-row>"
    assert fault(ods(tmp_path / "a.ods", {"s": row})).startswith("the sheet holds more text than there is memory for")


def test_a_few_cells_far_to_the_right_are_refused(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{i}">{FAR.format(f"XFD{i}")}</row>' for i in range(1, 200))
    assert fault(xlsx(tmp_path / "a.xlsx", {"s": rows})).startswith("the sheet reaches to row 199 and column 16,384")


def test_empty_columns_that_are_repeated_lose_no_row(tmp_path: Path) -> None:
    rows: list[list[float | str | None]] = [["a", None, None, "y"], [1.0, None, None, "u"], [2.0, None, None, "v"]]
    path = ods(tmp_path / "a.ods", {"s": rows})
    empty, repeated = b"<table:table-cell/>" * 2, b'<table:table-cell table:number-columns-repeated="2"/>'
    with_parts(path, lambda content: content.replace(empty, repeated), of="content.xml")
    loaded = files.load(path)
    assert (loaded.X.tolist(), loaded.y.tolist()) == ([[1], [2]], [-1, 1])


@pytest.mark.parametrize(
    ("place", "content"),
    [
        (30, b"\x40\0"),  # sectors of no known size
        (44, b"\xff" * 8),  # the directory in a sector that is not there
        (512, b"\0" * 512),  # all chains lead to the first sector
        (76, b"\0\0\0\0" * 109),  # the table of chains many times
        (520, b"\2\0\0\0"),  # a sector that follows itself
    ],
)
def test_an_old_file_whose_sectors_lead_nowhere_is_refused(place: int, content: bytes, tmp_path: Path) -> None:
    path = written(tmp_path, ".xls", one=POINTS)
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + content + whole[place + len(content) :])
    assert fault(path) == DAMAGED


def test_a_link_to_texts_that_are_not_there_is_no_obstacle(tmp_path: Path) -> None:
    link = b'<Relationship Id="t" Type="of/sharedStrings" Target="none.xml"/></Relationships>'
    path = with_parts(
        xlsx(tmp_path / "a.xlsx", {"s": POINTS}),
        lambda content: content.replace(b"</Relationships>", link),
        of="xl/_rels/workbook.xml.rels",
    )
    assert files.load(path).features == ("a", "b")


def test_cells_that_do_not_say_where_they_are_are_counted(tmp_path: Path) -> None:
    wide, long = "<c><v>1</v></c>" * 2_000, "<row><c><v>1</v></c></row>" * 6_000
    assert "reaches to row 6,001 and column 2,000" in fault(
        xlsx(tmp_path / "a.xlsx", {"s": f"<row>{wide}</row>{long}"})
    )


def test_empty_rows_and_cells_to_the_end_of_the_sheet_are_no_obstacle(tmp_path: Path) -> None:
    cells = '<table:table-cell table:number-columns-repeated="16381"/>'
    rows = "".join(
        f'<table:table-row><table:table-cell office:value-type="float" office:value="{i}"/><table:table-cell '
        f'office:value-type="string"><text:p>{"uv"[i % 2]}</text:p></table:table-cell>{cells}</table:table-row>'
        for i in (3, 5, 8)
    )
    rest = f'<table:table-row table:number-rows-repeated="1048573">{cells}</table:table-row>'
    assert files.load(ods(tmp_path / "a.ods", {"s": rows + rest})).X.tolist() == [[3], [5], [8]]


@pytest.mark.slow
def test_a_sheet_that_unpacks_to_more_than_a_gigabyte_is_refused_at_once(tmp_path: Path) -> None:
    row = "<row>" + "<c><v>1</v></c>" * 100 + "</row>"
    path = xlsx(tmp_path / "bomb.xlsx", {"s": ""})
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("xl/worksheets/t.xml", "w") as out,
    ):
        piece = (row * 6000).encode()
        for _ in range(1_200_000_000 // len(piece)):
            out.write(piece)
    assert path.stat().st_size < 20_000_000
    before, began = peak_bytes(), perf_counter()
    assert fault(path).startswith("this spreadsheet unpacks to more than 100 MB")
    assert perf_counter() - began < 20
    assert peak_bytes() - before < 2e9


def test_cells_beyond_the_bound_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MOST_CELLS", 11)
    for suffix in WRITERS:
        assert "which is too far" in fault(written(tmp_path, suffix, one=POINTS))


def test_a_spreadsheet_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "lie.xlsx", {"s": "<row/>" * 50_000})
    content = bytearray(path.read_bytes())
    place = content.rindex(b"PK\x01\x02", 0, content.rindex(b"xl/worksheets/s1.xml"))
    content[place + 24 : place + 28] = (100).to_bytes(4, "little")
    path.write_bytes(content)
    assert "damaged" in fault(path)


def peak_bytes() -> float:
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def with_parts(
    path: Path,
    change: Callable[[bytes], bytes] = bytes,
    *,
    of: str = "xl/worksheets/s1.xml",
    moved: str = "",
    packing: int = zipfile.ZIP_DEFLATED,
) -> Path:
    """Write the archive anew with one part changed, or under another name."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[of] = change(parts[of])
    if moved:
        parts[moved] = parts.pop(of)
        links = "xl/_rels/workbook.xml.rels"
        parts[links] = parts[links].replace(b"worksheets/s1.xml", f"/{moved}".encode())
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


# Files that are no tables


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.parquet", b"PAR1\x15\x04", "this is a Parquet file; in Python, pandas.read_parquet"),
        ("a.npz", b"PK\x03\x04rest", "this holds arrays of numpy; core.Dataset(X, y) takes them"),
        ("a.csv.gz", b"\x1f\x8b\x08\x00", "this file is packed; unpack it first (gunzip)"),
        ("a.csv", b"\x1f\x8b\x08\x00", "this file is packed; unpack it first (gunzip)"),
        ("a.html", b"<!DOCTYPE html><table>", "this is a web page; copy its table and paste it here"),
        ("a.data", b"\n<html><body>Not found", "this is a web page; copy its table and paste it here"),
        ("a.json", b'{"a": [1, 2]}', "this is JSON, which has no rows and columns"),
        ("a.csv", b"PK\x03\x04rest", "this is an archive; unpack it first"),
    ],
)
def test_what_holds_no_table_says_what_to_do(name: str, content: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert fault(tmp_path / name).startswith(sentence)


SUMMARY: Rows = [["The tables are on the sheets below."], ["Sheet", "Table"], ["One"], [None, "Table 1"]]


@each_kind
@pytest.mark.parametrize("first", [SUMMARY, [["Read me"]], [["Read me"], ["Points of 2026"]], []])
def test_a_first_sheet_without_a_table_is_named_with_the_others(suffix: str, first: Rows, tmp_path: Path) -> None:
    path = written(tmp_path, suffix, about=first, points=POINTS)
    told = "sheet 1, 'about', holds no table; the sheets are about, points; --sheet reads another"
    assert fault(path) == told
    with pytest.raises(
        InputError, match="holds no table; the sheets are about, points; write the examples on the first"
    ):
        files.load_questions(path, ("a", "b"))
    assert files.load(path, sheet=2).features == ("a", "b")


@each_kind
def test_a_first_sheet_of_words_is_a_table(suffix: str, tmp_path: Path) -> None:
    words: Rows = [["a", "kind"], ["u", "x"], ["v", "y"], ["u", "x"]]
    path = written(tmp_path, suffix, words=words, points=POINTS)
    assert files.load(path, encode=True).features == ("a=v",)
    assert fault(path).endswith("columns of them, and --sheet reads another of the sheets words, points")
