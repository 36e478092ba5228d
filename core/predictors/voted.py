"""Every vector votes, as often as it survived."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.predictors.predictor import Code, Predicting, Predictor, PredictorProgress, Step, Symbols, lives_between
from core.record.history import History
from core.spaces.space import Decision, Space
from core.spec import Idea

_UPDATES, _AN_EXAMPLE = 4096, 8
"""The updates between two counts of the votes, at least, and for each example: a byte an update at most."""
MOST_SURVIVORS = 1000
"""The most kept vectors that are listed."""


def survivors_of(space: Space, history: History) -> list[dict[str, Any]] | None:
    """Return the kept vectors of a run in plain values: `w`, `b` and `count`, how many examples each survived.

    With a kernel `index` is in the place of `w`: the row that its update added, None for the start. A start that
    survived no example is left out. None if they are more than `MOST_SURVIVORS`.
    """
    if len(history) > MOST_SURVIVORS:
        return None
    _, lives = lives_between(history, 0, history.examples)
    vectors = history.weights().tolist()
    if space.has_coordinates:
        told = [{"w": w, "b": b, "count": count} for (*w, b), count in zip(vectors, lives.tolist(), strict=True)]
    else:
        rows = zip([None, *history.index().tolist()], vectors, lives.tolist(), strict=True)
        told = [{"index": index, "b": b, "count": count} for index, (b,), count in rows]
    kept = told if lives[0] else told[1:]
    return kept if len(kept) <= MOST_SURVIVORS else None


def votes_between(space: Space, history: History, Q: FloatArray, before: int, until: int) -> FloatArray:
    """Return the votes of the examples `before` + 1 … `until` on questions Q (m, d); whole numbers, shape (m,)."""
    return space.votes(history, Q, *lives_between(history, before, until))


@dataclass(frozen=True, eq=False)
class Count:
    """The `votes` (n,) on the examples of a run after example t of the stream."""

    example: int
    votes: FloatArray


def counts_to(
    space: Space, history: History, count: Count, example: int, questions: FloatArray | None = None
) -> Iterator[Count]:
    """Yield the votes on the run's examples, first `count`, then counted forward or back from it, to example t.

    That is the last; between them one after some milliseconds of work each. `questions` (m, d) are asked in their
    place, if there are any.
    """
    yield count
    Q = space.dataset.X if questions is None else questions
    # Decision values counted in one step of the work.
    step = max((1 << 21) // max(len(count.votes), 1), 1)
    here, there = history.updates_before(count.example), history.updates_before(example)
    way = range(here + step, there, step) if here <= there else range(here - step, there, -step)
    for moment in (*map(history.example_of, way), example):
        more = votes_between(space, history, Q, *sorted((count.example, moment)))
        count = Count(moment, count.votes + (more if moment >= count.example else -more))
        yield count


def _last(counted: Iterator[Count]) -> Count:
    *_, last = counted
    return last


@dataclass(frozen=True, eq=False)
class VoteCounts(PredictorProgress):
    """The `counts` of the votes on the examples at some moments, the last of which is the end of the notes."""

    counts: tuple[Count, ...]

    @classmethod
    def begun(cls, n: int) -> VoteCounts:
        return cls(0, (Count(0, np.zeros(n)),) * 2)


@dataclass(frozen=True, eq=False)
class Vote(Decision):
    """`Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` with sign(0) = 0, over the vectors of a run."""

    space: Space
    history: History
    notes: VoteCounts | None = None

    @property
    def terms(self) -> int:
        return len(self.history)

    def score(self, Q: FloatArray) -> FloatArray:
        """Return votes for +1 less votes for −1 on each question of Q (m, d); whole numbers, shape (m,)."""
        if np.array_equal(Q, self.space.dataset.X):
            return _last(counts_to(self.space, self.history, self.start, self.history.examples)).votes
        return votes_between(self.space, self.history, Q, 0, self.history.examples)

    def values(self, Q: FloatArray) -> FloatArray:
        """Return the votes: they are the same whatever the learning rate."""
        return self.score(Q)

    @property
    def start(self) -> Count:
        """The last moment before this one at which the votes on the examples of the run are known."""
        counts = (self.notes or VoteCounts.begun(self.space.dataset.n)).counts
        return counts[bisect_right(counts, self.history.examples, key=attrgetter("example")) - 1]

    def at(self, question: FloatArray) -> tuple[int, int]:
        """Return votes for +1 and for −1 on one question (d,)."""
        history, Q = self.history, question[None, :]
        first, lives = lives_between(history, 0, history.examples)
        signs = np.sign(self.space.trajectory(history, Q, first, first + len(lives) - 1)[:, 0])
        return int(lives[signs > 0].sum()), int(lives[signs < 0].sum())


class Voted(Predictor):
    """Each vector has as many votes as it survived examples (Perceptron 000, Huang 001; Freund & Schapire 1999)."""

    name = "voted"
    title = "vote"
    meaning = "Every vector so far votes, with as many votes as it survived examples."
    idea = Idea(
        "Every vector so far votes, with as many votes as it survived examples, and the majority is predicted.",
        "A vector that got many examples right in a row is more to be trusted than one that the next mistake ended.",
    )
    formula = "sign(Σ c⁽ᵏ⁾·sign(a⁽ᵏ⁾))"
    role = "voters"
    values = 1
    reads = 16  # t and votes of each vector
    votes = True
    survival = "The longer a vector survived, the more votes it has."

    def noted(
        self, space: Space, history: History, notes: PredictorProgress | None, errors: IntArray | None = None
    ) -> VoteCounts:
        n = space.dataset.n
        tally = notes if isinstance(notes, VoteCounts) else VoteCounts.begun(n)
        interval = max(_UPDATES, _AN_EXAMPLE * n)
        *counts, reached = tally.counts
        for update in range((tally.update // interval + 1) * interval, len(history) + 1, interval):
            reached = _last(counts_to(space, history, reached, history.example_of(update)))
            counts.append(reached)
        reached = _last(counts_to(space, history, reached, history.examples))
        return VoteCounts(len(history), (*counts, reached))

    def recall(self, space: Space, history: History, notes: PredictorProgress | None = None) -> Decision:
        return Vote(space, history, notes if isinstance(notes, VoteCounts) else None)

    def code(self, symbols: Symbols) -> Code:
        """Return the lines that keep each vector with its votes (Huang 001 Algorithm 5)."""
        if symbols.rule.every_example:
            return Code(after=(f"keep `{symbols.grouped}` with one vote",), result=f"all `{symbols.grouped}` kept")
        return Code(
            start=("`c ← 0`",),
            before=(f"keep `{symbols.grouped}` with its `c` votes; `c ← 1`",),
            otherwise="`c ← c + 1`",
            result=f"all `{symbols.grouped}` kept, and the last, with their `c`",
        )

    def result(self, step: Step) -> list[Predicting]:
        """Return the kept vectors with their votes; one that survived no example has none, and is left out."""
        first, lives = lives_between(step.history, 0, step.state.example)
        return [Predicting.after(step, k, votes) for k, votes in enumerate(lives.tolist(), first) if votes]

    def describe(self, step: Step) -> Iterator[str]:
        """Yield survivals as far as they have come: that of the present vector, and of the one it took the place of."""
        k, history, state = step.state.update, step.history, step.state
        if step.rule.every_example:
            yield "the new vector has one vote"
            return
        born = history.example_of(k)
        if not state.moved:
            lived = state.example - born + (1 if k else 0)
            yield f"`c ← {lived - 1} + 1 = {lived}`: the vector lives on"
            return
        lived = born - (history.example_of(k - 1) if k > 1 else 1)
        yield f"the vector before had survived `c = {lived}`; the new one begins with `c = 1`"
