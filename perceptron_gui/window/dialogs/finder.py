"""A window in which entries are found by their words: a field, and a list of those that have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QDialog, QLineEdit, QTreeView, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.plain import plain_label

ENTRY, WORDS, _RANK = (Qt.ItemDataRole.UserRole + place for place in range(3))
"""What an item stands for; the words by which it is found, its name among them; and how well they fit (`_rank`)."""


class Finder(Guarded, QDialog):
    """A dialog with a `field` and a `list` of `entries`. A subclass lays it out and answers what is `told` of one."""

    def __init__(self, title: str, asks: str, names: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit(placeholderText=asks, clearButtonEnabled=True)
        self.field.setAccessibleName(asks)
        self.entries, self.found = QStandardItemModel(self), QSortFilterProxyModel(self, dynamicSortFilter=False)
        self.found.setSortRole(_RANK)
        self.found.setFilterRole(_RANK)
        self.found.setFilterRegularExpression("[012]")
        self.found.setSourceModel(self.entries)
        self.found.sort(0)
        self.list = QTreeView(rootIsDecorated=False, uniformRowHeights=True, headerHidden=True)
        self.list.setModel(self.found)
        self.list.setAccessibleName(names)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.says = plain_label()
        self.field.textChanged.connect(self.find_words)
        self.list.selectionModel().currentChanged.connect(self.tell)
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the keys that a field has no use for move in the list."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @property
    def entry(self) -> Any:
        """The marked entry; None if no entry has the words."""
        return self.list.currentIndex().siblingAtColumn(0).data(ENTRY)

    def find_words(self, text: str) -> None:
        """Show the entries that have the words of `text`, those with whole words first, and mark the first."""
        words = text.casefold().split()
        for row in range(self.entries.rowCount()):
            item = self.entries.item(row)
            item.setData(_rank(item, words), _RANK)
        self.found.invalidate()
        self.list.setCurrentIndex(self.found.index(0, 0))
        self.tell()

    def tell(self) -> None:
        """Say what the marked entry is."""


def _rank(item: QStandardItem, words: Sequence[str]) -> int:
    """Return 0 if the name has all words as whole words, 1 or 2 if the item has them whole or in parts, else 3."""
    text = item.data(WORDS).casefold()
    if not all(word in text for word in words):
        return 3
    named, held = (set(re.findall(r"[\w-]+", part)) for part in (item.text().casefold(), text))
    return (not named.issuperset(words)) + (not held.issuperset(words))
