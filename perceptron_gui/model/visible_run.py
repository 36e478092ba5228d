"""What may be shown of a run: all of it, or nothing ahead of the playhead but what was revealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.lessons.vocabulary import SECRETS
from core.run import Run
from core.theory.margin.margin import Margin, as_told
from core.theory.theorem import Inequality, TheoremFacts
from perceptron_gui.model.saved_setting import expect_type

_NUMBERS = {
    "star": ("gamma", "along"),
    "floor": ("floor",),
    "ceiling": ("ceiling",),
    "bound": ("bound", "loss_bound", "least_cost"),
    "separable": ("diagnosis",),
}
"""Secret → the numbers of `TheoremFacts` that tell it."""
_ROWS = {
    "progress": ("star", "floor"),
    "length": ("ceiling",),
    "bound": ("bound",),
    "losses": ("bound",),
    "mistakes": ("bound",),
    "epochs": ("separable", "bound"),
}
"""Row that bounds k, or what is lost → the secrets that it tells."""


class VisibleRun(QObject):
    """The player's run as far as it may be shown. Canvas, panels and track read a run only here.

    While the future is hidden, `run` ends at the playhead, as if the rest were not recorded yet, and its margin has
    only the numbers that may be known. The player moves that end. `changed` comes when the future is hidden, or part of
    it revealed. `newcomer` is true while the window shows one thing at a time, to a person who is new to it.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hidden = self.newcomer = False
        self._whole: Run | None = None
        self.run: Run | None = None
        self.recorded: Run | None = None
        """The run to the end of its record, with the margin that may be known: for its progress, not for its states."""
        self._revealed: frozenset[str] = frozenset()

    def shows(self, secret: str) -> bool:
        """Return whether one of `SECRETS` may be shown."""
        return not self.hidden or secret in self._revealed

    def run_for(self, secret: str) -> Run | None:
        """Return the run for a reader that shows one of `SECRETS`: to the end of its record if that is revealed."""
        return self.recorded if self.shows(secret) else self.run

    @property
    def totals(self) -> Run | None:
        """The run whose length may be shown: all that is recorded; None while that is hidden."""
        return self.recorded if self.shows("totals") else None

    @property
    def margin(self) -> Margin | None:
        """The whole margin, to make `TheoremFacts` with: show only what is `told` of them."""
        return None if self._whole is None else self._whole.margin

    def describe(self, facts: TheoremFacts) -> TheoremFacts:
        """Return `facts` with None for what is hidden."""
        hidden: dict[str, Any] = {}
        for secret, names in _NUMBERS.items():
            if not self.shows(secret):
                hidden |= dict.fromkeys(names)
        return replace(facts, **hidden) if hidden else facts

    def rows(self, facts: TheoremFacts) -> tuple[Inequality, ...]:
        """Return the rows that bound k, or what is lost, as far as they may be shown."""
        return tuple(row for row in facts.rows if row.key in _ROWS and all(map(self.shows, _ROWS[row.key])))

    def take(self, run: Run, example: int) -> None:
        """Show another run, with the playhead just after example t."""
        self._whole = self.recorded = self.run = run
        if self.hidden:
            margin = as_told(run.margin, self.shows)
            self.run, self.recorded = run.told_until(example, margin), run.with_margin(margin)

    def extend(self, example: int) -> bool:
        """Show the run as far as example t. Return False if it was shown further: a view can only grow."""
        if self._whole is None or self.run is None or self.run is self._whole:
            return True
        if example < self.run.history.examples:
            return False
        self.run.history.reach(self._whole.history, example)
        return True

    def set_hidden(self, hidden: bool) -> None:
        """Hide all of the future, or show it again."""
        self.show_only(hidden, ())

    def reveal(self, secret: str) -> None:
        """Show one of `SECRETS` though the future is hidden."""
        self.show_only(self.hidden, self._revealed | {secret})

    def show_only(self, hidden: bool, revealed: Iterable[str], *, newcomer: bool = False) -> None:
        """Hide the future or show it, with these of `SECRETS` shown in any case."""
        kept = frozenset(revealed) & SECRETS.keys() if hidden else frozenset()
        if (hidden, kept, newcomer) != (self.hidden, self._revealed, self.newcomer):
            self.hidden, self._revealed, self.newcomer = hidden, kept, newcomer
            self.changed.emit()

    def saved(self) -> dict[str, Any]:
        """Return both settings as plain JSON values. The view of a newcomer is never stored."""
        hidden = self.hidden and not self.newcomer
        return {"hidden": hidden, "revealed": sorted(self._revealed) if hidden else []}

    def restore(self, value: Any) -> None:
        """Set what `saved` returned. Raises TypeError or LookupError for anything else."""
        hidden, revealed = expect_type(value["hidden"], bool), expect_type(value["revealed"], list)
        self.show_only(hidden, [name for name in revealed if isinstance(name, str)])
