"""What is kept from one frame to the next, or left out of it, is never seen to be."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

import core
from core.datasets.arithmetic import squared_norms
from core.datasets.dataset import Dataset, FloatArray
from perceptron_gui.canvas import markers
from perceptron_gui.canvas.layers import points
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.points import HalosLayer
from perceptron_gui.canvas.markers import MarkerStyle, draw_markers
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.document import editing
from perceptron_gui.model.workspace import Kind
from tests.core.tables import TWELVE
from tests.gui.canvas.desk import CanvasDesk, dots

Sources = tuple[object, ...] | None
MANY = 40_000
SIDE = 50


def cloud(n: int) -> Dataset:
    X = np.random.default_rng(0).normal(size=(n, 2))
    return Dataset(X, np.where(X[:, 0] > 0, 1, -1))


def taken(desk: CanvasDesk) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    return dots(desk.picture())


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many halos were drawn, each time that some were."""
    counts: list[int] = []
    draw = HalosLayer.draw

    def watched(self: HalosLayer, painter: QPainter, view: Viewport) -> None:
        counts.append(len(self.workspace.selection))
        draw(self, painter, view)

    monkeypatch.setattr(HalosLayer, "draw", watched)
    return counts


def test_a_flip_leaves_the_halos_as_they_are(qtbot: QtBot, drawings: list[int]) -> None:
    desk = CanvasDesk(qtbot)
    desk.selection.set([0, 2])
    desk.picture()
    editing.flip_selected(desk.document, desk.selection)
    desk.picture()
    assert drawings == [2]


def test_halos_follow_what_is_selected_and_where_it_is(qtbot: QtBot, drawings: list[int]) -> None:
    desk = CanvasDesk(qtbot)
    desk.selection.set([0, 2])
    desk.picture()
    desk.selection.set([0, 1, 2])
    desk.picture()
    before = taken(desk)
    editing.nudge(desk.document, desk.selection, {0: 0.4})
    assert not np.array_equal(taken(desk), before)
    desk.canvas.view.zoom(1.5)
    desk.picture()
    assert drawings == [2, 3, 3, 3]


def moved(desk: CanvasDesk, row: int) -> None:
    """Move an example of the document a little, and go to the end of the run over it."""
    dataset = desk.document.dataset
    desk.document.edit(dataset.moved([row], dataset.X[[row]] + [[0.06, 0.03]]), "Move")
    desk.player.end()


def roles(dataset: Dataset) -> tuple[int, int, int]:
    """An example on the margin of ŵ*, the one that is the longest, and one that is neither."""
    margin = core.margin(dataset)
    assert margin.support is not None
    support, farthest = set(margin.support.tolist()), int(squared_norms(dataset.X).argmax())
    return min(support - {farthest}), farthest, min(set(range(dataset.n)) - support - {farthest})


def draw_anew(desk: CanvasDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each layer that keeps a picture make another one at each redraw."""
    for kind in {type(layer) for layer in desk.canvas.view.layers}:

        def kept(self: Layer, before: Callable[[Layer], Sources] = kind.kept) -> Sources:
            return None if before(self) is None else (object(),)

        monkeypatch.setattr(kind, "kept", kept)


@pytest.mark.parametrize("kind", [None, "gamma", "radius", "star", "part"])
def test_a_kept_picture_is_what_it_would_be_drawn_anew(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kind: Kind | None
) -> None:
    desk = CanvasDesk(qtbot, TWELVE)
    desk.player.end()
    if kind is not None:
        desk.canvas.workspace.highlight.show(kind, (0, 3))
    kept = []
    for row in roles(TWELVE):
        moved(desk, row)
        kept.append(taken(desk))
    desk = CanvasDesk(qtbot, TWELVE)
    desk.player.end()
    draw_anew(desk, monkeypatch)
    if kind is not None:
        desk.canvas.workspace.highlight.show(kind, (0, 3))
    for row, before in zip(roles(TWELVE), kept, strict=True):
        moved(desk, row)
        assert np.array_equal(taken(desk), before)


@pytest.mark.parametrize("zoom", [1.0, 6.0])
def test_the_halos_of_a_crowd_are_what_they_would_be_one_by_one(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, zoom: float
) -> None:
    desk = CanvasDesk(qtbot, cloud(MANY))
    editing.select_all(desk.document, desk.selection)
    desk.canvas.view.zoom(zoom)
    at_once = taken(desk)
    monkeypatch.setattr(points, "_MANY", MANY)
    desk.selection.set(range(1, MANY))  # Another selection in between, so that the halos are drawn anew.
    editing.select_all(desk.document, desk.selection)
    differences = np.abs(taken(desk) - at_once)
    assert np.count_nonzero(differences > 8) <= 0.005 * differences.size


def test_nothing_of_an_older_picture_is_left_where_the_new_one_shows_less(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    plain = taken(desk)
    desk.selection.set([0, 1, 2, 3])
    desk.picture()
    desk.selection.set([0])
    desk.picture()
    desk.selection.set([])
    assert np.array_equal(taken(desk), plain)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("label", [1, -1])
def test_a_stamp_has_its_marker_in_the_middle_and_no_empty_rim(qtbot: QtBot, label: int, ratio: float) -> None:
    stamp = markers._stamp(MarkerStyle(label, 11.0, "#60ff0000", "#ffff0000", 1.9), ratio)
    image = stamp.toImage()
    rows = [y for y in range(image.height()) if any(image.pixelColor(x, y).alpha() for x in range(image.width()))]
    assert stamp.devicePixelRatio() == ratio
    assert image.width() == image.height()
    assert abs(rows[0] - (image.height() - 1 - rows[-1])) <= 1
    assert rows[0] <= 1


def test_each_marker_is_where_it_would_be_alone(qtbot: QtBot) -> None:
    pixels = np.random.default_rng(0).uniform(5, SIDE - 5, (50, 2))
    style = MarkerStyle(1, 6.0, "#60ff0000", "#ffff0000", 1.0)

    def drawn(*parts: FloatArray) -> QImage:
        image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        for part in parts:
            draw_markers(painter, part, style)
        painter.end()
        return image

    assert drawn(pixels) == drawn(*np.split(pixels, len(pixels)))
