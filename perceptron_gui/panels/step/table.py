"""The table of all steps of a run: its columns, the order of its rows, and the marked row of the playhead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from core.analysis.updates import RANKINGS, Ranking, ranked
from core.datasets.dataset import Dataset, IntArray
from core.errors import Cancelled, never
from core.numbers.numerals import counted, number
from core.record.history import History
from core.run import Run
from core.theory.vectors import vectors_along
from perceptron_gui.look.size import SMALL, follow_scale
from perceptron_gui.look.tables import TOLD_ROLES, FlatModel, Index, LinesTable, TableLine
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.threads.worker import Worker, once

_DIGITS = 4
Made = tuple[int, int, float]
"""What only an update has: k, how long its vector lived, and ‖w̃‖²."""
_ROOM, _TINT = 4, 0.28


@dataclass(frozen=True)
class ListedStep:
    """One step, and its texts in the order of the columns; `update` is None if the example is none."""

    example: int
    index: int
    update: int | None
    texts: tuple[str, ...]


def _step(
    run: Run, example: int, epoch: int, index: int, label: int, score: float, added: bool, made: Made | None = None
) -> ListedStep:
    k, lived, squared = ("", "", "") if made is None else (f"{made[0]:,}", f"{made[1]:,}", number(made[2], _DIGITS))
    # As many digits are written as show on which side of the threshold it is.
    y_a = number(score, run.rule.digits(score, label, added, _DIGITS))
    texts = k, f"{example:,}", f"{epoch:,}", f"{'○' if label > 0 else '×'} {index + 1:,}", y_a, lived, squared
    return ListedStep(example, index, None if made is None else made[0], texts)


def lines_of_updates(run: Run, start: int, stop: int) -> list[ListedStep]:
    """Return updates start+1 … stop."""
    history, rule = run.history, run.rule
    index, t = history.index(start, stop), history.example(start, stop)
    labels, survival = run.dataset.y[index], history.survival(start, stop)
    seen = np.arange(start + 1, stop + 1), t, history.epochs_of(t), index, labels
    made = labels * history.activation(start, stop), survival, vectors_along(history, run.margin, start, stop).squared
    return [
        _step(run, t, epoch, index, label, score, rule.whole or rule.admits(score, label), (k, lived, squared))
        for k, t, epoch, index, label, score, lived, squared in zip(
            *(each.tolist() for each in (*seen, *made)), strict=True
        )
    ]


def line_of_example(run: Run, example: int) -> ListedStep:
    """Return the line of example t > 0, an update or not."""
    state = run.history.at_example(example)
    if state.moved:
        return lines_of_updates(run, state.update - 1, state.update)[0]
    return _step(run, example, state.epoch, state.index, state.label, state.score, state.added)


_WIDE = -0.01234
"""A number of `_DIGITS` digits that is as wide as any."""


MEANINGS = {
    "k": "The number of the update; empty if the example made none",
    "t": "How many examples have been seen, this one included",
    "epoch": "The pass over the data",
    "x": "The example, counted from 1: ○ is +1, × is −1",
    "y·a": "The label y times the activation a, before the update: above 0 on the right side, below 0 a mistake; "
    "at 0 it depends on the learner",
    "c": "How many examples the vector of this update survived, up to the present end of the run",
    "‖w‖²": "The squared length of w after this update, with b/B as one more component",
}
"""Title of a column → what it shows."""
RANKED_BY = {"k": "update", "y·a": "depth", "c": "survival"}
"""Title of a column that can be sorted → the ranking that sorts it."""


MOST = 1_000_000
"""The most rows of a table: more of them would take long to lay out."""


@dataclass(frozen=True)
class AsMade:
    """Steps first+1 … first+count in the order of the run: examples seen where it is `of_examples`, else updates."""

    first: int = 0
    count: int = 0
    of_examples: bool = False

    def lines(self, run: Run, start: int, stop: int) -> list[ListedStep]:
        if self.of_examples:
            return [line_of_example(run, self.first + row + 1) for row in range(start, stop)]
        return lines_of_updates(run, self.first + start, self.first + stop)

    def row_of(self, update: int, example: int, *, moved: bool) -> int | None:
        """Return the row of the state after example t and k updates; None if it has none."""
        step = example if self.of_examples else update
        listed = (moved or self.of_examples) and self.first < step <= self.first + self.count
        return step - 1 - self.first if listed else None


@dataclass(frozen=True, eq=False)
class Ranked:
    """Updates `order` (m,), and the `place` (m,) of update k at k − 1."""

    order: IntArray
    place: IntArray

    @property
    def count(self) -> int:
        """The number of rows: of too many updates only the first."""
        return min(len(self.order), MOST)

    def lines(self, run: Run, start: int, stop: int) -> list[ListedStep]:
        """Return the lines of some rows, read one after another because they are far apart in the record."""
        return [line for k in self.order[start:stop].tolist() for line in lines_of_updates(run, k - 1, k)]

    def row_of(self, update: int, example: int, *, moved: bool) -> int | None:
        """Return the row of the update; None if the state is no update, or came after the ranking."""
        row = int(self.place[update - 1]) if moved and 1 <= update <= len(self.order) else MOST
        return row if row < self.count else None


Listing = AsMade | Ranked
"""The rows of a table, each a step of a run."""


AS_MADE = next(iter(RANKINGS))
_AT_ONCE = 4096
"""Updates that can be ranked within a frame, so that a sorted table stays sorted while points are dragged."""


class ListingOrder(QObject):
    """The maker of the listing for a run of the player; `changed` comes with another listing."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject) -> None:
        super().__init__(parent)
        self._player = player
        self.ranking, self.descending = "", False
        """The name of the ranking, empty for the order in which the updates were made, and True if it is reversed."""
        self._ranked: Ranked | None = None
        self.worker = Worker(self)
        self.worker.answered.connect(self._on_ranked)

    def words(self, run: Run) -> str:
        if self.ranking:
            ranking = RANKINGS[self.ranking].words(descending=self.descending)
            if self._ranked is None:
                return f"Sorting {counted(run.updates, 'update')}, {ranking} …"
            known = len(self._ranked.order)
            listed = f"The first {MOST:,} of {known:,} updates" if known > MOST else counted(known, "update")
            more = f" That is as of update {known:,} of {run.updates:,}." if known < run.updates else ""
            return f"{listed}, {ranking}.{more}"
        so_far = "" if run.stopped is not None else " so far"
        listing, by_example = self.listing(run), self._player.granularity is Granularity.EXAMPLE
        count = run.history.examples if by_example else run.updates
        steps = f"{counted(count, 'example' if by_example else 'update')}{so_far}"
        if isinstance(listing, AsMade) and listing.count < count:
            return f"{listing.first + 1:,} to {listing.first + listing.count:,} of {steps}: those about the playhead."
        return f"{steps}, {counted(run.updates, 'update')} among them." if by_example else f"{steps}."

    def listing(self, run: Run) -> Listing:
        """Return the steps to list now: in the order of the run until they are ranked."""
        if self._ranked is not None:
            return self._ranked
        by_example = self._player.granularity is Granularity.EXAMPLE
        steps = run.history.examples if by_example else run.updates
        first = max(self._player.told_position - 1, 0) // MOST * MOST
        return AsMade(first, min(steps - first, MOST), by_example)

    def sort(self, run: Run, ranking: str) -> None:
        """Rank by this column; reverse the order if the updates are ranked by it already."""
        self.put(ranking, descending=ranking == (self.ranking or AS_MADE) and not self.descending)
        self.refresh(run)

    def put(self, ranking: str, *, descending: bool) -> None:
        """Rank so from the next refresh on; the order in which the updates were made needs no ranking."""
        is_made = RANKINGS[ranking] is RANKINGS[AS_MADE]
        self.ranking, self.descending = "" if is_made and not descending else ranking, descending

    def refresh(self, run: Run) -> None:
        """Rank the updates that are recorded now: the run may have changed, or grown."""
        self.worker.cancel()
        self._ranked = None
        if self.ranking:
            # The record is taken as it is now, whatever is added meanwhile.
            history = run.history.until(run.history.examples)
            rank = partial(_rank, run.dataset, history, RANKINGS[self.ranking], self.descending)
            if run.updates <= _AT_ONCE:
                self._ranked = rank(never)
            else:
                self.worker.ask(once(rank))
        self.changed.emit()

    def follow(self, run: Run, most: float = _AT_ONCE) -> None:
        """Rank a record that has grown again, if it has at most this many updates, or (∞) grows no more for now."""
        if self._ranked is not None and len(self._ranked.order) < run.updates <= most:
            self.refresh(run)

    def _on_ranked(self, ranked: Ranked | None) -> None:
        self._ranked = ranked
        self.changed.emit()


def _rank(dataset: Dataset, history: History, by: Ranking, descending: bool, overtaken: Cancelled) -> Ranked | None:
    order = ranked(dataset, history, by, descending=descending, cancelled=overtaken)
    return None if order is None else Ranked(order, np.argsort(order))


class StepsModel(FlatModel):
    """A row for each step of a listing of a run."""

    titles, tips = tuple(MEANINGS), tuple(MEANINGS.values())
    listing: Listing = AsMade()
    _run: Run | None = None

    def show(self, run: Run, listing: Listing) -> None:
        """Take another run or listing; the place in view stays."""
        with self.resized(listing.count):
            self._run, self.listing, self.count = run, listing, listing.count
        self.tell_of_cells()

    def rows(self, first: int, last: int) -> list[ListedStep]:
        """Return the steps of rows that are shown together, both ends included."""
        return [] if self._run is None else self.listing.lines(self._run, first, last + 1)

    def widest(self) -> list[str]:
        """Return the longest text to expect in each column, which may be its title; nothing before the first run."""
        if (run := self._run) is None:
            return []
        history, n = run.history, run.dataset.n
        step = _step(run, history.examples, history.epochs, n - 1, 1, _WIDE, True, (run.updates, n, _WIDE))
        return [max(pair, key=len) for pair in zip(self.titles, step.texts, strict=True)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        shown = role in TOLD_ROLES and index.isValid()
        return self.rows(index.row(), index.row())[0].texts[index.column()] if shown else None


class StepsTable(LinesTable):
    """`chosen` tells the row that a person went to."""

    chosen = Signal(int)

    def __init__(self, theme: ThemeModel) -> None:
        self.steps = StepsModel()
        self._marking = False
        self._theme = theme
        super().__init__(self.steps, "All steps", SMALL, _ROOM)
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
        self.setColumnHidden(self.steps.titles.index("epoch"), not run.order.has_epochs)
        self.updateGeometries()  # Otherwise it scrolls no farther than the rows before.
        self._marking = False
        self._share_out()

    def mark(self, row: int | None, near: int | None = None) -> None:
        """Mark the playhead's row and bring it into view; where it has none, only bring the row `near` into view."""
        self._marking = True
        if row is None:
            self.selectionModel().clear()
            if near is not None and 0 <= near < self.steps.rowCount():
                self.scrollTo(self.steps.index(near, 0))
        elif row != self.currentIndex().row() or not self.selectionModel().hasSelection():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(self.steps.index(row, 0), flags.ClearAndSelect | flags.Rows)
        self._marking = False

    def _on_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._marking:
            self.chosen.emit(current.row())

    def lines(self, first: int, last: int) -> list[TableLine]:
        """Paint the playhead's row in the colour of the playhead, and rows without an update paler."""
        theme, columns = self._theme.current, len(self.steps.titles)
        ink, pale, now, tint = map(theme.color, ("ink", "secondary", "now", "now"))
        tint.setAlphaF(_TINT)
        marked = self.currentIndex().row() if self.selectionModel().hasSelection() else -1
        made = []
        for place, step in enumerate(self.steps.rows(first, last), first):
            is_marked = place == marked
            color = ink if is_marked or step.update else pale
            made.append(TableLine(step.texts, [color] * columns, *((tint, now) if is_marked else ())))
        return made

    def _share_out(self) -> None:
        width = self.fontMetrics().horizontalAdvance
        texts = [(place, text) for place, text in enumerate(self.steps.widest()) if not self.isColumnHidden(place)]
        least = {place: width(text) + 2 * ceil(self.pad) + 2 for place, text in texts}
        spare = max(self.viewport().width() - sum(least.values()), 0) // max(len(least), 1)
        for place, needed in least.items():
            self.horizontalHeader().resizeSection(place, needed + spare)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()
        if self.selectionModel().hasSelection():
            self.scrollTo(self.currentIndex())
