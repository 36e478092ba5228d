"""`python -m core experiment KIND`: tables on stdout whose every row is a run."""

from __future__ import annotations

import csv
import io
import json
import statistics
from pathlib import Path

import pytest

import core
from core.__main__ import main
from core.analysis.experiments.homework import problem
from core.command_line.experiment import KINDS
from core.numbers.numerals import number
from tests.core.conftest import Headless

FIVE = "a,b,label\n2,1,1\n1,3,1\n-1,2,1\n-2,-1,-1\n0,-2,-1\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "five.csv"
    path.write_text(FIVE, encoding="utf-8")
    return path


def table(text: str) -> list[dict[str, str]]:
    """The rows of CSV text."""
    return list(csv.DictReader(io.StringIO(text)))


def test_every_shuffle_is_a_run_of_the_command_line(data: Path, headless: Headless) -> None:
    rows = table(headless("experiment", "orders", data, "--runs", 6, "--seed", 3, "--learner", "averaged"))
    assert [int(row["seed"]) for row in rows] == [3, 4, 5, 6, 7, 8]
    for row in rows:
        summary = json.loads(headless(data, "--order", "shuffled", "--seed", row["seed"], "--json"))
        assert (int(row["updates"]), row["converged"]) == (summary["updates"], "1")


def test_an_extreme_run_is_played_by_its_list(data: Path, headless: Headless, tmp_path: Path) -> None:
    rows = table(headless("experiment", "extremes", data))
    assert [row["run"] for row in rows] == ["fewest", "most"]
    for row in rows:
        trace = tmp_path / "trace.csv"
        headless(data, "--order", "listed", "--sequence", row["sequence"], "--trace", trace)
        played = table(trace.read_text(encoding="utf-8"))
        assert [step["index"] for step in played] == row["sequence"].split(",")
        assert len(played) == int(row["updates"])


def test_the_homework_is_on_its_own_targets_and_within_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", "homework", "--n", "12", "--runs", "5", "--seed", "2", "--order", "random"]) == 0
    out, err = capsys.readouterr()
    rows = table(out)
    assert len(rows) == 5
    updates, shares = [int(row["updates"]) for row in rows], [float(row["disagreement"]) for row in rows]
    spread, wide = number(statistics.pstdev(updates)), number(statistics.pstdev(shares))
    assert err.splitlines() == [
        f"updates: mean {number(sum(updates) / 5)}, median {sorted(updates)[2]}, standard deviation {spread}",
        f"disagreement: mean {number(sum(shares) / 5)}, median {number(sorted(shares)[2])}, standard deviation {wide}",
    ]
    for row in rows:
        target, dataset = problem(12, int(row["seed"]))
        assert [float(row[f"target_{part}"]) for part in ("1", "2", "b")] == target.tolist()
        run = core.train(dataset, core.RunSpec(order="random", seed=int(row["seed"])))
        assert int(row["updates"]) == run.updates <= float(row["bound"])
        assert 0 <= float(row["disagreement"]) < 1


def test_a_classifier_that_is_no_line_has_no_share_of_the_square(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", "homework", "--runs", "1", "--learner", "voted"]) == 0
    out, err = capsys.readouterr()
    assert (err.count("\n"), "disagreement" in err) == (1, False)
    (row,) = table(out)
    assert row["disagreement"] == ""


def test_every_place_of_an_example_is_a_fresh_run(data: Path, headless: Headless) -> None:
    dataset = core.load(data)
    rows = table(headless("experiment", "what-if", data, "--example", 2, "--cells", 5))
    assert len(rows) == len({(row["x1"], row["x2"]) for row in rows}) >= 15
    for row in rows:
        run = core.train(dataset.moved([2], [[float(row["x1"]), float(row["x2"])]]))
        assert int(row["updates"]) == run.updates
        assert row["bound"] == ("" if run.margin.bound is None else str(run.margin.bound))


def test_every_parameter_is_a_fresh_run(data: Path, headless: Headless) -> None:
    dataset = core.load(data)
    rows = table(headless("experiment", "parameters", data))
    assert {row["parameter"] for row in rows} == {"bias", "origin_1", "origin_2"}
    for row in rows:
        value = float(row["value"])
        if row["parameter"] == "bias":
            assert int(row["updates"]) == core.train(dataset, core.RunSpec(bias=value)).updates
    (here, there) = (row for row in rows if float(row["value"]) == 0 and row["parameter"] != "bias")
    assert here["updates"] == there["updates"] == str(core.train(dataset).updates)


@pytest.mark.parametrize("name", KINDS)
def test_help_tells_every_kind_with_its_columns(
    name: str, headless: Headless, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (("experiment", "--help"), ("experiment", name, "--help")):
        with pytest.raises(SystemExit) as caught:
            headless(*arguments)
        assert caught.value.code == 0
        said = "".join(capsys.readouterr().out.split())
        assert "".join(KINDS[name].words.split()) in said
    assert KINDS[name].columns in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "KIND"),
        (("dreams",), "invalid choice: 'dreams'"),
        (("orders",), "DATA"),
        (("orders", "nowhere.csv"), "nowhere.csv"),
        (("orders", "DATA", "--runs", "0"), "--runs 0 is not possible; enter a whole number from 1 to 1000000"),
        (("orders", "DATA", "--order", "odd"), "'odd' is not an order"),
        (("orders", "DATA", "--order", "listed", "--sequence", "1,x"), "enter whole numbers with commas"),
        (("extremes", "DATA", "--learner", "kernel"), "without a kernel"),
        (("homework", "--n", "0"), "--n 0 is not possible"),
        (("homework", "DATA"), "unrecognized arguments"),
        (("what-if", "DATA", "--example", "5"), "--example 5 is no row; enter a number from 0 to 4"),
        (("what-if", "DATA", "--columns", "a"), "the data have one feature"),
    ],
)
def test_what_cannot_be_tried_is_one_line(
    arguments: tuple[str, ...], words: str, data: Path, refused: Headless
) -> None:
    line = refused("experiment", *(str(data) if argument == "DATA" else argument for argument in arguments))
    assert line.startswith("error: ")
    assert words in line
