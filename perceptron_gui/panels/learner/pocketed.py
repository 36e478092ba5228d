"""Which vectors went into the pocket."""

from __future__ import annotations

from typing import ClassVar

from core.record.history import State
from core.run import Run
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.panels.learner.errors import best_of
from perceptron_gui.panels.learner.listing import ListRow, ListTable
from perceptron_gui.panels.learner.view import LearnerView, vector_name

_ROWS = 7


class PocketView(LearnerView):
    """For a predictor that keeps the best vector so far: each that was, the latest first; a click goes there."""

    title: ClassVar[str] = "In the pocket, the latest first"

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        titles = ("vector", "mistakes", "at t", "updates kept")
        self.table = self.add_table(ListTable(self.title, titles, _ROWS), of_updates=True)

    @staticmethod
    def fits(run: Run) -> bool:
        return run.predictor.counts_errors and bool(run.dataset.n)

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Those up to the playhead; the one that is in the pocket there is marked."""
        best = best_of(run)
        now = best.place(state.update)
        ends = [*best.updates[1 : now + 1], state.update]
        lines = [
            ListRow(
                (vector_name(k), f"{errors:,}", f"{run.history.example_of(k):,}", f"{end - k:,}"),
                k,
                marked=drop == now,
            )
            for drop, (k, errors, end) in enumerate(zip(best.updates, best.errors, ends, strict=False))
        ]
        self.table.show_lines(lines[::-1])
