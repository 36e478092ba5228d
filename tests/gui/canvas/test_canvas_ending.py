"""The end of a run is an event on the canvas, and nothing tells of it before the playhead is there."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import prepare, train
from core.spec import RunSpec
from perceptron_gui.canvas.layers.verdict import Banner, EndingLayer
from perceptron_gui.canvas.markers import reach_of, visible
from perceptron_gui.look.text.sentences import ending_words
from tests.gui.canvas.desk import SEPARABLE, XOR, CanvasDesk
from tests.gui.conftest import FIRST


def banner(desk: CanvasDesk) -> Banner | None:
    layer = desk.canvas.layers["ending"]
    assert isinstance(layer, EndingLayer)
    return layer.banner


def test_the_end_is_told_only_where_it_is(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    run = desk.player.run
    assert run is not None
    for example in range(run.history.examples):
        desk.player.go_to_example(example)
        assert banner(desk) is None
    desk.player.end()
    shown = banner(desk)
    assert shown is not None
    assert shown.text == f"Converged: epoch {run.history.epochs} had no mistake"
    desk.player.step_back()
    assert banner(desk) is None


def test_the_banner_is_beside_the_boundary_that_it_speaks_of(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, FIRST.dataset())
    desk.canvas.resize(600, 420)
    QApplication.processEvents()
    desk.player.end()
    shown, stage = banner(desk), desk.canvas.stage
    assert shown is not None
    line = stage.viewport.segment(stage.line(stage.animated.w, stage.animated.b))
    assert line is not None
    assert not any(shown.rect.contains(line.pointAt(part)) for part in np.linspace(0, 1, 1000))


@pytest.mark.parametrize(
    ("dataset", "spec", "wrong", "words"),
    [
        (SEPARABLE, RunSpec("margin", margin=0.5), None, "no example within the margin"),
        (SEPARABLE, RunSpec(order="random"), None, "Converged: no example is left to learn from"),
        (XOR, RunSpec(max_epochs=3), 1, "Stopped at the limit, 1 example still wrong"),
        (XOR, RunSpec(max_epochs=3), 4, "Stopped at the limit, 4 examples still wrong"),
        (XOR, RunSpec("online-svm", max_updates=9), 0, "Stopped at the limit, no example is wrong now"),
        (XOR, RunSpec(max_updates=2), None, "Stopped at the limit"),
    ],
)
def test_an_ending_says_what_ended_the_run(dataset: Dataset, spec: RunSpec, wrong: int | None, words: str) -> None:
    said = ending_words(train(dataset, spec), wrong)
    assert words in said[0]
    assert sorted(said, key=len, reverse=True) == list(said)


def test_nothing_is_said_of_a_run_that_goes_on_or_has_nothing_to_learn() -> None:
    going_on, _ = prepare(SEPARABLE, RunSpec())
    assert ending_words(going_on, 0) == ()
    assert ending_words(train(Dataset.empty())) == ()


def test_a_limit_counts_the_examples_that_the_learner_gets_wrong(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, XOR, RunSpec(max_epochs=4))
    desk.player.end()
    run, shown = desk.player.run, banner(desk)
    assert run is not None
    assert shown is not None
    assert f"{run.training_errors} " in shown.text


@pytest.mark.parametrize("size", [(700, 520), (520, 420), (1100, 900)])
def test_the_banner_covers_no_example_and_no_other_words(qtbot: QtBot, size: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    X = rng.uniform(-1, 1, (150, 2))
    desk = CanvasDesk(qtbot, Dataset(X, np.where(X[:, 0] > X[:, 1], 1, -1)), RunSpec(max_epochs=3))
    desk.canvas.resize(*size)
    desk.canvas.fit()
    desk.player.end()
    shown, view = banner(desk), desk.canvas.stage.viewport
    assert shown is not None
    assert view.rect.contains(shown.rect)
    assert not visible(view.to_pixels(desk.canvas.stage.points), shown.rect, reach_of(150)).any()
    _, words = desk.canvas.words.arranged(view)
    placed = [word.rect for word in words]
    assert not any(rect.intersects(shown.rect) for rect in placed)


@pytest.mark.parametrize(("spec", "role"), [(RunSpec(), "promise"), (RunSpec(max_updates=2), "secondary")])
def test_converged_and_stopped_look_different_in_a_picture(qtbot: QtBot, spec: RunSpec, role: str) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE, spec)
    desk.player.end()
    for name in desk.canvas.layers:
        desk.canvas.set_layer_visible(name, name == "ending")
    shown = banner(desk)
    assert shown is not None
    image = QImage(desk.canvas.view.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    desk.canvas.paint_picture(painter, QRectF(QPointF(), image.size().toSizeF()))
    painter.end()
    inside = QRectF(desk.canvas.view.box.mapToScene(shown.rect.topLeft()), shown.rect.size()).toRect()
    names = {
        image.pixelColor(x, y).rgb()
        for x in _span(inside.left(), inside.right())
        for y in _span(inside.top(), inside.bottom())
    }
    colors = [QColor(rgb) for rgb in names]
    green = [color for color in colors if color.green() > color.red() + 60]
    assert bool(green) == (role == "promise")
    assert any(_near(color, desk.theme.current.color(role)) for color in colors)


def _span(first: int, last: int) -> range:
    return range(first - 1, last + 2)


def _near(a: QColor, b: QColor) -> bool:
    return max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) < 16
