"""Names above the columns, on several lines if they are long, and shortened in the middle if these are too few."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QStyleOptionHeader, QWidget

from perceptron_gui.look.tables import Titles

USUAL_LINES, MOST_LINES = 2, 3
_PADDING = 10
"""Pixels of a heading beside its text."""
_WIDEST = 150


class Headings(Titles):
    """Sorts by a click, as the header of any table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = USUAL_LINES
        self.setSectionsClickable(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # It would take two lines instead of one.

    @property
    def most_lines(self) -> int:
        """The number of lines that a name may take."""
        return self._most

    @most_lines.setter
    def most_lines(self, most: int) -> None:
        if most != self._most:
            self._most = most
            self.headerDataChanged(self.orientation(), 0, self.count() - 1)

    def width_of(self, name: str, most: int) -> int:
        """Return a width in which a name can be read, on at most this many lines if it is longer than a number."""
        widest = max(map(self.fontMetrics().horizontalAdvance, self._lines(name, most)))
        return min(widest + _PADDING, _WIDEST)

    def shown(self, section: int) -> str:
        """Return the name, or as much of it as fits, on as few lines as possible."""
        name, metrics = str(self.model().headerData(section, self.orientation())), self.fontMetrics()
        room = self.sectionSize(section) - _PADDING
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            room -= 8  # This is the space for the arrow of the sorting.
        lines: tuple[str, ...] = (name,)
        for most in range(1, self._most + 1):
            lines = broken(name, metrics, most)
            if max(map(metrics.horizontalAdvance, lines)) <= room:
                # The largest letters that fit are enough.
                break
        return "\n".join(_shortened(line, room, metrics) for line in lines)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the height of the lines, however wide the column was dragged."""
        size = super().sectionSizeFromContents(section)
        name = str(self.model().headerData(section, self.orientation()))
        more = len(self._lines(name, self._most)) - 1
        return QSize(size.width(), size.height() + more * self.fontMetrics().lineSpacing())

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        option.text = self.shown(section)

    def _lines(self, name: str, most: int) -> tuple[str, ...]:
        """Return the lines above a column that nobody dragged."""
        short = self.fontMetrics().horizontalAdvance(name) + _PADDING <= self.defaultSectionSize()
        return (name,) if short else broken(name, self.fontMetrics(), most)


def broken(name: str, metrics: QFontMetrics, most: int) -> tuple[str, ...]:
    """Return a name on at most this many lines; the widest is broken where its halves are most alike in width."""
    lines: tuple[str, ...] = (name,)
    while len(lines) < most:
        widest = max(range(len(lines)), key=lambda place: metrics.horizontalAdvance(lines[place]))
        halves = list(_halves(lines[widest]))
        if not halves:
            break
        alike = min(halves, key=lambda pair: max(map(metrics.horizontalAdvance, pair)))
        lines = (*lines[:widest], *alike, *lines[widest + 1 :])
    return lines


def _shortened(line: str, room: int, metrics: QFontMetrics) -> str:
    """Return the shortened name. A name that just fits is not shortened for a part of a pixel."""
    if metrics.horizontalAdvance(line) <= room:
        return line
    return metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, room)


def _halves(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways in which a name may go on in the next line."""
    for place, letter in enumerate(name[:-1], 1):
        if letter in " _-./" and name[:place].strip() and name[place:].strip():
            yield name[:place].strip(), name[place:].strip()
