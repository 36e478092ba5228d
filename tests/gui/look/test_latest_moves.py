"""A mouse that tells a thousand places a second makes no queue, and where it ends is answered."""

from __future__ import annotations

from time import perf_counter

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.canvas.tools.select import SelectTool
from perceptron_gui.canvas.tools.tool import Pointer
from perceptron_gui.look import latest_moves
from perceptron_gui.look.latest_moves import LatestMoves
from tests.gui.canvas.desk import CanvasDesk

MOVES, REST_MS = 1_000, 5
_NONE, _LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def as_in_the_program(every_move_is_answered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latest_moves, "REST_MS", REST_MS)


class Watched(QWidget):
    """It remembers where the mouse was when it answered."""

    def __init__(self) -> None:
        super().__init__()
        self.answered: list[QPoint] = []
        self.setMouseTracking(True)
        LatestMoves(self)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.answered.append(event.position().toPoint())


def send(
    widget: QWidget, kind: QEvent.Type, at: QPoint, button: Qt.MouseButton = _NONE, held: Qt.MouseButton = _NONE
) -> None:
    event = QMouseEvent(
        kind, QPointF(at), QPointF(widget.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def test_a_thousand_moves_are_answered_as_often_as_there_is_time_and_the_last_in_any_case(qtbot: QtBot) -> None:
    widget = Watched()
    qtbot.addWidget(widget)
    began = perf_counter()
    for place in range(MOVES):
        send(widget, QEvent.Type.MouseMove, QPoint(place, 0))
    assert widget.answered[0] == QPoint(0, 0)
    assert len(widget.answered) <= 2 + 1000 * (perf_counter() - began) / REST_MS
    qtbot.waitUntil(lambda: widget.answered[-1] == QPoint(MOVES - 1, 0))
    assert len(set(map(QPoint.x, widget.answered))) == len(widget.answered)


def test_a_move_comes_before_the_release_after_it(qtbot: QtBot) -> None:
    widget = Watched()
    qtbot.addWidget(widget)
    send(widget, QEvent.Type.MouseMove, QPoint(1, 1))
    send(widget, QEvent.Type.MouseMove, QPoint(2, 2))
    send(widget, QEvent.Type.MouseMove, QPoint(3, 3))
    send(widget, QEvent.Type.MouseButtonRelease, QPoint(3, 3), _LEFT)
    assert widget.answered[-1] == QPoint(3, 3)


def test_an_example_is_dragged_by_a_quick_mouse_to_where_it_is_let_go(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = CanvasDesk(qtbot)
    view = desk.canvas.view.viewport()
    answered, answer = list[Pointer](), SelectTool.move

    def counted(tool: SelectTool, pointer: Pointer) -> None:
        answered.append(pointer)
        answer(tool, pointer)

    monkeypatch.setattr(SelectTool, "move", counted)
    start, end = desk.at(2.0, 1.0), desk.at(1.0, -1.0)
    began = perf_counter()
    send(view, QEvent.Type.MouseButtonPress, start, _LEFT, _LEFT)
    for step in range(1, MOVES + 1):
        send(view, QEvent.Type.MouseMove, start + (end - start) * step / MOVES, _NONE, _LEFT)
    send(view, QEvent.Type.MouseButtonRelease, end, _LEFT)
    assert 0 < len(answered) <= 3 + 1000 * (perf_counter() - began) / REST_MS
    assert desk.at(*desk.document.dataset.X[0].tolist()) == end
