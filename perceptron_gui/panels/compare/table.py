"""What each entry has come to, in two lines: its name and how it stopped, then its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Result
from core.analysis.comparison_table import COLUMNS, HELD_OUT, ComparedRow, lines_of
from perceptron_gui.look.plain import plain
from perceptron_gui.look.tables import LEFT, RIGHT, TOLD_ROLES, FlatModel, Index, PlainTable, heard
from perceptron_gui.look.theme import LIT, ThemeModel
from perceptron_gui.panels.compare.marks import EntryMark

_NAME_SPAN = 3
_ROLE = Qt.ItemDataRole


class ResultsModel(FlatModel):
    """Two rows a result; where it is told of several splits, its numbers are means, with their spread."""

    titles = tuple(column.title for column in COLUMNS)
    tips = tuple(column.meaning for column in COLUMNS)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.results: tuple[Result, ...] = ()
        self._marks: tuple[EntryMark, ...] = ()
        self._own: Entry | None = None
        self._rows: Mapping[Entry, ComparedRow] = {}
        self.lines = 2
        """how many a result has"""
        self.bold = QFont()
        """that of names"""

    def show(
        self,
        results: tuple[Result, ...],
        marks: tuple[EntryMark, ...],
        own: Entry | None,
        rows: Mapping[Entry, ComparedRow],
    ) -> None:
        """Show these; `own` is the entry that the window's run is, `rows` tell of several splits."""
        lines = 3 if rows else 2
        same = lines == self.lines and [result.entry for result in results] == [result.entry for result in self.results]
        with nullcontext() if same else self.replaced():
            self.results, self._marks, self._own, self._rows = results, marks, own, rows
            self.lines, self.count = lines, lines * len(results)
        if same:
            self.tell_of_cells()

    def show_as(self, other: ResultsModel) -> None:
        """What another shows; none of them is the window's own to be seen from afar."""
        self.show(other.results, other._marks, None, other._rows)

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        place, line = divmod(index.row(), self.lines)
        result, column, theme = self.results[place], index.column(), self._theme.current
        named = not line and not column
        if role in TOLD_ROLES:
            told = self._number(result, column, line) if line else self._head(result, self._marks[place], column)
            return told if role == _ROLE.DisplayRole else heard(told)
        if role == _ROLE.ForegroundRole:
            mark = self._marks[place].role if named else "secondary"
            return None if line == 1 else theme.color(mark)  # numbers are in the colour of ink
        if role == _ROLE.BackgroundRole:
            return theme.color("now", LIT) if result.entry == self._own else None
        if role == _ROLE.TextAlignmentRole:
            return LEFT if named else RIGHT
        if role == _ROLE.ToolTipRole:
            own = result.entry == self._own
            told = "This is the window's learner." if own else "Click to make it the window's learner."
            return plain(f"{result.entry.title}: {stopping_words(result)}. {told}")
        return self.bold if role == _ROLE.FontRole and named else None

    def _number(self, result: Result, column: int, line: int) -> str:
        row, told = self._rows.get(result.entry), COLUMNS[column]
        if row is not None:
            return lines_of(row, column, told)[line - 1]
        if line > 1:
            return ""
        coming = told is COLUMNS[-1] and result.share is None and not result.bounded
        return "…" if coming else told.written(told.read(result))

    def _head(self, result: Result, mark: EntryMark, column: int) -> str:
        if not column:
            return f"{mark.letter}  {result.entry.name}"
        if column != _NAME_SPAN:
            return ""
        row = self._rows.get(result.entry)
        stopped = stopping_words(result) if row is None else f"{row.converged} of {row.splits} converged"
        return f"{result.entry.path.order_title} · {stopped}"


def stopping_words(result: Result) -> str:
    """How a run stopped, in a few words."""
    if result.stopped is None or not result.settled:
        return "so far …"
    return f"max {result.stopped.counts}" if result.stopped.counts else "converged"


class ResultsTable(PlainTable):
    """`picked` tells the entry whose row was clicked, or chosen by Enter."""

    picked = Signal(object)

    def __init__(self, theme: ThemeModel) -> None:
        self.results = ResultsModel(theme)
        super().__init__(self.results, "Results", 0.86, 3)
        self.results.bold = self.bold
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.results.modelReset.connect(self._span)
        for chosen in (self.clicked, self.activated):
            chosen.connect(
                lambda index: self.picked.emit(self.results.results[index.row() // self.results.lines].entry)
            )
        theme.changed.connect(self.viewport().update)

    def again(self, theme: ThemeModel) -> ResultsTable:
        """Another that shows the same."""
        made = ResultsTable(theme)
        made.results.show_as(self.results)
        made.setColumnHidden(HELD_OUT, self.isColumnHidden(HELD_OUT))
        return made

    def letter(self) -> None:
        super().letter()
        self.results.bold = self.bold

    @property
    def wanted_height(self) -> int:
        return self.horizontalHeader().sizeHint().height() + self.verticalHeader().length() + 2

    @Slot()
    def _span(self) -> None:
        self.clearSpans()
        for row in range(0, self.results.rowCount(), self.results.lines):
            self.setSpan(row, 0, 1, _NAME_SPAN)
            self.setSpan(row, _NAME_SPAN, 1, len(COLUMNS) - _NAME_SPAN)
