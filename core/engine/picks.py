"""Examples picked one by one among those that the rule would add, in either space (Pocket 002, Yuille 004)."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.compiled import Picks
from core.datasets.arithmetic import BiasFeature, activations, augmented_norms
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.engine import Engine, IndexArray, Limits, keyframe_interval
from core.engine.scan import can_scan, library, reach, signed_blocks
from core.orders import Pick
from core.rules import Rule
from core.spec import RunSpec

_STRETCH, _GROUP = 64, 256
"""Examples that the loop looks at together, and that it counts together."""
_LOOKED_AT = 1 << 22
"""Features, or values, looked at in one call: a millisecond or so."""


_AT_ONCE = 1 << 19
"""Features looked at between two looks at the clock, in Python."""


@dataclass(frozen=True, eq=False)
class Made:
    """Updates on rows `index` (m,), the activations before them, and the mistakes on all of the data after each."""

    index: IndexArray
    activation: FloatArray
    errors: IntArray


def can_pick(order: Pick, rule: Rule) -> bool:
    """Return whether the C library is there and knows both rule and order."""
    return order.compiled and can_scan(rule)


class CompiledPicks:
    """`order` picks among the examples that `rule` would add, if one `can_pick`; the vector is changed in place."""

    def __init__(
        self,
        order: Pick,
        rule: Rule,
        n: int,
        struct: Picks,
        *arrays: NDArray[Any],
        make: Callable[[int], None] | None = None,
    ) -> None:
        bits = order.bits()
        self._up = np.zeros(-(-n // _GROUP), np.uint32)
        self._kept = (order, *arrays)
        self._make = make
        self._most = max(_LOOKED_AT // (n * max(struct.d, 1) + _STRETCH), 1)
        struct.n, struct.up, struct.awaited = n, self._up.ctypes.data, -1
        struct.below, struct.wrong, struct.target = rule.bars, rule.tie.bars, rule.target
        struct.draw, struct.state = (bits.next, bits.state) if bits else (None, None)
        self._struct = struct
        self._learn(0)

    @classmethod
    def linear(cls, order: Pick, rule: Rule, dataset: Dataset, bias: BiasFeature, weights: FloatArray) -> CompiledPicks:
        """Return the loop in the space of the data, where `weights` are (w, b) (d + 1,)."""
        blocks = signed_blocks(dataset.X, dataset.y, _STRETCH, np.float64)
        arrays = (blocks, signed_blocks(dataset.X, dataset.y, _GROUP, np.float32), reach(dataset.X), weights)
        struct = Picks(d=dataset.d, bias_squared=bias.squared, **_addresses(("Z", "rough", "reach", "w"), arrays))
        return cls(order, rule, dataset.n, struct, *arrays)

    @classmethod
    def dual(
        cls,
        order: Pick,
        rule: Rule,
        arrays: tuple[IntArray, FloatArray, FloatArray, FloatArray],
        make: Callable[[int], None] | None = None,
    ) -> CompiledPicks:
        """Return the loop in a feature space: of addresses of y·k̃(xᵢ, ·) or 0, k̃(xᵢ, xᵢ), y and f(xᵢ), all (n,)."""
        struct = Picks(**_addresses(("columns", "norms", "y", "f"), arrays))
        return cls(order, rule, len(arrays[-1]), struct, *arrays, make=make)

    @property
    def up(self) -> int:
        """The number of examples that the rule would add."""
        return int(self._struct.ups)

    def learn(self, most: int) -> Made:
        """Return at most `most` updates; none if there is none, or if the picked row's column was made first."""
        made = self._learn(min(most, self._most))
        if self._make is not None and self._struct.awaited >= 0:
            self._make(self._struct.awaited)
        return made

    def _learn(self, most: int) -> Made:
        index, activation, errors = np.empty(most, np.int32), np.empty(most), np.empty(most, np.int64)
        made = library().pick(ctypes.byref(self._struct), most, index, activation, errors)
        return Made(index[:made], activation[:made] + 0.0, errors[:made])


def _addresses(names: Sequence[str], arrays: Sequence[NDArray[Any]]) -> dict[str, int]:
    return {name: array.ctypes.data for name, array in zip(names, arrays, strict=True)}


class PickedVector(ABC):
    """A vector over `dataset`, known by its `values`, which are changed in place and kept every `interval` updates."""

    dataset: Dataset
    rule: Rule
    values: FloatArray
    interval: int
    keeps_activation: bool

    @abstractmethod
    def scores(self) -> FloatArray:
        """Return y·a of every example; shape (n,)."""

    @abstractmethod
    def learn(self, row: int, score: float) -> None:
        """Update on example `row`, with y·a = `score`."""

    @abstractmethod
    def measure(self, index: IndexArray, activation: FloatArray) -> None:
        """Take note of updates (m,), if w is not written down. Raises InputError where ‖w‖² falls below 0."""

    @abstractmethod
    def picks(self, order: Pick) -> CompiledPicks: ...


class PickEngine(Engine):
    """The order picks one of all examples that the rule would add now; so t = k, and there are no epochs."""

    def __init__(self, vector: PickedVector, spec: RunSpec, order: Pick) -> None:
        super().__init__(Limits.of(spec, vector.dataset.n, epochs=False), vector.interval)
        self._vector = vector
        self._picks = vector.picks(order) if can_pick(order, vector.rule) else _PlainPicks(vector, order)

    def _converged(self) -> bool:
        return not self._picks.up

    def _work(self, most: int) -> None:
        made = self._picks.learn(min(most, self._limits.examples - self._examples, self._to_keyframe))
        example = np.arange(self._examples + 1, self._examples + len(made.index) + 1)
        self._examples += len(made.index)
        self._vector.measure(made.index, made.activation)
        activation = made.activation if self._vector.keeps_activation else None
        self._take(made.index, example, self._vector.values, activation, made.errors)


class _PlainPicks:
    """The same as `CompiledPicks`, whatever the order and the rule."""

    def __init__(self, vector: PickedVector, order: Pick) -> None:
        self._vector, self._order, self._labels = vector, order, vector.dataset.y
        self._most = min(max(_AT_ONCE // max(vector.dataset.X.size, 1), 1), 64)
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
            activation.append(score * float(self._labels[row]))
            self._vector.learn(row, score)
            self._look()
            errors.append(self._vector.rule.tie.errors(self._scores, self._labels))
        return Made(np.array(index, np.int32), np.array(activation) + 0.0, np.array(errors, np.int64))

    def _look(self) -> None:
        self._scores = self._vector.scores()
        self._rows = np.flatnonzero(self._vector.rule.adds(self._scores, self._labels))


class LinearVector(PickedVector):
    """`values` (w, b) (d + 1,): `w ← w + (τy)·x`, `b ← b + (τy)·B²`; τy and each product and sum rounded once."""

    def __init__(self, dataset: Dataset, bias: BiasFeature, rule: Rule, start: FloatArray) -> None:
        self.dataset, self.rule, self.values = dataset, rule, start
        self.interval = keyframe_interval(dataset.d)
        self.keeps_activation = rule.sized
        self._bias = bias

    def scores(self) -> FloatArray:
        return activations(self.dataset.X, self.values[:-1], float(self.values[-1])) * self.dataset.y

    def learn(self, row: int, score: float) -> None:
        x, y = self.dataset.X[row], float(self.dataset.y[row])
        if self.rule.sized:
            y *= self.rule.size(score, float(augmented_norms(x[None, :], self._bias)[0]))
        self.values[:-1] += y * x
        self.values[-1] += y * self._bias.squared

    def measure(self, index: IndexArray, activation: FloatArray) -> None:
        """Do nothing: w is written down here, so ‖w‖² cannot be below 0."""

    def picks(self, order: Pick) -> CompiledPicks:
        return CompiledPicks.linear(order, self.rule, self.dataset, self._bias, self.values)
