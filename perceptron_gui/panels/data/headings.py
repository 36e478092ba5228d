"""The names above the columns: on two lines where one has no room, shortened in the middle where two have none."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget

_BREAKS = " _-./"
"""After these a name may go on in the next line."""
_PADDING, _ARROW = 10, 8
"""Pixels of a heading beside its text, and of the arrow that says by what the rows are sorted."""
_WIDEST = 150


class Headings(QHeaderView):
    """Sorts by a click, as the header of any table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # it would take two lines for one

    def width_of(self, name: str) -> int:
        """A width in which a name can be read, on two lines if it is longer than a number."""
        widest = max(map(self.fontMetrics().horizontalAdvance, self._lines(name)))
        return min(widest + _PADDING, _WIDEST)

    def shown(self, section: int) -> str:
        """What stands there: the name, or as much of it as there is room for, in one line or two."""
        name, metrics = str(self.model().headerData(section, self.orientation())), self.fontMetrics()
        room = self.sectionSize(section) - _PADDING - self._arrow(section)
        if metrics.horizontalAdvance(name) <= room:
            return name
        return "\n".join(_shortened(line, room, metrics) for line in broken(name, metrics))

    def sectionSizeFromContents(self, section: int) -> QSize:
        """As high as its lines, however wide it was dragged."""
        size = super().sectionSizeFromContents(section)
        name = str(self.model().headerData(section, self.orientation()))
        more = len(self._lines(name)) - 1
        return QSize(size.width(), size.height() + more * self.fontMetrics().lineSpacing())

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        option.text = self.shown(section)

    def _lines(self, name: str) -> tuple[str, ...]:
        """As it stands above a column that nobody dragged."""
        short = self.fontMetrics().horizontalAdvance(name) + _PADDING <= self.defaultSectionSize()
        return (name,) if short else broken(name, self.fontMetrics())

    def _arrow(self, section: int) -> int:
        """The room of the arrow where the view is sorted by this column."""
        return _ARROW if self.isSortIndicatorShown() and self.sortIndicatorSection() == section else 0


def broken(name: str, metrics: QFontMetrics) -> tuple[str, ...]:
    """A name on two lines, where they are most alike in width; on one where it cannot be broken."""
    halves = list(_halves(name))
    if not halves:
        return (name,)
    return min(halves, key=lambda lines: max(map(metrics.horizontalAdvance, lines)))


def _shortened(line: str, room: int, metrics: QFontMetrics) -> str:
    """It is asked for its width first: what just fits would be shortened for part of a pixel."""
    if metrics.horizontalAdvance(line) <= room:
        return line
    return metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, room)


def _halves(name: str) -> Iterator[tuple[str, str]]:
    for place, letter in enumerate(name[:-1], 1):
        if letter in _BREAKS and name[:place].strip() and name[place:].strip():
            yield name[:place].strip(), name[place:].strip()
