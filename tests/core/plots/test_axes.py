"""A run on axes of matplotlib: what is drawn is what the page draws."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.contour import ContourSet

import core
from core.learners import LEARNERS
from tests.places import DATASETS

IRIS = core.load(DATASETS / "iris_setosa_virginica.csv")


@pytest.fixture(autouse=True)
def without_a_screen() -> Iterator[None]:
    mpl.use("agg")
    yield
    pyplot.close("all")


def lines_of(axes: Any) -> list[Any]:
    return [each for each in axes.collections if isinstance(each, ContourSet)]


def test_the_boundary_and_the_margin_are_where_the_numbers_say() -> None:
    run = core.train(IRIS, max_epochs=20)
    axes = run.plot()
    *star, boundary = [np.asarray(each.get_paths()[0].vertices) for each in lines_of(axes)]
    assert np.allclose(run.score(boundary), 0, atol=1e-9)
    margin = run.margin
    assert margin.w_star is not None
    assert margin.b_star is not None
    gamma = margin.gamma or 0.0
    for line, away in zip(star, (-gamma, 0, gamma), strict=True):
        assert np.allclose(line @ margin.w_star + margin.b_star, away)
    assert (axes.get_xlabel(), axes.get_ylabel()) == IRIS.features
    assert sum(len(each.get_offsets()) for each in axes.collections if each not in lines_of(axes)) == IRIS.n


def test_the_theorem_is_drawn_as_it_is_described() -> None:
    run = core.train(IRIS, max_epochs=20)
    lines = {line.get_label(): line for line in run.plot_theorem().lines}
    k = np.asarray(lines["floor k·γ"].get_xdata())
    assert np.allclose(lines["floor k·γ"].get_ydata(), k * run.margin.gamma)
    assert lines["floor k·γ"].get_linestyle() == "--"
    assert np.asarray(lines["‖w‖"].get_ydata())[-1] == np.linalg.norm(run.history.weights(run.updates)[0])


def test_the_legend_names_what_is_in_the_plot() -> None:
    axes = core.train(IRIS, learner="passive-aggressive", max_epochs=20).plot_theorem()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["mistakes", "Σ loss²"]


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("name", ["iris_setosa_virginica.csv", "xor.csv"])
def test_every_learner_is_drawn_on_the_axes_that_are_given(learner: str, name: str) -> None:
    run = core.train(core.load(DATASETS / name), learner=learner, max_epochs=3, max_updates=200)
    axes = pyplot.subplots(1, 2)[1]
    assert run.plot(axes[0]) is axes[0]
    assert run.plot_theorem(axes[1]) is axes[1]
    axes[0].figure.canvas.draw()


@pytest.mark.parametrize(
    "dataset", [core.Dataset.empty(), core.Dataset([[2.0]], [1]), core.Dataset(np.eye(4), [1, -1, 1, -1])], ids=repr
)
def test_no_examples_one_and_many_features_are_drawn(dataset: core.Dataset) -> None:
    run = core.train(dataset)
    run.plot().figure.canvas.draw()
    run.plot_theorem().figure.canvas.draw()


def test_a_name_from_a_file_is_no_formula() -> None:
    run = core.train(core.Dataset([[1, 2], [3, 4]], [1, -1], ("$\\frac{$", "$x$")))
    axes = run.plot()
    axes.figure.canvas.draw()
    assert not axes.xaxis.label.get_parse_math()
    assert not axes.yaxis.label.get_parse_math()


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in (core.train(IRIS).plot, core.train(IRIS).plot_theorem):
        with pytest.raises(core.InputError, match="needs matplotlib, which is not installed"):
            draw()
