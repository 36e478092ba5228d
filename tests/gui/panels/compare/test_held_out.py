"""Examples that are held out: a share of them, a list of rows, or a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core import files
from core.analysis.compared_entries import entry_of
from core.datasets.dataset import Dataset
from core.datasets.transforms import split
from core.files import load_held_out
from core.files.session import Session, write_session
from core.run import train
from tests.core.tables import DATASET
from tests.gui.canvas.desk import XOR
from tests.gui.panels.compare.table_desk import SPEC, Table, written


def test_errors_held_out_are_those_of_a_run_over_the_rest(table: Table) -> None:
    table.hold_out("40", "2")
    training, held_out = split(DATASET, 0.4, 2)
    assert not table.panel.table.isColumnHidden(3)
    for entry, row in table.cells().items():
        assert row[:4] == written(train(training, entry.spec(SPEC)), held_out)
    said = table.panel.said.text()
    assert f"the same {training.n} examples" in said
    assert f"{held_out.n} are held out (□); the window's own run learns from all {DATASET.n}" in said
    overlaid = table.workspace.compared_boundaries.held_out
    assert overlaid is not None
    assert overlaid.examples.same_as(held_out)
    table.hold_out(str(100 / DATASET.n))
    assert "1 is held out (□)" in table.panel.said.text()
    table.hold_out("0")
    assert table.workspace.compared_boundaries.held_out is None


def test_a_list_of_rows_keeps_its_examples_where_others_are_held_out(lay: Callable[..., Table]) -> None:
    listed = (5, 0, 3, 1, 4, 2, 5)
    made = lay(DATASET, replace(SPEC, order="listed", sequence=listed))
    made.show()
    made.hold_out("40", "2")
    training, _ = split(DATASET, 0.4, 2)
    order = [row for row in listed for kept in training.X.tolist() if DATASET.X[row].tolist() == kept]
    places = tuple(training.X.tolist().index(DATASET.X[row].tolist()) for row in order)
    entry = entry_of(made.document.spec)
    assert made.cells()[entry][:3] == written(train(training, replace(entry.spec(SPEC), sequence=places)))[:3]


@pytest.mark.parametrize(
    ("share", "seed", "words"),
    [("100", "0", "enter a number from 0 to 99"), ("0", "x", "a whole number from 0"), ("", "0", "is empty")],
)
def test_a_share_that_cannot_be_is_one_sentence_and_changes_nothing(
    table: Table, share: str, seed: str, words: str
) -> None:
    before = table.cells()
    table.hold_out(share, seed)
    assert words in table.panel.said.text()
    assert table.cells() == before
    table.hold_out("0", "0")
    assert words not in table.panel.said.text()


def test_a_file_is_held_out_as_a_whole(table: Table, tmp_path: Path) -> None:
    other = DATASET.with_rows([[0.5, 2.0], [-1.0, -0.5], [1.0, 1.0]], [1, -1, -1])
    files.write(other, tmp_path / "other.csv")
    table.panel.holding.ask_path = lambda: tmp_path / "other.csv"
    table.panel.holding.file.click()
    table.wait_until(lambda: "other.csv" in table.panel.said.text())
    table.settled()
    for entry, row in table.cells().items():
        assert row[:4] == written(train(DATASET, entry.spec(SPEC)), other)
    assert "Held out (□): the 3 examples of other.csv." in table.panel.said.text()
    overlaid = table.workspace.compared_boundaries.held_out
    assert overlaid is not None
    assert not overlaid.rows
    table.document.open(XOR.with_rows(XOR.X, -XOR.y), None)
    assert table.panel.holding.held_out.file is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x1,height,label\n1,2,+1\n2,3,-1\n", "give one feature called 'x2'"),
        ("x1,x2,label\n1,2,cat\n2,3,dog\n", "is not a class of the training data"),
        ("x1,x2,label\n1,two,+1\n", "'two' is not a number"),
    ],
)
def test_a_file_that_does_not_fit_is_one_sentence_and_changes_nothing(
    table: Table, tmp_path: Path, content: str, words: str
) -> None:
    before = table.cells()
    (tmp_path / "other.csv").write_text(content)
    table.panel.holding.read(tmp_path / "other.csv")
    table.wait_until(lambda: words in table.panel.said.text())
    assert "other.csv" in table.panel.said.text()
    assert table.cells() == before
    assert table.panel.holding.held_out.file is None


def test_a_file_of_many_classes_fits_one_against_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    path.write_text("a,b,kind\n1,2,oak\n2,3,ash\n3,1,elm\n")
    dataset = files.load(path, positive="oak")
    assert load_held_out(path, dataset).same_as(dataset)


def test_the_data_of_a_session_are_held_out_as_those_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "trees.perceptron"
    dataset = Dataset([[1.0, 2.0], [2.0, 3.0]], [1, -1], ("a", "b"), ("not oak", "oak"), "kind")
    write_session(Session(Dataset(dataset.X, dataset.y, ("a", "b"), ("ash", "oak")), SPEC), path)
    assert load_held_out(path, dataset).same_as(dataset)
