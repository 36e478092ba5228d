"""What each entry has come to, in two lines: its name and how it stopped, then its numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Result
from core.numbers.numerals import number
from perceptron_gui.look.tables.flat_model import FlatModel, Index
from perceptron_gui.look.tables.tables import LEFT, RIGHT, PlainTable
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.marks import EntryMark

_SMALL, _ROOM = 0.86, 3
_NAME_SPAN, _LINES = 3, 2
_ROLE = Qt.ItemDataRole
_NONE = "–"
_WRONG = "How many of the examples {} it gets wrong in the end"


@dataclass(frozen=True)
class ResultColumn:
    """One number of a result: its title, what it is, and how it is written."""

    title: str
    meaning: str
    read: Callable[[Result], str]


def _epochs(result: Result) -> str:
    return _NONE if result.epochs is None else f"{result.epochs:,}"


def _margin(result: Result) -> str:
    return _NONE if result.margin is None else number(result.margin, 3)


def _share(result: Result) -> str:
    if result.share is None:
        return _NONE if result.bounded else "…"
    return f"{number(100 * result.share, 2)} %"


COLUMNS = (
    ResultColumn("updates", "How often the vector was moved, k", lambda result: f"{result.run.updates:,}"),
    ResultColumn("epochs", "Passes over the data; – for an order without epochs", _epochs),
    ResultColumn("training", _WRONG.format("learned from"), lambda result: f"{result.training_errors:,}"),
    ResultColumn("held out", _WRONG.format("held out"), lambda result: f"{result.held_out_errors:,}"),
    ResultColumn(
        "margin",
        "How near an example learned from comes to the boundary, min y·a/‖w̃‖, at most γ; – for a vote, which has no w",
        _margin,
    ),
    ResultColumn(
        "of bound",
        "The updates as a share of the most that is promised, R²/γ² for a perceptron; – where nothing is",
        _share,
    ),
)
_OF_HELD_OUT = 3


class ResultsModel(FlatModel):
    """Two rows a result."""

    titles = tuple(column.title for column in COLUMNS)
    tips = tuple(column.meaning for column in COLUMNS)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.results: tuple[Result, ...] = ()
        self._marks: tuple[EntryMark, ...] = ()
        self._own: Entry | None = None
        self.bold = QFont()
        """that of names"""

    def show(self, results: tuple[Result, ...], marks: tuple[EntryMark, ...], own: Entry) -> None:
        """Show these; `own` is the entry that the window's run is."""
        same = [result.entry for result in results] == [result.entry for result in self.results]
        with nullcontext() if same else self.replaced():
            self.results, self._marks, self._own = results, marks, own
            self.count = _LINES * len(results)
        if same:
            self.tell_of_cells()

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        place, line = divmod(index.row(), _LINES)
        result, column, theme = self.results[place], index.column(), self._theme.current
        named = not line and not column
        if role == _ROLE.DisplayRole:
            return COLUMNS[column].read(result) if line else self._head(result, self._marks[place], column)
        looks: dict[int, object] = {
            _ROLE.ToolTipRole: self._tip(result),
            _ROLE.TextAlignmentRole: LEFT if named else RIGHT,
        }
        if result.entry == self._own:
            looks[_ROLE.BackgroundRole] = theme.color("now", 0.22)
        if named:
            looks |= {_ROLE.FontRole: self.bold, _ROLE.ForegroundRole: theme.color(self._marks[place].role)}
        elif not line:
            looks[_ROLE.ForegroundRole] = theme.color("secondary")
        return looks.get(role)

    @staticmethod
    def _head(result: Result, mark: EntryMark, column: int) -> str:
        if not column:
            return f"{mark.letter}  {result.entry.name}"
        return f"{result.entry.path.order_title} · {stopping_words(result)}" if column == _NAME_SPAN else ""

    def _tip(self, result: Result) -> str:
        own = "This is the window's learner." if result.entry == self._own else "Click to make it the window's learner."
        return f"{result.entry.title}: {stopping_words(result)}. {own}"


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
        super().__init__(self.results, "Results", _SMALL, _ROOM)
        self.results.bold = readable(self.font(), _SMALL, bold=True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.results.modelReset.connect(self._span)
        for chosen in (self.clicked, self.activated):
            chosen.connect(lambda index: self.picked.emit(self.results.results[index.row() // _LINES].entry))
        theme.changed.connect(self.viewport().update)

    def show_results(
        self, results: Sequence[Result], marks: Sequence[EntryMark], own: Entry, *, held_out: bool
    ) -> None:
        """Show these, with errors on examples held out only where there are some."""
        self.results.show(tuple(results), tuple(marks), own)
        self.setColumnHidden(_OF_HELD_OUT, not held_out)

    @property
    def wanted_height(self) -> int:
        return self.horizontalHeader().sizeHint().height() + self.verticalHeader().length() + 2

    @Slot()
    def _span(self) -> None:
        self.clearSpans()
        for row in range(0, self.results.rowCount(), _LINES):
            self.setSpan(row, 0, 1, _NAME_SPAN)
            self.setSpan(row, _NAME_SPAN, 1, len(COLUMNS) - _NAME_SPAN)
