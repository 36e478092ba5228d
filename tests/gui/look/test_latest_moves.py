"""A mouse that tells a thousand places a second makes no queue, and where it ends is answered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.look.latest_moves import LatestMoves

MOVES = 1_000
_NONE, _LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


pytestmark = pytest.mark.usefixtures("moves_wait_a_frame")


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


def test_of_a_thousand_moves_the_first_is_answered_at_once_and_the_last_after_a_frame(qtbot: QtBot) -> None:
    widget = Watched()
    qtbot.addWidget(widget)
    for place in range(MOVES):
        send(widget, QEvent.Type.MouseMove, QPoint(place, 0))
    assert widget.answered == [QPoint(0, 0)]
    qtbot.waitUntil(lambda: len(widget.answered) > 1)
    assert widget.answered == [QPoint(0, 0), QPoint(MOVES - 1, 0)]


def test_a_move_comes_before_the_release_after_it(qtbot: QtBot) -> None:
    widget = Watched()
    qtbot.addWidget(widget)
    send(widget, QEvent.Type.MouseMove, QPoint(1, 1))
    send(widget, QEvent.Type.MouseMove, QPoint(2, 2))
    send(widget, QEvent.Type.MouseMove, QPoint(3, 3))
    send(widget, QEvent.Type.MouseButtonRelease, QPoint(3, 3), _LEFT)
    assert widget.answered[-1] == QPoint(3, 3)
