"""The base of the parts of the learner panel, each of which shows one thing that some runs have; short tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLayout, QSizePolicy, QWidget

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.size import BODY, SMALL, follow_scale, sized
from perceptron_gui.look.tables import FlatModel, Index, LinesTable, TableLine, heard
from perceptron_gui.look.text.rich_text import CopiedWords
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.model.workspace import Highlight, HoverPlace, Workspace


class ListRow(NamedTuple):
    """A row: its texts, the `key` of the update or example to go to (None for none), and a mark."""

    texts: tuple[str, ...]
    key: int | None = None
    marked: bool = False


class ListTable(LinesTable):
    """Titles and lines; `chosen` carries the key of a clicked line, `pointed` that under the mouse, or None.

    It has the height of its lines, at most of `rows` of them, and scrolls to the others. The line of the vector that is
    pointed at anywhere is lit where there is a `highlight`: there the keys are updates.
    """

    chosen = Signal(int)
    pointed = Signal(object)

    def __init__(self, name: str, titles: tuple[str, ...], rows: int, highlight: Highlight | None = None) -> None:
        self.rows, self.most, self._highlight = _Rows(titles), rows, highlight
        super().__init__(self.rows, name, SMALL, 6)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setMouseTracking(True)
        self.entered.connect(lambda index: self.pointed.emit(self.rows.shown[index.row()].key))
        self.viewportEntered.connect(partial(self.pointed.emit, None))
        for chosen in (self.clicked, self.activated):
            chosen.connect(self._choose)
        follow_scale(self, self._set_height)
        if highlight is not None:
            highlight.changed.connect(self.viewport().update)

    def lines(self, first: int, last: int) -> list[TableLine]:
        """Return the lines: marked ones are bold; lit ones have a little of the selection colour behind."""
        roles = self.palette().ColorRole
        plain, behind = self.palette().color(roles.Text), self.palette().color(roles.Highlight)
        behind.setAlphaF(0.25)
        colors, update = [plain] * len(self.rows.titles), None if self._highlight is None else self._highlight.update
        return [
            TableLine(row.texts, colors, behind if row.key == update is not None else None, bold=row.marked)
            for row in self.rows.shown[first : last + 1]
        ]

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def show_lines(self, lines: list[ListRow], titles: tuple[str, ...] = ()) -> None:
        """Show rows. Existing rows are only rewritten, so that the table keeps its scroll position."""
        rows = self.rows
        if titles and titles != rows.titles:
            rows.titles = titles
            rows.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(titles) - 1)
        if lines != rows.shown:
            with rows.resized(len(lines)):
                rows.shown, rows.count = lines, len(lines)
            rows.tell_of_cells()
        self._set_height()

    def _set_height(self) -> None:
        self.setFixedHeight(self.height_of(max(min(self.rows.count, self.most), 1)))

    def _choose(self, index: QModelIndex) -> None:
        key = self.rows.shown[index.row()].key
        if key is not None:
            self.chosen.emit(key)


class _Rows(FlatModel):
    def __init__(self, titles: tuple[str, ...]) -> None:
        super().__init__()
        self.titles = titles
        self.shown: list[ListRow] = []

    def is_right(self, column: int) -> bool:
        """Let the first column, of names, begin where the sentences do."""
        return column > 0

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        told = self.shown[index.row()].texts[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return heard(told)
        return told if role == Qt.ItemDataRole.DisplayRole else None


class LearnerView(QWidget):
    """A heading, and the content of a subclass below it, which shows a run, more of its record, and a state of it.

    `changed` comes with a computed result. The panel calls the rest only while it is visible.
    """

    changed = Signal()

    title: ClassVar[str] = ""
    stretch: ClassVar[int] = 0
    """Its share of the height that all views together do not need."""
    fault: ClassVar[str] = ""
    """The sentence if the work beside the window fails."""
    answers_once: ClassVar[bool] = False

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self.workspace, self.theme = workspace, theme
        self.worker = Worker(self, fault=self.fault, answers_once=self.answers_once)
        self.worker.answered.connect(self._take)
        self.workers = [self.worker]
        """Those that work for it beside the window, while it is visible."""
        self.found: Any = None
        """The last answer of the first."""
        self.asked: tuple[object, ...] = ()
        """What the playhead has to rest for."""
        self._pointing = False
        self.heading = label_of(rung=BODY, bold=True)
        self.entitle(self.title)
        self.column = in_column(self.heading, margins=(0, 0, 0, 4), spacing=4)
        self.setLayout(self.column)
        self.build()

    def build(self) -> None:
        """Fill the column below the heading."""

    def take_run(self, run: Run) -> None: ...
    def grow(self, run: Run) -> None: ...
    def show_state(self, run: Run, state: State) -> None: ...

    def _take(self, found: object) -> None:
        self.found = found
        self.changed.emit()

    def ask_at_rest(self, asked: tuple[object, ...], compute: Callable[[], object]) -> None:
        """Compute `found` again if something else is `asked`, as soon as the playhead has rested for 120 ms."""
        if asked != self.asked:
            self.worker.cancel()
            self.asked, self.found = asked, None
            self.worker.ask_later(120, lambda: once(lambda _cancelled: compute()))

    def rest(self) -> None:
        """Stop the work beside the window while the view is hidden; open questions are asked again later."""
        self.point(None)
        for worker in self.workers:
            self.asked = () if worker.pending else self.asked
            worker.shut_down()

    def point(self, update: int | None) -> None:
        """Light the vector under the mouse wherever it is drawn, and end the light of an earlier one."""
        if update is not None:
            self.workspace.highlight.show("vector", update=update)
        elif self._pointing:
            self.workspace.highlight.clear()
        self._pointing = update is not None

    def entitle(self, title: str) -> None:
        self.heading.setText(title)
        self.setAccessibleName(title)

    def add_sentence(self) -> CopiedWords:
        words = CopiedWords(self.theme, self.workspace.margin, "secondary")
        self.column.addWidget(words)
        return words

    def add_table(self, name: str, titles: tuple[str, ...], rows: int, *, of_updates: bool) -> ListTable:
        """Add a table whose lines are updates, which a click goes to, or examples, which a click selects."""
        workspace = self.workspace
        table = ListTable(name, titles, rows, workspace.highlight if of_updates else None)
        if of_updates:
            table.chosen.connect(workspace.player.visit_update)
            table.pointed.connect(self.point)
        else:
            table.chosen.connect(lambda row: workspace.selection.set([row]))
        self.column.addWidget(table)
        return table


class ChartView(LearnerView):
    """A plot that is high enough for a curve with swings."""

    stretch: ClassVar[int] = 1

    def build(self) -> None:
        self.chart = Chart(self.theme, 168)
        sized(self.chart, QWidget.setMaximumHeight, 300)
        # It takes no more height than its content: no gaps around a chart that is high enough.
        self.column.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
        self.heading.hide()
        self.column.addWidget(self.chart)


def question_at(run: Run, place: HoverPlace | None, state: State) -> tuple[FloatArray | None, str]:
    """Return the numbers (d,) of what is pointed at, else of the example just seen, else None; and its name."""
    row = state.index if place is None else place.row
    if row is not None and 0 <= row < run.dataset.n:
        return run.dataset.X[row], f"example {row + 1:,} ({'○' if run.dataset.y[row] > 0 else '×'})"
    if place is None:
        return None, ""
    numbers = [number(value) for value in place.x[:3]]
    hidden = ", …" if len(place.x) > len(numbers) else ""
    name = f"x = ({', '.join(numbers)}{hidden})" if len(place.x) > 1 else f"x = {numbers[0]}"
    return place.question(run.dataset), name
