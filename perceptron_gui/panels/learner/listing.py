"""A short table that is read, and clicked to go somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from perceptron_gui.look.lettering import readable

Index = QModelIndex | QPersistentModelIndex

_SMALL = 0.9
_ROOM = 6


@dataclass(frozen=True)
class Line:
    """A row: its texts, what it stands for (`key`; None: nothing to go to), and whether it is `marked`."""

    texts: tuple[str, ...]
    key: int | None = None
    marked: bool = False


class Listing(QTableView):
    """Titles and lines; `chosen` tells the key of a line that was clicked. Of more than so many `rows` it scrolls.

    The `first` column takes so much of the width, the others share the rest.
    """

    chosen = Signal(int)

    def __init__(self, titles: tuple[str, ...], rows: int, first: float = 0.0) -> None:
        super().__init__()
        self._rows = rows
        self._first = first
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
        titles_line.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        if first:
            titles_line.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Part the width anew."""
        if self._first:
            self.horizontalHeader().resizeSection(0, round(self._first * self.viewport().width()))
        super().resizeEvent(event)

    @property
    def texts(self) -> list[tuple[str, ...]]:
        """What is written."""
        return [line.texts for line in self.lines.shown]

    @property
    def marked(self) -> list[int | None]:
        """The keys of the marked lines."""
        return [line.key for line in self.lines.shown if line.marked]

    def show_lines(self, lines: Sequence[Line], titles: tuple[str, ...] | None = None) -> None:
        """Show these."""
        known = len(self.lines.shown)
        self.lines.show(lines, titles)
        if min(known, self._rows) != min(len(lines), self._rows):
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(340, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height())

    def _height(self) -> int:
        rows = max(min(len(self.lines.shown), self._rows), 1)
        return self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize() + 2

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        key = self.lines.shown[index.row()].key
        if key is not None:
            self.chosen.emit(key)


class _Lines(QAbstractTableModel):
    def __init__(self, titles: tuple[str, ...], font: QFont, parent: QObject) -> None:
        super().__init__(parent)
        self._titles = titles
        self._bold = QFont(font)
        self._bold.setBold(True)
        self.shown: list[Line] = []

    def show(self, lines: Sequence[Line], titles: tuple[str, ...] | None) -> None:
        """Rows that stay are only written anew, so that the table stays where it was scrolled to."""
        lines, before = list(lines), len(self.shown)
        if titles is not None and titles != self._titles:
            self._titles = titles
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
        if lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(self._titles) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.shown[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return line.texts[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and line.marked:
            return self._bold
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._titles[section]
        return None
