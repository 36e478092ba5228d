"""The kinds of files that people have: the label anywhere, columns in words, identifiers, and rows above the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import files
from core.errors import InputError
from core.files import Choices
from tests.core.files.faults import fault, save

FIRST = "M,17.9,10.3\nM,20.5,17.7\nB,13.5,14.3\nB,13.0,15.7\n"
PASSENGERS = (
    'PassengerId,Survived,Class,Name,Sex\n1,0,3,"Doe, A",male\n2,1,1,"Roe, B",female\n3,1,3,"Poe, C",female\n'
    '4,0,3,"Moe, D",male\n'
)
WORDS = "p,x,n\ne,x,y\ne,b,w\np,x,w\n"
WEATHER = """@relation weather
@attribute outlook {sunny, overcast, rainy}
@attribute windy {TRUE, FALSE}
@attribute play {yes, no}
@data
sunny,FALSE,no
overcast,FALSE,yes
rainy,TRUE,no
rainy,FALSE,yes
"""


# The label


@pytest.mark.parametrize(
    ("content", "target", "note"),
    [
        (FIRST, "label", "the labels are in column 1"),
        ("1,5,7\n1,6,8\n2,7,9\n2,8,4\n", "label", "the labels are in column 1"),
        ("a,Species,b\n1,x,2\n3,y,4\n", "Species", "the labels are in 'Species'"),
        ("target,class,b\n1,x,2\n0,y,4\n", "class", "the columns target, class could all hold the labels"),
        ("a,b,y\n1,0,5\n2,1,6\n3,0,5\n4,0,5\n", "y", None),
        ("y,b,c\n5,0,yes\n5,1,no\n6,7,no\n", "c", None),
        ("a,b,c\n1,0,7\n2,0,8\n3,1,7\n", "c", "the last column was taken for the labels"),
    ],
)
def test_the_label_is_found_by_its_name_or_its_values(
    content: str, target: str, note: str | None, tmp_path: Path
) -> None:
    loaded = files.load_with_remarks(save(tmp_path, content), Choices())
    assert loaded.dataset.target == target
    assert note is None or any(note in told for told in loaded.remarks)


def test_a_label_is_chosen_by_name_or_number(tmp_path: Path) -> None:
    path = save(tmp_path, "a,b,kind\n1,5,x\n2,5,y\n1,6,x\n")
    for label in ("a", 1, "1"):
        dataset = files.load_with_remarks(path, Choices(label=label, columns=["b"])).dataset
        assert (dataset.target, dataset.y.tolist()) == ("a", [-1, 1, -1])
    with pytest.raises(InputError, match="no column is called 'c'; a, b, kind are there"):
        files.load_with_remarks(path, Choices(label="c"))


def test_a_refusal_about_labels_names_their_column(tmp_path: Path) -> None:
    path = save(tmp_path, "kind,a\n1,5\n2,6\n3,7\n")
    for choices in (Choices(label=1), Choices("7", label="kind")):
        with pytest.raises(InputError, match="the labels are in 'kind'"):
            files.load_with_remarks(path, choices)
    with pytest.raises(InputError, match="column 1"):
        files.load_with_remarks(save(tmp_path, "1,5\n2,6\n3,7\n"), Choices(label=1))


# Columns in words


def test_words_are_left_out_and_that_names_the_option(tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, PASSENGERS), Choices(label="Survived"))
    assert loaded.dataset.features == ("Class",)
    assert "Name, Sex hold words and were left out (--encode makes 0/1 columns of them)" in loaded.remarks
    assert not loaded.whole


def test_words_become_columns_of_0_and_1(tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, PASSENGERS), Choices(label="Survived", encode=True))
    assert loaded.dataset.features == ("Class", "Sex=male")
    assert loaded.dataset.X[:, 1].tolist() == [1, 0, 0, 1]
    assert "Name holds too many different words and was left out" in loaded.remarks


@pytest.mark.parametrize(
    ("words", "made"),
    [
        (["no", "yes"], {"w=yes": [0, 1, 0, 1]}),
        (["Y", "zebra"], {"w=Y": [1, 0, 1, 0]}),
        (["red", "blue"], {"w=red": [1, 0, 1, 0]}),
        (["same"], {"w=same": [1, 1, 1, 1]}),
        (["c", "a", "b"], {"w=a": [0, 1, 0, 0], "w=b": [0, 0, 1, 0], "w=c": [1, 0, 0, 1]}),
        (["a", "b", "c", "d"], {}),
    ],
)
def test_so_many_words_make_so_many_columns(words: list[str], made: dict[str, list[int]], tmp_path: Path) -> None:
    rows = "".join(f"{i * i},{words[i % len(words)]},{'uv'[i % 2]}\n" for i in range(4))
    loaded = files.load_with_remarks(save(tmp_path, f"a,w,kind\n{rows}"), Choices(encode=True))
    features = dict(zip(loaded.dataset.features, loaded.dataset.X.T.tolist(), strict=True))
    assert features == {"a": [0, 1, 4, 9], **made}


def test_more_than_twelve_words_are_left_out(tmp_path: Path) -> None:
    for count in (12, 13):
        rows = "".join(f"{i},w{i % count},{'uv'[i % 2]}\n" for i in range(30))
        loaded = files.load_with_remarks(save(tmp_path, f"a,w,kind\n{rows}"), Choices(encode=True))
        assert loaded.dataset.d == (13 if count == 12 else 1)


def test_words_of_arff_come_in_the_order_declared(tmp_path: Path) -> None:
    path = save(tmp_path, WEATHER, "weather.arff")
    with pytest.raises(InputError, match="--encode makes 0/1 columns of them"):
        files.load(path)
    dataset = files.load_with_remarks(path, Choices(encode=True)).dataset
    assert dataset.features == ("outlook=sunny", "outlook=overcast", "outlook=rainy", "windy=TRUE")
    assert dataset.X[:, 3].tolist() == [0, 0, 1, 0]


def test_a_column_of_words_is_asked_for_by_name_and_its_parts_too(tmp_path: Path) -> None:
    path = save(tmp_path, WEATHER, "weather.arff")
    assert files.load_with_remarks(path, Choices(encode=True, columns=["windy"])).dataset.features == ("windy=TRUE",)
    part = files.load_with_remarks(path, Choices(encode=True, columns=["outlook=rainy"])).dataset
    assert part.X.tolist() == [[0], [0], [1], [1]]
    assert files.load_questions(path, part.features).X.tolist() == part.X.tolist()


def test_a_held_out_file_is_read_as_the_training_data_were(tmp_path: Path) -> None:
    path = save(tmp_path, "kind,hue,a,b\nx,red,1,5\ny,blue,2,6\nx,green,4,5\ny,red,7,3\n")
    data = files.load(path, label="kind", encode=True)
    assert files.load_held_out(path, data).same_as(data)
    other = save(tmp_path, "kind,hue,a,b\ny,blue,2,6\ny,blue,3,5\n", "other.csv")
    assert files.load_held_out(other, data).X.tolist() == [[1, 0, 0, 2, 6], [1, 0, 0, 3, 5]]


def test_a_missing_word_is_a_gap(tmp_path: Path) -> None:
    path = save(tmp_path, "a,w,kind\n1,x,u\n2,?,v\n3,y,u\n4,x,v\n")
    with pytest.raises(files.GapError) as told:
        files.load_with_remarks(path, Choices(encode=True))
    assert (told.value.line, told.value.column) == (3, 2)
    assert told.value.sentence == "'?' says nothing; write a word"
    loaded = files.load_with_remarks(path, Choices(encode=True, skip_incomplete=True))
    assert loaded.dataset.X.tolist() == [[1, 0], [3, 1], [4, 0]]


def test_a_single_word_among_numbers_is_a_slip_and_refused(tmp_path: Path) -> None:
    rows = "".join(f"{i},{i * i},{'uv'[i % 2]}\n" for i in range(30))
    assert fault(save(tmp_path, f"{rows}x,1,u\n")).startswith("line 31, column 1: 'x' is not a number")


def test_where_nothing_but_words_is_there_one_line_says_what_to_do(tmp_path: Path) -> None:
    assert fault(save(tmp_path, WORDS)) == (
        "no feature is a number: all columns but column 3, which was taken for the labels, hold words; "
        "--encode makes 0/1 columns of them, and --label says which column holds the labels"
    )
    loaded = files.load_with_remarks(save(tmp_path, WORDS), Choices(label=1, encode=True))
    assert (loaded.dataset.n, loaded.dataset.labels) == (4, ("e", "p")), "the first row is an example"


# Columns that only identify the rows


@pytest.mark.parametrize("name", ["", "Unnamed: 0", "Id", "index", "row", "PassengerId", "customerID", "sample_id"])
def test_an_identifier_is_left_out_and_can_be_brought_back(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, f"{name},a,b,kind\n1,2,3,x\n2,3,5,y\n4,3,6,x\n")
    loaded = files.load_with_remarks(path)
    assert loaded.dataset.features == ("a", "b")
    assert any("only identifies the rows and was left out" in note for note in loaded.remarks)
    assert files.load(path, columns=[1, "a"]).X.tolist() == [[1, 2], [2, 3], [4, 3]]
    assert files.survey(files.read_table(path)).identifiers == (name or "1",)


@pytest.mark.parametrize("name", ["acid", "humid", "body mass index", "idea", "width"])
def test_other_names_are_features(name: str, tmp_path: Path) -> None:
    assert files.load(save(tmp_path, f"{name},a,kind\n1,2,x\n2,3,y\n4,3,x\n")).d == 2


def test_long_numbers_in_the_first_column_identify_where_there_is_no_header(tmp_path: Path) -> None:
    rows = "1000025,5,1,2\n1002945,5,4,4\n1015425,8,10,4\n"
    assert files.load(save(tmp_path, rows)).features == ("x2", "x3")
    assert files.load(
        save(tmp_path, rows.replace("5,1,2", "5,2").replace("5,4,4", "4,4").replace("8,10,4", "8,4"))
    ).features == ("x1", "x2")
    assert files.load(save(tmp_path, rows.replace("1002945", "1000025"))).d == 3


def test_what_counts_the_rows_under_another_name_stays_and_that_is_said(tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, "day,a,kind\n1,2,x\n2,3,y\n3,3,x\n"))
    assert loaded.dataset.features == ("day", "a")
    assert loaded.remarks == ("day counts the rows and was kept",)


def test_the_only_feature_is_never_left_out(tmp_path: Path) -> None:
    assert files.load(save(tmp_path, "id,kind\n1,x\n2,y\n3,y\n")).features == ("id",)


def test_what_was_written_is_read_whole_whatever_its_columns_are_called(tmp_path: Path) -> None:
    data = files.load(save(tmp_path, "Id,a,kind\n1,2,x\n2,3,y\n3,3,x\n"), columns=["Id", "a"])
    for suffix in (".csv", ".arff", ".svm"):
        files.write(data, tmp_path / f"again{suffix}")
        assert files.load(tmp_path / f"again{suffix}").same_as(data)


# Rows above the table


@pytest.mark.parametrize(
    ("content", "note"),
    [
        ("4 2\n1.5 2 1\n-1 -2 -1\n2 1 1\n-2 -1 -1\n", "line 1, '4 2', was taken for the sizes of the table"),
        ("a,b,kind,\n1,2,x\n3,5,y\n", None),
        ("a,b,kind\n1,2,x,\n3,5,y,\n", None),
        ("My table,,\na,b,kind\n1,2,x\n3,5,y\n", "line 1, 'My table', was taken for a title"),
        ("C#a,C#b,cD#kind\n1,2,x\n3,5,y\n", None),
        ("a\tb\tkind\nc\tc\td\n\t\tclass\n1\t2\tx\n3\t5\ty\n", None),
        ("kind\ta\tb\nd\tc\tc\nclass\t\t\nx\t1\t2\ny\t3\t5\n", "the labels are in 'kind'"),
    ],
)
def test_top_lines_are_no_obstacle(content: str, note: str | None, tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, content))
    assert loaded.dataset.d == 2
    if "kind" in content:
        assert (loaded.dataset.features, loaded.dataset.target) == (("a", "b"), "kind")
        assert loaded.dataset.X.tolist() == [[1, 2], [3, 5]]
    assert note is None or any(note in told for told in loaded.remarks)


def test_meta_data_of_orange_is_left_out(tmp_path: Path) -> None:
    path = save(tmp_path, "m#number,C#a,iC#b,cD#kind\n7,1,2,x\n8,3,5,y\n")
    assert files.load(path).features == ("a",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("7,5\n1,2,a\n3,4,b\n", "line 1, column 3: the row has 2 columns; write 3, as in the rows below"),
        ("a,b,c,d\n1,2,x\n3,4,y\n", "line 1, column 4: the row has 4 columns; write 3, as in the rows below"),
    ],
)
def test_a_message_blames_the_line_that_is_wrong(content: str, message: str, tmp_path: Path) -> None:
    assert fault(save(tmp_path, content)) == message


def test_a_header_of_words_over_words_is_one_and_a_row_of_words_is_none(tmp_path: Path) -> None:
    choices = Choices(label=1, encode=True)
    below = files.load_with_remarks(save(tmp_path, "kind,form,hue\n" + WORDS), choices).dataset
    assert (below.n, below.target) == (4, "kind")
    assert files.load_with_remarks(save(tmp_path, WORDS), choices).dataset.n == 4


@pytest.mark.parametrize("content", ["r,n,y\nd,y,n\nr,n,y\nr,y,n\n", "spam,a,u\nham,b,v\nspam,b,u\nham,a,u\n"])
def test_a_value_that_is_called_like_a_label_makes_no_header(content: str, tmp_path: Path) -> None:
    assert files.load(save(tmp_path, content), label=1, encode=True).n == 4
    mixed = content.replace(",", ",5,", 1)
    rows = "".join(f"{line.split(',')[0]},{i},{i * i}\n" for i, line in enumerate(mixed.splitlines()))
    assert files.load(save(tmp_path, rows)).n == 4


# Numbers


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["19,000", "1,234,567"], [19000, 1234567]),
        (["19,000", "1,26,000"], [19000, 126000]),
        (["19,000.5", "2,000"], [19000.5, 2000]),
    ],
)
def test_what_one_cell_decides_holds_for_its_column(cells: list[str], numbers: list[float], tmp_path: Path) -> None:
    for order in (1, -1):
        rows = "".join(f'{place},"{cell}",{"uv"[place]}\n' for place, cell in enumerate(cells))
        assert files.load(save(tmp_path, f"a,b,kind\n{rows}"), columns=["b"]).X[:, 0].tolist() == numbers[::1]
        cells, numbers = cells[::-order], numbers[::-order]


@pytest.mark.parametrize(
    ("cell", "choices", "number"),
    [
        ("19,000", Choices(thousands=","), 19000),
        ("19,000", Choices(decimal=","), 19),
        ("19,000", Choices(decimal="."), 19000),
        ("1.234,5", Choices(decimal=","), 1234.5),
        ("1'234.5", Choices(thousands="'"), 1234.5),
        ("1\xa0234,5", Choices(thousands=" ", decimal=","), 1234.5),
    ],
)
def test_a_person_says_how_numbers_are_written(cell: str, choices: Choices, number: float, tmp_path: Path) -> None:
    path = save(tmp_path, f'a,kind\n"{cell}",u\n"{cell}",v\n')
    assert files.load_with_remarks(path, choices).dataset.X.tolist() == [[number], [number]]


def test_features_on_very_different_scales_are_told_once(tmp_path: Path) -> None:
    path = save(tmp_path, "a,b,kind\n0.1,1000,u\n0.2,3000,v\n0.4,2000,v\n")
    assert len(files.load_with_remarks(path).hints) == 1
    assert "Standardise" in files.load_with_remarks(path).hints[0]
    assert files.load_with_remarks(save(tmp_path, "a,b,kind\n1,10,u\n2,30,v\n")).hints == ()
