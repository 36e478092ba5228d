"""A side panel that scrolls."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.look.layouts import ScrollPanel


@pytest.mark.parametrize("first", [200, 800])
def test_the_content_is_as_wide_with_the_scroll_bar_as_without_it(qtbot: QtBot, first: int) -> None:
    panel, block = ScrollPanel("Panel", 0), QWidget()
    qtbot.addWidget(panel)
    block.setFixedHeight(500)
    panel.column.addWidget(block)
    panel.show()
    widths = {}
    for height in (first, 200, 800, 200):
        panel.resize(400, height)
        QApplication.processEvents()
        assert panel.verticalScrollBar().isVisible() == (height == 200)
        widths[height] = block.width()
    assert widths[200] == widths[800]
