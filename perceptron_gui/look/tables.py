"""The tables of panels: their model, their look, and one that paints them, because a style takes long."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QStyle, QStyleOptionFocusRect, QTableView, QToolTip

from core.theory.quantities import explained_prose
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import CARD_EDGE, at_every_scale, dress, emboldened, pixels

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ROLE = Qt.ItemDataRole
MIDDLE = Qt.AlignmentFlag.AlignVCenter
RIGHT, LEFT = Qt.AlignmentFlag.AlignRight | MIDDLE, Qt.AlignmentFlag.AlignLeft | MIDDLE
TOLD_ROLES = (ROLE.DisplayRole, ROLE.AccessibleTextRole)


def heard(text: str) -> str:
    """Return the text of a cell as it is read aloud: nothing for a missing value."""
    return text or "empty"


class FlatModel(Guarded, QAbstractTableModel):
    """A model of rows. A subclass has `count` rows and `titles`, and returns the content of a cell."""

    count = 0
    titles: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    """Tooltips of the columns; () if the titles explain themselves."""

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.count

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.titles):
            return None
        if role == ROLE.ToolTipRole:
            return plain(self.tips[section] if self.tips else explained_prose(self.titles[section])) or None
        if role == ROLE.TextAlignmentRole and not self.is_right(section):
            return LEFT
        return self.titles[section] if role == ROLE.DisplayRole else None

    def is_right(self, column: int) -> bool:
        """Return whether the title and the texts of a column are at its right, as those of numbers are."""
        return True

    def match(self, *_asked: Any, **_how: Any) -> list[QModelIndex]:
        """Find nothing for the letters that are typed: Qt would read all rows, of which there may be a million."""
        return []

    def tell_of_cells(self, first: int = 0) -> None:
        """Announce that cells from this row on may have changed."""
        if self.count > first:
            self.dataChanged.emit(self.index(first, 0), self.index(self.count - 1, len(self.titles) - 1))

    @contextmanager
    def resized(self, after: int) -> Iterator[None]:
        """Add or remove rows at the end inside the block, until there are this many."""
        before = self.count
        if after > before:
            self.beginInsertRows(NOWHERE, before, after - 1)
        elif after < before:
            self.beginRemoveRows(NOWHERE, after, before - 1)
        yield
        if after > before:
            self.endInsertRows()
        elif after < before:
            self.endRemoveRows()

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """Replace all rows and columns inside the block."""
        self.beginResetModel()
        yield
        self.endResetModel()


class PlainTable(Guarded, QTableView):
    """Rows of one height, `room` pixels more than their letters, which are of a `rung`."""

    def __init__(self, model: FlatModel, name: str, rung: int, room: int) -> None:
        super().__init__(showGrid=False, wordWrap=False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(name)
        self._rung = rung
        dress(self, rung)
        self.setModel(model)
        self._is_right = model.is_right
        model.setParent(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("card", True)
        self.set_titles(QHeaderView(Qt.Orientation.Horizontal))
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        at_every_scale(self, lambda: rows.setDefaultSectionSize(self.fontMetrics().height() + pixels(room)))

    @property
    def bold(self) -> QFont:
        return emboldened(self.font())

    def height_of(self, rows: int) -> int:
        edge = pixels(2 * CARD_EDGE) + 2
        return self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize() + edge

    def set_titles(self, titles: QHeaderView, least: int = 1) -> None:
        """Take this header, of columns that are `least` pixels wide or more."""
        self.setHorizontalHeader(titles)
        dress(titles, self._rung)
        titles.setDefaultAlignment(RIGHT)
        titles.setMinimumSectionSize(least)


@dataclass(frozen=True, eq=False)
class TableLine:
    """A row: texts with their colours by column, at least of those in view, the background, and the bar at its left."""

    texts: Sequence[str] | Mapping[int, str]
    colors: Sequence[QColor] | Mapping[int, QColor]
    behind: QColor | None = None
    bar: QColor | None = None
    bold: bool = False


Cell = tuple[float, QColor, str]
"""The height of its middle, its colour and its text."""


def write_column(
    painter: QPainter, cells: Iterable[Cell], left: float, room: float, among: Iterable[str] = (), *, right: bool
) -> None:
    """Write cells at the left or `right`: their numbers and those `among` have their points in a column if they fit."""
    metrics, cells = QFontMetricsF(painter.font()), list(cells)
    widths = [metrics.horizontalAdvance(text) for *_, text in cells]
    below = (metrics.ascent() - metrics.descent()) / 2
    shifts = _shifts([text for *_, text in cells], widths, metrics, room, among) if right else [0.0] * len(cells)
    for (middle, color, text), size, shift in zip(cells, widths, shifts, strict=True):
        painter.setPen(color)
        shown, width = text, size
        if width > room:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(shown)
        painter.drawText(QPointF(left + room - width - shift if right else left, middle + below), shown)


_WHOLE = re.compile(r"[−+]?[0-9][0-9,]*")


def _shifts(
    texts: Sequence[str], widths: Sequence[float], metrics: QFontMetricsF, room: float, among: Iterable[str]
) -> list[float]:
    """Return how far each text stands from the right edge, so that the points of numbers are below one another."""
    tails = [text[found.end() :] if (found := _WHOLE.match(text)) else None for text in (*texts, *among)]
    sizes = {tail: metrics.horizontalAdvance(tail) for tail in {*tails} if tail is not None}
    longest = max(sizes.values(), default=0.0)
    shifts = [0.0 if tail is None else longest - sizes[tail] for tail in tails[: len(texts)]]
    fits = all(width + shift <= room for width, shift in zip(widths, shifts, strict=True))
    return shifts if fits else [0.0] * len(texts)


class LinesTable(PlainTable):
    """A table with rows of one height; those in view are asked for at once, and a long text is shortened."""

    pad = 3.0
    """Pixels beside the text of a cell"""

    @abstractmethod
    def lines(self, first: int, last: int) -> Sequence[TableLine]:
        """Return the rows from one place of the view to another, both included."""

    def sizeHint(self) -> QSize:
        """Return the least size: a table takes the space that others leave."""
        return self.minimumSizeHint()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the whole text of a cell in which it is cut, unless the cell has its own tip."""
        if not isinstance(event, QHelpEvent) or (index := self.indexAt(event.pos())).data(ROLE.ToolTipRole):
            return super().viewportEvent(event)
        text, room = str(index.data() or ""), self.columnWidth(index.column()) - 2 * self.pad
        is_cut = QFontMetricsF(self.bold).horizontalAdvance(text) > room
        QToolTip.showText(event.globalPos(), plain(text) if is_cut else "", self)
        return True

    def columns_in_view(self) -> range:
        first, last = self.columnAt(0), self.columnAt(self.viewport().width() - 1)
        count = self.model().columnCount()
        return range(first if first >= 0 else count, last + 1 if last >= 0 else count)

    def paintEvent(self, event: QPaintEvent) -> None:
        first, last = self.rowAt(event.rect().top()), self.rowAt(event.rect().bottom())
        if first < 0:
            return
        lines = self.lines(first, last if last >= 0 else self.model().rowCount() - 1)
        height = self.rowHeight(first)
        tops = range(self.rowViewportPosition(first), self.height() + height, height)
        placed = list(zip(tops, lines, strict=False))
        with QPainter(self.viewport()) as painter:
            for top, line in placed:
                for color, width in ((line.behind, self.viewport().width()), (line.bar, 4.0)):
                    if color is not None:
                        painter.fillRect(QRectF(0, top, width, height), color)
            for bold in {line.bold for line in lines}:
                weighed = [(top + height / 2, line) for top, line in placed if line.bold == bold]
                painter.setFont(self.bold if bold else self.font())
                self._write(painter, weighed, lines)
            self._paint_focus(painter)

    def _write(self, painter: QPainter, placed: Sequence[tuple[float, TableLine]], lines: Sequence[TableLine]) -> None:
        for column in self.columns_in_view():
            if width := self.columnWidth(column):
                left, room = self.columnViewportPosition(column) + self.pad, width - 2 * self.pad
                cells = [(middle, line.colors[column], line.texts[column]) for middle, line in placed]
                among = (line.texts[column] for line in lines)
                write_column(painter, cells, left, room, among, right=self._is_right(column))

    def _paint_focus(self, painter: QPainter) -> None:
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            option.rect = self.visualRect(current)
            option.state |= QStyle.StateFlag.State_KeyboardFocusChange | QStyle.StateFlag.State_Item
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, self)
