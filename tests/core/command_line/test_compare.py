"""`python -m core compare`: every number of the table is that of runs made alone."""

from __future__ import annotations

import csv
import io
import statistics
from pathlib import Path

import pytest

from core.__main__ import main
from core.analysis import comparison
from core.datasets.transforms import split
from core.files import load
from core.run import train
from core.spec import RunSpec
from tests.core.conftest import Headless
from tests.core.pieces import wrong
from tests.places import DATASETS

CLOUDS = DATASETS / "overlapping_clouds.csv"
SHORT = ("--max-epochs", "3")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_table_is_that_of_runs_made_alone(headless: Headless) -> None:
    entries = "standard,perceptron/shuffled/averaged,perceptron/poly:p=2:r=0/cyclic/last"
    specs = (
        RunSpec(max_epochs=3, seed=5),
        RunSpec("averaged", order="shuffled", max_epochs=3, seed=5),
        RunSpec("kernel", kernel="poly", degree=2, coef0=0.0, max_epochs=3, seed=5),
    )
    rows = rows_of(headless("compare", CLOUDS, "--entries", entries, "--seed", "5", "--holdout", "0.25", *SHORT))
    training, held_out = split(load(CLOUDS), 0.25, 5)
    for row, spec in zip(rows, specs, strict=True):
        run = train(training, spec)
        assert int(row["updates"]) == run.updates
        assert int(row["epochs"]) == run.history.epochs
        assert int(row["training_errors"]) == wrong(run.decision(), training)
        assert int(row["held_out_errors"]) == wrong(run.decision(), held_out)
        assert (int(row["training_examples"]), int(row["held_out_examples"])) == (training.n, held_out.n)
        assert list(row)[-2:] == ["training_accuracy", "held_out_accuracy"]
        assert float(row["training_accuracy"]) == run.confusion().accuracy
        assert float(row["held_out_accuracy"]) == run.confusion(held_out).accuracy
        assert (row["splits"], row["converged"]) == ("1", str(int(run.converged)))
    assert rows[2]["entry"] == "perceptron/poly:p=2:g=1:r=0/cyclic/last"
    assert rows[2]["name"] == "Kernel perceptron, poly p = 2 g = 1 r = 0"


def test_of_several_seeds_mean_and_standard_deviation_are_told(headless: Headless) -> None:
    asked = (CLOUDS, "--entries", "averaged", "--seed", "2", "--seeds", "3", "--holdout", "0.25", *SHORT)
    (row,) = rows_of(headless("compare", *asked))
    runs = []
    for seed in (2, 3, 4):
        training, held_out = split(load(CLOUDS), 0.25, seed)
        run = train(training, RunSpec("averaged", seed=seed, max_epochs=3))
        runs.append((run.updates, wrong(run.decision(), held_out)))
    updates, errors = zip(*runs, strict=True)
    for name, values in (("updates", updates), ("held_out_errors", errors)):
        assert float(row[name]) == pytest.approx(statistics.mean(values))
        assert float(row[f"{name}_sd"]) == pytest.approx(statistics.stdev(values))
    assert row["splits"] == "3"
    right = [1 - wrong / int(row["held_out_examples"]) for wrong in errors]
    assert float(row["held_out_accuracy"]) == pytest.approx(statistics.mean(right))
    assert float(row["held_out_accuracy_sd"]) == pytest.approx(statistics.stdev(right))


def test_the_table_is_written_as_csv_and_as_latex(headless: Headless, tmp_path: Path) -> None:
    asked = (CLOUDS, "--entries", "standard,kernel", "--seeds", "2", "--holdout", "0.25", *SHORT)
    told = headless("compare", *asked)
    assert headless("compare", *asked, "--out", str(tmp_path / "t.csv")) == ""
    assert (tmp_path / "t.csv").read_text() == told
    headless("compare", *asked, "--out", str(tmp_path / "t.tex"))
    first, head, rule, *rows, last = (tmp_path / "t.tex").read_text().splitlines()
    assert (first, rule, last) == (r"\begin{tabular}{llrrrrrr}", r"\hline", r"\end{tabular}")
    assert all(line.count("&") == 7 and line.endswith(r"\\") for line in (head, *rows))
    assert len(rows) == 2
    assert all("$" in row for row in rows)
    assert (tmp_path / "t.tex").read_text().isascii()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--entries", "odd"), "the entry 'odd' is not possible"),
        (("--entries", "standard", "--seeds", "0"), "--seeds 0 is not possible; enter a whole number from 1"),
        (("--entries", "standard", "--holdout", "2"), "a share of 2 cannot be held out"),
        (("--entries", "standard", "--out", "table.pdf"), "table.pdf: .pdf is not possible; enter .csv or .tex"),
        (("--entries", "kernel", "--gamma", "-1"), "enter a number from 0"),
        ((), "--entries"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(refused: Headless, arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("compare", CLOUDS, *arguments)


def test_that_runs_are_broken_off_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "WORK", 60)
    monkeypatch.setattr(comparison, "_FEWEST", 30)
    assert main(["compare", str(CLOUDS), "--entries", "standard"]) == 0
    out, err = capsys.readouterr()
    assert rows_of(out)[0]["updates"] == "30"
    assert err.startswith("Runs over 60 examples are followed for 30 updates at most: ")


def test_an_order_without_epochs_meets_no_more_examples_than_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(CLOUDS), "--entries", "standard,pocket,perceptron/furthest/last", *SHORT]) == 0
    out, err = capsys.readouterr()
    assert [row["updates"] for row in rows_of(out)[1:]] == ["180", "180"]
    assert err == (
        "Runs in an order without epochs (random, furthest first) are followed for 180 updates at most: "
        "as many examples as the other orders meet in 3 epochs.\n"
    )
