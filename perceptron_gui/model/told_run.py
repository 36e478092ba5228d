"""A run as it is told while the future is hidden: up to the playhead, and of the theorem what is revealed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.run import Run
from core.theory.margin.margin import as_told
from perceptron_gui.model.future import Future


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
