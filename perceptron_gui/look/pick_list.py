"""One of many: a list with a line to search in, as quick with a hundred thousand entries as with three."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

_FEW = 8
"""So many need no search."""
_HINT = QSize(190, 170)
_ROOT = QModelIndex()


@dataclass(frozen=True)
class Entries:
    """What there is to choose from: names, a note beside each, and the places of those that cannot be chosen."""

    names: Sequence[str] = ()
    notes: Sequence[str] = ()
    barred: Collection[int] = frozenset()
    why: str = ""
    """Why these cannot be."""


class _Model(QAbstractListModel):
    """Entries as a list of Qt's."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries = Entries()

    def show_entries(self, entries: Entries) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries.names)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        entries, row = self.entries, index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            note = entries.notes[row] if entries.notes else ""
            return f"{entries.names[row]}   {note}" if note else entries.names[row]
        if role == Qt.ItemDataRole.ToolTipRole:
            return entries.why if row in entries.barred else entries.names[row]
        if role == Qt.ItemDataRole.EditRole:
            return entries.names[row]
        return None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return Qt.ItemFlag.NoItemFlags if index.row() in self.entries.barred else super().flags(index)


class PickList(QWidget):
    """A titled list of which one entry is chosen; searching hides entries, and chooses nothing."""

    changed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen: int | None = None
        self._settling = False
        self._model = _Model(self)
        self._matching = QSortFilterProxyModel(self)
        self._matching.setSourceModel(self._model)
        self._matching.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._matching.setFilterRole(Qt.ItemDataRole.EditRole)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setClearButtonEnabled(True)
        self.view = QListView()
        self.view.setModel(self._matching)
        self.view.setUniformItemSizes(True)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        heading = QLabel(title)
        heading.setBuddy(self.view)
        name = title.replace("&", "")
        self.view.setAccessibleName(name)
        self.search.setAccessibleName(f"Search: {name}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (heading, self.search, self.view):
            layout.addWidget(widget)
        self.search.textChanged.connect(self._on_search)
        self.view.selectionModel().currentChanged.connect(self._on_current)

    @property
    def chosen(self) -> int | None:
        """The place of the chosen entry; None where there is none."""
        return self._chosen

    def show_entries(self, entries: Entries, chosen: int | None) -> None:
        """Offer these from now on, `chosen` being the one."""
        self._settling = True
        self.search.clear()
        self.search.setVisible(len(entries.names) > _FEW)
        self._model.show_entries(entries)
        self.choose(chosen)

    def choose(self, place: int | None) -> None:
        """Choose the entry at `place`, or none."""
        self._chosen = place
        self._show_chosen()
        self.changed.emit()

    def sizeHint(self) -> QSize:
        return _HINT

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self._settling = True  # Qt makes another entry the current one; the choice stays
        self._matching.setFilterFixedString(text)
        self._show_chosen()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, now: QModelIndex, _before: QModelIndex) -> None:
        place = self._matching.mapToSource(now).row() if now.isValid() else None
        if not self._settling and place is not None and place != self._chosen:
            self._chosen = place
            self.changed.emit()

    def _show_chosen(self) -> None:
        """Light the chosen entry where the search shows it."""
        self._settling = True
        place = QModelIndex()
        if self._chosen is not None:
            place = self._matching.mapFromSource(self._model.index(self._chosen, 0))
        flags = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().setCurrentIndex(place, flags.ClearAndSelect if place.isValid() else flags.Clear)
        if place.isValid():
            self.view.scrollTo(place)
        self._settling = False
