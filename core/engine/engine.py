"""What every engine is: where it begins, how it works in small pieces until a batch is full, and when it gives up."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

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


def keyframe_interval(d: int) -> int:
    """Return the least number of updates between keyframes: few for a quick seek, enough for 24 bytes per update."""
    return max(1024, 2 * (d + 1))


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
    return replace(
        batch,
        index=batch.index[rows],
        example=batch.example[rows],
        keyframes=tuple(frame for frame in batch.keyframes if after < frame.update <= until),
        activation=None if batch.activation is None else batch.activation[rows],
        errors=None if batch.errors is None else batch.errors[rows],
    )


_FARTHEST = 1e120
"""Of a start divided by η: its square is still a float."""


class Limits(NamedTuple):
    """The limits of a run: the most `updates` and the most `examples` seen."""

    updates: int
    examples: int

    @classmethod
    def of(cls, spec: RunSpec, n: int, *, epochs: bool = True) -> Limits:
        """Return the limits of a spec over n examples; an order without `epochs` has no limit of examples."""
        return cls(spec.max_updates, spec.max_epochs * n if epochs else sys.maxsize)

    def reached(self, examples: int, updates: int) -> Stop | None:
        """Return why a run with these examples and updates ends now; None if it goes on."""
        if updates >= self.updates:
            return Stop.MAX_UPDATES
        return Stop.MAX_EPOCHS if examples >= self.examples else None


class Engine(ABC):
    """Advances a run within its limits; equal inputs give equal updates however the calls are cut."""

    def __init__(self, limits: Limits, interval: int) -> None:
        self._limits, self._interval = limits, interval
        self._updates = self._examples = self._last_keyframe = 0
        self._parts: list[dict[str, NDArray[Any]]] = []
        self._keyframes: list[Keyframe] = []

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = min(self._updates + max_updates, self._limits.updates)
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
        return self._last_keyframe + self._interval - self._updates

    def _take(self, values: FloatArray, **columns: NDArray[Any] | None) -> None:
        """Hand out updates with the next batch: those of its columns (m,) that there are; `values` come after them."""
        known = {name: column for name, column in columns.items() if column is not None}
        if not len(known["index"]):
            return
        self._parts.append(known)
        self._updates += len(known["index"])
        if self._to_keyframe <= 0:
            self._last_keyframe = self._updates
            self._keyframes.append(Keyframe(self._updates, read_only(values.copy())))

    def _stop(self) -> Stop | None:
        return Stop.CONVERGED if self._converged() else self._limits.reached(self._examples, self._updates)

    @abstractmethod
    def _converged(self) -> bool:
        """Return whether no example would move the vector."""

    @abstractmethod
    def _work(self, most: int) -> None:
        """Go on for a millisecond or so: with `most` more updates at most, and no more examples than the limits say."""


class EpochEngine(Engine):
    """Passes over n examples until one has no update; that is seen at the end of a piece, which may lie beyond it."""

    def __init__(self, n: int, limits: Limits, interval: int) -> None:
        super().__init__(limits, interval)
        self._n, self._last_update = n, 0

    def _converged(self) -> bool:
        clean = -(-self._last_update // self._n) * self._n + self._n if self._n else 0
        self._examples = min(self._examples, clean)
        return self._examples == clean


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
