"""Engines, which work in small pieces until a batch is full: by passes over the examples, or by picks of one."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray, read_only
from core.engine.engine import Batch, IndexArray, Keyframe, Stop
from core.engine.vectors import LinearVector, Made, Tile, Vector
from core.orders import Passes, Pick
from core.rules import Rule
from core.spec import RunSpec


class Engine(ABC):
    """Advances a run of `vector` within its limits; equal inputs give equal updates however the calls are cut.

    An order without `epochs` has no limit of examples.
    """

    def __init__(self, vector: Vector, spec: RunSpec, order: Passes | Pick, *, epochs: bool = True) -> None:
        self._vector, self._order, self._n, self._most_updates = vector, order, vector.dataset.n, spec.max_updates
        self.most_examples = spec.max_epochs * self._n if epochs else sys.maxsize
        self._updates = self._examples = self._last_keyframe = 0
        self._parts: list[dict[str, NDArray[Any]]] = []
        self._keyframes: list[Keyframe] = []

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = min(self._updates + max_updates, self._most_updates)
        while self._stop() is None and self._updates < target:
            self._work(target - self._updates)
            if perf_counter() >= deadline:
                break
        parts = self._parts or [{"index": np.empty(0, np.int32), "example": np.empty(0, np.int64)}]
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        frames, stopped = tuple(self._keyframes), self._stop()
        self._parts, self._keyframes = [], []
        return Batch(**columns, keyframes=frames, examples=self._examples, stopped=stopped)

    @property
    def _to_keyframe(self) -> int:
        return self._last_keyframe + self._vector.interval - self._updates

    def _take(
        self, index: IndexArray, example: IntArray, activation: FloatArray | None = None, errors: IntArray | None = None
    ) -> None:
        """Hand out updates (m,), after which the vector is as it is now, with the next batch."""
        if not len(index):
            return
        columns: dict[str, NDArray[Any] | None] = {"index": index, "example": example, "errors": errors}
        if activation is not None:
            self._vector.measure(index, activation)
            # A positive zero, because the sign of a zero depends on the way to it.
            columns["activation"] = activation + 0.0 if self._vector.keeps_activation else None
        self._parts.append({name: column for name, column in columns.items() if column is not None})
        self._updates += len(index)
        if self._to_keyframe <= 0:
            self._last_keyframe = self._updates
            self._keyframes.append(Keyframe(self._updates, read_only(self._vector.values.copy())))

    def _stop(self) -> Stop | None:
        if self._converged():
            return Stop.CONVERGED
        if self._updates >= self._most_updates:
            return Stop.MAX_UPDATES
        return Stop.MAX_EPOCHS if self._examples >= self.most_examples else None

    @abstractmethod
    def _converged(self) -> bool:
        """Return whether no example would move the vector."""

    @abstractmethod
    def _work(self, most: int) -> None:
        """Go on for a millisecond or so: with `most` more updates at most, and no more examples than the limits say."""


class PassEngine(Engine):
    """Passes over n examples until one has no update; that is seen at the end of a piece, which may lie beyond it.

    Short epochs are strung together so that a tile is worth a scan.
    """

    _order: Passes

    def __init__(self, vector: Vector, spec: RunSpec, order: Passes) -> None:
        super().__init__(vector, spec, order)
        self._last_update = 0
        self._epochs = max(1, vector.tile // max(self._n, 1))
        self._number = -1
        self._tile: Tile | None = None
        self.tile_length = self._epochs * self._n

    def tile(self, number: int) -> Tile:
        """Return tile `number` (from 0), which begins with example `number · tile_length + 1`."""
        if self._tile is None or (number != self._number and not self._order.repeats):
            index = np.ascontiguousarray(self._order.epochs(number * self._epochs + 1, self._epochs))
            as_is = self._order.as_in_file and len(index) == self._n
            self._tile = Tile(self._vector.dataset, index, as_is=as_is)
        self._number = number
        return self._tile

    def _converged(self) -> bool:
        clean = -(-self._last_update // self._n) * self._n + self._n if self._n else 0
        self._examples = min(self._examples, clean)
        return self._examples == clean

    def _work(self, most: int) -> None:
        number, start = divmod(self._examples, self.tile_length)
        tile, offset, piece = self.tile(number), self._examples - start, self._vector.piece
        stop = min((start // piece + 1) * piece, len(tile), self.most_examples - offset)
        found = self._vector.scan(tile, start, stop, min(most, self._vector.most))
        self._examples = offset + found.reached
        example = found.places + (offset + 1)
        self._last_update = int(example.max(initial=self._last_update))
        self._take(tile.index[found.places].astype(np.int32), example, found.activation)


_AHEAD = 4096
"""Rows of the stream looked up at a time."""


def walk_through(dataset: Dataset, bias: BiasFeature, rule: Rule, index: IndexArray, start: FloatArray) -> FloatArray:
    """Return (w, b) before and after a step on each of rows `index` (m,), one after another; (m + 1, d + 1).

    The step is w ← s·w, and where `rule` adds also w ← … + (τy)·x, b ← b + (τy)·B². a = w·x + b is that of the vector
    that meets the example. s, τy and each product and sum are rounded once.
    """
    # The bar is the same for both labels: such a rule has a threshold above every tie.
    below, shrink, size = rule.bars[0], rule.shrink(dataset.n), rule.size(0.0, 1.0)
    if (library := loops()) is not None:
        weights, w = np.empty((len(index) + 1, len(start))), start.copy()
        weights[0] = start
        given, rows = (dataset.X, dataset.n, dataset.d, dataset.y), np.ascontiguousarray(index, np.int32)
        library.walk(*given, rows, len(rows), w, bias.squared, below, shrink, size, weights[1:])
        return weights
    augmented = np.column_stack([dataset.X[index], np.ones(len(index))])
    y = dataset.y[index].astype(np.float64)
    change = (size * y)[:, None] * augmented
    change[:, -1] = size * y * bias.squared
    factors = np.append(np.full(dataset.d, shrink), 1.0)
    walk = [start]
    for x, label, more in zip(augmented, y.tolist(), change, strict=True):
        w = walk[-1]
        learns = label * np.add.accumulate(w * x)[-1] < below
        walk.append(w * factors + more if learns else w * factors)
    return np.array(walk)


class EveryExampleEngine(Engine):
    """An update at every example seen, so t = k, and only the limits end the run (Yuille 004 §2.7)."""

    _vector: LinearVector

    def __init__(self, vector: LinearVector, spec: RunSpec, order: Passes | Pick) -> None:
        super().__init__(vector, spec, order)
        self._ahead: IntArray = np.empty(0, np.int64)

    def _converged(self) -> bool:
        """End a run without examples at once, as every learner does."""
        return not self._n

    def _work(self, most: int) -> None:
        if not len(self._ahead):
            # The rows of the next examples: many where the order does not look at w, else one.
            n, order = self._n, self._order
            if isinstance(order, Passes):
                self._ahead = order.epochs(self._examples // n + 1, max(1, _AHEAD // n))
            elif (drawn := order.ahead(n, _AHEAD)) is not None:
                self._ahead = drawn
            else:
                # Every example moves w, so all are candidates.
                self._ahead = np.array([order.pick(np.arange(n), self._vector.scores())])
        count = min(most, self.most_examples - self._examples, self._to_keyframe)
        rows, self._ahead = self._ahead[:count].astype(np.int32), self._ahead[count:]
        vector = self._vector
        vector.values = walk_through(vector.dataset, vector.bias, vector.rule, rows, vector.values)[-1].copy()
        example = np.arange(self._examples + 1, self._examples + len(rows) + 1)
        self._examples += len(rows)
        self._take(rows, example)


_AT_ONCE = 1 << 19
"""Features looked at between two looks at the clock, in Python."""


class PickEngine(Engine):
    """The order picks one of all examples that the rule would add now; so t = k, and there are no epochs."""

    def __init__(self, vector: Vector, spec: RunSpec, order: Pick) -> None:
        super().__init__(vector, spec, order, epochs=False)
        # The loop in C reads dense examples.
        compiled = order.compiled and vector.compiled and isinstance(vector.dataset.X, np.ndarray)
        self._picks = vector.picks(order) if compiled else _PlainPicks(vector, order)

    def _converged(self) -> bool:
        return not self._picks.up

    def _work(self, most: int) -> None:
        made = self._picks.learn(min(most, self.most_examples - self._examples, self._to_keyframe))
        example = np.arange(self._examples + 1, self._examples + len(made.index) + 1)
        self._examples += len(made.index)
        self._take(made.index, example, made.activation, made.errors)


class _PlainPicks:
    """The same as `CompiledPicks`, whatever the order and the rule."""

    def __init__(self, vector: Vector, order: Pick) -> None:
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
        return Made(np.array(index, np.int32), np.array(activation), np.array(errors, np.int64))

    def _look(self) -> None:
        self._scores = self._vector.scores()
        self._rows = np.flatnonzero(self._vector.rule.adds(self._scores, self._labels))


def engine_of(vector: Vector, spec: RunSpec, order: Passes | Pick) -> Engine:
    """Return the engine that moves a vector by a resolved spec."""
    if isinstance(vector, LinearVector) and vector.rule.every_example:
        return EveryExampleEngine(vector, spec, order)
    return PassEngine(vector, spec, order) if isinstance(order, Passes) else PickEngine(vector, spec, order)
