"""`--holdout` and `--errors`: what is held out, and every predictor's errors there and in training."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from core import RunSpec, files, split, train
from core.predictors import PREDICTORS
from tests.core.conftest import Headless
from tests.core.pieces import wrong
from tests.places import DATASETS

IRIS = DATASETS / "iris.csv"
PAIR = DATASETS / "iris_setosa_virginica.csv"
SLOW = DATASETS / "iris_setosa_versicolor.csv"


def held_out(out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out)["held_out"]
    return found


def test_a_share_is_drawn_by_the_seed_and_its_errors_are_those_of_each_predictor(headless: Headless) -> None:
    summary = json.loads(headless(SLOW, "--holdout", "0.3", "--seed", "5", "--max-epochs", "7", "--json"))
    training, unseen = split(files.load(SLOW), 0.3, 5)
    run = train(training, RunSpec(seed=5, max_epochs=7))
    assert (summary["dataset"]["n"], summary["updates"]) == (training.n, run.updates)
    found = summary["held_out"]
    assert (found["path"], found["n"], found["positives"]) == (None, unseen.n, unseen.positives)
    assert files.load(SLOW).X[found["rows"]].tolist() == unseen.X.tolist()
    decisions = {name: kind.recall(run.space, run.history) for name, kind in PREDICTORS.items()}
    assert found["errors"] == {
        name: {"training": wrong(decision, training), "held_out": wrong(decision, unseen)}
        for name, decision in decisions.items()
    }


def test_a_file_held_out_of_itself_has_the_training_errors(headless: Headless) -> None:
    found = held_out(headless(SLOW, "--holdout", SLOW, "--max-epochs", "9", "--json"))
    assert (found["path"], found["rows"], found["n"]) == (str(SLOW), None, 100)
    assert all(errors["training"] == errors["held_out"] for errors in found["errors"].values())


def test_what_a_file_held_out_leaves_out_is_said(headless: Headless, tmp_path: Path) -> None:
    learnt, unseen = tmp_path / "learnt.csv", tmp_path / "unseen.csv"
    learnt.write_text("a,b,label\n1,5,yes\n-1,5,no\n")
    unseen.write_text("a,b,label\n1,5,yes\n,5,no\n-1,4,no\n")
    summary = json.loads(headless(learnt, "--holdout", unseen, "--skip-incomplete", "--json"))
    assert summary["held_out"]["n"] == 2
    assert summary["notes"] == [f"{unseen}: 1 incomplete row was left out: line 3"]


def test_features_and_classes_of_another_file_are_found_by_name(headless: Headless, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("a,b,label\n1,5,yes\n2,5,yes\n-1,5,no\n")
    other = tmp_path / "o.csv"
    other.write_text("label,b,extra,a\nyes,5,0,9\nyes,5,0,9\nyes,5,0,-9\n")  # one class alone, and a column more
    found = held_out(headless(tmp_path / "d.csv", "--holdout", other, "--json"))
    assert (found["n"], found["positives"], found["negatives"]) == (3, 3, 0)
    assert found["errors"]["last"] == {"training": 0, "held_out": 1}


def test_one_class_against_the_rest_holds_for_the_other_file_too(headless: Headless) -> None:
    chosen = ("--positive", "virginica", "--columns", "petal length (cm),petal width (cm)")
    found = held_out(headless(IRIS, *chosen, "--holdout", IRIS, "--max-epochs", "20", "--json"))
    assert (found["positives"], found["negatives"]) == (50, 100)
    assert all(errors["training"] == errors["held_out"] for errors in found["errors"].values())


def test_the_words_tell_errors_there_and_in_training(headless: Headless) -> None:
    options = ("--holdout", "0.3", "--max-epochs", "2")
    errors = held_out(headless(PAIR, *options, "--json"))["errors"]
    counts = ", ".join(f"{name} {at['held_out']} ({at['training']})" for name, at in errors.items())
    assert headless(PAIR, *options).splitlines()[-1] == (
        f"30 examples held out, errors there (and in training): {counts}"
    )


def test_the_table_of_errors_has_a_row_an_epoch_and_ends_with_the_summary(headless: Headless, tmp_path: Path) -> None:
    found = held_out(headless(SLOW, "--holdout", ".2", "--max-epochs", 12, "--errors", tmp_path / "e.csv", "--json"))
    with (tmp_path / "e.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["epoch"]) for row in rows] == list(range(1, 13))
    assert [int(row["example"]) for row in rows] == list(range(80, 961, 80))
    for name, errors in found["errors"].items():
        assert int(rows[-1][f"{name}_training"]) == errors["training"]
        assert int(rows[-1][f"{name}_held_out"]) == errors["held_out"]


def test_without_epochs_the_errors_are_told_against_updates(headless: Headless, tmp_path: Path) -> None:
    options = ("--learner", "pocket", "--holdout", "0.2", "--max-updates", 30)
    headless(SLOW, *options, "--errors", tmp_path / "e.csv")
    with (tmp_path / "e.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["update"]) for row in rows] == list(range(1, 31))
    assert {row["epoch"] for row in rows} == {""}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a,c,label\n1,2,yes\n2,3,no\n", "give one feature called 'b', as in the training data; there are a, c"),
        ("a,b,label\n1,2,yes\n2,3,maybe\n", "'maybe' is not a class of the training data; use 'no' or 'yes'"),
        ("a,b,label\n", "there are no examples; enter at least one"),
    ],
)
def test_a_file_of_another_kind_is_one_line_that_names_it(
    refused: Headless, tmp_path: Path, content: str, words: str
) -> None:
    (tmp_path / "d.csv").write_text("a,b,label\n1,2,yes\n2,3,no\n")
    (tmp_path / "o.csv").write_text(content)
    said = refused(tmp_path / "d.csv", "--holdout", tmp_path / "o.csv", "--errors", tmp_path / "e.csv")
    assert said == f"error: {tmp_path / 'o.csv'}: {words}"
    assert not (tmp_path / "e.csv").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--holdout", "1.5"), "a share of 1.5 cannot be held out; enter a number between 0 and 1"),
        (("--holdout", "0"), "a share of 0 cannot be held out"),
        (("--holdout", "nan"), "a share of nan cannot be held out"),
        (("--holdout", "no.csv"), "no.csv: there is no such file"),
        (("--errors", "e.csv"), "add --holdout"),
        (("--holdout", PAIR, "--errors", PAIR), "the file is named twice"),
        (("--holdout", "0.5", "--errors", "e.csv", "--trace", "e.csv"), "the file is named twice"),
    ],
)
def test_what_cannot_be_held_out_is_one_line(
    refused: Headless, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[object, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refused(SLOW, *options)
    assert list(tmp_path.iterdir()) == []
