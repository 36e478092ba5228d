"""A short table that is read, and clicked to go somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QToolTip

from perceptron_gui.look.plain import plain
from perceptron_gui.look.tables import FlatModel, Index, LinesTable, TableLine, heard


@dataclass(frozen=True)
class ListRow:
    """A row: its texts, what it stands for (`key`; None: nothing to go to), and whether it is `marked`."""

    texts: tuple[str, ...]
    key: int | None = None
    marked: bool = False


class ListTable(LinesTable):
    """Titles and lines; `chosen` tells the key of a line that was clicked. Of more than so many `rows` it scrolls.

    Where there is room it may show more than these (`take_room`).

    `pointed` tells the key of the line under the mouse, or None.

    Each column has the width that its texts need, and an equal part of what is left; where that is too little the
    first is cut, and tells the whole in a tip. Columns get wider as texts get longer, not narrower again.
    """

    chosen = Signal(int)
    pointed = Signal(object)

    raised = 15 / 16  # as by a style

    def __init__(self, name: str, titles: tuple[str, ...], rows: int) -> None:
        self.rows = _Rows(titles)
        self._most, self._more = rows, 0
        self._needed = [0] * len(titles)
        super().__init__(self.rows, name, 0.9, 6)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # no empty rows where there is room
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)
        self.entered.connect(lambda index: self.pointed.emit(self.rows.shown[index.row()].key))
        self.viewportEntered.connect(partial(self.pointed.emit, None))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def lines(self, first: int, last: int) -> list[TableLine]:
        """What is marked is bold; behind what is lit there is a little of the colour of selected things."""
        roles = self.palette().ColorRole
        plain, behind = self.palette().color(roles.Text), self.palette().color(roles.Highlight)
        behind.setAlphaF(0.25)
        colors = [plain] * len(self.rows.titles)
        return [
            TableLine(row.texts, colors, behind if self.rows.is_lit(row) else None, bold=row.marked)
            for row in self.rows.shown[first : last + 1]
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._part()
        super().resizeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """A tip only where a text is cut."""
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if not index.isValid() or not self._is_cut(index):
                QToolTip.hideText()
                return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def light(self, key: int | None) -> None:
        if key != self.rows.lit:
            self.rows.lit = key
            self.viewport().update()

    def letter(self) -> None:
        super().letter()
        self._needed = [0] * len(self._needed)
        self._measure()
        self.updateGeometry()

    def hide_column(self, column: int, hidden: bool) -> None:
        self.setColumnHidden(column, hidden)
        self._part()

    def show_lines(self, lines: Sequence[ListRow], titles: tuple[str, ...] | None = None) -> None:
        known = self.rows.count
        if titles is not None and titles != self.rows.titles:
            self._needed = [0] * len(titles)
        self.rows.show(lines, titles)
        self._measure()
        most = self._most + self._more
        if min(known, most) != min(len(lines), most):
            self.updateGeometry()

    def set_rows(self, rows: int) -> None:
        """From now on it scrolls of more than so many lines."""
        self._most = rows

    @property
    def lacking(self) -> int:
        """Pixels that it will take besides once it has all of its `rows`."""
        return max(self._most - max(self.rows.count, 1), 0) * self._line

    @property
    def taken(self) -> int:
        """Pixels that it takes beyond its `rows`."""
        return max(min(self.rows.count - self._most, self._more), 0) * self._line

    def take_room(self, room: int) -> int:
        """Show more lines, if it has them, in so many pixels beyond its `rows`; how many it takes of them.

        A few more would only move the scroll bar: there is to be room for two thirds as many again.
        """
        fitting = max(room, 0) // self._line
        more = max(min(self.rows.count - self._most, fitting), 0) if 3 * fitting > 2 * self._most else 0
        if more != self._more:
            self._more = more
            self.updateGeometry()
        return self.taken

    def sizeHint(self) -> QSize:
        return QSize(340, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height())

    def _height(self) -> int:
        rows = max(min(self.rows.count, self._most + self._more), 1)
        return self.horizontalHeader().sizeHint().height() + rows * self._line + 2

    @property
    def _line(self) -> int:
        return self.verticalHeader().defaultSectionSize()

    def _measure(self) -> None:
        """What each column needs: its longest text is taken for its widest, in the bold of a marked line."""
        metrics = QFontMetrics(self.bold)
        rows = [self.rows.titles, *(row.texts for row in self.rows.shown)]
        widest = [metrics.horizontalAdvance(max(column, key=len)) + 14 for column in zip(*rows, strict=True)]
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

    def _is_cut(self, index: QModelIndex) -> bool:
        font = self.bold if self.rows.shown[index.row()].marked else self.font()
        text = self.rows.shown[index.row()].texts[index.column()]
        return QFontMetrics(font).horizontalAdvance(text) + 2 * self.pad > self.columnWidth(index.column())

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        key = self.rows.shown[index.row()].key
        if key is not None:
            self.chosen.emit(key)


class _Rows(FlatModel):
    def __init__(self, titles: tuple[str, ...]) -> None:
        super().__init__()
        self.titles = titles
        self.shown: list[ListRow] = []
        self.lit: int | None = None

    def is_lit(self, row: ListRow) -> bool:
        return row.key is not None and row.key == self.lit

    def show(self, rows: Sequence[ListRow], titles: tuple[str, ...] | None) -> None:
        """Rows that stay are only written anew, so that the table stays where it was scrolled to."""
        if titles is not None and titles != self.titles:
            self.titles = titles
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(titles) - 1)
        if list(rows) != self.shown:
            with self.resized(len(rows)):
                self.shown, self.count = list(rows), len(rows)
            self.tell_of_cells()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        told = self.shown[index.row()].texts[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return heard(told)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(told)
        return told if role == Qt.ItemDataRole.DisplayRole else None
