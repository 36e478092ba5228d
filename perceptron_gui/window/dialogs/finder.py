"""A window in which entries are found by their words: a field, the entries with its words, and what is said of one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QTreeView, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.plain import plain_label

_NAME = Qt.ItemDataRole.DisplayRole
ENTRY = Qt.ItemDataRole.UserRole
WORDS = Qt.ItemDataRole.UserRole + 1
"""The words by which an entry is found, on one line: its name, and others."""


@lru_cache(1000)
def _words_of(text: str) -> set[str]:
    return set(re.findall(r"[\w-]+", text.casefold()))


class _Found(Guarded, QSortFilterProxyModel):
    """The entries that hold all the typed words: first those with each of them as a whole word of the name, then
    those with each as a whole word.
    """

    typed: frozenset[str] = frozenset()

    def find(self, text: str) -> None:
        self.typed = frozenset(text.casefold().split())
        self.setFilterRegularExpression("^" + "".join(f"(?=.*{re.escape(word)})" for word in text.split()))
        self.invalidate()

    def lessThan(
        self, left: QModelIndex | QPersistentModelIndex, right: QModelIndex | QPersistentModelIndex, /
    ) -> bool:
        return self._rank(left) < self._rank(right)

    def _rank(self, index: QModelIndex | QPersistentModelIndex) -> int:
        named, held = _words_of(index.data(_NAME)), _words_of(index.data(WORDS))
        return (not self.typed <= named) + (not self.typed <= held)


class Finder(Guarded, QDialog):
    """A window with a `field` and a `list`; a subclass lays them out, gives `found` its entries, and then begins."""

    def __init__(self, title: str, asks: str, entries: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit(placeholderText=asks, clearButtonEnabled=True)
        self.field.setAccessibleName(asks)
        self.found = _Found(self, filterCaseSensitivity=Qt.CaseSensitivity.CaseInsensitive)
        self.found.setFilterRole(WORDS)
        self.list = QTreeView(rootIsDecorated=False, uniformRowHeights=True, headerHidden=True)
        self.list.setModel(self.found)
        self.list.setAccessibleName(entries)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.says = plain_label()

    def begin(self) -> None:
        """Show all entries, and follow what is typed and marked."""
        self.found.sort(0)
        self.field.textChanged.connect(self.find_words)
        self.list.selectionModel().currentChanged.connect(self.tell)
        self.find_words("")
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
        """Show the entries with the words of `text`, and mark the first."""
        self.found.find(text)
        self.list.setCurrentIndex(self.found.index(0, 0))
        self.tell()

    def tell(self) -> None:
        """Say what the marked entry is."""
