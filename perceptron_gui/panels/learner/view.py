"""The base of the parts of the learner panel, each of which shows one thing that some runs have; short tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLayout, QSizePolicy, QToolTip, QWidget

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number, superscript
from core.record.history import State
from core.run import Run
from core.theory.margin.margin import Margin
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.plain import plain
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.size import BODY, SMALL, pixels
from perceptron_gui.look.tables import FlatModel, Index, LinesTable, TableLine, heard
from perceptron_gui.look.text.rich_text import CopiedWords
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.highlight import HoverPlace


@dataclass(frozen=True)
class ListRow:
    """A row: its texts, the `key` of the update or example to go to (None for none), and a mark."""

    texts: tuple[str, ...]
    key: int | None = None
    marked: bool = False


class ListTable(LinesTable):
    """Titles and lines; `chosen` carries the key of a clicked line, `pointed` that under the mouse, or None.

    With more than `rows` lines it scrolls; it may show more if there is space (`take_room`). Each column has the width
    that its texts need, and an equal part of the rest; if that is too little the first is cut, and its tooltip gives
    the whole text. Columns get wider as texts get longer, and never narrower.
    """

    chosen = Signal(int)
    pointed = Signal(object)

    raised = 15 / 16  # This is the width that a style takes.

    def __init__(self, name: str, titles: tuple[str, ...], rows: int) -> None:
        self.rows = _Rows(titles)
        self._most, self._more = rows, 0
        self._needed = [0] * len(titles)
        super().__init__(self.rows, name, SMALL, 6)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # No empty rows are shown if there is space.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)
        self.entered.connect(lambda index: self.pointed.emit(self.rows.shown[index.row()].key))
        self.viewportEntered.connect(partial(self.pointed.emit, None))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def lines(self, first: int, last: int) -> list[TableLine]:
        """Return the lines: marked ones are bold; lit ones have a little of the selection colour behind."""
        roles = self.palette().ColorRole
        plain, behind = self.palette().color(roles.Text), self.palette().color(roles.Highlight)
        behind.setAlphaF(0.25)
        colors = [plain] * len(self.rows.titles)
        return [
            TableLine(row.texts, colors, behind if self.rows.is_lit(row) else None, bold=row.marked)
            for row in self.rows.shown[first : last + 1]
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._part()
        super().resizeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tip only where a text is cut."""
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if not index.isValid() or not self._is_cut(index):
                QToolTip.hideText()
                return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def light(self, key: int | None) -> None:
        if key != self.rows.lit:
            self.rows.lit = key
            self.viewport().update()

    def letter(self) -> None:
        super().letter()
        self._needed = [0] * len(self._needed)
        self._measure()
        self.updateGeometry()

    def hide_column(self, column: int, hidden: bool) -> None:
        self.setColumnHidden(column, hidden)
        self._part()

    def show_lines(self, lines: Sequence[ListRow], titles: tuple[str, ...] | None = None) -> None:
        known = self.rows.count
        if titles is not None and titles != self.rows.titles:
            self._needed = [0] * len(titles)
        self.rows.show(lines, titles)
        self._measure()
        most = self._most + self._more
        if min(known, most) != min(len(lines), most):
            self.updateGeometry()

    def set_rows(self, rows: int) -> None:
        """Scroll from now on if there are more than this many lines."""
        self._most = rows

    @property
    def lacking(self) -> int:
        """The pixels that it still lacks for all of its `rows`."""
        return max(self._most - max(self.rows.count, 1), 0) * self._line

    @property
    def taken(self) -> int:
        """The pixels that it takes beyond its `rows`."""
        return max(min(self.rows.count - self._most, self._more), 0) * self._line

    def take_room(self, room: int) -> int:
        """Show more lines, if there are any, in this many pixels beyond the `rows`; return how many pixels are used.

        There must be space for two thirds as many lines again, because a few more would only move the scroll bar.
        """
        fitting = max(room, 0) // self._line
        more = max(min(self.rows.count - self._most, fitting), 0) if 3 * fitting > 2 * self._most else 0
        if more != self._more:
            self._more = more
            self.updateGeometry()
        return self.taken

    def sizeHint(self) -> QSize:
        return QSize(340, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height())

    def _height(self) -> int:
        rows = max(min(self.rows.count, self._most + self._more), 1)
        return self.horizontalHeader().sizeHint().height() + rows * self._line + 2

    @property
    def _line(self) -> int:
        return self.verticalHeader().defaultSectionSize()

    def _measure(self) -> None:
        """Measure the space of each column: its longest text counts as its widest, in the bold of a marked line."""
        metrics = QFontMetrics(self.bold)
        rows = [self.rows.titles, *(row.texts for row in self.rows.shown)]
        widest = [metrics.horizontalAdvance(max(column, key=len)) + 14 for column in zip(*rows, strict=True)]
        needed = [max(before, now) for before, now in zip(self._needed, widest, strict=True)]
        if needed != self._needed:
            self._needed = needed
            self._part()

    def _part(self) -> None:
        columns = [column for column in range(len(self._needed)) if not self.isColumnHidden(column)]
        spare = self.viewport().width() - sum(self._needed[column] for column in columns)
        for place, column in enumerate(columns):
            share = spare * (place + 1) // len(columns) - spare * place // len(columns)
            cut = share if spare >= 0 else min(spare, 0) if column == columns[0] else 0
            self.setColumnWidth(column, max(self._needed[column] + cut, 1))

    def _is_cut(self, index: QModelIndex) -> bool:
        font = self.bold if self.rows.shown[index.row()].marked else self.font()
        text = self.rows.shown[index.row()].texts[index.column()]
        return QFontMetrics(font).horizontalAdvance(text) + 2 * self.pad > self.columnWidth(index.column())

    def _choose(self, index: QModelIndex) -> None:
        key = self.rows.shown[index.row()].key
        if key is not None:
            self.chosen.emit(key)


class _Rows(FlatModel):
    def __init__(self, titles: tuple[str, ...]) -> None:
        super().__init__()
        self.titles = titles
        self.shown: list[ListRow] = []
        self.lit: int | None = None

    def is_lit(self, row: ListRow) -> bool:
        return row.key is not None and row.key == self.lit

    def show(self, rows: Sequence[ListRow], titles: tuple[str, ...] | None) -> None:
        """Show rows. Existing rows are only rewritten, so that the table keeps its scroll position."""
        if titles is not None and titles != self.titles:
            self.titles = titles
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(titles) - 1)
        if list(rows) != self.shown:
            with self.resized(len(rows)):
                self.shown, self.count = list(rows), len(rows)
            self.tell_of_cells()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        told = self.shown[index.row()].texts[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return heard(told)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(told)
        return told if role == Qt.ItemDataRole.DisplayRole else None


class LearnerView(QWidget):
    """A heading, and the content of a subclass below it.

    `jumped` asks to go to an update, `selected` to select an example; `pointed` carries the update whose vector is
    under the mouse, or None; `changed` comes with a computed result. The panel calls the rest only while it is visible.
    """

    jumped = Signal(int)
    selected = Signal(int)
    pointed = Signal(object)
    changed = Signal()

    title: ClassVar[str] = ""
    grows: ClassVar[bool] = False
    """True if it can use more height than it needs."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self.theme = theme
        self._of_updates: ListTable | None = None
        self.player: Player | None = None
        """the player that the panel follows"""
        self.heading = label_of(rung=BODY, bold=True)
        self.entitle(self.title)
        self.column = in_column(self.heading, margins=(0, 0, 0, 4), spacing=4)
        if self.grows:  # It takes no more height than its content: no gaps around a chart that is high enough.
            self.column.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
        self.setLayout(self.column)

    @staticmethod
    @abstractmethod
    def fits(run: Run) -> bool:
        """Return whether there is something to show for this run."""

    def take_run(self, run: Run) -> None:
        """Show this run."""

    def grow(self, run: Run) -> None:
        """Show more of a record that may have grown."""

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Show a state, and the thing that is pointed at in the picture."""

    def light(self, update: int | None) -> None:
        """Highlight the vector that this update made; None for none."""
        if self._of_updates is not None:
            self._of_updates.light(update)

    def finish(self) -> None:
        """Wait until the thread's work is done."""

    def rest(self) -> None:
        """End the thread's work, because the view is hidden."""

    def entitle(self, title: str) -> None:
        self.heading.setText(title)
        self.setAccessibleName(title)

    def _margin(self) -> Margin | None:
        """Return the margin of the run as far as it may be shown."""
        run = None if self.player is None else self.player.visible.run
        return None if run is None else run.margin

    def add_sentence(self) -> CopiedWords:
        """Add a line of words that may be read aloud and copied."""
        words = CopiedWords(self.theme, self._margin, "secondary")
        self.column.addWidget(words)
        return words

    def add_table(self, table: ListTable, *, of_updates: bool) -> ListTable:
        """Add a table whose lines are updates, which a click goes to, or examples, which a click selects."""
        table.chosen.connect(self.jumped if of_updates else self.selected)
        if of_updates:
            table.pointed.connect(self.pointed)
            self._of_updates = table
        self.column.addWidget(table)
        return table


class ChartView(LearnerView):
    """A plot that is high enough for a curve with swings."""

    grows: ClassVar[bool] = True

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.chart = Chart(theme, 168)
        self.chart.setMaximumHeight(pixels(300))
        self.heading.hide()
        self.column.addWidget(self.chart)


@lru_cache(1 << 12)  # A table writes the same two hundred names in each frame.
def vector_name(update: int) -> str:
    """Return the name of the vector that update k made, e.g. w⁽¹²⁾."""
    return f"w⁽{superscript(update)}⁾"


def place_name(run: Run, place: HoverPlace | None, state: State) -> str:
    """Return the name of the question: an example, a point of the plane, or else the example just seen."""
    row = state.index if place is None else place.row
    if row is not None and 0 <= row < run.dataset.n:
        return f"example {row + 1:,} ({'○' if run.dataset.y[row] > 0 else '×'})"
    if place is None:
        return ""
    numbers = [number(value) for value in place.x[:3]]
    hidden = ", …" if len(place.x) > len(numbers) else ""
    return f"x = ({', '.join(numbers)}{hidden})" if len(place.x) > 1 else f"x = {numbers[0]}"


def question_at(run: Run, place: HoverPlace | None, state: State) -> FloatArray | None:
    """Return the numbers (d,) of a place; None at the start, unless something is pointed at."""
    if place is not None:
        return place.question(run.dataset)
    if state.index < 0:
        return None
    example: FloatArray = run.dataset.X[state.index]
    return example
