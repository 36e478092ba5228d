"""Moments of a run worth a jump: an example's next update, the next epoch, the longest survivor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.numbers.numerals import counted
from core.record.history import State
from core.run import Run


@dataclass(frozen=True, eq=False)
class Asked:
    """The start of a search: the state on display, a row of the data or None, and whether an example is a step."""

    run: Run
    state: State
    row: int | None
    by_example: bool

    @property
    def so_far(self) -> str:
        """The end of a sentence that may become false while the record grows."""
        return "" if self.run.stopped is not None else " so far"


@dataclass(frozen=True)
class JumpTarget:
    """The example t to go to, or None, and a sentence about it."""

    example: int | None
    sentence: str


@dataclass(frozen=True)
class JumpFinder:
    """A search forward from a state. `idle` is a sentence on why it is impossible now; empty if it is possible."""

    title: str
    meaning: str
    look: Callable[[Asked], JumpTarget]
    idle: Callable[[Run], str] = lambda _run: ""


def _next_update(asked: Asked) -> JumpTarget:
    history, k, row = asked.run.history, asked.state.update, asked.row
    if row is None:
        return JumpTarget(None, "Select one example, or step to one, to find its next update.")
    update = history.next_update_on(row, k)
    if update is not None:
        return JumpTarget(history.example_of(update), f"Update {update:,} is the next on example {row + 1:,}.")
    after = f"After update {k:,} there" if k else "There"
    return JumpTarget(None, f"{after} is no update on example {row + 1:,}{asked.so_far}.")


def _next_epoch(asked: Asked) -> JumpTarget:
    history, epoch, n = asked.run.history, asked.state.epoch, asked.run.dataset.n
    if not asked.run.order.has_epochs:
        return JumpTarget(None, asked.run.order.without_epochs)
    if asked.by_example:
        first = epoch * n + 1
        if first <= history.examples:
            row = history.at_example(first).index
            return JumpTarget(first, f"Epoch {epoch + 1:,} begins with example {row + 1:,}.")
        told = f"Epoch {epoch:,} is the last" if epoch else "There is no epoch"
        return JumpTarget(None, f"{told}{asked.so_far}.")
    update = history.updates_before(epoch * n) + 1
    if update > len(history):
        after = f"After epoch {epoch:,} there" if epoch else "There"
        return JumpTarget(None, f"{after} is no update{asked.so_far}.")
    example = history.example_of(update)
    return JumpTarget(example, f"Update {update:,} is the first of epoch {history.epoch_of(example):,}.")


def _longest_survivor(asked: Asked) -> JumpTarget:
    history, k = asked.run.history, asked.state.update
    if k == len(history):
        return JumpTarget(None, f"No update follows{asked.so_far}, so no vector is still to come.")
    update, lives = history.longest_lived(k)
    after = f"Of the vectors after update {k:,}" if k else "Of all vectors that updates made"
    told = f"{after}{asked.so_far}, that of update {update:,} survives longest: {counted(lives, 'example')}."
    return JumpTarget(history.example_of(update), told)


FINDS: dict[str, JumpFinder] = {
    "example": JumpFinder(
        "This Example", "The next update on the one example selected, else on the present one", _next_update
    ),
    "epoch": JumpFinder("Epoch", "The first step of the next epoch", _next_epoch, lambda run: run.order.without_epochs),
    "survivor": JumpFinder(
        "Survivor", "Of the vectors still to come, the one that survives longest", _longest_survivor
    ),
}
"""Name → search. A search visits the record at most once."""
