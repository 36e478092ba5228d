"""svmlight and libsvm files: read as scikit-learn does, or refused; what is written reads back bit for bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from core import files
from core.datasets.dataset import Dataset
from core.errors import InputError
from tests.core.files.faults import fault, save
from tests.core.files.named_data import named_datasets
from tests.core.strategies import so_many


@settings(max_examples=so_many(150))
@given(dataset=named_datasets())
def test_what_is_written_reads_back_bit_for_bit(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "round_trip.svm"
    files.write(dataset, path)
    assert files.load_with_remarks(path).remarks == ()
    assert files.load(path).same_as(dataset)
    if len(set(dataset.features)) == dataset.d:
        assert files.load_questions(path, dataset.features).X.tobytes() == dataset.X.tobytes()


@pytest.mark.parametrize("zero_based", [True, False])
def test_scikit_learns_own_files_are_read(zero_based: bool, tmp_path: Path) -> None:
    from sklearn.datasets import dump_svmlight_file, load_svmlight_file

    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 5)) * (rng.random((200, 5)) < 0.5)
    X[0] = 1.5
    y = np.where(rng.random(200) < 0.5, 1, -1)
    path = tmp_path / "theirs.svmlight"
    dump_svmlight_file(X, y, str(path), zero_based=zero_based, comment="made\nelsewhere")
    loaded = files.load_with_remarks(path)
    theirs, labels = load_svmlight_file(str(path), zero_based=zero_based)
    assert loaded.dataset.X.tolist() == theirs.toarray().tolist()
    assert loaded.dataset.y.tolist() == labels.tolist() == y.tolist()
    first = 0 if zero_based else 1
    assert loaded.dataset.features == tuple(f"x{j}" for j in range(first, first + 5))
    assert loaded.remarks == (f"the indices were taken to count from {first}: the first feature is x{first}",)


def test_scikit_learn_reads_what_is_written(tmp_path: Path) -> None:
    from sklearn.datasets import load_svmlight_file

    dataset = Dataset([[0.0, 2.5], [1e-300, 0.0], [0.0, 0.0]], [1, -1, 1], ["a", "b"], ("no", "yes"))
    files.write(dataset, tmp_path / "ours.libsvm")
    X, y = load_svmlight_file(str(tmp_path / "ours.libsvm"), n_features=2)
    assert (X.toarray().tolist(), y.tolist()) == (dataset.X.tolist(), dataset.y.tolist())


@pytest.mark.parametrize("name", ["data.txt", "data.dat", "data", "data.svm", "data.LIBSVM"])
def test_the_content_says_what_the_suffix_does_not(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, "# a comment\r\n\r\n+1 2:0.5 1:-1 # why\r\n-1\r\n+1 3:1e2\r\n", name)
    dataset = files.load(path)
    assert dataset.X.tolist() == [[-1, 0.5, 0], [0, 0, 0], [0, 0, 100]]
    assert dataset.y.tolist() == [1, -1, 1]


def test_a_class_stands_against_the_rest_and_features_can_be_chosen(tmp_path: Path) -> None:
    path = save(tmp_path, "2 1:1\n10 3:2\nc 3:4\n", "data.svm")
    assert files.survey(files.read_table(path)).classes == ("2", "10", "c")
    dataset = files.load(path, positive="10.0", columns=["x3", 1])
    assert (dataset.X.tolist(), dataset.labels) == ([[0, 1], [2, 0], [4, 0]], ("not 10", "10"))
    assert dataset.y.tolist() == [-1, 1, -1]


def test_a_qid_is_left_out_and_that_is_told(tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, "1 qid:3 1:2\n0 qid:4 1:3\n", "data.svm"))
    assert loaded.dataset.X.tolist() == [[2], [3]]
    assert loaded.remarks[-1] == "the qid of the examples was left out"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty; write rows of a label and pairs index:value"),
        ("# nothing\n", "the file is empty; write rows of a label and pairs index:value"),
        ("1\n-1\n", "line 3: there are no features; write a label and pairs index:value"),
        ("1 1:1 2000000000:1\n", "line 1, column 3: the index '2000000000' is too high; write at most 100,000"),
        ("1 1:1\n1 1:1 1:2\n", "line 2, column 3: the index 1 comes twice in this row; write it once"),
        ("1 1:x\n", "line 1, column 2: 'x' is not a number; write a number"),
        ("1 1:nan\n", "line 1, column 2: 'nan' is not finite; write a finite number"),
        ("1 1:1e101\n", "line 1, column 2: '1e101' is too large; write a number of at most 1e+100 in size"),
        ("1 1\n", "line 1, column 2: '1' is no pair index:value; write a pair"),
        ("1 -1:2\n", "line 1, column 2: '-1' is no index; write a whole number"),
        ("1:2 2:3\n", "line 1, column 1: the row has no label; write one before the pairs"),
        ("1,2 2:3\n", "line 1, column 1: '1,2' is more than one label; write one label"),
        ("1 1:1\n? 1:2\n", "line 2, column 1: '?' stands for a missing label; write a label"),
        ("1 1:1\n1 1:\0\n", "line 2, column 1: there is a NUL byte; write plain text"),
        (
            "".join(f"{i % 2} 99999:1\n" for i in range(600)),
            ("600 examples of 99,999 features are too many numbers; use at most 50,000,000, zeros included"),
        ),
    ],
)
def test_a_broken_file_is_one_sentence_with_its_place(content: str, message: str, tmp_path: Path) -> None:
    assert fault(save(tmp_path, content, "data.svm")) == message


def test_a_blank_may_stand_after_a_colon(tmp_path: Path) -> None:
    for name in ("spaced.svm", "spaced.txt"):
        dataset = files.load(save(tmp_path, "1 1:0.5 3: 2.50\n-1 2:\t1 3:   -.50\n", name))
        assert dataset.X.tolist() == [[0.5, 0, 2.5], [0, 1, -0.5]]
    assert fault(save(tmp_path, "1 1:0.5 3: \n", "open.svm")) == "line 1, column 3: the cell is empty; write a number"
    assert fault(save(tmp_path, "1 1: x\n", "word.svm")) == "line 1, column 2: 'x' is not a number; write a number"


def test_a_row_without_a_label_is_a_gap(tmp_path: Path) -> None:
    path = save(tmp_path, "1 1:0.5 3:2\n 1:0.1 2:1\n-1 2:1 3:-1\nqid:2 1:7\n", "gap.svm")
    with pytest.raises(files.GapError, match="line 2, column 1: the row has no label; write one before the pairs"):
        files.load(path)
    loaded = files.load_with_remarks(path, files.Choices(skip_incomplete=True))
    assert loaded.dataset.X.tolist() == [[0.5, 0, 2], [0, 1, -1]]
    assert loaded.left_out == ("2 incomplete rows were left out: lines 2 and 4",)
    assert files.survey(files.read_table(path)).incomplete(()) == {2: "", 4: ""}
    assert files.load_questions(path, ("x1", "x2")).X[1].tolist() == [0.1, 1]


def test_names_that_another_hand_wrote_wrongly_are_a_comment(tmp_path: Path) -> None:
    for names in ("{", "[]", '{"features": 3}', '{"features": [], "target": "t", "labels": ["a", "b"]}', "[" * 100_000):
        assert files.load(save(tmp_path, f"# perceptron {names}\n1 1:2\n", "data.svm")).features == ("x1",)


def test_questions_keep_the_count_of_the_training_data(tmp_path: Path) -> None:
    from_zero, from_one = ("x0", "x1"), ("x1", "x2")
    path = save(tmp_path, "1 1:5\n0 1:6\n", "data.svm")
    assert files.load_questions(path, from_zero).X.tolist() == [[0, 5], [0, 6]]
    assert files.load_questions(path, from_one).X.tolist() == [[5, 0], [6, 0]]
    assert files.load_questions(path, ("height", "weight")).X.tolist() == [[5, 0], [6, 0]]
    with pytest.raises(InputError, match="there is an index 0, but the features count from 1"):
        files.load_questions(save(tmp_path, "1 0:5\n", "data.svm"), from_one)
    assert files.load_questions(save(tmp_path, "1 0:5\n", "data.svm"), ("height", "weight")).X.tolist() == [[5, 0]]
    files.write(Dataset([[1.0, 2.0]], [1], ["height", "weight"]), path)
    assert files.load_questions(path, ("weight", "height")).X.tolist() == [[2, 1]]
    with pytest.raises(InputError, match="there is no column 'age'; height, weight are there"):
        files.load_questions(path, ("age",))
    with pytest.raises(InputError, match="there is an index 3, but only 2 features"):
        files.load_questions(save(tmp_path, "1 3:5\n", "data.svm"), ("height", "weight"))
