"""Numbers as people write them: with a unit, in lines that are quoted as a whole, under a header with empty ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import files
from core.errors import InputError
from core.files import Choices, Loaded
from core.files.formats.delimited import pasted_table
from core.files.table import from_table
from core.files.table.choices import AS_IT_IS
from core.files.table.numbers import parted
from tests.core.files.faults import fault, save


def loaded(folder: Path, content: str, choices: Choices = AS_IT_IS) -> Loaded:
    return files.load_with_remarks(save(folder, content), choices)


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("80%", ("80", "%")),
        ("80 %", ("80", "%")),
        ("-$5.50", ("-5.50", "$")),
        ("$-5", ("-5", "$")),
        ("€ 1 200", ("1200", "€")),
        ("1.234,5 €", ("1.234,5", "€")),
        ("¥7", ("7", "¥")),
        ("7 £", ("7", "£")),
        ("1'000 CHF", ("1000", "CHF")),
        ("7h", ("7", "h")),
        ("−8 kg", ("-8", "kg")),
        ("21°C", ("21", "°C")),
        ("5 µm", ("5", "µm")),
        ("90°", ("90", "°")),
        *((cell, None) for cell in ("7", "h", "%", "40-49", "$5 k", "$5$", "+-5%", "1.5e3", "A-1", "1/2", "7h30", "")),
    ],
)
def test_a_number_is_parted_from_its_unit(cell: str, parts: tuple[str, str] | None) -> None:
    assert parted(cell) == parts


@pytest.mark.parametrize(
    ("cells", "numbers", "note"),
    [
        ("80% 35% 7.5%", [80, 35, 7.5], "the unit % in a was left out: 80% was read as 80"),
        ("$1200 -$900 $15", [1200, -900, 15], "the unit $ in a was left out: $1200 was read as 1200"),
        ("12€ 9€ 15€", [12, 9, 15], "the unit € in a was left out: 12€ was read as 12"),
        ("7h 8h 7h", [7, 8, 7], "the unit h in a was left out: 7h was read as 7"),
    ],
)
def test_one_unit_in_all_of_a_column_is_left_out(cells: str, numbers: list[float], note: str, tmp_path: Path) -> None:
    rows = "".join(f"{cell},{label}\n" for cell, label in zip(cells.split(), "xyx", strict=True))
    in_quotes = "".join(f'"{cell}","{label}"\n' for cell, label in zip(cells.split(), "xyx", strict=True))
    for content in (f"a,kind\n{rows}", f"a,kind\n{rows}".replace("\n", "\r\n"), f"a,kind\n{in_quotes}"):
        found = loaded(tmp_path, content)
        assert found.dataset.X[:, 0].tolist() == numbers
        assert note in found.remarks
    without_header = loaded(tmp_path, rows)
    assert without_header.dataset.X[:, 0].tolist() == numbers
    assert note.replace("in a", "in column 1") in without_header.remarks
    assert from_table.loaded(pasted_table(rows)).dataset.same_as(without_header.dataset)


def test_units_go_with_gaps_and_with_signs_that_group_thousands(tmp_path: Path) -> None:
    path = save(tmp_path, "a;kind\n1.234,5 €;x\n;y\n2.000 €;y\n")
    with pytest.raises(files.GapError, match="line 3, column 1: the cell is empty"):
        files.load(path)
    found = files.load_with_remarks(path, Choices(skip_incomplete=True))
    assert found.dataset.X[:, 0].tolist() == [1234.5, 2000]
    dollars = loaded(tmp_path, 'a,kind\n"$1,200",x\n"$1,234,567",y\n')
    assert dollars.dataset.X[:, 0].tolist() == [1200, 1234567]
    assert "'1,200' may be 1200 or 1.200" in fault(save(tmp_path, 'a,kind\n"$1,200",x\n"$7",y\n'))


def test_labels_keep_their_units(tmp_path: Path) -> None:
    found = loaded(tmp_path, "a,dose\n1,5 mg\n2,9 mg\n3,5 mg\n")
    assert found.dataset.labels == ("5 mg", "9 mg")
    other = loaded(tmp_path, "share,kind\n80%,x\n30%,y\n", Choices(label="share", encode=True))
    assert other.dataset.labels == ("30%", "80%")


@pytest.mark.parametrize(
    ("cells", "written"),
    [
        ("1st 2nd 3rd", "st and nd"),
        ("40-49 50-59 40-49", "-49 and -59"),
        ("1a 2b 3a", "a and b"),
        ("$5 €6 $7", "$ and €"),
    ],
)
def test_numbers_with_different_endings_stay_words(cells: str, written: str, tmp_path: Path) -> None:
    rows = zip(cells.split(), "123", "xyx", strict=True)
    path = save(tmp_path, "rank,b,kind\n" + "".join(f"{','.join(row)}\n" for row in rows))
    note = f"the numbers of 'rank' are written with {written}; they count as words"
    for choices in (AS_IT_IS, Choices(encode=True)):
        assert note in files.load_with_remarks(path, choices).remarks
    assert files.load(path).features == ("b",)
    assert note in files.survey(files.read_table(path)).remarks


def test_percentages_among_plain_numbers_are_refused_in_one_sentence(tmp_path: Path) -> None:
    told = "has %, and other numbers of its column do not; write all of them in one way"
    mixed = "a,kind\n80%,x\n35,y\n70%,x\n7%,y\n"
    assert fault(save(tmp_path, mixed)).startswith(f"line 2, column 1: '80%' {told}")
    assert fault(save(tmp_path, "a,kind\n80,x\n35,y\n70%,x\n")) == f"line 4, column 1: '70%' {told}"
    assert fault(save(tmp_path, "80%,1,x\n35,2,y\n70%,3,x\n")) == f"line 1, column 1: '80%' {told}"
    beside = loaded(tmp_path, "a,b,kind\n80%,1,x\n35,2,y\n70%,4,x\n")
    assert beside.dataset.features == ("b",)
    assert "the numbers of 'a' are written with % and without it; they count as words" in beside.remarks


def test_examples_to_classify_may_have_units(tmp_path: Path) -> None:
    for content in ("a,b\n80%,7 kg\n", "80%,7 kg\n", "b,a\n7 kg,80%\n", "80%,7 kg,\n", "a,b,,,\n80%,7 kg\n80%,7 kg\n"):
        found = files.load_questions(save(tmp_path, content), ("a", "b"))
        assert found.X[0].tolist() == [80, 7]
        assert any("the unit %" in remark for remark in found.remarks)


def test_more_different_numbers_than_texts_that_are_kept_have_one_unit_or_none(tmp_path: Path) -> None:
    rows = [f"{value}%,{value % 2}\n" for value in range(12_000)]
    assert loaded(tmp_path, "a,kind\n" + "".join(rows)).dataset.X[:, 0].tolist() == list(range(12_000))
    rows[11_500] = "11500 kg,0\n"
    with pytest.raises(InputError, match="no feature is a number"):
        loaded(tmp_path, "a,kind\n" + "".join(rows))


# Whole lines in quotes


@pytest.mark.parametrize(
    "content",
    [
        '"a,b,kind"\n"1,2,x"\n"5,1,y"\n"3,3,x"\n',
        '"a;b;kind"\r\n"1;2;x"\r\n\r\n"5;1;y"\r\n"3;3;x"\r\n',
        '# saved twice\n"""a"",""b"",""kind"""\n"""1"",""2"",""x"""\n"""5"",""1"",""y"""\n"""3"",""3"",""x"""\n',
    ],
)
def test_lines_that_are_quoted_as_a_whole_are_cut_into_cells(content: str, tmp_path: Path) -> None:
    found = loaded(tmp_path, content)
    assert found.remarks[0] == "each line was one quoted cell and was read as a row of cells"
    assert found.dataset.same_as(files.load(save(tmp_path, "a,b,kind\n1,2,x\n5,1,y\n3,3,x\n")))
    assert from_table.loaded(pasted_table(content)).dataset.same_as(found.dataset)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('"a,b,kind"\n"1,2,x"\n"5,1,1,y"\n', "line 1, column 2: there is only one column; write features and a label"),
        ('"a"\n"b"\n', "line 1, column 2: there is only one column; write features and a label"),
        ('"a,b,kind"\n"1,2,x"\n"q,1,y"\n"3,3,x"\n', "line 3, column 1: 'q' is not a number; write a number"),
    ],
)
def test_other_quoted_lines_are_refused(content: str, message: str, tmp_path: Path) -> None:
    assert fault(save(tmp_path, content)) == message


# Empty cells at the end of a header


@pytest.mark.parametrize("ends", [("", ""), (",,,", ""), (",,,", ",,,"), ("", ",,,"), (",", "")])
def test_empty_cells_at_the_end_of_a_header_are_left_out(ends: tuple[str, str], tmp_path: Path) -> None:
    above, below = ends
    content = f"a,b,label{above}\n1,2,1{below}\n3,1,0{below}\n"
    dataset = loaded(tmp_path, content).dataset
    assert (dataset.features, dataset.target, dataset.y.tolist()) == (("a", "b"), "label", [1, -1])
    assert files.load_questions(tmp_path / "data.csv", ("a", "b")).X.tolist() == [[1, 2], [3, 1]]


# The column of labels


def test_a_note_names_the_column_that_was_taken_for_the_labels(tmp_path: Path) -> None:
    note = "the labels are in 'part' (--label chooses another)"
    path = save(tmp_path, "a,drinks,part\n5,0,1\n6,3,2\n7,8,2\n")
    assert note in files.load_with_remarks(path).remarks
    assert not any("labels" in told for told in files.load_with_remarks(path, Choices(label="part")).remarks)
    assert files.without_options(note) == "the labels are in 'part'"


@pytest.mark.parametrize("labels", [("0", "1"), ("-1", "1"), ("1", "-1")])
def test_labels_of_0_and_1_or_of_minus_1_and_1_need_no_note(labels: tuple[str, str], tmp_path: Path) -> None:
    one, other = labels
    path = save(tmp_path, f"a,b,part\n5,0,{one}\n6,3,{other}\n7,8,{other}\n")
    assert not any("labels" in told for told in files.load_with_remarks(path).remarks)
