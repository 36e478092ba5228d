"""The table of all steps as a model: rows are read from the record when they are looked at, and a few are kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import Qt

from core.run import Run
from perceptron_gui.look.tables.flat_model import FlatModel, Index
from perceptron_gui.panels.step.lines import StepColumn, StepLine, step_columns
from perceptron_gui.panels.step.listing import AsMade, Listing

_BLOCK, _KEPT = 16, 32


@dataclass(frozen=True)
class Row:
    """A step, and the texts of its cells."""

    line: StepLine
    texts: tuple[str, ...]


class StepsModel(FlatModel):
    """A row for each step of a listing of a run."""

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self.listing: Listing = AsMade()
        self.columns: tuple[StepColumn, ...] = ()
        self.blocks = lru_cache(_KEPT)(self._read)
        """rows that stand beside each other in the record, by the place of the first"""

    def show(self, run: Run, listing: Listing) -> None:
        """Take another run or listing; where the columns stay, so does the place that is looked at."""
        columns = step_columns(run)
        if columns != self.columns:
            with self.replaced():
                self.columns = columns
                self.titles = tuple(column.title for column in columns)
                self.tips = tuple(column.meaning for column in columns)
                self._take(run, listing)
            return
        with self.resized(listing.count):
            self._take(run, listing)
        self.tell_of_cells()

    def grow(self, listing: Listing) -> None:
        """The same listing is longer now; what was its last row may read otherwise."""
        last = max(self.count - 1, 0)
        with self.resized(listing.count):
            self._take(self._run, listing)
        self.tell_of_cells(last)

    def row(self, place: int) -> Row:
        """What is told of the step in one row; raises IndexError where there is none."""
        if self._run is None or not 0 <= place < self.count:
            raise IndexError(f"row {place} of {self.count}")
        return self.blocks(self._run, place // _BLOCK * _BLOCK)[place % _BLOCK]

    def _read(self, run: Run, start: int) -> list[Row]:
        lines = self.listing.lines(run, start, min(start + _BLOCK, self.count))
        return [Row(line, tuple(column.text(run, line) for column in self.columns)) for line in lines]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return self.row(index.row()).texts[index.column()] if shown and index.isValid() else None

    def _take(self, run: Run | None, listing: Listing) -> None:
        self._run, self.listing, self.count = run, listing, listing.count
        self.blocks.cache_clear()
