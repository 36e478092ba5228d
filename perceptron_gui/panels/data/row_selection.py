"""What is selected in the table is what is selected in the canvas: one array, however many rows it has."""

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Slot

from core.datasets.dataset import IntArray
from perceptron_gui.model.document.selection import Selection
from perceptron_gui.panels.data.model import ExamplesModel

_FLAG = QItemSelectionModel.SelectionFlag
_NONE = np.empty(0, np.int64)


class RowSelection(QItemSelectionModel):
    """Knows the current cell as Qt's own does, but hands what is selected on to the `selection` of the canvas.

    Qt keeps a list of ranges, and looks through all of it for each cell that is painted.
    """

    def __init__(self, model: ExamplesModel, selection: Selection) -> None:
        super().__init__(model)
        self._rows_of = model
        self._selection = selection
        self._settled, self._of = _NONE, model.dataset
        self.selecting = False
        """whether the table itself is selecting"""
        selection.changed.connect(self._forget)

    def select(
        self, what: QModelIndex | QPersistentModelIndex | QItemSelection, command: QItemSelectionModel.SelectionFlag
    ) -> None:
        """As Qt's: what is `Current` takes the place of what the same drag, or the same Shift, selected before."""
        if command == _FLAG.NoUpdate:
            return
        if self._rows_of.dataset is not self._of:
            self._settled, self._of = _NONE, self._rows_of.dataset
        if command & _FLAG.Clear:
            self._settled = _NONE
        elif not command & _FLAG.Current:
            self._settled = self._selection.rows
        rows = self._rows(what)
        if command & _FLAG.Toggle == _FLAG.Toggle:
            chosen = np.setxor1d(self._settled, rows)
        elif command & _FLAG.Deselect:
            chosen = np.setdiff1d(self._settled, rows)
        elif command & _FLAG.Select:
            chosen = np.union1d(self._settled, rows) if len(self._settled) else rows
        else:
            chosen = self._settled
        self.selecting = True
        self._selection.set(chosen)
        self.selecting = False

    def _rows(self, what: QModelIndex | QPersistentModelIndex | QItemSelection) -> IntArray:
        if not isinstance(what, QItemSelection):
            return self._rows_of.rows_at(what.row(), what.row()) if what.isValid() else _NONE
        ranges = (what.at(i) for i in range(what.count()))
        return np.concatenate([_NONE, *(self._rows_of.rows_at(r.top(), r.bottom()) for r in ranges)])

    @Slot()
    def _forget(self) -> None:
        if not self.selecting:
            self._settled = _NONE
