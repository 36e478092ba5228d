"""ARFF: dense and sparse rows, quoted names, comments; what is written reads back bit for bit."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings

from core import files
from core.datasets.dataset import Dataset
from core.errors import InputError
from tests.core.files.faults import fault, save
from tests.core.files.named_data import named_datasets
from tests.core.strategies import so_many

FLOWERS = """% flowers, by hand
%
@RELATION flowers

@attribute 'sepal length'\tREAL
@ATTRIBUTE "petal\\twidth" numeric [0,10] % in cm
@attribute class {Iris-setosa, 'Iris virginica'}

@DATA
% dense
5.1,0.2,Iris-setosa
 6.3 , 2.5 , 'Iris virginica' % the last
"""


@settings(max_examples=so_many(150))
@given(dataset=named_datasets())
def test_what_is_written_reads_back_bit_for_bit(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "round_trip.arff"
    files.write(dataset, path)
    assert files.load(path).same_as(dataset)
    assert files.load_with_remarks(path).remarks == ()
    assert files.load_questions(path, dataset.features).X.tobytes() == dataset.X.tobytes()


@pytest.mark.parametrize("label", ["00", "01", "1.0", "0.0"])
def test_a_value_is_compared_as_text_with_those_of_its_attribute(label: str, tmp_path: Path) -> None:
    content = "@relation r\n@attribute a numeric\n@attribute k {%s,x}\n@data\n1,%s\n"
    loaded = files.load(save(tmp_path, content % (label, label), "data.arff"))
    assert loaded.n == 1
    sentence = fault(save(tmp_path, content % (label, f"0{label}"), "data.arff"))
    assert sentence == f"line 5, column 2: '0{label}' is not among the values of 'k'; write one of them"


def test_another_reader_reads_what_is_written(tmp_path: Path) -> None:
    from scipy.io import arff

    dataset = Dataset([[1.5, -2], [0.25, 1e-9]], [1, -1], ["sepal length", "b"], ("no", "yes"))
    files.write(dataset, tmp_path / "ours.arff")
    rows, meta = arff.loadarff(io.StringIO((tmp_path / "ours.arff").read_text()))
    assert [list(row)[:2] for row in rows] == dataset.X.tolist()
    assert [row[2] for row in rows] == [b"yes", b"no"]
    assert meta.types() == ["numeric", "numeric", "nominal"]


@pytest.mark.parametrize("name", ["data.arff", "data.txt", "data.data"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_file_by_hand_is_read(name: str, ends: str, tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, FLOWERS.replace("\n", ends), name))
    dataset = loaded.dataset
    assert dataset.X.tolist() == [[5.1, 0.2], [6.3, 2.5]]
    assert (dataset.features, dataset.target) == (("sepal length", "petal\twidth"), "class")
    assert (dataset.y.tolist(), dataset.labels) == ([1, -1], ("Iris virginica", "Iris-setosa"))
    assert loaded.remarks == ()


def test_a_sparse_row_leaves_out_zeros_and_first_values(tmp_path: Path) -> None:
    dataset = files.load(save(tmp_path, FLOWERS + "{}\n{1 2, 2 'Iris virginica'}\n{ 0 -3 }\n", "data.arff"))
    assert dataset.X[2:].tolist() == [[0, 0], [0, 2], [-3, 0]]
    assert dataset.y[2:].tolist() == [1, -1, 1]


@pytest.mark.parametrize(
    ("attributes", "target", "remarks"),
    [
        ("a numeric|k {x,y}", "k", ()),
        ("k {x,y}|a numeric", "k", ("the labels are in 'k'",)),
        ("a numeric|class {x,y}|b numeric", "class", ("the labels are in 'class'",)),
        ("a {1,2}|k {x,y}|b real", "k", ("the labels are in 'k'",)),
        ("a numeric|k integer", "k", ("no attribute is nominal; the last, 'k', was taken for the labels",)),
    ],
)
def test_the_label_is_named_or_nominal(attributes: str, target: str, remarks: tuple[str, ...], tmp_path: Path) -> None:
    lines = "\n".join(f"@attribute {attribute}" for attribute in attributes.split("|"))
    loaded = files.load_with_remarks(save(tmp_path, f"@relation r\n{lines}\n@data\n", "data.arff"))
    assert (loaded.dataset.target, loaded.remarks) == (target, remarks)


def test_of_two_nominal_attributes_the_last_is_the_label_and_that_is_told(tmp_path: Path) -> None:
    content = "@relation r\n@attribute k {x,y}\n@attribute a real\n@attribute l {u,v}\n@data\nx,1,u\ny,2,v\n"
    path = save(tmp_path, content, "data.arff")
    loaded = files.load_with_remarks(path)
    assert (loaded.dataset.X.tolist(), loaded.dataset.labels) == ([[1], [2]], ("u", "v"))
    assert loaded.remarks == (
        "the columns k, l could all hold the labels; 'l' was taken",
        "k holds words and was left out (--encode makes 0/1 columns of them)",
    )
    survey = files.survey(files.read_table(path))
    assert (survey.features, [*survey.faults]) == (("k", "a"), ["k"])
    assert (survey.classes, survey.remarks) == (("u", "v"), loaded.remarks[:1])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (FLOWERS + "?,1,Iris-setosa\n", "line 13, column 1: '?' is not a number; write a number"),
        (FLOWERS + "1,1,?\n", "line 13, column 3: '?' stands for a missing label; write a label"),
        (
            FLOWERS + "1,1,Iris\n",
            "line 13, column 3: 'Iris' is not among the values of 'class'; write one of them",
        ),
        (FLOWERS + "1,1\n", "line 13, column 3: the row has 2 columns; write 3"),
        (FLOWERS + "1,1,'Iris\n", "line 13, column 3: a quote is not closed, or text follows it; write a comma"),
        (FLOWERS + "{0 1\n", "line 13: a sparse row does not end; write a closing }"),
        (
            FLOWERS + "{0 1, 3 1}\n",
            "line 13, column 2: '3 1' is no entry of a sparse row; write an index below 3 and a value",
        ),
        (FLOWERS + "1,\0,Iris-setosa\n", "line 13: there is a NUL byte; write plain text"),
        ("@relation r\n@attribute a real\n", "line 3: there is no @data; write attributes, @data and rows"),
        ("@relation r\n@data\n", "line 3: there are fewer than two attributes; write features and a label"),
        (
            "@relation r\n@attribute\n@data\n",
            "line 2: '@attribute' is no attribute; write @attribute with a name and a type",
        ),
        ("", "line 1: there is no @data; write attributes, @data and rows"),
    ],
)
def test_a_broken_file_is_one_sentence_with_its_place(content: str, message: str, tmp_path: Path) -> None:
    assert fault(save(tmp_path, content, "data.arff")) == message


def test_questions_are_found_by_name_and_need_no_label(tmp_path: Path) -> None:
    path = save(tmp_path, FLOWERS + "1,2,?\n", "data.arff")
    assert files.load_questions(path, ("petal\twidth", "sepal length")).X[2].tolist() == [2, 1]
    with pytest.raises(InputError, match="there is no column 'height'"):
        files.load_questions(path, ("height",))
