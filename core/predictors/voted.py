"""Every vector votes, as often as it survived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.dataset import Dataset, FloatArray, IntArray
from core.predictors.predictor import Code, Follower, Predictor, Step, Symbols, blocks
from core.record.history import History
from core.spaces.space import Decision, Space, WithoutWeights


@dataclass(frozen=True, eq=False)
class Vote(WithoutWeights):
    """`Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` with sign(0) = 0, over the vectors of a run."""

    space: Space
    history: History

    @property
    def terms(self) -> int:
        """How many vectors vote."""
        return len(self.history)

    def score(self, Q: FloatArray) -> FloatArray:
        """Votes for +1 less votes for −1 on each question of Q (m, d); whole numbers, shape (m,)."""
        votes = np.zeros(len(Q))
        for start, values in blocks(self.space, self.history, Q):
            if start:
                survival = self.history.survival(start - 1, start - 1 + len(values))
                votes += survival.astype(np.float64) @ np.sign(values)
        return votes


class Voted(Predictor):
    """Each vector has as many votes as it survived examples (000, 001; Freund & Schapire 1999)."""

    name: ClassVar[str] = "voted"
    title: ClassVar[str] = "vote"
    meaning: ClassVar[str] = "Every vector so far votes, with as many votes as it survived examples."
    role: ClassVar[str] = "voters"

    def read(self, space: Space, history: History, dataset: Dataset) -> Decision:
        """The vote of all vectors."""
        return Vote(space, history)

    def follower(self, space: Space, history: History, questions: FloatArray) -> Follower:
        """The votes so far."""
        return _Votes(len(questions))

    def code(self, symbols: Symbols) -> Code:
        """Each vector is kept with its votes (001 Algorithm 5)."""
        if symbols.rule.every_example:
            return Code(after=(f"keep `{symbols.grouped}` with one vote",), result=f"all `{symbols.grouped}` kept")
        return Code(
            start=("`c ← 0`",),
            before=(f"keep `{symbols.grouped}` with its `c` votes; `c ← 1`",),
            otherwise="`c ← c + 1`",
            result=f"all `{symbols.grouped}` kept, and the last, with their `c`",
        )

    def told(self, step: Step) -> Iterator[str]:
        """Survivals as far as they have come: that of the present vector, and of the one it took the place of."""
        k, history, state = step.state.update, step.history, step.state
        if step.rule.every_example:
            yield "the new vector has one vote"
            return
        born = history.example_of(k)
        if not state.moved:
            lived = state.example - born + (1 if k else 0)
            yield f"`c ← {lived - 1} + 1 = {lived}`: the vector lives on"
            return
        before = history.example_of(k - 1)
        lived = born - before if k > 1 else born - 1
        yield f"the vector before had survived `c = {lived}`; the new one begins with `c = 1`"


class _Votes(Follower):
    def __init__(self, questions: int) -> None:
        self._votes: FloatArray = np.zeros(questions)

    def take(self, update: int, values: FloatArray, lives: IntArray, errors: IntArray) -> None:
        """Let them vote; w⁽⁰⁾ has none, for its sign is 0."""
        self._votes += lives.astype(np.float64) @ np.sign(values)

    def scores(self, example: int, values: FloatArray, lived: int, errors: int) -> FloatArray:
        """With the votes of the present one."""
        scores: FloatArray = self._votes + lived * np.sign(values)
        return scores
