"""The base of all engines: the vector they begin with, the batches they return, and the reasons to stop."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray
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
