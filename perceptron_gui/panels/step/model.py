"""The table of all steps as a model: rows are read from the record when they are looked at, and a few are kept."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from core.run import Run
from perceptron_gui.panels.step.lines import StepColumn, StepLine, step_columns
from perceptron_gui.panels.step.listing import Listing, Updates

_BLOCK, _KEPT = 16, 32
_NOWHERE = QModelIndex()

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Row:
    """A step, and the texts of its cells."""

    line: StepLine
    texts: tuple[str, ...]


class StepsModel(QAbstractTableModel):
    """A row for each step of a listing of a run."""

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._listing: Listing = Updates(0, 0)
        self._columns: tuple[StepColumn, ...] = ()
        self._blocks: OrderedDict[int, list[Row]] = OrderedDict()

    @property
    def columns(self) -> tuple[StepColumn, ...]:
        """What is told of each step."""
        return self._columns

    @property
    def listing(self) -> Listing:
        """The steps that are listed."""
        return self._listing

    @property
    def read(self) -> int:
        """How many rows are held."""
        return sum(map(len, self._blocks.values()))

    def show(self, run: Run, listing: Listing) -> None:
        """Take another run or listing; where the columns stay, so does the place that is looked at."""
        columns = step_columns(run)
        if columns != self._columns:
            self.beginResetModel()
            self._run, self._listing, self._columns = run, listing, columns
            self._blocks.clear()
            self.endResetModel()
            return
        self._run = run
        self._blocks.clear()
        self._resize(listing)
        if listing.count:
            self.dataChanged.emit(self.index(0, 0), self.index(listing.count - 1, len(columns) - 1))

    def grow(self, listing: Listing) -> None:
        """The same listing is longer now; what was its last row may read otherwise."""
        last = max(self._listing.count - 1, 0)
        for block in [block for block in self._blocks if block >= last // _BLOCK]:
            del self._blocks[block]
        if listing.count and self._listing.count:
            self.dataChanged.emit(self.index(last, 0), self.index(last, len(self._columns) - 1))
        self._resize(listing)

    def row(self, place: int) -> Row:
        """What is told of the step in one row; raises IndexError where there is none."""
        if self._run is None or not 0 <= place < self._listing.count:
            raise IndexError(f"row {place} of {self._listing.count}")
        block, place = divmod(place, _BLOCK)
        rows = self._blocks.get(block)
        if rows is None:
            rows = self._blocks[block] = self._read(self._run, block * _BLOCK)
            if len(self._blocks) > _KEPT:
                self._blocks.popitem(last=False)
        else:
            self._blocks.move_to_end(block)
        return rows[place]

    def _read(self, run: Run, start: int) -> list[Row]:
        lines = self._listing.lines(run, start, min(start + _BLOCK, self._listing.count))
        return [Row(line, tuple(column.text(run, line) for column in self._columns)) for line in lines]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self._listing.count

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return self.row(index.row()).texts[index.column()] if shown and index.isValid() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        return column.meaning if role == Qt.ItemDataRole.ToolTipRole else None

    def _resize(self, listing: Listing) -> None:
        before, after = self._listing.count, listing.count
        if after > before:
            self.beginInsertRows(_NOWHERE, before, after - 1)
            self._listing = listing
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(_NOWHERE, after, before - 1)
            self._listing = listing
            self.endRemoveRows()
        else:
            self._listing = listing
