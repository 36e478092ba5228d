"""Files that are read: spreadsheets' dialects are understood, labels become classes, every fault has its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import files
from core.errors import InputError, listed_names
from core.files.rows.reader import MOST_COLUMNS
from core.files.table.choices import Choices
from tests.core.files.faults import save
from tests.core.files.named_data import signs

# Dialects


@pytest.mark.parametrize(
    "content",
    [
        "a,b,label\n1.5,-2,+1\n3,4e-1,-1\n",
        "a;b;label\r\n1,5;-2;1\r\n3;0,4;-1\r\n",
        "a\tb\tlabel\r1,5\t-2\t1\r3\t0,4\t-1",
        'a, b, label\n\n"1.5", " -2" , "1"\n   \n3 ,.4, −1\n\n',
        "label,a,b\n1,1.5,-2\n-1.0,3,0.4\n",
        "a;b;Class\n1.5;−2;+1\n3.;.4;-1",
        '"a";"b";"target"\n"1,5";"-2";"+1"\n"3";"0,4";"-1"\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_dialects_of_spreadsheets_say_the_same(content: str, encoding: str, tmp_path: Path) -> None:
    dataset = files.load(save(tmp_path, content.encode(encoding)))
    assert (dataset.X.tolist(), dataset.y.tolist()) == ([[1.5, -2.0], [3.0, 0.4]], [1, -1])
    assert (dataset.features, dataset.labels) == (("a", "b"), ("-1", "+1"))


def test_without_a_header_features_are_numbered(tmp_path: Path) -> None:
    dataset = files.load(save(tmp_path, "1,2,a\n3,4,b\n", "data.unknown"))
    assert (dataset.features, dataset.target, dataset.n) == (("x1", "x2"), "label", 2)


def test_numbers_as_feature_names_are_a_header_where_the_label_column_is_named(tmp_path: Path) -> None:
    assert files.load(save(tmp_path, "0,1,label\n5,6,1\n")).features == ("0", "1")


def test_a_delimiter_inside_quotes_is_no_delimiter(tmp_path: Path) -> None:
    dataset = files.load(save(tmp_path, '"a;b\tc",y,"say ""class"""\n1,2,"k\nl"\n3,4,m\n'))
    assert (dataset.features, dataset.target, dataset.labels) == (("a;b\tc", "y"), 'say "class"', ("k\nl", "m"))


def test_a_header_alone_is_a_dataset_without_examples(tmp_path: Path) -> None:
    dataset = files.load(save(tmp_path, "a,b,label\n"))
    assert (dataset.n, dataset.features) == (0, ("a", "b"))


def test_chosen_columns_come_in_the_order_chosen_and_the_rest_may_be_text(tmp_path: Path) -> None:
    path = save(tmp_path, "id,a,b,class\nfirst,1,2,k\nsecond,3,4,l\n")
    dataset = files.load(path, columns=["b", 2])
    assert (dataset.X.tolist(), dataset.features) == ([[2, 1], [4, 3]], ("b", "a"))


def test_a_survey_lists_what_there_is_to_choose_from(tmp_path: Path) -> None:
    survey = files.survey(files.read_table(save(tmp_path, "a,b,a,class\n1,2,3,0\n1,2,3,0.0\n1,2,3,cat\n1,2,3,dog\n")))
    assert (survey.features, survey.classes, survey.counts) == (("1", "b", "3"), ("0", "cat", "dog"), (2, 1, 1))
    assert (survey.label, survey.positive, survey.n) == (4, None, 4)
    assert survey.sample.rows[2] == ("1", "2", "3", "cat")
    assert survey.sample.kinds == ("0", "0", "cat", "dog")
    assert survey.sample.values["3"].tolist() == [3, 3, 3, 3]


@pytest.mark.parametrize("rows", ["a;b;kind\n1,5;u;x\n2;v;y\n", "1,5;2;x\n2;two;y\n"])
def test_a_survey_tells_which_columns_are_no_numbers(rows: str, tmp_path: Path) -> None:
    survey = files.survey(files.read_table(save(tmp_path, rows)))
    assert set(survey.faults) == {survey.features[1]}
    assert survey.sample.values[survey.features[0]].tolist() == [1.5, 2]
    assert survey.positive == "y"


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a.csv", "kind,a,b,label"),
        (
            "a.arff",
            "@relation r\n@attribute kind {x,y}\n@attribute a real\n@attribute b real\n@attribute label real\n@data",
        ),
    ],
)
def test_another_column_may_hold_the_labels(name: str, head: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(f"{head}\nx,1,2,7\ny,3,4,8\nx,5,6,9\n")
    survey = files.survey(files.read_table(path), Choices(label=1))
    assert (survey.features, survey.classes, survey.counts) == (("a", "b", "label"), ("x", "y"), (2, 1))
    loaded = files.load_with_remarks(path, Choices(columns=["b", "label"], label=1))
    assert loaded.dataset.X.tolist() == [[2, 7], [4, 8], [6, 9]]
    assert (loaded.dataset.y.tolist(), loaded.dataset.target, loaded.remarks) == ([-1, 1, -1], "kind", ())
    with pytest.raises(InputError, match="there is no column 5 for the labels; write a number from 1 to 4"):
        files.load_with_remarks(path, Choices(label=5))


def test_in_svmlight_no_other_column_holds_the_labels(tmp_path: Path) -> None:
    path = tmp_path / "a.svm"
    path.write_text("+1 1:0.5 3:2\n-1 2:1\n")
    survey = files.survey(files.read_table(path))
    assert (survey.label_is_fixed, survey.positive, survey.counts) == (True, "1", (1, 1))
    assert survey.sample.rows == (("0.5", "0", "2", "+1"), ("0", "1", "0", "-1"))
    with pytest.raises(InputError, match="the first word of a line is its label"):
        files.load_with_remarks(path, Choices(label=1))


def test_a_spreadsheets_own_file_is_read(tmp_path: Path) -> None:
    content = '"Höhe";"Breite, cm";"class"\r\n"1,25";-2,5;"grün"\r\n 3,0 ;0,125;rot\r\n'
    dataset = files.load(save(tmp_path, content.encode("utf-8-sig")))
    assert dataset.X.tolist() == [[1.25, -2.5], [3, 0.125]]
    assert (dataset.features, dataset.labels) == (("Höhe", "Breite, cm"), ("grün", "rot"))


# Labels


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["-1", "+1"], ([-1, 1], ("-1", "+1"))),
        (["1.0", "−1"], ([1, -1], ("-1", "+1"))),
        (["1", "0"], ([1, -1], ("0", "1"))),
        (["-1", "0"], ([-1, 1], ("-1", "0"))),
        (["10", "9"], ([1, -1], ("9", "10"))),
        (["virginica", "setosa"], ([1, -1], ("setosa", "virginica"))),
        (["1", "1"], ([1, 1], ("-1", "+1"))),
        (["-1", "-1"], ([-1, -1], ("-1", "+1"))),
        (["0", "0.0"], ([-1, -1], ("0", "1"))),
        (["cat", "cat"], ([1, 1], ("not cat", "cat"))),
    ],
)
def test_the_second_class_in_order_is_positive(
    labels: list[str], expected: tuple[list[int], tuple[str, str]], tmp_path: Path
) -> None:
    assert signs(save(tmp_path, f"x,label\n1,{labels[0]}\n2,{labels[1]}\n")) == expected


@pytest.mark.parametrize(
    ("labels", "positive", "expected"),
    [
        (("a", "b"), "a", ([1, -1, -1], ("b", "a"))),
        (("a", "c"), "c", ([-1, 1, -1], ("not c", "c"))),
        (("-1", "b"), "-1.0", ([1, -1, -1], ("b", "-1"))),
        (("1", "0"), "0", ([-1, 1, -1], ("not 0", "0"))),
    ],
)
def test_the_class_chosen_as_positive_stands_against_the_rest(
    labels: tuple[str, str], positive: str, expected: tuple[list[int], tuple[str, str]], tmp_path: Path
) -> None:
    path = save(tmp_path, f"x,label\n1,{labels[0]}\n2,{labels[1]}\n3,b\n")
    assert signs(path, positive) == expected


def test_signs_turned_round_keep_their_names(tmp_path: Path) -> None:
    assert signs(save(tmp_path, "1,1\n2,-1\n"), "-1") == ([-1, 1], ("+1", "-1"))


# Faults


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty; write rows of features and a label"),
        ("\n \r\n", "the file is empty; write rows of features and a label"),
        ("\n1\n2\n", "line 2, column 2: there is only one column; write features and a label"),
        ("1,2,a\n1,2\n", "line 2, column 3: the row has 2 columns; write 3"),
        ("1,2,a\n\n3\n", "line 3, column 2: the row has 1 column; write 3"),
        ("1,2,a\n1,2,b,\n", "line 2, column 4: the row has 4 columns; write 3"),
        ("1,2,a\n1,,b\n", "line 2, column 2: the cell is empty; write a number"),
        ("1,2,a\n1,2,\n", "line 2, column 3: the cell is empty; write a label"),
        ("x,y,label\r\n1,2,a\r\n1,abc,b\r\n", "line 3, column 2: 'abc' is not a number; write a number"),
        ("x,y,label\r1,2,a\r1,abc,b\r", "line 3, column 2: 'abc' is not a number; write a number"),
        ("1,2,a\n1,1_0,b\n", "line 2, column 2: '1_0' is not a number; write a number"),
        ("1,2,a\n1,٣,b\n", "line 2, column 2: '٣' is not a number; write a number"),
        ('1,2,a\n1,"2,5",b\n', "line 2, column 2: '2,5' is not a number; write a number"),
        (
            "1,5;2;a\n1;2.000;b\n",
            (
                "line 2, column 2: '2.000' may be 2000 or 2.000, but no number of its column has both signs; "
                "write 2000 or 2,000"
            ),
        ),
        ("1,nan,a\n", "line 1, column 2: 'nan' is not finite; write a finite number"),
        ("1,2,a\n-INF,2,a\n", "line 2, column 1: '-INF' is not finite; write a finite number"),
        ("1,1e101,a\n", "line 1, column 2: '1e101' is too large; write a number of at most 1e+100 in size"),
        ("1,1e999,a\n", "line 1, column 2: '1e999' is too large; write a number of at most 1e+100 in size"),
        (
            "1,5;2;a\n1;2.5;b\n",
            (
                "line 2, column 2: '2.5' has a decimal point where a number before has a decimal comma; "
                "write one of the two"
            ),
        ),
        (
            "x,2,label\n",
            "line 1, column 1: 'x' is not a number, but another cell of this row is; write names or numbers",
        ),
        (
            "1,a\n2,b\n3,a\n4,c\n5,d\n",
            (
                "line 4, column 2: 'c' is a third class after 'a' and 'b'; "
                "choose two of them, or one as +1, and the others become −1"
            ),
        ),
        ('1,"a\n2,b\n', 'line 1, column 2: a quote is opened and not closed; write a closing "'),
        ('1,"a, b"c\n', "line 1, column 2: text follows a closing quote; write a separator or a new line there"),
        ('a,"b\nc",label\n1,"\n2",k\n1,x,l\n', "line 5, column 2: 'x' is not a number; write a number"),
        ('a,b,label\n"\n1",x,k\n2,3,k\n', "line 3, column 2: 'x' is not a number; write a number"),
        ("1,2,a\n1,\0 2,b\n", "line 2, column 2: there is a NUL byte; write plain text"),
        (b"1,2,a\n1,\x81,b\n", "line 2: these bytes are not text; save the file as UTF-8"),
        (b"\xff\xfe1\0", None),
        ('x,"k (-1 = a, +1 = b)"\n1,a\n2,c\n', "line 3, column 2: 'c' is not a label; write 'a' or 'b'"),
    ],
)
def test_a_broken_file_is_one_sentence_with_its_place(
    content: str | bytes, message: str | None, tmp_path: Path
) -> None:
    path = save(tmp_path, content)
    with pytest.raises(InputError) as caught:
        files.load(path)
    if message is not None:
        assert str(caught.value) == f"{path}: {message}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["z"], "there is no column 'z'; the features are a, b, a"),
        ([5], "there is no column '5'; the features are a, b, a"),
        (["a"], "2 columns are called 'a'; write a number from 1 instead"),
        (["k"], "column 'k' holds the labels; choose a feature"),
        ([], "no column is chosen; write at least one feature"),
    ],
)
def test_a_column_that_cannot_be_chosen_is_named(columns: list[str | int], message: str, tmp_path: Path) -> None:
    path = save(tmp_path, "a,b,a,k\n1,2,3,x\n")
    with pytest.raises(InputError) as caught:
        files.load(path, columns=columns)
    assert str(caught.value) == f"{path}: {message}"


def test_a_class_that_is_not_there_cannot_be_chosen(tmp_path: Path) -> None:
    path = save(tmp_path, "1,a\n2,b\n3,c\n")
    with pytest.raises(InputError) as caught:
        files.load(path, positive="d")
    assert (
        str(caught.value)
        == f"{path}: no example is labelled 'd'; the labels are 'a', 'b', 'c'; the labels are in column 2"
    )


def test_what_is_no_file_is_said_without_the_systems_words(tmp_path: Path) -> None:
    for path, sentence in (
        (tmp_path, "this is a folder; choose a file"),
        (tmp_path / "no.csv", "there is no such file"),
        (tmp_path / "no" / "no.csv", "there is no such folder"),
    ):
        with pytest.raises(InputError) as caught:
            files.load(path)
        assert str(caught.value) == f"{path}: {sentence}"


def test_a_header_of_very_many_empty_names_is_told_of_at_once() -> None:
    told = listed_names([""] * 1_000_000)
    assert told.startswith("'', ''")
    assert len(told) < 200


def test_a_line_of_more_cells_than_any_table_has_is_left_early(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("1," * (MOST_COLUMNS + 1) + "1\n", "utf-8")
    with pytest.raises(InputError, match="more than 100,000 columns") as told:
        files.load_with_remarks(path)
    assert told.value.line == 1


# Questions


@pytest.mark.parametrize("content", ["b,a\n2,1\n", "a,label,b\n1,?,2\n", "1,2\n", "1,2,anything\n"])
def test_questions_are_found_by_name_or_are_the_first_columns(content: str, tmp_path: Path) -> None:
    assert files.load_questions(save(tmp_path, content), ("a", "b")).X.tolist() == [[1, 2]]


def test_questions_without_a_header_follow_the_numbers_of_the_chosen_columns(tmp_path: Path) -> None:
    path = save(tmp_path, "9,1,8,2,k\n")
    assert files.load_questions(path, ("x4", "x2"), Choices(columns=["4", "2"])).X.tolist() == [[2, 1]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty; write rows of features"),
        ("a,c\n1,2\n", "line 1, column 3: there is no column 'b'; a, c are there"),
        ("1\n", "line 1, column 2: the row has 1 column; write 2"),
        ("a,b\n1,x\n", "line 2, column 2: 'x' is not a number; write a number"),
    ],
)
def test_broken_questions_are_one_sentence_with_its_place(content: str, message: str, tmp_path: Path) -> None:
    path = save(tmp_path, content)
    with pytest.raises(InputError) as caught:
        files.load_questions(path, ("a", "b"))
    assert str(caught.value) == f"{path}: {message}"
