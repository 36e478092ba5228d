"""One of many, from a list with a line to search in."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal, Slot
from PySide6.QtWidgets import QWidget

from perceptron_gui.look.fields.entry_list import Entries, EntriesModel, EntryList


class PickList(EntryList):
    """A titled list of which one entry is chosen; searching hides entries, and chooses nothing."""

    changed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, EntriesModel(), parent)
        self.chosen: int | None = None
        self._settling = False
        self.search.textChanged.connect(self._on_search)
        self.view.selectionModel().currentChanged.connect(self._on_current)

    def show_entries(self, entries: Entries, chosen: int | None) -> None:
        self._settling = True
        self.fill(entries)
        self.choose(chosen)

    def bar(self, barred: Collection[int], why: str) -> None:
        """Let other entries be those that cannot be chosen; what is chosen stays so."""
        self.model.bar(barred, why)

    def choose(self, place: int | None) -> None:
        self.chosen = place
        self._show_chosen()
        self.changed.emit()

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self._settling = True  # Qt makes another entry the current one; the choice stays
        self.matching.setFilterFixedString(text)
        self._show_chosen()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, now: QModelIndex, _before: QModelIndex) -> None:
        place = self.matching.mapToSource(now).row() if now.isValid() else None
        if not self._settling and place is not None and place != self.chosen:
            self.chosen = place
            self.changed.emit()

    def _show_chosen(self) -> None:
        """Light the chosen entry where the search shows it."""
        self._settling = True
        place = QModelIndex()
        if self.chosen is not None:
            place = self.matching.mapFromSource(self.model.index(self.chosen, 0))
        flags = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().setCurrentIndex(place, flags.ClearAndSelect if place.isValid() else flags.Clear)
        if place.isValid():
            self.view.scrollTo(place)
        self._settling = False
