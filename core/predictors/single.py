"""One vector of the run predicts: the last, or the best so far, which is kept in the pocket."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import IntArray
from core.predictors.predictor import Code, Predicting, Predictor, PredictorProgress, Step, Symbols, errors_along
from core.record.history import History
from core.spaces.space import Decision, Space
from core.spec import Idea


class Last(Predictor):
    """Predicts with the present vector."""

    name = "last"
    title = "last vector"
    meaning = "The vector after the last update."
    idea = Idea(
        "The vector after the last update predicts.", "Nothing else is kept: earlier vectors do not count.", usual=True
    )
    formula = "sign(a)"
    role = "boundary"
    own = False

    def recall(self, space: Space, history: History, notes: PredictorProgress | None = None) -> Decision:
        return space.at(history, len(history))

    def code(self, symbols: Symbols) -> Code:
        return Code(result=f"`{symbols.vector}`")

    def result(self, step: Step) -> list[Predicting]:
        return [Predicting.after(step, step.state.update)]


@dataclass(frozen=True, eq=False)
class BestErrors(PredictorProgress):
    """The vectors that made fewer mistakes than any before, w⁽⁰⁾ first: their `updates` k, and their `errors`."""

    updates: tuple[int, ...]
    errors: tuple[int, ...]

    def place(self, update: int) -> int:
        """Return the place of the vector that was in the pocket after update k."""
        return bisect_right(self.updates, update) - 1

    def continued(self, errors: IntArray) -> BestErrors:
        """Return the best errors continued with the vectors of the next updates, whose errors are `errors` (m,)."""
        lowest = np.minimum.accumulate(np.append(self.errors[-1], errors))
        fell = np.flatnonzero(lowest[1:] < lowest[:-1])
        updates = (*self.updates, *(self.update + 1 + fell).tolist())
        return BestErrors(self.update + len(errors), updates, (*self.errors, *lowest[fell + 1].tolist()))


class Pocket(Predictor):
    """The vector with the fewest mistakes on all of the data, the earlier one on a tie (Pocket 002)."""

    name = "pocket"
    title = "pocket"
    meaning = "Of all vectors so far, the one with the fewest mistakes on all of the data."
    idea = Idea(
        "Of all vectors so far the one with the fewest mistakes on all of the data is in the pocket, and predicts.",
        "Where nothing separates the examples a run never stops, and the last vector may be a poor one; "
        "the pocket changes only for fewer mistakes.",
    )
    formula = "sign(a⁽ᵏ⁾),  k with the fewest mistakes"
    role = "pocket"
    values = 1
    counts_errors = True

    def noted(
        self, space: Space, history: History, notes: PredictorProgress | None, errors: IntArray | None = None
    ) -> BestErrors:
        if isinstance(notes, BestErrors):
            best = notes
        else:  # with w⁽⁰⁾ in the pocket
            best = BestErrors(0, (0,), tuple(errors_along(space, history.until(0)).tolist()))
        if errors is None or len(errors) != len(history) - best.update:
            errors = errors_along(space, history, best.update)
        return best.continued(errors)

    def recall(self, space: Space, history: History, notes: PredictorProgress | None = None) -> Decision:
        if not isinstance(notes, BestErrors) or notes.update < len(history):
            notes = self.noted(space, history, notes)
        return space.at(history, notes.updates[notes.place(len(history))])

    def code(self, symbols: Symbols) -> Code:
        """Return the pocket after an update: a vector that does better takes its place (Pocket 002)."""
        return Code(
            start=(f"pocket `← {symbols.grouped}`",),
            question=f"`{symbols.grouped}` gets fewer examples wrong than the pocket",
            answer=f"pocket `← {symbols.grouped}`",
            result="the pocket",
        )

    def result(self, step: Step) -> list[Predicting]:
        best = self._best_at(step)
        return [Predicting.after(step, best.updates[best.place(step.state.update)])]

    def happened(self, step: Step) -> bool:
        best, k = self._best_at(step), step.state.update
        return step.state.moved and best.updates[best.place(k)] == k

    def describe(self, step: Step) -> Iterator[str]:
        """Yield whether the new vector goes into the pocket: only if it gets fewer examples wrong (Pocket 002)."""
        if not step.state.moved:
            return
        k, n, best = step.state.update, step.space.dataset.n, self._best_at(step)
        new = errors_along(step.space, step.history.until(step.state.example), k - 1)[0]
        place = best.place(k - 1)
        origin = f"from update {best.updates[place]:,}" if best.updates[place] else "from the start"
        verdict = "it goes into the pocket" if new < best.errors[place] else "the pocket stays as it is"
        yield (
            f"in the run the new vector gets {new:,} of {n:,} wrong, and the one in the pocket, "
            f"{origin}, {best.errors[place]:,} of {n:,}: {verdict}"
        )

    def _best_at(self, step: Step) -> BestErrors:
        notes = step.notes
        if isinstance(notes, BestErrors) and notes.update >= step.state.update:
            return notes
        return self.noted(step.space, step.history.until(step.state.example), notes)
