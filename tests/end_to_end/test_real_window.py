"""The program in a real X window, driven by a real mouse and keyboard: place points, play, read the numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core import RunSpec, load, train
from core.datasets.dataset import FloatArray
from perceptron_gui.look.text.sentences import numbers_as_text
from tests.end_to_end.desktop import PATIENCE_S, Desktop, eventually


def test_points_placed_by_mouse_are_learned_and_the_numbers_are_right(desktop: Desktop, tmp_path: Path) -> None:
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,label\n")
    program = desktop.program(points)
    try:
        desktop.find("points.csv")
        positive, negative = place_points(desktop)
        assert desktop.title == "points.csv* — Perceptron"

        desktop.key("alt+o", "Down")  # order: shuffled
        desktop.key("ctrl+s")
        eventually(lambda: desktop.title == "points.csv — Perceptron", "the points are saved")
        dataset = load(points)
        assert dataset.y.tolist() == [1] * len(positive) + [-1] * len(negative)
        assert_in_place(dataset.X, [*positive, *negative])

        run = train(dataset, RunSpec(order="shuffled"))
        assert run.converged
        expected = numbers_as_text(run, run.history.seek(run.updates))
        desktop.key("plus", "plus", "plus", "space")
        eventually(lambda: desktop.copied().splitlines()[:1] == expected.splitlines()[:1], "it has played to the end")
        desktop.key("End")
        final = numbers_as_text(run, run.history.at_example(run.history.examples))
        assert desktop.copied() == final

        desktop.key("Home", "Right", "Right")
        second = numbers_as_text(run, run.history.seek(2))
        eventually(lambda: desktop.copied() == second, "the second step has come to rest")

        desktop.key("ctrl+z", "ctrl+z")  # the order, which the file does not hold; a point
        assert desktop.title == "points.csv* — Perceptron"
        desktop.key("ctrl+shift+z", "ctrl+q")
        assert program.wait(PATIENCE_S) == 0
        assert program.stderr is not None
        assert program.stderr.read() == b""
        assert load(points).same_as(dataset)
    finally:
        program.kill()
        program.communicate()


def place_points(desktop: Desktop) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """○ above a slanted line, × below it, each by its tool; one is dragged to its place."""
    positive = [(200, 150), (350, 180), (500, 140), (650, 250), (300, 260)]
    negative = [(180, 480), (330, 560), (480, 520), (620, 600), (420, 470)]
    for tool, places in (("p", positive), ("n", negative)):
        desktop.key(tool)
        for place in places:
            desktop.click(*place)
    desktop.key("s")
    desktop.drag(positive[-1], (260, 330))
    return [*positive[:-1], (260, 330)], negative


def assert_in_place(X: FloatArray, pixels: list[tuple[int, int]]) -> None:
    """Every point lies where the mouse put it, to about a pixel: coordinates are a linear map of pixels."""
    for values, places in zip(X.T, np.array(pixels, float).T, strict=True):
        scale, offset = np.polyfit(places, values, 1)
        assert np.abs((values - offset) / scale - places).max() < 1.5
