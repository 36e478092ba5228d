"""A short table that is read, and clicked to go somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView, QToolTip

from perceptron_gui.look.text.lettering import readable

Index = QModelIndex | QPersistentModelIndex

_SMALL = 0.9
_ROOM = 6
_PADDING = 14
"""Pixels of a cell beside its text."""
_LIT = 0.25
"""How much of its colour is behind a line that is lit."""


@dataclass(frozen=True)
class ListRow:
    """A row: its texts, what it stands for (`key`; None: nothing to go to), and whether it is `marked`."""

    texts: tuple[str, ...]
    key: int | None = None
    marked: bool = False


class ListTable(QTableView):
    """Titles and lines; `chosen` tells the key of a line that was clicked. Of more than so many `rows` it scrolls.

    Where there is room it may show more than these (`take_room`).

    `pointed` tells the key of the line under the mouse, or None.

    Each column has the width that its texts need, and an equal part of what is left; where that is too little the
    first is cut, and tells the whole in a tip. Columns get wider as texts get longer, not narrower again.
    """

    chosen = Signal(int)
    pointed = Signal(object)

    def __init__(self, titles: tuple[str, ...], rows: int) -> None:
        super().__init__()
        self._rows, self._more = rows, 0
        self._needed = [0] * len(titles)
        self.setFont(readable(self.font(), _SMALL))
        self.lines = _Lines(titles, self.font(), self)
        self.setModel(self.lines)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # no empty rows where there is room
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(self.font()).height() + _ROOM)
        titles_line = self.horizontalHeader()
        titles_line.setFont(self.font())
        titles_line.setHighlightSections(False)
        titles_line.setSectionsClickable(False)
        titles_line.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        titles_line.setMinimumSectionSize(1)
        titles_line.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)
        self.entered.connect(self._point)
        self.viewportEntered.connect(partial(self.pointed.emit, None))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def keyboardSearch(self, search: str) -> None:
        """Letters do not search: Qt would read all lines."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Part the width anew."""
        self._part()
        super().resizeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """A tip only where a text is cut."""
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if not index.isValid() or self.sizeHintForIndex(index).width() <= self.columnWidth(index.column()):
                QToolTip.hideText()
                return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self.pointed.emit(None)
        super().leaveEvent(event)

    def light(self, key: int | None) -> None:
        """Set off the line of this key."""
        color = QColor(self.palette().color(self.palette().ColorRole.Highlight))
        color.setAlphaF(_LIT)
        self.lines.light(key, color)

    def hide_column(self, column: int, hidden: bool) -> None:
        """Show a column or not."""
        self.setColumnHidden(column, hidden)
        self._part()

    @property
    def texts(self) -> list[tuple[str, ...]]:
        """What is written."""
        return [line.texts for line in self.lines.shown]

    @property
    def lit(self) -> list[tuple[str, ...]]:
        """What is written where it is set off."""
        return [line.texts for line in self.lines.shown if line.key is not None and line.key == self.lines.lit]

    @property
    def marked(self) -> list[int | None]:
        """The keys of the marked lines."""
        return [line.key for line in self.lines.shown if line.marked]

    def show_lines(self, lines: Sequence[ListRow], titles: tuple[str, ...] | None = None) -> None:
        """Show these."""
        known = len(self.lines.shown)
        if titles is not None and titles != self.lines.titles:
            self._needed = [0] * len(titles)
        self.lines.show(lines, titles)
        self._measure()
        most = self._rows + self._more
        if min(known, most) != min(len(lines), most):
            self.updateGeometry()

    def set_rows(self, rows: int) -> None:
        """From now on it scrolls of more than so many lines."""
        self._rows = rows

    @property
    def lacking(self) -> int:
        """Pixels that it will take besides once it has all of its `rows`."""
        return max(self._rows - max(len(self.lines.shown), 1), 0) * self._line

    @property
    def taken(self) -> int:
        """Pixels that it takes beyond its `rows`."""
        return max(min(len(self.lines.shown) - self._rows, self._more), 0) * self._line

    def take_room(self, room: int) -> int:
        """Show more lines, if it has them, in so many pixels beyond its `rows`; how many it takes of them.

        A few more would only move the scroll bar: there is to be room for two thirds as many again.
        """
        fitting = max(room, 0) // self._line
        more = max(min(len(self.lines.shown) - self._rows, fitting), 0) if 3 * fitting > 2 * self._rows else 0
        if more != self._more:
            self._more = more
            self.updateGeometry()
        return self.taken

    def sizeHint(self) -> QSize:
        return QSize(340, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height())

    def _height(self) -> int:
        rows = max(min(len(self.lines.shown), self._rows + self._more), 1)
        return self.horizontalHeader().sizeHint().height() + rows * self._line + 2

    @property
    def _line(self) -> int:
        return self.verticalHeader().defaultSectionSize()

    def _measure(self) -> None:
        """What each column needs: its longest text is taken for its widest, in the bold of a marked line."""
        metrics = QFontMetrics(self.lines.bold)
        rows = [self.lines.titles, *(line.texts for line in self.lines.shown)]
        widest = [metrics.horizontalAdvance(max(column, key=len)) + _PADDING for column in zip(*rows, strict=True)]
        needed = [max(before, now) for before, now in zip(self._needed, widest, strict=True)]
        if needed != self._needed:
            self._needed = needed
            self._part()

    def _part(self) -> None:
        columns = [column for column in range(len(self._needed)) if not self.isColumnHidden(column)]
        spare = self.viewport().width() - sum(self._needed[column] for column in columns)
        for place, column in enumerate(columns):
            share = spare * (place + 1) // len(columns) - spare * place // len(columns)
            cut = share if spare >= 0 else min(spare, 0) if column == columns[0] else 0
            self.setColumnWidth(column, max(self._needed[column] + cut, 1))

    @Slot(QModelIndex)
    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.lines.shown[index.row()].key)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        key = self.lines.shown[index.row()].key
        if key is not None:
            self.chosen.emit(key)


class _Lines(QAbstractTableModel):
    def __init__(self, titles: tuple[str, ...], font: QFont, parent: QObject) -> None:
        super().__init__(parent)
        self.titles = titles
        self.bold = QFont(font)
        self.bold.setBold(True)
        self.shown: list[ListRow] = []
        self.lit: int | None = None
        self._behind = QColor()

    def light(self, key: int | None, behind: QColor) -> None:
        """Set off the line of this key by a colour."""
        if (key, behind) != (self.lit, self._behind):
            self.lit, self._behind = key, behind
            self._tell()

    def show(self, lines: Sequence[ListRow], titles: tuple[str, ...] | None) -> None:
        """Rows that stay are only written anew, so that the table stays where it was scrolled to."""
        lines, before = list(lines), len(self.shown)
        if titles is not None and titles != self.titles:
            self.titles = titles
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(titles) - 1)
        if lines == self.shown:
            return
        if len(lines) > before:
            self.beginInsertRows(QModelIndex(), before, len(lines) - 1)
            self.shown = lines
            self.endInsertRows()
        elif len(lines) < before:
            self.beginRemoveRows(QModelIndex(), len(lines), before - 1)
            self.shown = lines
            self.endRemoveRows()
        self.shown = lines
        self._tell()

    def _tell(self) -> None:
        if self.shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.shown) - 1, len(self.titles) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.shown[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return line.texts[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and line.marked:
            return self.bold
        if role == Qt.ItemDataRole.BackgroundRole and line.key is not None and line.key == self.lit:
            return self._behind
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.titles[section]
        return None
