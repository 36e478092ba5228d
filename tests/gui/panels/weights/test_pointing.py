"""What is pointed at in the Weights panel and on the canvas, and how its view is moved."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.gui.panels.weights.weights_desk import NONE, SEPARABLE, Desk
from tests.gui.places_on_screen import pixel_of


def test_pointing_at_a_line_lights_its_example_on_the_canvas_and_leaving_puts_it_out(desk: Desk) -> None:
    desk.player.end()
    row = next(row for row in range(4) if desk.picture.row_at(desk.middle_of(row)) == row)
    desk.move(desk.middle_of(row), NONE)
    assert (desk.highlight.kind, desk.highlight.rows) == ("example", (row,))
    QApplication.sendEvent(desk.panel.view, QEvent(QEvent.Type.Leave))
    assert desk.highlight.kind is None


def test_an_example_under_the_mouse_on_the_canvas_lights_its_line(desk: Desk) -> None:
    desk.player.end()
    row = 1
    before = desk.color(desk.middle_of(row))
    at = pixel_of(desk.canvas.view, *SEPARABLE.X[row].tolist())
    viewport = desk.canvas.view.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        NONE,
        NONE,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(viewport, event)
    assert desk.highlight.rows == (row,)
    after = desk.color(desk.middle_of(row))
    assert after != before
    assert after.lightness() < 80  # ink


def test_a_click_on_a_line_selects_its_example(desk: Desk) -> None:
    desk.player.end()
    row = next(row for row in range(4) if desk.picture.row_at(desk.middle_of(row)) == row)
    desk.press(desk.middle_of(row))
    desk.release(desk.middle_of(row))
    assert desk.workspace.selection.indices == (row,)


def test_wheel_and_drag_move_the_view_until_w_is_followed_again(desk: Desk) -> None:
    desk.player.go_to(1)
    followed = desk.picture.view
    view, at = desk.panel.view, QPointF(100, 120)
    point = desk.picture.view.to_data(at)
    angle = QPoint(0, 120)
    held = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        at, QPointF(view.mapToGlobal(at)), QPoint(), angle, NONE, held, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(view, event)
    assert desk.picture.view.ux < followed.ux
    assert desk.picture.view.to_data(at) == pytest.approx(point)
    corner = QPointF(5, 5)
    shown = desk.picture.view.to_data(corner)
    desk.drag(corner, QPointF(30, 20))
    assert desk.picture.view.to_data(corner + QPointF(30, 20)) == pytest.approx(shown)
    moved = desk.picture.view
    desk.player.go_to(2)
    assert desk.picture.view == moved
    desk.player.go_to(1)
    desk.panel.fit.click()
    assert desk.picture.view == followed
