"""Some of many: entries with a box each, in a list with a line to search in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from perceptron_gui.look.fields.entry_list import Entries, EntriesModel, EntryList, Index


class _Boxes(EntriesModel):
    """Entries that can be checked; a barred one never is."""

    checks_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.checked: set[int] = set()

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
    """A titled list; two buttons check all that the search shows, or none of it."""

    changed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        self._boxes = _Boxes()
        super().__init__(title, self._boxes, parent)
        self.search.textChanged.connect(self.matching.setFilterFixedString)
        self._boxes.checks_changed.connect(self.changed)
        self.all_button, self.none_button = QPushButton("All"), QPushButton("None")
        row = QHBoxLayout()
        for button, slot in ((self.all_button, self.check_all), (self.none_button, self.check_none)):
            button.clicked.connect(slot)
            button.setAccessibleName(f"{button.text()}: {self.view.accessibleName()}")
            row.addWidget(button)
        self.column.addLayout(row)

    @property
    def checked(self) -> list[int]:
        """The places of the entries that are checked, in order."""
        return sorted(self._boxes.checked)

    def show_entries(self, entries: Entries, checked: Iterable[int]) -> None:
        self.fill(entries)
        self._boxes.checked = set()
        self._boxes.check(checked, on=True)

    def check(self, place: int, *, on: bool) -> None:
        self._boxes.check([place], on=on)

    @Slot()
    def check_all(self) -> None:
        self._boxes.check(self._found(), on=True)

    @Slot()
    def check_none(self) -> None:
        self._boxes.check(self._found(), on=False)

    def _found(self) -> list[int]:
        matching = self.matching
        return [matching.mapToSource(matching.index(row, 0)).row() for row in range(matching.rowCount())]
