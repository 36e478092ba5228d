"""Coordinates of any size are drawn: no exception and no number that is none in a paint call."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.spec import RunSpec
from tests.gui.canvas.desk import CanvasDesk
from tests.partly_slow import partly_slow

SIZES = (5e-324, 1e-310, 1e-160, 1e12, 1e99, 1e100)
PAIRS = [pair for size in SIZES for pair in ((size, size), (size, 1.0))]
_DRAWN = ("drawLine", "drawPolygon", "drawEllipse", "drawPoint", "drawRect", "drawPath")


@pytest.fixture
def strokes(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Every coordinate that the layers hand to a painter."""
    seen: list[float] = []

    def spied(name: str) -> Any:
        plain = getattr(QPainter, name)

        def draw(painter: QPainter, *shapes: Any) -> None:
            seen.extend(itertools.chain.from_iterable(map(coordinates, shapes)))
            plain(painter, *shapes)

        return draw

    for name in _DRAWN:
        monkeypatch.setattr(QPainter, name, spied(name))
    return seen


def coordinates(shape: Any) -> Iterator[float]:
    """The numbers of a point, line, rectangle, polygon, or a number itself."""
    if isinstance(shape, (int, float)):
        yield shape
    elif isinstance(shape, QPointF):
        yield from (shape.x(), shape.y())
    elif isinstance(shape, QLineF):
        yield from (shape.x1(), shape.y1(), shape.x2(), shape.y2())
    elif isinstance(shape, QRectF):
        yield from (shape.x(), shape.y(), shape.width(), shape.height())
    elif isinstance(shape, QPolygonF):
        for point in shape.toList():
            yield from (point.x(), point.y())


def look_at_all(desk: CanvasDesk) -> None:
    """The first states and the last, from near and from far."""
    for update in (0, 1, 2, 10**6):
        desk.player.go_to_update(update)
        desk.picture()
        desk.hover(desk.canvas.view.viewport().rect().center())
        desk.canvas.view.told_at(desk.canvas.stage.viewport.rect.center())
    for factor in (1e30, 1e-60):
        desk.canvas.view.zoom(factor)
        desk.picture()


@pytest.mark.parametrize("place", range(len(LEARNERS)), ids=LEARNERS)
@partly_slow("every", [6], [1])
def test_points_of_any_size_are_drawn(qtbot: QtBot, strokes: list[float], every: int, place: int) -> None:
    learner = list(LEARNERS)[place]
    desk = CanvasDesk(qtbot, spec=RunSpec(learner, max_updates=30))
    desk.canvas.resize(350, 260)
    ordinary = desk.canvas.stage.viewport
    for i, (a, b) in [*enumerate(PAIRS)][place % every :: every]:
        points = Dataset([[a, b], [-a, b], [b, -a], [0.0, a]], [1, -1, -1, 1] if i % 2 else [1, -1, 1, 1])
        desk.document.open(points, None)
        look_at_all(desk)
        desk.canvas.stage.set_viewport(ordinary)
        desk.picture()
    assert len(strokes) > 200
    assert all(map(math.isfinite, strokes))


def test_a_view_is_not_fitted_to_arrows_so_far_away_that_its_pixels_could_not_be_told_apart(qtbot: QtBot) -> None:
    far = Dataset([[-1e100, 1e100], [1e100, -1e100]], [1, -1])
    desk = CanvasDesk(qtbot, far, RunSpec(start=(1e-150, 1e-150, 1e100), max_updates=5))
    desk.canvas.resize(300, 300)
    desk.canvas.view.show_part()
    assert desk.canvas.stage.viewport.possible
    assert desk.canvas.stage.viewport.rect.contains(desk.canvas.stage.viewport.pixel(*far.X[0].tolist()))
