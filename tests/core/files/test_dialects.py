"""Files as Excel, LibreOffice, R and numpy write them, byte by byte, and what is said of how they were read."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core import files
from core.datasets.dataset import Dataset
from core.files import Choices, GapError, disk
from core.files.rows import reader
from core.files.table.numbers import UndecidedError
from tests.core.conftest import Headless
from tests.core.files.faults import fault, save

X = [[1234.5, 2.25], [3.0, 4.5]]
LATIN = "the file is not UTF-8 and was read as Latin-1"
WINDOWS = "the file is not UTF-8 and was read as Windows-1252"
SPACES = "spaces were taken to separate the columns"

GERMAN = b"H\xf6he;Breite;Sorte\r\n1.234,5;2,25;gr\xfcn\r\n3;4,5;rot\r\n"
DIALECTS = {
    "Excel, German": (GERMAN, (LATIN, "the point was taken to group thousands: 1.234,5 was read as 1234.5")),
    "Excel, German, with a quote of Windows": (
        b"H\xf6he;Breite;Sorte\r\n1234,5;2,25;\x84gr\xfcn\x93\r\n3;4,5;rot\r\n",
        (WINDOWS,),
    ),
    "Excel, English": (
        b'H\xf6he,Breite,Sorte\r\n"1,234.5",2.25,gr\xfcn\r\n3,4.5,rot\r\n',
        (LATIN, "the comma was taken to group thousands: 1,234.5 was read as 1234.5"),
    ),
    "Excel, told its delimiter": (b"sep=;\r\nH\xc3\xb6he;Breite;Sorte\r\n1234,5;2,25;gr\xc3\xbcn\r\n3;4,5;rot\r\n", ()),
    "Excel, told another one": (b"sep=|\r\nH\xc3\xb6he|Breite|Sorte\r\n1234.5|2.25|gr\xc3\xbcn\r\n3|4.5|rot\r\n", ()),
    "Excel, CSV UTF-8": (b"\xef\xbb\xbfH\xc3\xb6he;Breite;Sorte\r\n1234,5;2,25;gr\xc3\xbcn\r\n3;4,5;rot\r\n", ()),
    "Excel, Unicode text": (
        "Höhe\tBreite\tSorte\r\n1234,5\t2,25\tgrün\r\n3\t4,5\trot\r\n".encode("utf-16"),
        (),
    ),
    "LibreOffice": (b'"H\xc3\xb6he","Breite","Sorte"\n1234.5,2.25,"gr\xc3\xbcn"\n3,4.5,"rot"\n', ()),
    "LibreOffice, German": (b'"H\xc3\xb6he";"Breite";"Sorte"\n1234,5;2,25;"gr\xc3\xbcn"\n3;4,5;"rot"\n', ()),
    "R, write.csv2 without row names": (
        b'"H\xc3\xb6he";"Breite";"Sorte"\n1234,5;2,25;"gr\xc3\xbcn"\n3;4,5;"rot"\n',
        (),
    ),
    "R, write.table": (
        b'"H\xc3\xb6he" "Breite" "Sorte"\n"1" 1234.5 2.25 "gr\xc3\xbcn"\n"2" 3 4.5 "rot"\n',
        ("the first cell of each row has no name above it and was taken for the name of the row", SPACES),
    ),
    "R, write.table without row names": (
        b'"H\xc3\xb6he" "Breite" "Sorte"\r\n1234.5 2.25 "gr\xc3\xbcn"\r\n3 4.5 "rot"\r\n',
        (SPACES,),
    ),
    "aligned by hand": (
        "# Höhe Breite Sorte\n\n  1234.5   2.25   grün \n     3.0\t 4.50   rot\n# end\n".encode(),
        (SPACES, "line 1, which begins with #, was taken for the names", "1 line that begins with # was passed over"),
    ),
}


def either_way(monkeypatch: pytest.MonkeyPatch, compiled: bool, size: int) -> None:
    monkeypatch.setattr(disk, "BLOCK_BYTES", size)
    if not compiled:
        monkeypatch.setattr(reader, "loops", lambda: None)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("size", [7, 1 << 18])
@pytest.mark.parametrize("name", DIALECTS)
def test_every_programs_file_says_the_same(
    name: str, size: int, compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    either_way(monkeypatch, compiled, size)
    content, remarks = DIALECTS[name]
    path = save(tmp_path, content)
    loaded = files.load_with_remarks(path)
    assert loaded.dataset.X.tolist() == X
    assert loaded.dataset.features == ("Höhe", "Breite")
    assert [label.strip("„“") for label in loaded.dataset.labels] in (["grün", "rot"], ["rot", "grün"])
    assert loaded.remarks == remarks
    survey = files.survey(files.read_table(path))
    columns = [survey.sample.values[feature].tolist() for feature in survey.features]
    assert [list(row) for row in zip(*columns, strict=True)] == X
    assert set(remarks) <= {*survey.remarks, *loaded.remarks}
    assert not survey.faults


def test_what_numpy_saves_is_read(tmp_path: Path) -> None:
    table = np.column_stack([np.random.default_rng(0).normal(size=(40, 2)), [-1, 1] * 20])
    for header, names in (("", ("x1", "x2")), ("width height label", ("width", "height"))):
        path = tmp_path / "numpy.txt"
        np.savetxt(path, table, header=header)
        loaded = files.load_with_remarks(path)
        assert (loaded.dataset.X.tolist(), loaded.dataset.y.tolist()) == (table[:, :2].tolist(), table[:, 2].tolist())
        assert loaded.dataset.features == names
        assert loaded.remarks[0] == SPACES
        np.savetxt(path.with_suffix(".csv"), table, delimiter=",", header=header.replace(" ", ","))
        assert files.load(path.with_suffix(".csv")).same_as(loaded.dataset)


def test_what_counts_the_rows_is_told(tmp_path: Path) -> None:
    path = save(tmp_path, b'"","x","y","kind"\n"1",1.5,2,"a"\n"2",3,4,"b"\n')
    loaded = files.load_with_remarks(path)
    assert loaded.dataset.features == ("x", "y")
    assert loaded.remarks == ("column 1 only identifies the rows and was left out (--columns brings it back)",)
    assert files.survey(files.read_table(path)).identifiers == ("1",)


# Bytes


def test_damaged_utf_8_is_not_taken_for_another_encoding(tmp_path: Path) -> None:
    assert "these bytes are not text" in fault(save(tmp_path, "x,y,ä\n1,2,é\n".encode() + b"1,2,\xe9\n"))
    assert "these bytes are not text" in fault(save(tmp_path, b"1,2,a\n\x00\x03\xe9,2,b\n"))
    assert "these bytes are not text" in fault(save(tmp_path, b"1,2,a\n\x81,2,b\n"))


# Points and commas


def test_what_a_column_does_not_tell_is_refused_or_read_as_is_said(tmp_path: Path) -> None:
    path = save(tmp_path, "a;b;kind\n1,5;1.234;x\n2,5;2.000;y\n")
    sentence = (
        "line 2, column 2: '1.234' may be 1234 or 1.234, but no number of its column has both signs; "
        "write 1234 or 1,234"
    )
    assert fault(path) == sentence
    with pytest.raises(UndecidedError):
        files.load(path)
    survey = files.survey(files.read_table(path))
    assert (survey.doubtful, *survey.faults) == ("1.234", "b")
    assert files.load_with_remarks(path, Choices(grouped=True)).dataset.X.tolist() == [[1.5, 1234], [2.5, 2000]]
    assert files.load_with_remarks(path, Choices(grouped=False)).dataset.X.tolist() == [[1.5, 1.234], [2.5, 2.0]]
    assert files.survey(files.read_table(path), Choices(grouped=True)).sample.values["b"].tolist() == [1234, 2000]
    assert files.load(path, columns=["a"]).X.tolist() == [[1.5], [2.5]]


@pytest.mark.parametrize("first", ["1.234", "1.234,5"])
def test_the_order_of_the_rows_does_not_matter(first: str, tmp_path: Path) -> None:
    rows = ["1.234,5;x\n", "1.234;y\n", "7,25;y\n"]
    rows.sort(key=lambda row: not row.startswith(f"{first};"))
    found = files.load(save(tmp_path, "".join(["a;kind\n", *rows])))
    assert sorted(found.X[:, 0].tolist()) == [7.25, 1234, 1234.5]


def test_one_column_does_not_decide_for_another(tmp_path: Path) -> None:
    assert "'2.345' may be 2345 or 2.345" in fault(save(tmp_path, "1.234,5;2.345;x\n1,5;1,5;y\n"))


def test_a_number_with_both_signs_in_a_wrong_order_is_none(tmp_path: Path) -> None:
    for cell in ("1.23,5", "12345.678,9", "1.234,5,6", "0.123,4"):
        assert "is not a number" in fault(save(tmp_path, f"a;kind\n1,5;x\n{cell};y\n"))


# Gaps

GAPS = "a,b,c,kind\n1,2,3,x\n,5,6,y\n7,8,NA,z\n1,5,9,\n4,4,4,z\n1,1,1,x\n2,2,2,y\n"


@pytest.mark.parametrize("compiled", [True, False])
def test_rows_with_gaps_are_left_out_where_that_is_said(
    compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    either_way(monkeypatch, compiled, 9)
    path = save(tmp_path, GAPS)
    with pytest.raises(GapError):
        files.load(path, positive="x")
    loaded = files.load_with_remarks(path, Choices("x", skip_incomplete=True))
    assert loaded.dataset.X.tolist() == [[1, 2, 3], [4, 4, 4], [1, 1, 1], [2, 2, 2]]
    assert loaded.left_out == ("3 incomplete rows were left out: lines 3, 4 and 5",)
    assert files.load(path, positive="x", columns=["b"], skip_incomplete=True).n == 6
    survey = files.survey(files.read_table(path))
    assert survey.incomplete(["a", "b"]) == {3: "y", 5: ""}
    assert survey.incomplete(["b"]) == {5: ""}
    assert not survey.faults


def test_a_gap_in_a_class_that_is_not_used_does_not_matter(tmp_path: Path) -> None:
    path = save(tmp_path, "a,kind\n1,x\n2,y\n,z\n")
    loaded = files.load_with_remarks(path, Choices("x", "y"))
    assert (loaded.dataset.X.tolist(), loaded.dataset.y.tolist()) == ([[1], [2]], [1, -1])
    assert loaded.dataset.labels == ("y", "x")
    assert loaded.left_out == ("only x (+1) and y (−1) are used: 1 example of others was left out",)


def test_a_column_without_any_number_cannot_be_a_feature(tmp_path: Path) -> None:
    survey = files.survey(files.read_table(save(tmp_path, "a,b,what,kind\n1,,p1,x\n2,,p2,y\n")))
    assert survey.faults == {
        "b": "no row has a number there",
        "what": "line 2, column 3: 'p1' is not a number; write a number",
    }


# Headless


def test_the_summary_says_what_was_left_out_and_how_it_was_read(headless: Headless, tmp_path: Path) -> None:
    content = "# Messung\nH\xf6he Breite Sorte\n1 2 Birne\n NA 1 Birne\n3 1 Pflaume\n9 9 Apfel\n"
    path = save(tmp_path, content.encode("latin-1"), "fruit.txt")
    summary = json.loads(headless(path, "--classes", "Birne,Pflaume", "--skip-incomplete", "--json"))
    assert summary["dataset"]["labels"] == ["Pflaume", "Birne"]
    assert (summary["dataset"]["n"], summary["dataset"]["positives"]) == (2, 1)
    assert summary["notes"] == [
        LATIN,
        SPACES,
        "1 line that begins with # was passed over, the first of them '# Messung'",
        "only Birne (+1) and Pflaume (−1) are used: 1 example of others was left out",
        "1 incomplete row was left out: line 4",
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--classes", "x"), "choose two classes, the first is +1; 1 are named: x"),
        (("--classes", "x,x"), "'x' is chosen for both classes; choose two different ones"),
        (("--classes", "x,q"), "no example is labelled 'q'; the labels are 'x', 'y', 'z'"),
        (("--classes", "x,y", "--positive", "x"), "--positive and --classes both say which class is +1"),
        (("--positive", "x"), "line 3, column 1: the cell is empty; write a number; --skip-incomplete"),
    ],
)
def test_choices_that_cannot_be_are_refused(
    options: tuple[str, ...], sentence: str, refused: Headless, tmp_path: Path
) -> None:
    assert sentence in refused(save(tmp_path, GAPS), *options)


def test_a_held_out_file_has_the_same_two_of_its_classes(tmp_path: Path) -> None:
    path = save(tmp_path, "a,kind\n1,x\n2,y\n3,z\n")
    data = files.load(path, positive="z", negative="x")
    assert files.load_held_out(path, data).same_as(data)


def test_what_begins_like_a_comment_is_written_so_that_it_is_read_back(tmp_path: Path) -> None:
    data = renamed(files.load(save(tmp_path, "a,kind\n1,x\n2,y\n")))
    files.write(data, tmp_path / "again.csv")
    assert files.load(tmp_path / "again.csv").same_as(data)


def renamed(data: Dataset) -> Dataset:
    return Dataset(data.X, data.y, ["# a"], data.labels, data.target)
