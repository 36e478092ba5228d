"""The examples as rows of a table: its columns, its own order, and its selection, which is that of the canvas."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QColor

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.numbers.numerals import counted, number
from core.rules import Perceptron, Rule
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.plain import plain
from perceptron_gui.look.tables import ROLE, FlatModel, Index
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.theme import LIT, ThemeModel
from perceptron_gui.model.document.document import Selection

_DIGITS = 5
_FLAG, _NONE = QItemSelectionModel.SelectionFlag, np.empty(0, np.int64)
CLASS, SCORE = -3, -2
"""The places of the columns of the class and of y·a, counted from the last."""


@dataclass(frozen=True, eq=False)
class SeenExamples:
    """The examples, and the state of a run over them: its `weights` are (w, b) (d + 1,) in units of its learning rate.

    They are None if there is none of their dimension. `updates` (n,) counts those on each example, None without one.
    Nothing is wrong under this vector if `another_predicts`: the canvas marks what that one gets wrong.
    """

    dataset: Dataset
    rule: Rule = field(default_factory=Perceptron)
    weights: FloatArray | None = None
    updates: IntArray | None = None
    another_predicts: bool = False

    def margins(self, rows: slice | IntArray) -> FloatArray:
        """Return y·a of some examples under the vector, in the same units; NaN if there is none."""
        y, w = self.dataset.y[rows], self.weights
        return np.full(len(y), np.nan) if w is None else y * activations(self.dataset.X[rows], w[:-1], float(w[-1]))

    def wrong(self, rows: IntArray) -> NDArray[np.bool_]:
        return self.rule.tie.wrong(self.margins(rows), self.dataset.y[rows]) & (not self.another_predicts)


@dataclass(frozen=True, eq=False)
class DataColumn:
    """A column of the table: the `texts` of the cells of some rows of the data, and the `keys` (n,) that sort them all.

    `exact` is the tooltip of a cell: the number to the last digit. `feature` is the coordinate that can be edited here.
    """

    title: str
    tip: str
    texts: Callable[[SeenExamples, IntArray], list[str]]
    keys: Callable[[SeenExamples], NDArray[Any]]
    exact: Callable[[SeenExamples, int], str] | None = None
    feature: int | None = None
    by: str = ""
    """The name of the sorting by it, if that is not its title."""
    of_state: bool = False
    """True if its cells change with the playhead."""

    def describe(self, seen: SeenExamples, row: int) -> str:
        return self.exact(seen, row) if self.exact else self.texts(seen, np.array([row]))[0]


def class_texts(dataset: Dataset) -> dict[int, str]:
    """Return the texts of both classes, by their labels."""
    negative, positive = map(class_name, dataset.labels)
    return {1: f"○ {positive}", -1: f"× {negative}"}


def _score_texts(seen: SeenExamples, rows: IntArray) -> list[str]:
    scores = seen.rule.times_rate(seen.margins(rows)).tolist()
    return [f"{number(y)}{' ✗' if wrong else ''}" for y, wrong in zip(scores, seen.wrong(rows).tolist(), strict=True)]


def _update_counts(seen: SeenExamples) -> IntArray:
    return np.zeros(seen.dataset.n, np.int64) if seen.updates is None else seen.updates


def _update_words(seen: SeenExamples, row: int) -> str:
    """Return the sum of equal terms, each η·y·x."""
    count = int(_update_counts(seen)[row])
    alpha = f": α = {number(seen.rule.times_rate(float(count)))}" if seen.rule.whole else ""
    return f"{counted(count, 'update')} on this example{alpha}"


def _feature_column(name: str, place: int) -> DataColumn:
    return DataColumn(
        name,
        f"{name}: double click or type to edit",
        lambda seen, rows: [number(value, _DIGITS, grouped=False) for value in seen.dataset.X[rows, place].tolist()],
        lambda seen: seen.dataset.X[:, place],
        lambda seen, row: repr(float(seen.dataset.X[row, place])),
        feature=place,
    )


def data_columns(dataset: Dataset) -> tuple[DataColumn, ...]:
    """Return the columns: number, features, label, y·a and updates."""
    return (
        DataColumn(
            "#",
            "The number of the example, counted from 1 in the order of the data: drag it, or Alt with an arrow, to "
            "move it",
            lambda seen, rows: [f"{row + 1:,}" for row in rows.tolist()],
            lambda seen: np.arange(seen.dataset.n),
            by="number",
        ),
        *(_feature_column(name, place) for place, name in enumerate(dataset.features)),
        DataColumn(
            dataset.target,
            "The class: double click to flip it",
            lambda seen, rows: [*map(class_texts(seen.dataset).__getitem__, seen.dataset.y[rows].tolist())],
            lambda seen: seen.dataset.y,
            by="label",
        ),
        DataColumn(
            "y·a",
            "y·a under the vector w, b at the playhead; ✗ if it gets this example wrong, and no other vector predicts",
            _score_texts,
            lambda seen: seen.margins(slice(None)),
            lambda seen, row: f"y·a = {seen.rule.times_rate(float(seen.margins(slice(row, row + 1))[0]))!r}",
            of_state=True,
        ),
        DataColumn(
            "updates",
            "Updates on this example up to the playhead: α of the dual view, in which w is a sum of α·y·x",
            lambda seen, rows: [f"{count:,}" for count in _update_counts(seen)[rows].tolist()],
            _update_counts,
            _update_words,
            of_state=True,
        ),
    )


class ExamplesModel(FlatModel):
    """Shows what it was last given by `show`; `now` and `pointed` are rows of the data that are tinted, or None."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._take(SeenExamples(Dataset.empty()))
        self.now: int | None = None
        self.pointed: int | None = None

    @property
    def dataset(self) -> Dataset:
        return self.seen.dataset

    @property
    def sorted_by(self) -> DataColumn | None:
        """The column that sorts the view; None if the examples are in the order of the data."""
        return None if self.sorting == (0, False) else self.columns[self.sorting[0]]

    def is_right(self, column: int) -> bool:
        return not self.is_class(column)

    def is_class(self, column: int) -> bool:
        return column == len(self.columns) + CLASS

    def row_at(self, place: int) -> int:
        return int(self.order[place])

    def place_of(self, row: int) -> int:
        return int(np.flatnonzero(self.order == row)[0])

    def show(self, seen: SeenExamples) -> None:
        """Show these examples; the view keeps its place and its sorting if they still have a meaning."""
        old, new = self.dataset, seen.dataset
        before, after = [(each.features, each.target, set(each.labels)) for each in (old, new)]
        if before != after:
            with self.replaced():
                self._take(seen)
            return
        if new.n != self.count:
            # Rows are added and removed at the end of the table only, and all rows that stay may have changed.
            self._stand(np.arange(self.count))
            with self.resized(new.n):
                self.seen, self.count, self.order = seen, new.n, np.arange(new.n)
        self.seen = seen
        if old is not new and self.sorted_by is not None:
            self.sort_again()
        self.tell_of_cells()

    def tint(self, now: int | None, pointed: int | None) -> None:
        """Highlight the example at the playhead, and the one under the mouse."""
        if (now, pointed) != (self.now, self.pointed):
            self.now, self.pointed = now, pointed
            self.tell_of_cells()

    def colors(self, rows: IntArray, places: Iterable[int], plain: QColor) -> dict[int, list[QColor]]:
        """Return the colours of the cells of some rows, by the places of the columns; `plain` says nothing."""
        theme = self._theme.current
        classes = {label: theme.color(theme.text_role(theme.of_label(label))) for label in (1, -1)}
        of_class = [classes[label] for label in self.dataset.y[rows].tolist()]
        of_score = [theme.color("now_text") if wrong else plain for wrong in self.seen.wrong(rows).tolist()]
        told = {len(self.columns) + CLASS: of_class, len(self.columns) + SCORE: of_score}
        return {place: told.get(place, [plain] * len(rows)) for place in places}

    def background(self, row: int) -> QColor | None:
        theme = self._theme.current
        if row == self.now:
            return theme.color("now", LIT)
        return theme.color("ink", 0.10) if row == self.pointed else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the view; the order of the data stays."""
        if 0 <= column < len(self.columns):
            self.sorting = column, order is Qt.SortOrder.DescendingOrder
            self.sort_again()

    def sort_again(self) -> None:
        """Sort by the present cells; equal ones stay in the order of the data, either way."""
        column, downwards = self.sorting
        keys = self.columns[column].keys(self.seen)
        if downwards:
            # Reversed twice, so that equal rows keep their order.
            self._stand(len(keys) - 1 - np.argsort(keys[::-1], kind="stable")[::-1])
        else:
            self._stand(np.argsort(keys, kind="stable"))

    def flags(self, index: Index) -> Qt.ItemFlag:
        is_feature = index.isValid() and self.columns[index.column()].feature is not None
        return super().flags(index) | (Qt.ItemFlag.ItemIsEditable if is_feature else Qt.ItemFlag.NoItemFlags)

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.dataset.n:
            return None
        column, row = self.columns[index.column()], self.row_at(index.row())
        if role == ROLE.DisplayRole:
            return column.texts(self.seen, np.array([row]))[0]
        told = column.describe(self.seen, row) if role in (ROLE.ToolTipRole, ROLE.EditRole) else None
        return plain(told) if told and role == ROLE.ToolTipRole else told

    def _take(self, seen: SeenExamples) -> None:
        self.seen, self.count = seen, seen.dataset.n
        self.sorting = 0, False
        """the place of the column that sorts the view, and whether downwards; by the first, the order of the data"""
        self.order = np.arange(self.count)
        """the rows of the data, (n,), in the order of the view"""
        self.columns: tuple[DataColumn, ...] = data_columns(seen.dataset)
        self.titles = tuple(column.title for column in self.columns)
        self.tips = tuple(f"{column.tip}\nClick to sort the view" for column in self.columns)

    def _stand(self, order: IntArray) -> None:
        """Put the rows in this order, and the remembered cells with them."""
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        rows = [self.row_at(index.row()) for index in kept]
        self.order = order
        moved = [self.index(self.place_of(row), index.column()) for row, index in zip(rows, kept, strict=True)]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()


class RowSelection(Guarded, QItemSelectionModel):
    """Knows the current cell as Qt's own does, but hands what is selected on to the `selection` of the canvas.

    Qt keeps a list of ranges, and looks through all of it for each cell that is painted.
    """

    def __init__(self, model: ExamplesModel, selection: Selection) -> None:
        super().__init__(model)
        self._rows_of = model
        self._selection = selection
        self._settled, self._of = _NONE, model.dataset
        self.selecting = False
        """True if the table itself is selecting"""
        selection.changed.connect(self._forget)

    def select(self, what: Index | QItemSelection, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select as Qt does: `Current` replaces the selection of the same drag, or of the same Shift."""
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

    def _rows(self, what: Index | QItemSelection) -> IntArray:
        order = self._rows_of.order
        if not isinstance(what, QItemSelection):
            return order[what.row() : what.row() + 1] if what.isValid() else _NONE
        ranges = (what.at(i) for i in range(what.count()))
        return np.concatenate([_NONE, *(order[each.top() : each.bottom() + 1] for each in ranges)])

    def _forget(self) -> None:
        if not self.selecting:
            self._settled = _NONE
