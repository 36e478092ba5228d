"""Words on the picture: off the lines, the examples and one another, and on the same side from step to step."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core import load
from core.built_in import BUILT_IN, BuiltIn
from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.resources import resource
from core.spec import RunSpec
from perceptron_gui.canvas.layers.layer import NamedCurve
from perceptron_gui.canvas.markers import marker_size, visible
from perceptron_gui.exports.offscreen import Subject, WindowPicture
from perceptron_gui.look.labels import Placed
from tests.gui.canvas.desk import CanvasDesk, crosses, words_of
from tests.gui.conftest import FIRST

SOON = ("ten_points", "tiny_margin", "separable", "outlier", "xor")
STEADY = {"R", "γ", "ŵ*", "best line"}
PATIENT = 6
"""Moments for which a steady label waits."""


def words_now(desk: CanvasDesk) -> list[Placed]:
    """The words on the picture, which are off one another, off the boundary, off curves and off the examples."""
    stage, state = desk.canvas.stage, desk.player.state
    assert state is not None
    words = desk.canvas.words.arranged(stage.viewport)
    for one, other in combinations(words, 2):
        assert not one.rect.intersects(other.rect), (one.label.text, other.label.text, state.update)
    segment = stage.viewport.segment(stage.line(state.w, state.b)) if len(state.w) else None
    lines = [] if segment is None else [segment]
    for word in words_of(desk.canvas.layers["reading"]):
        if isinstance(word, NamedCurve):
            lines += [QLineF(*piece) for piece in word.pieces.reshape(-1, 4).tolist()]
    reach = marker_size(desk.document.dataset.n) / 2
    for label, rect in words:
        assert stage.viewport.rect.contains(rect), label.text
        assert not any(crosses(rect, line) for line in lines), (label.text, state.update)
        assert not visible(stage.pixels, rect, reach).any(), (label.text, state.update)
    return words


def follow(desk: CanvasDesk, most: int) -> None:
    """Go through the first updates: what does not move keeps its side, unless it was covered for long."""
    run, seen = desk.player.run, dict[str, tuple[int, QRectF]]()
    assert run is not None
    for update in range(min(run.updates, most) + 1):
        desk.player.go_to_update(update)
        for label, rect in words_now(desk):
            before, place = seen.get(label.key or label.text, (update, rect))
            if (label.key or label.text) in STEADY and update - before < PATIENT:
                assert rect == place, (label.text, update)
            seen[label.key or label.text] = update, rect


def test_no_word_lies_on_anything_and_what_does_not_move_keeps_its_side(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    for data in BUILT_IN:
        if data.name in SOON:
            desk.document.open(data.dataset(), None)
            desk.canvas.view.fit()
            follow(desk, 12)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("data", BUILT_IN, ids=lambda data: data.name)
def test_in_every_set_and_for_every_learner_no_word_lies_on_anything(qtbot: QtBot, data: BuiltIn, learner: str) -> None:
    desk = CanvasDesk(qtbot, data.dataset(), RunSpec(learner, max_epochs=20, max_updates=200))
    follow(desk, 200)


@pytest.mark.parametrize(
    ("spec", "file", "size"),
    [
        (RunSpec("voted"), "iris_setosa_virginica.csv", (525, 455)),
        (RunSpec("margin"), "iris_setosa_virginica.csv", (525, 455)),
        (RunSpec(max_epochs=4), "xor.csv", (420, 340)),
        (RunSpec(max_epochs=4), "outlier.csv", (420, 340)),
    ],
)
def test_in_a_small_window_no_word_covers_an_example(
    qtbot: QtBot, spec: RunSpec, file: str, size: tuple[int, int]
) -> None:
    desk = CanvasDesk(qtbot, load(resource("datasets", file)), spec)
    desk.canvas.resize(*size)
    desk.canvas.view.fit()
    follow(desk, 12)


def test_every_example_of_a_few_has_its_number(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, FIRST.dataset())
    desk.player.end()
    numbers = [word for word in words_now(desk) if word.label.small]
    assert len(numbers) >= 10


def test_the_sentences_on_the_picture_are_announced_when_they_change(qtbot: QtBot) -> None:
    desk, told = CanvasDesk(qtbot), list[list[str]]()
    desk.canvas.words.noted.connect(told.append)
    for equal in (True, False, False, True):
        desk.canvas.set_equal_scales(equal)
        desk.picture()
    assert told == [["axes stretched: right angles are not shown right"], []]


def test_sentences_written_on_a_picture_keep_labels_off_and_leave_the_window_as_it_was(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, FIRST.dataset())
    desk.player.end()
    desk.canvas.set_equal_scales(False)
    canvas, before = desk.canvas, desk.picture()
    with WindowPicture(canvas, QWidget(), QColor("white")).drawing(Subject.CANVAS) as drawing:
        place = canvas.words.place_of_notes(canvas.stage.viewport)
        assert not any(word.rect.intersects(place) for word in words_now(desk))
        assert drawing.image() != before
    canvas.words.placer.forget()
    assert desk.picture() == before


def test_a_number_of_an_axis_lies_above_the_boundary(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[0.0, 1.0], [0.0, -1.0]], [1, -1]))
    desk.player.end()
    zero = next(tick for tick in desk.canvas.grid.ticks[1] if tick.text in ("0", "0.0"))
    line = desk.canvas.stage.viewport.pixel(0.0, 0.0).y()
    assert zero.rect.top() < line < zero.rect.bottom()
    picture = desk.picture()
    assert picture.pixelColor(round(zero.rect.left() + 2), round(line)).lightness() > 200
    assert picture.pixelColor(round(zero.rect.right() + 20), round(line)).lightness() < 100
