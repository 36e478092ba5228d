"""A mouse of a thousand places a second makes no queue in the window, whatever it drags or points at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, SignalInstance
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.spec import RunSpec
from perceptron_gui.model.document.document import Document
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.places_on_screen import handle_of, pixel_of

MOVES, ANSWERS = 1_000, 2
"""Moves that wait in Qt's queue, and how many of them may be answered: the first and the last."""
_NONE, _LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


pytestmark = pytest.mark.usefixtures("moves_wait_a_frame")


@dataclass
class Hand:
    """It drags something of `widget`, or points there without a button `held`, from `start` to `end`.

    `told` comes with each answer, and `place` is where that led; `edits` are what is then to be undone.
    """

    widget: QWidget
    start: QPoint
    end: QPoint
    told: SignalInstance
    place: Callable[[], object]
    held: Qt.MouseButton = _LEFT
    edits: int = 0

    def goes(self, moves: int) -> None:
        """It presses, makes so many moves, each an event of its own as Wayland tells it, and lets go."""
        self._post(QEvent.Type.MouseButtonPress, self.start, self.held)
        for step in range(1, moves + 1):
            self._post(QEvent.Type.MouseMove, self.start + (self.end - self.start) * step / moves)
        self._post(QEvent.Type.MouseButtonRelease, self.end, self.held)
        QApplication.processEvents()

    def _post(self, kind: QEvent.Type, at: QPoint, button: Qt.MouseButton = _NONE) -> None:
        if kind is QEvent.Type.MouseMove or button is not _NONE:
            on_screen, none = QPointF(self.widget.mapToGlobal(at)), Qt.KeyboardModifier.NoModifier
            QApplication.postEvent(self.widget, QMouseEvent(kind, QPointF(at), on_screen, button, self.held, none))


def rows_of(document: Document) -> object:
    return document.dataset.X.tolist()


def drag_of_an_example(window: MainWindow) -> Hand:
    view, document = window.canvas.view, window.document
    start = pixel_of(view, *document.dataset.X[0].tolist())
    return Hand(
        view.viewport(),
        start,
        start + QPoint(60, -40),
        document.dataset_changed,
        lambda: rows_of(document),
        edits=1,
    )


def pointing_at_the_canvas(window: MainWindow) -> Hand:
    view, pointed = window.canvas.view, window.workspace.pointed
    start = view.viewport().rect().center()
    return Hand(view.viewport(), start, start + QPoint(80, 50), pointed.changed, lambda: pointed.place, held=_NONE)


def scrub_of_the_timeline(window: MainWindow) -> Hand:
    timeline, player = window.transport.timeline, window.player
    middle = timeline.height() // 2
    start, end = (
        QPoint(round(timeline.x_of(place)), middle) for place in (0, timeline.track.end if timeline.track else 0)
    )
    return Hand(timeline, start, end, player.shown, lambda: player.position)


def drag_of_a_slider(window: MainWindow) -> Hand:
    window.document.set_spec(RunSpec("margin"))
    window.actions_["numbers"].trigger()
    slider, document = window.options.form.rows["margin"].slider, window.document
    start = handle_of(slider)
    return Hand(
        slider, start, QPoint(slider.width(), start.y()), document.spec_changed, lambda: document.spec.margin, edits=1
    )


HANDS = drag_of_an_example, pointing_at_the_canvas, scrub_of_the_timeline, drag_of_a_slider


@pytest.mark.parametrize("make", HANDS)
def test_a_thousand_moves_are_answered_twice_at_most_and_lead_to_where_one_leads(
    desk: Desk, qtbot: QtBot, make: Callable[[MainWindow], Hand]
) -> None:
    one, many = desk.open(), desk.open()
    short, long = make(one), make(many)
    told: list[object] = []
    long.told.connect(lambda *_: told.append(None))
    short.goes(1)
    long.goes(MOVES)
    qtbot.waitUntil(lambda: long.place() == short.place())
    desk.settled(many)
    assert 0 < len(told) <= ANSWERS
    assert many.document.undo_stack.count() == long.edits
