"""The marks of examples: solid, ringed while wrong, numbered, small where they are many."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from perceptron_gui.canvas.layers.points import MOST_WRONG, PointsLayer
from perceptron_gui.canvas.markers import (
    SUPPORTS,
    TESTED,
    argb,
    mark_style,
    marker_size,
    ring_radius,
    wrong_style,
)
from perceptron_gui.look.labels import Label
from perceptron_gui.look.theme import LIGHT
from tests.gui.canvas.colours import near, show_only
from tests.gui.canvas.desk import CanvasDesk


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.player.end()
    return made


def ring_of(desk: CanvasDesk) -> list[int]:
    """The rows around which the ring of a mistake is drawn."""
    layer = desk.canvas.layers["points"]
    assert isinstance(layer, PointsLayer)
    return [int(row) for row in layer.wrong]


def test_a_mark_is_solid_and_a_dashed_ring_says_that_it_is_wrong(desk: CanvasDesk) -> None:
    show_only(desk, "points")
    desk.player.end()
    assert near(desk.color_at(2, 1), LIGHT.color("positive"), 12)
    assert not ring_of(desk)
    desk.document.dataset_changed.disconnect(desk.solve)
    desk.document.edit(desk.document.dataset.flipped([0]), "flip")
    assert near(desk.color_at(2, 1), LIGHT.color("negative"), 12)
    assert ring_of(desk) == [0]
    ring, size = wrong_style(LIGHT, 15.0), 15.0
    assert ring.dashed
    assert ring.outline == argb(LIGHT.color("now"))
    assert ring_radius(size, SUPPORTS) < ring.size / 2 < ring_radius(size, TESTED)


def test_nothing_is_ringed_before_the_first_update_or_while_somebody_is_asked(desk: CanvasDesk) -> None:
    desk.player.home()
    assert not ring_of(desk)
    desk.player.go_to_update(1)
    wrong = ring_of(desk)
    assert wrong
    desk.canvas.workspace.highlight.ask(True)
    assert not ring_of(desk)
    desk.canvas.workspace.highlight.ask(False)
    assert ring_of(desk) == wrong
    desk.canvas.workspace.quiz.set_on(True)
    assert not ring_of(desk)
    desk.canvas.workspace.quiz.set_on(False)
    desk.canvas.workspace.by_hand.set_on(True)
    assert not ring_of(desk)


def test_few_examples_have_their_numbers_and_of_many_the_one_that_is_pointed_at(qtbot: QtBot) -> None:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(13, 2))
    for n, told in ((12, [str(row + 1) for row in range(12)]), (13, ["5"])):
        desk = CanvasDesk(qtbot, Dataset(X[:n], np.where(X[:n, 0] > 0, 1, -1)))
        desk.player.home()
        show_only(desk, "points")
        desk.canvas.workspace.highlight.show("example", [4])
        labels = [
            word for word in desk.canvas.layers["points"].said(desk.canvas.stage.viewport) if isinstance(word, Label)
        ]
        assert [label.text for label in labels if label.small] == told


def test_marks_of_very_many_examples_are_small_and_let_others_show_through() -> None:
    few, many = (mark_style(LIGHT, 1, marker_size(n)) for n in (10, 10_000))
    assert many.size < few.size
    assert QColor(few.fill).alpha() == 255
    assert QColor(many.fill).alpha() < 160


def test_how_many_examples_share_a_place_is_told_where_it_is_pointed_at(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[1.0, 2.0], [0.0, 0.0], [1.0, 2.0], [1.0, 2.0]], [1, 1, -1, 1]))
    view = desk.canvas.stage.viewport
    assert "3 examples at this place: 2 ○, 1 ×" in desk.canvas.view.told_at(view.pixel(1, 2))
    assert "at this place" not in desk.canvas.view.told_at(view.pixel(0, 0))


def test_too_many_wrong_examples_are_not_marked_and_a_note_says_so(qtbot: QtBot) -> None:
    n = 6 * MOST_WRONG
    desk = CanvasDesk(qtbot, Dataset(np.linspace(-1, 1, 2 * n).reshape(n, 2), np.ones(n)))
    desk.player.go_to_update(1)
    assert any("examples are wrong now: too many to ring each" in note for note in desk.notes)
    assert MOST_WRONG <= 500  # More rings are one blob of gold.
    desk.player.end()
    assert not any("wrong" in note for note in desk.notes)


def test_selected_examples_look_different(desk: CanvasDesk) -> None:
    show_only(desk, "points")
    before = desk.picture()
    desk.selection.set([0])
    assert desk.picture() != before
    desk.selection.clear()
    assert desk.picture() == before
