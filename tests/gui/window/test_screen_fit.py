"""A window and the frame that the desktop puts around it, within the screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.window.screen import keep_on_screen

_WIDE_FRAME = QMargins(8, 40, 8, 8)


def test_a_window_from_a_larger_screen_is_brought_in_with_room_for_its_frame(qtbot: QtBot) -> None:
    found = QWidget()
    qtbot.addWidget(found)
    screen = found.screen().availableGeometry()
    found.setGeometry(screen.right() - 50, screen.bottom() - 50, 3 * screen.width(), 2 * screen.height())
    keep_on_screen(found, QSize(10 * screen.width(), 100))
    assert screen.contains(QRect(found.pos(), found.size().grownBy(_WIDE_FRAME)))
    assert found.minimumWidth() == screen.width() - 16


def test_the_frame_that_a_window_has_is_left_room_for_and_no_more(qtbot: QtBot) -> None:
    found = QWidget()
    qtbot.addWidget(found)
    found.show()
    QApplication.processEvents()
    margins = found.windowHandle().frameMargins()
    assert not margins.isNull()
    screen = found.screen().availableGeometry()
    found.resize(screen.size() * 2)
    keep_on_screen(found, QSize(100, 100))
    QApplication.processEvents()
    assert found.frameGeometry() == screen


@pytest.mark.parametrize("show", [QWidget.showMaximized, QWidget.showFullScreen])
def test_a_window_that_fills_the_screen_stays_as_it_is(show: object, qtbot: QtBot) -> None:
    found = QWidget()
    qtbot.addWidget(found)
    assert callable(show)
    show(found)
    QApplication.processEvents()
    before, state = found.geometry(), found.windowState()
    keep_on_screen(found, QSize(100, 100))
    QApplication.processEvents()
    assert (found.geometry(), found.windowState()) == (before, state)
