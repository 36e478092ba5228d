"""What is told of the run ahead of the playhead: all of it, or nothing but what was revealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from core.lessons.vocabulary import SECRETS
from core.run import Run
from core.theory.margin.margin import as_told
from perceptron_gui.model.saved_setting import of_kind


class Future(QObject):
    """One switch, and the names of `SECRETS` that are told all the same; `changed` comes when either is another."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hidden = False
        self._revealed: frozenset[str] = frozenset()

    def tells(self, secret: str) -> bool:
        return not self.hidden or secret in self._revealed

    @Slot(bool)
    def set_hidden(self, hidden: bool) -> None:
        """Hide the future, all of it, or tell it again."""
        self.show_only(hidden, ())

    def reveal(self, secret: str) -> None:
        """Tell one of `SECRETS`, though the future is hidden."""
        self.show_only(self.hidden, self._revealed | {secret})

    def show_only(self, hidden: bool, revealed: Iterable[str]) -> None:
        """Hide the future, or do not, and tell these of `SECRETS` all the same."""
        kept = frozenset(revealed) & SECRETS.keys() if hidden else frozenset()
        if (hidden, kept) != (self.hidden, self._revealed):
            self.hidden, self._revealed = hidden, kept
            self.changed.emit()

    def saved(self) -> dict[str, Any]:
        return {"hidden": self.hidden, "revealed": sorted(self._revealed)}

    def restore(self, value: Any) -> None:
        hidden, revealed = of_kind(value["hidden"], bool), of_kind(value["revealed"], list)
        self.show_only(hidden, [name for name in revealed if isinstance(name, str)])


@dataclass(frozen=True, eq=False)
class ToldRun:
    """The same run for who shows it; all three are the `whole` one where the future is not hidden.

    `so_far` ends at the playhead and `recorded` does not; of both the margin is what is told. `proven` has the whole
    margin, for who asks of each of its numbers whether it is told, and ends at the playhead unless curves ahead are
    told.
    """

    whole: Run
    so_far: Run
    recorded: Run
    proven: Run

    @property
    def is_whole(self) -> bool:
        return self.so_far is self.whole

    def reaches(self, example: int) -> bool:
        """Whether it can go on to just after example t; it cannot go back."""
        return self.is_whole or example >= self.so_far.history.examples

    def reach(self, example: int) -> None:
        if not self.is_whole:
            self.so_far.history.reach(self.whole.history, example)


def told_run(whole: Run, future: Future, example: int) -> ToldRun:
    """What is told of a run while the playhead is just after example t."""
    if not future.hidden:
        return ToldRun(whole, whole, whole, whole)
    margin = as_told(whole.margin, future.tells)
    so_far = whole.told_until(example, margin)
    proven = whole if future.tells("curves") else replace(so_far, given_margin=whole.margin)
    return ToldRun(whole, so_far, whole.knowing(margin), proven)
