"""The Python face: what a notebook calls."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from numpy.typing import ArrayLike

import core
from core.errors import InputError

PAIR = Path(__file__).parents[2] / "resources" / "datasets" / "iris_setosa_virginica.csv"


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(core).attempted == 3
    assert doctest.testmod(core).failed == 0


def test_load_train_and_look_at_the_run() -> None:
    dataset = core.load(PAIR)
    run = core.train(dataset, core.RunSpec(max_epochs=20))
    assert (run.updates, run.converged, run.stopped, len(run.theorem().update)) == (28, True, "converged", 28)
    assert run.predict(dataset.X).tolist() == dataset.y.tolist()
    assert run.summary() == {**run.summary("p"), "dataset": {**run.summary("p")["dataset"], "path": None}}


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
