"""Writes many texts of one line. Numbers are measured letter by letter: Qt would set each of them once more to tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout

_LETTERS = "0123456789.,−+e ✗○×…"
"""What numbers in tables are written with."""
_WIDEST = 1e6
_KEPT = 1024


class Fitted(NamedTuple):
    """As much of a text as there is room for, how wide it is, and how far below its middle its letters stand."""

    text: str
    width: float
    below: float


class LineWriter:
    """Writes in one `font`."""

    def __init__(self, font: QFont) -> None:
        self._font, self._metrics = font, QFontMetricsF(font)
        self._ascent, self._descent = self._metrics.ascent(), self._metrics.descent()
        self._widths: dict[str, float] = {}
        self._widths = self._widths_of_letters()
        self._kept = lru_cache(_KEPT)(self._fitted)

    def write(
        self, painter: QPainter, cells: Iterable[tuple[float, QColor, str]], left: float, room: float, *, right: bool
    ) -> None:
        """Texts, each in a colour about a height, at the left or the `right` of the room; a long one is shortened."""
        painter.setFont(self._font)
        pen, width_of, usual = None, self._widths.__getitem__, (self._ascent - self._descent) / 2
        for middle, color, text in cells:
            if color is not pen:
                painter.setPen(pen := color)
            try:
                fitted: tuple[str, float, float] = text, sum(map(width_of, text)), usual
            except KeyError:
                fitted = self._kept(text, room)
            shown, width, below = fitted if fitted[1] <= room else self._kept(text, room)
            painter.drawText(QPointF(left + room - width if right else left, middle + below), shown)

    def _fitted(self, text: str, room: float) -> Fitted:
        width, ascent, descent = self._extent(text)
        if width > room:
            text = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            width, ascent, descent = self._extent(text)
        return Fitted(text, width, (ascent - descent) / 2)

    def _extent(self, text: str) -> tuple[float, float, float]:
        """The width of a text, and how far it reaches above and below the line that its letters stand on."""
        if self._widths.keys() >= set(text):
            return sum(map(self._widths.__getitem__, text)), self._ascent, self._descent
        layout = QTextLayout(text, self._font)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(_WIDEST)
        layout.endLayout()
        return line.horizontalAdvance(), line.ascent(), line.descent()

    def _widths_of_letters(self) -> dict[str, float]:
        """Of those that stand no higher than others; none in a font where one moves the next."""
        widths = {}
        for letter in _LETTERS:
            width, ascent, descent = self._extent(letter)
            if ascent <= self._ascent and descent <= self._descent:
                widths[letter] = width
        pairs = ["".join(first + second for second in widths) for first in widths]
        alone = all(self._metrics.horizontalAdvance(text) == sum(map(widths.__getitem__, text)) for text in pairs)
        return widths if alone else {}
