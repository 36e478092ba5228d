"""A session on the command line: its data and options, unless the command line says otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import files, load
from core.datasets.dataset import Dataset
from core.files.session import Session, is_session, read_session, write_session
from core.spec import RunSpec
from tests.core.conftest import Headless

DATA = Dataset([[1.0, 2.0], [0.5, -3.0], [2.5, 1.0], [-1.0, 0.25]], [1, -1, 1, -1], ("height", "weight"))
SPEC = RunSpec("voted", order="shuffled", seed=3, bias="radius", max_epochs=50)


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    path = tmp_path / "lesson.perceptron"
    write_session(Session(DATA, SPEC, 2, "Why"), path)
    return path


@pytest.fixture
def points(tmp_path: Path) -> Path:
    path = tmp_path / "points.csv"
    files.write(DATA, path)
    return path


def without_path(text: str) -> dict[str, object]:
    summary = json.loads(text)
    del summary["dataset"]["path"]
    return dict(summary)


ASKED = ("--learner", "voted", "--order", "shuffled", "--seed", "3", "--bias", "radius", "--max-epochs", "50")


def test_a_session_runs_as_its_points_with_its_options(
    headless: Headless, lesson: Path, points: Path, tmp_path: Path
) -> None:
    traces = [tmp_path / "a.csv", tmp_path / "b.csv"]
    from_session = headless(lesson, "--json", "--trace", traces[0])
    from_points = headless(points, *ASKED, "--json", "--trace", traces[1])
    assert without_path(from_session) == without_path(from_points)
    assert traces[0].read_bytes() == traces[1].read_bytes()


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        (("--learner", "standard"), "learner", "standard"),
        (("--seed", "0"), "seed", 0),
        (("--bias", "1"), "bias", 1.0),
        (("--order", "cyclic"), "order", "cyclic"),
    ],
)
def test_what_is_given_wins_over_the_file_also_where_it_is_the_default(
    headless: Headless, lesson: Path, given: tuple[str, str], name: str, value: object
) -> None:
    plain, changed = (json.loads(headless(lesson, *more, "--json")) for more in ((), given))
    assert plain[name] != value
    assert changed[name] == value
    others = {"learner", "seed", "bias", "order"} - {name}
    assert {other: changed[other] for other in others} == {other: plain[other] for other in others}


def test_a_session_classifies_another_file_and_is_held_out_from(headless: Headless, lesson: Path, points: Path) -> None:
    answers = [points.with_name(name) for name in ("a.csv", "b.csv")]
    headless(lesson, "--predict", points, "--predictions", answers[0])
    headless(points, *ASKED, "--predict", points, "--predictions", answers[1])
    assert answers[0].read_bytes() == answers[1].read_bytes()
    held = json.loads(headless(points, "--holdout", lesson, "--json"))["held_out"]
    assert held["n"] == DATA.n


def test_a_session_is_classified_as_its_points_are(headless: Headless, lesson: Path, points: Path) -> None:
    answers = [points.with_name(name) for name in ("a.csv", "b.csv")]
    headless(points, "--predict", lesson, "--predictions", answers[0])
    headless(points, "--predict", points, "--predictions", answers[1])
    assert answers[0].read_bytes() == answers[1].read_bytes()
    assert answers[0].read_text("utf-8").count("\n") == DATA.n + 1


def test_features_of_a_session_that_is_classified_are_found_by_their_names(
    headless: Headless, refused: Headless, lesson: Path, points: Path
) -> None:
    answers = [points.with_name(name) for name in ("a.csv", "b.csv")]
    for answer, path in zip(answers, (lesson, points), strict=True):
        headless(points, "--columns", "weight,height", "--predict", path, "--predictions", answer)
    assert answers[0].read_bytes() == answers[1].read_bytes()
    write_session(Session(Dataset(DATA.X, DATA.y, ("height", "age")), SPEC), lesson)
    said = refused(points, "--predict", lesson, "--predictions", answers[0])
    assert said == f"error: {lesson}: there is no column 'weight'; height, age are there"


@pytest.mark.parametrize("chosen", ["oak", "ash"])
def test_the_class_that_is_chosen_is_found_by_its_name_in_a_session_held_out(
    headless: Headless, tmp_path: Path, chosen: str
) -> None:
    trees = Dataset(DATA.X, DATA.y, labels=("oak", "ash"))
    points, lesson = tmp_path / "trees.csv", tmp_path / "trees.perceptron"
    files.write(trees, points)
    write_session(Session(trees, SPEC), lesson)
    from_points, from_session = (
        json.loads(headless(points, "--positive", chosen, "--holdout", path, "--json"))["held_out"]
        for path in (points, lesson)
    )
    assert {**from_session, "path": None} == {**from_points, "path": None}


def test_a_class_that_the_session_held_out_does_not_have_is_one_sentence(
    refused: Headless, lesson: Path, tmp_path: Path
) -> None:
    points = tmp_path / "trees.csv"
    files.write(Dataset(DATA.X, DATA.y, DATA.features, ("oak", "ash")), points)
    said = refused(points, "--positive", "oak", "--holdout", lesson)
    assert said == f"error: {lesson}: no example is labelled 'oak'; the labels are '-1', '1'"


def test_the_data_of_a_session_are_loaded_as_those_of_a_file(lesson: Path) -> None:
    assert load(lesson).same_as(DATA)
    assert load(lesson, positive="-1").y.tolist() == (-DATA.y).tolist()


@pytest.mark.parametrize("choice", [("--positive", "+1"), ("--columns", "weight,height")])
def test_a_session_has_its_classes_and_features(refused: Headless, lesson: Path, choice: tuple[str, str]) -> None:
    sentence = f"a session has its classes and features; {choice[0]} is not expected with it"
    assert refused(lesson, *choice) == f"error: {lesson}: {sentence}"


def test_a_broken_session_is_one_sentence(refused: Headless, lesson: Path) -> None:
    lesson.write_text(lesson.read_text("utf-8").replace('"version": 1', '"version": 7'), "utf-8")
    assert "was saved by a newer version of this program" in refused(lesson)


@pytest.mark.parametrize(
    ("name", "suits"), [("a.perceptron", True), ("a.txt", True), ("a", True), ("a.json", True), ("a.csv", False)]
)
def test_a_session_is_known_by_its_suffix_and_where_that_says_nothing_by_its_content(
    tmp_path: Path, lesson: Path, name: str, suits: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(lesson.read_bytes())
    assert is_session(path) == suits
    path.write_text("1,2,1\n")
    assert is_session(path) == (path.suffix == ".perceptron")


def test_half_a_character_in_an_unknown_key_is_kept(lesson: Path) -> None:
    lesson.write_text(lesson.read_text("utf-8").replace('"view": {}', '"view": {"odd": "\\ud800"}'), "utf-8")
    read = read_session(lesson)
    write_session(read, lesson)
    assert read_session(lesson).view == {"odd": "\ud800"}
