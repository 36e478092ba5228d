"""The page that plays a run shows what the window shows: one speed, one γ, one colour of the boundary."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.pace import FASTEST, SLOWEST
from core.player import player_page
from core.resources import resource
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas.layers.boundary import BoundaryLayer
from perceptron_gui.exports.tasks import FilmStretch
from perceptron_gui.look.theme import Theme
from perceptron_gui.model.player import Player
from tests.core.player.page_data import PageData
from tests.gui.canvas.desk import SEPARABLE, CanvasDesk, dots, lines_of

SCRIPT = resource("player", "player.js").read_text("utf-8")


class PinkBoundary(Theme):
    """A theme in which the boundary alone is pink."""

    boundary = "#ff00ff"


def test_page_film_and_window_begin_at_one_speed() -> None:
    page = PageData(player_page(train(SEPARABLE, RunSpec())))
    assert page.told["speed"] == Player().speed == FilmStretch(0, 1).speed
    assert "Math.max(run.speed, " in SCRIPT
    found = re.search(r"const SPEEDS = \[([\d., ]+)\]", SCRIPT)
    assert found is not None
    speeds = [float(speed) for speed in found[1].split(",")]
    assert (speeds[0], speeds[-1]) == (SLOWEST, FASTEST)
    assert page.told["speed"] in speeds


def test_page_and_canvas_name_the_best_line_alike(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    run = desk.player.run
    assert run is not None
    name = PageData(player_page(run)).told["plane"]["star"]["name"]
    assert name == "best line"
    assert name in desk.words


def test_page_and_canvas_draw_the_boundary_in_its_own_role(qtbot: QtBot) -> None:
    desk = CanvasDesk(qtbot)
    desk.player.end()
    layer = next(layer for layer in desk.canvas.layers.values() if isinstance(layer, BoundaryLayer))
    assert {line.role for line in lines_of(layer)} == {"boundary"}
    desk.theme.current = PinkBoundary(dark=False)
    desk.theme.changed.emit(desk.theme.current)
    pixels = dots(desk.canvas.grab().toImage()).reshape(-1, 4)[:, :3]
    pink = QColor("#ff00ff")
    assert (pixels == [pink.blue(), pink.green(), pink.red()]).all(axis=1).sum() > 100
    assert re.findall(r"drawLine\(pen, present, (colours\.\w+),", SCRIPT) == ["colours.boundary"]
