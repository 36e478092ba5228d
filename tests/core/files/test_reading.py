"""Read right, or refused: labels, headers, what is ambiguous, and files that are none."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import BinaryIO

import numpy as np
import pytest

from core import files
from core.errors import CancelledError, InputError
from core.files import disk, load_with_remarks
from core.files.disk import BLOCK_BYTES
from core.files.rows import opening
from core.files.rows.reader import Record, split_records
from tests.core.files.faults import fault, save

# Labels


@pytest.mark.parametrize(
    ("labels", "signs", "names"),
    [
        (["+1,0", "-1,0"], [1, -1], ("-1", "+1")),
        (["9,5", "10,5"], [-1, 1], ("9.5", "10.5")),
        (["10", "9"], [1, -1], ("9", "10")),
        (["2", "2.0", "3"], [-1, -1, 1], ("2", "3")),
        (["1e1", "9", "10.0"], [1, -1, 1], ("9", "10")),
        (["+", "-", "−"], [1, -1, -1], ("-1", "+1")),
        (["+", "-1"], [1, -1], ("-1", "+1")),
        (["12345678901234567890", "12345678901234567891"], [-1, 1], ("12345678901234567890", "12345678901234567891")),
    ],
)
def test_numbers_are_classes_by_size(
    labels: list[str], signs: list[int], names: tuple[str, str], tmp_path: Path
) -> None:
    rows = "".join(f"1,5;{label}\n" for label in labels)
    dataset = files.load(save(tmp_path, f"x;label\n{rows}"))
    assert (dataset.y.tolist(), dataset.labels) == (signs, names)


@pytest.mark.parametrize("label", ["NA", "na", "?", "n/a", "#N/A", "NaN", "null", "."])
def test_a_missing_label_is_refused_and_no_class(label: str, tmp_path: Path) -> None:
    path = save(tmp_path, f"x,y,label\n1,2,a\n1,2,{label}\n1,2,b\n")
    assert fault(path) == f"line 3, column 3: {label!r} stands for a missing label; write a label"


@pytest.mark.parametrize("label", ["# a", "#a", "a # really", "// b", "1 //"])
def test_a_label_with_a_comment_is_refused_and_no_class(label: str, tmp_path: Path) -> None:
    path = save(tmp_path, f"1,2,a\n1,2,{label}\n")
    assert fault(path) == f"line 2, column 3: {label!r} holds a comment; write a label"


def test_a_bare_sign_beside_a_name_is_refused(tmp_path: Path) -> None:
    path = save(tmp_path, "1,2,a\n1,2,-\n")
    assert fault(path) == "line 2, column 3: '-' is a sign beside labels that are none; write a label"


def test_a_column_of_different_texts_holds_no_classes(tmp_path: Path) -> None:
    path = save(tmp_path, "x,label\n" + "".join(f"1,name {i}\n" for i in range(20_000)))
    sentence = "line 10002, column 2: there are more than 10,000 different labels; choose a column of classes"
    assert fault(path) == sentence
    assert files.survey(files.read_table(path)).trouble.startswith(sentence)


# Headers


@pytest.mark.parametrize(
    ("first", "place"),
    [
        ("NA,?,a", "line 1, column 1: 'NA' is not a number"),
        (",,a", "line 1, column 1: the cell is empty"),
        ("$5,$6,a", "line 1, column 1: '$5' is not a number"),
        ("$5,$6,c", "line 1, column 1: '$5' is not a number"),
        ("five,six,a", "line 1, column 1: 'five' is not a number, but 'a' is a label"),
        ("five,six,7", "line 1, column 1: 'five' is not a number, but '7' is a label"),
    ],
)
def test_an_example_that_cannot_be_read_is_no_header(first: str, place: str, tmp_path: Path) -> None:
    path = save(tmp_path, f"{first}\n1,2,a\n3,4,b\n")
    assert fault(path).startswith(place)
    with pytest.raises(InputError):
        files.survey(files.read_table(path))


def test_a_number_that_is_a_class_in_another_spelling_is_no_header(tmp_path: Path) -> None:
    path = save(tmp_path, "five;six;1,0\n1;2;1\n3;4;0\n")
    assert fault(path).startswith("line 1, column 1: 'five' is not a number, but another cell of this row is")


@pytest.mark.parametrize("first", ["five,six,label", ",y,kind", "x1,x2,a b"])
def test_names_are_a_header(first: str, tmp_path: Path) -> None:
    assert files.load(save(tmp_path, f"{first}\n1,2,a\n3,4,b\n")).n == 2


# What is ambiguous


@pytest.mark.parametrize(
    ("content", "remarks"),
    [
        ("a;label\n1,000;x\n2,500;y\n", ("the comma was taken for the decimal mark: 1,000 was read as 1.0",)),
        ("a;label\n1.000;x\n12.500;y\n", ("the point was taken for the decimal mark: 1.000 was read as 1.0",)),
        ("a\tlabel\n1,000\tx\n", ("the comma was taken for the decimal mark: 1,000 was read as 1.0",)),
        ('a,label\n1,"1,000"\n2,"2,000"\n', ("the comma in the label '1,000' was taken for the decimal mark",)),
        (
            "class,x,target\n0,1,1\n1,2,0\n1,5,0\n",
            ("the columns class, target could all hold the labels; 'target' was taken",),
        ),
        ("0,5,1\n1,6,0\n1,7,0\n", ("the last column was taken for the labels; 1 could hold them too",)),
        (
            "sick,age,old\n0,5,1\n1,6,0\n1,7,0\n",
            ("the last column was taken for the labels; 'sick' could hold them too",),
        ),
    ],
)
def test_what_is_ambiguous_is_told(content: str, remarks: tuple[str, ...], tmp_path: Path) -> None:
    assert files.load_with_remarks(save(tmp_path, content)).remarks == remarks


@pytest.mark.parametrize(
    "content",
    [
        "a;label\n1,000;x\n2,5;y\n",
        "a;label\n0,125;x\n2,500;y\n",
        "a;label\n1234,500;x\n2,500;y\n",
        "a\tlabel\n1.000\tx\n2.500\ty\n",
        "a,label\n1.000,x\n2.500,y\n",
        "0,5,a\n1,6,b\n1,7,b\n",
        "sick,age,label\n0,5,1\n1,6,0\n1,7,0\n",
        "x,y,label\n1,2,1\n",
    ],
)
def test_what_is_plain_is_not_talked_about(content: str, tmp_path: Path) -> None:
    assert files.load_with_remarks(save(tmp_path, content)).remarks == ()


# Messages


@pytest.mark.parametrize(
    "content",
    [
        "a,b,label\n1,2,x\n1,\x1b[31m\x07" + "z" * 10_000 + ",x\n",
        "a,b,label\n1,2,x\n1," + "1" * 20_000 + "x,x\n",
        "a,b,label\n1,2," + "z" * 2_000_000 + "\n",
        "z" * 2_000_000 + ",b,label\n1,2,x\n",
        'a,b,label\n1,2,"' + "z" * 2_000_000,
        '1,"2\n\u2028' + "z" * 100 + '",x\n',
        "\0" * 1_000_000,
    ],
)
def test_a_message_echoes_no_more_than_a_line(content: str, tmp_path: Path) -> None:
    assert fault(save(tmp_path, content)).isprintable()


def test_a_message_lists_the_first_of_many_names(tmp_path: Path) -> None:
    path = save(tmp_path, ",".join(f"feature\u2028{i}" for i in range(1000)) + ",label\n")
    with pytest.raises(InputError) as caught:
        files.load(path, columns=["no"])
    assert len(caught.value.sentence) < 300
    assert caught.value.sentence.isprintable()


def test_a_path_in_a_message_stays_on_the_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        files.load(tmp_path / "a\nb.csv")
    assert "a\\nb.csv: there is no such file" in str(caught.value)


# Size


def test_a_number_of_twenty_thousand_digits_is_read(tmp_path: Path) -> None:
    assert files.load(save(tmp_path, f"1,0.{'3' * 20_000},x\n")).X.tolist() == [[1, 1 / 3]]


@pytest.mark.slow
def test_forty_thousand_columns_are_read_and_can_be_chosen_from(tmp_path: Path) -> None:
    names = [f"f{j}" for j in range(40_000)]
    path = save(tmp_path, ",".join([*names, "label"]) + "\n" + (",".join(map(str, range(40_000))) + ",a\n") * 3)
    assert files.survey(files.read_table(path)).features == tuple(names)
    assert files.load(path, columns=["f39999", "f7"]).X.tolist() == [[39_999, 7]] * 3
    assert files.load(path).X[2].tolist() == list(range(40_000))


def test_a_file_of_many_blocks_is_read_whole(tmp_path: Path) -> None:
    X = np.random.default_rng(0).normal(size=(60_000, 2))
    path = tmp_path / "data.csv"
    files.write(
        files.load(save(tmp_path, "x1,x2,label\n1,2,a\n3,4,b\n")).with_rows(X, np.where(X[:, 0] > 0, 1, -1)),
        path,
    )
    assert path.stat().st_size > 3 * BLOCK_BYTES
    dataset = files.load(path)
    assert dataset.X.tobytes() == X.T.tobytes() or dataset.X.tolist() == X.tolist()
    assert dataset.y.tolist() == np.where(X[:, 0] > 0, 1, -1).tolist()


def test_a_reading_that_nobody_wants_ends_at_the_next_block(tmp_path: Path) -> None:
    path = save(tmp_path, "x,label\n" + "1.5,a\n" * BLOCK_BYTES)
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    with pytest.raises(CancelledError):
        files.load_with_remarks(path, cancelled=cancelled)
    assert asked == 3


# What is no file


@pytest.mark.skipif(os.name == "nt", reason="pipes, devices and sockets of POSIX")
def test_pipes_devices_and_sockets_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket.csv"))
        for path, sentence in (
            (tmp_path / "pipe.csv", "this is a pipe; choose a file"),
            (Path("/dev/zero"), "this is a device; choose a file"),
            (tmp_path / "socket.csv", None),
            (tmp_path, "this is a folder; choose a file"),
        ):
            message = fault(path)
            assert sentence is None or message == sentence


@pytest.mark.parametrize("block", [3, 4, 7, 64])
def test_the_blocks_of_a_file_are_its_bytes_cut_where_lines_end(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "BLOCK_BYTES", block)
    text = "a,b\r\n\r\n1,é\n\n2\r3\r\r\n" * 3
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        pieces = [*disk.TextBlocks(save(tmp_path, text.encode(encoding)))]
        assert b"".join(pieces).decode() == text
        assert all(piece.endswith((b"\n", b"\r")) for piece in pieces[:-1])
        assert not any(a.endswith(b"\r") and b.startswith(b"\n") for a, b in pairwise(pieces))


def test_a_file_is_read_once_whatever_is_asked_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path, "a;b;kind\n1,5;1.234;x\n2,5;2.000;y\n;3.000;z\n")
    opened: list[Path] = []
    plain = disk.opened

    def spied(path: Path) -> BinaryIO:
        opened.append(path)
        return plain(path)

    monkeypatch.setattr(disk, "opened", spied)
    table = files.read_table(path)
    looks = len(opened)
    for choices in (files.Choices(), files.Choices(grouped=True), files.Choices(label=1), files.Choices(encode=True)):
        files.survey(table, choices)
    chosen = files.Choices("x", grouped=True, skip_incomplete=True)
    assert files.loaded(table, path, chosen).dataset.X.tolist() == [[1.5, 1234], [2.5, 2000]]
    assert len(opened) == looks <= 2, "a look at what it begins with, and all of it"


@pytest.mark.slow
def test_all_columns_of_words_in_a_wide_table_are_read_soon(tmp_path: Path) -> None:
    wide = [",".join(f"{'uvw'[(i + j) % 3]}" for j in range(4_000)) for i in range(12)]
    path = save(tmp_path, "\n".join(f"{i}.5,{row},{'xy'[i % 2]}" for i, row in enumerate(wide)))
    began = perf_counter()
    assert files.load(path).d == 1
    assert files.load(path, encode=True).d == 12_001
    assert perf_counter() - began < 20


def test_the_first_rows_of_a_file_are_cut_once_there_are_enough_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[int] = []

    def counted(text: str, delimiter: str, line: int = 1) -> Iterator[Record]:
        cut.append(len(text))
        return split_records(text, delimiter, line)

    monkeypatch.setattr(opening, "split_records", counted)
    lines = [b"a,b,y\n", *(b"%d,%d,%d\n" % (i, i * i, i % 2) for i in range(20))]
    found = opening.Opening(lines, "rows")
    assert len(found.rows) == opening.LOOKED_AT
    assert len(cut) <= 2
    assert b"".join([found.data, *found.rest]) == b"".join(lines)


@pytest.mark.parametrize("count", [4, 5, 6, 1_000])
def test_a_note_names_at_most_five_columns_and_says_how_many_more(tmp_path: Path, count: int) -> None:
    path = tmp_path / "counting.csv"
    names = [f"c{j}" for j in range(count)]
    rows = [[str(i + 1)] * count + ["0.5", "AB"[i % 2]] for i in range(4)]
    path.write_text("\n".join(",".join(row) for row in [[*names, "x", "class"], *rows]))
    (note,) = (each for each in load_with_remarks(path).notes if "count the rows" in each)
    more = f" and {count - 5:,} more" if count > 5 else ""
    assert note == f"{', '.join(names[:5])}{more} count the rows and were kept"
