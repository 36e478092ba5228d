"""A model of rows that lie in no tree, under columns that have a title and a tip."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from core.theory.symbols import explained_prose

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole


TOLD_ROLES = (_ROLE.DisplayRole, _ROLE.AccessibleTextRole)


def heard(text: str) -> str:
    """The text of a cell as it is read aloud: nothing is read where there is none."""
    return text or "empty"


class FlatModel(QAbstractTableModel):
    """A subclass tells how many rows and `titles` it has, and what is in a cell."""

    count = 0
    """How many rows there are"""
    titles: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    """What each column is about; () where its title says what its symbols stand for"""

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.count

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.titles):
            return None
        if role == _ROLE.ToolTipRole:
            return self.tips[section] if self.tips else explained_prose(self.titles[section]) or None
        return self.titles[section] if role == _ROLE.DisplayRole else None

    def tell_of_cells(self, first: int = 0) -> None:
        """From this row on they may read otherwise."""
        if self.count > first:
            self.dataChanged.emit(self.index(first, 0), self.index(self.count - 1, len(self.titles) - 1))

    @contextmanager
    def resized(self, after: int) -> Iterator[None]:
        """Rows come or go at the end, until there are so many; within they are put or taken away."""
        before = self.count
        if after > before:
            self.beginInsertRows(NOWHERE, before, after - 1)
        elif after < before:
            self.beginRemoveRows(NOWHERE, after, before - 1)
        yield
        if after > before:
            self.endInsertRows()
        elif after < before:
            self.endRemoveRows()

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """All rows and columns are others, once they are put in within."""
        self.beginResetModel()
        yield
        self.endResetModel()
