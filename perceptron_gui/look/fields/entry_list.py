"""Lists with a search line, as fast with a hundred thousand entries as with three. A search chooses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QModelIndex, QSize, QSortFilterProxyModel, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QPushButton, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.tables import Index


@dataclass(frozen=True)
class Entries:
    """The entries to choose from: names, a note beside each, and the places of unusable ones."""

    names: Sequence[str] = ()
    notes: Sequence[str] = ()
    barred: Mapping[int, str] = field(default_factory=dict)
    """Place → reason why the entry cannot be chosen."""


class EntriesModel(Guarded, QStringListModel):
    """Entries as a list of Qt's."""

    entries = Entries()

    def show_entries(self, entries: Entries) -> None:
        self.entries = entries
        self.setStringList(entries.names)

    def bar(self, barred: Mapping[int, str]) -> None:
        self.entries = replace(self.entries, barred=barred)
        self.tell_changed(Qt.ItemDataRole.ToolTipRole)

    def tell_changed(self, role: Qt.ItemDataRole) -> None:
        """Draw the entries again, because only this has changed; the search stays."""
        if rows := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, 0), [role])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entries, row, found = self.entries, index.row(), super().data(index, role)
        if role == Qt.ItemDataRole.DisplayRole and entries.notes and entries.notes[row]:
            return f"{found}   {entries.notes[row]}"
        return plain(entries.barred.get(row, entries.names[row])) if role == Qt.ItemDataRole.ToolTipRole else found

    def flags(self, index: Index) -> Qt.ItemFlag:
        seen = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.NoItemFlags if index.row() in self.entries.barred else seen


class EntryList(Guarded, QWidget):
    """A titled list over `model`, which it owns, with a search if there are many entries."""

    def __init__(self, title: str, model: EntriesModel) -> None:
        super().__init__()
        model.setParent(self)
        self.model = model
        self.matching = QSortFilterProxyModel(
            self, filterCaseSensitivity=Qt.CaseSensitivity.CaseInsensitive, filterRole=Qt.ItemDataRole.EditRole
        )
        self.matching.setSourceModel(model)
        self.search = QLineEdit(placeholderText="Search", clearButtonEnabled=True)
        self.view = QListView(uniformItemSizes=True)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view.setModel(self.matching)
        heading = QLabel(title)
        heading.setBuddy(self.view)
        name = title.replace("&", "")
        self.view.setAccessibleName(name)
        self.search.setAccessibleName(f"Search: {name}")
        self.column = in_column(heading, self.search, self.view, margins=(0, 0, 0, 0))
        self.setLayout(self.column)

    def sizeHint(self) -> QSize:
        return QSize(190, 170)

    def fill(self, entries: Entries) -> None:
        self.search.clear()
        self.search.setVisible(len(entries.names) > 8)
        self.model.show_entries(entries)


class PickList(EntryList):
    """A titled list for the choice of one entry; a search hides entries, and chooses nothing."""

    changed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__(title, EntriesModel())
        self.chosen: int | None = None
        self._settling = False
        self.search.textChanged.connect(self._on_search)
        self.view.selectionModel().currentChanged.connect(self._on_current)

    def show_entries(self, entries: Entries, chosen: int | None) -> None:
        self._settling = True
        self.fill(entries)
        self.choose(chosen)

    def choose(self, place: int | None) -> None:
        self.chosen = place
        self._show_chosen()
        self.changed.emit()

    def _on_search(self, text: str) -> None:
        self._settling = True  # Qt makes another entry the current one; the choice stays.
        self.matching.setFilterFixedString(text)
        self._show_chosen()

    def _on_current(self, now: QModelIndex, _before: QModelIndex) -> None:
        if not self._settling and now.isValid():
            self.chosen = self.matching.mapToSource(now).row()
            self.changed.emit()

    def _show_chosen(self) -> None:
        self._settling = True
        place = self.matching.mapFromSource(self.model.index(-1 if self.chosen is None else self.chosen, 0))
        self.view.setCurrentIndex(place)
        self.view.scrollTo(place)
        self._settling = False


class _Boxes(EntriesModel):
    """Entries with boxes to check; a barred one cannot be checked."""

    checks_changed = Signal()
    checked: frozenset[int] = frozenset()

    def check(self, places: Iterable[int], *, on: bool) -> None:
        self.checked = self.checked.union(places).difference(self.entries.barred) if on else self.checked - {*places}
        self.tell_changed(Qt.ItemDataRole.CheckStateRole)
        self.checks_changed.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if index.row() in self.checked else Qt.CheckState.Unchecked
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.check([index.row()], on=Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if flags else flags


class CheckList(EntryList):
    """A titled list; two buttons check all entries that the search shows, or none."""

    def __init__(self, title: str) -> None:
        self._boxes = _Boxes()
        super().__init__(title, self._boxes)
        self.changed = self._boxes.checks_changed
        self.search.textChanged.connect(self.matching.setFilterFixedString)
        self.all_button, self.none_button = QPushButton("All"), QPushButton("None")
        for button, on in ((self.all_button, True), (self.none_button, False)):
            button.clicked.connect(lambda _checked, on=on: self._boxes.check(self._found(), on=on))
            button.setAccessibleName(f"{button.text()}: {self.view.accessibleName()}")
        self.column.addLayout(in_row(self.all_button, self.none_button))

    @property
    def checked(self) -> list[int]:
        return sorted(self._boxes.checked)

    def show_entries(self, entries: Entries, checked: Iterable[int]) -> None:
        self.fill(entries)
        self._boxes.checked = frozenset()
        self._boxes.check(checked, on=True)

    def check(self, place: int, *, on: bool) -> None:
        self._boxes.check([place], on=on)

    def _found(self) -> list[int]:
        matching = self.matching
        return [matching.mapToSource(matching.index(row, 0)).row() for row in range(matching.rowCount())]
