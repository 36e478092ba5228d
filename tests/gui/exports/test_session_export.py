"""What the command line makes of a session: its moment, its view, its limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core import files
from core.files.session import Session, write_session
from core.run import train
from core.spec import RunSpec
from tests.gui.conftest import CLOUDS, LESSON
from tests.gui.main_program import CommandLine


@pytest.mark.slow
def test_a_picture_of_a_session_is_of_its_moment_and_its_view(tmp_path: Path, command_line: CommandLine) -> None:
    def exported(data: Path, *options: object) -> bytes:
        """The picture that the command line draws without a window."""
        picture = data.with_suffix(".png")
        command_line(data, *options, "--export", picture, "--size", "480x320")
        return picture.read_bytes()

    spec = RunSpec("averaged", seed=3, order="shuffled")
    points, path = tmp_path / "points.csv", tmp_path / "lesson.perceptron"
    files.write(CLOUDS, points)
    options = ("--learner", "averaged", "--seed", 3, "--order", "shuffled")
    write_session(Session(CLOUDS, spec, train(CLOUDS, spec).history.example_of(2)), path)
    assert exported(path) == exported(points, *options, "--at", 2)
    assert exported(path, "--at", 1) == exported(points, *options, "--at", 1)
    last = exported(points, *options)
    write_session(Session(CLOUDS, spec, 10**9), path)
    assert exported(path) == last
    for view in (
        {"layers": {"region": False}},
        {"plane": {"middle": [0.0, 0.0], "unit": [0.01, 0.01], "size": [800.0, 600.0]}},
    ):
        write_session(Session(CLOUDS, spec, 10**9, view=view), path)
        assert exported(path) != last
    write_session(Session(CLOUDS, spec, 10**9, remarks=("standardised: mean 0",)), path)
    assert exported(path) != last, "what was done to the points is told"


@pytest.mark.parametrize(
    "view", [{"panel": []}, {"panel": "odd"}, {"choices": []}, {"panel": "Runs", "choices": {"Runs": {"seen": []}}}]
)
def test_a_view_that_cannot_be_leaves_the_picture_as_it_is(
    tmp_path: Path,
    lesson: Path,
    command_line: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    view: dict[str, object],
) -> None:
    monkeypatch.setattr("perceptron_gui.panels.runs.many_runs._RUNS", 20)
    panel = view["panel"] if view.get("panel") == "Runs" else "Theory"
    pictures = []
    for each in ({"panel": panel}, view):
        write_session(replace(LESSON, view=each), lesson)
        command_line(lesson, "--export", "run.png", "--size", "640x480")
        pictures.append((tmp_path / "run.png").read_bytes())
    assert pictures[0] == pictures[1]


def test_a_film_is_made_from_a_session(tmp_path: Path, lesson: Path, command_line: CommandLine) -> None:
    command_line(lesson, "--export", "run.gif", "--size", "480x320", "--frames", 3)
    assert (tmp_path / "run.gif").stat().st_size > 1000


@pytest.mark.slow
def test_a_report_is_made_from_a_session(tmp_path: Path, lesson: Path, command_line: CommandLine) -> None:
    command_line(lesson, "--export", "run.html")
    assert (tmp_path / "run.html").stat().st_size > 1000


def test_an_update_beyond_the_default_limit_exists_where_the_session_allows_it(
    lesson: Path, command_line: CommandLine
) -> None:
    write_session(replace(LESSON, spec=RunSpec(max_updates=10**9)), lesson)
    said = command_line.refused(lesson, "--at", 2_000_000, "--export", "run.png")
    assert f"enter 0 to {train(CLOUDS, RunSpec()).updates} after --at" in said
