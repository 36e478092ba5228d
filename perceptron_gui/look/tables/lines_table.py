"""A table that paints its rows itself: a style asks the model seven times for each cell, and sets each text anew."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionFocusRect

from perceptron_gui.look.tables.plain_table import LEFT, RIGHT, PlainTable

_BAR = 4.0


@dataclass(frozen=True, eq=False)
class TableLine:
    """A row: the texts of its cells with their colours, what is behind them, and what stands at its left."""

    texts: Sequence[str]
    colors: Sequence[QColor]
    behind: QColor | None = None
    bar: QColor | None = None
    bold: bool = False


class LinesTable(PlainTable):
    """Rows of one height, of which those in view are asked for at once; a text that is too long is shortened."""

    pad = 3.0
    """Pixels beside the text of a cell"""
    raised = 0.0
    """Pixels by which texts stand above the middle of their row"""

    @abstractmethod
    def lines(self, first: int, last: int) -> Sequence[TableLine]:
        """The rows from one place of the view to another, both included."""

    def is_right(self, column: int) -> bool:
        """Whether a column is set from the right."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        count = self.model().rowCount()
        first, last = self.rowAt(event.rect().top()), self.rowAt(event.rect().bottom())
        if first < 0:
            return
        last = last if last >= 0 else count - 1
        columns = [c for c in range(self.model().columnCount()) if self.columnWidth(c)]
        lefts = [self.columnViewportPosition(c) for c in columns]
        boxes = [QRectF(left, 0, self.columnWidth(c), 0) for c, left in zip(columns, lefts, strict=True)]
        aligned = [RIGHT if self.is_right(c) else LEFT for c in columns]
        fonts = self.font(), self.bold
        measures, width, pad = tuple(map(QFontMetricsF, fonts)), self.viewport().width(), self.pad
        with QPainter(self.viewport()) as painter:
            for place, line in enumerate(self.lines(first, last), first):
                top, height = self.rowViewportPosition(place), self.rowHeight(place)
                if line.behind is not None:
                    painter.fillRect(QRectF(0, top, width, height), line.behind)
                if line.bar is not None:
                    painter.fillRect(QRectF(0, top, _BAR, height), line.bar)
                metrics = measures[line.bold]
                painter.setFont(fonts[line.bold])
                for column, box, flags in zip(columns, boxes, aligned, strict=True):
                    text, room = line.texts[column], box.width() - 2 * pad
                    if metrics.horizontalAdvance(text) > room:
                        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
                    painter.setPen(line.colors[column])
                    painter.drawText(QRectF(box.left() + pad, top - self.raised, room, height), flags, text)
            self._paint_focus(painter)

    def _paint_focus(self, painter: QPainter) -> None:
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            option.rect = self.visualRect(current)
            option.state |= QStyle.StateFlag.State_KeyboardFocusChange | QStyle.StateFlag.State_Item
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, self)
