"""The Python face: what a notebook calls."""

from __future__ import annotations

import doctest
import json
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

import core
from core.errors import InputError
from core.explain.trace import trace
from core.kernels import KERNELS
from core.learners import LEARNERS
from core.rules import RULES
from tests.core.tables import DATASET, over_pairs
from tests.places import DATASETS

PAIR = DATASETS / "iris_setosa_virginica.csv"
XOR = core.load(DATASETS / "xor.csv")


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(core).attempted == 3
    assert doctest.testmod(core).failed == 0


def test_load_train_and_look_at_the_run() -> None:
    dataset = core.load(PAIR)
    run = core.train(dataset, core.RunSpec(max_epochs=20))
    assert (run.updates, run.converged, run.stopped, len(run.theorem().update)) == (28, True, "converged", 28)
    assert run.predict(dataset.X).tolist() == dataset.y.tolist()
    assert run.summary() == {**run.summary("p"), "dataset": {**run.summary("p")["dataset"], "path": None}}


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ([-1, 1, 1], ("-1", "+1")),
        ([0, 1, 1], ("0", "1")),
        ([False, True, True], ("False", "True")),
        (["apple", "pear", "pear"], ("apple", "pear")),
        (np.array([0.0, 1.0, 1.0]), ("0", "1")),
        ([1, 2, 2], ("1", "2")),
        (np.array([2.0, 10.0, 10.0]), ("2", "10")),
        (np.array([3, 200, 200], np.uint8), ("3", "200")),
        ([-0.5, 1.0, 1.0], ("-0.5", "1")),
        ([-1, 0, 0], ("-1", "0")),
    ],
)
def test_labels_are_taken_as_people_have_them(given: ArrayLike, names: tuple[str, str]) -> None:
    examples = [[1, 2], [3, 4], [5, 6]]
    dataset = core.Dataset(examples, given)
    assert dataset.y.tolist() == [-1, 1, 1]
    assert dataset.labels == names
    run = core.train(examples, given, core.RunSpec(max_epochs=4))
    assert run.summary() == core.train(dataset, core.RunSpec(max_epochs=4)).summary()
    assert core.train(examples, given).spec.max_epochs == core.RunSpec().max_epochs


def test_names_of_classes_that_are_given_say_which_is_positive() -> None:
    assert core.Dataset([[1], [2]], ["yes", "no"], labels=("yes", "no")).y.tolist() == [-1, 1]
    assert core.Dataset([[1], [2]], [0, 1], labels=("no", "yes")).labels == ("no", "yes")
    assert core.Dataset([[1]], [0]).y.tolist() == [-1]


@pytest.mark.parametrize("numbers", [(1, 2), (2, 10), (-1, 0), (0, 3), (0.5, 2.5), (-1, 1), (0, 1), (1e20, 1e22)])
def test_two_numbers_are_the_classes_that_a_file_makes_of_them(numbers: tuple[float, float], tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("".join(f"{i / 2},{i + 0.5},{numbers[i % 2]!r}\n" for i in range(4)), encoding="utf-8")
    loaded = core.load(path, label=3)
    given = core.Dataset(loaded.X, [numbers[i % 2] for i in range(4)], loaded.features, target=loaded.target)
    assert given.labels == loaded.labels
    assert given.same_as(loaded)


def test_three_numbers_are_no_two_classes() -> None:
    with pytest.raises(InputError, match="the labels are 1, 2, 3; enter two different ones"):
        core.Dataset([[1], [2], [3]], [1, 2, 3])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([2, 2], "the labels are 2; enter two different ones"),
        ([1, float("nan")], "nan is not a label; enter two numbers or two names"),
        ([1, float("inf")], "inf is not a label"),
        ([1, 2j], "is not a label"),
        (["a", "a"], "the labels are 'a'; enter two different ones"),
        (["a", "b", "c"], r"shape \(3,\) for 2 examples"),
    ],
)
def test_labels_that_are_none_are_an_input_error(wrong: ArrayLike, said: str) -> None:
    with pytest.raises(InputError, match=said):
        core.Dataset([[1], [2]], wrong)


@over_pairs()
def test_a_run_comes_back_from_a_pickle_with_all_that_it_tells(spec: core.RunSpec) -> None:
    run = core.train(DATASET, spec)
    html, told = core.player_page(run), run.summary()
    again = pickle.loads(pickle.dumps(run))
    assert again.summary() == told
    assert core.player_page(again) == html
    assert "".join(trace(again)) == "".join(trace(run))
    assert again.predict(DATASET.X).tolist() == run.predict(DATASET.X).tolist()


def test_a_long_record_comes_back_from_a_pickle() -> None:
    run = core.train(XOR, core.RunSpec(max_epochs=10**9, max_updates=200_000))
    again = pickle.loads(pickle.dumps(run.history))
    places = (0, 1, 9_000, 199_999, 200_000)
    assert [again.seek(k).w.tolist() for k in places] == [run.history.seek(k).w.tolist() for k in places]
    assert again.nbytes == run.history.nbytes


def test_a_dataset_from_a_pickle_is_read_only_still() -> None:
    again = pickle.loads(pickle.dumps(DATASET))
    assert again.same_as(DATASET)
    assert not again.X.flags.writeable
    assert not again.y.flags.writeable


def test_margin_is_the_runs_margin() -> None:
    dataset = core.load(PAIR)
    assert core.margin(dataset).bound == core.train(dataset).margin.bound == pytest.approx(680.0813572614875)
    assert core.margin(dataset, bias="radius").bound == pytest.approx(527.9275283937263)


@pytest.mark.parametrize("wrong", [-1.0, float("inf")])
def test_a_bias_that_is_not_possible_is_an_input_error(wrong: float) -> None:
    with pytest.raises(InputError, match="is not possible"):
        core.margin(core.load(PAIR), bias=wrong)


@pytest.mark.parametrize("questions", [[1, 2], [[1, 2, 3]], [["a", "b"]], [[1], [1, 2]]])
def test_questions_of_another_shape_are_an_input_error(questions: ArrayLike) -> None:
    run = core.train(core.load(PAIR))
    with pytest.raises(InputError, match="the questions"):
        run.score(questions)


def test_everything_that_is_exported_says_what_it_is() -> None:
    for name in core.__all__:
        assert (getattr(core, name).__doc__ or "").strip(), name


def test_a_separator_of_ones_own_has_its_bound() -> None:
    dataset = core.load(PAIR)
    own = core.separator(dataset, [1, 4], -9.5)
    assert own.separates
    assert own.bound == pytest.approx(1639.392857142857)
    assert core.separator(dataset, [1, 4], -9.5, bias=0).reason.startswith("With bias 0")


def test_a_bound_with_slack_needs_no_separator_and_an_example_in_a_row_has_one_too() -> None:
    dataset = core.Dataset([[1, 0], [2, 0], [3, 0]], [1, -1, 1])
    run = core.train(dataset, core.RunSpec(max_epochs=5))
    assert core.margin(dataset).separable is False
    assert run.updates <= core.slack_bound(dataset, 5).value
    assert core.repeat_bound(dataset, 1, [3, 0], 0) == 6 // 5 + 1
    assert core.repeat_bound(dataset, 1, [3, 0], 0, bias=0) == 6 // 4 + 1


def test_errors_on_what_was_held_out_and_the_svm_as_a_reference() -> None:
    training, held_out = core.split(core.load(PAIR), share=0.3, seed=0)
    curves = core.error_curves(core.train(training), held_out)
    assert curves.held_out["voted"].tolist() == [16, 16, 16, 16, 16, 0, 0]
    kernel = core.make_kernel(core.RunSpec(kernel="rbf", gamma=0.5))
    for machine in (core.svm(training), core.svm(training, 10, kernel)):
        assert (machine.score(held_out.X) * held_out.y > 0).all()


@pytest.mark.parametrize("epochs", [0, -1])
def test_a_bound_over_no_epochs_is_an_input_error(epochs: int) -> None:
    with pytest.raises(InputError, match="enter a whole number of at least 1"):
        core.slack_bound(core.load(PAIR), epochs)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            {"learner": "perceptrn"},
            f"'perceptrn' is not a learner; enter {', '.join(LEARNERS)}; is standard meant",
        ),
        ({"learner": None}, "'' is not a learner"),
        ({"order": "shufled"}, "is shuffled meant"),
        ({"rule": "zzz"}, f"{', '.join(RULES)}$"),
        ({"predictor": "avrage"}, "is averaged meant"),
        ({"kernel": 3}, f"{', '.join(KERNELS)}$"),
    ],
)
def test_a_name_that_does_not_exist_is_refused_where_it_is_given(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        core.RunSpec(**wrong)


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_and_a_dataset_print_as_three_lines(learner: str) -> None:
    dataset = core.load(PAIR)
    run = core.train(dataset, core.RunSpec(learner, max_epochs=3))
    assert len(repr(dataset).splitlines()) == len(str(run).splitlines()) == 3
    assert "100 examples in 2 dimensions" in str(dataset)
    assert f"{run.updates:,} update" in str(run)


def test_a_summary_is_a_table_and_still_the_plain_values_exactly() -> None:
    summary = core.train(core.load(PAIR)).summary()
    rows = dict(re.split(r" {2,}", line, maxsplit=1) for line in repr(summary).splitlines())
    assert (rows["updates"], rows["bound"], rows["dataset n"], rows["certificate"]) == ("28", "680.081", "100", "–")
    assert json.loads(json.dumps(summary)) == summary
    html = summary._repr_html_()
    assert html.count("<tr>") == len(rows)
    assert "<td>680.081</td>" in html


def test_load_warns_once_of_what_was_decided_and_not_if_there_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("Id,a,sex,kind\n7,1,f,x\n9,2,m,y\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="Id only identifies the rows") as told:
        assert core.load(path).features == ("a",)
    assert len(told) == 1
    assert "--encode" in str(told[0].message)
    path.write_text("a,b,kind\n1,1,x\n3,2,y\n", encoding="utf-8")
    assert core.load(path, label="b", columns=["a"]).target == "b"
