"""Points and the run over them come in one picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.canvas.desk import CanvasDesk


class Paintings(QObject):
    """Counts them."""

    count = 0

    def so_far(self) -> int:
        return self.count

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def desk(qtbot: QtBot) -> CanvasDesk:
    desk = CanvasDesk(qtbot)
    desk.document.dataset_changed.disconnect(desk.solve)
    qtbot.wait(60)
    return desk


@pytest.fixture
def paintings(desk: CanvasDesk) -> Paintings:
    watch = Paintings(desk.canvas)
    desk.canvas.view.viewport().installEventFilter(watch)
    return watch


def edit(desk: CanvasDesk, x: float) -> None:
    desk.document.edit(desk.document.dataset.moved([0], [[x, 1.0]]), "move")


def test_an_edit_and_its_run_are_painted_once(desk: CanvasDesk, paintings: Paintings, qtbot: QtBot) -> None:
    edit(desk, 2.5)
    QApplication.processEvents()
    assert paintings.so_far() == 0
    desk.solve()
    qtbot.wait(60)
    assert paintings.so_far() == 1


def test_points_are_seen_to_move_where_the_run_takes_its_time(
    desk: CanvasDesk, paintings: Paintings, qtbot: QtBot
) -> None:
    edit(desk, 2.5)
    qtbot.waitUntil(lambda: paintings.count == 1)


def test_edits_without_end_do_not_keep_the_picture_shut(desk: CanvasDesk, paintings: Paintings, qtbot: QtBot) -> None:
    for step in range(40):
        edit(desk, 2.5 + step / 100)
        qtbot.wait(5)
    assert paintings.count > 1


def test_a_picture_that_is_taken_meanwhile_shows_the_points_as_they_are(desk: CanvasDesk) -> None:
    before = desk.picture()
    edit(desk, 3.5)
    assert desk.picture() != before
