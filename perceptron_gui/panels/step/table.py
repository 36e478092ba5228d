"""The table of all steps: visible rows are read, and the row of the playhead is marked and followed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from core.run import Run
from perceptron_gui.look.size import SMALL, follow_scale
from perceptron_gui.look.tables import FlatModel, Index, LinesTable, TableLine
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.step.listing import COLUMNS, AsMade, Listing, StepColumn, StepLine


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
        # Each cell of a row asks for the whole row.
        self.read = lru_cache(4)(self._read)
        """the rows in view, which are read together"""

    def show(self, run: Run, listing: Listing) -> None:
        """Take another run or listing; if the columns stay, so does the place in view."""
        columns = tuple(column for column in COLUMNS if run.order.has_epochs or not column.needs_epochs)
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
        """Take the same listing with more rows; its last row may have changed."""
        last = max(self.count - 1, 0)
        with self.resized(listing.count):
            self._take(self._run, listing)
        self.tell_of_cells(last)

    def row(self, place: int) -> Row:
        """Return the step of one row. Raises IndexError if there is no such row."""
        return self.rows(place, place)[0]

    def rows(self, first: int, last: int) -> list[Row]:
        """Return the steps of rows that are shown together, both ends included. Raises as `row`."""
        if self._run is None or not 0 <= first <= last < self.count:
            raise IndexError(f"rows {first} to {last} of {self.count}")
        return self.read(self._run, first, last + 1)

    def _read(self, run: Run, start: int, stop: int) -> list[Row]:
        lines = self.listing.lines(run, start, stop)
        return [Row(line, tuple(column.text(run, line) for column in self.columns)) for line in lines]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return self.row(index.row()).texts[index.column()] if shown and index.isValid() else None

    def _take(self, run: Run | None, listing: Listing) -> None:
        self._run, self.listing, self.count = run, listing, listing.count
        self.read.cache_clear()


_ROOM, _TINT = 4, 0.28


class StepsTable(LinesTable):
    """`chosen` tells the row that a person went to."""

    chosen = Signal(int)

    def __init__(self, theme: ThemeModel) -> None:
        self.steps = StepsModel()
        self._marking = False
        self._longest: list[str] = []
        self._theme = theme
        super().__init__(self.steps, "All steps", SMALL, _ROOM)
        theme.changed.connect(self.viewport().update)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        titles = self.horizontalHeader()
        titles.setSectionsClickable(True)
        # Without this the table is painted again with every mark.
        titles.setSelectionModel(QItemSelectionModel(self.steps, titles))
        self.selectionModel().currentRowChanged.connect(self._on_current)
        follow_scale(self, self._share_out)

    def show_listing(self, run: Run, listing: Listing) -> None:
        self._marking = True
        self.steps.show(run, listing)
        self.updateGeometries()  # Otherwise it scrolls no farther than the rows before.
        self._marking = False
        self._longest = [max(column.title, column.widest(run), key=len) for column in self.steps.columns]
        self._share_out()

    def grow(self, listing: Listing) -> None:
        self.steps.grow(listing)

    def mark(self, row: int | None, near: int | None = None) -> None:
        """Mark the playhead's row and bring it into view; where it has none, only bring the row `near` into view."""
        self._marking = True
        if row is None:
            self.selectionModel().clear()
            if near is not None and 0 <= near < self.steps.rowCount():
                self.scrollTo(self.steps.index(near, 0))
        elif row != self.currentIndex().row() or not self.selectionModel().hasSelection():
            flags = QItemSelectionModel.SelectionFlag
            index = self.steps.index(row, 0)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._marking = False

    def _on_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._marking:
            self.chosen.emit(current.row())

    def lines(self, first: int, last: int) -> list[TableLine]:
        """Paint the playhead's row in the colour of the playhead, and rows without an update paler."""
        theme, columns = self._theme.current, len(self.steps.columns)
        ink, pale, now, tint = map(theme.color, ("ink", "secondary", "now", "now"))
        tint.setAlphaF(_TINT)
        marked = self.currentIndex().row() if self.selectionModel().hasSelection() else -1
        made = []
        for place, row in enumerate(self.steps.rows(first, last), first):
            is_marked = place == marked
            color = ink if is_marked or row.line.update else pale
            made.append(TableLine(row.texts, [color] * columns, *((tint, now) if is_marked else ())))
        return made

    def _share_out(self) -> None:
        """Give each column the space of its longest text, and an equal share of the rest."""
        width = self.fontMetrics().horizontalAdvance
        least = [width(text) + 2 * ceil(self.pad) + 2 for text in self._longest]
        spare = max(self.viewport().width() - sum(least), 0) // max(len(least), 1)
        for place, needed in enumerate(least):
            self.horizontalHeader().resizeSection(place, needed + spare)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()
        if self.selectionModel().hasSelection():
            self.scrollTo(self.currentIndex())
