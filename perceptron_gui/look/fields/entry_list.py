"""A list with a line to search in, as quick with a hundred thousand entries as with three: a search chooses nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

_FEW = 8
"""So many need no search."""
_HINT = QSize(190, 170)
_ROOT = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entries:
    """What there is to choose from: names, a note beside each, and the places of those that cannot be chosen."""

    names: Sequence[str] = ()
    notes: Sequence[str] = ()
    barred: Collection[int] = frozenset()
    why: str = ""
    """Why these cannot be."""


class EntriesModel(QAbstractListModel):
    """Entries as a list of Qt's."""

    def __init__(self) -> None:
        super().__init__()
        self.entries = Entries()

    def show_entries(self, entries: Entries) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def bar(self, barred: Collection[int], why: str) -> None:
        """Let other ones be those that cannot be chosen."""
        self.entries = replace(self.entries, barred=barred, why=why)
        self.tell_changed(Qt.ItemDataRole.ToolTipRole)

    def tell_changed(self, role: Qt.ItemDataRole) -> None:
        """Let the entries be drawn anew, of which only this has changed: the names are not searched again."""
        if rows := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, 0), [role])

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries.names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entries, row = self.entries, index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            note = entries.notes[row] if entries.notes else ""
            return f"{entries.names[row]}   {note}" if note else entries.names[row]
        if role == Qt.ItemDataRole.ToolTipRole:
            return entries.why if row in entries.barred else entries.names[row]
        if role == Qt.ItemDataRole.EditRole:
            return entries.names[row]
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.NoItemFlags if index.row() in self.entries.barred else super().flags(index)


class EntryList(QWidget):
    """A titled list over `model`, which it takes as its own, with a search where there are many entries."""

    def __init__(self, title: str, model: EntriesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        model.setParent(self)
        self.model = model
        self.matching = QSortFilterProxyModel(
            self, filterCaseSensitivity=Qt.CaseSensitivity.CaseInsensitive, filterRole=Qt.ItemDataRole.EditRole
        )
        self.matching.setSourceModel(model)
        self.search = QLineEdit(placeholderText="Search", clearButtonEnabled=True)
        self.view = QListView(uniformItemSizes=True)
        self.view.setModel(self.matching)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        heading = QLabel(title)
        heading.setBuddy(self.view)
        name = title.replace("&", "")
        self.view.setAccessibleName(name)
        self.search.setAccessibleName(f"Search: {name}")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        for widget in (heading, self.search, self.view):
            self.column.addWidget(widget)

    def sizeHint(self) -> QSize:
        return _HINT

    def fill(self, entries: Entries) -> None:
        self.search.clear()
        self.search.setVisible(len(entries.names) > _FEW)
        self.model.show_entries(entries)
