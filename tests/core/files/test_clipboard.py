"""Examples to a spreadsheet and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.formats.delimited import as_text, from_text
from tests.core.strategies import datasets

IRIS = Dataset([[5.1, 3.5], [7.0, 3.2]], [-1, 1], ["width", "length"], ("setosa", "versicolor"), "species")
MARKS = st.sampled_from([".", ","])


@given(datasets(), MARKS)
def test_what_is_copied_comes_back_bit_for_bit(data: Dataset, mark: str) -> None:
    rows = np.arange(data.n)
    text = as_text(data, rows, mark)
    if data.n:
        back = from_text(text, Dataset.empty(data.features))
        assert back.same_as(data)
        more = from_text(text, data)
        assert more.same_as(data)


@given(datasets(), MARKS, st.data())
def test_some_rows_come_back_bit_for_bit_into_the_examples_they_are_from(
    data: Dataset, mark: str, draw: st.DataObject
) -> None:
    rows = np.array(sorted(draw.draw(st.sets(st.integers(0, max(data.n - 1, 0)), max_size=data.n))), np.int64)
    if data.n and len(rows):
        back = from_text(as_text(data, rows, mark), data)
        assert back.same_as(data.with_rows(data.X[rows], data.y[rows]))


@pytest.mark.parametrize(
    "text",
    [
        "5.1\t3.5\tsetosa\n7\t3.2\tversicolor\n",
        "5,1\t3,5\tsetosa\r\n7,0\t3,2\tversicolor",
        "width\tlength\tspecies\n5.1\t3.5\tsetosa\n7\t3.2\tversicolor",
        "length\twidth\tspecies\n3.5\t5.1\tsetosa\n3.2\t7\tversicolor",
        "area\tlength\twidth\tspecies\n9\t3.5\t5.1\tsetosa\n9\t3.2\t7\tversicolor",
        "5.1;3.5;-1\n7;3.2;1",
        "5.1,3.5,-1\n7,3.2,+1",
    ],
)
def test_rows_are_read_with_and_without_a_header_with_point_and_with_comma(text: str) -> None:
    assert from_text(text, IRIS).same_as(IRIS)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no text to paste; write rows of features and a label"),
        ("hello", "Pasted text: line 1, column 2: there is only one column; write features and a label"),
        (
            "1\tsetosa",
            "Pasted text: line 1, column 1: the row has 1 feature and a label; write 2 features and a label",
        ),
        (
            "1\t2\tvirginica",
            "Pasted text: line 1, column 3: 'virginica' is not a label; write 'setosa' or 'versicolor'",
        ),
        ("1\t2\tsetosa\n1\tx\tsetosa", "Pasted text: line 2, column 2: 'x' is not a number; write a number"),
        ("1\t2\tsetosa\n1\t2", "Pasted text: line 2, column 3: the row has 2 columns; write 3"),
    ],
)
def test_what_is_no_table_of_such_examples_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        from_text(text, IRIS)
    assert str(error.value) == sentence


def test_a_spreadsheet_with_another_decimal_mark_is_given_its_own() -> None:
    assert as_text(IRIS, np.array([0]), ",").splitlines()[1] == "5,1\t3,5\tsetosa"
