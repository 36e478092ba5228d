"""What a table writes is, to the pixel, what Qt writes one text at a time."""

from __future__ import annotations

from unittest.mock import create_autospec

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


@pytest.mark.usefixtures("qapp")
def test_points_of_numbers_are_below_one_another_and_words_at_the_right() -> None:
    font, painter = letters(SMALL), create_autospec(QPainter)
    painter.font.return_value = font
    texts = ("1", "12.5", "−0.25 ✗", "1,234", "–")
    write_column(painter, [(_HEIGHT / 2, QColor("navy"), text) for text in texts], _LEFT, 90, right=True)
    written = {text: at.x() for at, text in (call.args for call in painter.drawText.call_args_list)}
    advance = QFontMetricsF(font).horizontalAdvance
    points = {written[text] + advance(text.split(".")[0]) for text in texts[:-1]}
    assert max(points) - min(points) < 0.01
    assert written["–"] + advance("–") == pytest.approx(_LEFT + 90)
    assert max(written[text] + advance(text) for text in texts) <= _LEFT + 90.01


@pytest.mark.usefixtures("qapp")
def test_a_sum_in_bold_letters_has_its_point_below_those_of_its_terms() -> None:
    font, painter = letters(SMALL, bold=True), create_autospec(QPainter)
    painter.font.return_value = font
    write_column(painter, [(_HEIGHT / 2, QColor("navy"), "−2")], _LEFT, 90, ("−2.125", "0.125", "−2"), right=True)
    ((at, text),) = (call.args for call in painter.drawText.call_args_list)
    advance = QFontMetricsF(font).horizontalAdvance
    assert at.x() + advance(text) == pytest.approx(_LEFT + 90 - advance(".125"))
