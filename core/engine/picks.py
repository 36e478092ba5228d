"""Example after example in either space, each picked among those that the rule would add (002, 004 §2.5)."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.engine.batch import Batch, Keyframe, Stop
from core.engine.engine import Engine
from core.engine.limits import Limits
from core.engine.picks_compiled import CompiledPicks, Made, can_pick
from core.orders import Pick
from core.rules import Rule
from core.spec import RunSpec

_AT_ONCE = 1 << 19
"""Features looked at between two looks at the clock, in Python."""
_UPDATES_AT_ONCE = 64


class PickedVector(Protocol):
    """A vector over `dataset`, known by its `values`, which are changed in place and kept every `interval` updates."""

    dataset: Dataset
    rule: Rule
    values: FloatArray
    interval: int
    keeps_activation: bool

    def scores(self) -> FloatArray:
        """y·a of every example; shape (n,)."""
        ...

    def learn(self, row: int, score: float) -> None:
        """Update on example `row`, with y·a = `score`."""
        ...

    def picks(self, order: Pick) -> CompiledPicks:
        """Picks of the loop in C."""
        ...


class PickEngine(Engine):
    """The order picks one of all examples that are within the rule's threshold now; it stops when there is none.

    Every example seen is an update, so t = k and there are no epochs.
    """

    def __init__(self, vector: PickedVector, spec: RunSpec, order: Pick) -> None:
        super().__init__(Limits.of(spec, vector.dataset.n, epochs=False))
        self._vector = vector
        self._picks = vector.picks(order) if can_pick(order, vector.rule) else _PlainPicks(vector, order)
        self._forget()

    def _converged(self) -> bool:
        return not self._picks.up

    def _work(self, most: int) -> None:
        to_keyframe = self._vector.interval - self._updates % self._vector.interval
        made = self._picks.learn(min(most, self._limits.examples - self._examples, to_keyframe))
        self._parts.append(made)
        self._updates = self._examples = self._updates + len(made.index)
        if len(made.index) == to_keyframe:
            self._keyframes.append(Keyframe(self._updates, self._vector.values.copy()))

    def _batch(self, stopped: Stop | None) -> Batch:
        index = np.concatenate([part.index for part in self._parts])
        batch = Batch(
            index,
            np.arange(self._updates - len(index) + 1, self._updates + 1),
            tuple(self._keyframes),
            self._updates,
            stopped,
            np.concatenate([part.activation for part in self._parts]) if self._vector.keeps_activation else None,
            np.concatenate([part.errors for part in self._parts]),
        )
        self._forget()
        return batch

    def _forget(self) -> None:
        self._parts = [Made(np.empty(0, np.int32), np.empty(0), np.empty(0, np.int64))]
        self._keyframes: list[Keyframe] = []


class _PlainPicks:
    """The same as `CompiledPicks`, whatever the order and the rule."""

    def __init__(self, vector: PickedVector, order: Pick) -> None:
        self._vector, self._order = vector, order
        self._most = min(max(_AT_ONCE // max(vector.dataset.X.size, 1), 1), _UPDATES_AT_ONCE)
        self._look()

    @property
    def up(self) -> int:
        return len(self._rows)

    def learn(self, most: int) -> Made:
        index: list[int] = []
        activation: list[float] = []
        errors: list[int] = []
        while len(self._rows) and len(index) < min(most, self._most):
            row = self._order.pick(self._rows, self._scores)
            score = float(self._scores[row])
            index.append(row)
            activation.append(score * float(self._vector.dataset.y[row]))
            self._vector.learn(row, score)
            self._look()
            errors.append(int(np.count_nonzero(self._scores <= 0)))
        return Made(np.array(index, np.int32), np.array(activation) + 0.0, np.array(errors, np.int64))

    def _look(self) -> None:
        """Which examples are up for an update now."""
        self._scores = self._vector.scores()
        self._rows = np.flatnonzero(self._vector.rule.adds(self._scores))
