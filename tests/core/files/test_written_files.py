"""Data that are written read back bit for bit, with their names, or are not written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import files
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.formats import FORMATS
from tests.core.files.faults import save
from tests.core.files.named_data import named_datasets, signs
from tests.core.strategies import so_many


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize(
    "labels", [("00", "x"), ("01", ""), ("1.0", "x"), ("0.0", "00"), ("01", "1"), ("1", "01"), ("+1", "1"), ("0", "-0")]
)
@pytest.mark.parametrize("y", [[-1], [1], [1, -1]])
def test_a_label_that_is_a_number_written_in_another_way_stays_as_it_is_written(
    suffix: str, labels: tuple[str, str], y: list[int], tmp_path: Path
) -> None:
    dataset = Dataset([[0.5 * i] for i in range(len(y))], y, ["a"], labels, "kind")
    files.write(dataset, tmp_path / f"a{suffix}")
    assert files.load(tmp_path / f"a{suffix}").same_as(dataset)


@settings(max_examples=so_many(250))
@given(dataset=named_datasets(), suffix=st.sampled_from([".csv", ".tsv", ".txt", ".data"]))
def test_what_is_written_reads_back_bit_for_bit(
    dataset: Dataset, suffix: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"round_trip{suffix}"
    files.write(dataset, path)
    assert files.load(path).same_as(dataset)


@given(dataset=named_datasets())
def test_written_data_can_be_classified_again(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "questions.csv"
    files.write(dataset, path)
    assert files.load_questions(path, dataset.features).X.tobytes() == dataset.X.tobytes()


def test_plain_names_are_written_plainly(tmp_path: Path) -> None:
    dataset = Dataset([[5.1, -0.0], [1e-300, 7]], [-1, 1], ["sepal (cm)", "petal"], ("setosa", "virginica"), "species")
    files.write(dataset, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "sepal (cm),petal,species\n5.1,-0.0,setosa\n1e-300,7.0,virginica\n"


def test_names_that_would_change_sides_are_declared_in_the_header(tmp_path: Path) -> None:
    files.write(Dataset([[1], [2]], [-1, 1], ["x"], ("wet", "dry"), "state"), tmp_path / "a.tsv")
    assert (tmp_path / "a.tsv").read_text() == 'x\t"state (-1 = wet, +1 = dry)"\n1.0\twet\n2.0\tdry\n'


def test_a_declared_header_allows_signs_in_place_of_names(tmp_path: Path) -> None:
    path = save(tmp_path, 'x,"state (-1 = wet, +1 = dry)"\n1,+1\n2,wet\n3,-1\n')
    assert signs(path) == ([1, -1, -1], ("wet", "dry"))


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_text_file_can_hold_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it cannot be written"):
        files.write(Dataset([[1]], [1], [name]), tmp_path / "a.csv")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_name_that_could_not_be_read_back_is_not_written(suffix: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="longer than 1,000 characters"):
        files.write(Dataset([[1]], [1], ["a" * 1001]), tmp_path / f"a{suffix}")
    assert not list(tmp_path.iterdir())
