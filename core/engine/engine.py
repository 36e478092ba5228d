"""What every engine is: where it begins, how it works in small pieces until a batch is full, and when it gives up."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray, read_only
from core.errors import InputError
from core.rules import make_rule
from core.spec import RANDOM, RunSpec

IndexArray = NDArray[np.int32]
Scalar = TypeVar("Scalar", bound=np.generic)


class Stop(StrEnum):
    """Why a run ended by itself."""

    CONVERGED = "converged"
    MAX_EPOCHS = "max-epochs"
    MAX_UPDATES = "max-updates"

    @property
    def counts(self) -> str:
        """What the limit that ended the run counts, e.g. "epochs" for `max_epochs` of a spec; empty without one."""
        return self.value.removeprefix("max-") if self.value.startswith("max-") else ""


class Keyframe(NamedTuple):
    """(w, b) (d + 1,) after update k; read-only."""

    update: int
    weights: FloatArray


@dataclass(frozen=True)
class Batch:
    """Updates in the order they were made, m of them (possibly none).

    `index` (m,): row of the data; `example` (m,): t, 1-based place in the stream; `keyframes`: the weights now and
    then, so that those at any update are soon found again.
    `examples` is T, the number of examples seen so far, `stopped` why the run has ended, None while it goes on.
    `activation` (m,): a before each update, where it does not soon follow from the keyframes; None if it does.
    `errors` (m,): mistakes on all of the data after each update, where the engine looks at all of them anyway.
    """

    index: IndexArray
    example: IntArray
    keyframes: tuple[Keyframe, ...]
    examples: int
    stopped: Stop | None
    activation: FloatArray | None = None
    errors: IntArray | None = None


def cut_off(batch: Batch, before: int, example: int) -> tuple[Batch, Batch | None]:
    """Return `batch`, which follows `before` updates, up to example t and from there on; None if nothing is left."""
    if batch.examples <= example:
        return batch, None
    here = int(np.searchsorted(batch.example, example, side="right"))
    start = replace(_part(batch, slice(here), -1, before + here), examples=example, stopped=None)
    return start, _part(batch, slice(here, None), before + here, sys.maxsize)


def _part(batch: Batch, rows: slice, after: int, until: int) -> Batch:
    """Return the updates at `rows`, with the keyframes after update `after` up to `until`."""
    frames = tuple(frame for frame in batch.keyframes if after < frame.update <= until)
    columns = {name: getattr(batch, name) for name in ("index", "example", "activation", "errors")}
    kept = {name: column[rows] for name, column in columns.items() if column is not None}
    return replace(batch, keyframes=frames, **kept)


_FARTHEST = 1e120
"""Of a start divided by η: its square is still a float."""


class RunVector(Protocol):
    """A vector that an engine moves: its present `values`, and the least `interval` of updates between keyframes."""

    dataset: Dataset
    values: FloatArray
    interval: int
    keeps_activation: bool

    def measure(self, index: IndexArray, activation: FloatArray) -> None:
        """Follow ‖w‖² over updates (m,), m > 0. Raises InputError if it falls below 0."""


class Engine(ABC):
    """Advances a run of `vector` within its limits; equal inputs give equal updates however the calls are cut.

    An order without `epochs` has no limit of examples.
    """

    def __init__(self, vector: RunVector, spec: RunSpec, *, epochs: bool = True) -> None:
        self._moved, self._most_updates = vector, spec.max_updates
        self.most_examples = spec.max_epochs * vector.dataset.n if epochs else sys.maxsize
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
        return self._last_keyframe + self._moved.interval - self._updates

    def _take(
        self, index: IndexArray, example: IntArray, activation: FloatArray | None = None, errors: IntArray | None = None
    ) -> None:
        """Hand out updates (m,), after which the vector is as it is now, with the next batch."""
        if not len(index):
            return
        columns: dict[str, NDArray[Any] | None] = {"index": index, "example": example, "errors": errors}
        if activation is not None:
            self._moved.measure(index, activation)
            # A positive zero, because the sign of a zero depends on the way to it.
            columns["activation"] = activation + 0.0 if self._moved.keeps_activation else None
        self._parts.append({name: column for name, column in columns.items() if column is not None})
        self._updates += len(index)
        if self._to_keyframe <= 0:
            self._last_keyframe = self._updates
            self._keyframes.append(Keyframe(self._updates, read_only(self._moved.values.copy())))

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


def start_of(spec: RunSpec, d: int) -> tuple[float, ...]:
    """Return (w⁽⁰⁾, b⁽⁰⁾), d + 1 numbers, or as many as were given; a random start has its own generator."""
    if spec.start is None:
        return (0.0,) * (d + 1)
    if spec.start != RANDOM:
        return spec.start
    generator = np.random.Generator(np.random.PCG64(spec.seed))
    drawn = generator.uniform(-spec.start_scale, spec.start_scale, d + (spec.bias != 0)).tolist()
    return tuple(drawn) if spec.bias else (*drawn, 0.0)


def starting_weights(dataset: Dataset, spec: RunSpec) -> FloatArray:
    """Return (w⁽⁰⁾, b⁽⁰⁾)/η of a resolved spec, as a new array; shape (d + 1,).

    Raises InputError where the run cannot begin there: with a kernel, where w is a sum of examples from the first on;
    with another number of features; with a b⁽⁰⁾ that the bias feature B leaves no room for.
    """
    if spec.start is None:
        return np.zeros(dataset.d + 1)
    if spec.kernel:
        raise InputError("with a kernel a run begins with every α = 0; starting weights are possible only without one")
    given = start_of(spec, dataset.d)
    if len(given) != dataset.d + 1:
        expected = f"enter {dataset.d + 1}: w for each of the {dataset.d} features, then b"
        raise InputError(f"the start has {len(given)} numbers; {expected}")
    b, bias = given[-1], bias_feature(dataset, spec.bias).value
    fixed = spec.bias == 0 and make_rule(spec).whole
    if b and dataset.n and not (bias or fixed):
        told = "with B = 0 this rule has no b to learn"
        raise InputError(f"{told}. Start with b = 0, or choose the rule perceptron or margin")
    if b and dataset.n and not fixed and abs(b) / bias > LARGEST:
        raise InputError(f"the start has b/B = {b / bias:g}; enter at most {LARGEST:g}")
    start = np.array([float(v) for v in exact_start(dataset.d, spec)])
    if float(np.abs(start).max()) > _FARTHEST:
        raise InputError(f"the start divided by η is beyond {_FARTHEST:g}; enter smaller starting weights")
    return start


def exact_start(d: int, spec: RunSpec) -> list[Fraction]:
    """Return (w⁽⁰⁾, b⁽⁰⁾)/η, of the decimals that were typed; d + 1 fractions."""
    return [Fraction(repr(v)) / spec.rate for v in start_of(spec, d)]
