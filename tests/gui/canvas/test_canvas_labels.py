"""Words inside the picture and off one another."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF
from pytestqt.qtbot import QtBot

from core import load
from core.datasets.dataset import Dataset
from core.resources import resource
from core.spec import RunSpec
from perceptron_gui.canvas.labels.placing import (
    Label,
    Spot,
    about,
    along,
    beside,
    boxes_at,
    free_place,
    placed,
)
from perceptron_gui.canvas.labels.point_density import PointDensity, edges_of
from perceptron_gui.canvas.markers import marker_size, visible
from perceptron_gui.look.viewport import Viewport
from tests.gui.canvas.desk import CanvasDesk, kept_free_by
from tests.gui.conftest import FIRST

VIEW = QRectF(0, 0, 800, 600)
PIXELS = Viewport(400, 300, 1, -1, 800, 600)
SIZE = QSizeF(120, 24)
anchors = st.tuples(st.floats(-50, 850), st.floats(-50, 650)).map(lambda p: QPointF(*p))


@given(st.lists(anchors, min_size=1, max_size=5))
@example([QPointF(0, 0)] * 2)
def test_no_label_leaves_the_picture_or_covers_another(where: list[QPointF]) -> None:
    labels = [Label(str(i), "ink", about(anchor, 10), target=anchor) for i, anchor in enumerate(where)]
    rects = [word.rect for word in placed(labels, lambda _: SIZE, VIEW)]
    assert all(VIEW.contains(rect) for rect in rects)
    if len(where) <= 2:
        assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[:i])


def test_places_along_a_curve_are_evenly_spread_however_it_is_cut() -> None:
    whole = np.array([[[0.0, 50.0], [900.0, 50.0]]])
    cut = np.array([[[0.0, 50.0], [30.0, 50.0]], [[30.0, 50.0], [30.0, 50.0]], [[30.0, 50.0], [900.0, 50.0]]])
    found = [[rect.center() for rect in _at(along(pieces))] for pieces in (whole, cut)]
    for one, other in zip(*found, strict=True):
        assert (one - other).manhattanLength() < 1e-6
    middles = sorted({round(spot.x()) for spot in found[0]})
    assert {50 + 100 * i for i in range(9)} <= set(middles)
    assert len(along(np.zeros((2, 2, 2))))


def test_a_label_keeps_off_what_is_reserved() -> None:
    anchor = QPointF(400, 300)
    right = QRectF(400, 200, 200, 200)
    (word,) = placed([Label("w", "ink", about(anchor, 10, farther=()))], lambda _: SIZE, VIEW, [edges_of(right)])
    assert not word.rect.intersects(right)


def test_a_label_prefers_the_place_that_covers_the_fewest_examples() -> None:
    crowded = QRectF(0, 0, 800, 300)
    (word,) = placed(
        [Label("w", "ink", about(QPointF(400, 300), 10, farther=()))],
        lambda _: SIZE,
        VIEW,
        (),
        _within(crowded),
    )
    assert not word.rect.intersects(crowded)


def test_a_label_goes_farther_off_where_all_is_crowded_and_is_tied_to_what_it_names() -> None:
    anchor = QPointF(400, 300)
    crowded = QRectF(200, 220, 400, 160)
    label = Label("w", "ink", about(anchor, 10), target=anchor, clear=5)
    (word,) = placed([label], lambda _: SIZE, VIEW, (), _within(crowded))
    assert not word.rect.intersects(crowded)
    leader = word.leader
    assert leader is not None
    assert word.rect.adjusted(-1, -1, 1, 1).contains(leader.p1())
    assert QLineF(leader.p2(), anchor).length() == pytest.approx(5)


def test_a_label_is_moved_aside_at_the_edge_rather_than_far_off() -> None:
    anchor = QPointF(62, 300)
    sides = [QRectF(0, 280, 50, 40), QRectF(74, 200, 700, 200)]
    (word,) = placed([Label("w", "ink", about(anchor, 10), target=anchor)], lambda _: SIZE, VIEW, map(edges_of, sides))
    assert VIEW.contains(word.rect)
    assert not any(word.rect.intersects(side) for side in sides)


def test_a_label_close_by_needs_no_line() -> None:
    anchor = QPointF(400, 300)
    (word,) = placed([Label("w", "ink", about(anchor, 10), target=anchor, clear=5)], lambda _: SIZE, VIEW)
    assert word.leader is None


def test_a_label_beside_a_slanted_line_does_not_lie_on_it() -> None:
    line = QLineF(0, 600, 800, 0)
    for rect in _at(beside(line)):
        edges = zip(_corners(rect), _corners(rect)[1:], strict=False)
        crossing = [line.intersects(QLineF(a, b))[0] for a, b in edges]
        assert QLineF.IntersectionType.BoundedIntersection not in crossing


def test_no_place_is_given_where_all_are_taken() -> None:
    assert free_place([(10, 10, 5, 5)], VIEW, [(0, 0, 50, 50)]) is None


@pytest.mark.parametrize("vital", [False, True])
def test_a_label_that_has_no_place_at_all_is_not_shown(vital: bool) -> None:
    middle = VIEW.center()
    nowhere = [beside(QLineF(middle, QPointF(np.nan, 0.0))), about(QPointF(np.inf, 0.0), 10, farther=())]
    for density in (None, _within(VIEW)):
        for spots in nowhere:
            assert placed([Label("w", "ink", spots, vital=vital)], lambda _: SIZE, VIEW, (), density) == []


def test_notes_move_to_the_corner_where_they_cover_no_example(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, Dataset([[0.0, 0.0], [1.0, 1.0], [0.02, 1.0], [0.04, 0.99]], [1, 1, -1, -1]))
    view = desk.canvas.stage.viewport
    pixels = view.to_pixels(desk.canvas.stage.points).tolist()
    notes, _ = desk.canvas.words.arranged(view)
    assert notes
    assert not any(rect.contains(QPointF(x, y)) for _, rect in notes for x, y in pixels)


@pytest.mark.parametrize(
    ("spec", "file"),
    [
        (RunSpec("voted"), "iris_setosa_virginica.csv"),
        (RunSpec("averaged"), "iris_setosa_versicolor.csv"),
        (RunSpec("margin"), "iris_setosa_virginica.csv"),
    ],
)
def test_in_a_small_window_no_word_covers_an_example(qtbot: QtBot, spec: RunSpec, file: str) -> None:
    dataset = load(resource("datasets", file))
    desk = CanvasDesk(qtbot, dataset, spec)
    desk.canvas.resize(525, 455)
    desk.canvas.fit()
    view = desk.canvas.stage.viewport
    pixels = view.to_pixels(desk.canvas.stage.points)
    for update in range(25):
        desk.player.go_to_update(update)
        notes, words = desk.canvas.words.arranged(view)
        said = [*notes, *((word.label.text, word.rect) for word in words)]
        assert said
        for text, rect in said:
            assert view.rect.contains(rect), text
            assert not visible(pixels, rect, marker_size(dataset.n) / 2).any(), (text, update)


@pytest.mark.parametrize("size", [(590, 420), (574, 420), (420, 340)])
@pytest.mark.parametrize("name", ["first_start.csv", "xor.csv", "outlier.csv"])
def test_on_a_small_screen_no_caption_lies_on_an_example(name: str, size: tuple[int, int], qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, load(resource("datasets", name)), RunSpec(max_epochs=4))
    desk.canvas.resize(*size)
    desk.canvas.fit()
    view = desk.canvas.stage.viewport
    pixels = view.to_pixels(desk.canvas.stage.points)
    for update in range(14):
        desk.player.go_to_update(update)
        notes, words = desk.canvas.words.arranged(view)
        assert notes or words or update
        for text, rect in [*notes, *((word.label.text, word.rect) for word in words)]:
            assert not visible(pixels, rect, marker_size(len(pixels)) / 2).any(), (text, update)


@pytest.mark.parametrize("learner", ["voted", "averaged", "standard"])
def test_no_word_covers_the_head_of_w(qtbot: QtBot, learner: str) -> None:
    desk = CanvasDesk(qtbot, load(resource("datasets", "overlapping_clouds.csv")), RunSpec(learner, max_epochs=12))
    desk.canvas.resize(525, 455)
    desk.canvas.fit()
    view, arrow, seen = desk.canvas.stage.viewport, desk.canvas.layers["arrow"], 0
    for update in range(1, 60):
        desk.player.go_to_update(update)
        kept = kept_free_by(arrow)
        for word in desk.canvas.words.arranged(view)[1]:
            assert word.label.vital or not any(word.rect.intersects(square) for square in kept)
        seen += bool(kept)
    assert seen


def test_a_label_that_finds_no_place_by_its_line_goes_elsewhere_and_is_tied_to_it() -> None:
    line = QLineF(100, 300, 700, 300)
    point_density = PointDensity(
        np.array([[x, y] for x in range(60, 760, 15) for y in range(200, 401, 15)], float), PIXELS, 5.0
    )
    label = Label("ŵ*", "promise", beside(line), stretch=line)
    (word,) = placed([label], lambda _: SIZE, VIEW, (), point_density)
    assert point_density.count(word.rect) == 0
    leader = word.leader
    assert leader is not None
    assert leader.y2() == pytest.approx(300)


def test_a_label_far_from_its_curve_is_tied_to_the_nearest_point_of_it() -> None:
    turn = np.linspace(0, 2 * np.pi, 200)
    curve = np.column_stack([400 + 100 * np.cos(turn), 300 + 100 * np.sin(turn)])
    pieces = np.stack([curve[:-1], curve[1:]], axis=1)
    label = Label("longest-lived", "voters", along(pieces), curve=pieces.reshape(-1, 2))
    (close,) = placed([label], lambda _: SIZE, VIEW)
    assert close.leader is None
    point_density = PointDensity(
        np.array([[x, y] for x in range(260, 560, 15) for y in range(160, 461, 15)], float), PIXELS, 5.0
    )
    (far,) = placed([label], lambda _: SIZE, VIEW, (), point_density)
    leader = far.leader
    assert leader is not None
    assert float(np.hypot(*(curve - (leader.x2(), leader.y2())).T).min()) == pytest.approx(0, abs=1e-6)
    corners = [QLineF(corner, QPointF(*point)).length() for corner in _corners(far.rect) for point in curve.tolist()]
    assert leader.length() <= min(corners) + 1e-6


def _at(spots: Iterable[Spot]) -> list[QRectF]:
    return [QRectF(*box) for box in boxes_at(spots, SIZE)]


def _within(crowded: QRectF) -> PointDensity:
    """Examples all over a rectangle."""
    left, top, right, bottom = edges_of(crowded)
    points = [[x, y] for x in np.arange(left, right, 5.0) for y in np.arange(top, bottom, 5.0)]
    return PointDensity(np.array(points), PIXELS, 0.0)


def _corners(rect: QRectF) -> list[QPointF]:
    return [rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(), rect.topLeft()]


def test_the_number_of_an_example_keeps_off_the_boundary_where_a_corner_is_free(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, FIRST.dataset())
    desk.player.end()
    stage, state = desk.canvas.stage, desk.player.state
    assert state is not None
    line = stage.line(state.w, state.b)
    numbers = [word for word in desk.canvas.words.arranged(stage.viewport)[1] if word.label.small]
    assert len(numbers) >= 10
    for number in numbers:
        rect = number.rect
        corners = (rect.topLeft(), rect.topRight(), rect.bottomLeft(), rect.bottomRight())
        assert len({line.at(corner) > 0 for corner in corners}) == 1, number.label.text
