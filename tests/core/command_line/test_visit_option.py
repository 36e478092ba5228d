"""Lists of examples on the command line: `--visit`, counted from 1, and `--sequence`, counted from 0."""

from __future__ import annotations

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
        (("--visit", "3,4"), "example 4 of the list does not exist; 1 to 3 are expected, counted from 1"),
        (("--visit", "0,1"), "the list names example 0; numbers from 1 up are expected"),
        (("--visit", "2,2"), "example 2 stands in the list twice; once is expected"),
        (("--visit", "a"), "the list 'a' is not possible; whole numbers with commas are expected"),
        (("--visit", "1", "--order", "cyclic"), "--visit goes with no other list"),
        (("--visit", "1", "--sequence", "1"), "--visit goes with no other list"),
        (("--sequence", "1"), "the order cyclic does not go by a list"),
        (("--order", "listed", "--sequence", "3"), "example 3 of the list does not exist; 0 to 2 are expected"),
    ],
)
def test_what_cannot_be_gone_by_is_refused(
    options: tuple[str, ...], told: str, points: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(points), *options])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("order", ["listed", "visit"])
def test_what_a_session_lists_and_has_no_more_is_passed_over_and_that_is_said(
    order: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesson.perceptron"
    data = Dataset([[1.0, 0.0], [0.0, 1.0]], [1, -1])
    write_session(Session(data, RunSpec(order=order, sequence=(5, 1, 9))), path)
    assert main([str(path)]) == 0
    assert "note: 2 examples of the list, which the data do not have, passed over" in capsys.readouterr().out
