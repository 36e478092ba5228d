"""What a table writes is, to the pixel, what Qt writes one text at a time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from perceptron_gui.look.size import BODY, SMALL, TITLE, letters
from perceptron_gui.look.tables import write_column

_TEXTS = ("1", "−0.00123", "12,345", "3.1e+04", "○ 17", "× a name", "0.5 ✗", "", "ŵ* AVAWA To.", "∞", "−0.123456789")
_HEIGHT, _LEFT, _ROOM, _WIDTH = 21, 7.25, 70.5, 96
_SIDES = {True: Qt.AlignmentFlag.AlignRight, False: Qt.AlignmentFlag.AlignLeft}


def _page() -> QImage:
    page = QImage(_WIDTH, _HEIGHT * len(_TEXTS), QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    return page


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("right", _SIDES)
@pytest.mark.parametrize("rung", [SMALL, BODY, TITLE])
def test_each_text_is_written_as_qt_writes_it(rung: int, right: bool) -> None:
    font, color = letters(rung), QColor("navy")
    one_by_one, together, metrics = _page(), _page(), QFontMetricsF(font)
    with QPainter(one_by_one) as painter:
        painter.setFont(font)
        painter.setPen(color)
        for row, text in enumerate(_TEXTS):
            box = QRectF(_LEFT, row * _HEIGHT, _ROOM, _HEIGHT)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, _ROOM)
            painter.drawText(box, _SIDES[right] | Qt.AlignmentFlag.AlignVCenter, shown)
    with QPainter(together) as painter:
        cells = [((row + 0.5) * _HEIGHT, color, text) for row, text in enumerate(_TEXTS)]
        painter.setFont(font)
        write_column(painter, cells, _LEFT, _ROOM, right=right)
    assert together == one_by_one
