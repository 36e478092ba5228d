"""A session file brings everything back, and what is none is refused in a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.session import MIGRATIONS, HeldOutFile, Session, fits_in_session, read_session, write_session
from core.spec import RunSpec
from tests.core.strategies import datasets, so_many

LESSON = Session(
    Dataset([[1.0, 2.0], [0.1, -3.0]], [1, -1]),
    RunSpec("voted", seed=3, bias="radius"),
    5,
    "Why",
    "It ends.",
    {},
    ("scaled",),
)

specs = st.builds(
    RunSpec,
    learner=st.sampled_from(["standard", "voted", "pocket", "kernel", "margin"]),
    order=st.sampled_from([None, "cyclic", "random"]),
    seed=st.integers(0, 2**70),
    bias=st.sampled_from([1.0, 0.0, 0.1, "radius"]),
    gamma=st.floats(0, 1e100),
    margin=st.floats(0, 1e100),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(datasets(), specs, st.integers(0, 10**12), st.text(), st.text())
def test_what_is_written_reads_back_bit_for_bit(
    tmp_path: Path, dataset: Dataset, spec: RunSpec, example: int, title: str, text: str
) -> None:
    path = tmp_path / "lesson.perceptron"
    plain = title.encode(errors="ignore").decode(), text.encode(errors="ignore").decode()
    write_session(Session(dataset, spec, example, *plain, {"tab": "Theory", "range": [[0.1, 2]]}), path)
    read = read_session(path)
    assert read.dataset.same_as(dataset)
    assert (read.spec, read.example, read.title, read.text) == (spec, example, *plain)
    assert read.view == {"tab": "Theory", "range": [[0.1, 2]]}


def test_what_was_done_to_the_data_is_kept_and_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    assert read_session(path).remarks == ("scaled",)
    path.write_text(broken(), "utf-8")
    assert read_session(path).remarks == ()


def test_the_examples_held_out_read_back_bit_for_bit(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    held_out = HeldOutFile.of(Path("others\n\udcff.csv"), LESSON.dataset.with_rows([[-0.0, 1 / 3]] * 3, [1, -1, 1]))
    write_session(replace(LESSON, held_out=held_out, view={"X": None, "y": None}), path)
    read = read_session(path)
    assert read.held_out is not None
    assert read.held_out.name == "others��.csv"
    assert read.held_out.dataset.same_as(held_out.dataset)
    assert read.dataset.same_as(LESSON.dataset)
    assert read.view == {"X": None, "y": None}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(datasets(min_n=1))
def test_examples_take_no_more_room_than_is_thought(tmp_path_factory: pytest.TempPathFactory, dataset: Dataset) -> None:
    path = tmp_path_factory.mktemp("room") / "lesson.perceptron"
    longest = dataset.appended(np.full((1, dataset.d), -1.2345678901234567e-100), [-1])
    sizes = []
    for examples in (longest, longest.appended(longest.X, longest.y)):
        write_session(Session(examples, RunSpec()), path)
        sizes.append(path.stat().st_size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.files.session._MOST_BYTES", sizes[1] - sizes[0] - 1)
        assert not fits_in_session(longest)
        patch.setattr("core.files.session._MOST_BYTES", 20 * (sizes[1] - sizes[0]))
        assert fits_in_session(longest)


def test_an_example_stands_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    assert any("[1.0, 2.0]" in line for line in path.read_text("utf-8").splitlines())


def test_a_list_in_the_view_stands_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    view = {"choices": {"a": [1.5] * 2_001, "b": [], "c": {}, "d": [[1], [2, "[3], ["], {"e": None}]}}
    write_session(replace(LESSON, view=view), path)
    assert sum(line.count("1.5") == 2_001 for line in path.read_text("utf-8").splitlines()) == 1
    assert read_session(path).view == view


def test_many_examples_are_written_with_rests_in_between(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    many = Dataset(np.random.default_rng(0).normal(size=(2_000, 3)), np.resize([1, -1], 2_000))
    rests: list[None] = []
    write_session(Session(many, RunSpec()), path, lambda: rests.append(None))
    assert len(rests) > 3
    assert read_session(path).dataset.same_as(many)
    lines = path.read_text("utf-8").splitlines()
    assert sum(line.strip(" ,").startswith("[") for line in lines) >= many.n - 1


def broken(**changes: Any) -> str:
    content = {
        "format": "perceptron session",
        "version": 1,
        "title": "",
        "text": "",
        "data": {"features": ["a"], "labels": ["-1", "+1"], "target": "label", "X": [[1.0]], "y": [1]},
        "run": {},
        "example": 0,
        "view": {},
    }
    return json.dumps({key: value for key, value in {**content, **changes}.items() if value is not ...})


def data(**changes: Any) -> dict[str, Any]:
    return {**json.loads(broken())["data"], **changes}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: Expecting value; write JSON"),
        ('{"format": "perceptron session",\n "version": }', "line 2, column 13"),
        ("[]", "this is not a session"),
        ('{"format": "something else"}', "this is not a session"),
        ("[" * 100_000, "nested 100000 deep"),
        (broken(version=99), "newer version of this program"),
        (broken(version="1"), '"version" is "1"'),
        (broken(version=True), '"version" is true'),
        (broken(data=...), '"data" is missing; write an object'),
        (broken(example=-1), '"example" is -1'),
        (broken(example=1.5), '"example" is 1.5; write a whole number'),
        (broken(title=3), '"title" is 3; write a text'),
        (broken(run={"learner": "odd"}), "'odd' is not a learner"),
        (broken(run={"colour": 1}), "'colour' is not an option"),
        (broken(run={"bias": []}), "of another kind"),
        (broken(run={"seed": -1}), "seed -1 is not possible"),
        (broken(data=data(X=[[1.0, 2.0]])), 'row 1 of "X"'),
        (broken(data=data(X=[["1"]])), 'row 1 of "X"'),
        (broken(data=data(X=[[1e200]])), "a finite number of at most"),
        (broken(data=data(y=[0])), '"y" is not a list of 1 labels'),
        (broken(data=data(y=[1, 1])), '"y" is not a list of 1 labels'),
        (broken(data=data(labels=["a", "a"])), "enter two different names"),
        (broken(data=data(remarks=["a", 1])), '"remarks" is ["a", 1]; write a list of texts'),
        (broken(held_out=[]), '"held_out" is []; write an object'),
        (broken(held_out={"X": [[1.0]], "y": [1]}), 'in "held_out": "name" is missing; write a text'),
        (broken(held_out={"name": "a", "X": [[1, 2]], "y": [1]}), 'in "held_out": row 1 of "X" is not a list of 1'),
        (broken(held_out={"name": "a", "X": [[1]], "y": [0]}), 'in "held_out": "y" is not a list of 1 labels'),
        (broken(held_out={"name": "a", "X": [], "y": []}), 'in "held_out": "X" is empty; write at least one row'),
        (broken(held_out={"name": "a", "X": [[1e200]], "y": [1]}), 'in "held_out": example 1 has 1e+200'),
        (broken(data=data(features=[])), '"features" is empty'),
        (broken().replace("[[1.0]]", "[[NaN]]"), "write JSON"),
        (broken().replace("[[1.0]]", "[[1e999]]"), 'row 1 of "X"'),
    ],
)
def test_what_is_no_session_is_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "lesson.perceptron"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as refusal:
        read_session(path)
    assert sentence in str(refusal.value)
    assert str(refusal.value).startswith(str(path))
    assert len(str(refusal.value).splitlines()) == 1


def test_an_older_version_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.files.session.VERSION", 2)
    monkeypatch.setitem(MIGRATIONS, 1, lambda content: {**content, "title": "from before"})
    path = tmp_path / "lesson.perceptron"
    path.write_text(broken(), "utf-8")
    assert read_session(path).title == "from before"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=so_many(300))
@given(st.data())
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=6))
        content = content or bytearray(b"{")
    path.write_bytes(bytes(content))
    try:
        read = read_session(path)
    except InputError:
        return
    assert np.isfinite(read.dataset.X).all()


def numbers_in(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where numbers stand in JSON values."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for key, part in parts for found in numbers_in(part, (*place, key))]
    return [place] if isinstance(value, int | float) and not isinstance(value, bool) else []


def with_value(content: Any, place: tuple[Any, ...], value: object) -> Any:
    """The same JSON values but for the one at `place`."""
    copy = json.loads(json.dumps(content))
    inside = copy
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return copy


def refused(path: Path, content: Any, digits: str = "") -> InputError | None:
    """What is said of a session with this content, `digits` where "HUGE" stands; None where it is read."""
    path.write_text(json.dumps(content).replace('"HUGE"', digits), "utf-8")
    try:
        read_session(path)
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize("digits", [f"1{'0' * 400}", f"-1{'0' * 400}", f"1{'0' * 5000}", "1e308"], ids=len)
def test_no_number_anywhere_in_a_session_is_too_large_to_be_refused_in_a_sentence(tmp_path: Path, digits: str) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(replace(LESSON, view={"speed": 2.0}, spec=replace(LESSON.spec, bias=1, start=(1.0, 2.0, 3.0))), path)
    content = json.loads(path.read_text("utf-8"))
    places = numbers_in(content)
    assert {"X", "gamma", "seed", "start", "example", "speed", "version"} <= {key for place in places for key in place}
    for place in places:
        error = refused(path, with_value(content, place, "HUGE"), digits)
        assert error is None or (error.path == path and len(error.sentence) < 500)
        assert error is not None or digits == "1e308", place


@pytest.mark.parametrize("option", ["learner", "order", "kernel", "rule", "predictor"])
def test_a_name_that_is_in_no_table_is_refused_before_anything_is_replaced(tmp_path: Path, option: str) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    content = json.loads(path.read_text("utf-8"))
    error = refused(path, with_value(content, ("run", option), "no such thing"))
    assert error is not None
    assert "'no such thing'" in error.sentence
    assert "; enter " in error.sentence


def test_what_a_message_quotes_of_a_session_fits_on_a_line(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    content, long = json.loads(path.read_text("utf-8")), "k" * 60_000
    for place, value in [(("run", long), 1), (("run", "learner"), long), (("format",), long), (("title",), [long])]:
        error = refused(path, with_value(content, place, value))
        assert error is not None
        assert len(str(error)) < 600


def test_whatever_goes_wrong_while_a_session_is_read_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(LESSON, path)
    for fault in (OverflowError("int too large"), KeyError("x"), RecursionError(), ZeroDivisionError()):

        def fail(*_: object, fault: Exception = fault) -> Session:
            raise fault

        monkeypatch.setattr("core.files.session._session", fail)
        with pytest.raises(InputError, match="cannot be read") as told:
            read_session(path)
        assert type(fault).__name__ in told.value.sentence
