"""What may be shown of a run: all of it, or nothing ahead of the playhead but what was revealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.lessons.vocabulary import SECRETS
from core.run import Run
from core.theory.margin.margin import Margin, as_told
from core.theory.theorem import Inequality, TheoremFacts
from perceptron_gui.model.saved_setting import read

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


@dataclass(frozen=True)
class View:
    """The record of what a window shows; its modes combine.

    A `newcomer` sees one thing at a time, in plain words. A page of the theory may be shown `alone`, without the way to
    others. A `tour` has a cleared stage. Whoever `presents` sees nothing that prepares the run. While the future is
    `hidden`, nothing ahead of the playhead is shown but these secrets that are `revealed`.
    """

    newcomer: bool = False
    lesson: bool = False
    alone: bool = False
    tour: bool = False
    presents: bool = False
    hidden: bool = False
    revealed: frozenset[str] = frozenset()

    @property
    def one_page(self) -> bool:
        """True if the theory has no way to other pages and tabs."""
        return self.alone or self.tour


class VisibleRun(QObject):
    """The player's run as far as it may be shown. Canvas, panels and track read a run only here.

    While the future is hidden, `run` ends at the playhead, as if the rest were not recorded yet, and its margin has
    only the numbers that may be known. The player moves that end. `changed` comes with each other `view`.
    """

    changed = Signal()
    view = View()
    run: Run | None = None
    _whole: Run | None = None
    recorded: Run | None = None
    """The run to the end of its record, with the margin that may be known: for its progress, not for its states."""

    @property
    def proven(self) -> bool:
        """True for a newcomer after the proof: γ, R, floor and ceiling are no secrets any more."""
        return self.view.newcomer and not self.view.lesson and self.shows("ceiling")

    def shows(self, secret: str) -> bool:
        """Return whether one of `SECRETS` may be shown."""
        return not self.view.hidden or secret in self.view.revealed

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
        rows = list[Inequality]()
        for row in facts.rows:
            if row.key in _ROWS and all(map(self.shows, _ROWS[row.key])):
                rows.append(row)
        return tuple(rows)

    def take(self, run: Run, example: int) -> None:
        """Show another run, with the playhead just after example t."""
        self._whole = self.recorded = self.run = run
        if self.view.hidden:
            margin = as_told(run.margin, self.shows)
            self.run, self.recorded = run.until(example, margin), run.with_margin(margin)

    def extend(self, example: int) -> bool:
        """Show the run as far as example t. Return False if it was shown further: a view can only grow."""
        if self._whole is None or self.run is None or self.run is self._whole:
            return True
        if example < self.run.history.examples:
            return False
        self.run.history.reach(self._whole.history, example)
        return True

    def set_hidden(self, hidden: bool) -> None:
        """Hide all of the future, or show it again; a newcomer who chooses sees everything else."""
        self.show(newcomer=False, hidden=hidden, revealed=())

    def reveal(self, secret: str) -> None:
        self.show(newcomer=False, revealed=self.view.revealed | {secret})

    def show(self, *, revealed: Iterable[str] | None = None, **changes: bool) -> None:
        """Change these fields of the view. The `revealed` of `SECRETS` count only while the future is hidden."""
        hidden = changes.get("hidden", self.view.hidden)
        kept = frozenset(self.view.revealed if revealed is None else revealed) & SECRETS.keys()
        view = replace(self.view, revealed=kept if hidden else frozenset(), **changes)
        if view != self.view:
            self.view = view
            self.changed.emit()

    def show_everything(self) -> None:
        """End the view of a newcomer; a lesson says itself what is shown."""
        if self.view.newcomer and not self.view.lesson:
            self.set_hidden(False)

    def saved(self) -> dict[str, Any]:
        """Return both settings as plain JSON values. The view of a newcomer is never stored."""
        hidden = self.view.hidden and not self.view.newcomer
        return {"hidden": hidden, "revealed": sorted(self.view.revealed) if hidden else []}

    def restore(self, value: Any) -> None:
        kept = read({"hidden": bool, "revealed": list}, value)
        revealed = [name for name in kept["revealed"] if isinstance(name, str)]
        self.show(newcomer=False, hidden=kept["hidden"], revealed=revealed)
