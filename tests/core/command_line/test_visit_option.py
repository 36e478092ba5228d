"""Lists of examples on the command line: `--visit`, counted from 1, and `--sequence`, counted from 0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.__main__ import main
from core.datasets.dataset import Dataset
from core.files.session import Session, write_session
from core.spec import RunSpec

POINTS = "x1,x2,label\n1,0,+1\n0,1,-1\n2,1,+1\n"


@pytest.fixture
def points(tmp_path: Path) -> Path:
    path = tmp_path / "points.csv"
    path.write_text(POINTS)
    return path


def test_examples_are_visited_in_turn_counted_from_1(
    points: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(points), "--visit", "3,1,2", "--bias", "0", "--trace", str(tmp_path / "t.csv")]) == 0
    assert "standard, visit order" in capsys.readouterr().out
    rows = [line.split(",") for line in (tmp_path / "t.csv").read_text().splitlines()]
    # by hand: 3 gives w = (2, 1); 1 is right (2); 2 has y·a = −1: w = (2, 0); in epoch 2 example 3 is right (4), 1 is
    # right (2), 2 has y·a = 0, a tie: w = (2, −1); in epoch 3 all are right: 3, 2 and 1
    assert [row[3] for row in rows] == ["index", "2", "1", "1"]
    assert [row[6:8] for row in rows[1:]] == [["2.0", "1.0"], ["2.0", "0.0"], ["2.0", "-1.0"]]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--visit", "3,4"), "example 4 of the list does not exist; enter 1 to 3, counted from 1"),
        (("--visit", "0,1"), "the list names example 0; enter numbers from 1"),
        (("--visit", "2,2"), "example 2 is in the list twice; leave one out"),
        (("--visit", "a"), "the list 'a' is not possible; enter whole numbers with commas"),
        (("--visit", "1", "--order", "cyclic"), "--visit goes with no other list"),
        (("--visit", "1", "--sequence", "1"), "--visit goes with no other list"),
        (("--sequence", "1"), "the order cyclic does not go by a list"),
        (("--order", "listed", "--sequence", "3"), "row 3 of the list does not exist; enter 0 to 2"),
    ],
)
def test_what_cannot_be_gone_by_is_refused(
    options: tuple[str, ...], told: str, points: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(points), *options])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_listed_rows_that_are_no_mistakes_at_their_turn_are_named(
    points: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # by hand: row 2 gives w = (2, 1), under which rows 2 and 0 are right (4 and 2) and row 1 is a mistake (−1): w =
    # (2, 0); then row 0 is right (2), and a tie on row 1 is left for the order of the file: w = (2, −1)
    listed = (str(points), "--bias", "0", "--order", "listed", "--sequence", "2,2,0,1,0")
    assert main(list(listed)) == 0
    said = "skipped in the list, for they asked for no update at their turn: examples 3, 1, 1"
    assert f"note: {said}" in capsys.readouterr().err
    assert main([*listed, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["sequence"], summary["skipped"]) == ([2, 2, 0, 1, 0], [2, 0, 0])
    assert summary["notes"] == [said]
    with pytest.raises(SystemExit):
        main([*listed, "--strict"])
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "example 3 of the list was no mistake at its turn" in told.err


def test_where_every_listed_row_is_a_mistake_none_is_named(points: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(points), "--bias", "0", "--order", "listed", "--sequence", "2,1", "--strict"]) == 0
    assert "skipped" not in capsys.readouterr().err
    assert main([str(points), "--bias", "0", "--visit", "3,1,2"]) == 0
    assert "skipped" not in capsys.readouterr().err


@pytest.mark.parametrize("order", ["listed", "visit"])
def test_what_a_session_lists_and_has_no_more_is_passed_over_and_that_is_said(
    order: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesson.perceptron"
    data = Dataset([[1.0, 0.0], [0.0, 1.0]], [1, -1])
    write_session(Session(data, RunSpec(order=order, sequence=(5, 1, 9))), path)
    assert main([str(path)]) == 0
    assert "note: 2 examples of the list, which the data do not have, passed over" in capsys.readouterr().err
