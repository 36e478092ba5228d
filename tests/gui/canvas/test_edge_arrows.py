"""A line out of view is pointed to from the edge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from core.spec import RunSpec
from tests.gui.canvas.desk import SEPARABLE, CanvasDesk, tooltip_at


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    made = CanvasDesk(qtbot)
    made.player.end()
    return made


def look_at(desk: CanvasDesk, x: float, y: float) -> None:
    stage = desk.canvas.stage
    stage.set_viewport(replace(stage.viewport, cx=x, cy=y))


def arrows(desk: CanvasDesk) -> dict[str, tuple[QPointF, QPointF]]:
    """Name → tail and tip, in pixels."""
    words = desk.canvas.words
    words.arranged(desk.canvas.stage.viewport)
    return {edge.to.name: (edge.arrow.p1(), edge.arrow.p2()) for edge in words.arrows}


def test_nothing_points_to_what_is_in_view(desk: CanvasDesk) -> None:
    assert arrows(desk) == {}


@pytest.mark.parametrize(("x", "y"), [(30.0, 0.0), (-30.0, 5.0), (3.0, 40.0), (-8.0, -40.0), (1e6, -1e6)])
def test_an_arrow_points_at_right_angles_to_the_boundary_and_stands_in_view(
    desk: CanvasDesk, x: float, y: float
) -> None:
    look_at(desk, x, y)
    view, state = desk.canvas.stage.viewport, desk.player.state
    assert state is not None
    tail, tip = arrows(desk)["boundary"]
    assert view.rect.contains(tail)
    assert view.rect.contains(tip)
    way = np.array(view.to_data(tip)) - view.to_data(tail)
    towards = -np.sign(float(state.w @ (x, y)) + state.b) * state.w
    cosine = float(way @ towards) / (np.linalg.norm(way) * np.linalg.norm(towards))
    assert cosine == pytest.approx(1, abs=1e-6)


def test_each_line_out_of_view_has_its_own_arrow_with_its_name(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot, SEPARABLE, RunSpec("averaged"))
    desk.player.end()
    look_at(desk, 40.0, 40.0)
    found = arrows(desk)
    assert set(found) == {"boundary", "average", "best line"}
    assert {"boundary", "average", "best line"} <= set(desk.words)
    tips = [tip for _, tip in found.values()]
    assert all((a - b).manhattanLength() > 10 for i, a in enumerate(tips) for b in tips[:i])


def test_a_hidden_layer_is_not_pointed_to(desk: CanvasDesk) -> None:
    look_at(desk, 40.0, 40.0)
    assert "best line" in arrows(desk)
    desk.canvas.set_layer_visible("optimum", False)
    assert "best line" not in arrows(desk)


def test_without_a_line_there_is_no_arrow(desk: CanvasDesk) -> None:
    desk.player.home()
    look_at(desk, 40.0, 40.0)
    assert "boundary" not in arrows(desk)


def test_an_arrow_says_what_it_points_to(desk: CanvasDesk) -> None:
    desk.player.go_to_update(2)
    for x, y in ((40, 40), (40, -40), (-40, 40), (-40, -40)):
        look_at(desk, x, y)
        layer = desk.canvas.words
        desk.picture()
        for edge in layer.arrows:
            assert tooltip_at(layer, edge.arrow.center()) == f"{edge.to.name} is out of view in this direction"
