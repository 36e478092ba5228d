"""The steps of a run as the lines of a table: its columns, which steps it lists, and in which order.

Steps are read a few at a time, and ranked in a thread beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.analysis.update_rankings import RANKINGS, Ranking, ranked
from core.datasets.dataset import Dataset, IntArray
from core.errors import Cancelled, never
from core.numbers.numerals import counted, number
from core.record.history import History, State
from core.run import Run
from core.theory.vectors import vector_at, vectors_along
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.saved_setting import expect_type
from perceptron_gui.model.threads.worker import Worker

_DIGITS = 4


@dataclass(frozen=True)
class StepLine:
    """One step. What only an update has is None if the example is none: k, how long its vector lived, ‖w̃‖²."""

    example: int
    epoch: int
    index: int
    label: int
    score: float
    added: bool
    update: int | None = None
    survival: int | None = None
    norm_squared: float | None = None


def lines_of_updates(run: Run, start: int, stop: int) -> list[StepLine]:
    """Return updates start+1 … stop."""
    rows = run.history.rows(start, stop)
    norms = vectors_along(run.history, run.margin, start, stop).norm_squared()
    rule = run.rule
    return [
        StepLine(t, epoch, index, label, score, rule.whole or rule.admits(score, label), k, lived, squared)
        for k, t, epoch, index, label, score, lived, squared in zip(
            rows.update.tolist(),
            rows.example.tolist(),
            rows.epoch.tolist(),
            rows.index.tolist(),
            rows.label.tolist(),
            (rows.label * rows.activation).tolist(),
            rows.survival.tolist(),
            norms.tolist(),
            strict=True,
        )
    ]


def line_of_example(run: Run, example: int) -> StepLine:
    """Return the line of example t > 0, an update or not."""
    state: State = run.history.at_example(example)
    line = StepLine(example, state.epoch, state.index, state.label, state.score, state.added)
    if not state.moved:
        return line
    k = state.update
    lived = int(run.history.survival(k - 1, k)[0])
    squared = float(vector_at(state, run.margin).norm_squared()[0])
    return StepLine(line.example, line.epoch, line.index, line.label, line.score, line.added, k, lived, squared)


@dataclass(frozen=True)
class StepColumn:
    """A column: the `text` of a line, the `widest` text to expect in a run, and the ranking that sorts it, if any."""

    title: str
    meaning: str
    text: Callable[[Run, StepLine], str]
    widest: Callable[[Run], str]
    ranking: str = ""
    needs_epochs: bool = False


COLUMNS: tuple[StepColumn, ...] = (
    StepColumn(
        "k",
        "The number of the update; empty if the example made none",
        lambda run, line: "" if line.update is None else f"{line.update:,}",
        lambda run: f"{run.updates:,}",
        "update",
    ),
    StepColumn(
        "t",
        "How many examples have been seen, this one included",
        lambda run, line: f"{line.example:,}",
        lambda run: f"{run.history.examples:,}",
    ),
    StepColumn(
        "epoch",
        "The pass over the data",
        lambda run, line: f"{line.epoch:,}",
        lambda run: f"{run.history.epochs:,}",
        needs_epochs=True,
    ),
    StepColumn(
        "x",
        "The example, counted from 1: ○ is +1, × is −1",
        lambda run, line: f"{'○' if line.label > 0 else '×'} {line.index + 1:,}",
        lambda run: f"○ {run.dataset.n:,}",
    ),
    StepColumn(
        "y·a",
        "The label y times the activation a, before the update: above 0 on the right side, below 0 a mistake; at 0 it "
        "depends on the learner",
        # As many digits are written as show on which side of the threshold it is.
        lambda run, line: number(line.score, run.rule.digits(line.score, line.label, line.added, _DIGITS)),
        lambda run: "−0.00000",
        "depth",
    ),
    StepColumn(
        "c",
        "How many examples the vector of this update survived, up to the present end of the run",
        lambda run, line: "" if line.survival is None else f"{line.survival:,}",
        lambda run: f"{run.dataset.n:,}",
        "survival",
    ),
    StepColumn(
        "‖w‖²",
        "The squared length of w after this update, with b/B as one more component",
        lambda run, line: "" if line.norm_squared is None else number(line.norm_squared, _DIGITS),
        lambda run: "−0.00000",
    ),
)


MOST = 1_000_000
"""The most rows of a table: more of them would take long to lay out."""


@dataclass(frozen=True)
class AsMade:
    """Steps first+1 … first+count in the order of the run: examples seen where it is `of_examples`, else updates."""

    first: int = 0
    count: int = 0
    of_examples: bool = False

    def lines(self, run: Run, start: int, stop: int) -> list[StepLine]:
        """Return the lines of rows start … stop − 1."""
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

    @classmethod
    def of(cls, order: IntArray) -> Ranked:
        place = np.empty_like(order)
        place[order - 1] = np.arange(len(order))
        return cls(order, place)

    @property
    def count(self) -> int:
        """The number of rows: of too many updates only the first."""
        return min(len(self.order), MOST)

    def lines(self, run: Run, start: int, stop: int) -> list[StepLine]:
        """Return the lines of some rows, read one after another because they are far apart in the record."""
        updates = self.order[start:stop].tolist()
        return [line for k in updates for line in lines_of_updates(run, k - 1, k)]

    def row_of(self, update: int, example: int, *, moved: bool) -> int | None:
        """Return the row of the update; None if the state is no update, or came after the ranking."""
        if not moved or not 1 <= update <= len(self.order):
            return None
        row = int(self.place[update - 1])
        return row if row < self.count else None


Listing = AsMade | Ranked
"""The rows of a table, each a step of a run."""


_AS_MADE = next(iter(RANKINGS))
_AT_ONCE = 4096
"""Updates that can be ranked within a frame, so that a sorted table stays sorted while points are dragged."""


class ListingOrder(QObject):
    """The maker of the listing for a run of the player; `changed` comes with another listing."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.ranking = ""
        """The name of the ranking; empty for the order in which the updates were made."""
        self.descending = False
        """True if the ranking is reversed."""
        self._ranked: Ranked | None = None
        self.worker = Worker(self)
        self.worker.answered.connect(self._on_ranked)

    def words(self, run: Run) -> str:
        if not self.ranking:
            return self._counted(run)
        ranking = RANKINGS[self.ranking].words(descending=self.descending)
        if self._ranked is None:
            return f"Sorting {counted(run.updates, 'update')}, {ranking} …"
        known = len(self._ranked.order)
        listed = f"The first {MOST:,} of {known:,} updates" if known > MOST else counted(known, "update")
        more = f" That is as of update {known:,} of {run.updates:,}." if known < run.updates else ""
        return f"{listed}, {ranking}.{more}"

    def listing(self, run: Run) -> Listing:
        """Return the steps to list now: in the order of the run until they are ranked."""
        if self._ranked is not None:
            return self._ranked
        state = self._player.state
        by_example = self._player.granularity is Granularity.EXAMPLE
        example, update = (0, 0) if state is None else (state.example, state.update)
        steps, now = (run.history.examples, example) if by_example else (run.updates, update)
        first = max(now - 1, 0) // MOST * MOST
        return AsMade(first, min(steps - first, MOST), by_example)

    def sort(self, run: Run, ranking: str) -> None:
        """Rank by this column; reverse the order if the updates are ranked by it already."""
        self._put(ranking, descending=ranking == (self.ranking or _AS_MADE) and not self.descending)
        self.refresh(run)

    def saved(self) -> dict[str, Any]:
        """Return the ranking and its direction in plain JSON values."""
        return {"ranking": self.ranking or _AS_MADE, "descending": self.descending}

    def restore(self, value: Any) -> None:
        """Restore a ranking, from the next refresh on. Raises as `SavedSetting.restore`."""
        ranking, descending = value["ranking"], expect_type(value["descending"], bool)
        if ranking not in RANKINGS:
            raise ValueError
        self._put(ranking, descending=descending)

    def _put(self, ranking: str, *, descending: bool) -> None:
        """Put the rows in their order; the order in which they were made needs no ranking."""
        self.descending = descending
        self.ranking = ranking if descending or ranking != _AS_MADE else ""

    def refresh(self, run: Run) -> None:
        """Rank the updates that are recorded now: the run may have changed, or grown."""
        self.worker.cancel()
        self._ranked = None
        if self.ranking:
            # The record is taken as it is now, whatever is added meanwhile.
            history = run.history.until(run.history.examples)
            work = partial(_rank, run.dataset, history, RANKINGS[self.ranking], self.descending)
            if run.updates <= _AT_ONCE:
                self._ranked = next(work(never), None)
            else:
                self.worker.ask(work)
        self.changed.emit()

    def follow(self, run: Run, most: float = _AT_ONCE) -> None:
        """Follow a record that may have grown; new updates are ranked with the rest if there are at most this many.

        That takes no time, or (∞) the record does not grow for now.
        """
        if self._ranked is not None and len(self._ranked.order) < run.updates <= most:
            self.refresh(run)

    def _counted(self, run: Run) -> str:
        so_far = "" if run.stopped is not None else " so far"
        listing = self.listing(run)
        by_example = self._player.granularity is Granularity.EXAMPLE
        steps = counted(run.history.examples, "example") if by_example else counted(run.updates, "update")
        if isinstance(listing, AsMade) and listing.count < (run.history.examples if by_example else run.updates):
            first = listing.first
            return f"{first + 1:,} to {first + listing.count:,} of {steps}{so_far}: those about the playhead."
        if by_example:
            return f"{steps}{so_far}, {counted(run.updates, 'update')} among them."
        return f"{steps}{so_far}."

    def _on_ranked(self, ranked: Ranked) -> None:
        self._ranked = ranked
        self.changed.emit()


def _rank(
    dataset: Dataset, history: History, ranking: Ranking, descending: bool, overtaken: Cancelled
) -> Iterator[Ranked]:
    order = ranked(dataset, history, ranking, descending=descending, cancelled=overtaken)
    if order is not None:
        yield Ranked.of(order)
