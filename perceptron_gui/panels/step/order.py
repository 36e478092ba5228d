"""Which steps the table lists, and in which order: as they were made, or ranked in a thread beside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from core.analysis.update_rankings import RANKINGS, Ranking, ranked
from core.datasets.dataset import Dataset
from core.errors import Cancelled, never
from core.numbers.numerals import counted
from core.record.history import History
from core.run import Run
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.saved_setting import of_kind
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.panels.step.lines import MOST, AsMade, Listing, Ranked

_AS_MADE = next(iter(RANKINGS))
_AT_ONCE = 4096
"""So many updates are ranked in less than a frame, so that a table that is sorted stays so while points are dragged."""


class ListingOrder(QObject):
    """Makes the listing of the player's run; `changed` tells that another is there."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.ranking = ""
        """By what the updates are ranked; empty where they stand as they were made"""
        self.descending = False
        """whether the ranking is turned round"""
        self._ranked: Ranked | None = None
        self.worker = Worker(self)
        self.worker.answered.connect(self._on_ranked)

    @property
    def words(self) -> str:
        run = self._player.visible.run_for("rows")
        if run is None:
            return ""
        if not self.ranking:
            return self._counted(run)
        ranking = RANKINGS[self.ranking].words(descending=self.descending)
        if self._ranked is None:
            return f"Sorting {counted(run.updates, 'update')}, {ranking} …"
        known = len(self._ranked.order)
        listed = f"The first {MOST:,} of {known:,} updates" if known > MOST else counted(known, "update")
        more = f" That is as of update {known:,} of {run.updates:,}." if known < run.updates else ""
        return f"{listed}, {ranking}.{more}"

    def listing(self) -> Listing:
        """The steps to list now: while they are being ranked, as they were made."""
        if self._ranked is not None:
            return self._ranked
        run, state = self._player.visible.run_for("rows"), self._player.state
        if run is None:
            return AsMade()
        by_example = self._player.granularity is Granularity.EXAMPLE
        example, update = (0, 0) if state is None else (state.example, state.update)
        steps, now = (run.history.examples, example) if by_example else (run.updates, update)
        first = max(now - 1, 0) // MOST * MOST
        return AsMade(first, min(steps - first, MOST), by_example)

    def sort(self, ranking: str) -> None:
        """Rank by this; what is ranked by it already is turned round."""
        self._put(ranking, descending=ranking == (self.ranking or _AS_MADE) and not self.descending)
        self.refresh()

    def saved(self) -> dict[str, Any]:
        """By what the updates are ranked, and whether turned round, in plain JSON values."""
        return {"ranking": self.ranking or _AS_MADE, "descending": self.descending}

    def restore(self, value: Any) -> None:
        """Rank so from the next refresh on. Raises as `SavedSetting.restore`."""
        ranking, descending = value["ranking"], of_kind(value["descending"], bool)
        if ranking not in RANKINGS:
            raise ValueError
        self._put(ranking, descending=descending)

    def _put(self, ranking: str, *, descending: bool) -> None:
        """The order in which they were made needs no ranking."""
        self.descending = descending
        self.ranking = ranking if descending or ranking != _AS_MADE else ""

    def refresh(self) -> None:
        """Rank what is recorded now: a run may have changed, or grown."""
        self.worker.cancel()
        run = self._player.visible.run_for("rows")
        self._ranked = None
        if run is not None and self.ranking:
            history = run.history.until(run.history.examples)  # as it is now, whatever comes to it meanwhile
            work = partial(_rank, run.dataset, history, RANKINGS[self.ranking], self.descending)
            if run.updates <= _AT_ONCE:
                self._ranked = next(work(never), None)
            else:
                self.worker.ask(work)
        self.changed.emit()

    def follow(self, most: float = _AT_ONCE) -> None:
        """The record may have grown: where it has so many updates at most, what came is ranked with the rest.

        That takes no time, or (∞) the record does not grow for now.
        """
        run = self._player.visible.run_for("rows")
        if run is not None and self._ranked is not None and len(self._ranked.order) < run.updates <= most:
            self.refresh()

    def _counted(self, run: Run) -> str:
        so_far = "" if run.stopped is not None else " so far"
        listing = self.listing()
        by_example = self._player.granularity is Granularity.EXAMPLE
        steps = counted(run.history.examples, "example") if by_example else counted(run.updates, "update")
        if isinstance(listing, AsMade) and listing.count < (run.history.examples if by_example else run.updates):
            first = listing.first
            return f"{first + 1:,} to {first + listing.count:,} of {steps}{so_far}: those about the playhead."
        if by_example:
            return f"{steps}{so_far}, {counted(run.updates, 'update')} among them."
        return f"{steps}{so_far}."

    @Slot(object)
    def _on_ranked(self, ranked: Ranked) -> None:
        self._ranked = ranked
        self.changed.emit()


def _rank(
    dataset: Dataset, history: History, ranking: Ranking, descending: bool, overtaken: Cancelled
) -> Iterator[Ranked]:
    order = ranked(dataset, history, ranking, descending=descending, cancelled=overtaken)
    if order is not None:
        yield Ranked.of(order)
