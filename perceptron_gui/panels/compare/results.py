"""The results of each entry, as a table and as curves in the panel, and the same to copy or save."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QImageWriter, QMouseEvent, QPainter, QPicture, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QWidget

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Curve, Result, Standing
from core.analysis.comparison_table import COLUMNS, HELD_OUT, ComparedRow, ComparisonTable, cell_lines, outcomes
from core.datasets.dataset import FloatArray, IntArray
from core.errors import InputError
from core.files.atomic import write_atomically
from core.numbers.numerals import counted, number
from core.plots.spec import PlotAxis, PlotSpec, Sampled, Scale
from core.resources import resource
from perceptron_gui.look.fields.question_dialog import SaveDialog
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.size import SMALL, at_every_scale, at_usual_size, follow_scale, letters
from perceptron_gui.look.tables import LEFT, RIGHT, ROLE, TOLD_ROLES, FlatModel, Index, PlainTable, heard
from perceptron_gui.look.text.sentences import accuracy_words
from perceptron_gui.look.text.small_widgets import tool_button
from perceptron_gui.look.theme import LIT, ThemeModel, style_picture
from perceptron_gui.panels.compare.chooser import EntryMark

_FIRST = 1
"""The epoch after which curves are drawn: before it all learners fall from all examples to a few."""
_NAME_SPAN = 3
Marked = Mapping[Result, EntryMark]
"""The results in the order of their marks."""
WIDTH = 1200
"""Pixels: the usual width of slides."""
_SCALE = 1.5
"""Pixels of the picture for each pixel of the panel, so that it can be read from the back row."""
_MARGIN = 8


def pictures(marked: Marked, held_out: int) -> tuple[PlotSpec, PlotSpec | None]:
    """Return plots of the errors in training and on `held_out` examples, if any, in percent against epochs."""
    unseen = _picture("held out", held_out, marked, lambda curve: curve.held_out) if held_out else None
    return _picture("training", next(iter(marked)).run.dataset.n, marked, lambda curve: curve.training), unseen


def _picture(kind: str, count: int, marked: Marked, errors: Callable[[Curve], IntArray]) -> PlotSpec:
    n = next(iter(marked)).run.dataset.n
    xs = [result.curve.examples / n for result in marked]
    percents = [100 * errors(result.curve) / count for result in marked]
    places = np.unique(np.concatenate(xs))
    # Between two samples, and beyond its end, a curve keeps the value of the sample before.
    table = np.array([y[np.searchsorted(x, places, "right") - 1] for x, y in zip(xs, percents, strict=True)])
    differs = (table != table[0]).any(axis=0)
    first = _FIRST if differs[places >= _FIRST].any() else 0
    table, differs = table[:, places >= first], differs[places >= first]
    curves = []
    for mark, x, y in zip(marked.values(), xs, percents, strict=True):
        start = min(int(np.searchsorted(x, first)), len(x) - 1)
        curves.append(Sampled(mark.letter, x[start:], y[start:], mark.role, key=mark.letter))
    across, up, clipped = _scales(curves, first, table[:, differs] if differs.any() else table)
    title, passes = f"{kind} errors of {count:,}, axis in %{clipped}", PlotAxis("epoch", "epochs", n, number)
    meaning = "Percent of these examples that each run gets wrong; its letter is in the table too."
    same, kept = _alike(curves, table), tuple(curves)
    return PlotSpec(title, kept, across, up, axis=passes, values_in_key=True, meaning=meaning, same=same)


def _alike(curves: Sequence[Sampled], table: FloatArray) -> tuple[tuple[str, ...], ...]:
    """Return the names of curves with equal rows, of which only one is seen, in groups of two or more."""
    groups: dict[bytes, list[str]] = {}
    for curve, row in zip(curves, table, strict=True):
        groups.setdefault(row.tobytes(), []).append(curve.name)
    return tuple(tuple(names) for names in groups.values() if len(names) > 1)


def _scales(curves: Sequence[Sampled], first: int, told: FloatArray) -> tuple[Scale, Scale, str]:
    """Return axes from `first` to the last change, and over the values `told`; and words on the parts cut off."""
    low, top = float(told.min()), float(told.max())
    if low <= top * 0.5 or low == top:
        low = 0.0  # From 0, unless that would leave more than half of it empty.
    moves = [curve.x[1:][np.diff(curve.values) != 0] for curve in curves]
    last = max((float(found[-1]) for found in moves if len(found)), default=max(float(c.x[-1]) for c in curves))
    x = Scale.unfolding(math.ceil(last), first)
    y = Scale.between(low, top) if low else Scale.up_to(top)
    high = any((curve.values > top).any() for curve in curves)
    far = any(curve.x[-1] > x.high for curve in curves)
    along = [f"from epoch {x.low:g}"] * bool(x.low) + ["to last change"] * far
    up = [f"from {number(low, 3)} %"] * bool(low) + [f"up to {number(top, 3)} %"] * high
    return x, y, "".join((x.note, *(f", {' '.join(words)}" for words in (up, along) if words)))


class EnlargingChart(Chart):
    """A chart whose `button` lets it fill all space. A double click begins as a click, which `taken_back` revokes."""

    taken_back = Signal()

    def __init__(self, theme: ThemeModel, least_height: int) -> None:
        super().__init__(theme, least_height)
        tip = "Enlarge this plot: it takes the place of the table (a double click does, too)"
        self.button = tool_button("", tip, toggles=True)
        self.button.setIcon(QIcon(str(resource("icons", "style", "enlarge.svg"))))
        self.button.setParent(self)
        self.button.setAccessibleName("Enlarge")
        at_every_scale(self, self._place_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()

    def _place_button(self) -> None:
        self.button.adjustSize()
        self.beside_head = self.button.width()
        self.button.move(self.width() - self.beside_head - 2, 2)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.taken_back.emit()
        self.button.toggle()


class ResultsModel(FlatModel):
    """Two rows a result, its name and its numbers; over several splits these are means, with their spread below."""

    titles = tuple(column.title for column in COLUMNS)
    tips = tuple(column.meaning for column in COLUMNS)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.results: tuple[Result, ...] = ()
        self.marks: Marked = {}
        self._own: Entry | None = None
        self.rows: Mapping[Entry, ComparedRow] = {}
        self.standings: Mapping[Entry, Standing] = {}
        """the entries at the playhead, for their tooltips"""
        self.held_out = 0

    @property
    def lines(self) -> int:
        return 3 if self.rows else 2

    def show(self, marked: Marked, own: Entry | None, rows: Mapping[Entry, ComparedRow], held_out: int) -> None:
        """Show this table; `own` is the entry of the window's run. If `rows` have several splits, they are means."""
        entries = [result.entry for result in marked]
        same = bool(rows) == bool(self.rows) and entries == [result.entry for result in self.results]
        with nullcontext() if same else self.replaced():
            self.results, self.marks, self._own, self.rows = tuple(marked), marked, own, rows
            self.count, self.held_out = self.lines * len(marked), held_out
        if same:
            self.tell_of_cells()

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        place, line = divmod(index.row(), self.lines)
        result, column, theme = self.results[place], index.column(), self._theme.current
        named = not line and not column
        if role in TOLD_ROLES:
            told = self._number(result, column, line) if line else self._head(result, column)
            return told if role == ROLE.DisplayRole else heard(told)
        if role == ROLE.ForegroundRole:
            mark = self.marks[result].role if named else "secondary"
            return None if line == 1 else theme.color(mark)  # Numbers are in the colour of ink.
        if role == ROLE.BackgroundRole:
            return theme.color("now", LIT) if result.entry == self._own else None
        if role == ROLE.TextAlignmentRole:
            return LEFT if named else RIGHT
        if role == ROLE.ToolTipRole:
            return plain(self._tip(result))
        return letters(SMALL, bold=True) if role == ROLE.FontRole and named else None

    def _tip(self, result: Result) -> str:
        is_own = result.entry == self._own
        told = "This is the window's learner." if is_own else "Click to make it the window's learner."
        lines = [f"{result.entry.title}: {stopping_words(result)}. {told}"]
        if (here := self.standings.get(result.entry)) is not None:
            lines.append(f"After {counted(here.example, 'example')} (the playhead, or its end):")
            lines += accuracy_words(result.run, here.training, here.held_out)
        return "\n".join(lines)

    def _number(self, result: Result, column: int, line: int) -> str:
        row, sizes = self.rows.get(result.entry), (result.run.dataset.n, self.held_out)
        if row is None:
            (row,) = ComparisonTable.of([outcomes([result])], sizes).rows
            if COLUMNS[column] is COLUMNS[-1] and result.share is None and not result.bounded:
                return "…"
        return cell_lines(row, column, sizes)[line - 1]

    def _head(self, result: Result, column: int) -> str:
        if not column:
            return f"{self.marks[result].letter}  {result.entry.name}"
        if column != _NAME_SPAN:
            return ""
        row = self.rows.get(result.entry)
        stopped = stopping_words(result) if row is None else f"{row.converged} of {row.splits} converged"
        return f"{result.entry.path.order_title} · {stopped}"


def stopping_words(result: Result) -> str:
    """Return how a run stopped, in a few words."""
    if result.run.stopped is None or not result.settled:
        return "so far …"
    return f"max {result.run.stopped.counts}" if result.run.stopped.counts else "converged"


class ResultsTable(PlainTable):
    """The table of results; `picked` carries the entry whose row was clicked, or chosen by Enter."""

    picked = Signal(object)

    def __init__(self, theme: ThemeModel) -> None:
        self.results = ResultsModel(theme)
        super().__init__(self.results, "Results", SMALL, 3)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for changed in (self.results.modelReset, self.results.dataChanged):
            changed.connect(self._fit_rows)
        follow_scale(self, self._fit_rows)
        for chosen in (self.clicked, self.activated):
            chosen.connect(lambda at: self.picked.emit(self.results.results[at.row() // self.results.lines].entry))

    def _fit_rows(self) -> None:
        self.setFixedHeight(self.height_of(self.results.count))
        self.setColumnHidden(HELD_OUT, not self.results.held_out)
        self.clearSpans()
        for row in range(0, self.results.rowCount(), self.results.lines):
            self.setSpan(row, 0, 1, _NAME_SPAN)
            self.setSpan(row, _NAME_SPAN, 1, len(COLUMNS) - _NAME_SPAN)


class SavingBar(QWidget):
    """Saves the table that is `shown`, or a `picture` of it; `troubled` carries an error, or an empty text."""

    troubled = Signal(str)

    def __init__(self, shown: Callable[[], ComparisonTable | None], picture: Callable[[], bytes]) -> None:
        super().__init__()
        self._shown, self._picture = shown, picture
        self.ask_path: Callable[[], Path | None] = self._ask_path
        self.copy = tool_button("Copy", "Copy the table as text, for a spreadsheet")
        self.save = tool_button("Save…", "Save the table as CSV or LaTeX, or table and curves as a picture for a slide")
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.setLayout(in_row(self.copy, self.save, margins=(0, 0, 0, 0), spacing=4))

    def write(self, path: Path) -> None:
        """Save the table or the picture, by the suffix of the file. Raises InputError."""
        shown, suffix = self._shown(), path.suffix.lower()
        if shown is None:
            raise InputError("there are no results to save yet; wait for the first ones", path=path)
        writers: dict[str, Callable[[], bytes | str]]
        writers = {".csv": shown.as_csv, ".tex": shown.as_latex, ".png": self._picture}
        if suffix not in writers:
            raise InputError(f"{suffix or 'no suffix'} is not possible; enter {', '.join(writers)}", path=path)
        write_atomically(path, writers[suffix]())

    def _copy(self) -> None:
        if (shown := self._shown()) is not None:
            QApplication.clipboard().setText(shown.as_csv("\t"))

    def _save(self) -> None:
        if (path := self.ask_path()) is None:
            return
        trouble = ""
        try:
            self.write(path)
        except InputError as error:
            trouble = f"{error}."
        self.troubled.emit(trouble)

    def _ask_path(self) -> Path | None:
        kinds = "CSV table (*.csv);;LaTeX table (*.tex);;PNG picture (*.png)"
        return SaveDialog(Path("comparison.csv"), kinds, self.window(), "Save the Comparison").ask()


def png_of(table: ResultsTable, charts: Sequence[Chart], theme: ThemeModel) -> bytes:
    """Return the table and the curves as the bytes of a PNG, `WIDTH` pixels wide, in the colours of the theme."""
    drawn = QPicture()  # The plots are drawn as lines, which stay sharp at any scale.
    with at_usual_size():
        slide = _laid_out(table, [chart.spec for chart in charts if chart.spec is not None], theme)
        with QPainter(drawn) as painter:
            slide.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    image = QImage(QSize(WIDTH, round(slide.height() * _SCALE)), QImage.Format.Format_RGB32)
    image.fill(theme.current.color("page"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_SCALE, _SCALE)
        painter.drawPicture(0, 0, drawn)
    # It has no parent, so it must be deleted here.
    slide.deleteLater()
    buffer = QBuffer()
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _laid_out(table: ResultsTable, pictures: Sequence[PlotSpec], theme: ThemeModel) -> QWidget:
    """Return table and curves again, wide and without the playhead's numbers."""
    slide = QWidget()
    style_picture(slide, theme.current)
    again, shown = ResultsTable(theme), table.results
    again.results.show(shown.marks, None, shown.rows, shown.held_out)  # The window's own entry is not lit.
    charts = [Chart(theme, 210) for _ in pictures]
    margins = (_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    column = in_column(again, in_row(*charts, margins=(0, 0, 0, 0)), margins=margins, spacing=_MARGIN)
    slide.setLayout(column)
    slide.resize(round(WIDTH / _SCALE), 10)
    high = round(WIDTH / _SCALE * 9 / 16)  # A slide has space for this much: with many entries the curves are lower.
    room = max(high - again.minimumHeight() - 3 * _MARGIN, 100)
    for chart, picture in zip(charts, pictures, strict=True):
        chart.set_spec(picture)
        chart.set_playhead(picture.x.high, (), "")
        chart.setFixedHeight(min(chart.minimumHeight(), room))
    slide.resize(slide.width(), column.sizeHint().height())
    return slide
